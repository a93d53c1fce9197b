// How deep the stack has ever been, measured on the paint that startup put there.
import CStartup
import CVolatile

/// Finds the lowest word of the stack that was ever written, a few words a call.
public struct StackMeter: ~Copyable {
  let top: UInt32
  let floor: UInt32
  /// The next word to look at: everything between the floor and it still had its paint.
  var cursor: UInt32
  /// The lowest written word found so far.
  var lowest: UInt32

  public init() {
    top = startup_stack_top()
    floor = startup_stack_floor()
    cursor = floor
    lowest = top
  }

  /// Looks at the next 32 words and returns the greatest depth found by now, in bytes; grows, and never shrinks.
  ///
  /// Limited to the painted part of the stack (Sources/Chips/CStartup/sections.ld), which covers every board's budget.
  public mutating func highWater() -> UInt32 {
    var words = 32
    while words > 0, cursor < lowest {
      if volatile_load(cursor) != STARTUP_STACK_PAINT { lowest = cursor }
      cursor &+= 4
      words &-= 1
    }
    // The used part only grows downwards: once the paint up to it was seen, look for growth from the floor again.
    if cursor >= lowest { cursor = floor }
    return top &- lowest
  }
}
