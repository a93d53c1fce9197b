// How far a deviation is from its limit.

/// A deviation against its limit, in squares.
enum Level: UInt8, Comparable {
  /// Below 0.7 of the limit.
  case within = 0
  /// Between: neither returns nor leaves.
  case near = 1
  case beyond = 2
  /// Twice the limit.
  case far = 3

  static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

  /// Of a square that is not within half of its limit.
  static func outside(_ square: Int32, _ limit: Int32) -> Level {
    if square < limit { return .near }
    return square &>> 2 >= limit ? .far : .beyond
  }
}
