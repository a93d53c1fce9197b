// Which heading is valid against which north, and what is said where none is. Rows A1, A2, A6–A8, A24 of docs/heading.md.

import FieldMonitor
import Heading
import Quantities
import TestSupport
import Testing

@Test func headings_magneticAndTrue_standSideBySide() {
  var service = service(declination: -12.5)
  let word = service.assess(evidence(30, at: 0))
  #expect(word.magnetic == angle(30))
  #expect(apart(word.trueNorth!, angle(17.5)) < 1e-6)
  #expect(word.reference == .trueNorth && word.heading == word.trueNorth)
}

@Test func reference_travelsWithTheValue() {
  var service = service(declination: 10)
  for (choice, expected) in [
    (ReferenceChoice.best, NorthReference.trueNorth), (.magnetic, .magnetic), (.trueNorth, .trueNorth),
  ] {
    service.reference = choice
    #expect(service.assess(evidence(5, at: 0)).reference == expected)
  }
  service.clearField(.date)
  service.reference = .best
  #expect(service.assess(evidence(5, at: 0)).reference == .magnetic)
  // Who wants true north gets it or nothing, never magnetic north in its place.
  service.reference = .trueNorth
  let word = service.assess(evidence(5, at: 0))
  #expect(word.reference == .none && word.heading == nil && word.magnetic == angle(5))
}

@Test func magneticHeading_withoutPosition_works() {
  var service = service()
  let word = service.assess(evidence(123, at: 0))
  #expect(word.magnetic == angle(123) && word.trueNorth == nil && word.accuracy != nil)
  #expect(word.doubts == .positionUnknown)
}

@Test func trueHeading_withoutPositionDateOrModel_saysWhichIsMissing() {
  var service = service(declination: 3)
  for (gap, doubt) in [
    (PlaceGap.position, HeadingDoubts.positionUnknown), (.date, .dateUnknown), (.model, .modelUnavailable),
  ] {
    service.clearField(gap)
    let word = service.assess(evidence(1, at: 0))
    #expect(word.trueNorth == nil && word.magnetic != nil && word.doubts == doubt)
  }
}

/// What the seed document does: true heading counts only when it is greater than 0, and −1 stands for "not valid".
private func naiveChoice(magnetic: Double, trueNorth: Double) -> Double { trueNorth > 0 ? trueNorth : magnetic }

@Test func trueHeading_exactlyNorth_isUsed() {
  var service = service(declination: 20)
  let word = service.assess(evidence(340, at: 0))
  #expect(word.trueNorth == .zero && word.reference == .trueNorth && word.heading == .zero)
  #expect(naiveChoice(magnetic: 340, trueNorth: 0) == 340, "the naive test drops due north")
}

@Test func trueHeading_notValid_isNoAngle() {
  var service = service()
  let word = service.assess(evidence(90, at: 0))
  // A −1 would pass for 359°, and be turned on by a display: −1 + 90 = 89.
  #expect(word.trueNorth == nil && word.reference == .magnetic)
}

@Test func accuracy_zeroAndInvalid_areDifferentThings() {
  var service = service()
  // A perfect compass: nothing is known against it.
  let good = service.assess(evidence(10, at: 0))
  #expect(good.accuracy != nil && good.magnetic != nil)
  #expect(HeadingAccuracy.compatible(good.accuracy) >= 0)
  #expect(HeadingAccuracy.compatible(0) == 0, "0 is a perfect accuracy, and not negative")
  let bad = service.assess(evidence(10, at: 1, calibration: .unknown))
  #expect(bad.accuracy == nil && bad.magnetic == nil)
  #expect(HeadingAccuracy.compatible(bad.accuracy) < 0)
  // What one of the seeds does: only a positive accuracy counts.
  let naive = { (accuracy: Int32) in accuracy > 0 }
  #expect(!naive(HeadingAccuracy.compatible(0)), "the naive test drops the perfect one")
}

