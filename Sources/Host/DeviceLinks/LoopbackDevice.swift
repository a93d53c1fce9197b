// The device's code in this process, reached through a link.

import Foundation
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import SerialLink
import Simulation

/// A `CompassInstrument` behind a byte stream. Time is virtual: it advances step by step while a reader waits for the
/// bytes of a stream. A simulated hour therefore takes seconds, and two runs are equal to the last bit.
package final class LoopbackDevice: ByteStream, @unchecked Sendable {
  package let name: String
  private let lock = Monitor()
  private var device: Device
  private let capabilities: Capabilities
  /// Seconds by which the gyroscope's samples are late, as set for the board.
  private let lag: Double
  private var bootCounter: UInt32 = 1
  private let memory: SimulatedMemory?
  private var sensor: SimulatedSensor?
  private var gyroscope: SimulatedGyroscope?
  private var nextRate: UInt64 = 0
  private let motion: PathSwitch?
  private var isClosed = false
  private var now: UInt64 = 0
  /// Host nanoseconds at device time 0, if virtual time follows the host's clock.
  private var origin: UInt64?
  private var nextSample: UInt64 = 0
  private var sampleInterval: UInt64 = 13_333
  /// Every sample that the simulated sensor delivered, with its device microseconds, in the order of time. It is not a
  /// dictionary: rehashing millions of samples would take seconds.
  private var truth: [(time: UInt64, sample: SimulatedSample)] = []
  private var keepsTruth = true
  /// The source of the samples instead of a simulated sensor, and when it was last polled.
  private var lines: LineSource?
  private var nextPoll: UInt64 = 0
  /// The forces of the last lines as they were read. A check uses them.
  private var forces: [(time: UInt64, force: Acceleration)] = []
  private var lineFailure: LinkError?

  /// Microseconds between two samples of the gyroscope.
  private static let rateInterval: UInt64 = 10_000

  /// Virtual microseconds between two checks of the schedule.
  private static let step: UInt64 = 250

  /// A class cannot give a noncopyable value a default; this structure wraps it.
  private struct Device: ~Copyable {
    var instrument: CompassInstrument<NavigationUnit, MotionUnit>
    var records: RecordKeeper<SimulatedPage>?
    var sabotage = Sabotage()

    init(_ capabilities: Capabilities, _ memory: SimulatedMemory?, bootCounter: UInt32, lag: Double) {
      instrument = CompassInstrument(
        identity: DeviceIdentity(
          board: BoardName("host"), capabilities: capabilities, imageHash: 0, bootCounter: bootCounter, fault: nil))
      if lag > 0 { instrument.assume(MotionSensors(field: 0, force: 0, rate: UInt16(lag * 1e6))) }
      guard let memory else { return }
      records = RecordKeeper(memory.page(0), memory.page(1))
      records?.begin(&instrument)
    }

    mutating func carryOut(_ request: StorageRequest) { records?.carryOut(request, for: instrument) }
    mutating func keepRecords(at now: Instant) { records?.run(&instrument, at: now) }
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
    self.gyroscope = gyroscope
    self.motion = motion
    self.sensor = sensor
    var capabilities = Capabilities.injection.union(.provocation)
    if sensor != nil { capabilities.formUnion(.magnetometer.union(.accelerometer)) }
    if memory != nil { capabilities.formUnion(.storage) }
    self.capabilities = capabilities
    self.memory = memory
    lag = gyroscope?.model.lag ?? 0
    device = Device(capabilities, memory, bootCounter: bootCounter, lag: lag)
  }

  /// Creates the device code with the samples of a port, in real time.
  init(name: String, lines: LineSource, memory: SimulatedMemory) {
    self.name = name
    self.lines = lines
    self.memory = memory
    motion = nil
    capabilities = Capabilities.magnetometer.union(.storage).union(lines.hasForce ? .accelerometer : .none)
      .union(lines.hasRate ? .gyroscope : .none)
    lag = 0
    device = Device(capabilities, memory, bootCounter: bootCounter, lag: lag)
    keepRealTime()
  }

  /// Writes all bytes, or fails when the deadline passes.
  package func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    try lock.locked { () throws(LinkError) in
      try checkOpen()
      for byte in bytes { device.instrument.receive(byte, at: Instant(microseconds: now)) }
      runDevice()
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
        while count < buffer.count, let byte = device.instrument.nextByte() {
          buffer[count] = byte
          count += 1
        }
        if count == 0, let lineFailure { throw lineFailure }
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
  func sample(at instant: Instant) -> SimulatedSample? {
    lock.locked {
      var range = truth.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        if truth[middle].time == instant.microseconds { return truth[middle].sample }
        range = truth[middle].time < instant.microseconds ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
  }

  /// Device microseconds of every sample that the sensor delivered.
  var sampleTimes: [UInt64] { lock.locked { truth.map(\.time) } }

  /// Deletes the samples from before this time.
  func forgetTruth(before instant: Instant) {
    lock.locked {
      let old = truth.prefix { $0.time < instant.microseconds }.count
      truth.removeFirst(old)
    }
  }

  /// Keeps no samples from now on.
  func forgetTruth() {
    lock.locked {
      keepsTruth = false
      truth = []
    }
  }

  /// Ends the device: later reads and writes fail.
  package func close() {
    lock.locked {
      isClosed = true
      lines?.close()
    }
  }

  /// Opens the lost port of the lines again. The device goes on with its settings and its clock, and later reads and writes
  /// succeed again.
  /// - Throws: as `LineSource.reopen`.
  func reopenLines(at path: String) throws(LinkError) -> any ByteStream {
    try lock.locked { () throws(LinkError) in
      try lines?.reopen(at: path)
      // What the lines did not tell is not computed step by step.
      if let origin { now = max(now, (MonotonicClock.nanoseconds() &- origin) / 1000) }
      (lineFailure, isClosed) = (nil, false)
    }
    return self
  }

  private func checkOpen() throws(LinkError) {
    if isClosed { throw .lost(name: name, reason: "it was closed") }
  }

  /// Replaces the sensor's accelerometer from now on.
  func exchangeAccelerometer(_ errors: AccelerometerErrors, noiseMicroG: Double) {
    lock.locked {
      sensor?.model.accelerometer = errors
      sensor?.model.accelerationNoiseMicroG = noiseMicroG
    }
  }

  /// Moves the sensor into another field of the Earth from now on.
  func settle(horizontalNanotesla: Double, dipDegrees: Double) {
    lock.locked {
      sensor?.world.horizontalNanotesla = horizontalNanotesla
      sensor?.world.dipDegrees = dipDegrees
    }
  }

  /// Whether the samples come from a port.
  var hasLines: Bool { lock.locked { lines != nil } }

  /// What was recognised in the lines of a port.
  var lineFacts: LineFacts? { lock.locked { lines?.facts } }

  /// The force of the line that was read at this device time, in the axes of the line.
  func lineForce(at instant: Instant) -> Acceleration? {
    lock.locked { forces.last { $0.time == instant.microseconds }?.force }
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
    let instant = Instant(microseconds: now)
    measureRate(at: instant)
    if now >= nextSample, var sensor {
      nextSample += sampleInterval
      if let motion { sensor.world.path = motion.path }
      let sample = sensor.sample(at: Double(now) / 1e6)
      self.sensor = sensor
      if keepsTruth { truth.append((now, sample)) }
      if let force = sample.acceleration {
        let own = Acceleration(microG: sensor.world.mounting.sensor(force.microG))
        device.instrument.receive(.sample(ForceSample(own, at: instant)), from: .absent, at: instant)
      }
      device.instrument.receive(
        device.sabotage.altered(.sample(Self.field(sample, at: instant))), from: SimulatedSensor.identity, at: instant)
    }
    readLine(at: instant)
    device.instrument.run(at: instant)
    while let action = device.instrument.nextAction() {
      switch action {
      case .setSensorRate(let milliHertz): sampleInterval = Self.interval(atLeast: milliHertz)
      case .reset:
        // Everything that was not stored is lost. Time continues, because the times of the samples continue.
        bootCounter += 1
        device = Device(capabilities, memory, bootCounter: bootCounter, lag: lag)
      case .provoke(let provocation):
        device.sabotage.provocation = provocation
        guard provocation.stops else { break }
        isClosed = true
        return
      case .storage(let request): device.carryOut(request)
      // It has no sensor bus and no loader, and therefore not these capabilities.
      case .listSensors, .testSensor, .enterLoader: break
      }
    }
    device.keepRecords(at: instant)
  }

  /// The gyroscope measures at its own fixed times.
  private func measureRate(at instant: Instant) {
    guard now >= nextRate, var gyroscope, let path = motion?.path ?? sensor?.world.path else { return }
    nextRate += Self.rateInterval
    let (counts, isSaturated) = gyroscope.sample(along: path, at: Double(now) / 1e6)
    self.gyroscope = gyroscope
    guard let rate = SimulatedGyroscope.scale.rate(of: counts) else { return }
    let identity = SimulatedGyroscope.identity
    let sample = RateSample(
      time: instant, counts: counts, scale: SimulatedGyroscope.scale, rate: rate, isSaturated: isSaturated,
      origin: SampleOrigin(chip: identity.chip, address: identity.address, instance: 0))
    device.instrument.receive(.sample(sample), from: identity, at: instant)
  }

  /// Microseconds between two polls of the port. Lines that arrive together get times at least a millisecond apart.
  private static let pollInterval: UInt64 = 1_000
  /// The number of forces that are kept: those of some seconds.
  private static let mostForces = 1024

  private func readLine(at instant: Instant) {
    guard let lines, lineFailure == nil, now >= nextPoll else { return }
    nextPoll = now + Self.pollInterval
    do throws(LinkError) {
      guard let row = try lines.next() else { return }
      if let rate = row.rate {
        let sample = RateSample(time: instant, counts: rate.q20, scale: .q20, rate: rate)
        device.instrument.receive(.sample(sample), from: .absent, at: instant)
      }
      if let force = row.acceleration {
        device.instrument.receive(.sample(ForceSample(force, at: instant)), from: .absent, at: instant)
        if keepsTruth {
          if forces.count == Self.mostForces { forces.removeFirst(Self.mostForces / 2) }
          forces.append((now, force))
        }
      }
      // A chip's own counts determine its range. What is beyond the range is marked as on a board.
      let chip = row.chipSample
      let sample = FieldSample(
        time: instant, counts: chip?.counts ?? row.field.nanotesla, scale: chip?.scale ?? .nanotesla, field: row.field,
        isOverflowed: chip.map { $0.scale.isBeyondRange($0.counts) } ?? row.isBeyond)
      device.instrument.receive(device.sabotage.altered(.sample(sample)), from: .absent, at: instant)
    } catch {
      lineFailure = error
    }
  }

  private static func field(_ sample: SimulatedSample, at instant: Instant) -> FieldSample {
    FieldSample(
      time: instant, counts: sample.counts, scale: sample.scale,
      field: sample.scale.field(of: sample.counts) ?? MagneticField(nanotesla: .zero),
      isOverflowed: sample.isOverflowed)
  }

  /// Microseconds between the samples of a chip that must run at this rate or faster.
  private static func interval(atLeast milliHertz: UInt32) -> UInt64 {
    1_000_000_000 / UInt64(SimulatedSensor.milliHertz(atLeast: milliHertz))
  }
}
