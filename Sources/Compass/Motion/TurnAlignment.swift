// Finds the rotation between the gyroscope and a sensor that measures a vector constant in the world.

import FixedPoint
import Quantities

/// First it finds the arrangement of the axes, then the rest of the rotation by least squares in three passes over the
/// pairs (docs/notebook/calibration.md, section 11).
public struct TurnAlignment {
  /// For each axis of the sensor, the gyroscope axis that is parallel to it, as a decimal digit: 1 +x, 2 −x, 3 +y, 4
  /// −y, 5 +z, 6 −z; the first digit is for x. `straight` if all axes are parallel; 0: not known.
  public private(set) var axes: UInt16 = 0
  /// The remaining rotation of the sensor relative to the gyroscope, after arranging the axes as `axes` says: a
  /// rotation vector, 1/100 degree.
  public private(set) var turn = Vector3.zero
  /// The largest standard deviation of its three components, 1/100 degree; 65535: not known.
  public private(set) var deviation: UInt16 = 0xffff

  /// The number of passes so far: one for the axes, then one for each step.
  private(set) var pass: Int8 = 0
  private var pairs: Int32 = 0
  /// The gyroscope axis for each axis of the sensor, and whether it is reversed.
  private var order: (Int8, Int8, Int8) = (0, 1, 2)
  private var signs: (Bool, Bool, Bool) = (false, false, false)
  private var isMirrored = false
  private var found = Quaternion.identity
  /// In the first pass Σ(after × before)·turnᵀ. Later the sums of the normal equations: the diagonal, the entries off
  /// the diagonal (xy, xz, yz), and the right side.
  private var sums = CompactMatrix.zero
  private var squares = CompactNumber.zero

  public init() {}

