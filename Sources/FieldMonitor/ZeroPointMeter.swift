// The zero-point meter: a baseline of the ambient field, and later readings less that baseline.
//
// A baseline holds only where it was taken and the way the instrument lay: bring the magnet to the instrument. A turn
// shows in gravity, and one of more than 2° ends the baseline.

import FixedPoint
import Quantities

/// Why there is no difference to the baseline.
public enum BaselineLoss: UInt8, Sendable {
  /// None was taken yet.
  case none = 0
  /// Gravity moved more than 2° since.
  case moved = 1
  /// The sample is beyond the sensor's range, so that its difference means nothing; the baseline stands.
  case saturated = 2
}

/// The field of one sample as a meter shows it.
public struct MeterReading: Equatable, Sendable {
  /// As measured, nanotesla.
  public var field: MagneticField
  /// Its length, nanotesla, rounded down.
  public var magnitude: UInt32
  /// Less the baseline; `nil` without one.
  public var difference: MagneticField?
  /// Length of the difference, nanotesla, rounded down.
  public var differenceMagnitude: UInt32?
  /// Why there is no difference.
  public var loss: BaselineLoss?
  /// At least one axis is beyond the sensor's range: the field is a limit, not a measurement.
  public var isSaturated: Bool
  /// At least one axis is beyond ±128 µT, what the normalised form can hold.
  public var isBeyondNormalised: Bool
  /// Gravity against the baseline's was judged; `false` without an accelerometer: then a turn goes unseen.
  public var isMotionGuarded: Bool
}

/// Takes a baseline and gives differences to it.
public struct ZeroPointMeter: Sendable {
  private var baseline: MagneticField?
  /// Along the mean specific force while the baseline was taken, any length.
  private var gravity: Vector3?
  private var first = Vector3.zero
  /// Differences to the first sample, nanotesla.
  private var sum = Vector3.zero
  /// 64 µg.
  private var force = Vector3.zero
  private var hasForce = false
  private var wanted: Int32 = 0
  private var count: Int32 = 0
  private var loss = BaselineLoss.none

  public init() {}

  /// Largest number of samples in a baseline.
  public static var longest: Int32 { 256 }

  /// Whether a baseline is being taken.
  public var isTaking: Bool { wanted > 0 }
  /// Whether differences can be had.
  public var hasBaseline: Bool { baseline != nil }

  /// Takes the mean of the next samples as the new baseline.
  /// - Parameter samples: limited to 1…256.
  public mutating func begin(samples: Int32) {
    clear()
    wanted = samples < 1 ? 1 : samples > Self.longest ? Self.longest : samples
    count = 0
    sum = .zero
    force = .zero
    hasForce = false
  }

  /// Forgets the baseline.
  public mutating func clear() {
    wanted = 0
    baseline = nil
    gravity = nil
    loss = .none
  }

  /// One sample.
  /// - Parameters:
  ///   - field: nanotesla, raw or corrected, always the same of both; each component within ±2^21.
  ///   - specificForce: `nil` without an accelerometer.
  public mutating func take(
    _ field: MagneticField, specificForce: Acceleration?, isOverflowed: Bool
  ) -> MeterReading {
    if isTaking && !isOverflowed { gather(field, specificForce) }
    var reading = MeterReading(
      field: field, magnitude: Self.length(field.nanotesla), difference: nil, differenceMagnitude: nil, loss: nil,
      isSaturated: isOverflowed, isBeyondNormalised: !NormalisedField.holds(field),
      isMotionGuarded: gravity != nil && specificForce != nil)
    guard let zero = baseline else {
      reading.loss = loss
      return reading
    }
    if let gravity, let specificForce, hasTurned(gravity, specificForce.microG) {
      baseline = nil
      loss = .moved
      reading.loss = .moved
      return reading
    }
    if isOverflowed {
      reading.loss = .saturated
      return reading
    }
    // Each within ±2^21: the difference within ±2^22.
    let a = field.nanotesla
    let b = zero.nanotesla
    let difference = Vector3(x: a.x &- b.x, y: a.y &- b.y, z: a.z &- b.z)
    reading.difference = MagneticField(nanotesla: difference)
    reading.differenceMagnitude = Self.length(difference)
    return reading
  }

  private mutating func gather(_ field: MagneticField, _ specificForce: Acceleration?) {
    let m = field.nanotesla
    if count == 0 { first = m }
    // 256 differences below 2^22.
    sum = Vector3(x: sum.x &+ m.x &- first.x, y: sum.y &+ m.y &- first.y, z: sum.z &+ m.z &- first.z)
    count = count &+ 1
    if let a = specificForce?.microG {
      hasForce = true
      // Only the direction counts: 256 values below 2^25.
      force = Vector3(x: force.x &+ a.x &>> 6, y: force.y &+ a.y &>> 6, z: force.z &+ a.z &>> 6)
    }
    // The count is positive, which spares the divisions their tests.
    guard count == wanted, count > 0 else { return }
    baseline = MagneticField(
      nanotesla: Vector3(x: first.x &+ sum.x / count, y: first.y &+ sum.y / count, z: first.z &+ sum.z / count))
    gravity = hasForce ? force : nil
    wanted = 0
  }

  /// Whether the directions differ by more than 2°: |a|²|b|² > (a·b)²/cos²(2°), or they point apart.
  private func hasTurned(_ a: Vector3, _ b: Vector3) -> Bool {
    // 14 bits each, so that a sum of three products fits.
    let u = a.mantissa(bits: 14)
    let v = b.mantissa(bits: 14)
    let along = Self.product(u, v)
    if along <= 0 { return true }
    let square = Int64(0).adding(along, times: along)
    // tan²(2°) = 319.68/2^18.
    return Int64(0).adding(Self.product(u, u), times: Self.product(v, v)) > square &+ (square &>> 18) &* 320
  }

  @inline(never)
  private static func product(_ a: Vector3, _ b: Vector3) -> Int32 { a.x &* b.x &+ a.y &* b.y &+ a.z &* b.z }

  private static func length(_ v: Vector3) -> UInt32 {
    var other = v
    let square = Int64(dot: v, &other)
    // Below 2^23, so that what is known to 1 part in 2^25 is the root or one beside it.
    var root = Int32(bitPattern: UInt64(bitPattern: square).approximateSquareRoot)
    if Int64(0).adding(root, times: root) > square { root = root &- 1 }
    let next = root &+ 1
    if Int64(0).adding(next, times: next) <= square { root = next }
    return UInt32(bitPattern: root)
  }
}

/// The field as Core Location gives it at the compatibility edge: each axis limited to ±128 µT.
public enum NormalisedField {
  /// 128 µT in nanotesla.
  public static var limit: Int32 { 128_000 }

  /// Whether no axis has to be limited.
  public static func holds(_ field: MagneticField) -> Bool { field.nanotesla.isWithin(UInt32(bitPattern: limit)) }

  /// The field with each axis limited to ±128,000 nT.
  public static func of(_ field: MagneticField) -> MagneticField {
    MagneticField(nanotesla: field.nanotesla.limited(to: limit))
  }
}
