// The heading from a calibrated sample, the whole way, against Double on the same integers.

import Correction
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Heading

private typealias Matrix = [SIMD3<Double>]  // rows

private func product(_ m: Matrix, _ v: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3((m[0] * v).sum(), (m[1] * v).sum(), (m[2] * v).sum())
}

private func inverted(_ m: Matrix) -> Matrix {
  func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
  let columns = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
  let determinant = (m[0] * columns[0]).sum()
  return (0..<3).map { SIMD3(columns[0][$0], columns[1][$0], columns[2][$0]) / determinant }
}

private func whole(_ v: SIMD3<Double>) -> Vector3 {
  Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
}

private func double(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }

/// One attitude, field and record of the domain that the service path is held to.
private struct Sample {
  let record: CalibrationRecord
  let field: MagneticField
  let force: Acceleration
  /// S(m − h) in nanotesla.
  let corrected: SIMD3<Double>

  /// Roll and pitch ±60°, any yaw, dip ±70°, 20,000…70,000 nT of which 6,000 are horizontal, 0.5…2 g, S symmetric with
  /// its axes anywhere and 1 : 2.5 long, offsets up to ten fields.
  init?(_ random: inout SeededGenerator) {
    func range(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
    let (yaw, pitch, roll) = (range(0, 2 * .pi), range(-.pi / 3, .pi / 3), range(-.pi / 3, .pi / 3))
    let (total, dip) = (range(20_000, 70_000), range(-70, 70) * .pi / 180)
    guard total * cos(dip) >= 6_000 else { return nil }
    func body(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let a = SIMD3(cos(yaw) * v.x + sin(yaw) * v.y, cos(yaw) * v.y - sin(yaw) * v.x, v.z)
      let b = SIMD3(cos(pitch) * a.x - sin(pitch) * a.z, a.y, sin(pitch) * a.x + cos(pitch) * a.z)
      return SIMD3(b.x, cos(roll) * b.y + sin(roll) * b.z, cos(roll) * b.z - sin(roll) * b.y)
    }
    let truth = body(SIMD3(total * cos(dip), 0, total * sin(dip)))
    force = Acceleration(microG: whole(body(SIMD3(0, 0, -range(500_000, 2_000_000)))))

    var q = SIMD4(range(-1, 1), range(-1, 1), range(-1, 1), range(-1, 1))
    q /= (q * q).sum().squareRoot()
    let turn: Matrix = [
      SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)),
      SIMD3(2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x)),
      SIMD3(2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)),
    ]
    let gains = SIMD3(pow(2.5, range(-0.5, 0.5)), pow(2.5, range(-0.5, 0.5)), pow(2.5, range(-0.5, 0.5)))
    let s: Matrix = (0..<3).map { i in
      SIMD3(
        (turn[i] * gains * turn[0]).sum(), (turn[i] * gains * turn[1]).sum(), (turn[i] * gains * turn[2]).sum())
    }
    let way = SIMD3(range(-1, 1), range(-1, 1), range(-1, 1))
    let offset = way / (way * way).sum().squareRoot() * (range(0, 10) * total)
    var record = CalibrationRecord.identity
    record.hardIron = whole(offset * 256)
    record.softIron = MatrixQ24(whole(s[0] * 16_777_216), whole(s[1] * 16_777_216), whole(s[2] * 16_777_216))
    self.record = record
    field = MagneticField(nanotesla: whole(product(inverted(s), truth) + offset))
    let rows = record.softIron.rows
    corrected = product(
      [double(rows.0) / 16_777_216, double(rows.1) / 16_777_216, double(rows.2) / 16_777_216],
      double(field.nanotesla) - double(record.hardIron) / 256)
  }
}

