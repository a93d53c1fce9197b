// Named bits in one field. `OptionSet` would do, but its array literal names an allocating type, which the
// no-allocations mode refuses even where nobody writes one.

public protocol FlagSet: Equatable, Sendable {
  associatedtype RawValue: FixedWidthInteger
  var rawValue: RawValue { get set }
  init(rawValue: RawValue)
}

extension FlagSet {
  /// No bit set.
  public static var none: Self { Self(rawValue: 0) }
  /// Whether every bit of `other` is set.
  public func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }
  public mutating func insert(_ other: Self) { rawValue |= other.rawValue }
  public mutating func formUnion(_ other: Self) { rawValue |= other.rawValue }
  public mutating func subtract(_ other: Self) { rawValue &= ~other.rawValue }
  public func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
}
