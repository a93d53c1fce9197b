// The device half without input and output: bytes, samples and time go in, bytes come out.
//
// A board's main loop passes input to it and sends its bytes. Nothing here waits, allocates or reads a clock.

import Calibration
import Correction
import FixedPoint
import Heading
import LinkProtocol
import Quantities
import RawMemory
import SelfTest
import SensorDrivers

/// A compass on a link.
///
/// `Way` is the board's choice between an instrument with navigation (`NavigationUnit`) and a smaller one, `Gyro` that
/// between one that fuses the rates of a gyroscope (`MotionUnit`) and a smaller one.
public struct CompassInstrument<Way: WayPart & ~Copyable, Gyro: MotionPart & ~Copyable>: ~Copyable {
  // The members are in the order of their size: a Cortex-M0 reads the first 124 bytes behind a pointer with one
  // instruction.
  /// The time of this turn: the time of the byte, the sample or the slice of work in progress.
  var now = Instant(microseconds: 0)
  /// What the board has; a sensor that it may lack counts from its first sample on.
  private(set) var capabilities: Capabilities
  /// The next self-test to run, and the token of the request for it.
  var selfTest: (next: Int, token: UInt8)?
  /// The key of the restart that is to come, 0 without one.
  var restartKey: UInt32 = 0
  /// The list of sensors that was asked for: whether the board has been told, and the token of the request.
  var sensorList: (isTold: Bool, token: UInt8)?
  /// Whether the last byte has left the UART too.
  private var isLineAtRest = true
  var pendingProvocation: Provocation?
  var pendingRate: UInt32?
  var injectedSamples: UInt32 = 0
  /// The latest time at which the last byte may have been passed to the line.
  private var lastBusy = Instant(microseconds: 0)
  var telemetry = Telemetry()
  var storage = StorageService()
  var prompter = CalibrationPrompter()
  var calibrationSession = CalibrationSession()
  var sensor = SensorWatch()
  var accelerometer = ForceWatch()
  var statistics = Statistics()
  var decoder = FrameDecoder()
  var hello: Hello
  var lastMeterReport = MeterReport()
  var pipeline = Pipeline()
  var heading = HeadingUnit()
  var calibrator = CalibrationMachine<GuidedFit>()
  var way = Way()
  var gyro = Gyro()
  var transmitter: Transmitter
  private let inPlace = InPlace()

  public init(identity: DeviceIdentity) {
    hello = identity.hello
    capabilities = hello.capabilities
    hello.capabilities = capabilities.union(.worldModel).union(Way.capabilities).union(Gyro.capabilities)
    transmitter = Transmitter(baud: identity.baud)
    statistics.stackSize = identity.stackSize
    sensor.isFitted = capabilities.contains(.magnetometer)
    accelerometer.isFitted = capabilities.contains(.accelerometer)
    if capabilities.contains(.storage) { _ = storage.ask(.load, for: .boot) }
  }

  /// For a board on which the magnetometer's axes are not forward, right and down.
  /// - Parameter mounting: how the magnetometer is mounted. It holds from every start until the link sets another.
  public init(identity: DeviceIdentity, mounting: AxisRemap) {
    self.init(identity: identity)
    pipeline.mounting = mounting
  }

  // MARK: - In

  /// Receives one byte from the line. A complete request is carried out at once.
  @inline(never)
  public mutating func receive(_ byte: UInt8, at now: Instant) {
    self.now = now
    if decoder.feed(byte) == .frame { handleFrame() }
  }

  /// Receives the result of the magnetometer's driver.
  public mutating func receive(
    _ outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) {
    self.now = now
    let before = sensor.state
    sensor.identity = identity
    // The record may have been loaded before the chip was identified.
    if !isOfFittedSensor(pipeline.record) { pipeline.forgetCalibration() }
    var error: SensorError?
    switch outcome {
    case .nothing: return
    case .sample(let sample):
      sensor.add(sample, at: now)
      if sample.isStale {
        statistics.staleSamples &+= 1
      } else {
        statistics.samples &+= 1
        calibrate(with: sample)
        if Gyro.fuses, !sample.isOverflowed {
          gyro.add(field: pipeline.bodyField(sample.field), at: sample.time, isInjected: false)
        }
      }
      if telemetry.streams.contains(.rawSamples) && !sample.isStale {
        var raw = RawSample(sample, number: sensor.number)
        transmitter.send(image: &raw, as: .rawSample)
      }
    case .fault(let fault):
      statistics.sensorFaults &+= 1
      error = fault
    case .unavailable(let fault):
      statistics.sensorFaults &+= 1
      if before != .unavailable { statistics.sensorRestarts &+= 1 }
      sensor.lose()
      error = fault
    }
    if error != nil || sensor.state != before { report(error, sensor.state, sensor.identity.chip) }
  }

