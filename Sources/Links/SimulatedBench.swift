// Truth about the simulated link: every sample is known exactly.

import HostSession
import Quantities
import Simulation
import Wire

final class SimulatedBench: Bench {
  private let device: LoopbackDevice
  let horizontalNanotesla: Double

  init(device: LoopbackDevice, world: World) {
    self.device = device
    horizontalNanotesla = world.horizontalNanotesla
  }

  /// The simulated instrument carries no iron, and its sensor rounds to the nearest count.
  var hardIronQ8: SIMD3<Int32> { SIMD3(repeating: 0) }

  func fields(of reading: Reading, clock: ClockTrack) -> [BenchField] {
    guard let sample = device.sample(at: reading.time) else { return [] }
    return [
      BenchField(
        counts: SIMD3(sample.counts.x, sample.counts.y, sample.counts.z),
        headingDegrees: sample.truth.headingDegrees)
    ]
  }

  func notes() -> [String] { [] }
}
