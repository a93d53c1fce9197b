// The rotation between the two sensors, found from the dip.

import Calibration
import Correction
import FitComparison
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

private typealias Direction = SIMD3<Double>

private func whole(_ v: Direction, _ scale: Double) -> Vector3 {
  Vector3(x: Int32((v.x * scale).rounded()), y: Int32((v.y * scale).rounded()), z: Int32((v.z * scale).rounded()))
}

private func double(_ v: Vector3, _ scale: Double) -> Direction {
  Direction(Double(v.x), Double(v.y), Double(v.z)) / scale
}

/// Attitudes of a field with this dip, seen by a magnetometer that is turned by `turn` against the accelerometer.
private struct Attitudes {
  var dipDegrees = 60.0
  var turn = Direction.zero
  var noise = 0.0

  func pairs(
    _ count: Int, tiltDegrees: Double = 180, _ random: inout SeededGenerator
  ) -> [(field: Direction, down: Direction)] {
    let dip = dipDegrees * .pi / 180
    let back = ReferenceMatrix3(rotationVector: -turn)
    var list: [(field: Direction, down: Direction)] = []
    while list.count < count {
      var down = random.gaussianVector(sigma: 1)
      down /= (down * down).sum().squareRoot()
      guard acos(down.z) * 180 / .pi <= tiltDegrees else { continue }
      var side = random.gaussianVector(sigma: 1)
      side -= down * (side * down).sum()
      side /= (side * side).sum().squareRoot()
      let field = down * sin(dip) + side * cos(dip) + random.gaussianVector(sigma: noise)
      list.append((back * field, down))
    }
    return list
  }
}

private func solve(_ pairs: [(field: Direction, down: Direction)]) -> Alignment? {
  var fit = AlignmentFit()
  for pair in pairs { fit.add(field: whole(pair.field, 48_000 * 256), down: whole(pair.down, 1e6)) }
  return fit.solve()
}

@Test(arguments: [1, 2, 3] as [UInt64]) func alignment_isFoundInEveryAttitude(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let turn = random.gaussianVector(sigma: 0.01)
  let pairs = Attitudes(dipDegrees: 62, turn: turn, noise: 0.003).pairs(300, &random)
  let found = try #require(solve(pairs))
  let error = found.turn.matrix.rotationVector - turn
  // 0.17° of noise in 300 pairs, and half the square of a turn that is done in one pass.
  #expect((error * error).sum().squareRoot() < 0.0012, "seed \(seed): \(error)")
  #expect(abs(Double(found.dip) / 100 - 62) < 0.1, "seed \(seed)")
  #expect(abs(Double(found.spread) / 100 - 0.17) < 0.05, "seed \(seed): \(found.spread)")
  #expect(Double(found.variance) / 0x1p24 < 0.001 * 0.001, "seed \(seed)")
}

@Test(arguments: [4, 5] as [UInt64]) func alignment_isThatOfDouble(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let turn = random.gaussianVector(sigma: 0.008)
  let pairs = Attitudes(dipDegrees: -48, turn: turn, noise: 0.004).pairs(200, tiltDegrees: 70, &random)
  let exact = ReferenceAlignment.rotation(pairs.map { ReferencePair(field: $0.field, down: $0.down) })
  let found = try #require(solve(pairs))
  let integer = found.turn.matrix
  for pair in pairs.prefix(20) {
    let difference = integer * pair.field - exact * pair.field
    // 0.03°: the second order, the prior, directions of 12 bits.
    #expect((difference * difference).sum().squareRoot() < 5e-4, "seed \(seed)")
  }
}

@Test func alignment_leavesWhatNoTiltShows() throws {
  // Level only: a turn about the vertical cannot be seen, and is not made up.
  var random = SeededGenerator(seed: 6)
  let pairs = Attitudes(turn: Direction(0, 0, 0.03), noise: 0.004).pairs(300, tiltDegrees: 1, &random)
  let found = try #require(solve(pairs))
  #expect(abs(found.turn.matrix.rotationVector.z) < 0.005)
  // (0.67°)² is all that is known of it.
  #expect(Double(found.variance) / 0x1p24 > 1e-4)
}

private struct RotationCase: Decodable {
  let name: String
  let pairs: [[Int32]]
  let rotation: [Double]
  let dipDegrees: Double
}

