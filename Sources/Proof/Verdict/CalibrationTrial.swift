// One simulated calibration: its fit, its prediction, and the true error of the heading.

import Calibration
import Correction
import FitComparison
import Foundation
import Quantities
import Reference
import Simulation

/// One calibration in one world.
package struct CalibrationTrial: Sendable {
  package var world: CalibrationWorld
  package var finding: FitFinding
  /// The largest tilt of the samples.
  package var tiltSeenDegrees: Double
  /// Whether every sample was within the sensor's range.
  package var isInRange: Bool
  /// 95th percentile of the heading error over `attitudes` attitudes, degrees.
  package var trueWorstDegrees: Double

  /// The number of attitudes at which a result is tested.
  package static let attitudes = 1_000

  package var name: String { "world \(world.index)" }
  /// Whether the fit was accepted with a model.
  package var isAccepted: Bool { finding.accepted && finding.model != .none }
  /// Whether the true error does not exceed the predicted worst error.
  package var isHonest: Bool { trueWorstDegrees <= (finding.worstDegrees ?? 0) }
  /// Whether the true error exceeds twice the predicted worst error.
  package var isGrosslyWrong: Bool { trueWorstDegrees > 2 * (finding.worstDegrees ?? 0) }

  /// Calibrates in `world`.
  /// - Parameter seconds: the user ends the calibration after this time.
  package init(
    _ world: CalibrationWorld, endingAfter seconds: Double = .infinity, fit: CalibrationFitFunction,
    outliersPercent: Double = 0
  ) {
    self.world = world
    let (samples, tilt) = world.run(endingAfter: seconds)
    tiltSeenDegrees = tilt
    isInRange = !samples.contains { $0.isOverflowed }
    var run = FitRun(world: world, samples: samples)
    run.addOutliers(percent: outliersPercent, seed: world.seed &+ world.index)
    finding = fit(run)
    let limit = finding.model == .planar || finding.model == .sphere ? min(30, tilt) : 30
    trueWorstDegrees = Self.error(of: finding, in: world, tiltDegrees: limit)
  }

  /// The 95th percentile of the heading error in a world without noise or disturbance. Headings are uniform, tilt is
  /// uniform up to `tiltDegrees` in every direction, and down is known without error.
  static func error(of finding: FitFinding, in world: CalibrationWorld, tiltDegrees: Double) -> Double {
    var random = SeededGenerator(seed: world.seed, index: world.index ^ 0x5eed)
    var errors: [Double] = []
    errors.reserveCapacity(attitudes)
    for index in 0..<attitudes {
      let heading = 360 * (Double(index) + random.range(0, 1)) / Double(attitudes)
      let tilt = random.range(0, tiltDegrees) * .pi / 180
      let side = random.range(0, 2 * .pi)
      // Down in body axes, and the pitch and roll that give it.
      let down = SIMD3(sin(tilt) * cos(side), sin(tilt) * sin(side), cos(tilt))
      let axes = BodyAxes(
        Attitude(
          headingDegrees: heading, pitchDegrees: asin(-down.x) * 180 / .pi,
          rollDegrees: atan2(down.y, down.z) * 180 / .pi))
      let pair = ReferencePair(field: finding.corrected(world.sensorField(axes)), down: axes.down)
      let found = pair.azimuthDegrees(of: SIMD3(1, 0, 0))
      errors.append(abs(ReferenceAngle.shortestDifferenceDegrees(from: heading, to: found)))
    }
    return percentile(errors, 0.95)
  }

  /// The smallest of the values that at least `share` of the values do not exceed; NaN without values.
  static func percentile(_ values: [Double], _ share: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted { $0 < $1 || (!$0.isNaN && $1.isNaN) }
    return sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))]
  }
}

extension FitRun {
  /// The samples of a simulated calibration, nanotesla.
  init(world: CalibrationWorld, samples: [Simulation.CalibrationSample]) {
    self.init(
      samples: samples.map(\.field.nanotesla), accelerations: samples.compactMap(\.acceleration),
      configuration: .magnetometer)
    let spacing = UInt64(CalibrationWorld.spacing * 1_000_000)
    times = samples.indices.map { Instant(microseconds: UInt64($0) * spacing) }
    // The range is the chip's last count on its least sensitive axis; an overflowed axis exceeds it.
    // The dip for the prediction without gravity. An instrument knows it from its position.
    configuration.assumedDipTangent = Int16(256 * tan(abs(world.dipDegrees) * .pi / 180))
    configuration.sensorRange = Int32(2_048 * 100_000 / world.sensor.countsPerGauss.max())
  }
}
