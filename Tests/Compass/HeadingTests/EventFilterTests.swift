// Which headings are told: rows A9 and A5 of docs/heading.md.

import FieldMonitor
import Foundation
import Heading
import Quantities
import TestSupport
import Testing

/// The events of a list of headings, one a second.
private func events(_ headings: [Double], minimum: Double, heartbeat: UInt32 = 0) -> [HeadingEvent] {
  var service = service()
  service.filter.minimumChange = angle(minimum).rawValue
  service.filter.heartbeat = heartbeat
  return headings.enumerated().map { i, heading in service.assess(evidence(heading, at: Double(i))).event }
}

@Test func filter_none_tellsEveryHeading() {
  #expect(events([10, 10, 10, 10.0001], minimum: 0) == [.first, .moved, .moved, .moved])
}

@Test func filter_minimumChange_countsSinceTheLastOneTold() {
  // Steps of 2° each: told at 0, then when 5° have come together, at 6°, not at every step of 2°.
  #expect(
    events([0, 2, 4, 6, 8, 10, 12], minimum: 5) == [.first, .none, .none, .moved, .none, .none, .moved])
}

@Test func filter_exactlyTheMinimum_isTold() {
  // 5.625° is 2^26 units, exactly.
  #expect(events([0, 5.625], minimum: 5.625) == [.first, .moved])
  #expect(events([0, 5.624], minimum: 5.625) == [.first, .none])
}

@Test func filter_acrossNorth_takesTheShortWay() {
  #expect(events([359, 1, 5], minimum: 5) == [.first, .none, .moved])
  let naive = { (a: Double, b: Double) in abs(a - b) >= 5 }
  #expect(naive(359, 1), "a plain difference calls 2° 358°")
}

@Test func filter_halfATurn_isTheLargest() {
  #expect(events([0, 179.9, 180], minimum: 180) == [.first, .none, .moved])
}

@Test func filter_heartbeat_tellsWhenNothingMoves() {
  #expect(
    events([0, 0, 0, 0, 0], minimum: 5, heartbeat: 2_000_000) == [.first, .none, .heartbeat, .none, .heartbeat])
}

@Test func filter_validityGradeAndSource_areTold() {
  var service = service()
  service.filter.minimumChange = angle(30).rawValue
  _ = service.assess(evidence(0, at: 0))
  #expect(service.assess(evidence(0, at: 1)).event == .none)
  service.setField(field(declination: 2))
  let known = service.assess(evidence(0, at: 2)).event
  #expect(known.contains(.validity) && known.contains(.source))
  #expect(service.assess(evidence(0, at: 3)).event == .none)
  #expect(service.assess(evidence(nil, at: 4)).event.contains(.validity))
  _ = service.assess(evidence(0, at: 5))
  var status = FieldStatus()
  status.state = .suspect
  #expect(service.assess(evidence(0, at: 6, status: status)).event.contains(.grade))
  _ = service.assess(evidence(0, at: 7))
  service.display = .landscapeLeft
  #expect(service.assess(evidence(0, at: 8)).event.contains(.source))
  #expect(service.assess(evidence(0, at: 9), mode: 1).event.contains(.source))
}

@Test func filter_invalidHeading_neitherMovesNorStands() {
  var service = service()
  service.filter.minimumChange = angle(5).rawValue
  _ = service.assess(evidence(100, at: 0))
  #expect(service.assess(evidence(nil, at: 1)).event.contains(.validity))
  #expect(service.assess(evidence(nil, at: 2)).event == .none)
  let back = service.assess(evidence(100, at: 3)).event
  #expect(back.contains(.validity) && !back.contains(.moved))
}

@Test func filter_restarted_tellsTheNext() {
  var service = service()
  service.filter.minimumChange = angle(5).rawValue
  _ = service.assess(evidence(100, at: 0))
  service.restart()
  #expect(service.assess(evidence(100, at: 1)).event == .first)
}
