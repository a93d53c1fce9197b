// Requests about the heading service (Protocols/link/spec.md, "setLocation" and what follows).

import FieldMonitor
import Heading
import Quantities
import SensorDrivers
import Wire

extension Instrument where Way: ~Copyable {
  /// Carries out a request of the heading service.
  mutating func handleHeading(_ kind: UInt8) {
    switch kind {
    case MessageKind.setLocation.rawValue: setLocation()
    case MessageKind.setDate.rawValue: setDate()
    case MessageKind.setReference.rawValue: setReference()
    case MessageKind.setFilter.rawValue: setFilter()
    case MessageKind.setOrientation.rawValue: setOrientation()
    case MessageKind.setDeviation.rawValue: setDeviation()
    case MessageKind.getHeadingSettings.rawValue:
      beginReply(.headingSettings)
      heading.settings.append(to: &transmitter.frame)
      endReply()
    case MessageKind.setZeroPoint.rawValue: setZeroPoint()
    case MessageKind.setLevelTolerance.rawValue: setLevelTolerance()
    default:
      beginReply(.localField)
      heading.localField.append(to: &transmitter.frame)
      endReply()
    }
  }

  private mutating func setLocation() {
    guard let request = SetLocation(payload: decoder.frame.payload) else { return }
    if let position = request.position, !position.isOnEarth { return refuse(latitude: position.latitude) }
    if heading.location != request {
      heading.location = request
      heading.placeChanged()
    }
    acknowledge()
  }

  mutating func refuse(latitude: Int32) {
    refuse(.outOfRange, detail: latitude, limit: latitude < 0 ? -0x4000_0000 : 0x4000_0000)
  }

  private mutating func setDate() {
    guard let request = SetDate(payload: decoder.frame.payload) else { return }
    if heading.date != request {
      heading.date = request
      heading.placeChanged()
    }
    acknowledge()
  }

  private mutating func setReference() {
    let value = decoder.frame.payloadByte(0)
    guard let choice = ReferenceChoice(rawValue: value) else { return refuse(.outOfRange, value: value, limit: 2) }
    heading.setReference(choice)
    acknowledge()
  }

  private mutating func setFilter() {
    guard let request = SetFilter(payload: decoder.frame.payload) else { return }
    if request.minimumChange > SetFilter.largestChange {
      return refuse(beyond: request.minimumChange, SetFilter.largestChange)
    }
    if request.timeConstant > SetFilter.longestTimeConstant {
      return refuse(beyond: request.timeConstant, SetFilter.longestTimeConstant)
    }
    if request.sampleTimeout < SetFilter.shortestTimeout {
      return refuse(beyond: request.sampleTimeout, SetFilter.shortestTimeout)
    }
    heading.setFilter(request)
    acknowledge()
  }

  private mutating func setOrientation() {
    guard let request = SetOrientation(payload: decoder.frame.payload) else {
      let display = decoder.frame.payloadByte(0)
      if display > 7 { return refuse(.outOfRange, value: display, limit: 7) }
      return refuse(.outOfRange, value: decoder.frame.payloadByte(1), limit: 5)
    }
    heading.setOrientation(request)
    pipeline.pointer = .pointing(request.pointer)
    acknowledge()
  }

  private mutating func setDeviation() {
    guard let card = DeviationCard(payload: decoder.frame.payload) else { return }
    if let worst = card.invalid {
      let limit: Int32 = 0x2000_0000
      return refuse(.outOfRange, detail: worst, limit: worst < 0 ? 0 &- limit : limit)
    }
    heading.setCard(card)
    acknowledge()
  }

  private mutating func setLevelTolerance() {
    let tenths = decoder.frame.payloadByte(0)
    if tenths == 0 || tenths > LevelTolerance.largest {
      return refuse(.outOfRange, value: tenths, limit: tenths == 0 ? 1 : 150)
    }
    heading.levelTolerance = tenths
    acknowledge()
  }

  private mutating func setZeroPoint() {
    let low = Int32(truncatingIfNeeded: Int(decoder.frame.payloadByte(0)))
    let samples = low | Int32(truncatingIfNeeded: Int(decoder.frame.payloadByte(1))) &<< 8
    guard samples <= ZeroPointMeter.longest else {
      return refuse(.outOfRange, detail: samples, limit: ZeroPointMeter.longest)
    }
    if samples == 0 { heading.meter.clear() } else { heading.meter.begin(samples: samples) }
    acknowledge()
  }

  // MARK: - The meter

  /// Sends the latest sample as the meter shows it.
  @inline(never)
  mutating func sendMeterReading() {
    if sensor.sample.isStale {
      // Told before: it is no new part of a baseline.
      lastMeterReport.flags.insert(.stale)
    } else {
      let reading = heading.meter.take(
        MagneticField(nanotesla: pipeline.mounting.body(sensor.sample.field.nanotesla)), specificForce: specificForce,
        isOverflowed: sensor.sample.isOverflowed)
      lastMeterReport = MeterReport()
      lastMeterReport.time = sensor.sample.time
      lastMeterReport.field = reading.field
      lastMeterReport.magnitude = reading.magnitude
      lastMeterReport.flags = Self.flags(of: reading, isTaking: heading.meter.isTaking)
      if let difference = reading.difference, let magnitude = reading.differenceMagnitude {
        lastMeterReport.difference = difference
        lastMeterReport.differenceMagnitude = magnitude
      }
      lastMeterReport.range = Self.range(of: sensor.sample.scale)
    }
    transmitter.send(image: &lastMeterReport, as: .meterReading)
  }

  private static func flags(of reading: MeterReading, isTaking: Bool) -> MeterReport.Flags {
    var flags = MeterReport.Flags.none
    if reading.isSaturated { flags.insert(.saturated) }
    if isTaking { flags.insert(.taking) }
    if reading.loss == .moved { flags.insert(.moved) }
    if reading.isMotionGuarded { flags.insert(.guarded) }
    if reading.differenceMagnitude != nil { flags.insert(.difference) }
    return flags
  }

  /// What the sensor's X axis measures at most with this scale; 0 when not known.
  private static func range(of scale: FieldScale) -> UInt32 {
    if scale == .nanotesla { return 0 }
    let most = LSM303DLHC.field(of: Vector3(x: 2047, y: 0, z: 0), scale: scale)
    return most?.nanotesla.x.magnitude ?? 0
  }
}
