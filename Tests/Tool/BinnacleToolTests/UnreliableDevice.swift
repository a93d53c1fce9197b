// The simulated device on a line that loses what it is sent, or answers late.

import DeviceLinks
import Foundation
import SerialLink
import Simulation

/// Writes count from 1.
final class UnreliableDevice: ByteStream, @unchecked Sendable {
  let name = "odd"
  private let device = LoopbackDevice(
    name: "odd", sensor: SimulatedSensor(world: World(path: .circles(each: 10)), seed: 1))
  private let hears: @Sendable (Int) -> Bool
  private let isLateAfter: [Int]
  private var isHeardFrom = Deadline.now
  private var writes = 0

  /// - Parameters:
  ///   - hears: whether a write arrives.
  ///   - isLateAfter: the writes after which nothing is heard from it for 1.3 s.
  init(hears: @escaping @Sendable (Int) -> Bool = { _ in true }, isLateAfter: [Int] = []) {
    (self.hears, self.isLateAfter) = (hears, isLateAfter)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    while !isHeardFrom.hasPassed {
      if deadline.hasPassed { return 0 }
      usleep(1_000)
    }
    return try device.read(into: buffer, deadline: deadline)
  }

  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    writes += 1
    if isLateAfter.contains(writes) { isHeardFrom = .after(seconds: 1.3) }
    if hears(writes) { try device.write(bytes, deadline: deadline) }
  }

  func close() { device.close() }
}
