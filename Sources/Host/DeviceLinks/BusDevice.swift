// The device's code in this process, with the sensors of an I2C bus of this computer.

import BoardKit
import Foundation
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SerialLink
import TerminalInterface

/// A `DeviceLoop` with its drivers behind a byte stream, in real time. It runs while somebody reads or writes, as every command
/// does all the time; what was measured meanwhile is lost, and nothing waits in a queue.
final class BusDevice: ByteStream, @unchecked Sendable {
  let name: String
  private let lock = Monitor()
  private let bus: LinuxBus
  private let memory: SimulatedMemory
  private let number: UInt64
  private var device: Device
  private var bootCounter: UInt32 = 1
  private let origin = MonotonicClock.nanoseconds()
  private var isClosed = false

  /// Microseconds between two turns of the loop: a sample gets the time of the turn that saw it.
  private static let rest: UInt32 = 500

  private struct Device: ~Copyable {
    var loop: DeviceLoop<NavigationUnit, MotionUnit, BusSensors<LinuxBus>, RecordKeeper<SimulatedPage>, HostedProcessor>

    init(_ bus: LinuxBus, _ memory: SimulatedMemory, number: UInt64, bootCounter: UInt32) {
      loop = DeviceLoop(
        identity: DeviceIdentity(
          board: BoardName("linux"), capabilities: Capabilities.magnetometer.union(.injection), imageHash: 0,
          bootCounter: bootCounter, fault: nil, boardIdentifier: number),
        sensors: BusSensors(on: bus), records: RecordKeeper(memory.page(0), memory.page(1)),
        processor: HostedProcessor(canFail: true))
      loop.begin(seeking: Capabilities.accelerometer.union(.gyroscope))
    }
  }

  /// - Parameter memory: keeps the records.
  /// - Throws: when the bus hangs.
  init(_ bus: LinuxBus, memory: SimulatedMemory) throws(LinkError) {
    name = "i2c:\(bus.path)"
    self.bus = bus
    guard bus.heldLines == .none else {
      throw .cannotOpen(
        name: bus.path,
        reason: """
          the bus hangs: a transfer did not end in time.
          A line stays low. Switch the sensors' supply off and on; check 3.3 V, GND, and that SDA and SCL are not exchanged.
          """)
    }
    self.memory = memory
    number = Self.number(ofBusAt: bus.path)
    device = Device(bus, memory, number: number, bootCounter: bootCounter)
  }

  /// Distinguishes this bus from those of other computers, so that the program knows its deviation card again; 0 where the
  /// computer has no number. The number of the machine itself must not be told: machine-id(5).
  private static func number(ofBusAt path: String) -> UInt64 {
    guard let machine = try? contents(ofFile: "/etc/machine-id", upTo: .settings), !machine.isEmpty else { return 0 }
    return SHA256.digest(of: Array("binnacle \(path) ".utf8) + machine).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// What the user should know of the bus: addresses of known chips that the kernel has.
  var remarks: [String] {
    let held = lock.locked { bus.held }
    return HeldAddress.remarks(
      held, LinuxBuses().held(onBusAt: bus.path), onBusAt: LinuxBuses.resolved(bus.path) ?? bus.path)
  }

  /// Gives the device bytes, and lets it run.
  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    try lock.locked { () throws(LinkError) in
      for byte in bytes { device.loop.receive(byte, at: now) }
      try turn()
    }
  }

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    if buffer.isEmpty { return 0 }
    while true {
      // The lock is not held during sleep, so that other threads can write and close.
      let count = try lock.locked { () throws(LinkError) -> Int? in
        try turn()
        var count = 0
        while count < buffer.count, let byte = device.loop.nextByte() {
          buffer[count] = byte
          count += 1
        }
        return count > 0 || deadline.hasPassed ? count : nil
      }
      if let count { return count }
      usleep(Self.rest)
    }
  }

  /// Opens the lost bus again. The device goes on with its settings and its clock, and its drivers set up chips that lost their
  /// supply.
  /// - Throws: as `LinuxBus.init`.
  func reopenBus(at path: String) throws(LinkError) -> any ByteStream {
    try lock.locked { () throws(LinkError) in
      try bus.reopen(at: path)
      isClosed = false
    }
    return self
  }

  /// Ends the device: later reads and writes fail.
  func close() {
    lock.locked {
      isClosed = true
      bus.giveBack()
    }
  }

  private var now: Instant { Instant(microseconds: (MonotonicClock.nanoseconds() &- origin) / 1000) }

  private func turn() throws(LinkError) {
    if isClosed { throw .lost(name: name, reason: "it was closed") }
    if let loss = bus.loss { throw .lost(name: name, reason: loss) }
    device.loop.run(at: now)
    guard device.loop.processor.ending != .none else { return }
    // Everything that was not stored is lost. Time continues.
    bootCounter += 1
    device = Device(bus, memory, number: number, bootCounter: bootCounter)
  }
}
