// The gyroscope in the instrument: its supervision, its requests and its message. `CompassMotion` and `CompassGuide` compute.

import Binnacle
import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

/// What the data sheets of a board's chips and the settings of its drivers say about its samples.
public struct MotionSensors: Equatable, Sendable {
  /// Microseconds: of the field and of the specific force −30,000…30,000, of the rate 0…30,000. 600 is the usual delay of a
  /// field, which is estimated from there while the instrument turns.
  public var field: Int16
  public var force: Int16
  public var rate: UInt16
  /// The gyroscope's zero-rate offset, one standard deviation, 1/100 °/s.
  public var zeroRateOffset: UInt16

  public init(field: Int16, force: Int16, rate: UInt16, zeroRateOffset: UInt16 = 50) {
    self.field = field
    self.force = force
    self.rate = rate
    self.zeroRateOffset = zeroRateOffset
  }
}

/// The gyroscope of an instrument.
public struct MotionUnit: MotionPart, ~Copyable {
  private let inPlace = InPlace()
  var watch = SensorWatch()
  /// Whether the samples are injected: they have a time of their own.
  private var isInjected = false
  /// A `periodicMotion` precedes each reading.
  private var streams = false
  /// When the last rate was injected, in the board's time.
  private var injectedAt = Instant(microseconds: 0)
  /// The time of the last injected sample.
  private var latest = Instant(microseconds: 0)
  /// What the board has said last.
  private var assumedSensors = MotionSensors(field: 600, force: 0, rate: 0)
  private var zero = ZeroPointTurn()
  var motion = CompassMotion()
  var guide = CompassGuide()

  public init() {}

  /// `.motion`.
  public static var capabilities: Capabilities { .motion }
  /// Yes.
  public static var fuses: Bool { true }

  /// Hello calls the gyroscope *starting* until the first round of looking for it is over.
  public mutating func seek() { watch.isSought = true }

  /// Sets how the sensors are mounted.
  public mutating func setMounting(_ mounting: AxisRemap) { motion.mounting = mounting }

  // MARK: - Samples

  /// Rates of one source follow each other; those of another one begin anew.
  private mutating func begin(isInjected injected: Bool) {
    guard injected != isInjected else { return }
    isInjected = injected
    motion.restart(motion.settings)
  }

  /// Takes one rate of the board's gyroscope, in the axes of the magnetometer.
  mutating func take(_ sample: RateSample, at now: Instant) {
    if !sample.isStale { zero.add(AngularRate(q20: motion.mounting.body(sample.rate.q20)), at: sample.time) }
    // While rates are injected, those of this sensor would begin the fusion anew each time.
    if isInjected, now.elapsed(since: injectedAt) <= Self.injectionMicroseconds { return }
    begin(isInjected: false)
    motion.add(sample.rate, at: sample.time, isRepeated: sample.isStale, isSaturated: sample.isSaturated)
  }

  /// How long after an injected rate the board's own gyroscope is left out: three seconds.
  private static var injectionMicroseconds: UInt32 { 3_000_000 }

  /// The board's gyroscope does not answer.
  mutating func lose() {
    watch.lose()
    zero.end()
    if !isInjected { motion.lose() }
  }

  /// Takes the last field of the compass.
  public mutating func takeField(of compass: inout Compass, isInjected injected: Bool) {
    guard injected == isInjected else { return }
    note(compass.samples.fieldTime)
    motion.takeField(of: &compass)
  }

  /// Takes the last force of the compass.
  public mutating func takeForce(of compass: inout Compass, isInjected injected: Bool) {
    guard injected == isInjected else { return }
    motion.takeForce(of: &compass)
    guide.takeForce(of: &compass, with: &motion)
  }

  private mutating func note(_ time: Instant) { if time > latest { latest = time } }

  /// Passes the last samples of the compass to its calibration, with the movement that the gyroscope measures.
  public mutating func calibrate(
    _ calibration: inout CompassCalibration, with compass: inout Compass, isInjected injected: Bool, at now: Instant
  ) {
    guard injected == isInjected else { return calibration.take(&compass, at: now) }
    guide.take(&calibration, of: &compass, with: &motion, at: now)
  }

  /// Does one slice of the alignment of the three sensors, when a calibration has a result.
  public mutating func align(_ calibration: inout CompassCalibration, of compass: inout Compass) {
    guide.align(&calibration, of: &compass)
  }

  /// A zero point of the meter begins to be taken, of the board's own samples.
  public mutating func beginZero() { zero.begin() }
  /// The zero point has been taken.
  public mutating func holdZero() {
    zero.hold(bias: isInjected ? nil : motion.fusedBias, deviation: motion.biasDeviation)
  }
  /// Hundredths of a degree of turn since the zero point was taken; `nil` where the board's gyroscope gives nothing.
  public var turnSinceZero: UInt32? { zero.hundredths }

