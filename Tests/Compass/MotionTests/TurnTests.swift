// What turns tell of the field's centre and of the other sensors, against the same equations in Double.

import Foundation
import Quantities
import Reference
import Simulation
import Testing

@testable import Motion

@Suite struct TurnTests {
  private static func rotationVector(_ random: inout SeededGenerator, degrees: Double) -> SIMD3<Double> {
    let v = random.gaussianVector(sigma: 1)
    return v / (v * v).sum().squareRoot() * degrees * .pi / 180
  }

  private static func whole(_ v: SIMD3<Double>) -> Vector3 {
    Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }

  private static func quaternion(_ q: ReferenceQuaternion) -> Quaternion {
    func part(_ value: Double) -> Int32 { Int32((value * 1_073_741_824).rounded()) }
    return Quaternion(w: part(q.w), x: part(q.v.x), y: part(q.v.y), z: part(q.v.z))
  }

  private static func numbers(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }

  /// Attitudes of a sensor that is turned by `degrees` about changing axes between two samples.
  private static func path(
    _ count: Int, degrees: Double, changing: Double = 0.25, _ random: inout SeededGenerator
  ) -> [ReferenceQuaternion] {
    var attitude = ReferenceQuaternion(rotationVector: rotationVector(&random, degrees: 170))
    var axis = rotationVector(&random, degrees: degrees)
    return (0..<count).map { _ in
      axis += rotationVector(&random, degrees: degrees * changing)
      axis *= degrees * .pi / 180 / (axis * axis).sum().squareRoot()
      attitude = (attitude * ReferenceQuaternion(rotationVector: axis)).normalised
      return attitude
    }
  }

  /// 400 movements of 40 to 200 samples, noise of 0.5 µT. The 13 bits of the matrix and the rounding to 32 nT err by some
  /// 30 nT on either side of the equations; the least eigenvalue, by which that is divided, is at least the determinant.
  @Test func centre_isThatOfDouble() {
    var random = SeededGenerator(seed: 11)
    var known = 0
    for _ in 0..<400 {
      let count = 4 * Int(random.range(10, 50))
      let field = Self.rotationVector(&random, degrees: 180 / .pi) * random.range(25_000, 65_000)
      let iron = Self.rotationVector(&random, degrees: 180 / .pi) * random.range(0, 200_000)
      let samples = Self.path(count, degrees: 6, &random).map { attitude in
        (attitude.conjugate.turned(field) + iron + random.gaussianVector(sigma: 500), attitude)
      }
      var centre = FieldCentre()
      for (measured, attitude) in samples { centre.add(Self.whole(measured), attitude: Self.quaternion(attitude)) }
      let reference = ReferenceFieldCentre(samples.map { (measured: $0.0, attitude: $0.1) })
      // Near the limit, an earlier solution may stand.
      guard reference.determinant > 0.1 else { continue }
      known += 1
      let isKnown = centre.isKnown
      #expect(isKnown)
      let limit = 60 / reference.determinant
      let error = Self.numbers(centre.centre) - reference.centre
      let distance = (error * error).sum().squareRoot()
      #expect(distance < limit, "\(error)")
      let length = (reference.field * reference.field).sum().squareRoot()
      let radius = Double(centre.radius)
      #expect(abs(radius - length) < limit)
    }
    #expect(known > 200, "\(known)")
  }

  /// A spin about one axis leaves the centre on that axis open.
  @Test func centre_ofASpinAboutOneAxis_isNotKnown() {
    var centre = FieldCentre()
    for n in 0..<300 {
      let attitude = ReferenceQuaternion(rotationVector: SIMD3(0, 0, 0.09 * Double(n)))
      let field = attitude.conjugate.turned(SIMD3(20_000, 0, 40_000)) + SIMD3(9_000, -4_000, 30_000)
      centre.add(Self.whole(field), attitude: Self.quaternion(attitude))
    }
    let (isKnown, kept) = (centre.isKnown, centre.keptCount)
    #expect(!isKnown && kept == 64)
    centre.clear()
    let left = centre.keptCount
    #expect(left == 0)
  }

  /// A gyroscope whose axes are exchanged seldom tells a centre: in fewer than one of ten movements.
  @Test func centre_ofAnotherRotation_isNotKnown() {
    var random = SeededGenerator(seed: 12)
    var known = 0
    for _ in 0..<200 {
      var centre = FieldCentre()
      for attitude in Self.path(150, degrees: 6, &random) {
        let other = ReferenceQuaternion(w: attitude.w, v: SIMD3(attitude.v.y, attitude.v.z, attitude.v.x))
        let field = attitude.conjugate.turned(SIMD3(20_000, 0, 40_000))
        centre.add(Self.whole(field), attitude: Self.quaternion(other))
      }
      known += centre.isKnown ? 1 : 0
    }
    #expect(known < 20, "\(known) of 200")
  }

  /// Arranged axes of a sensor: axis n is ± axis `order[n]` of the gyroscope.
  private struct Arrangement {
    var order = [0, 1, 2]
    var signs = [1.0, 1.0, 1.0]
    var code: UInt16 {
      var sum = 0
      for axis in 0..<3 {
        let digit = 2 * order[axis] + (signs[axis] < 0 ? 2 : 1)
        sum = 10 * sum + digit
      }
      return UInt16(sum)
    }
    /// 1, or −1 of a mirrored one.
    var parity: Double {
      let isOdd = order[1] != (order[0] + 1) % 3
      return signs.reduce(isOdd ? -1 : 1, *)
    }
    func sensor(_ v: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(v[order[0]] * signs[0], v[order[1]] * signs[1], v[order[2]] * signs[2])
    }
  }

