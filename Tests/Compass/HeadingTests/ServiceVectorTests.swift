// The integer heading service against the vectors of Protocols/heading, within the bounds of sections 9 and 11.

import FieldMonitor
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Heading

private func vector(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }

/// Degrees between a device angle and the exact one; infinite when only one is valid.
private func distance(_ angle: BinaryAngle?, _ exact: Double?) -> Double {
  guard let angle, let exact else { return angle == nil && exact == nil ? 0 : .infinity }
  return abs((angle.degrees - exact).remainder(dividingBy: 360))
}

/// An angle read as signed, in degrees.
private func signed(_ angle: UInt32) -> Double { BinaryAngle(rawValue: angle).signedDegrees }

private let displays: [String: DisplayOrientation] = [
  "portrait": .portrait, "upsideDown": .upsideDown, "landscapeLeft": .landscapeLeft, "landscapeRight": .landscapeRight,
  "faceUp": .faceUp, "faceDown": .faceDown, "unknown": .unknown,
]
private func display(_ name: String) throws -> DisplayOrientation { try #require(displays[name]) }

private let states: [String: DisturbanceState] = [
  "clear": .clear, "suspect": .suspect, "disturbed": .disturbed, "recovering": .recovering,
]

@Test func accuracy_isWithinTheBoundOfTheSpecification() throws {
  func isNear(_ hundredths: UInt16?, _ exact: Double, _ c: AccuracyCase) -> Bool {
    guard let hundredths else { return false }
    let error = Double(hundredths) / 100 - exact
    // Steeper than 80° it may be wider by a quarter, and no narrower than elsewhere.
    let isSteep = [c.dip, c.pitch].contains { abs(signed($0)) > 80 }
    return error > -0.04 * exact - 0.3 && error < (isSteep ? 0.25 : 0.04) * exact + 0.3
  }
  for c in try Repository.vectors("heading/vectors/accuracy.json", as: AccuracyCase.self) {
    var status = FieldStatus()
    status.state = try #require(states[c.state])
    status.fieldVariance = c.fieldVarianceQ32
    status.tiltVariance = c.tiltVarianceQ32
    status.offsetSquared = c.offsetSquaredQ31
    status.expectedUnits = c.expectedUnits
    status.expectedHorizontalUnits = c.expectedHorizontalUnits
    status.dipDeviation = c.hasDip ? 0 : nil
    let solution = try solution(heading: signed(c.heading), pitch: signed(c.pitch), dip: signed(c.dip))
    let found = HeadingAccuracy.of(
      solution, status, calibration: .predicted(c.calibrationHundredths),
      declination: c.horizontalNanotesla.map {
        HeadingAccuracy.declinationError(horizontalNanotesla: $0, q22YearsOutside: c.yearsOutside << 22)
      })
    #expect(
      isNear(found.hundredths, c.accuracyDegrees, c), "\(c.name): \(found.hundredths ?? 0) for \(c.accuracyDegrees)")
    if let exact = c.trueAccuracyDegrees {
      #expect(isNear(found.trueHundredths, exact, c), "\(c.name), true: \(found.trueHundredths ?? 0) for \(exact)")
    } else {
      #expect(found.trueHundredths == nil, "\(c.name)")
    }
    if let grade = c.grade { #expect(found.grade == grade, "\(c.name)") }
  }
}

@Test func assessment_isThatOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/assessment.json", as: JudgementCase.self) {
    var service = HeadingService()
    let units = c.card.map { Int32(truncatingIfNeeded: $0) }
    service.card = DeviationCard(a: units[0], b: units[1], c: units[2], d: units[3], e: units[4])
    service.display = try display(c.display)
    service.reference = c.choice == "best" ? .best : c.choice == "magnetic" ? .magnetic : .trueNorth
    if let horizontal = c.modelledNanotesla {
      service.setField(
        GeomagneticField(
          q8Nanotesla: .zero, horizontalQ8: horizontal << 8, totalQ8: 48_000 << 8,
          declination: c.declination.map(BinaryAngle.init), dip: angle(65)))
    }
    let heading = c.compass.map(BinaryAngle.init)
    let assessment = service.assess(
      evidence(
        heading?.degrees, at: 1, horizontal: c.horizontalNanotesla,
        calibration: c.isStated ? .assumed : .unknown))
    // A card's deviation is within four units; without one every sum is exact.
    let limit = c.card.allSatisfy { $0 == 0 } ? 1e-12 : 4.5 * 360 / 0x1p32
    #expect(distance(assessment.magnetic, c.magneticDegrees) < limit, "\(c.name)")
    #expect(distance(assessment.trueNorth, c.trueDegrees) < limit, "\(c.name)")
    #expect("\(assessment.reference)" == c.reference, "\(c.name)")
    #expect(assessment.zone.map { "\($0)" } == c.zone, "\(c.name)")
    #expect((assessment.accuracy != nil) == (c.magneticDegrees != nil), "\(c.name)")
  }
}

