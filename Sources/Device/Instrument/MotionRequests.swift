// Rates and requests about motion (Protocols/link/spec.md, "setMotion" and what follows).

import Correction
import FixedPoint
import Heading
import LinkProtocol
import Quantities
import SensorDrivers

extension MotionUnit {
  /// How long after an injected rate the board's own gyroscope is left out: three seconds.
  static var injectionMicroseconds: UInt32 { 3_000_000 }

  /// Sends a `periodicMotion` if the host wants it.
  public static func tell<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>) {
    guard instrument.gyro.settings.flags.contains(.streams), instrument.telemetry.streams.contains(.readings) else {
      return
    }
    instrument.transmitter.begin(.periodicMotion)
    instrument.appendMotion()
    instrument.transmitter.commit()
  }

  /// Carries out a request about motion.
  public static func carryOut<Way: WayPart & ~Copyable>(
    _ kind: MessageKind, in instrument: inout CompassInstrument<Way, Self>
  ) {
    switch kind {
    case .setMotion: instrument.setMotion()
    case .injectRate: instrument.injectRate()
    default:
      instrument.beginReply(.motion)
      instrument.appendMotion()
      instrument.endReply()
    }
  }
}

extension CompassInstrument where Way: ~Copyable, Gyro == MotionUnit {
  /// For a board whose samples are older than their time stamps. Call it before the first sample; and again, as often as you
  /// like, where the sensors are found later. What the link has set stays in force until other delays are assumed.
  public mutating func assume(_ delays: MotionDelays) {
    guard delays != gyro.assumedDelays else { return }
    gyro.assumedDelays = delays
    var settings = gyro.settings
    settings.fieldDelay = delays.field
    settings.forceDelay = delays.force
    settings.rateDelay = delays.rate
    gyro.set(settings)
  }

  /// Receives the result of a gyroscope's driver on a board that may have none. Its axes are those of the magnetometer, so
  /// that the mounting holds for both. The gyroscope counts as fitted from its first sample on; before, that it does not
  /// answer is no fault.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample(var sample) = outcome {
      sample.rate = AngularRate(q20: pipeline.mounting.body(sample.rate.q20))
      receive(.sample(sample), from: identity, at: now)
    } else if gyro.watch.isFitted {
      receive(outcome, from: identity, at: now)
    } else if case .unavailable = outcome {
      gyro.watch.isSought = false
    }
  }

  /// Receives the result of the gyroscope's driver, in body axes. It counts as fitted from its first sample on.
  public mutating func receive(
    _ outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) {
    self.now = now
    let before = gyro.watch.state
    gyro.watch.identity = identity
    var error: SensorError?
    switch outcome {
    case .nothing: return
    case .sample(let sample): take(sample)
    case .fault(let fault):
      statistics.sensorFaults &+= 1
      error = fault
    case .unavailable(let fault):
      statistics.sensorFaults &+= 1
      if before != .unavailable { statistics.sensorRestarts &+= 1 }
      gyro.watch.lose()
      error = fault
    }
    if error != nil || gyro.watch.state != before { report(error, gyro.watch.state, identity.chip) }
  }

  private mutating func take(_ sample: RateSample) {
    if !gyro.watch.isFitted {
      gyro.watch.isFitted = true
      gain(.gyroscope)
    }
    gyro.watch.add(sample)
    // While rates are injected, those of this sensor would begin the fusion anew each time.
    if !gyro.isInjected || now.elapsed(since: gyro.injectedAt) > MotionUnit.injectionMicroseconds {
      gyro.add(
        rate: sample.rate, at: sample.time, isRepeated: sample.isStale, isSaturated: sample.isSaturated,
        isInjected: false)
    }
    guard telemetry.streams.contains(.rawMotion), !sample.isStale else { return }
    var raw = RawMotion(sample, number: gyro.watch.number)
    transmitter.send(image: &raw, as: .rawRate)
  }

  fileprivate mutating func setMotion() {
    guard let request = SetMotion(payload: decoder.frame.payload) else { return }
    let longest = SetMotion.longestDelay
    guard isWithin(request.fieldDelay, longest), isWithin(request.forceDelay, longest) else { return }
    guard request.rateDelay <= UInt16(truncatingIfNeeded: longest) else {
      return refuse(beyond: UInt32(truncatingIfNeeded: request.rateDelay), UInt32(truncatingIfNeeded: Int(longest)))
    }
    gyro.set(request)
    acknowledge()
  }

  /// Whether a delay is at most `limit` either way; refuses the request if not.
  private mutating func isWithin(_ delay: Int16, _ limit: Int16) -> Bool {
    if delay >= 0 &- limit && delay <= limit { return true }
    refuse(
      .outOfRange, detail: Int32(truncatingIfNeeded: Int(delay)),
      limit: Int32(truncatingIfNeeded: Int(delay < 0 ? 0 &- limit : limit)))
    return false
  }

  fileprivate mutating func injectRate() {
    guard has(.injection), let request = InjectedRate(payload: decoder.frame.payload) else { return }
    guard let rate = request.scale.rate(of: request.counts) else {
      return refuse(.outOfRange, value: request.scale.rawValue, limit: 0)
    }
    gyro.injectedAt = now
    gyro.add(
      rate: AngularRate(q20: pipeline.mounting.body(rate.q20)), at: request.time, isRepeated: false,
      isSaturated: request.isSaturated, isInjected: true)
    acknowledge()
  }

  /// Appends a `FusionReport`.
  @inline(never)
  fileprivate mutating func appendMotion() {
    var report = FusionReport()
    let isCalibrated = pipeline.record.modelOrder != .none
    if let (heading, bound) = gyro.fill(
      &report, pointer: pipeline.pointer.forward, isCalibrated: isCalibrated, at: now)
    {
      tell(heading, bound, in: &report)
    }
    transmitter.frame.append(image: &report)
  }

  /// Writes the headings: after the deviation card, against both norths, turned by the display.
  private mutating func tell(_ compass: BinaryAngle, _ bound: UInt32, in report: inout FusionReport) {
    let offset = pipeline.pointsThroughDisplay ? BinaryAngle.zero : gyro.displayOffset
    let magnetic = heading.service.card.magnetic(compass: compass)
    report.magneticHeading = magnetic + offset
    guard report.reason == UnfusedReason.none else { return }
    report.flags.insert(.fused)
    if let declination = heading.service.field?.declination {
      report.flags.insert(.trueNorth)
      report.trueHeading = magnetic + declination + offset
    }
    // Both bounds hold 95 % of the errors, and the two are independent.
    let calibration = pipeline.record.predictedBound
    let square = bound &* bound &+ calibration &* calibration
    let accuracy = square.squareRoot
    report.accuracy = accuracy < 18_000 ? UInt16(truncatingIfNeeded: accuracy) : 18_000
  }
}

extension CalibrationRecord {
  /// 95 % of the record's heading errors are smaller, hundredths of a degree, at most half a turn; 0 when nothing was
  /// predicted.
  fileprivate var predictedBound: UInt32 {
    let typical = predictedTypicalError
    if typical != UInt16.max { return UInt32(truncatingIfNeeded: typical < 9_000 ? 2 &* typical : 18_000) }
    if predictedError != UInt16.max {
      return UInt32(truncatingIfNeeded: predictedError < 18_000 ? predictedError : 18_000)
    }
    return 0
  }
}
