// Worlds with a right and with a wrong gyroscope.

import Foundation
import Quantities
import Reference
import Simulation
import TestSupport
import Testing

@testable import Motion

/// What the gyroscope makes of the turn: measured = matrix · turn.
private struct AxesCase {
  var name: String
  var fault: AxesFault
  var rows: [SIMD3<Double>]
  /// The arrangement that must be found; 0: any.
  var arrangement: UInt16 = 0
  /// The share of the worlds in which it must be found.
  var share = 0.95

  static func scaled(
    _ name: String, _ fault: AxesFault, _ gains: SIMD3<Double>, _ arrangement: UInt16 = 135, share: Double = 0.95
  ) -> Self {
    AxesCase(
      name: name, fault: fault,
      rows: [SIMD3(gains.x, 0, 0), SIMD3(0, gains.y, 0), SIMD3(0, 0, gains.z)], arrangement: arrangement, share: share)
  }

  static let right = scaled("right", .none, SIMD3(1, 1, 1))
  static let wrong: [AxesCase] = [
    scaled("x reversed", .reversed, SIMD3(-1, 1, 1), 235), scaled("y reversed", .reversed, SIMD3(1, -1, 1), 145),
    scaled("z reversed", .reversed, SIMD3(1, 1, -1), 136), scaled("z 1.25", .scale, SIMD3(1, 1, 1.25), share: 0.6),
    scaled("x 0.75", .scale, SIMD3(0.75, 1, 1)), scaled("y 0.5", .scale, SIMD3(1, 0.5, 1)),
    scaled("z 2", .scale, SIMD3(1, 1, 2)), scaled("degrees as radians", .unit, SIMD3(repeating: 57.3)),
    scaled("radians as degrees", .unit, SIMD3(repeating: 1 / 57.3)),
    AxesCase(
      name: "x and y exchanged", fault: .swapped, rows: [SIMD3(0, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1)],
      arrangement: 315),
    AxesCase(
      name: "a quarter turn about z", fault: .swapped, rows: [SIMD3(0, 1, 0), SIMD3(-1, 0, 0), SIMD3(0, 0, 1)],
      arrangement: 415),
    AxesCase(
      name: "z, x, y", fault: .swapped, rows: [SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], arrangement: 351),
  ]
}

/// A body that turns about all axes for thirty seconds, and its three sensors.
private struct AxesWorld {
  private var random: SeededGenerator
  /// Each axis: amplitude (rad/s), frequency (rad/s) and phase of two waves.
  private let waves: [[SIMD3<Double>]]
  private let bias: SIMD3<Double>
  private let field: SIMD3<Double>
  private let noise: SIMD3<Double>

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    waves = (0..<3).map { _ in
      (0..<2).map { _ in SIMD3(draw(0.1...0.9), draw(0.3...2.5), draw(0...6.28)) }
    }
    bias = SIMD3(draw(-0.06...0.06), draw(-0.06...0.06), draw(-0.06...0.06))
    let dip = draw(0.6...1.3)
    field = SIMD3(cos(dip), 0, sin(dip)) * draw(35...60)
    // rad/s, g, µT.
    noise = SIMD3(draw(0.001...0.005), draw(0.002...0.02), draw(0.1...0.5))
    self.random = random
  }

  /// Runs the watch for 30 s at 50 Hz.
  /// - Returns: the watch, and when it found a fault first, seconds.
  mutating func run(_ axes: AxesCase) -> (watch: GyroscopeAxes, found: Double?) {
    var watch = GyroscopeAxes()
    var found: Double?
    var truth = ReferenceQuaternion(rotationVector: SIMD3(0.3, -0.2, Double.random(in: 0...6, using: &random)))
    let strength = UInt32((field * field).sum().squareRoot() * 1000)
    for n in 1...1_500 {
      let t = Double(n) / 50
      let turn = SIMD3(rate(0, t), rate(1, t), rate(2, t))
      truth = (truth * ReferenceQuaternion(rotationVector: turn / 50)).normalised
      let measured = SIMD3(
        (axes.rows[0] * turn).sum(), (axes.rows[1] * turn).sum(), (axes.rows[2] * turn).sum())
      let down = truth.conjugate.turned(SIMD3(0, 0, -1)) + vector(noise.y)
      let magnetic = truth.conjugate.turned(field) + vector(noise.z)
      // The unit error scales offset and noise, too.
      let size = axes.fault == .unit ? axes.rows[0].x : 1
      watch.add(
        rounded((measured + (bias + vector(noise.x)) * size) * 1_048_576),
        at: Instant(microseconds: UInt64(n) * 20_000), isUsable: true)
      watch.add(field: rounded(magnetic * 1000), force: rounded(down * 1e6), strength: strength)
      watch.work()
      if found == nil, watch.fault != .none { found = t }
    }
    return (watch, found)
  }

  private func rate(_ axis: Int, _ t: Double) -> Double {
    waves[axis].reduce(0) { $0 + $1.x * sin($1.y * t + $1.z) }
  }

  private mutating func vector(_ size: Double) -> SIMD3<Double> {
    func draw() -> Double { (0..<6).reduce(0) { sum, _ in sum + Double.random(in: -0.7...0.7, using: &random) } }
    return SIMD3(draw(), draw(), draw()) * size
  }

  private func rounded(_ v: SIMD3<Double>) -> Vector3 {
    Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }
}

