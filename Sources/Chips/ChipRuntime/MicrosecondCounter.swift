// Sums up differences of a free-running counter as microseconds, without losing the fractions.
import FixedPoint

/// Turns ticks into microseconds since the first call. Never steps back.
public struct MicrosecondCounter: ~Copyable {
  let ticksPerMicrosecond: UInt32
  /// Ticks that did not make a whole microsecond yet; below `ticksPerMicrosecond`.
  var rest: UInt32 = 0
  var total: UInt64 = 0

  public init(ticksPerMicrosecond: UInt32) { self.ticksPerMicrosecond = ticksPerMicrosecond }

  /// Adds `ticks`, at most 2^32 − 1 less a microsecond's, and returns the sum in microseconds.
  public mutating func add(ticks: UInt32) -> UInt64 {
    rest &+= ticks
    // One hardware division on the cores that use this.
    let whole = rest / ticksPerMicrosecond
    rest &-= whole &* ticksPerMicrosecond
    total &+= UInt64(widening: whole)
    return total
  }
}
