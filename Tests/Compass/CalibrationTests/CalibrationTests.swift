// Synthetic bodies for the tests of the solver.
import Calibration
import Correction
import Foundation
import Quantities
import TestSupport

/// Samples of an ellipsoid: m = h + G·R·w + noise, G symmetric.
struct Body {
  var centre = (x: 0.0, y: 0.0, z: 0.0)
  var radius = 50_000.0
  /// G's upper triangle: xx, xy, xz, yy, yz, zz.
  var gain = [1.0, 0, 0, 1, 0, 1]
  var noise = 0.0

  func sample(_ w: (Double, Double, Double), _ random: inout SeededGenerator) -> Vector3 {
    let g = gain
    func axis(_ c: Double, _ a: Double, _ b: Double, _ d: Double) -> Int32 {
      Int32((c + radius * (a * w.0 + b * w.1 + d * w.2) + noise * random.gaussian()).rounded())
    }
    return Vector3(
      x: axis(centre.x, g[0], g[1], g[2]), y: axis(centre.y, g[1], g[3], g[4]), z: axis(centre.z, g[2], g[4], g[5]))
  }
}

/// A direction uniform on the sphere.
func direction(_ random: inout SeededGenerator) -> (Double, Double, Double) {
  let (x, y, z) = (random.gaussian(), random.gaussian(), random.gaussian())
  let length = (x * x + y * y + z * z).squareRoot()
  return (x / length, y / length, z / length)
}

/// Runs a solve to its end; a solve that does not end is a failure of the test.
func finish(_ fit: inout CalibrationFit) -> FitOutcome {
  fit.beginSolve()
  var slices = 0
  while fit.step() == .working {
    slices += 1
    precondition(slices < 2_000, "the solve does not end")
  }
  return fit.outcome
}

/// Takes a sample as firmware does, a slice of background work after it.
@discardableResult
func feed(_ fit: inout CalibrationFit, _ sample: Vector3, down: (Double, Double, Double)? = nil) -> SampleOutcome {
  let force = down.map { Vector3(x: Int32(-1e6 * $0.0), y: Int32(-1e6 * $0.1), z: Int32(-1e6 * $0.2)) }
  let result = fit.add(field: sample, specificForce: force, at: Instant(microseconds: 0))
  _ = fit.step()
  return result
}

func distance(_ outcome: FitOutcome, _ body: Body) -> Double {
  let x = Double(outcome.centre.x) / 256 - body.centre.x
  let y = Double(outcome.centre.y) / 256 - body.centre.y
  let z = Double(outcome.centre.z) / 256 - body.centre.z
  return (x * x + y * y + z * z).squareRoot()
}