/// Worlds a class: 1,000 with `make worlds`.
private let worlds: UInt64 = TestEffort.current == .full ? 1_000 : 60

@Test(arguments: AxesCase.wrong.indices)
func axes_wrong_areFoundWithinThirtySeconds(_ index: Int) {
  let axes = AxesCase.wrong[index]
  var found = 0
  var kinds = 0
  for seed in 1...worlds {
    var world = AxesWorld(seed: 7_000 + seed)
    let result = world.run(axes)
    found += result.found == nil ? 0 : 1
    kinds += result.watch.fault == axes.fault && result.watch.arrangement == axes.arrangement ? 1 : 0
  }
  #expect(Double(found) >= axes.share * Double(worlds), "\(axes.name): \(found) of \(worlds)")
  #expect(Double(kinds) >= (axes.share - 0.1) * Double(worlds), "\(axes.name): told rightly \(kinds) of \(worlds)")
}

@Test func axes_right_areNotReported_andAreConfirmed() {
  var found = 0
  var confirmed = 0
  for seed in 1...worlds {
    var world = AxesWorld(seed: 9_000 + seed)
    let result = world.run(.right)
    found += result.found == nil ? 0 : 1
    confirmed += result.watch.confirmed == 7 ? 1 : 0
  }
  #expect(found <= Int(worlds) / 1_000, "\(found) of \(worlds)")
  #expect(Double(confirmed) >= 0.95 * Double(worlds), "\(confirmed) of \(worlds)")
}

@Test func axes_ofAFieldThatTurnsAlone_areNotReported() {
  // The instrument lies still, and the field turns: by steps, steadily, and to and fro.
  func noise(_ n: Int) -> Int32 { Int32(n % 401) - 200 }
  for kind in 0..<3 {
    var watch = GyroscopeAxes()
    for n in 1...1_500 {
      let t = Double(n) / 50
      let angle = kind == 0 ? (t / 5).rounded(.down) : kind == 1 ? 0.3 * t : 1.5 * sin(t)
      let v = SIMD3(20_000 * cos(angle), -20_000 * sin(angle), 43_000)
      watch.add(
        Vector3(x: noise(7_919 * n), y: noise(104_729 * n), z: noise(1_299_709 * n)),
        at: Instant(microseconds: UInt64(n) * 20_000), isUsable: true)
      watch.add(
        field: Vector3(x: Int32(v.x), y: Int32(v.y), z: Int32(v.z)), force: Vector3(x: 0, y: 0, z: -1_000_000),
        strength: 47_400)
      watch.work()
      #expect(watch.fault == .none && watch.confirmed == 0, "kind \(kind) at \(t) s")
      if watch.fault != .none { break }
    }
  }
}