  /// Whether its indices are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    pass >= 0 && pass <= Self.passes && order.0 >= 0 && order.0 < 3 && order.1 >= 0 && order.1 < 3 && order.2 >= 0
      && order.2 < 3
  }

  /// The value of `axes` if the sensors' axes are parallel.
  public static var straight: UInt16 { 135 }
  /// The number of passes until it is done.
  public static var passes: Int8 { 4 }
  public var isDone: Bool { pass == Self.passes }

  /// The angle of `turn`, 1/100 degree.
  public var angle: UInt16 {
    let square = Int64(halves: turn, turn)
    return UInt16(truncatingIfNeeded: UInt64(bitPattern: square).squareRoot)
  }

  /// Adds one pair in this pass.
  /// - Parameters:
  ///   - turn: the rotation from the attitude after to the attitude before, in the gyroscope's axes.
  ///   - before: the vector as the sensor measured it before the rotation, of any length; `after` is the same after it.
  public mutating func add(turn: Quaternion, before: Vector3, after: Vector3) {
    guard before != .zero, after != .zero, !isDone else { return }
    let first = Self.direction(before)
    let second = Self.direction(after)
    pairs = pairs &+ 1
    if pass == 0 {
      let sign = turn.w < 0 ? -CompactNumber.one : CompactNumber.one
      let axis = CompactVector(Vector3(x: turn.x, y: turn.y, z: turn.z), exponent: -30, times: sign)
      let e = second.cross(first)
      sums.x = sums.x.adding(e.x, times: axis)
      sums.y = sums.y.adding(e.y, times: axis)
      sums.z = sums.z.adding(e.z, times: axis)
    } else {
      let inverse = found.conjugate.matrix
      add(isMirrored ? turn.conjugate : turn, inverse * arranged(first), inverse * arranged(second))
    }
  }

  /// Adds to the least squares: for a rotation by δ, the residual of `after` is (G·δ) × after, with G = 1 − turnᵀ.
  @inline(never)
  private mutating func add(_ turn: Quaternion, _ before: CompactVector, _ after: CompactVector) {
    let forth = turn.matrix
    let rest = after - turn.conjugate.matrix * before
    let g = after - forth * after
    let two = CompactNumber.one.scaled(by: 1)
    sums.x =
      sums.x
      + CompactVector(
        two - forth.x.x.scaled(by: 1) - g.x.squared, two - forth.y.y.scaled(by: 1) - g.y.squared,
        two - forth.z.z.scaled(by: 1) - g.z.squared)
    sums.y =
      sums.y
      - CompactVector(
        forth.x.y + forth.y.x + g.x * g.y, forth.x.z + forth.z.x + g.x * g.z, forth.y.z + forth.z.y + g.y * g.z)
    let moment = after.cross(rest)
    sums.z = sums.z + (moment - forth * moment)
    squares = squares + rest.dot(rest)
  }

  /// Ends a pass over all pairs.
  public mutating func endPass() {
    guard !isDone else { return }
    let isKnown = pass == 0 ? arrange() : step()
    pass = isKnown ? pass &+ 1 : Self.passes
    sums = .zero
    squares = .zero
    pairs = 0
  }

  // MARK: - The arrangement

  /// Finds which axes are parallel: the permutation with the largest sum of three entries. It is certain if the next
  /// best sum is below nine tenths of it, and no entry is small compared with another.
  private mutating func arrange() -> Bool {
    guard pairs >= 8 else { return false }
    var best = CompactNumber.zero
    var second = CompactNumber.zero
    var number: Int8 = 0
    while number < 6 {
      let (a, b, c) = Self.permutation(number)
      let sum = entry(sums.x, a).magnitude + entry(sums.y, b).magnitude + entry(sums.z, c).magnitude
      if best < sum {
        second = best
        best = sum
        order = (a, b, c)
      } else if second < sum {
        second = sum
      }
      number = number &+ 1
    }
    let (x, y, z) = (entry(sums.x, order.0), entry(sums.y, order.1), entry(sums.z, order.2))
    let largest = CompactNumber.most(CompactNumber.most(x.magnitude, y.magnitude), z.magnitude)
    let least = CompactNumber.least(CompactNumber.least(x.magnitude, y.magnitude), z.magnitude)
    // The limits are 9/10 and 1/8.
    guard second < best * CompactNumber(mantissa: 7_549_747, exponent: -23), largest < least.scaled(by: 3) else {
      return false
    }
    signs = (x.isNegative, y.isNegative, z.isNegative)
    let isOdd = order.1 != (order.0 == 2 ? 0 : order.0 &+ 1)
    isMirrored = ((isOdd != signs.0) != signs.1) != signs.2
    axes = 100 &* Self.digit(order.0, signs.0) &+ 10 &* Self.digit(order.1, signs.1) &+ Self.digit(order.2, signs.2)
    return true
  }

  private func entry(_ row: CompactVector, _ column: Int8) -> CompactNumber { row[Int32(truncatingIfNeeded: column)] }

  static func permutation(_ number: Int8) -> (Int8, Int8, Int8) {
    switch number {
    case 0: (0, 1, 2)
    case 1: (1, 2, 0)
    case 2: (2, 0, 1)
    case 3: (0, 2, 1)
    case 4: (2, 1, 0)
    default: (1, 0, 2)
    }
  }

  static func digit(_ axis: Int8, _ isReversed: Bool) -> UInt16 {
    UInt16(truncatingIfNeeded: axis &+ axis &+ (isReversed ? 2 : 1))
  }

  /// A vector of the sensor, with its axes arranged as the gyroscope's. Only the rest of the rotation remains.
  private func arranged(_ v: CompactVector) -> CompactVector {
    var result = CompactVector.zero
    put(signs.0 ? -v.x : v.x, order.0, &result)
    put(signs.1 ? -v.y : v.y, order.1, &result)
    put(signs.2 ? -v.z : v.z, order.2, &result)
    return result
  }

  private func put(_ value: CompactNumber, _ axis: Int8, _ v: inout CompactVector) {
    switch axis {
    case 0: v.x = value
    case 1: v.y = value
    default: v.z = value
    }
  }

  // MARK: - The rest of the rotation

  /// One step of the least squares, at most 0.4 rad about each axis.
  private mutating func step() -> Bool {
    // A tenth: each pair adds up to 2.
    guard pairs >= 8,
      let solver = SymmetricSolver(
        diagonal: sums.x, xy: sums.y.x, xz: sums.y.y, yz: sums.y.z,
        leastPivot: CompactNumber(mantissa: 6_710_886, exponent: -26))
    else { return false }
    let limit = CompactNumber(mantissa: 6_710_886, exponent: -24)
    found = found * Quaternion(halfTurn: solver.solve(sums.z).limited(to: limit).whole(unit: -29))
    guard pass == Self.passes &- 1 else { return true }
    conclude(solver.largestOfInverse)
    return true
  }

  /// Computes the rotation and its standard deviation, from the residuals of 2n numbers minus three unknowns.
  private mutating func conclude(_ inverse: CompactNumber) {
    let free = CompactNumber(2 &* pairs &- 3, exponent: 0)
    // 18,000/π.
    let hundredths = CompactNumber(mantissa: 5_867_088, exponent: -10)
    let sigma = ((squares / free) * inverse).squareRoot * hundredths
    let value = sigma.whole(unit: 0)
    deviation = value < 0xffff ? UInt16(truncatingIfNeeded: value) : 0xffff
    let half = CompactVector(Vector3(x: found.x, y: found.y, z: found.z), exponent: -29, times: hundredths)
    turn = (found.w < 0 ? -CompactNumber.one * half : half).whole(unit: 0)
  }

  @inline(never)
  private static func direction(_ v: Vector3) -> CompactVector {
    let numbers = CompactVector(v, exponent: 0, times: .one)
    return numbers.length.reciprocal * numbers
  }
}

extension CompactVector {
  @inline(never)
  func cross(_ other: CompactVector) -> CompactVector {
    CompactVector(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}

extension TurnAlignment {
  /// Adds one pair: the fields, corrected by `correct`, or the forces.
  public mutating func add(
    _ pairs: borrowing TurnPairs, _ index: Int32, ofForces: Bool, correct: (Vector3) -> Vector3
  ) {
    let pair = pairs[index]
    if ofForces {
      add(turn: pair.turn, before: pair.forces.0, after: pair.forces.1)
    } else {
      add(turn: pair.turn, before: correct(pair.fields.0), after: correct(pair.fields.1))
    }
  }
}
