// Arrow, states and arrival, with the defects of the source documents as negative tests.
import Foundation
import Navigation
import Quantities
import TestSupport
import Testing

@Suite struct GuidanceTests {
  private let place = Position.degrees(37.3318, -122.0312)

  private func now(_ seconds: Double) -> Instant { Instant(microseconds: UInt64(seconds * 1e6)) }

  /// A fix from which the place lies `metres` away in the direction `bearing`.
  private func fix(_ seconds: Double, metres: Double, bearing: Double = 0, error: UInt32? = 5000) -> Fix {
    let back = Earth.meanSphere.destination(
      from: place, bearing: angle(bearing + 180), millimetres: Int64(metres * 1000))
    return Fix(time: now(seconds), position: back, horizontalMillimetres: error)
  }

  @Test func view_inaccurateHeading_tellsNoSideThatItDoesNotKnow() {
    var guidance = Guidance(to: place, settings: Guidance.Settings(worstAccuracy: 4500))
    guidance.add(fix: fix(1, metres: 500))
    // 20° left of the way: the accuracy decides what may be claimed.
    for (accuracy, arrow, hidden) in [
      (UInt16(0), Arrow.right, nil), (1999, .right, nil), (2001, .unsure, nil), (4500, .unsure, nil),
      (4501, nil, HiddenArrow.inaccurate),
    ] {
      let view = guidance.view(heading: angle(-20), accuracy: accuracy, at: now(1))
      #expect(view.arrow == arrow, "±\(accuracy)/100°")
      #expect(view.hidden == hidden)
      #expect((view.turn == nil) == (arrow == nil))
    }
    // Behind too: 1° or 30° to the right of straight behind, and exactly behind.
    for (behind, accuracy, arrow) in [
      (1, UInt16(0), Arrow.right), (1, 99, .right), (1, 101, .unsure), (1, 3200, .unsure), (-1, 101, .unsure),
      (-1, 99, .left), (30, 2999, .right), (30, 3001, .unsure), (0, 0, .right), (0, 1, .unsure),
    ] {
      let view = guidance.view(heading: angle(180 + Double(behind)), accuracy: accuracy, at: now(1))
      #expect(view.arrow == arrow, "\(behind)° ±\(accuracy)/100°")
    }
    // Ahead is ahead, whatever the accuracy up to the worst.
    #expect(guidance.view(heading: angle(-5), accuracy: 4400, at: now(1)).arrow == .ahead)
  }

  @Test func states_followTheFixes() {
    var guidance = Guidance(to: place)
    #expect(guidance.view(heading: .zero, at: now(0)).state == .waiting)
    guidance.add(fix: fix(1, metres: 500, error: nil))
    #expect(guidance.view(heading: .zero, at: now(1)).state == .waiting)
    guidance.add(fix: fix(2, metres: 500))
    let view = guidance.view(heading: .zero, at: now(2))
    #expect(view.state == .guiding && view.arrow == .ahead && view.hidden == nil)
    #expect(abs((view.millimetres ?? 0) - 500_000) < 50)
    #expect(guidance.view(heading: .zero, at: now(33)).state == .unavailable)
    guidance.add(fix: fix(34, metres: 500, error: 200_000))
    #expect(guidance.view(heading: .zero, at: now(34)).state == .unavailable)
    guidance.add(fix: fix(35, metres: 400))
    #expect(guidance.view(heading: .zero, at: now(35)).state == .guiding)
  }