  /// Does one slice of a block's work, if there is one.
  public mutating func work() { motion.work() }

  /// Assesses the last samples of the compass beside the fused heading.
  public mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32
  ) {
    motion.read(&compass, into: &reading, at: now, timeout: timeout)
  }

  /// Assesses samples of the compass that have a time of their own.
  public mutating func readSamples(_ compass: inout Compass, into reading: inout CompassReading) {
    motion.readSamples(&compass, into: &reading)
  }

  // MARK: - Messages

  /// Writes what is known of the gyroscope.
  public func describe(_ hello: inout Hello) {
    hello.gyroscope = FittedSensor(watch.identity, state: watch.state, instance: watch.origin.instance)
  }

  /// Appends to a calibration's report what it found of the three sensors.
  public func appendReasons(to frame: inout FrameBuffer) -> UInt8 {
    var count: UInt8 = 0
    var place: UInt16 = 0
    while place < CompassGuide.reportedCount {
      if let found = guide.reported(place) {
        frame.append(found, .note)
        count = count &+ 1
      }
      place = place &+ 1
    }
    return count
  }

  /// Sends a `periodicMotion` if the host wants it.
  public mutating func send(_ line: inout Transmitter, about compass: inout Compass, at now: Instant) {
    guard streams else { return }
    line.begin(.periodicMotion)
    append(to: &line.frame, about: &compass, at: now)
    line.commit()
  }

  /// Appends a `FusionReport`.
  @inline(never)
  private mutating func append(to frame: inout FrameBuffer, about compass: inout Compass, at now: Instant) {
    var report = FusionReport()
    var found = motion.fused(&compass, at: isInjected ? latest : now)
    report.note(&found)
    if motion.isFieldTurned { report.flags.insert(.fieldTurned) }
    if motion.isOn { report.flags.insert(.usesGyroscope) }
    if streams { report.flags.insert(.streams) }
    if isInjected { report.flags.insert(.injected) }
    report.note(motion.counts)
    let settings = motion.settings
    report.fieldDelay = Int16(truncatingIfNeeded: settings.fieldDelay)
    report.forceDelay = Int16(truncatingIfNeeded: settings.forceDelay)
    report.rateDelay = UInt16(truncatingIfNeeded: settings.rateDelay)
    frame.append(image: &report)
  }

  // MARK: - Requests

  /// Carries out a request about motion.
  public mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, about compass: inout Compass,
    _ capabilities: Capabilities, at now: Instant
  ) -> Answer {
    switch request.kind {
    case MessageKind.setMotion.rawValue: return set(request)
    case MessageKind.injectRate.rawValue:
      guard capabilities.contains(.injection) else { return .lacking(.injection) }
      return inject(request, at: now)
    default:
      line.begin(.motion, token: request.token)
      append(to: &line.frame, about: &compass, at: now)
      return .message
    }
  }

  private mutating func set(_ request: borrowing FrameBuffer) -> Answer {
    guard let given = SetMotion(payload: request.payload) else { return .later }
    let longest = SetMotion.longestDelay
    if let refused = Self.refusal(of: given.fieldDelay, longest) ?? Self.refusal(of: given.forceDelay, longest) {
      return refused
    }
    guard given.rateDelay <= UInt16(truncatingIfNeeded: longest) else {
      return .beyond(UInt32(truncatingIfNeeded: given.rateDelay), UInt32(truncatingIfNeeded: Int(longest)))
    }
    streams = given.flags.contains(.streams)
    set(
      MotionSensors(
        field: given.fieldDelay, force: given.forceDelay, rate: given.rateDelay,
        zeroRateOffset: motion.settings.zeroRateOffset),
      isOn: given.flags.contains(.usesGyroscope))
    return .acknowledged
  }

  /// The refusal of a delay that is more than `limit` either way.
  private static func refusal(of delay: Int16, _ limit: Int16) -> Answer? {
    if delay >= 0 &- limit && delay <= limit { return nil }
    return .refused(
      .outOfRange, detail: Int32(truncatingIfNeeded: Int(delay)),
      limit: Int32(truncatingIfNeeded: Int(delay < 0 ? 0 &- limit : limit)))
  }

  /// Begins anew where a setting is another one.
  @inline(never)
  private mutating func set(_ sensors: MotionSensors, isOn: Bool) {
    var settings = motion.settings
    settings.fieldDelay = Int32(truncatingIfNeeded: Int(sensors.field))
    settings.forceDelay = Int32(truncatingIfNeeded: Int(sensors.force))
    settings.rateDelay = Int32(truncatingIfNeeded: Int(sensors.rate))
    settings.zeroRateOffset = sensors.zeroRateOffset
    guard settings != motion.settings || isOn != motion.isOn else { return }
    motion.isOn = isOn
    motion.restart(settings)
  }

  /// What the board says of its sensors. What the link has set stays in force until the board says something else.
  mutating func assume(_ sensors: MotionSensors) {
    guard sensors != assumedSensors else { return }
    assumedSensors = sensors
    set(sensors, isOn: motion.isOn)
  }

  private mutating func inject(_ request: borrowing FrameBuffer, at now: Instant) -> Answer {
    guard let given = InjectedRate(payload: request.payload) else { return .later }
    guard let rate = given.scale.rate(of: given.counts) else {
      return .refused(.outOfRange, value: given.scale.rawValue)
    }
    injectedAt = now
    begin(isInjected: true)
    note(given.time)
    motion.add(rate, at: given.time, isSaturated: given.isSaturated)
    // Injected samples have no turns of a main loop between them: with all work at once every board finds the same bits.
    while motion.work() {}
    return .acknowledged
  }
}

