// The greatest depth that the stack has reached, measured by the paint that startup put there.
import CStartup
import CVolatile

/// Finds the lowest word of the stack that was ever written. Each call looks at a few words.
public struct StackMeter: ~Copyable {
  let top: UInt32
  let floor: UInt32
  /// The next word to look at. All words between the floor and this one still had their paint.
  var cursor: UInt32
  /// The lowest written word found so far.
  var lowest: UInt32

  public init() {
    top = startup_stack_top()
    floor = startup_stack_floor()
    cursor = floor
    lowest = top
  }

  /// Looks at the next 32 words and returns the greatest depth found so far, in bytes. The result never decreases.
  ///
  /// It is limited to the painted part of the stack (Sources/Chips/CStartup/sections.ld), which covers every board's
  /// budget.
  public mutating func highWater() -> UInt32 {
    var words = 32
    while words > 0, cursor < lowest {
      if volatile_load(cursor) != STARTUP_STACK_PAINT { lowest = cursor }
      cursor &+= 4
      words &-= 1
    }
    // The used part only grows downwards. When all the paint below it has been seen, look for growth from the floor
    // again.
    if cursor >= lowest { cursor = floor }
    return top &- lowest
  }
}
