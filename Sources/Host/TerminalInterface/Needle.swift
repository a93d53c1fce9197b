// Draws a compass needle in one line of a terminal.

/// A needle that points to magnetic north; up is the direction of the instrument's forward axis.
///
/// It uses the magnetic heading before the display's orientation is added. That orientation turns the numbers for the
/// viewer, but would turn the needle away from north. The needle moves the shortest way, by at most one step per
/// drawing, so that the eye can follow it.
package struct Needle: Sendable {
  /// The largest turn between two drawings, degrees.
  package static let step = 45.0

  /// The last drawn direction, degrees clockwise from up, below 360; `nil` before the first drawing.
  package private(set) var drawn: Double?

  private static let arrows = Array("↑↗→↘↓↙←↖")

  package init() {}

  /// Moves the needle towards north.
  /// - Parameter heading: degrees clockwise from magnetic north; `nil` means no heading, and the next drawing starts
  ///   anew.
  /// - Returns: the arrow nearest to the direction, or `·` without a heading.
  package mutating func draw(heading: Double?) -> Character {
    guard let heading, heading.isFinite else {
      drawn = nil
      return "·"
    }
    let north = Self.wrapped(-heading)
    guard let before = drawn else {
      drawn = north
      return Self.arrow(north)
    }
    let way = (north - before).remainder(dividingBy: 360)
    let now = Self.wrapped(before + max(-Self.step, min(Self.step, way)))
    drawn = now
    return Self.arrow(now)
  }

  private static func arrow(_ degrees: Double) -> Character { arrows[Int((degrees / 45).rounded()) % 8] }

  private static func wrapped(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turned = rest < 0 ? rest + 360 : rest
    // A tiny negative angle plus 360 rounds to 360 itself.
    return turned == 360 ? 0 : turned
  }
}
