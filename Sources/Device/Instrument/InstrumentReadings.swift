// Readings of the compass and of the meter: when they are made, and what is sent.

import Binnacle
import LinkProtocol
import Quantities
import SensorDrivers

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Makes the reading of the latest sample, passes it to `navigation`, and sends the streams that are on.
  /// - Parameter asked: whether a request about navigation needs the reading; otherwise it is due by the schedule.
  @inline(never)
  mutating func updateReading(asked: Bool, at now: Instant) {
    guard sensor.hasSample || sensor.isFitted else {
      sendMotion(asked: asked, at: now)
      return navigation.loseHeading(at: now)
    }
    let timeout = telemetry.patience(compass.sampleTimeout)
    if asked, !compass.samples.isFresh(at: now, timeout: timeout) { return navigation.loseHeading(at: now) }
    let isRepeated = sample.isStale || reportedSample == sensor.number
    if sensor.hasSample { reportedSample = sensor.number }
    if !asked {
      if sensor.hasSample, telemetry.streams.contains(.meter) { sendMeterReading(isRepeated: isRepeated) }
      guard telemetry.computesReadings || !sensor.hasSample else { return }
    }
    if isInjected { begin(isInjected: false) }
    var found = CompassReading()
    motion.read(&compass, into: &found, at: now, timeout: timeout)
    sendMotion(asked: asked, at: now)
    if found.hasSample {
      calibration.watch(&compass, at: now)
      navigation.receive(&found, at: now)
    } else {
      navigation.loseHeading(at: now)
    }
    guard telemetry.streams.contains(.readings), found.assessment.event != .none else { return }
    send(&found, isRepeated: isRepeated)
  }

  /// Sends the parts of the judgement before the reading, if the host has requested them.
  @inline(__always)
  private mutating func sendMotion(asked: Bool, at now: Instant) {
    guard Motion.fuses, !asked, telemetry.streams.contains(.readings) else { return }
    motion.send(&line, about: &compass, at: now)
  }

  /// Begins with samples from another source: samples of the board's sensor and injected samples are independent.
  mutating func begin(isInjected: Bool) {
    self.isInjected = isInjected
    compass.restart()
  }

  @inline(never)
  private mutating func send(_ found: inout CompassReading, isRepeated: Bool) {
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
  private mutating func sendMeterReading(isRepeated: Bool) {
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
}
