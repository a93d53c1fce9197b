// The gyroscope in the instrument: its supervision, its requests and its message. `CompassMotion` and `CompassGuide`
// compute.

import Binnacle
import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

/// The delays and the offset of a board's sensors, from the data sheets of its chips and the settings of its drivers.
public struct MotionSensors: Equatable, Sendable {
  /// Delays in microseconds: of the field and of the specific force −30,000…30,000, of the rate 0…30,000. 600 is a
  /// usual delay of the field. The fusion starts from it and estimates the delay while the instrument turns.
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
  /// Whether the samples are injected, so that they have their own time.
  private var isInjected = false
  /// Whether a `periodicMotion` precedes each reading.
  private var streams = false
  /// When the last rate was injected, in the board's time.
  private var injectedAt = Instant(microseconds: 0)
  /// The time of the last injected sample.
  private var latest = Instant(microseconds: 0)
  /// The delays that the board set last.
  private var assumedSensors = MotionSensors(field: 600, force: 0, rate: 0)
  private var zero = ZeroPointTurn()
  var motion = CompassMotion()
  var guide = CompassGuide()

  public init() {}

  /// `.motion`.
  public static var capabilities: Capabilities { .motion }
  /// Yes.
  public static var fuses: Bool { true }

  /// Hello reports the gyroscope as *starting* until the first search for it is over.
  public mutating func seek() { watch.isSought = true }

  /// Sets how the sensors are mounted.
  public mutating func setMounting(_ mounting: AxisRemap) { motion.mounting = mounting }

  // MARK: - Samples

  /// Restarts the fusion when the source of the rates changes.
  private mutating func begin(isInjected injected: Bool) {
    guard injected != isInjected else { return }
    isInjected = injected
    latest = Instant(microseconds: 0)
    motion.restart(motion.settings)
  }

  /// Adds one rate of the board's gyroscope, in the axes of the magnetometer.
  mutating func add(_ sample: RateSample, at now: Instant) {
    if !sample.isStale { zero.add(AngularRate(q20: motion.mounting.body(sample.rate.q20)), at: sample.time) }
    // While rates are injected, each rate of the board's gyroscope would restart the fusion.
    if isInjected, now.elapsed(since: injectedAt) <= Self.injectionMicroseconds { return }
    begin(isInjected: false)
    motion.add(sample.rate, at: sample.time, isRepeated: sample.isStale, isSaturated: sample.isSaturated)
  }

  /// After an injected rate, the board's own gyroscope is ignored for this time: three seconds.
  private static var injectionMicroseconds: UInt32 { 3_000_000 }

  /// Reports that the board's gyroscope does not answer.
  mutating func lose() {
    watch.lose()
    zero.end()
    if !isInjected { motion.lose() }
  }

  /// Adds the last field of the compass.
  public mutating func addField(of compass: inout Compass, isInjected injected: Bool) {
    guard injected == isInjected else { return }
    updateLatest(compass.samples.fieldTime)
    motion.addField(of: &compass)
  }

  /// Adds the last force of the compass.
  public mutating func addForce(of compass: inout Compass, isInjected injected: Bool) {
    guard injected == isInjected else { return }
    motion.addForce(of: &compass)
    guide.addForce(of: &compass, with: &motion)
  }

  /// Times of an injection that begins anew may be long before those of the one before it.
  private mutating func updateLatest(_ time: Instant) {
    if time > latest || latest.elapsed(since: time) > 1_000_000 { latest = time }
  }

  /// Passes the last samples of the compass to its calibration, with the movement that the gyroscope measures.
  public mutating func calibrate(
    _ calibration: inout CompassCalibration, with compass: inout Compass, isInjected injected: Bool, at now: Instant
  ) {
    guard injected == isInjected else { return calibration.addSample(of: &compass, at: now) }
    guide.addSample(to: &calibration, of: &compass, with: &motion, at: now)
  }

  /// Does one slice of the alignment of the three sensors, when a calibration has a result.
  public mutating func align(_ calibration: inout CompassCalibration, of compass: inout Compass) {
    guide.align(&calibration, of: &compass)
  }

  /// Reports that the meter begins to measure a zero point, from the board's own samples.
  public mutating func beginZero() { zero.begin() }
  /// Reports that the zero point has been measured.
  public mutating func holdZero() {
    zero.hold(bias: isInjected ? nil : motion.fusedBias, deviation: motion.biasDeviation)
  }
  /// How far the instrument has turned since the zero point, hundredths of a degree; `nil` while the board's gyroscope
  /// gives no rates.
  public var turnSinceZero: UInt32? { zero.hundredths }