@Test func accuracy_isThereIfAndOnlyIfTheHeadingIsValid() {
  var service = service(declination: 5)
  var falling = FieldStatus()
  falling.reasons = .freeFall.union(.forceUntrusted)
  var saturated = FieldStatus()
  saturated.state = .disturbed
  saturated.reasons = .saturated
  for sample in [
    evidence(10, at: 0), evidence(nil, at: 1), evidence(10, at: 2, calibration: .unknown),
    evidence(10, at: 3, horizontal: 1999), evidence(10, at: 4, status: falling), evidence(10, at: 5, status: saturated),
    evidence(10, at: 6, horizontal: 0),
  ] {
    let word = service.assess(sample)
    #expect((word.accuracy == nil) == (word.magnetic == nil))
    #expect(word.trueNorth == nil || word.magnetic != nil)
    if let accuracy = word.accuracy { #expect(accuracy <= 18_000) }
  }
}

@Test func poles_horizontalField_decidesWhetherACompassIsOfUse() {
  var service = service()
  let normal = service.assess(evidence(10, at: 0, horizontal: 6000))
  #expect(normal.zone == .normal && !normal.doubts.contains(.weakHorizontalField))
  let caution = service.assess(evidence(10, at: 1, horizontal: 5999))
  #expect(caution.zone == .caution && caution.doubts.contains(.weakHorizontalField) && caution.magnetic != nil)
  let edge = service.assess(evidence(10, at: 2, horizontal: 2000))
  #expect(edge.zone == .caution && edge.magnetic != nil)
  let blackout = service.assess(evidence(10, at: 3, horizontal: 1999))
  #expect(blackout.zone == .blackout && blackout.doubts.contains(.nearPole))
  #expect(blackout.magnetic == nil && blackout.accuracy == nil && blackout.reference == .none)
}

@Test func poles_modelKnowsTheField_theWorseOfBothCounts() {
  var service = HeadingService()
  service.setField(field(declination: 100, horizontal: 1500))
  // A magnet near the sensor cannot make a compass of use at a pole.
  #expect(service.assess(evidence(10, at: 0, horizontal: 30_000)).zone == .blackout)
  service.setField(field(declination: 1, horizontal: 30_000))
  #expect(service.assess(evidence(10, at: 1, horizontal: 5000)).zone == .caution)
}

@Test func freeFallAndNoField_areNamed() {
  var service = service()
  var status = FieldStatus()
  status.reasons = .freeFall.union(.forceUntrusted)
  let falling = service.assess(evidence(10, at: 0, force: Vector3(x: 100, y: 0, z: -900), status: status))
  #expect(falling.doubts.contains(.freeFall) && falling.magnetic == nil)
  var none = FieldStatus()
  none.reasons = .noField
  none.state = .disturbed
  let empty = service.assess(evidence(nil, at: 1, status: none))
  #expect(empty.doubts.contains(.noField) && empty.magnetic == nil && empty.disturbance == .disturbed)
}

@Test func stuckSensor_isNamed() {
  var monitor = DisturbanceMonitor(expectation: FieldExpectation(strengthNanotesla: 48_000, dip: nil))
  var service = service()
  var word = HeadingAssessment()
  for i in 0..<80 {
    let time = Double(i) * 0.05
    let status = monitor.assess(
      FieldObservation(
        time: at(time), field: CorrectedField(q8Nanotesla: Vector3(x: 5_120_000, y: 0, z: 11_000_000)),
        // The hand shakes, and comes back; the field does not.
        specificForce: Acceleration(microG: Vector3(x: Int32(i % 3), y: 0, z: -1_000_000)), dip: nil))
    word = service.assess(evidence(0, at: time, status: status))
    if i > 42 { #expect(word.doubts.contains(.stuck) && word.magnetic == nil, "\(i)") }
  }
}

@Test func silence_endsTheHeading() {
  var service = service(declination: 1)
  #expect(service.assess(evidence(10, at: 0)).magnetic != nil)
  let word = service.assessSilence(.outdated, mode: 0, at: at(2))
  #expect(word.magnetic == nil && word.trueNorth == nil && word.accuracy == nil && word.doubts == .outdated)
  #expect(word.event.contains(.validity))
  // And back.
  #expect(service.assess(evidence(10, at: 3)).event.contains(.validity))
}

@Test func clockBackwards_beginsAnewAndSaysSo() {
  var service = service()
  service.smoother.timeConstant = 10_000_000
  _ = service.assess(evidence(0, at: 100))
  let word = service.assess(evidence(90, at: 5))
  #expect(word.doubts.contains(.clockBackwards) && word.event == .first)
  #expect(word.magnetic == angle(90), "nothing of the time before is mixed in")
  #expect(!service.assess(evidence(90, at: 6)).doubts.contains(.clockBackwards))
}
