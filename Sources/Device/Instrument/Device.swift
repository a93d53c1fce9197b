// A compass as a device: which part gets which sample, and when each message is sent. `Compass` and its companions
// compute.

import Binnacle
import LinkProtocol
import Quantities
import RawMemory
import SelfTest
import SensorDrivers

/// Counts of events since boot.
struct DeviceCounts {
  var samples: UInt32 = 0
  var staleSamples: UInt32 = 0
  var sensorFaults: UInt32 = 0
  /// Times when a sensor was initialised again after faults.
  var sensorRestarts: UInt32 = 0
  /// Frames of an unknown kind.
  var framesUnknown: UInt32 = 0
  /// Deepest use of the stack, bytes.
  var stackHighWater: UInt32 = 0
}

/// A compass, its sensors, its settings and its store. The line is an argument wherever something is sent.
struct Device<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>: ~Copyable {
  // The members are in the order of their size: a Cortex-M0 reads the first 124 bytes behind a pointer with one
  // instruction.
  /// What the board has. A sensor that the board may not have counts from its first sample on.
  private(set) var capabilities: Capabilities
  /// The next self-test to run, and the token of the request for it.
  var selfTest: (next: Int, token: UInt8)?
  /// The key of the pending restart; 0 if there is none.
  var restartKey: UInt32 = 0
  /// The pending request about the sensor bus: a self-test of the chip of this kind, or, without a kind, the list of
  /// chips. Then whether the board has received it, and the token of the request.
  var inquiry: (kind: SensorKind, isTold: Bool, token: UInt8)?
  /// The failure that the board is requested to cause, and how fields are altered at present.
  var pendingProvocation: Provocation?
  var provocation = Provocation.none
  var pendingRate: UInt32?
  var injectedSamples: UInt32 = 0
  /// The number of the sample in the last reading, to mark repetitions.
  private var reportedSample: UInt32 = 0
  var telemetry = Telemetry()
  var storage = StorageService()
  var session = CalibrationSession()
  var sensor = SensorWatch()
  var accelerometer = SensorWatch()
  var counts = DeviceCounts()
  let identity: DeviceIdentity
  /// The last sample of the magnetometer as its chip delivered it.
  private var sample = FieldSample(
    time: Instant(microseconds: 0), counts: .zero, scale: .nanotesla, field: MagneticField(nanotesla: .zero))
  /// Whether the last reading was of injected samples, which have their own time.
  private(set) var isInjected = false
  var meter = ZeroPointMeter()
  private var metered = MeterReading(field: MagneticField(nanotesla: .zero), isSaturated: false)
  var compass = Compass()
  var place = CompassPlace()
  var calibration = CompassCalibration()
  var navigation = Navigation()
  var motion = Motion()
  private let inPlace = InPlace()

  init(_ identity: DeviceIdentity) {
    self.identity = identity
    capabilities = identity.capabilities
    calibration.hasStore = capabilities.contains(.storage)
    sensor.isFitted = capabilities.contains(.magnetometer)
    accelerometer.isFitted = capabilities.contains(.accelerometer)
    if capabilities.contains(.storage) { _ = storage.ask(.load, for: .boot) }
  }

  /// Sets how the sensors are mounted: all of them have the axes of the magnetometer.
  mutating func setMounting(_ mounting: AxisRemap) {
    compass.mounting = mounting
    compass.forceMounting = mounting
    motion.setMounting(mounting)
  }

  // MARK: - Samples

  /// Records the first sample of a sensor that the board may not have.
  mutating func found(_ sensors: Capabilities) {
    if sensors.contains(.magnetometer) { sensor.isFitted = true }
    if sensors.contains(.accelerometer) { accelerometer.isFitted = true }
    capabilities = capabilities.union(sensors)
  }

  mutating func receive(
    _ outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, _ line: inout Transmitter, at now: Instant
  ) {
    let before = sensor.state
    sensor.identity = identity
    // The record may have been loaded before the chip was identified.
    if compass.chip != identity.chip.rawValue { compass.chip = identity.chip.rawValue }
    switch outcome {
    case .nothing: return
    case .sample(let sample): add(sample, &line, at: now)
    case .fault: break
    case .unavailable:
      sensor.lose()
      compass.loseField()
      compass.temperatureEighths = nil
    }
    report(outcome.error, from: before, to: sensor.state, identity, &line, at: now)
  }

