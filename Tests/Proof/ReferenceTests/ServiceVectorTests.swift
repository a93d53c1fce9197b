// The Double reference against the vectors of what is said beyond a heading's angle.

import Foundation
import Reference
import TestSupport
import Testing

private func degrees(_ binary: UInt32) -> Double { ReferenceAngle.degrees(binary: binary) }
private func signed(_ binary: UInt32) -> Double { ReferenceAngle.signedDegrees(binary: binary) }

@Test func accuracy_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/accuracy.json", as: AccuracyCase.self) {
    var accuracy = ReferenceAccuracy(
      headingDegrees: degrees(c.heading), pitchDegrees: signed(c.pitch), dipDegrees: signed(c.dip),
      fieldVariance: Double(c.fieldVarianceQ32) / 0x1p32, tiltVariance: Double(c.tiltVarianceQ32) / 0x1p32,
      calibrationDegrees: Double(c.calibrationHundredths) / 100)
    accuracy.offsetSquared = Double(c.offsetSquaredQ31) / 0x1p31
    accuracy.hasDip = c.hasDip || c.state == "clear"
    let measured = 12_000 * cos(signed(c.dip) * .pi / 180)
    let expected = Double(c.expectedHorizontalUnits)
    accuracy.steepness = Double(c.expectedUnits) / (expected > 0 ? min(measured, expected) : measured)
    let magnetic = accuracy.degrees()
    // Where the forward axis lies along the field the gain cancels to nothing.
    let limit = 1e-7
    #expect(abs(magnetic - c.accuracyDegrees) < limit, "\(c.name): \(magnetic)")
    if let horizontal = c.horizontalNanotesla, let expected = c.trueAccuracyDegrees {
      let error = ReferenceAccuracy.declinationDegrees(
        horizontalNanotesla: Double(horizontal), yearsOutside: Double(c.yearsOutside))
      #expect(abs(accuracy.degrees(declinationDegrees: error) - expected) < limit, "\(c.name), true")
    }
    guard let grade = c.grade else { continue }
    let isFlagged = c.state == "suspect" || c.state == "disturbed"
    #expect(ReferenceAccuracy.grade(magnetic, isFlagged: isFlagged) == grade, "\(c.name)")
  }
}

@Test func assessment_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/assessment.json", as: JudgementCase.self) {
    var service = ReferenceHeadingService()
    service.cardDegrees = c.card.map { signed(UInt32(truncatingIfNeeded: $0)) }
    service.declinationDegrees = c.declination.map(signed)
    service.modelledNanotesla = c.modelledNanotesla.map(Double.init)
    service.display = try #require(ReferenceDisplay(rawValue: c.display))
    service.choice = try #require(ReferenceHeadingService.Choice(rawValue: c.choice))
    let assessment = service.assess(
      compassDegrees: c.compass.map(degrees), horizontalNanotesla: Double(c.horizontalNanotesla), isStated: c.isStated)
    #expect(distance(assessment.magneticDegrees, c.magneticDegrees) < 1e-10, "\(c.name): \(assessment)")
    #expect(distance(assessment.trueDegrees, c.trueDegrees) < 1e-10, "\(c.name): \(assessment)")
    #expect(assessment.reference.rawValue == c.reference && assessment.zone?.rawValue == c.zone, "\(c.name)")
    for angle in [assessment.magneticDegrees, assessment.trueDegrees] {
      if let angle { #expect(angle >= 0 && angle < 360, "\(c.name)") }
    }
  }
}

@Test func pointing_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/pointing.json", as: PointingCase.self) {
    let pointing = try #require(ReferenceMounting(pointing: c.number))
    var result = ReferenceHeading(
      field: pointing.body(SIMD3<Double>(triple(c.fieldQ8)) / 256),
      specificForce: c.specificForceMicroG.map { pointing.body(SIMD3<Double>(triple($0))) })
    if c.specificForceMicroG == nil {
      // These fields are whole nanotesla: the whole way, which knows that down is the body's.
      result = ReferenceHeading(
        nanotesla: triple(c.fieldQ8) / 256, pointing: pointing, specificForceMicroG: nil)
    }
    #expect(distance(result.headingDegrees, c.headingDegrees) < 1e-9, "\(c.name): \(result)")
  }
  #expect(ReferenceMounting(pointing: 6) == nil)
  #expect(ReferenceMounting(pointing: 0) == .identity)
}

