// Requests about navigation (Protocols/link/spec.md, "setFix" and what follows).

import FixedPoint
import LinkProtocol
import Navigation
import Quantities

extension CompassInstrument where Way == NavigationUnit, Gyro: ~Copyable {
  /// Carries out a request about navigation.
  mutating func handleNavigation(_ kind: UInt8, at now: Instant) {
    switch kind {
    case MessageKind.setFix.rawValue: setFix(at: now)
    case MessageKind.setDestination.rawValue: setDestination()
    case MessageKind.getGuidance.rawValue:
      refreshHeading(at: now)
      beginReply(.guidance)
      way.appendGuidance(to: &transmitter.frame, at: now)
      endReply()
    case MessageKind.setSurroundings.rawValue:
      guard let request = SetSurroundings(payload: decoder.frame.payload) else { return }
      way.surround(request, at: now)
      acknowledge()
    case MessageKind.getSources.rawValue:
      refreshHeading(at: now)
      beginReply(.sources)
      way.sources(at: now).append(to: &transmitter.frame)
      endReply()
    case MessageKind.swing.rawValue: swing()
    default:
      beginReply(.swingStatus)
      way.swing.report.append(to: &transmitter.frame)
      endReply()
    }
  }

  private mutating func setFix(at now: Instant) {
    guard let fix = Fix(payload: decoder.frame.payload) else { return }
    refreshHeading(at: now)
    let declination = heading.localField.state == .known ? heading.localField.declination?.signed : nil
    if let place = way.add(fix: fix, from: heading.settings.position, declination: declination, at: now) {
      heading.setPosition(place)
    }
    acknowledge()
  }

  private mutating func setDestination() {
    guard let request = SetDestination(payload: decoder.frame.payload) else { return }
    if let place = request.destination {
      guard place.isOnEarth else { return refuse(latitude: place.latitude) }
      if request.arrivalMillimetres == 0 || request.fixesToArrive == 0 { return refuse(beyond: 0, 1) }
      if request.leaveMillimetres < request.arrivalMillimetres {
        return refuse(beyond: request.leaveMillimetres, request.arrivalMillimetres)
      }
    }
    way.guide(request)
    acknowledge()
  }

  private mutating func swing() {
    let value = decoder.frame.payloadByte(Layout.Swing.action)
    guard let request = SwingRequest(payload: decoder.frame.payload) else {
      return refuse(.outOfRange, value: value, limit: 4)
    }
    guard way.swing.carryOut(request) else { return refuse(.outOfRange, value: value, limit: 1) }
    if request.action == .use, let card = way.swing.card { heading.setCard(card) }
    acknowledge()
  }

  /// A request about navigation computes a reading if no stream does.
  private mutating func refreshHeading(at now: Instant) {
    if !telemetry.computesReadings { updateReading(asked: true) }
  }
}