@Test func pointing_isWithinTheAccuracyOfTheSpecification() throws {
  for c in try Repository.vectors("heading/vectors/pointing.json", as: PointingCase.self) {
    let remap = AxisRemap.pointing(try #require(AxisRemap.SignedAxis(rawValue: c.number)))
    // Without an accelerometer the pipeline does not ask for a vertical axis (InstrumentTests).
    if c.specificForceMicroG == nil, c.number >= 4 {
      #expect(c.headingDegrees == nil, "\(c.name)")
      continue
    }
    let field = CorrectedField(q8Nanotesla: remap.body(vector(c.fieldQ8)))
    let force = c.specificForceMicroG.map { Acceleration(microG: remap.body(vector($0))) }
    let found = try? TiltCompensation.solve(field: field, specificForce: force).heading
    #expect(distance(found, c.headingDegrees) <= 1e-4, "\(c.name)")
  }
}

@Test func smoothing_isWithinTheBoundOfTheSpecification() throws {
  for c in try Repository.vectors("heading/vectors/smoothing.json", as: SmoothingCase.self) {
    var smoother = HeadingSmoother(timeConstant: c.timeConstant)
    var last: UInt64 = 0
    for (index, sample) in c.samples.enumerated() {
      if sample.heading == nil || sample.time < last { smoother.restart() }
      last = sample.time
      guard let heading = sample.heading else { continue }
      let found = smoother.smooth(BinaryAngle(rawValue: heading), at: Instant(microseconds: sample.time))
      #expect(distance(found, sample.smoothedDegrees) < 0.05, "\(c.name) \(index): \(found.degrees)")
    }
  }
}

@Test func events_areExactlyThoseOfTheVectors() throws {
  let names: [(HeadingEvent, String)] = [
    (.first, "first"), (.moved, "moved"), (.validity, "validity"), (.grade, "grade"), (.source, "source"),
    (.heartbeat, "heartbeat"),
  ]
  for c in try Repository.vectors("heading/vectors/events.json", as: EventsCase.self) {
    var filter = EventFilter(minimumChange: c.minimumChange, heartbeat: c.heartbeat)
    for (index, r) in c.readings.enumerated() {
      var assessment = HeadingAssessment()
      assessment.magnetic = r.heading.map(BinaryAngle.init)
      assessment.trueNorth = r.trueNorth ? assessment.magnetic : nil
      assessment.grade = r.grade
      assessment.disturbance = try #require(DisturbanceState(rawValue: r.disturbance))
      assessment.reference = r.reference == "none" ? .none : r.reference == "magnetic" ? .magnetic : .trueNorth
      assessment.orientation = try display(r.orientation)
      filter.assess(&assessment, mode: r.mode, at: Instant(microseconds: r.time))
      #expect(names.filter { assessment.event.contains($0.0) }.map(\.1) == r.events, "\(c.name) \(index)")
    }
  }
}

@Test func orientation_isExactlyThatOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/orientation.json", as: OrientationCase.self) {
    var watch = OrientationWatch()
    for (index, sample) in c.samples.enumerated() {
      watch.add(Acceleration(microG: vector(sample.specificForceMicroG)))
      #expect("\(watch.edge)" == sample.orientation, "\(c.name) \(index)")
      #expect((watch.flat != nil) == sample.flat, "\(c.name) \(index)")
    }
  }
}
