// How far a deviation is from its limit.

/// A deviation compared with its limit, by their squares.
enum Level: UInt8, Comparable {
  /// Below 0.7 of the limit.
  case within = 0
  /// Between `within` and `beyond`: it neither ends a disturbance nor starts one.
  case near = 1
  case beyond = 2
  /// At least twice the limit.
  case far = 3

  static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

  /// - Parameters:
  ///   - deviation: Q12 within ±4095.
  ///   - limit: its square, Q31.
  @inline(__always)
  init(_ deviation: Int32, _ limit: Int32) {
    let square = squareQ31(deviation)
    self = square < limit &>> 1 ? .within : Self.outside(square, limit)
  }

  /// The level of a square above half of its limit. Rarely called (embedded-swift.md, "Calls").
  @inline(never)
  private static func outside(_ square: Int32, _ limit: Int32) -> Level {
    if square < limit { return .near }
    return square &>> 2 >= limit ? .far : .beyond
  }
}