  private mutating func add(_ sample: FieldSample, _ line: inout Transmitter, at now: Instant) {
    if sensor.scale != sample.scale.rawValue {
      compass.samples.halfCountNanotesla = Self.halfCount(of: sample.scale)
    }
    if sensor.add(scale: sample.scale.rawValue, origin: sample.origin, isStale: sample.isStale) {
      self.sample = sample
      compass.temperatureEighths = sample.temperatureEighths
      compass.add(sample.field, at: sample.time, isOverflowed: sample.isOverflowed, isRepeated: sample.isStale)
    }
    if sample.isStale {
      counts.staleSamples &+= 1
      return
    }
    counts.samples &+= 1
    if !session.isInjected { motion.calibrate(&calibration, with: &compass, isInjected: false, at: now) }
    // The field monitor belongs to the injected samples while there are some.
    if Motion.fuses, !isInjected { motion.addField(of: &compass, isInjected: false) }
    guard telemetry.streams.contains(.rawSamples) else { return }
    var raw = RawSample(sample, number: sensor.number)
    line.send(image: &raw, as: .rawSample)
  }

  mutating func receive(
    _ outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, _ line: inout Transmitter, at now: Instant
  ) {
    let before = accelerometer.state
    accelerometer.identity = identity
    switch outcome {
    case .nothing: return
    case .sample(let sample): add(sample, &line)
    case .fault: break
    case .unavailable:
      accelerometer.lose()
      compass.loseForce()
    }
    report(outcome.error, from: before, to: accelerometer.state, identity, &line, at: now)
  }

  private mutating func add(_ sample: ForceSample, _ line: inout Transmitter) {
    guard accelerometer.add(scale: sample.scale.rawValue, origin: sample.origin, isStale: sample.isStale) else {
      return
    }
    compass.add(sample.force, at: sample.time, isSaturated: sample.isSaturated)
    if sample.isStale { return }
    if Motion.fuses { motion.addForce(of: &compass, isInjected: false) }
    guard telemetry.streams.contains(.rawMotion) else { return }
    var raw = RawMotion(sample, number: accelerometer.number)
    line.send(image: &raw, as: .rawForce)
  }

  /// Counts the errors of a sensor, and reports each error and every change of its state.
  @inline(never)
  mutating func report(
    _ error: SensorError?, from before: SensorState, to state: SensorState, _ identity: SensorIdentity,
    _ line: inout Transmitter, at now: Instant
  ) {
    if error != nil {
      counts.sensorFaults &+= 1
      if state == .unavailable, before != .unavailable { counts.sensorRestarts &+= 1 }
    } else if state == before {
      return
    }
    guard telemetry.streams.contains(.sensorEvents) else { return }
    let event = SensorEvent(
      time: now, state: state, chip: error?.chip.rawValue ?? identity.chip.rawValue,
      register: error?.register ?? 0, kind: error?.kind.rawValue ?? 0, detail: error?.detail ?? 0)
    line.send(event, as: .sensorEvent)
  }

  // MARK: - One slice of work

  mutating func run(_ decoder: borrowing FrameDecoder, _ line: inout Transmitter, at now: Instant) {
    runCalibration(&line, at: now)
    place.step(&compass)
    motion.work()
    if telemetry.isReadingDue(at: now) {
      updateReading(asked: false, &line, at: now)
      if telemetry.streams.contains(.guidance) {
        line.begin(.periodicGuidance)
        navigation.appendGuidance(to: &line.frame, at: now)
        line.commit()
      }
    }
    if telemetry.areStatisticsDue(at: now) {
      line.begin(.periodicStatistics)
      appendStatistics(decoder, &line, at: now)
      line.commit()
    }
    if let (next, token) = selfTest, line.hasRoom(forPayload: 80) { runSelfTest(next, token: token, &line) }
  }

  private mutating func runSelfTest(_ index: Int, token: UInt8, _ line: inout Transmitter) {
    if index == SelfTestList.count {
      selfTest = nil
      return line.send(
        .acknowledged, to: FrameHeader(kind: MessageKind.selfTest.rawValue, token: token, sequence: 0))
    }
    line.begin(.selfTestResult, token: token)
    SelfTestList.run(index).append(to: &line.frame)
    line.commit()
    selfTest = (index &+ 1, token)
  }

  /// The next action that the board must do.
  mutating func nextAction(lineIsAtRest: Bool) -> BoardAction? {
    if let interval = pendingRate {
      pendingRate = nil
      // Intervals are whole microseconds. A host that wants 75 Hz sends 13,333 µs, which is slightly more than 75 Hz.
      // Without the added microsecond the sensor would run at 220 Hz for it.
      return .setSensorRate(milliHertz: 1_000_000_000 / (interval &+ 1))
    }
    if let request = storage.fetchRequest() { return .storage(request) }
    if let kind = inquiry?.kind, inquiry?.isTold == false {
      inquiry?.isTold = true
      return kind == .none ? .listSensors : .testSensor(kind)
    }
    // The acknowledgement must first be sent completely: the reset would lose bytes that wait in a UART.
    if let provocation = pendingProvocation, lineIsAtRest || !provocation.stops {
      pendingProvocation = nil
      return .provoke(provocation)
    }
    guard lineIsAtRest else { return nil }
    return restartKey == 0 ? nil : restartKey == ResetRequest.key ? .reset : .enterLoader
  }