  @Test func arrow_pointsTheShorterWay() {
    var cases: [(heading: Double, bearing: Double, arrow: Arrow)] = [
      (0, 10, .ahead), (0, 350, .ahead), (0, 10.01, .right), (0, 349.99, .left), (355, 2, .ahead), (2, 355, .ahead),
      (350, 20, .right), (20, 350, .left), (90, 269, .right), (90, 271, .left),
    ]
    // The half turn, on a bearing that is exact.
    cases.append((180, 0, .right))
    for (heading, bearing, arrow) in cases {
      var guidance = Guidance(to: place)
      let target = fix(1, metres: 5000, bearing: bearing)
      guidance.add(fix: target)
      // Take the bearing from the leg itself, so that the edge is an edge.
      let exact = Earth.meanSphere.leg(from: target.position, to: place).initial.angle ?? .zero
      let nose = BinaryAngle(rawValue: exact.rawValue &- angle(bearing - heading).rawValue)
      #expect(guidance.view(heading: nose, at: now(1)).arrow == arrow, "heading \(heading), bearing \(bearing)")
    }
  }

  @Test func tenDegrees_countAsAhead() {
    var guidance = Guidance(to: place)
    let target = fix(1, metres: 5000, bearing: 77)
    guidance.add(fix: target)
    let exact = Earth.meanSphere.leg(from: target.position, to: place).initial.angle ?? .zero
    let limit = guidance.settings.ahead
    // 10° = 119304647.1 units: the whole number below counts, the next one does not.
    #expect(guidance.view(heading: BinaryAngle(rawValue: exact.rawValue &- limit), at: now(1)).arrow == .ahead)
    var fresh = Guidance(to: place)
    fresh.add(fix: target)
    #expect(fresh.view(heading: BinaryAngle(rawValue: exact.rawValue &- limit &- 1), at: now(1)).arrow == .right)
  }

  @Test func ahead_hasHysteresis() {
    var guidance = Guidance(to: place)
    let target = fix(1, metres: 5000, bearing: 0)
    guidance.add(fix: target)
    #expect(guidance.view(heading: angle(9), at: now(1)).arrow == .ahead)
    #expect(guidance.view(heading: angle(11.9), at: now(1)).arrow == .ahead)
    #expect(guidance.view(heading: angle(12.1), at: now(1)).arrow == .left)
    #expect(guidance.view(heading: angle(11), at: now(1)).arrow == .left)
    #expect(guidance.view(heading: angle(9.9), at: now(1)).arrow == .ahead)
  }

  @Test func arrow_isHiddenWithItsReason() {
    var guidance = Guidance(to: place)
    #expect(guidance.view(heading: .zero, at: now(0)).hidden == .notGuiding)
    guidance.add(fix: fix(1, metres: 500))
    let view = guidance.view(heading: nil, at: now(1))
    #expect(view.state == .guiding && view.arrow == nil && view.hidden == .noHeading && view.turn == nil)
    #expect(view.bearing != nil && view.millimetres != nil)
    var opposite = Guidance(to: place, settings: .init(arrivalMillimetres: 0))
    opposite.add(
      fix: Fix(
        time: now(1), position: Position(latitude: -place.latitude, longitude: place.longitude &+ .min),
        horizontalMillimetres: 1))
    #expect(opposite.view(heading: .zero, at: now(1)).hidden == .noBearing)
  }

  @Test func arrival_hasHysteresisAndStartsAgain() {
    var guidance = Guidance(to: place, settings: .init(arrivalMillimetres: 20_000, fixesToArrive: 2))
    guidance.add(fix: fix(1, metres: 19))
    #expect(guidance.view(heading: .zero, at: now(1)).state == .guiding)
    guidance.add(fix: fix(2, metres: 30))
    guidance.add(fix: fix(3, metres: 19))
    #expect(guidance.view(heading: .zero, at: now(3)).state == .guiding)
    guidance.add(fix: fix(4, metres: 19))
    let there = guidance.view(heading: .zero, at: now(4))
    #expect(there.state == .arrived && there.arrow == nil)
    guidance.add(fix: fix(5, metres: 23))
    #expect(guidance.view(heading: .zero, at: now(5)).state == .arrived)
    guidance.add(fix: fix(6, metres: 24.1))
    #expect(guidance.view(heading: .zero, at: now(6)).state == .guiding)
  }

