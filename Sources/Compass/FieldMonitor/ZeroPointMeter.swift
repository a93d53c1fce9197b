// The zero-point meter: it measures a baseline of the ambient field, and then gives readings minus that baseline.
//
// A baseline is valid only at its place and in its attitude, so the user brings the magnet to the instrument. Gravity
// shows a tilt and a gyroscope shows every turn; 2° end the baseline. Without a gyroscope, only the strength reveals a
// large turn on the level: a magnet changes the strength, a turn does not (Protocols/heading/spec.md, section 10).

import FixedPoint
import IntegerTrigonometry
import Quantities

/// Why there is no difference from the baseline. The codes 1 to 5 are those of `meterReading` on the link.
public enum BaselineLoss: UInt8, Sendable {
  /// There is no baseline yet.
  case none = 0
  /// The field changed by more than 3 µT while the baseline was measured.
  case fieldMoved = 1
  /// Gravity changed by more than 2° while the baseline was measured.
  case tiltedWhileTaken = 2
  /// Gravity has changed by more than 2° since.
  case tilted = 3
  /// The field has turned without a change of its strength.
  case fieldTurned = 4
  /// The gyroscope shows that the instrument has turned by more than 2° since.
  case turned = 5
  /// The sample is beyond the sensor's range, so its difference has no meaning. The baseline stays.
  case saturated = 6

  /// Whether the instrument or the field moved, so that the baseline was refused or has ended.
  public var isMovement: Bool { self != .none && self != .saturated }
}

/// The field of one sample as the meter shows it.
public struct MeterReading: Equatable, Sendable {
  /// Whether at least one axis is beyond the sensor's range: the field is then a limit, not a measurement.
  public var isSaturated: Bool
  /// Whether gravity was compared with that of the baseline; `false` without an accelerometer: then a tilt is not
  /// detected.
  public internal(set) var isMotionGuarded = false
  /// Whether a gyroscope has watched for turns since the baseline; `false` without one: then most turns on the level
  /// are not detected.
  public internal(set) var isTurnGuarded = false
  /// Whether there is a difference from the baseline.
  public internal(set) var hasDifference = false
  var lack = BaselineLoss.none
  /// Length of the field, nanotesla, rounded down.
  public internal(set) var magnitude: UInt32 = 0
  /// Length of the difference in nanotesla; without a difference, how much the field or the instrument moved, as in
  /// `movement`; otherwise 0.
  public internal(set) var lengthOfDifference: UInt32 = 0
  /// The measured field, nanotesla.
  public var field: MagneticField
  /// Measured minus baseline; zero without a baseline.
  public internal(set) var distance = MagneticField(nanotesla: .zero)

  public init(field: MagneticField, isSaturated: Bool) {
    self.isSaturated = isSaturated
    self.field = field
  }

  /// Measured minus baseline; `nil` without a baseline.
  public var difference: MagneticField? { hasDifference ? distance : nil }
  /// Length of the difference, nanotesla, rounded down.
  public var differenceMagnitude: UInt32? { hasDifference ? lengthOfDifference : nil }
  /// Why there is no difference.
  public var loss: BaselineLoss? { hasDifference ? nil : lack }
  /// How much the instrument or the field moved, if `loss` is a movement: in nanotesla for a movement of the field,
  /// otherwise in hundredths of a degree.
  public var movement: UInt32? { !hasDifference && lack.isMovement ? lengthOfDifference : nil }
  /// Whether at least one axis is beyond ±128 µT, the limit of the normalised form.
  public var isBeyondNormalised: Bool { !NormalisedField.holds(field) }
}

/// Measures a baseline and gives differences from it.
public struct ZeroPointMeter: Sendable {
  /// Whether there is a baseline.
  public private(set) var hasBaseline = false
  private var loss = BaselineLoss.none
  /// How much the instrument or the field moved when the baseline was lost.
  private var movement: UInt32 = 0
  private var hasForce = false
  private var hasGravity = false
  private var wanted: Int32 = 0
  private var count: Int32 = 0
  private var baseline = Vector3.zero
  /// Strength of the baseline.
  private var strength: UInt32 = 0
  /// Whether the strength has stayed that of the baseline since the baseline was measured, or since a magnet was
  /// removed.
  private var keepsStrength = false
  /// The first sample of the baseline.
  private var first = Vector3.zero
  /// The sum of the baseline's samples, nanotesla.
  private var sum = Vector3.zero
  /// The sum of the specific forces, 64 µg; only its direction matters. It does not change after the baseline was
  /// measured.
  private var gravity = Vector3.zero

