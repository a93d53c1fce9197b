// The integer monitor and meter against the vectors of Protocols/heading, within the bounds of sections 8 and 10.

import FieldMonitor
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

private func vector(_ v: SIMD3<Int32>) -> Vector3 { Vector3(x: v.x, y: v.y, z: v.z) }
private func vector(_ v: [Int32]) -> Vector3 { Vector3(x: v[0], y: v[1], z: v[2]) }

@Test func fieldMonitor_isWithinTheBoundsOfTheSpecification() throws {
  for c in try Repository.vectors("heading/vectors/monitor.json", as: MonitorCase.self) {
    let world = c.worldNanotesla.map {
      GeomagneticField(
        q8Nanotesla: .zero, horizontalQ8: 0, totalQ8: $0 << 8, declination: nil, dip: c.dip.map(BinaryAngle.init))
    }
    let expectation = FieldExpectation(
      calibratedNanotesla: c.strengthNanotesla, calibratedDip: c.dip.map(BinaryAngle.init),
      residualNanotesla: c.residualNanotesla, world: world)
    var monitor = DisturbanceMonitor(expectation: expectation)
    let changes = c.run { sample in
      let state = monitor.assess(
        FieldObservation(
          time: Instant(microseconds: sample.time), field: CorrectedField(q8Nanotesla: vector(sample.fieldQ8)),
          specificForce: sample.specificForce.map { Acceleration(microG: vector($0)) },
          dip: sample.dip.map(BinaryAngle.init), isOverflowed: sample.isOverflowed)
      ).state
      return "\(state)"
    } _: { index, expected in
      let status = monitor.status
      let e = Double(status.strengthDeviation) / 4096
      // Deviations beyond ±1 are limited.
      let wanted = max(-1, min(1, expected.strengthDeviation))
      #expect(abs(e - wanted) < 0.001 + 0.01 * abs(wanted), "\(c.name) \(index): e \(e) for \(wanted)")
      #expect((status.dipDeviation == nil) == (expected.dipDeviation == nil), "\(c.name) \(index)")
      let i = Double(status.dipDeviation ?? 0) / 4096
      #expect(abs(i - (expected.dipDeviation ?? 0)) < 0.001, "\(c.name) \(index): i \(i)")
      near(Double(status.fieldVariance) / 0x1p32, min(1, expected.fieldVariance), "\(c.name) \(index): v_F")
      near(Double(status.tiltVariance) / 0x1p32, expected.tiltVariance, "\(c.name) \(index): v_T", grain: 0.002)
      near(Double(status.offsetSquared) / 0x1p31, expected.offsetSquared, "\(c.name) \(index): B", grain: 0.002)
      #expect(status.reasons.contains(.stuck) == expected.isHanging, "\(c.name) \(index)")
      #expect(status.reasons.contains(.forceUntrusted) == !expected.isTrusted, "\(c.name) \(index)")
      #expect(monitor.expectation?.strengthNanotesla == expected.expectedNanotesla, "\(c.name) \(index)")
    }
    #expect(changes == c.states, "\(c.name)")
  }
}

@Test func fieldMonitor_agreesWithDoubleUnderNoiseAndMotion() throws {
  for seed: UInt64 in 1...8 {
    var scene = Scene(seed: seed)
    scene.noise = 400
    var monitor = DisturbanceMonitor(expectation: scene.expectation)
    var exact = ReferenceFieldMonitor(
      ReferenceExpectation(strengthNanotesla: 48_000, dipDegrees: 65, residualNanotesla: scene.noise))
    var random = SeededGenerator(seed: seed)
    for step in 0..<3_000 {
      scene.heading += Double.random(in: -3...3, using: &random)
      scene.pitch = 20 * sin(Double(step) / 40)
      // A magnet comes for some seconds, and goes.
      let strength = step % 1_000 > 700 ? 9_000.0 : 0
      scene.surroundings = Triple(0, strength, 0)
      let sample = scene.next()
      let status = monitor.assess(sample)
      let (b, a) = (sample.field.q8Nanotesla, sample.specificForce?.microG)
      exact.add(
        microseconds: sample.time.microseconds, fieldQ8: SIMD3(b.x, b.y, b.z),
        specificForceMicroG: a.map { SIMD3($0.x, $0.y, $0.z) },
        dipDegrees: sample.dip.map { ReferenceAngle.signedDegrees(binary: $0.rawValue) },
        isOverflowed: sample.isOverflowed)
      near(Double(status.fieldVariance) / 0x1p32, exact.fieldVariance, "seed \(seed), \(step): v_F")
      near(Double(status.tiltVariance) / 0x1p32, exact.tiltVariance, "seed \(seed), \(step): v_T", grain: 0.002)
      let e = Double(status.strengthDeviation) / 4096
      #expect(abs(e - exact.strengthDeviation) < 0.001 + 0.01 * abs(e), "seed \(seed), \(step): e")
    }
  }
}

/// Standard deviations within 2 % and one or two thousandths.
private func near(_ variance: Double, _ expected: Double, _ what: String, grain: Double = 0.001) {
  let (found, wanted) = (variance.squareRoot(), expected.squareRoot())
  #expect(abs(found - wanted) < grain + 0.02 * wanted, "\(what): \(found) for \(wanted)")
}

@Test func zeroPoint_isWithinANanoteslaOfTheVectors() throws {
  for c in try Repository.vectors("heading/vectors/meter.json", as: MeterCase.self) {
    var meter = ZeroPointMeter()
    meter.begin(samples: Int32(c.baseline.count))
    for (number, s) in c.baseline.enumerated() {
      let found = meter.measure(
        MagneticField(nanotesla: vector(s.field)),
        specificForce: s.specificForceMicroG.map { Acceleration(microG: vector($0)) }, isOverflowed: false)
      guard let refused = c.refused, number + 1 >= refused.after else {
        #expect(found.movement == nil, "\(c.name) \(number)")
        continue
      }
      #expect(found.loss?.rawValue == UInt8(refused.reason), "\(c.name) \(number)")
      #expect(abs(Double(found.movement ?? 0) - refused.amount) < 1.5, "\(c.name) \(number): \(found)")
    }
    #expect(meter.hasBaseline == (c.refused == nil) && !meter.isTaking, "\(c.name)")
    for (index, r) in c.readings.enumerated() {
      let field = MagneticField(nanotesla: vector(r.field))
      let found = meter.measure(
        field, specificForce: r.specificForceMicroG.map { Acceleration(microG: vector($0)) },
        isOverflowed: r.isOverflowed)
      #expect((found.loss?.isMovement == true) == r.isLost, "\(c.name) \(index)")
      #expect((found.difference == nil) == (r.difference == nil), "\(c.name) \(index)")
      if let d = found.difference?.nanotesla, let wanted = r.difference {
        for (a, b) in zip([d.x, d.y, d.z], wanted) { #expect(abs(Double(a) - b) <= 1, "\(c.name) \(index): \(d)") }
      }
      if let size = found.differenceMagnitude, let wanted = r.differenceMagnitude {
        // √3 for the mean, and 1 for rounding down.
        #expect(abs(Double(size) - wanted) < 2.74, "\(c.name) \(index)")
      }
      #expect(found.magnitude == UInt32(r.magnitude), "\(c.name) \(index): \(found.magnitude)")
      if !r.isLost { #expect(found.isMotionGuarded == r.isGuarded, "\(c.name) \(index)") }
      #expect(NormalisedField.of(field).nanotesla == vector(r.normalised), "\(c.name) \(index)")
      #expect(found.isBeyondNormalised == (r.normalised != r.field) && found.isSaturated == r.isOverflowed)
    }
  }
}
