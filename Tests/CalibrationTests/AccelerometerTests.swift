// The accelerometer's calibration: poses at rest in, tilt error before and after.
import Calibration
import Correction
import Foundation
import Quantities
import Simulation
import Testing

/// An accelerometer with errors, held in poses by a hand.
private struct Accelerometer {
  var offset: SIMD3<Double>
  var rows: [SIMD3<Double>]
  var noise: Double
  var random: SeededGenerator

  /// Offsets to 60 mg, gains to 4 %, axes to 1.5 % off their right angles, 2 mg of noise.
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    func pick(_ r: inout SeededGenerator, _ limit: Double) -> Double { limit * (2 * r.unit() - 1) }
    offset = SIMD3(pick(&random, 60_000), pick(&random, 60_000), pick(&random, 60_000))
    let (a, b, c) = (pick(&random, 0.015), pick(&random, 0.015), pick(&random, 0.015))
    rows = [
      SIMD3(1 + pick(&random, 0.04), a, b), SIMD3(a, 1 + pick(&random, 0.04), c),
      SIMD3(b, c, 1 + pick(&random, 0.04)),
    ]
    noise = 2_000
  }

  mutating func sample(_ force: SIMD3<Double>) -> Vector3 {
    let v = SIMD3((rows[0] * force).sum(), (rows[1] * force).sum(), (rows[2] * force).sum()) + offset
      + random.gaussianVector(sigma: noise)
    return Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }
}

@Test func explore() throws {
  for poses in [6, 9, 12, 16, 20, 26] {
    var text = ""
    for seed in 1...12 as ClosedRange<UInt64> {
      var sensor = Accelerometer(seed: seed)
      var fit = GuidedFit(.gravity)
      fit.restart()
      var random = SeededGenerator(seed: seed &* 77)
      for i in 0..<poses {
        var dirs: [SIMD3<Double>] = []
        for s in [1.0, -1.0] { for k in 0..<3 { var v = SIMD3<Double>.zero; v[k] = s; dirs.append(v) } }
        for a in [(0, 1), (1, 2), (2, 0)] {
          for s in [1.0, -1.0] { for t in [1.0, -1.0] { var v = SIMD3<Double>.zero; v[a.0] = s; v[a.1] = t; dirs.append(v) } }
        }
        for x in [1.0, -1.0] { for y in [1.0, -1.0] { for z in [1.0, -1.0] { dirs.append(SIMD3(x, y, z)) } } }
        var v = dirs[i] + random.gaussianVector(sigma: 0.08)
        v /= (v * v).sum().squareRoot()
        sensor.noise = 500
        _ = fit.take(field: sensor.sample(v * 1e6), specificForce: nil, at: Instant(microseconds: UInt64(i) * 3_000_000))
      }
      fit.beginSolve()
      var n = 0
      while fit.step() == .working { n += 1 }
      let o = fit.outcome
      var record = CalibrationRecord()
      if o.model != .none { record.takeAccelerometer(o) }
      var worstB = 0.0, worstA = 0.0, sq = 0.0, m = 0
      sensor.noise = 0
      for h in stride(from: 0.0, to: 360, by: 15) {
        for t in stride(from: 0.0, to: 31, by: 5) {
          let (a, b) = (h * .pi / 180, t * .pi / 180)
          let u = SIMD3(sin(b) * cos(a), sin(b) * sin(a), -cos(b))
          let raw = sensor.sample(u * 1e6)
          func angle(_ v: Vector3) -> Double {
            let w = SIMD3(Double(v.x), Double(v.y), Double(v.z))
            let cr = SIMD3(u.y * w.z - u.z * w.y, u.z * w.x - u.x * w.z, u.x * w.y - u.y * w.x)
            return atan2((cr * cr).sum().squareRoot(), (u * w).sum()) * 180 / .pi
          }
          worstB = max(worstB, angle(raw))
          let e = angle(record.level(raw))
          worstA = max(worstA, e); sq += e * e; m += 1
        }
      }
      text += String(format: "  %d/%d%@ p %.2f w %.2f  true rms1 %.2f max %.2f (before %.2f) cells %d res %.3f %x n%d\n", Int(o.model.rawValue), Int(o.grade), o.accepted ? "" : "!", Double(o.predictedTypical) / 100, Double(o.predictedWorst) / 100, (sq / Double(m) / 2).squareRoot(), worstA, worstB, Int(o.cellsSeen), Double(o.residual)/1000, Int(o.reasons.rawValue), n)
    }
    print("poses \(poses)\n\(text)")
  }
}
