// Pairs of measurements before and after a rotation. They give the rotations between the gyroscope and the two other
// sensors.

import FixedPoint
import Quantities
import RawMemory

/// Three numbers in six bytes.
struct ShortVector {
  private var x: Int16
  private var y: Int16
  private var z: Int16

  static var zero: ShortVector { ShortVector(.zero, unit: 0) }

  /// - Parameters:
  ///   - v: limited to 2^15 units.
  ///   - unit: 2^`unit`.
  @inline(never)
  init(_ v: Vector3, unit: Int32) {
    let short = Vector3(
      x: v.x.shifted(rightBy: unit), y: v.y.shifted(rightBy: unit), z: v.z.shifted(rightBy: unit)
    ).limited(to: 0x7fff)
    x = Int16(truncatingIfNeeded: short.x)
    y = Int16(truncatingIfNeeded: short.y)
    z = Int16(truncatingIfNeeded: short.z)
  }

  @inline(never)
  func vector(unit: Int32) -> Vector3 {
    Vector3(x: Int32(x), y: Int32(y), z: Int32(z)).shiftedLeft(by: unit)
  }
}

/// The measurements before and after a rotation of 75° or more; 32 bytes.
struct TurnPair {
  private var w: Int16
  private var axis: ShortVector
  private var fieldValues: (ShortVector, ShortVector)
  private var forceValues: (ShortVector, ShortVector)

  static var none: TurnPair { TurnPair(turn: .identity, fields: (.zero, .zero), forces: (.zero, .zero)) }

  init(turn: Quaternion, fields: (Vector3, Vector3), forces: (Vector3, Vector3)) {
    w = Int16(truncatingIfNeeded: Vector3(x: turn.w.shifted(rightBy: 15), y: 0, z: 0).limited(to: 0x7fff).x)
    axis = ShortVector(Vector3(x: turn.x, y: turn.y, z: turn.z), unit: 15)
    fieldValues = (ShortVector(fields.0, unit: 5), ShortVector(fields.1, unit: 5))
    forceValues = (ShortVector(forces.0, unit: 6), ShortVector(forces.1, unit: 6))
  }

  /// The rotation from the attitude after to the attitude before, in the gyroscope's axes: Q30, to 15 bits.
  var turn: Quaternion {
    let v = axis.vector(unit: 15)
    return Quaternion(w: Int32(w) &<< 15, x: v.x, y: v.y, z: v.z).normalised
  }
  /// Raw fields before and after, nanotesla, rounded to 32 nT, within ±1 mT.
  var fields: (Vector3, Vector3) { (fieldValues.0.vector(unit: 5), fieldValues.1.vector(unit: 5)) }
  /// Specific forces before and after, micro-g, rounded to 64 µg, within ±2 g.
  var forces: (Vector3, Vector3) { (forceValues.0.vector(unit: 6), forceValues.1.vector(unit: 6)) }
}

/// Up to 24 pairs from a whole movement. When the memory is full, every second pair is removed, and from then on half
/// as many pairs are added.
public struct TurnPairs: ~Copyable {
  private let inPlace = InPlace()
  private var isOpen = false
  /// How many pairs there are.
  public private(set) var count: Int32 = 0
  /// The number of rotations since the start. Every `stride`-th makes a pair.
  private var turns: Int32 = 0
  private var stride: Int32 = 1
  private var attitude = Quaternion.identity
  private var time = Instant(microseconds: 0)
  private var field = Vector3.zero
  private var force = Vector3.zero
  /// The sum of the forces since the last field, rotated into the constant frame, 16 µg; and their number.
  private var forceSum = Vector3.zero
  private var forces: Int32 = 0
  private var pairs = InlineArray<24, TurnPair>(repeating: .none)

  public init() {}

  /// cos 37.5° in Q30: half of the rotation that makes a pair.
  private static var apart: Int32 { 851_856_663 }
  /// A rotation that takes longer is not used, because the gyroscope's attitude has drifted; microseconds.
  private static var longest: UInt32 { 4_000_000 }

  /// Forgets everything.
  public mutating func clear() {
    isOpen = false
    (count, turns, stride) = (0, 0, 1)
    (forceSum, forces) = (.zero, 0)
  }

  /// Whether the count is within its range; the memory may have been overwritten.
  public var isSound: Bool { count >= 0 && count <= 24 }

  subscript(_ index: Int32) -> TurnPair { pairs[unchecked: Int(truncatingIfNeeded: index)] }

  /// Adds one specific force. The mean of the forces between two fields, in the constant frame, counts.
  /// - Parameters:
  ///   - force: micro-g, up to 2 g; larger ones are limited.
  ///   - attitude: rotates the axes of `force` into that frame.
  public mutating func add(force: Vector3, attitude: Quaternion) {
    guard forces < 64 else { return }
    forceSum.add(attitude.matrixQ13.turned(force.shifted(rightBy: 4).limited(to: (1 &<< 17) &- 1)).shifted(rightBy: 5))
    forces = forces &+ 1
  }

  /// Adds one field. A rotation ends when the attitude is 75° from its start.
  /// - Parameters:
  ///   - field: as measured, nanotesla, in body axes; a field beyond 1.048 mT is left out.
  ///   - attitude: rotates these axes into the constant frame.
  public mutating func add(field: Vector3, attitude: Quaternion, at time: Instant) {
    let mean = meanForce(attitude)
    guard field.isWithin(1_048_000) else { return }
    if isOpen, attitude.isNear(self.attitude, Self.apart), time.elapsed(since: self.time) <= Self.longest { return }
    if isOpen, time.elapsed(since: self.time) <= Self.longest { close(field, mean, attitude) }
    guard let mean else {
      isOpen = false
      return
    }
    isOpen = true
    (self.attitude, self.time, self.field, force) = (attitude, time, field, mean)
  }

  /// The mean of the forces since the last field, in body axes; `nil` if there was none.
  private mutating func meanForce(_ attitude: Quaternion) -> Vector3? {
    guard forces > 0 else { return nil }
    // 17 bits over at most 64.
    let mean = Vector3(x: forceSum.x / forces, y: forceSum.y / forces, z: forceSum.z / forces)
    (forceSum, forces) = (.zero, 0)
    let body = attitude.conjugate.matrixQ13.turned(mean.limited(to: (1 &<< 17) &- 1))
    // The rotation multiplies by 2^5; half of that, 16, converts units of 16 µg to micro-g.
    return body.shifted(rightBy: 1)
  }

  private mutating func close(_ field: Vector3, _ force: Vector3?, _ attitude: Quaternion) {
    guard let force else { return }
    turns = turns &+ 1
    guard turns & (stride &- 1) == 0 else { return }
    if count == 24 {
      var index: Int32 = 0
      while index < 12 {
        pairs[unchecked: Int(truncatingIfNeeded: index)] = self[index &+ index]
        index = index &+ 1
      }
      count = 12
      stride = stride &+ stride
    }
    pairs[unchecked: Int(truncatingIfNeeded: count)] = TurnPair(
      turn: self.attitude.conjugate * attitude, fields: (self.field, field), forces: (self.force, force))
    count = count &+ 1
  }
}

extension Quaternion {
  /// The opposite rotation.
  var conjugate: Quaternion { Quaternion(w: w, x: 0 &- x, y: 0 &- y, z: 0 &- z) }
}