@Suite struct ServicePathTests {
  @Test func heading_calibratedAnywhereInTheDomain_isWithin2e5Degrees() throws {
    var random = SeededGenerator(seed: 0x5e41)
    var worst = 0.0
    for _ in 0..<200_000 {
      guard let sample = Sample(&random) else { continue }
      let found = try #require(
        TiltCompensation.heading(field: sample.field, specificForce: sample.force, calibration: sample.record))
      worst = max(
        worst, degrees(found, from: exactHeading(sample.corrected, double(sample.force.microG)).heading))
    }
    // What is found is far below the limit, so a worse build shows before it is a wrong one.
    #expect(worst <= 4e-6, "worst \(worst), seed \(random.seed)")
  }

  @Test func heading_alone_hasTheBitsOfTheWholeSolution() throws {
    var random = SeededGenerator(seed: 0x5e42)
    for _ in 0..<20_000 {
      guard let sample = Sample(&random) else { continue }
      let mounting = try #require(AxisRemap(rawValue: UInt8.random(in: 0..<24, using: &random)))
      var fine = sample.record.sums(for: sample.field).fine
      fine.mantissa = mounting.body(fine.mantissa)
      let alone = TiltCompensation.heading(
        field: sample.field, specificForce: sample.force, calibration: sample.record, mounting: mounting)
      let solution = try TiltCompensation.solve(field: fine, specificForce: sample.force)
      #expect(alone == solution.heading, "seed \(random.seed)")
    }
  }

  @Test func heading_fromCalibratedCounts_isTheOneOfTheSameNumbersInNanotesla() throws {
    var record = CalibrationRecord.identity
    record.hardIron = Vector3(x: 25_613, y: -31_004, z: 700)
    record.softIron = MatrixQ24(
      Vector3(x: 15_000_000, y: 300_000, z: -200_000), Vector3(x: 300_000, y: 18_000_000, z: 0),
      Vector3(x: -200_000, y: 0, z: 17_000_000))
    let field = Counts(x: 412, y: -77, z: 611)
    let force = Counts(x: 1200, y: -2300, z: -15_800)
    let wide = TiltCompensation.heading(
      field: MagneticField(nanotesla: Vector3(x: 412, y: -77, z: 611)),
      specificForce: Acceleration(microG: Vector3(x: 1200, y: -2300, z: -15_800)), calibration: record)
    let found = try #require(TiltCompensation.heading(field: field, force: force, calibration: record))
    #expect(found == wide)
    // Offset first: (412 − 100.05, −77 + 121.11, 611 − 2.73), then S.
    let corrected = product(
      [SIMD3(15e6, 3e5, -2e5) / 16_777_216, SIMD3(3e5, 18e6, 0) / 16_777_216, SIMD3(-2e5, 0, 17e6) / 16_777_216],
      SIMD3(412 - 25_613.0 / 256, -77 + 31_004.0 / 256, 611 - 700.0 / 256))
    #expect(degrees(found, from: exactHeading(corrected, SIMD3(1200, -2300, -15_800)).heading) < 1e-5)
  }

  @Test func heading_ofAFieldAlongTheSpecificForce_isUndefinedAtAnyTilt() {
    let up = Acceleration(microG: Vector3(x: 30_000, y: -40_000, z: -120_000))
    for factor in [-3, -1, 1, 2, 7] as [Int32] {
      let along = Vector3(x: 30_000 * factor, y: -40_000 * factor, z: -120_000 * factor)
      let field = MagneticField(nanotesla: along)
      #expect(TiltCompensation.heading(field: field, specificForce: up, calibration: .identity) == nil, "\(factor)")
      let beside = MagneticField(nanotesla: Vector3(x: along.x + 1, y: along.y, z: along.z))
      #expect(TiltCompensation.heading(field: beside, specificForce: up, calibration: .identity) != nil, "\(factor)")
    }
  }

  @Test func fineField_isTheCorrectedFieldWithMoreBits() {
    var random = SeededGenerator(seed: 0x5e43)
    for _ in 0..<20_000 {
      guard let sample = Sample(&random) else { continue }
      let fine = sample.record.sums(for: sample.field).fine
      let scale = pow(2, Double(fine.exponent))
      let difference = double(fine.mantissa) * scale - sample.corrected
      #expect(abs(difference).max() <= scale * 0.51, "seed \(random.seed)")
      #expect(double(fine.mantissa).max() < 1_073_741_825 && abs(double(fine.mantissa)).max() >= 268_435_456)
    }
  }
}

private func abs(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