/// In integers and in Double, which share nothing but the specification.
@Test func rotation_isThatOfTheVectors() throws {
  for c in try Repository.vectors("calibration/vectors/rotation.json", as: RotationCase.self) {
    let r = c.rotation
    let expected = ReferenceMatrix3([
      Direction(r[0], r[1], r[2]), Direction(r[3], r[4], r[5]), Direction(r[6], r[7], r[8]),
    ])
    var fit = AlignmentFit()
    var pairs: [ReferencePair] = []
    for p in c.pairs {
      fit.add(field: Vector3(x: p[0], y: p[1], z: p[2]), down: Vector3(x: p[3], y: p[4], z: p[5]))
      pairs.append(
        ReferencePair(
          field: Direction(Double(p[0]), Double(p[1]), Double(p[2])),
          down: Direction(Double(p[3]), Double(p[4]), Double(p[5]))))
    }
    let integer = try #require(fit.solve())
    let double = ReferenceAlignment.rotation(pairs)
    for found in [integer.turn.matrix, double] {
      let difference = (found * expected.transposed).rotationVector
      #expect((difference * difference).sum().squareRoot() * 180 / .pi < 0.1, "\(c.name)")
    }
    #expect(abs(Double(integer.dip) / 100 - c.dipDegrees) < 0.1, "\(c.name)")
    let dips = pairs.map { $0.turned(double).dipDegrees }
    #expect(abs(dips.reduce(0, +) / Double(dips.count) - c.dipDegrees) < 0.1, "\(c.name)")
  }
}

/// Shots in random attitudes, with iron, a turn about any axis and noise of 0.1 to 1 % on both sensors.
private struct Shots {
  let turn: ReferenceMatrix3
  let dipDegrees: Double
  let fields: [Vector3]
  let forces: [Vector3]

  init(upTo mostDegrees: Double, _ random: inout SeededGenerator) {
    let axis = Self.unit(random.gaussianVector(sigma: 1))
    let angle = mostDegrees * random.unit() * .pi / 180
    turn = ReferenceMatrix3(rotationVector: axis * angle)
    let noise = 0.001 * pow(10, random.unit())
    dipDegrees = 140 * random.unit() - 70
    let dip = dipDegrees * .pi / 180
    let back = turn.transposed
    let gains = Direction(0.92, 1, 1.09)
    let centre = random.gaussianVector(sigma: 10_000)
    var fields: [Vector3] = []
    var forces: [Vector3] = []
    for _ in 0..<Int(12 * pow(25, random.unit())) {
      let down = Self.unit(random.gaussianVector(sigma: 1))
      let across = random.gaussianVector(sigma: 1)
      let side = Self.unit(across - down * (across * down).sum())
      let field = gains * (back * (down * sin(dip) + side * cos(dip))) * 48_000 + centre
      fields.append(whole(field + random.gaussianVector(sigma: noise * 48_000), 1))
      forces.append(whole(random.gaussianVector(sigma: noise) - down, 1e6))
    }
    (self.fields, self.forces) = (fields, forces)
  }

  private static func unit(_ v: Direction) -> Direction { v / (v * v).sum().squareRoot() }

  /// The device's fit of them.
  func fit() -> CalibrationFit {
    var fit = CalibrationFit(.magnetometer)
    for (field, force) in zip(fields, forces) {
      _ = fit.add(field: field, specificForce: force, at: Instant(microseconds: 0))
      _ = fit.step()
    }
    return fit
  }
}

/// What a device's fits make of many shots.
private struct ShotTally {
  var found = 0
  var within = 0
  var withDip = 0

  /// - Parameter floor: the error that is allowed beside three standard deviations, degrees.
  init(worlds: Int, upTo degrees: Double, floor: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<worlds {
      let shots = Shots(upTo: degrees, &random)
      var fit = shots.fit()
      let outcome = finish(&fit)
      guard outcome.accepted || outcome.reasons == .axesDisagree, outcome.dip != .max else { continue }
      found += 1
      let difference = (outcome.turn.matrix * shots.turn.transposed).rotationVector
      let error = (difference * difference).sum().squareRoot() * 180 / .pi
      if error <= floor + 3 * Double(fit.turnDeviation) / 100 { within += 1 }
      // Of fewer shots the ellipsoid itself leaves more.
      let isWithin = abs(Double(outcome.dip) / 100 - shots.dipDegrees) <= (shots.fields.count < 20 ? 1.5 : 0.5)
      withDip += isWithin ? 1 : 0
    }
  }
}