  // MARK: - Readings

  /// Makes the reading of the latest sample, passes it to `navigation`, and sends the streams that are on.
  /// - Parameter asked: whether a request about navigation needs the reading; otherwise it is due by the schedule.
  @inline(never)
  mutating func updateReading(asked: Bool, _ line: inout Transmitter, at now: Instant) {
    guard sensor.hasSample || sensor.isFitted else {
      sendMotion(asked: asked, &line, at: now)
      return navigation.loseHeading(at: now)
    }
    let timeout = telemetry.patience(compass.sampleTimeout)
    if asked, !compass.samples.isFresh(at: now, timeout: timeout) { return navigation.loseHeading(at: now) }
    let isRepeated = sample.isStale || reportedSample == sensor.number
    if sensor.hasSample { reportedSample = sensor.number }
    if !asked {
      if sensor.hasSample, telemetry.streams.contains(.meter) { sendMeterReading(isRepeated: isRepeated, &line) }
      guard telemetry.computesReadings || !sensor.hasSample else { return }
    }
    if isInjected { begin(isInjected: false) }
    var found = CompassReading()
    motion.read(&compass, into: &found, at: now, timeout: timeout)
    sendMotion(asked: asked, &line, at: now)
    if found.hasSample {
      calibration.watch(&compass, at: now)
      navigation.receive(&found, at: now)
    } else {
      navigation.loseHeading(at: now)
    }
    guard telemetry.streams.contains(.readings), found.assessment.event != .none else { return }
    send(&found, isRepeated: isRepeated, &line)
  }

  /// Sends the parts of the judgement before the reading, if the host has requested them.
  @inline(__always)
  private mutating func sendMotion(asked: Bool, _ line: inout Transmitter, at now: Instant) {
    guard Motion.fuses, !asked, telemetry.streams.contains(.readings) else { return }
    motion.send(&line, about: &compass, at: now)
  }

  /// Begins with samples from another source: samples of the board's sensor and injected samples are independent.
  mutating func begin(isInjected: Bool) {
    self.isInjected = isInjected
    compass.restart()
  }

  @inline(never)
  private mutating func send(_ found: inout CompassReading, isRepeated: Bool, _ line: inout Transmitter) {
    var reading = Reading()
    if found.hasSample {
      if isRepeated { reading.flags.insert(.stale) }
      reading.fill(from: sample, number: sensor.number)
      reading.sensors = readingSensors
    }
    reading.fill(from: &found, of: &compass)
    if found.hasSample, provocation.isOfField { reading.flags.insert(.provoked) }
    line.begin(.reading)
    reading.appendParts(to: &line.frame)
    line.commit()
  }

  /// The part of a reading that describes the sensors.
  private var readingSensors: ReadingSensors {
    var sensors = ReadingSensors()
    sensors.fieldChip = sample.origin.chip.rawValue
    sensors.fieldInstance = sample.origin.instance
    guard accelerometer.hasSample else { return sensors }
    sensors.forceAge = ReadingSensors.age(compass.samples.forceAge)
    sensors.forceScale = accelerometer.scale
    sensors.forceChip = accelerometer.origin.chip.rawValue
    sensors.forceInstance = accelerometer.origin.instance
    return sensors
  }

  // MARK: - The meter

  /// Sends the latest sample as a meter reading.
  @inline(never)
  private mutating func sendMeterReading(isRepeated: Bool, _ line: inout Transmitter) {
    // A sample that was already reported is not added to a baseline again.
    if !isRepeated {
      metered = MeterReading(
        field: MagneticField(nanotesla: compass.mounting.body(sample.field.nanotesla)),
        isSaturated: sample.isOverflowed)
      var force = compass.tilt
      meter.complete(&metered, &force, turn: motion.turnSinceZero)
      if meter.hasBaseline { motion.holdZero() }
    }
    var report = MeterReport()
    report.time = sample.time
    report.fill(from: metered, isTaking: meter.isTaking, isRepeated: isRepeated)
    report.range = Self.range(of: sample.scale)
    line.send(image: &report, as: .meterReading)
  }

  /// The largest value that the sensor's X axis can measure with this scale; 0 if it is unknown.
  private static func range(of scale: FieldScale) -> UInt32 {
    guard let rule = scale.rule else { return 0 }
    return rule.value(of: Vector3(x: rule.largestCount, y: 0, z: 0))?.x.magnitude ?? 0
  }

  /// Half of what one count of the X axis is worth with this scale, nanotesla; 0 if it is unknown.
  private static func halfCount(of scale: FieldScale) -> UInt8 {
    guard let rule = scale.rule else { return 0 }
    return UInt8(truncatingIfNeeded: (rule.numerator &>> 1) / rule.denominatorXY)
  }
}
