// Two values that the disturbance monitor keeps to itself.

/// Whether the field repeats itself, and the specific force as well.
enum Repetition: UInt8 {
  case none, still, moved
}

/// What the specific force says about its own error.
struct ForceNote {
  /// Q31.
  var variance: Int32
  var isKnown: Bool
  var isFalling = false
}