@Test func alignment_ofUpToTenDegrees_isWithinWhatItStates() {
  let tally = ShotTally(worlds: 400, upTo: 10, floor: 0.2, seed: 9)
  #expect(tally.found > 380)
  #expect(Double(tally.within) >= 0.99 * Double(tally.found), "\(tally)")
}

@Test func alignment_ofAnyTurn_isWithinWhatItStates() {
  let worlds = TestEffort.count(quick: 60, usual: 200, full: 1_000)
  let tally = ShotTally(worlds: worlds, upTo: 180, floor: 0.3, seed: 21)
  #expect(Double(tally.found) > 0.95 * Double(worlds))
  #expect(tally.within == tally.found && tally.withDip == tally.found, "\(tally)")
}

/// Field and gravity of a sound recording, and the fit of it with the accelerometer's axes in another arrangement.
@Test func fit_ofExchangedAxes_isRefused_andOfAnObliqueTurnIsNot() {
  func outcome(_ change: (Vector3) -> Vector3) -> FitOutcome {
    var random = SeededGenerator(seed: 31)
    let shots = Shots(upTo: 0, &random)
    var fit = CalibrationFit(.magnetometer)
    for (field, force) in zip(shots.fields, shots.forces) {
      _ = fit.add(field: field, specificForce: change(force), at: Instant(microseconds: 0))
      _ = fit.step()
    }
    return finish(&fit)
  }
  let right = outcome { $0 }
  #expect(right.accepted && right.reasons.isEmpty && right.grade > 0)
  let wrong: [(Vector3) -> Vector3] = [
    { Vector3(x: $0.x, y: $0.y, z: -$0.z) }, { Vector3(x: $0.y, y: $0.x, z: $0.z) },
    { Vector3(x: $0.y, y: -$0.x, z: $0.z) }, { Vector3(x: $0.y, y: $0.z, z: $0.x) },
    { Vector3(x: -$0.x, y: -$0.y, z: $0.z) },
  ]
  for (number, change) in wrong.enumerated() {
    let found = outcome(change)
    #expect(!found.accepted && found.grade == 0 && found.reasons == .axesDisagree, "\(number): \(found)")
    // The result stays, so that the host can name the arrangement that fits.
    #expect(found.dip != .max && found.model == .ellipsoid, "\(number)")
  }
  // All three reversed are the other side of the equator: nothing in the samples tells.
  #expect(outcome { Vector3(x: -$0.x, y: -$0.y, z: -$0.z) }.accepted)
  let oblique = ReferenceMatrix3(rotationVector: SIMD3(0, 0, 45 * .pi / 180))
  let turned = outcome { force in
    let v = oblique * SIMD3(Double(force.x), Double(force.y), Double(force.z))
    return whole(v, 1)
  }
  #expect(turned.accepted, "\(turned.reasons)")
}

@Test func alignment_withoutEvidence_staysSmall() throws {
  // Ten degrees about the vertical, which a level body does not show.
  var random = SeededGenerator(seed: 10)
  let pairs = (0..<300).map { number in
    let field = Direction(0.5 * cos(Double(number)), 0.5 * sin(Double(number)), 0.866)
    return (field: field + random.gaussianVector(sigma: 0.004), down: Direction(0, 0, 1))
  }
  let found = try #require(solve(pairs))
  #expect(abs(found.turn.matrix.rotationVector.z) < 0.005)
  #expect(found.deviation > 50)
}

@Test func alignment_ofFewPairsOrOfShakenOnes_isNotBelieved() throws {
  var random = SeededGenerator(seed: 7)
  #expect(solve(Attitudes().pairs(7, &random)) == nil)
  #expect(solve([]) == nil)
  // A spread of 17°: 40 pairs say less than what is known beforehand, and nothing is turned.
  let found = try #require(solve(Attitudes(noise: 0.3).pairs(40, &random)))
  #expect(found.turn == SensorTurn() && found.spread > 1_000)
}

@Test func alignment_takesAsManyPairsAsItSays() {
  var fit = AlignmentFit()
  for _ in 0..<(AlignmentFit.mostPairs + 50) {
    fit.add(field: Vector3(x: 0, y: 0, z: Int32.max), down: Vector3(x: 0, y: 0, z: Int32.min + 1))
  }
  #expect(fit.count == AlignmentFit.mostPairs)
  #expect(fit.solve()?.dip ?? 0 < -8_500)
}

