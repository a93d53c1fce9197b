// How far a deviation is from its limit.
import Quantities

/// A deviation against its limit, in squares.
struct Bounds {
  enum Level: UInt8, Comparable {
    /// Below 0.7 of the limit.
    case within = 0
    /// Between: neither returns nor leaves.
    case near = 1
    case beyond = 2
    /// Twice the limit.
    case far = 3

    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  var level: Level
  var reasons = FieldReasons.none

  init(square: UInt32, limit: UInt32, _ reason: FieldReasons) {
    level = .within
    if square >= limit &>> 1 { level = .near }
    if square >= limit {
      level = square &>> 2 >= limit ? .far : .beyond
      reasons = reason
    }
  }

  mutating func join(_ other: Bounds, _ reason: FieldReasons) {
    if other.level > level { level = other.level }
    reasons.formUnion(other.reasons)
  }
}
