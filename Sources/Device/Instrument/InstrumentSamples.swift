// What the instrument does with the results of the sensors' drivers.

import Binnacle
import LinkProtocol
import Quantities
import SensorDrivers

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Sets which sensors the board may have. Call it before the main loop. Hello reports these sensors as *starting*
  /// until the first search is over, so that a host waits.
  public mutating func seek(_ possible: Capabilities) {
    sensor.isSought = possible.contains(.magnetometer)
    accelerometer.isSought = possible.contains(.accelerometer)
    if possible.contains(.gyroscope) { motion.seek() }
  }

  /// Sets the delays on a board whose samples are older than their time stamps. Call it before the first sample, and
  /// again whenever a sensor is found later. Values set over the link stay in force until the board sets other values.
  @inline(__always)
  public mutating func assume(_ sensors: MotionSensors) { motion.assume(sensors) }

  // MARK: - Sensors that the board may not have

  /// Receives the result of a magnetometer's driver on a board that may have no magnetometer, such as an emulator. The
  /// sensor counts as present from its first sample on. Until then, it is no fault that it does not answer.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample = outcome { found(.magnetometer) }
    if case .unavailable = outcome { sensor.isSought = false }
    if sensor.isFitted { receive(outcome, from: identity, at: now) }
  }

  /// The same for the driver of an accelerometer that the board may not have.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample = outcome { found(.accelerometer) }
    if case .unavailable = outcome { accelerometer.isSought = false }
    if accelerometer.isFitted { receive(outcome, from: identity, at: now) }
  }

  /// Receives the result of a gyroscope's driver on a board that may have no gyroscope. The gyroscope counts as present
  /// from its first sample on. Until then, it is no fault that it does not answer. An instrument without the fusion
  /// ignores it.
  @inline(__always)
  public mutating func receive(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity, at now: Instant
  ) { Motion.receive(possible: outcome, from: identity, for: &self, at: now) }

  // MARK: - Samples

  /// Records the first sample of a sensor that the board may not have.
  mutating func found(_ sensors: Capabilities) {
    if sensors.contains(.magnetometer) { sensor.isFitted = true }
    if sensors.contains(.accelerometer) { accelerometer.isFitted = true }
    capabilities = capabilities.union(sensors)
  }

  /// Receives the result of the magnetometer's driver.
  public mutating func receive(
    _ outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) {
    let before = sensor.state
    sensor.identity = identity
    // The record may have been loaded before the chip was identified.
    if compass.chip != identity.chip.rawValue { compass.chip = identity.chip.rawValue }
    switch outcome {
    case .nothing: return
    case .sample(var sample):
      if provocation.isOfField { sample.field = provocation.altered(sample.field) }
      add(sample, at: now)
    case .fault: break
    case .unavailable:
      sensor.lose()
      compass.loseField()
      compass.temperatureEighths = nil
    }
    report(outcome.error, from: before, to: sensor.state, identity, at: now)
  }

  private mutating func add(_ sample: FieldSample, at now: Instant) {
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

  /// Half of what one count of the X axis is worth with this scale, nanotesla; 0 if it is unknown.
  private static func halfCount(of scale: FieldScale) -> UInt8 {
    guard let rule = scale.rule else { return 0 }
    return UInt8(truncatingIfNeeded: (rule.numerator &>> 1) / rule.denominatorXY)
  }

  /// Receives the result of the accelerometer's driver, in the axes of the magnetometer. Calibration and readings use it while
  /// it is new enough.
  public mutating func receive(
    _ outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) {
    let before = accelerometer.state
    accelerometer.identity = identity
    switch outcome {
    case .nothing: return
    case .sample(let sample): add(sample)
    case .fault: break
    case .unavailable:
      accelerometer.lose()
      compass.loseForce()
    }
    report(outcome.error, from: before, to: accelerometer.state, identity, at: now)
  }

  private mutating func add(_ sample: ForceSample) {
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
    at now: Instant
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
}
