// The device's code in this process, reached through a link.

import Foundation
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SerialLink
import Simulation

/// A `DeviceLoop` behind a byte stream. Time is virtual: it advances step by step while a reader waits for the
/// bytes of a stream. A simulated hour therefore takes seconds, and two runs are equal to the last bit.
package final class LoopbackDevice: ByteStream, @unchecked Sendable {
  package let name: String
  private let lock = Monitor()
  private var device: Device
  private let sensors: LoopbackSensors
  private let memory: SimulatedMemory?
  private var bootCounter: UInt32 = 1
  private var isClosed = false
  private var now: UInt64 = 0
  /// Host nanoseconds at device time 0, if virtual time follows the host's clock.
  private var origin: UInt64?

  /// Virtual microseconds between two checks of the schedule.
  private static let step: UInt64 = 250

  /// A class cannot give a noncopyable value a default; this structure wraps it.
  private struct Device: ~Copyable {
    var loop: DeviceLoop<NavigationUnit, MotionUnit, LoopbackSensors, OptionalRecords<SimulatedPage>, HostedProcessor>

    init(_ sensors: LoopbackSensors, _ memory: SimulatedMemory?, bootCounter: UInt32) {
      // Nobody injects samples into a device, or makes it fail, whose samples come from a port.
      let isSimulated = sensors.lines == nil
      loop = DeviceLoop(
        identity: DeviceIdentity(
          board: BoardName("host"), capabilities: sensors.fitted.union(isSimulated ? .injection : .none), imageHash: 0,
          bootCounter: bootCounter, fault: nil),
        sensors: sensors, records: OptionalRecords(memory.map { RecordKeeper($0.page(0), $0.page(1)) }),
        processor: HostedProcessor(canFail: isSimulated))
      if sensors.lag > 0 {
        loop.instrument.assume(MotionSensors(field: 0, force: 0, rate: UInt16(sensors.lag * 1e6)))
      }
      loop.begin(seeking: .none)
    }
  }

  /// - Parameters:
  ///   - sensor: the simulated magnetometer; `nil` for a board that only receives injected samples.
  ///   - motion: the motion of the instrument; `nil` means the motion of the sensor's own world.
  package convenience init(name: String, sensor: SimulatedSensor?, motion: PathSwitch? = nil) {
    self.init(name: name, sensor: sensor, motion: motion, memory: nil)
  }

  /// - Parameters:
  ///   - gyroscope: the simulated gyroscope; `nil` for a board without one.
  ///   - memory: the memory for the records; `nil` for a board that cannot store.
  init(
    name: String, sensor: SimulatedSensor?, gyroscope: SimulatedGyroscope? = nil, motion: PathSwitch?,
    memory: SimulatedMemory?
  ) {
    self.name = name
    self.memory = memory
    sensors = LoopbackSensors(sensor: sensor, gyroscope: gyroscope, motion: motion)
    device = Device(sensors, memory, bootCounter: bootCounter)
  }

  /// Creates the device code with the samples of a port, in real time.
  init(name: String, lines: LineSource, memory: SimulatedMemory) {
    self.name = name
    self.memory = memory
    sensors = LoopbackSensors(lines)
    device = Device(sensors, memory, bootCounter: bootCounter)
    keepRealTime()
  }

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    try lock.locked { () throws(LinkError) in
      try checkOpen()
      for byte in bytes { device.loop.receive(byte, at: Instant(microseconds: now)) }
      runDevice()
      // The simulated world is at a new place at once, and so is what the device expects of it.
      while device.loop.instrument.isComputingField { runDevice() }
    }
  }

  /// Reads the bytes that have come, at most as many as fit into the buffer; 0 when the deadline passes without a byte.
  package func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    if buffer.isEmpty { return 0 }
    while true {
      // The lock is held for one step at a time and not during sleep, so that other threads can write and close.
      let (count, wait) = try lock.locked { () throws(LinkError) -> (Int?, UInt32) in
        try checkOpen()
        var count = 0
        while count < buffer.count, let byte = device.loop.nextByte() {
          buffer[count] = byte
          count += 1
        }
        if count == 0, let failure = sensors.lineFailure { throw failure }
        if count > 0 || deadline.hasPassed { return (count, 0) }
        let wait = microsecondsToNextStep
        if wait == 0 { advance() }
        return (nil, wait)
      }
      if let count { return count }
      if wait > 0 { usleep(wait) }
    }
  }

  /// The sample that the sensor delivered at this device time.
  func sample(at instant: Instant) -> SimulatedSample? { lock.locked { sensors.sample(at: instant) } }

  /// Device microseconds of every sample that the sensor delivered.
  var sampleTimes: [UInt64] { lock.locked { sensors.truth.map(\.time) } }

  /// Deletes the samples from before this time.
  func forgetTruth(before instant: Instant) { lock.locked { sensors.forgetTruth(before: instant) } }

  /// Keeps no samples from now on.
  func forgetTruth() { lock.locked { sensors.forgetTruth() } }

  /// Ends the device: later reads and writes fail.
  package func close() {
    lock.locked {
      isClosed = true
      sensors.lines?.close()
    }
  }

  /// Opens the lost port of the lines again. The device goes on with its settings and its clock, and later reads and writes
  /// succeed again.
  /// - Throws: as `LineSource.reopen`.
  func reopenLines(at path: String) throws(LinkError) -> any ByteStream {
    try lock.locked { () throws(LinkError) in
      try sensors.lines?.reopen(at: path)
      // What the lines did not tell is not computed step by step.
      if let origin { now = max(now, (MonotonicClock.nanoseconds() &- origin) / 1000) }
      (sensors.lineFailure, isClosed) = (nil, false)
    }
    return self
  }

  private func checkOpen() throws(LinkError) {
    if isClosed { throw .lost(name: name, reason: "it was closed") }
  }

  /// Replaces the sensor's accelerometer from now on.
  func exchangeAccelerometer(_ errors: AccelerometerErrors, noiseMicroG: Double) {
    lock.locked {
      sensors.sensor?.model.accelerometer = errors
      sensors.sensor?.model.accelerationNoiseMicroG = noiseMicroG
    }
  }

  /// Moves the sensor into another field of the Earth from now on. Call it before the device is told the place.
  func settle(horizontalNanotesla: Double, dipDegrees: Double) {
    lock.locked {
      // A sample of the former place, judged by the field of the new one, would be disturbed.
      now += Self.step
      sensors.settle(horizontalNanotesla: horizontalNanotesla, dipDegrees: dipDegrees, at: now)
      sensors.poll(for: &device.loop.instrument, at: Instant(microseconds: now))
    }
  }

  /// Whether the samples come from a port.
  var hasLines: Bool { lock.locked { sensors.lines != nil } }

  /// What was recognised in the lines of a port.
  var lineFacts: LineFacts? { lock.locked { sensors.lines?.facts } }

  /// The force of the line that was read at this device time, in the axes of the line.
  func lineForce(at instant: Instant) -> Acceleration? {
    lock.locked { sensors.lineForce(at: instant) }
  }

  /// Makes virtual time follow the host's clock from now on, for a person who watches.
  func keepRealTime() {
    lock.locked { origin = MonotonicClock.nanoseconds() &- now * 1000 }
  }

  /// Host microseconds until the next step of virtual time; 0 if it may come at once.
  private var microsecondsToNextStep: UInt32 {
    guard let origin else { return 0 }
    // Virtual time may exceed the time since this machine was started; the origin is then before the clock's start.
    let ahead = Int64(bitPattern: origin &+ (now + Self.step) * 1000 &- MonotonicClock.nanoseconds())
    return UInt32(max(0, min(ahead / 1000, 1_000_000)))
  }

  private func advance() {
    now += Self.step
    runDevice()
  }

  private func runDevice() {
    device.loop.run(at: Instant(microseconds: now))
    switch device.loop.processor.ending {
    case .none: return
    case .reset, .loader:
      // Everything that was not stored is lost. Time continues, because the times of the samples continue.
      bootCounter += 1
      device = Device(sensors, memory, bootCounter: bootCounter)
    case .failed: isClosed = true
    }
  }
}