@Test func smoothing_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/smoothing.json", as: SmoothingCase.self) {
    var smoother = ReferenceSmoother(seconds: Double(c.timeConstant) / 1e6)
    for (index, sample) in c.samples.enumerated() {
      let found = smoother.add(sample.heading.map(degrees), microseconds: sample.time)
      #expect(distance(found, sample.smoothedDegrees) < 1e-9, "\(c.name) \(index): \(String(describing: found))")
    }
  }
}

@Test func events_areThoseOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/events.json", as: EventsCase.self) {
    var filter = ReferenceEventFilter(minimumChange: c.minimumChange, heartbeat: c.heartbeat)
    for (index, r) in c.readings.enumerated() {
      let events = filter.events(
        for: ReferenceTelling(
          microseconds: r.time, heading: r.heading, validity: "\(r.magnetic) \(r.trueNorth)",
          quality: "\(r.grade) \(r.disturbance)", source: "\(r.reference) \(r.mode) \(r.orientation)"))
      #expect(events == r.events, "\(c.name) \(index)")
    }
  }
}

@Test func orientation_isThatOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/orientation.json", as: OrientationCase.self) {
    var (display, isFlat) = (ReferenceDisplay.unknown, false)
    for (index, sample) in c.samples.enumerated() {
      let force = SIMD3<Double>(triple(sample.specificForceMicroG))
      display = display.after(specificForce: force)
      isFlat = ReferenceDisplay.isFlat(specificForce: force) ?? isFlat
      #expect(display.rawValue == sample.orientation, "\(c.name) \(index)")
      #expect(isFlat == sample.flat, "\(c.name) \(index)")
    }
  }
}

@Test func fieldMonitor_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/monitor.json", as: MonitorCase.self) {
    let expectation = ReferenceExpectation(
      strengthNanotesla: Double(c.strengthNanotesla), dipDegrees: c.dip.map(signed),
      residualNanotesla: Double(c.residualNanotesla), worldNanotesla: c.worldNanotesla.map(Double.init))
    var monitor = ReferenceFieldMonitor(expectation)
    let changes = c.run { sample in
      monitor.add(
        microseconds: sample.time, fieldQ8: sample.fieldQ8, specificForceMicroG: sample.specificForce,
        dipDegrees: sample.dip.map(signed), isOverflowed: sample.isOverflowed)
      return monitor.state.rawValue
    } _: { index, expected in
      func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-12 + 1e-9 * abs(b) }
      #expect(near(monitor.strengthDeviation, expected.strengthDeviation), "\(c.name) \(index)")
      #expect((monitor.dipDeviation == nil) == (expected.dipDeviation == nil), "\(c.name) \(index)")
      #expect(near(monitor.dipDeviation ?? 0, expected.dipDeviation ?? 0), "\(c.name) \(index)")
      #expect(near(monitor.fieldVariance, expected.fieldVariance), "\(c.name) \(index)")
      #expect(near(monitor.tiltVariance, expected.tiltVariance), "\(c.name) \(index)")
      #expect(near(monitor.offsetSquared, expected.offsetSquared), "\(c.name) \(index)")
      #expect(monitor.isForceTrusted == expected.isTrusted && monitor.isHanging == expected.isHanging, "\(c.name)")
      #expect(monitor.state.rawValue == expected.state, "\(c.name) \(index)")
      #expect(monitor.expectation.strengthNanotesla == Double(expected.expectedNanotesla), "\(c.name) \(index)")
    }
    #expect(changes == c.states, "\(c.name)")
  }
}

@Test func zeroPoint_agreesWithTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/meter.json", as: MeterCase.self) {
    var meter = ReferenceZeroPoint(
      baseline: c.baseline.map { (triple($0.field), $0.specificForceMicroG.map(triple)) })
    #expect(meter.refusedAfter == c.refused?.after, "\(c.name)")
    for (index, r) in c.readings.enumerated() {
      let force = r.specificForceMicroG.map(triple)
      let difference = meter.difference(triple(r.field), specificForce: force, isOverflowed: r.isOverflowed)
      let expected = r.difference.map { SIMD3($0[0], $0[1], $0[2]) }
      #expect((difference == nil) == (expected == nil), "\(c.name) \(index)")
      let apart = (difference ?? .zero) - (expected ?? .zero)
      #expect((apart * apart).sum() < 1e-12, "\(c.name) \(index)")
      #expect(meter.isLost == r.isLost && meter.isGuarded(force) == r.isGuarded, "\(c.name) \(index)")
      #expect(ReferenceZeroPoint.normalised(triple(r.field)) == triple(r.normalised), "\(c.name) \(index)")
    }
  }
}
