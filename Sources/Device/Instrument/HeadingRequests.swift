// Requests about the heading service (Protocols/link/spec.md, "setLocation" and what follows).

import FieldMonitor
import Heading
import LinkProtocol
import Quantities

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  /// Carries out a request of the heading service, whose fields are within their ranges.
  /// - Parameter length: bytes of the fields that every version of the request has.
  mutating func handleHeading(_ kind: MessageKind, _ length: Int) {
    switch kind {
    case .setZeroPoint: setZeroPoint()
    case .getHeadingSettings:
      beginReply(.headingSettings)
      transmitter.frame.append(heading.settings.contents)
      return endReply()
    case .getLocalField:
      beginReply(.localField)
      transmitter.frame.append(image: &heading.localField)
      return endReply()
    default:
      heading.set(decoder.frame, at: HeadingSettings.place(of: decoder.frame.kind), count: length)
      pipeline.point(heading.settings.pointer)
    }
    acknowledge()
  }

  mutating func refuse(latitude: Int32) {
    refuse(.outOfRange, detail: latitude, limit: latitude < 0 ? -0x4000_0000 : 0x4000_0000)
  }

  private mutating func setZeroPoint() {
    let samples = Int32(bitPattern: decoder.frame.payloadWord(Layout.SetZeroPoint.samples) & 0xffff)
    if samples == 0 { heading.meter.clear() } else { heading.meter.begin(samples: samples) }
  }

  // MARK: - The meter

  /// Sends the latest sample as a meter reading.
  @inline(never)
  mutating func sendMeterReading() {
    if sensor.sample.isStale {
      // The sample was reported before, so it is not a new part of a baseline.
      lastMeterReport.flags.insert(.stale)
    } else {
      var reading = MeterReading(
        field: MagneticField(nanotesla: pipeline.mounting.body(sensor.sample.field.nanotesla)),
        isSaturated: sensor.sample.isOverflowed)
      var force = accelerometer.tilt(at: sensor.sample.time).force
      heading.meter.complete(&reading, &force)
      lastMeterReport = MeterReport()
      lastMeterReport.time = sensor.sample.time
      lastMeterReport.field = reading.field
      lastMeterReport.magnitude = reading.magnitude
      lastMeterReport.flags = Self.flags(of: &reading, isTaking: heading.meter.isTaking)
      lastMeterReport.difference = reading.distance
      lastMeterReport.differenceMagnitude = reading.lengthOfDifference
      lastMeterReport.range = Self.range(of: sensor.sample.scale)
    }
    transmitter.send(image: &lastMeterReport, as: .meterReading)
  }

  private static func flags(of reading: inout MeterReading, isTaking: Bool) -> MeterReport.Flags {
    var flags = MeterReport.Flags.none
    if reading.isSaturated { flags.insert(.saturated) }
    if isTaking { flags.insert(.taking) }
    if reading.loss == .moved { flags.insert(.moved) }
    if reading.isMotionGuarded { flags.insert(.guarded) }
    if reading.hasDifference { flags.insert(.difference) }
    return flags
  }

  /// The largest value that the sensor's X axis measures with this scale; 0 when it is not known.
  private static func range(of scale: FieldScale) -> UInt32 {
    guard let rule = scale.rule else { return 0 }
    return rule.value(of: Vector3(x: rule.largestCount, y: 0, z: 0))?.x.magnitude ?? 0
  }
}