extension FusionReport {
  /// Writes what the fusion found.
  mutating func note(_ found: inout FusedHeading) {
    reason = found.reason
    stateCode = found.estimate.state.rawValue
    time = found.estimate.time
    if found.estimate.state != .none {
      attitudeW = found.estimate.attitude.w
      attitude = Vector3(
        x: found.estimate.attitude.x, y: found.estimate.attitude.y, z: found.estimate.attitude.z)
    }
    rateOfTurn = found.estimate.rateOfTurn
    bias = found.estimate.bias
    biasDeviation = found.estimate.biasDeviation
    scaleError = found.estimate.scale
    scaleDeviation = found.estimate.scaleDeviation
    foundDelay = found.estimate.fieldDelay
    foundDelayDeviation = found.estimate.fieldDelayDeviation
    hardIron = found.estimate.hardIron
    if found.estimate.isAtRest { flags.insert(.atRest) }
    if let magnetic = found.magnetic { magneticHeading = magnetic }
    guard found.isFused else { return }
    flags.insert(.fused)
    if let trueNorth = found.trueNorth {
      flags.insert(.trueNorth)
      trueHeading = trueNorth
    }
    accuracy = found.accuracy
  }

  /// Writes how many samples were not as they should be.
  mutating func note(_ counts: MotionCounts) {
    missing = counts.missing
    repeated = counts.repeated
    outOfOrder = counts.outOfOrder
    late = counts.late
    saturated = counts.saturated
    restarts = counts.restarts
  }
}

extension CompassInstrument where Way: ~Copyable, Gyro == MotionUnit {
  /// For a board whose samples are older than their time stamps. Call it before the first sample; and again, as often as you
  /// like, where the sensors are found later. What the link has set stays in force until the board says something else.
  public mutating func assume(_ sensors: MotionSensors) { device.gyro.assume(sensors) }

  /// Receives the result of a gyroscope's driver on a board that may have none. The gyroscope counts as fitted from its first
  /// sample on; before, that it does not answer is no fault.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .unavailable = outcome, !device.gyro.watch.isFitted { device.gyro.watch.isSought = false }
    if case .sample = outcome {} else if !device.gyro.watch.isFitted { return }
    receive(outcome, from: identity, at: now)
  }

  /// Receives the result of the gyroscope's driver, in the axes of the magnetometer. It counts as fitted from its first sample
  /// on.
  public mutating func receive(
    _ outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) { device.receive(outcome, from: identity, &line, at: now) }
}

extension Device where Way: ~Copyable, Gyro == MotionUnit {
  mutating func receive(
    _ outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, _ line: inout Transmitter, at now: Instant
  ) {
    let before = gyro.watch.state
    gyro.watch.identity = identity
    switch outcome {
    case .nothing: return
    case .sample(let sample): take(sample, &line, at: now)
    case .fault: break
    case .unavailable: gyro.lose()
    }
    report(outcome.error, from: before, to: gyro.watch.state, identity, &line, at: now)
  }

  private mutating func take(_ sample: RateSample, _ line: inout Transmitter, at now: Instant) {
    gyro.watch.isFitted = true
    found(.gyroscope)
    let isNew = gyro.watch.add(scale: sample.scale.rawValue, origin: sample.origin, isStale: sample.isStale)
    gyro.take(sample, at: now)
    guard isNew, !sample.isStale, telemetry.streams.contains(.rawMotion) else { return }
    var raw = RawMotion(sample, number: gyro.watch.number)
    line.send(image: &raw, as: .rawRate)
  }
}
