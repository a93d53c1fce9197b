// Requests that set or return what readings depend on (Protocols/link/spec.md, "setLocation" and what follows).

import Binnacle
import Heading
import LinkProtocol
import Quantities
import RawMemory

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Sets a value of the compass or of its place. The caller has checked the ranges of the fields.
  mutating func set() -> Answer {
    switch decoder.frame.kind {
    case MessageKind.setLocation.rawValue:
      guard let given = SetLocation(payload: decoder.frame.payload) else { return .later }
      place.setPosition(given.position)
    case MessageKind.setDate.rawValue:
      guard let given = SetDate(payload: decoder.frame.payload) else { return .later }
      place.setDate(given.date, extrapolating: given.isExtrapolating, of: &compass)
    case MessageKind.setReference.rawValue:
      if let reference = ReferenceChoice(rawValue: decoder.frame.payloadByte(Layout.SetReference.reference)) {
        compass.service.reference = reference
      }
    case MessageKind.setFilter.rawValue:
      guard let given = SetFilter(payload: decoder.frame.payload) else { return .later }
      compass.service.filter.minimumChange = given.minimumChange
      compass.service.filter.heartbeat = given.heartbeat
      compass.service.filter.restart()
      compass.service.smoother.timeConstant = given.timeConstant
      compass.sampleTimeout = given.sampleTimeout
    case MessageKind.setOrientation.rawValue:
      guard let given = SetOrientation(payload: decoder.frame.payload) else { return .later }
      compass.service.display = given.display
      compass.service.isFlatPortrait = given.isFlatPortrait
      compass.point(given.pointer)
    case MessageKind.setDeviation.rawValue:
      guard let card = DeviationCard(payload: decoder.frame.payload) else { return .later }
      compass.service.card = card
    default: compass.levelTolerance = decoder.frame.payloadByte(Layout.SetLevelTolerance.levelTolerance)
    }
    return .acknowledged
  }

  @inline(never)
  mutating func appendSettings() {
    var report = HeadingSettingsReport()
    report.location.position = place.position
    report.date = SetDate(date: place.date, isExtrapolating: place.isExtrapolating)
    report.reference = compass.service.reference
    report.orientation.display = compass.service.display
    report.orientation.isFlatPortrait = compass.service.isFlatPortrait
    report.orientation.pointer = compass.chosenPointer
    report.filter.minimumChange = compass.service.filter.minimumChange
    report.filter.heartbeat = compass.service.filter.heartbeat
    report.filter.timeConstant = compass.service.smoother.timeConstant
    report.filter.sampleTimeout = compass.sampleTimeout
    report.card = compass.service.card
    report.levelTolerance = compass.levelTolerance
    report.append(to: &line.frame)
  }

  @inline(never)
  mutating func appendLocalField() {
    var report = LocalField()
    report.state = LocalFieldState(rawValue: place.state.rawValue) ?? .unknown
    report.error = place.error?.rawValue ?? 0
    if let field = compass.service.field { report.field = field }
    if place.isExtrapolated { report.markExtrapolated() }
    line.frame.append(image: &report)
  }
}