  /// The source's app adds half a mile before it truncates, so that "3 miles" are 2.5: 4,023 m.
  @Test func threeMiles_areThreeMiles() {
    let threeMiles = 4_828_032 as Int64
    func original(_ metres: Double) -> Bool { Int(metres * 0.000621371 + 0.5) < 3 }
    #expect(!original(4_800) && original(4_023))
    var guidance = Guidance(to: place, settings: .init(arrivalMillimetres: threeMiles))
    guidance.add(fix: fix(1, metres: 4_829))
    #expect(guidance.view(heading: .zero, at: now(1)).state == .guiding)
    guidance.add(fix: fix(2, metres: 4_827))
    #expect(guidance.view(heading: .zero, at: now(2)).state == .arrived)
  }

  /// abs of a number of degrees cut to whole ones takes 10.9 for 10, and 355 against 2 for 353.
  @Test func naiveArrow_isWrongWhereOursIsNot() {
    func naive(_ heading: Double, _ bearing: Double) -> Arrow {
      let delta = heading - bearing
      if abs(Int(delta)) <= 10 { return .ahead }
      return delta > 180 ? .right : delta > 0 ? .left : .right
    }
    func ours(_ heading: Double, _ bearing: Double) -> Arrow? {
      var guidance = Guidance(to: place)
      guidance.add(fix: fix(1, metres: 5000, bearing: bearing))
      return guidance.view(heading: angle(heading), at: now(1)).arrow
    }
    #expect(naive(10.9, 0) == .ahead && ours(10.9, 0) == .left)
    #expect(naive(355, 2) == .right && ours(355, 2) == .ahead)
  }

  @Test func filter_tellsWhatMovedAndKeepsTheCourse() {
    var filter = LocationFilter(settings: .init(distanceMillimetres: 100_000))
    func moving(_ seconds: Double, _ metres: Double, speed: UInt32?, course: Double? = 45) -> Fix {
      var fix = fix(seconds, metres: metres)
      fix.speed = speed
      fix.course = course.map(angle)
      return fix
    }
    #expect(filter.add(fix: moving(1, 1000, speed: 0)) == true)
    #expect(filter.course(at: now(1)) == nil)
    #expect(filter.add(fix: moving(2, 950, speed: 900)) == false)
    #expect(filter.course(at: now(2)) == nil)
    #expect(filter.add(fix: moving(3, 899, speed: 1000)) == true)
    #expect(filter.course(at: now(3))?.angle == angle(45))
    // 0.2 m/s across 1 m/s: 0.2 rad = 11.5°, the arctangent of 0.2 is 11.3°.
    let uncertainty = Double(filter.course(at: now(3))?.uncertainty ?? 0) / 11_930_465
    #expect(abs(uncertainty - 11.46) < 0.1)
    #expect(filter.add(fix: moving(4, 899, speed: 600)) == false)
    #expect(filter.course(at: now(4)) != nil)
    #expect(filter.course(at: now(7.1)) == nil)
    #expect(filter.add(fix: moving(8, 899, speed: 499)) == false)
    #expect(filter.course(at: now(8)) == nil)
    // No course although moving: none is made up.
    _ = filter.add(fix: moving(9, 899, speed: 3000, course: nil))
    #expect(filter.course(at: now(9)) == nil)
  }

  @Test func filter_ignoresInvalidAndLateFixes() {
    var filter = LocationFilter()
    #expect(filter.add(fix: fix(1, metres: 10, error: nil)) == false)
    #expect(filter.latest == nil)
    #expect(filter.add(fix: fix(5, metres: 10)) == true)
    #expect(filter.add(fix: fix(4, metres: 500)) == false)
    #expect(filter.latest?.time == now(5))
    #expect(
      filter.add(fix: Fix(time: now(6), position: Position(latitude: .max, longitude: 0), horizontalMillimetres: 1))
        == false)
  }
}
