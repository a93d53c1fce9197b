// The gyroscope's own frame: rates are integrated to an attitude, and force and field are rotated into it.

import FixedPoint
import Quantities

/// The part of the filter that works at each sample.
struct Strapdown {
  /// Rotates the body's axes into the gyroscope's own frame, which drifts with the residual bias.
  var attitude = Quaternion.identity
  /// `attitude` in Q13.
  var matrix = SmallMatrix.identity
  /// The corrected rate at the last sample, 2^−20 rad/s.
  var rate = Vector3.zero
  /// Half of the last rotation vector, Q30 radians.
  private var half = Vector3.zero

  /// The bias that is subtracted from each rate, 2^−20 rad/s.
  var bias = Vector3.zero
  /// The correction of the gyroscope's scale error, Q24.
  var scale: Int32 = 0
  /// The hard iron that is subtracted from each field, 4 nT.
  var hardIron = Vector3.zero

  /// Adds one rotation: the measured rate for `microseconds`, with the coning correction of two successive samples.
  /// - Parameter microseconds: 1…1,048,575.
  mutating func turn(_ measured: Vector3, microseconds: UInt32) {
    rate = Vector3(x: corrected(measured.x, bias.x), y: corrected(measured.y, bias.y), z: corrected(measured.z, bias.z))
    // Seconds in Q30: 2^12 · (2^50/10^6) / 2^32. The error of the constant is below 2e-10.
    let seconds = Int32(bitPattern: UInt64(halves: microseconds &<< 12, 1_125_899_907).highHalf)
    let next = Vector3(
      x: Self.half(rate.x, seconds), y: Self.half(rate.y, seconds), z: Self.half(rate.z, seconds))
    // half + (1/6)·before × half.
    let coning = Vector3.crossQ30(half, next)
    half = next
    let h = Vector3(
      x: next.x &+ Self.sixth(coning.x), y: next.y &+ Self.sixth(coning.y), z: next.z &+ Self.sixth(coning.z))
    attitude = attitude * Quaternion(halfTurn: h)
    matrix = attitude.matrixQ13
  }

  /// (measured − bias)·(1 + scale), limited to ±2^26.
  @inline(__always)
  private func corrected(_ measured: Int32, _ bias: Int32) -> Int32 {
    let value = measured &- bias
    return value &+ Int64(halves: value, scale).upperWord(shiftedLeft: 8)
  }

  /// Half of rate·time, converted from 2^−20·2^−30/2 rad to Q30.
  @inline(__always)
  private static func half(_ rate: Int32, _ seconds: Int32) -> Int32 {
    Int64(halves: rate, seconds).upperWord(shiftedLeft: 11)
  }

  @inline(__always)
  private static func sixth(_ value: Int32) -> Int32 {
    // The product of the shifts is 4/3 = (1 + 1/4)(1 + 1/16)(1 + 1/256)…, to 1 part in 2^16; the term itself is small.
    var sum = value &+ value &>> 2
    sum = sum &+ sum &>> 4
    sum = sum &+ sum &>> 8
    return (sum &+ 4) &>> 3
  }

  /// Adds the specific force to the sums.
  /// - Parameters:
  ///   - force: 2^−13 g, each component within ±2^17.
  ///   - age: microseconds from its measurement to the last rate, −100,000…131,000.
  mutating func add(force: Vector3, age: Int32, to sums: inout BlockSums) {
    let change = Delayed(
      first: Vector3.cross(slowRate, force.shifted(rightBy: 2)).shifted(rightBy: 10))
    sums.force.add(matrix.turned(change.advanced(force, slowRate, age: age)))
    sums.rawForce.add(force)
    sums.forces = sums.forces &+ 1
  }

  /// Adds the field to the sums.
  /// - Parameters:
  ///   - field: 4 nT, each component within ±2^15.
  ///   - age: microseconds from its measurement to the last rate, −100,000…131,000.
  mutating func add(field: Vector3, age: Int32, to sums: inout BlockSums) {
    let clean = Vector3.difference(field, hardIron)
    let change = Delayed(first: Vector3.cross(slowRate, clean).shifted(rightBy: 12))
    sums.field.add(matrix.turned(change.advanced(clean, slowRate, age: age)))
    sums.delayEffect.add(matrix.turned(change.first))
    sums.fields = sums.fields &+ 1
  }

  /// The rate rotated into the frame, 2^−16 rad/s.
  var turnedRate: Vector3 { matrix.turned(rate.shifted(rightBy: 9)) }

  /// The rate in 2^−8 rad/s, within ±2^14.
  @inline(__always)
  private var slowRate: Vector3 { rate.shifted(rightBy: 12) }
}

/// The effect of a delay on a constant vector while the sensor rotates.
private struct Delayed {
  /// rate × v, divided by 2^4, within ±2^18.
  var first: Vector3

  /// v − age·(rate × v) + ½·age²·rate × (rate × v).
  @inline(never)
  func advanced(_ v: Vector3, _ slowRate: Vector3, age: Int32) -> Vector3 {
    // Seconds in Q16, below 2^14.
    let short = (age &* 4_295) &>> 16
    if short == 0 { return v }
    let second = Vector3.cross(slowRate, first.shifted(rightBy: 4))
    // ½·age² in Q26.
    let squared = (short &* short) &>> 7
    return Vector3(
      x: Self.step(v.x, first.x, second.x, short, squared), y: Self.step(v.y, first.y, second.y, short, squared),
      z: Self.step(v.z, first.z, second.z, short, squared))
  }

  @inline(__always)
  private static func step(_ v: Int32, _ first: Int32, _ second: Int32, _ short: Int32, _ squared: Int32) -> Int32 {
    v &- (first &* short &+ 0x800) &>> 12 &+ Int64(halves: second, squared).upperWord(shiftedLeft: 6)
  }
}

extension Quaternion {
  /// The rotation by the vector 2·`half`, in Q30 radians; each component within ±1.3·2^30.
  @inline(__always)
  init(halfTurn half: Vector3) {
    // |half|² in Q28.
    let square = Int64(squaresOf: half.x, half.y, half.z).upperWord(shiftedLeft: 0)
    // sin(h)/h = 1 − h²/6·(1 − h²/20·(1 − h²/42)), cos h = 1 − h²/2·(1 − h²/12·(1 − h²/30)).
    let sine = (1 &<< 30) &- Quaternion.series(square, 3_277, 390, 178_956_971)
    let cosine = (1 &<< 30) &- Quaternion.series(square, 5_461, 546, 536_870_912)
    func part(_ value: Int32) -> Int32 { Int64(halves: value, sine).upperWord(shiftedLeft: 2) }
    self.init(w: cosine, x: part(half.x), y: part(half.y), z: part(half.z))
  }

  /// s·outer·(1 − s·middle·(1 − s·inner)) in Q30.
  /// - Parameters:
  ///   - s: Q28, below 2^30.
  ///   - middle: Q16.
  ///   - inner: Q14.
  ///   - outer: Q30.
  @inline(never)
  private static func series(_ s: Int32, _ middle: Int32, _ inner: Int32, _ outer: Int32) -> Int32 {
    let last = (1 &<< 14) &- ((s &>> 14) &* inner) &>> 14
    // s·inner in Q16; multiplied by the middle factor in Q18.
    let next = ((((s &>> 13) &* last) &>> 13) &* middle) &>> 14
    let rest = s &- Int64(halves: s, next).upperWord(shiftedLeft: 14)
    return Int64(halves: rest, outer).upperWord(shiftedLeft: 4)
  }
}
