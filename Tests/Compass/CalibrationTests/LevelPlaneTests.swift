// A planar calibration is for an instrument that turns about its vertical axis.

import Correction
import Foundation
import Quantities
import Testing

@testable import Calibration

/// Three turns about one axis of the sensor.
/// - Parameters:
///   - normal: the axis that does not change.
///   - down: the axis along gravity; `nil`: gravity is not known.
///   - level: the axis that is vertical by the mounting.
private func outcome(normal: Int, down: Int? = nil, level: UInt8 = 2) -> FitOutcome {
  var configuration = FitConfiguration.magnetometer
  configuration.levelAxis = level
  var fit = CalibrationFit(configuration)
  for n in 0..<600 {
    let angle = Double(n) * 6 * .pi / 600
    let noise = Double((n * 7_919) % 13 - 6) * 25
    var axes = [0.0, 0, 0]
    axes[(normal + 1) % 3] = 22_000 * cos(angle) + 9_000 + noise
    axes[(normal + 2) % 3] = 22_000 * sin(angle) - 4_000 - noise
    axes[normal] = 41_000 + noise
    func force(_ axis: Int) -> Int32 { down == axis ? -1_000_000 : 0 }
    var sample = CalibrationSample(
      field: Vector3(x: Int32(axes[0]), y: Int32(axes[1]), z: Int32(axes[2])),
      specificForce: down == nil ? nil : Vector3(x: force(0), y: force(1), z: force(2)), at: UInt32(n) * 50_000)
    _ = fit.add(&sample)
  }
  fit.beginSolve()
  while fit.step() == .working {}
  return fit.outcome
}

@Test func plane_thatIsLevel_isAccepted() {
  for (normal, down, level) in [(2, nil, 2), (0, nil, 0), (2, 2, 2), (0, 0, 2)] as [(Int, Int?, UInt8)] {
    let found = outcome(normal: normal, down: down, level: level)
    #expect(found.model == .planar && found.accepted, "normal \(normal): \(found.reasons)")
  }
}

/// The X axis of the board points down, and the heading would be 90° or 270° whatever its direction.
@Test func plane_thatStandsOnItsSide_isRefused() {
  for (normal, down) in [(0, nil), (1, nil), (0, 2), (2, 0)] as [(Int, Int?)] {
    let found = outcome(normal: normal, down: down)
    #expect(!found.accepted && found.reasons.contains(.notLevel), "normal \(normal), down \(String(describing: down))")
    #expect(found.grade == 0)
  }
}