  public init() {}

  /// How far a sample of a baseline may be from the first one, nanotesla. The noisiest chip of docs/sensors.md has a
  /// noise of 320 nT on each axis: two samples at rest differ by more once in 10^8.
  static var farthest: UInt32 { 3000 }
  /// How far gravity may turn from that of the baseline, and how far the instrument may turn: hundredths of a degree.
  static var largestTurn: UInt32 { 200 }

  /// Largest number of samples in a baseline.
  public static var longest: Int32 { 256 }

  /// Whether a baseline is being measured.
  public var isTaking: Bool { wanted > 0 }

  /// Uses the mean of the next samples as the new baseline.
  /// - Parameter samples: limited to 1…256.
  public mutating func begin(samples: Int32) {
    clear()
    wanted = samples < 1 ? 1 : samples > Self.longest ? Self.longest : samples
    count = 0
    sum = .zero
    gravity = .zero
    hasForce = false
  }

  /// Forgets the baseline.
  public mutating func clear() {
    hasGravity = false
    end(.none, 0)
  }

  /// Ends the baseline or its measurement.
  private mutating func end(_ reason: BaselineLoss, _ amount: UInt32) {
    wanted = 0
    hasBaseline = false
    loss = reason
    movement = amount
  }

  /// Adds one sample.
  /// - Parameters:
  ///   - field: nanotesla, raw or corrected, but always the same kind; each component within ±2^21.
  ///   - specificForce: `nil` without an accelerometer.
  ///   - turn: how far the instrument has turned since the baseline, as measured by a gyroscope, hundredths of a
  ///     degree; `nil` without one.
  @inline(__always)
  public mutating func measure(
    _ field: MagneticField, specificForce: Acceleration?, isOverflowed: Bool, turn: UInt32? = nil
  ) -> MeterReading {
    var reading = MeterReading(field: field, isSaturated: isOverflowed)
    var force = specificForce
    complete(&reading, &force, turn: turn)
    return reading
  }

  /// The same in place.
  /// - Parameter specificForce: it is not changed.
  public mutating func complete(
    _ reading: inout MeterReading, _ specificForce: inout Acceleration?, turn: UInt32? = nil
  ) {
    if isTaking && !reading.isSaturated { gather(&reading.field.nanotesla, &specificForce) }
    reading.magnitude = Self.length(&reading.field.nanotesla)
    reading.isMotionGuarded = hasGravity && specificForce != nil
    if hasBaseline {
      reading.isTurnGuarded = turn != nil
      watch(&reading, &specificForce, turn)
    }
    if hasBaseline || loss == .none { return }
    reading.lack = loss
    reading.lengthOfDifference = movement
  }

  /// Computes the difference from the baseline, or ends the baseline.
  @inline(__always)
  private mutating func watch(_ reading: inout MeterReading, _ specificForce: inout Acceleration?, _ turn: UInt32?) {
    if let turn, turn > Self.largestTurn { return end(.turned, turn) }
    if reading.isMotionGuarded, let force = specificForce {
      let angle = tilt(force.microG)
      if angle != 0 { return end(.tilted, angle) }
    }
    reading.lack = .saturated
    if reading.isSaturated { return }
    // Each value is within ±2^21, so the difference is within ±2^22.
    let m = reading.field.nanotesla
    reading.distance.nanotesla = Vector3(x: m.x &- baseline.x, y: m.y &- baseline.y, z: m.z &- baseline.z)
    let length = Self.length(&reading.distance.nanotesla)
    if hasTurnedLevel(reading.magnitude, difference: length) {
      reading.distance.nanotesla = .zero
      return end(.fieldTurned, length)
    }
    reading.lengthOfDifference = length
    reading.hasDifference = true
  }

  /// Whether the field has turned by 29° or more while its strength stayed within 1/50. A magnet that approaches along
  /// a line, and ends where the strength is nearly the old one, changes it by 1/45 or more on its way.
  /// - Parameter magnitude: below 2^22, as is `difference`.
  private mutating func hasTurnedLevel(_ magnitude: UInt32, difference: UInt32) -> Bool {
    let change = magnitude > strength ? magnitude &- strength : strength &- magnitude
    if change &* 50 > strength {
      keepsStrength = false
    } else if difference &* 16 < strength {
      keepsStrength = true
    }
    return keepsStrength && strength > 0 && difference &* 2 >= strength
  }

