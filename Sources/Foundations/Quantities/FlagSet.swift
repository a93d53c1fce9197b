// Named bits in one integer. `OptionSet` is not possible: its array literal refers to a type that allocates, and the
// no-allocations mode refuses that even in code without such a literal.

/// A set of named bits in one integer.
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
  /// Sets the bits of `other`.
  public mutating func insert(_ other: Self) { rawValue |= other.rawValue }
  /// Sets the bits of `other`.
  public mutating func formUnion(_ other: Self) { rawValue |= other.rawValue }
  /// Clears the bits of `other`.
  public mutating func subtract(_ other: Self) { rawValue &= ~other.rawValue }
  /// The bits of both.
  public func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
}