  /// Does one slice of a block's work, if there is one.
  public mutating func work() { motion.work() }

  /// Assesses the last samples of the compass and adds the fused heading.
  public mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32
  ) {
    motion.read(&compass, into: &reading, at: now, timeout: timeout)
  }

  /// Assesses injected samples. The board's own rates say nothing about them.
  public mutating func readSamples(_ compass: inout Compass, into reading: inout CompassReading) {
    let time = compass.samples.fieldTime
    guard isInjected else { return compass.read(into: &reading, at: time) }
    motion.read(&compass, into: &reading, at: time)
  }

  // MARK: - Messages

  /// Writes the gyroscope's identity and state.
  public func describe(_ hello: inout Hello) {
    hello.gyroscope = FittedSensor(watch.identity, state: watch.state, instance: watch.origin.instance)
  }

  /// Appends the findings about the three sensors to a calibration's report.
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

  /// Sends a `periodicMotion` if the host has requested it.
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
    report.fill(from: &found)
    if motion.isFieldTurned { report.flags.insert(.fieldTurned) }
    let axes = motion.axes
    report.axesFault = axes.fault
    report.axesState = axes.state
    report.axes = axes.arrangement
    if motion.isOn { report.flags.insert(.usesGyroscope) }
    if streams { report.flags.insert(.streams) }
    if isInjected { report.flags.insert(.injected) }
    report.compass = motion.compassPart
    report.source = motion.source
    report.fill(from: motion.counts)
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

  /// The refusal of a delay beyond ±`limit`; `nil` if the delay is allowed.
  private static func refusal(of delay: Int16, _ limit: Int16) -> Answer? {
    if delay >= 0 &- limit && delay <= limit { return nil }
    return .refused(
      .outOfRange, detail: Int32(truncatingIfNeeded: Int(delay)),
      limit: Int32(truncatingIfNeeded: Int(delay < 0 ? 0 &- limit : limit)))
  }

  /// Restarts the fusion if a setting has changed.
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

  /// Sets the board's values for its sensors. Values set over the link stay in force until the board sets other values.
  public mutating func assume(_ sensors: MotionSensors) {
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
    updateLatest(given.time)
    motion.add(rate, at: given.time, isSaturated: given.isSaturated)
    // There is no main loop between injected samples: all work is done at once, so that every board computes the same
    // bits.
    while motion.work() {}
    return .acknowledged
  }
}

extension FusionReport {
  /// Fills in the result of the fusion.
  mutating func fill(from found: inout FusedHeading) {
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

  /// Fills in the counts of faulty samples.
  mutating func fill(from counts: MotionCounts) {
    missing = counts.missing
    repeated = counts.repeated
    outOfOrder = counts.outOfOrder
    late = counts.late
    saturated = counts.saturated
    restarts = counts.restarts
  }
}

extension MotionUnit {
  /// Passes the result on, from the first sample on.
  @inline(never)
  public static func receive<Navigation: NavigationPart & ~Copyable>(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity,
    for instrument: inout CompassInstrument<Navigation, MotionUnit>, at now: Instant
  ) {
    if case .unavailable = outcome, !instrument.motion.watch.isFitted {
      instrument.motion.watch.isSought = false
    }
    if case .sample = outcome {} else if !instrument.motion.watch.isFitted { return }
    instrument.receive(outcome, from: identity, at: now)
  }
}

extension CompassInstrument where Navigation: ~Copyable, Motion == MotionUnit {
  /// Receives the result of the gyroscope's driver, in the axes of the magnetometer. The gyroscope counts as present
  /// from its first sample on.
  public mutating func receive(
    _ outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) {
    let before = motion.watch.state
    motion.watch.identity = identity
    switch outcome {
    case .nothing: return
    case .sample(let sample): add(sample, at: now)
    case .fault: break
    case .unavailable: motion.lose()
    }
    report(outcome.error, from: before, to: motion.watch.state, identity, at: now)
  }

  private mutating func add(_ sample: RateSample, at now: Instant) {
    motion.watch.isFitted = true
    found(.gyroscope)
    let isNew = motion.watch.add(scale: sample.scale.rawValue, origin: sample.origin, isStale: sample.isStale)
    motion.add(sample, at: now)
    guard isNew, !sample.isStale, telemetry.streams.contains(.rawMotion) else { return }
    var raw = RawMotion(sample, number: motion.watch.number)
    line.send(image: &raw, as: .rawRate)
  }
}