  private static var arrangements: [Arrangement] {
    var all: [Arrangement] = []
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]] {
      for bits in 0..<8 {
        let signs = (0..<3).map { (bits >> $0) & 1 == 1 ? -1.0 : 1.0 }
        all.append(Arrangement(order: order, signs: signs))
      }
    }
    return all
  }

  /// All 48 arrangements, each with a rotation of up to 10° beside it and a noise of 1°. A sensor that is turned against the
  /// gyroscope as a mirror image sees every turn reversed.
  @Test func alignment_findsArrangementAndRotation() {
    var random = SeededGenerator(seed: 13)
    var within = 0
    for arrangement in Self.arrangements {
      let turned = ReferenceQuaternion(rotationVector: Self.rotationVector(&random, degrees: random.range(0, 10)))
      let world = Self.rotationVector(&random, degrees: 180 / .pi)
      let path = Self.path(64, degrees: 60, changing: 3, &random)
      var pairs: [ReferenceTurnAlignment.Pair] = []
      var raw: [(Quaternion, Vector3, Vector3)] = []
      for (a, b) in zip(path, path.dropFirst()) {
        func seen(_ attitude: ReferenceQuaternion) -> SIMD3<Double> {
          let v = turned.turned(attitude.conjugate.turned(world)) * 40_000 + random.gaussianVector(sigma: 700)
          return v
        }
        let turn = (a.conjugate * b).normalised
        let (first, second) = (seen(a), seen(b))
        pairs.append((before: first, after: second, turn: turn))
        let measured = arrangement.parity < 0 ? turn.conjugate : turn
        raw.append(
          (Self.quaternion(measured), Self.whole(arrangement.sensor(first)), Self.whole(arrangement.sensor(second))))
      }
      var alignment = TurnAlignment()
      while !alignment.isDone {
        for (turn, before, after) in raw { alignment.add(turn: turn, before: before, after: after) }
        alignment.endPass()
      }
      let reference = ReferenceTurnAlignment(pairs)
      #expect(alignment.axes == arrangement.code)
      let found = Self.numbers(alignment.turn) / 100 * .pi / 180
      let error = ReferenceQuaternion(rotationVector: found).angle(to: reference.rotation)
      // The vector is twice the sine of the half angle: 10° are 0.02° more.
      #expect(error * 180 / .pi < 0.04, "\(arrangement.code): \(error * 180 / .pi)°")
      #expect(abs(Double(alignment.deviation) / 100 * .pi / 180 - reference.deviation) < 0.0002)
      let difference = found - turned.v * 2
      for axis in 0..<3 where abs(difference[axis]) < 2 * reference.deviation + 0.0004 { within += 1 }
    }
    #expect(within >= 3 * 48 * 9 / 10, "\(within) of 144 within two deviations")
  }

  /// Turns about one axis leave the others open, and five pairs are too few.
  @Test func alignment_ofTooFewTurns_isNotKnown() {
    var alignment = TurnAlignment()
    let world = SIMD3(20_000.0, 0, 40_000)
    for n in 0..<20 {
      let (a, b) = (
        ReferenceQuaternion(rotationVector: SIMD3(0, 0, Double(n))),
        ReferenceQuaternion(rotationVector: SIMD3(0, 0, Double(n + 1)))
      )
      alignment.add(
        turn: Self.quaternion(a.conjugate * b), before: Self.whole(a.conjugate.turned(world)),
        after: Self.whole(b.conjugate.turned(world)))
    }
    alignment.endPass()
    #expect(alignment.isDone && alignment.axes == 0 && alignment.deviation == 0xffff)
    var few = TurnAlignment()
    for _ in 0..<5 { few.add(turn: .identity, before: Vector3(x: 1, y: 2, z: 3), after: Vector3(x: 3, y: 2, z: 1)) }
    few.endPass()
    #expect(few.isDone && few.deviation == 0xffff)
  }

  /// A pair for each turn of 75°, the mean of the forces between two fields, and half of them when they are full.
  @Test func pairs_areOfTurns() {
    var pairs = TurnPairs()
    var time: UInt64 = 0
    func attitude(_ degrees: Double) -> Quaternion {
      Self.quaternion(ReferenceQuaternion(rotationVector: SIMD3(0, 0, degrees * .pi / 180)))
    }
    for n in 0..<1_000 {
      let degrees = Double(n) * 5
      time += 50_000
      for part in [-2.0, 0] {
        let angle = (degrees + part) * .pi / 180
        let force = SIMD3(cos(angle), -sin(angle), 0) * 500_000
        pairs.add(force: Self.whole(force), attitude: attitude(degrees + part))
      }
      pairs.add(
        field: Vector3(x: Int32(n) * 64, y: 0, z: 0), attitude: attitude(degrees), at: Instant(microseconds: time))
      let count = pairs.count
      #expect(count <= 24)
    }
    // 5,000° are 66 turns of 75°, of which every second or fourth stayed.
    let full = pairs.count
    #expect(full >= 12)
    let first = pairs[0]
    #expect(abs(ReferenceQuaternion(first.turn).v.z - sin(37.5 * .pi / 180)) < 0.01)
    let n = Double(first.fields.1.x) / 64
    let expected = SIMD3(cos(n * 5 * .pi / 180), -sin(n * 5 * .pi / 180), 0) * 500_000
    let error = Self.numbers(first.forces.1) - expected
    #expect((error * error).sum().squareRoot() < 500, "\(error)")
    // A turn that takes too long makes none.
    pairs.clear()
    for n in 0..<20 {
      pairs.add(force: Vector3(x: 1_000_000, y: 0, z: 0), attitude: attitude(Double(n) * 50))
      time += 5_000_000
      pairs.add(field: .zero, attitude: attitude(Double(n) * 50), at: Instant(microseconds: time))
    }
    let left = pairs.count
    #expect(left == 0)
  }
}
