// Requests about navigation (Protocols/link/spec.md, "setFix" and what follows).

import Binnacle
import FixedPoint
import LinkProtocol
import Navigation
import Quantities

extension NavigationUnit {
  /// True for a fix and for the two reports.
  public static func needsHeading(_ kind: MessageKind) -> Bool {
    kind == .setFix || kind == .getGuidance || kind == .getSources
  }

  /// Carries out a request about navigation.
  public mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, _ compass: inout Compass, _ place: inout CompassPlace,
    at now: Instant
  ) -> Answer {
    switch request.kind {
    case MessageKind.setFix.rawValue: return setFix(request, &compass, &place, at: now)
    case MessageKind.setDestination.rawValue: return setDestination(request)
    case MessageKind.getGuidance.rawValue:
      line.begin(.guidance, token: request.token)
      appendGuidance(to: &line.frame, at: now)
    case MessageKind.setSurroundings.rawValue:
      guard let given = SetSurroundings(payload: request.payload) else { return .later }
      surround(given, at: now)
      return .acknowledged
    case MessageKind.getSources.rawValue:
      line.begin(.sources, token: request.token)
      sources(at: now).append(to: &line.frame)
    case MessageKind.swing.rawValue: return swing(request, &compass)
    default:
      line.begin(.swingStatus, token: request.token)
      swing.report.append(to: &line.frame)
    }
    return .message
  }

  private mutating func setFix(
    _ request: borrowing FrameBuffer, _ compass: inout Compass, _ place: inout CompassPlace, at now: Instant
  ) -> Answer {
    guard let fix = Fix(payload: request.payload) else { return .later }
    let declination = place.state == .known ? compass.declination?.signed : nil
    if let told = add(fix: fix, from: place.position, declination: declination, at: now) { place.setPosition(told) }
    return .acknowledged
  }

  private mutating func setDestination(_ request: borrowing FrameBuffer) -> Answer {
    guard let given = SetDestination(payload: request.payload) else { return .later }
    if let place = given.destination {
      guard place.isOnEarth else {
        return .refused(
          .outOfRange, detail: place.latitude, limit: place.latitude < 0 ? -0x4000_0000 : 0x4000_0000)
      }
      if given.arrivalMillimetres == 0 || given.fixesToArrive == 0 { return .beyond(0, 1) }
      if given.leaveMillimetres < given.arrivalMillimetres {
        return .beyond(given.leaveMillimetres, given.arrivalMillimetres)
      }
    }
    guide(given)
    return .acknowledged
  }

  private mutating func swing(_ request: borrowing FrameBuffer, _ compass: inout Compass) -> Answer {
    let value = request.payloadByte(Layout.Swing.action)
    guard let given = SwingRequest(payload: request.payload) else {
      return .refused(.outOfRange, value: value, limit: 4)
    }
    guard swing.carryOut(given) else { return .refused(.outOfRange, value: value, limit: 1) }
    if given.action == .use, let card = swing.card { compass.service.card = card }
    return .acknowledged
  }
}