  /// Receives the result of an accelerometer's driver on a board that may have none. Its axes are those of the
  /// magnetometer, so that the mounting holds for both. The accelerometer counts as fitted from its first sample on;
  /// before, that it does not answer is no fault.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample(var sample) = outcome {
      sample.force = Acceleration(microG: pipeline.mounting.body(sample.force.microG))
      accelerometer.isFitted = true
      gain(.accelerometer)
      receive(.sample(sample), from: identity, at: now)
    } else if accelerometer.isFitted {
      receive(outcome, from: identity, at: now)
    } else if case .unavailable = outcome {
      accelerometer.isSought = false
    }
  }

  /// Receives the result of a magnetometer's driver on a board that may have none, as in an emulator. It counts as fitted
  /// from its first sample on; before, that it does not answer is no fault.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample = outcome, !sensor.isFitted {
      sensor.isFitted = true
      gain(.magnetometer)
    }
    if case .unavailable = outcome { sensor.isSought = false }
    if sensor.isFitted { receive(outcome, from: identity, at: now) }
  }

  /// Says which sensors the board may have, before its loop: hello calls them *starting* until the first round of looking for
  /// them is over, so that a host waits.
  public mutating func seek(_ possible: Capabilities) {
    sensor.isSought = possible.contains(.magnetometer)
    accelerometer.isSought = possible.contains(.accelerometer)
    if possible.contains(.gyroscope) { gyro.seek() }
  }

  mutating func gain(_ capability: Capabilities) {
    capabilities = capabilities.union(capability)
    hello.capabilities = hello.capabilities.union(capability)
  }

  /// Receives the result of the accelerometer's driver, in body axes. Calibration and readings use it while it is new
  /// enough.
  public mutating func receive(
    _ outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) {
    self.now = now
    let before = accelerometer.state
    accelerometer.identity = identity
    var error: SensorError?
    switch outcome {
    case .nothing: return
    case .sample(let sample):
      accelerometer.add(sample)
      if Gyro.fuses, !sample.isStale, !sample.isSaturated {
        gyro.add(force: pipeline.bodyForce(sample.force), at: sample.time, isInjected: false)
      }
      if telemetry.streams.contains(.rawMotion) && !sample.isStale {
        var raw = RawMotion(sample, number: accelerometer.number)
        transmitter.send(image: &raw, as: .rawForce)
      }
    case .fault(let fault):
      statistics.sensorFaults &+= 1
      error = fault
    case .unavailable(let fault):
      statistics.sensorFaults &+= 1
      if before != .unavailable { statistics.sensorRestarts &+= 1 }
      accelerometer.lose()
      error = fault
    }
    if error != nil || accelerometer.state != before {
      report(error, accelerometer.state, accelerometer.identity.chip)
    }
  }

  /// Stores the deepest use of the stack so far, as the board's start-up code measures it.
  public mutating func noteStackHighWater(bytes: UInt32) { statistics.stackHighWater = bytes }

  // MARK: - One slice of work

  /// How long a UART may still be sending the bytes it was given: 17 bytes (a FIFO of 16 and the one in transmission)
  /// take 1.5 ms at 115,200 baud.
  private static var lineDrainMicroseconds: UInt32 { 2000 }

  /// Does what is due: at most one slice each of a calibration and of the world model, one reading, one statistics
  /// message and one self-test.
  @inline(never)
  public mutating func run(at now: Instant) {
    self.now = now
    transmitter.advance(to: now)
    if !transmitter.isEmpty { lastBusy = now }
    isLineAtRest = now.elapsed(since: lastBusy) >= Self.lineDrainMicroseconds
    runCalibration()
    heading.advanceModel()
    gyro.work()
    if telemetry.isReadingDue(at: now) {
      Gyro.tell(in: &self)
      updateReading(asked: false)
      if telemetry.streams.contains(.guidance) {
        transmitter.begin(.periodicGuidance)
        way.appendGuidance(to: &transmitter.frame, at: now)
        transmitter.commit()
      }
    }
    if telemetry.areStatisticsDue(at: now) {
      transmitter.begin(.periodicStatistics)
      appendStatistics()
      transmitter.commit()
    }
    if let (next, token) = selfTest, transmitter.hasRoom(forPayload: 80) { runSelfTest(next, token: token) }
  }

  // MARK: - Out

  /// Says whether the line that is in use has the rate of the identity. A USB port has none: its host takes what it can,
  /// and `SerialPort.canSend` says how much.
  public mutating func setLineHasRate(_ hasRate: Bool) { transmitter.setLineHasRate(hasRate) }

  /// The next byte for the line; `nil` when there is nothing to send.
  @inline(never)
  public mutating func nextByte() -> UInt8? { transmitter.nextByte() }

  /// The next action that the board must do. Call it until it returns `nil`.
  @inline(never)
  public mutating func nextAction() -> BoardAction? {
    if let interval = pendingRate {
      pendingRate = nil
      // Intervals are whole microseconds. A host that wants 75 Hz sends 13,333 µs, which is slightly more than 75 Hz.
      // Without the added microsecond the sensor would run at 220 Hz for it.
      return .setSensorRate(milliHertz: 1_000_000_000 / (interval &+ 1))
    }
    if let request = storage.fetchRequest() { return .storage(request) }
    if sensorList?.isTold == false {
      sensorList?.isTold = true
      return .listSensors
    }
    // The acknowledgement must be sent completely first: bytes that wait in a UART would be lost by the reset.
    guard transmitter.isEmpty, isLineAtRest else { return nil }
    if let provocation = pendingProvocation {
      pendingProvocation = nil
      return .provoke(provocation)
    }
    return restartKey == 0 ? nil : restartKey == ResetRequest.key ? .reset : .enterLoader
  }

  // MARK: - Pieces

  /// Computes the reading of the latest sample, passes it to `way`, and sends the streams that are on.
  /// - Parameter asked: whether a request about navigation needs it, and not the schedule.
  @inline(never)
  mutating func updateReading(asked: Bool) {
    guard sensor.hasSample else {
      guard sensor.isFitted else { return way.loseHeading(at: now) }
      return sendSilence(sensor.state == .starting ? .sensorStarting : .sensorFault, .none)
    }
    let isFresh = now.elapsed(since: sensor.lastFresh) <= telemetry.patience(heading.sampleTimeout)
    guard isFresh || !asked else { return way.loseHeading(at: now) }
    if telemetry.lastSample == sensor.number { sensor.markRepeated() }
    telemetry.lastSample = sensor.number
    if !asked {
      if telemetry.streams.contains(.meter) { sendMeterReading() }
      guard telemetry.computesReadings else { return }
    }
    guard isFresh else { return sendSilence(.noFreshSample, .outdated) }
    let tilt = accelerometer.tilt(at: sensor.sample.time)
    var evidence = HeadingEvidence(at: sensor.sample.time)
    var assessment = HeadingAssessment()
    pipeline.correct(&sensor.sample, specificForce: tilt.force, into: &evidence)
    heading.assess(&evidence, pipeline, isInjected: false, isNew: !sensor.sample.isStale, into: &assessment)
    tilt.addDoubts(to: &assessment)
    gyro.receive(&evidence, &assessment)
    if Gyro.fuses, gyro.isFieldTurned { heading.noteTurn() }
    watchCalibration()
    way.receive(&evidence, &assessment, at: now)
    guard telemetry.streams.contains(.readings), assessment.event != .none else { return }
    var reading = Reading()
    reading.compose(
      &sensor.sample, number: sensor.number, isMeasured: true, &evidence, &assessment, tilt, pipeline)
    send(&reading)
  }

  /// Sends a reading without a heading, and its reason.
  @inline(never)
  private mutating func sendSilence(_ reason: UnavailableReason, _ doubts: HeadingDoubts) {
    way.loseHeading(at: now)
    guard telemetry.streams.contains(.readings) else { return }
    var assessment = HeadingAssessment()
    heading.assessSilence(doubts, at: now, into: &assessment)
    guard assessment.event != .none else { return }
    var reading = Reading()
    reading.time = now
    reading.reason = reason
    reading.assessment = assessment
    send(&reading)
  }

  @inline(never)
  private mutating func send(_ reading: inout Reading) {
    transmitter.begin(.reading)
    reading.appendParts(to: &transmitter.frame)
    transmitter.commit()
  }

  private mutating func runSelfTest(_ index: Int, token: UInt8) {
    if index == SelfTestList.count {
      selfTest = nil
      return acknowledge(FrameHeader(kind: MessageKind.selfTest.rawValue, token: token, sequence: 0))
    }
    transmitter.begin(.selfTestResult, token: token)
    SelfTestList.run(index).append(to: &transmitter.frame)
    transmitter.commit()
    selfTest = (index &+ 1, token)
  }

  mutating func report(_ error: SensorError?, _ state: SensorState, _ chip: SensorChip) {
    guard telemetry.streams.contains(.sensorEvents) else { return }
    let event = SensorEvent(
      time: now, state: state, chip: error?.chip.rawValue ?? chip.rawValue,
      register: error?.register ?? 0, kind: error?.kind.rawValue ?? 0, detail: error?.detail ?? 0)
    transmitter.send(event, as: .sensorEvent)
  }

  /// Appends the present statistics.
  mutating func appendStatistics() {
    statistics.time = now
    statistics.framesReceived = decoder.frames
    statistics.framesCorrupt = decoder.corrupt
    statistics.framesOverlong = decoder.overlong
    statistics.framesSent = transmitter.sent
    statistics.framesDropped = transmitter.dropped
    transmitter.frame.append(image: &statistics)
  }
}
