// When a sensor's range widens and when it comes back.
import Quantities

/// The range in use, and for how long a finer one would have been sufficient.
///
/// - Wider: at once, one step for each overflowed sample, up to the widest.
/// - Finer: one step after 10 s with every sample within half of the finer range. It widens
///   again only beyond the whole of it, so a field has to double before the range can swing back: a steady field
///   never makes it oscillate, and a turning one not faster than once in 10 s.
struct RangeControl {
  /// When the present run of small samples began, low 32 bits of the microseconds.
  private var smallSince: UInt32 = 0
  private var isSmallRun = false
  /// The scale's code. The scales of a chip have codes that follow each other, the finest first.
  private(set) var scale: UInt8

  init(scale: UInt8) { self.scale = scale }

  /// How long samples must have been small.
  static var calmMicroseconds: UInt32 { 10_000_000 }

  /// Adds one sample that was beyond the range.
  /// - Returns: whether `scale` has changed.
  mutating func addOverflow(widest: UInt8) -> Bool {
    isSmallRun = false
    guard scale != widest else { return false }
    scale &+= 1
    return true
  }

  /// Adds one sample that was within the range.
  /// - Parameter isSmall: whether every axis would be within half of the next finer range, and there is one.
  /// - Returns: whether `scale` has changed.
  mutating func add(isSmall: Bool, at now: Instant) -> Bool {
    let time = UInt32(truncatingIfNeeded: now.microseconds)
    guard isSmall, isSmallRun else {
      isSmallRun = isSmall
      smallSince = time
      return false
    }
    guard time &- smallSince >= Self.calmMicroseconds else { return false }
    isSmallRun = false
    scale &-= 1
    return true
  }
}
