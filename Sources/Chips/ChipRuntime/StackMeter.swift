// The greatest depth that the stack has reached. Startup fills the stack with a pattern ("paint"), and use overwrites
// it.
import CStartup
import CVolatile

/// Finds the lowest word of the stack that was ever overwritten. Each call examines a few words.
public struct StackMeter: ~Copyable {
  let top: UInt32
  let floor: UInt32
  /// The next word to examine. All words between the floor and this one were still painted.
  var cursor: UInt32
  /// The lowest overwritten word so far.
  var lowest: UInt32

  public init() {
    top = startup_stack_top()
    floor = startup_stack_floor()
    cursor = floor
    lowest = top
  }

  /// Examines the next 32 words and returns the greatest depth so far, in bytes. The result never decreases.
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
    // The used part only grows downwards. If all words below it are still painted, start again from the floor.
    if cursor >= lowest { cursor = floor }
    return top &- lowest
  }
}
