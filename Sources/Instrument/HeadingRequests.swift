// Requests about the heading service (Protocols/link/spec.md, "setLocation" and what follows).

import FieldMonitor
import Heading
import Quantities
import SensorDrivers
import Wire

extension Instrument {
  /// Carries out a request of the heading service.
  /// - Returns: `false` when the kind is none of its.
  mutating func handleHeading(_ kind: MessageKind, _ header: FrameHeader) -> Bool {
    switch kind {
    case .setLocation: setLocation(header)
    case .setDate: setDate(header)
    case .setReference: setReference(header)
    case .setFilter: setFilter(header)
    case .setOrientation: setOrientation(header)
    case .setDeviation: setDeviation(header)
    case .getHeadingSettings:
      let settings = heading.settings
      reply(header) { transmitter, token in transmitter.send(settings, as: .headingSettings, token: token) }
    case .setZeroPoint: setZeroPoint(header)
    case .getLocalField:
      let field = heading.localField
      reply(header) { transmitter, token in transmitter.send(field, as: .localField, token: token) }
    default: return false
    }
    return true
  }

  private mutating func setLocation(_ header: FrameHeader) {
    guard let request = SetLocation(payload: decoder.frame.payload) else { return }
    if let position = request.position, !position.isOnEarth {
      let limit: Int32 = position.latitude < 0 ? -0x4000_0000 : 0x4000_0000
      return refuse(header, .outOfRange, detail: position.latitude, limit: limit)
    }
    if heading.location != request {
      heading.location = request
      heading.placeChanged()
    }
    acknowledge(header)
  }

  private mutating func setDate(_ header: FrameHeader) {
    guard let request = SetDate(payload: decoder.frame.payload) else { return }
    if heading.date != request {
      heading.date = request
      heading.placeChanged()
    }
    acknowledge(header)
  }

  private mutating func setReference(_ header: FrameHeader) {
    let value = decoder.frame.payload[0]
    guard let choice = ReferenceChoice(rawValue: value) else {
      return refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: 2)
    }
    heading.setReference(choice)
    acknowledge(header)
  }

  private mutating func setFilter(_ header: FrameHeader) {
    guard let request = SetFilter(payload: decoder.frame.payload) else { return }
    if request.minimumChange > SetFilter.largestChange {
      return refuse(header, beyond: request.minimumChange, SetFilter.largestChange)
    }
    if request.timeConstant > SetFilter.longestTimeConstant {
      return refuse(header, beyond: request.timeConstant, SetFilter.longestTimeConstant)
    }
    if request.sampleTimeout < SetFilter.shortestTimeout {
      return refuse(header, beyond: request.sampleTimeout, SetFilter.shortestTimeout)
    }
    heading.setFilter(request)
    acknowledge(header)
  }

  private mutating func setOrientation(_ header: FrameHeader) {
    guard let request = SetOrientation(payload: decoder.frame.payload) else {
      let display = decoder.frame.payload[0]
      let isDisplay = display > 7
      let value = isDisplay ? display : decoder.frame.payload[1]
      return refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: isDisplay ? 7 : 5)
    }
    heading.setOrientation(request)
    pipeline.pointer = .pointing(request.pointer)
    acknowledge(header)
  }

  private mutating func setDeviation(_ header: FrameHeader) {
    guard let card = DeviationCard(payload: decoder.frame.payload) else { return }
    guard card.isValid else {
      let limit: Int32 = 0x2000_0000
      let worst =
        card.a.magnitude > 0x2000_0000
        ? card.a
        : card.b.magnitude > 0x2000_0000
          ? card.b : card.c.magnitude > 0x2000_0000 ? card.c : card.d.magnitude > 0x2000_0000 ? card.d : card.e
      return refuse(header, .outOfRange, detail: worst, limit: worst < 0 ? 0 &- limit : limit)
    }
    heading.setCard(card)
    acknowledge(header)
  }

  private mutating func setZeroPoint(_ header: FrameHeader) {
    let low = Int32(truncatingIfNeeded: Int(decoder.frame.payload[0]))
    let samples = low | Int32(truncatingIfNeeded: Int(decoder.frame.payload[1])) &<< 8
    guard samples <= ZeroPointMeter.longest else {
      return refuse(header, .outOfRange, detail: samples, limit: ZeroPointMeter.longest)
    }
    if samples == 0 { heading.meter.clear() } else { heading.meter.begin(samples: samples) }
    acknowledge(header)
  }

  private mutating func refuse(_ header: FrameHeader, beyond value: UInt32, _ limit: UInt32) {
    refuse(header, .outOfRange, detail: Int32(bitPattern: value), limit: Int32(bitPattern: limit))
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
    transmitter.send(report, as: .meterReading, token: 0)
  }

  /// What the sensor's X axis measures at most with this scale; 0 when not known.
  private static func range(of scale: FieldScale) -> UInt32 {
    if scale == .nanotesla { return 0 }
    let most = LSM303DLHC.field(of: Vector3(x: 2047, y: 0, z: 0), scale: scale)
    return most?.nanotesla.x.magnitude ?? 0
  }
}
