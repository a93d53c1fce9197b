// Requests about the way (Protocols/link/spec.md, "setFix" and what follows).

import FixedPoint
import Navigation
import Quantities
import Wire

extension Instrument {
  /// Carries out a request about the way.
  /// - Returns: `false` when the kind is none of these.
  mutating func handleNavigation(_ kind: MessageKind, _ header: FrameHeader, at now: Instant) -> Bool {
    switch kind {
    case .setFix: setFix(header, at: now)
    case .setDestination: setDestination(header)
    case .getGuidance:
      refreshHeading(at: now)
      let report = navigation.guidance(at: now)
      reply(header) { transmitter, token in transmitter.send(report, as: .guidance, token: token) }
    case .setSurroundings:
      guard let request = SetSurroundings(payload: decoder.frame.payload) else { return true }
      navigation.surround(request, at: now)
      acknowledge(header)
    case .getSources:
      refreshHeading(at: now)
      let report = navigation.sources(at: now)
      reply(header) { transmitter, token in transmitter.send(report, as: .sources, token: token) }
    case .swing: swing(header)
    case .getSwing:
      let report = navigation.swing.report
      reply(header) { transmitter, token in transmitter.send(report, as: .swingStatus, token: token) }
    default: return false
    }
    return true
  }

  private mutating func setFix(_ header: FrameHeader, at now: Instant) {
    guard let fix = Fix(payload: decoder.frame.payload) else { return }
    refreshHeading(at: now)
    let declination = heading.localField.state == .known ? heading.localField.field.declination?.signed : nil
    if let place = navigation.take(fix, declination: declination, at: now) {
      heading.location = SetLocation(position: place)
      heading.placeChanged()
    }
    acknowledge(header)
  }

  private mutating func setDestination(_ header: FrameHeader) {
    guard let request = SetDestination(payload: decoder.frame.payload) else { return }
    if let place = request.destination {
      guard place.isOnEarth else {
        let limit: Int32 = place.latitude < 0 ? -0x4000_0000 : 0x4000_0000
        return refuse(header, .outOfRange, detail: place.latitude, limit: limit)
      }
      if request.arrivalMillimetres == 0 { return refuse(header, .outOfRange, detail: 0, limit: 1) }
      if request.leaveMillimetres < request.arrivalMillimetres {
        return refuse(
          header, .outOfRange, detail: Int32(bitPattern: request.leaveMillimetres),
          limit: Int32(bitPattern: request.arrivalMillimetres))
      }
      if request.fixesToArrive == 0 { return refuse(header, .outOfRange, detail: 0, limit: 1) }
    }
    navigation.guide(request)
    acknowledge(header)
  }

  private mutating func swing(_ header: FrameHeader) {
    let value = decoder.frame.payload[0]
    guard let request = SwingRequest(payload: decoder.frame.payload) else {
      return refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: 4)
    }
    guard navigation.swing.carryOut(request) else {
      return refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: 1)
    }
    if request.action == .use, let card = navigation.swing.card { heading.setCard(card) }
    acknowledge(header)
  }

  // MARK: - The heading behind the arrow

  /// Where no stream computes readings, a request about the way does.
  private mutating func refreshHeading(at now: Instant) {
    if telemetry.computesReadings { return }
    guard var sample = sensor.latest, now.elapsed(since: sensor.lastFresh) <= telemetry.patience(heading.sampleTimeout)
    else {
      navigation.take(nil, at: now)
      return
    }
    if telemetry.lastSample == sensor.number { sample.isStale = true }
    telemetry.lastSample = sensor.number
    var reading = pipeline.reading(sample, number: sensor.number, specificForce: specificForce)
    heading.judge(&reading, pipeline)
    navigation.take(reading, at: now)
  }
}