@Test(arguments: [SIMD3(0.02, -0.015, 0.01), SIMD3(-0.7, 0.5, 0.2)])
func turnedMatrix_isTheRotationTimesTheMatrix(vector: SIMD3<Double>) {
  let matrix = MatrixQ24(
    Vector3(x: 17_000_000, y: 300_000, z: -120_000), Vector3(x: 300_000, y: 15_800_000, z: 90_000),
    Vector3(x: -120_000, y: 90_000, z: 16_900_000))
  let length = (vector * vector).sum().squareRoot()
  let turn = SensorTurn(start: 0, rest: whole(vector * (2 * tan(length / 2) / length), 0x1p24))
  let found = matrix.turned(by: turn)
  let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { double($0, 0x1p24) }
  let expected = ReferenceMatrix3(rotationVector: vector) * ReferenceMatrix3(rows)
  for (row, exact) in zip([found.rows.0, found.rows.1, found.rows.2], expected.rows) {
    let difference = double(row, 0x1p24) - exact
    // A few of the last bits.
    #expect((difference * difference).sum().squareRoot() < 1e-6)
  }
}

@Test(arguments: [(1.4, 1.1, 1.0), (1.0, 1.0, 0.6), (2.0, 1.0, 1.0)])
func middleRatio_isThatOfTheSemiAxes(axes: (Double, Double, Double)) {
  var outcome = FitOutcome()
  let mean = cbrt(axes.0 * axes.1 * axes.2)
  func entry(_ axis: Double) -> Int32 { Int32((mean / axis * 0x1p24).rounded()) }
  outcome.softIron = MatrixQ24(
    Vector3(x: entry(axes.0), y: 0, z: 0), Vector3(x: 0, y: entry(axes.1), z: 0), Vector3(x: 0, y: 0, z: entry(axes.2)))
  let sorted = [axes.0, axes.1, axes.2].sorted()
  outcome.axisRatio = UInt16(1000 * sorted[2] / sorted[0])
  #expect(abs(Double(outcome.middleRatio) - 1000 * sorted[1] / sorted[0]) < 12)
}

@Test func gates_tellWhatTheyMeasuredAndTheirLimits() {
  var limits = FitConfiguration.magnetometer
  var outcome = FitOutcome()
  outcome.model = .planar
  outcome.radiusQ8 = 3_000 * 256
  outcome.reasons = [.residual, .saturated, .outliers, .predictedError, .fieldStrength].reduce(into: .none) {
    $0.insert($1)
  }
  outcome.settledResidual = 1_200
  outcome.saturatedShare = 45
  outcome.strayShare = 290
  outcome.predictedWorst = 700
  outcome.largestError = 3_100
  func told(_ bit: UInt16) -> [Int32]? {
    CalibrationReason(&outcome, bit: bit, &limits).map { [$0.measured, $0.limit] }
  }
  #expect(told(4) == [1_200, 1_000] && told(9) == [45, 31] && told(10) == [290, 250])
  #expect(told(6) == [3_100, 1_500], "only the ellipsoid's error was too large")
  #expect(told(7) == [3_000, 3_750], "of a plane a quarter is enough")
  #expect(told(0) == nil && told(8) == nil)
}

@Test func fitWithGravity_bringsTheAlignmentAndASmallerError() {
  var random = SeededGenerator(seed: 8)
  let attitudes = Attitudes(dipDegrees: 55, turn: Direction(0.02, -0.01, 0.015), noise: 0.002)
  let pairs = attitudes.pairs(600, &random)
  let body = Body(centre: (30_000, -20_000, 10_000), noise: 60)
  var with = CalibrationFit(.magnetometer)
  var without = CalibrationFit(.magnetometer)
  for pair in pairs {
    let sample = body.sample((pair.field.x, pair.field.y, pair.field.z), &random)
    feed(&with, sample, down: (pair.down.x, pair.down.y, pair.down.z))
    feed(&without, sample)
  }
  let aligned = finish(&with)
  let plain = finish(&without)
  #expect(aligned.accepted && plain.accepted)
  #expect(aligned.centre == plain.centre && aligned.softIron == plain.softIron)
  let error = aligned.turn.matrix.rotationVector - attitudes.turn
  #expect((error * error).sum().squareRoot() < 0.004, "\(error)")
  #expect(abs(Double(aligned.dip) / 100 - 55) < 0.5 && aligned.dipSpread < 100)
  #expect(aligned.predictedWorst < plain.predictedWorst && aligned.predictedTypical < plain.predictedTypical)
  #expect(plain.turn == SensorTurn() && plain.dip == Int16.max && plain.dipSpread == 65535)
}
