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

  /// The latest sample as the meter shows it.
  mutating func sendMeterReading(_ sample: FieldSample) {
    let field = MagneticField(nanotesla: pipeline.mounting.body(sample.field.nanotesla))
    var report = MeterReport()
    if sample.isStale {
      // Told before: it is no new part of a baseline.
      report = lastMeterReport
      report.flags.insert(.stale)
    } else {
      let reading = heading.meter.take(field, specificForce: specificForce, isOverflowed: sample.isOverflowed)
      report.time = sample.time
      report.field = reading.field
      report.magnitude = reading.magnitude
      if reading.isSaturated { report.flags.insert(.saturated) }
      if heading.meter.isTaking { report.flags.insert(.taking) }
      if reading.loss == .moved { report.flags.insert(.moved) }
      if reading.isMotionGuarded { report.flags.insert(.guarded) }
      if let difference = reading.difference, let magnitude = reading.differenceMagnitude {
        report.flags.insert(.difference)
        report.difference = difference
        report.differenceMagnitude = magnitude
      }
      report.range = Self.range(of: sample.scale)
      lastMeterReport = report
    }
    transmitter.send(report, as: .meterReading)
  }

  /// What the sensor's X axis measures at most with this scale; 0 when not known.
  private static func range(of scale: FieldScale) -> UInt32 {
    if scale == .nanotesla { return 0 }
    let most = LSM303DLHC.field(of: Vector3(x: 2047, y: 0, z: 0), scale: scale)
    return most?.nanotesla.x.magnitude ?? 0
  }
}
