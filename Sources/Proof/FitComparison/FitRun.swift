// The input of both fits: samples, gravity and times.

import Calibration
import Foundation
import Quantities
import Simulation

/// The input of a fit: whole numbers in sensor axes, and gravity if it is known.
package struct FitRun: Sendable {
  /// In the configuration's unit.
  package var samples: [Vector3]
  /// Body axes; one for each sample, or none.
  package var accelerations: [Acceleration]
  package var configuration: FitConfiguration
  /// When each sample was measured; empty if unknown.
  package var times: [Instant] = []

  package init(samples: [Vector3], accelerations: [Acceleration] = [], configuration: FitConfiguration) {
    self.samples = samples
    self.accelerations = accelerations
    self.configuration = configuration
  }
}

extension FitRun {
  /// Adds gross outliers, at least one, and replaces no sample. They are 3 to 20 radii from the centre of the samples
  /// in any direction, at random places in the sequence. The radius is the root mean square distance of the samples
  /// from their mean.
  package mutating func addOutliers(percent: Double, seed: UInt64) {
    guard percent > 0, !samples.isEmpty else { return }
    var random = SeededGenerator(seed: seed, index: 0x0071_1e85)
    let values = samples.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    let mean = values.reduce(SIMD3.zero) { $0 + $1 } / Double(values.count)
    let radius = (values.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() } / Double(values.count)).squareRoot()
    let count = max(1, Int((percent / 100 * Double(samples.count)).rounded()))
    for _ in 0..<count {
      let z = random.range(-1, 1)
      let turn = random.range(0, 2 * .pi)
      let side = (1 - z * z).squareRoot()
      let v = mean + SIMD3(side * cos(turn), side * sin(turn), z) * radius * random.range(3, 20)
      let place = Int(random.next() % UInt64(samples.count + 1))
      let limit = 2_097_151.0
      let whole = v.clamped(lowerBound: SIMD3(repeating: -limit), upperBound: SIMD3(repeating: limit)).rounded(.down)
      samples.insert(Vector3(x: Int32(whole.x), y: Int32(whole.y), z: Int32(whole.z)), at: place)
      if !accelerations.isEmpty { accelerations.insert(accelerations[min(place, accelerations.count - 1)], at: place) }
      if !times.isEmpty { times.insert(times[min(place, times.count - 1)], at: place) }
    }
  }
}

/// A fit under test.
package typealias CalibrationFitFunction = @Sendable (FitRun) -> FitFinding
