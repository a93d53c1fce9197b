// Adds up the differences of a free-running counter in microseconds, without losing fractions.
import FixedPoint

/// Converts ticks to microseconds since the first call. The sum never decreases.
public struct MicrosecondCounter: ~Copyable {
  let ticksPerMicrosecond: UInt32
  /// Ticks that do not make a whole microsecond yet; below `ticksPerMicrosecond`.
  var rest: UInt32 = 0
  var total: UInt64 = 0

  public init(ticksPerMicrosecond: UInt32) { self.ticksPerMicrosecond = ticksPerMicrosecond }

  /// Adds `ticks` and returns the sum in microseconds. `ticks` is at most 2^32 − 1 minus the ticks of one microsecond.
  public mutating func add(ticks: UInt32) -> UInt64 {
    rest &+= ticks
    // One hardware division on the cores that use this.
    let whole = rest / ticksPerMicrosecond
    rest &-= whole &* ticksPerMicrosecond
    total &+= UInt64(widening: whole)
    return total
  }
}