  @inline(never)
  private mutating func gather(_ m: inout Vector3, _ specificForce: inout Acceleration?) {
    if count == 0 { first = m }
    // Each component is within ±2^22.
    var distance = Vector3(x: m.x &- first.x, y: m.y &- first.y, z: m.z &- first.z)
    let length = Self.length(&distance)
    if length > Self.farthest { return end(.fieldMoved, length) }
    // The sum of at most 256 values of 2^21.
    sum = Vector3(x: sum.x &+ m.x, y: sum.y &+ m.y, z: sum.z &+ m.z)
    count = count &+ 1
    if let a = specificForce?.microG {
      let angle = hasForce ? tilt(a) : 0
      if angle != 0 { return end(.tiltedWhileTaken, angle) }
      hasForce = true
      // Only the direction matters: the sum of at most 256 values below 2^25.
      gravity = Vector3(x: gravity.x &+ a.x &>> 6, y: gravity.y &+ a.y &>> 6, z: gravity.z &+ a.z &>> 6)
    }
    guard count == wanted else { return }
    baseline = Vector3(
      x: Self.mean(sum.x, first.x, count), y: Self.mean(sum.y, first.y, count), z: Self.mean(sum.z, first.z, count))
    strength = Self.length(&baseline)
    keepsStrength = true
    hasBaseline = true
    hasGravity = hasForce
    wanted = 0
  }

  /// The mean of the differences from the first sample, rounded towards it.
  /// - Parameter count: positive, so that the division needs no checks.
  @inline(never)
  private static func mean(_ sum: Int32, _ first: Int32, _ count: Int32) -> Int32 {
    count > 0 ? first &+ (sum &- first &* count) / count : 0
  }

  /// The angle to the baseline's gravity in hundredths of a degree if it is more than 2°, otherwise 0. More than 2°
  /// means |a|²|b|² > (a·b)²/cos²(2°), or opposite directions. Zero forces count as half a turn apart.
  @inline(never)
  private mutating func tilt(_ force: Vector3) -> UInt32 {
    // 14 bits each, so that a sum of three products fits.
    let u = gravity.mantissa(bits: 14)
    let v = force.mantissa(bits: 14)
    let along = Self.product(u, v)
    let square = Int64(0).adding(along, times: along)
    // |a × b|²: below 2^58.
    let across = Int64(0).adding(Self.product(u, u), times: Self.product(v, v)) &- square
    // tan²(2°) = 319.68/2^18.
    let part = square &>> 18
    if along > 0 && across <= part &<< 8 &+ part &<< 6 { return 0 }
    let sine = Int32(bitPattern: UInt64(bitPattern: across).approximateSquareRoot)
    guard let angle = Cordic.angle(y: sine, x: along) else { return 18_000 }
    return (UInt64(product: angle.rawValue, 36_000) &>> 32).lowHalf
  }

  @inline(never)
  private static func product(_ a: Vector3, _ b: Vector3) -> Int32 { a.x &* b.x &+ a.y &* b.y &+ a.z &* b.z }

  @inline(never)
  private static func length(_ v: inout Vector3) -> UInt32 {
    let square = Int64(dot: v, &v)
    // Below 2^23, so the root, which is accurate to 1 part in 2^25, is exact or differs by one.
    var root = Int32(bitPattern: UInt64(bitPattern: square).approximateSquareRoot)
    if Int64(0).adding(root, times: root) > square { root = root &- 1 }
    let next = root &+ 1
    if Int64(0).adding(next, times: next) <= square { root = next }
    return UInt32(bitPattern: root)
  }
}

/// The field in the form that Core Location gives to applications: each axis limited to ±128 µT.
public enum NormalisedField {
  /// 128 µT in nanotesla.
  public static var limit: Int32 { 128_000 }

  /// Whether the field fits without a limit on any axis.
  public static func holds(_ field: MagneticField) -> Bool { field.nanotesla.isWithin(UInt32(bitPattern: limit)) }

  /// The field with each axis limited to ±128,000 nT.
  public static func of(_ field: MagneticField) -> MagneticField {
    MagneticField(nanotesla: field.nanotesla.limited(to: limit))
  }
}
