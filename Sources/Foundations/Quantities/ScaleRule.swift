// From counts to quantities by exact rational rules.

import FixedPoint

/// What one count is worth: ⌊count · numerator / denominator + ½⌋ in the unit of the quantity.
///
/// Every row keeps |count| · numerator below 2^31 for each count that the registers hold.
public struct ScaleRule: Equatable, Sendable {
  public var numerator: Int32
  /// The denominator for X and Y.
  public var denominatorXY: Int32
  public var denominatorZ: Int32
  /// Bits of the range in two's complement. A count beyond the range is a limit, not a measurement.
  public var rangeBits: UInt8
  /// Bits that the registers hold.
  public var registerBits: UInt8

  @inline(__always)
  init(_ numerator: UInt16, _ denominatorXY: UInt16, _ denominatorZ: UInt16, _ bits: UInt16) {
    self.numerator = Int32(numerator)
    self.denominatorXY = Int32(denominatorXY)
    self.denominatorZ = Int32(denominatorZ)
    rangeBits = UInt8(truncatingIfNeeded: bits &>> 8)
    registerBits = UInt8(truncatingIfNeeded: bits)
  }

  /// The largest count within the range.
  public var largestCount: Int32 { (1 &<< Int32(rangeBits &- 1)) &- 1 }

  /// The largest count that the registers hold.
  public var largestRegister: Int32 { (1 &<< Int32(registerBits &- 1)) &- 1 }

  /// Whether an axis is beyond the range. When the registers hold no more than the range, the ends of the range count
  /// as beyond it.
  public func isBeyondRange(_ counts: Vector3) -> Bool {
    if registerBits > rangeBits { return !Self.fits(counts, rangeBits) }
    return !counts.isWithin(largestCount.magnitude &- 1)
  }

  /// The quantity; `nil` for counts that the registers cannot hold.
  ///
  /// Counts beyond the range are converted too, so that a reading can always be computed again from its counts.
  @inline(never)
  public func value(of counts: Vector3) -> Vector3? {
    guard Self.fits(counts, registerBits) else { return nil }
    return Vector3(
      x: Ratio.exact(counts.x, numerator, over: denominatorXY),
      y: Ratio.exact(counts.y, numerator, over: denominatorXY),
      z: Ratio.exact(counts.z, numerator, over: denominatorZ))
  }

  /// Whether every axis, measured by the scale `finer`, would be within half of its range.
  public func isSmall(_ counts: Vector3, for finer: ScaleRule) -> Bool {
    let half = (finer.largestCount &+ 1) &>> 1
    return Self.isSmall(counts.x, numerator, denominatorXY, half, finer.numerator, finer.denominatorXY)
      && Self.isSmall(counts.y, numerator, denominatorXY, half, finer.numerator, finer.denominatorXY)
      && Self.isSmall(counts.z, numerator, denominatorZ, half, finer.numerator, finer.denominatorZ)
  }

  /// |count| · numerator / denominator ≤ half · its numerator / its denominator, multiplied out: each product of three
  /// is below 2^47.
  @inline(never)
  private static func isSmall(
    _ count: Int32, _ numerator: Int32, _ denominator: Int32, _ half: Int32, _ finerNumerator: Int32,
    _ finerDenominator: Int32
  ) -> Bool {
    let left = UInt64(widening: count.magnitude) &* UInt64(widening: (numerator &* finerDenominator).magnitude)
    return left <= UInt64(widening: half.magnitude) &* UInt64(widening: (finerNumerator &* denominator).magnitude)
  }

  private static func fits(_ counts: Vector3, _ bits: UInt8) -> Bool {
    let unused = 32 &- Int32(bits)
    return isSame(counts.x, unused) && isSame(counts.y, unused) && isSame(counts.z, unused)
  }

  private static func isSame(_ count: Int32, _ unused: Int32) -> Bool { (count &<< unused) &>> unused == count }
}

extension FieldScale {
  /// Whether the table has this scale.
  public var isKnown: Bool { rawValue <= Self.last.rawValue }

  /// Counts in nanotesla; `nil` for an unknown scale and for counts that the chip cannot give.
  @export(interface)
  public func field(of counts: Vector3) -> MagneticField? {
    guard rawValue != 0 else {
      return counts.isWithin(Self.nanoteslaLimit) ? MagneticField(nanotesla: counts) : nil
    }
    guard let value = rule?.value(of: counts) else { return nil }
    return MagneticField(nanotesla: value)
  }

  /// The largest count of scale 0: 2^21 nT.
  public static var nanoteslaLimit: UInt32 { 1 &<< 21 }

  /// Whether an axis is beyond the range of the chip; never at scale 0.
  public func isBeyondRange(_ counts: Vector3) -> Bool { rule?.isBeyondRange(counts) ?? false }
}

extension ForceScale {
  /// Counts in µg; `nil` for an unknown scale and for counts that the chip cannot give.
  public func force(of counts: Vector3) -> Acceleration? {
    if rawValue == 0 { return Acceleration(microG: counts) }
    guard let value = rule?.value(of: counts) else { return nil }
    return Acceleration(microG: value)
  }
}

extension RateScale {
  /// Counts in 2^−20 rad/s; `nil` for an unknown scale and for counts that the chip cannot give.
  public func rate(of counts: Vector3) -> AngularRate? {
    if rawValue == 0 { return AngularRate(q20: counts) }
    guard let value = rule?.value(of: counts) else { return nil }
    return AngularRate(q20: value)
  }
}
