// How the display is held, found from the specific force.

import FixedPoint
import Quantities
import RawMemory

/// Follows the attitude, with hysteresis: Protocols/heading/spec.md, section 11, "Orientation from attitude".
///
/// The orientation follows from the direction of up in the plane of the display, if the tilt is at least 15°. An edge
/// becomes the upper edge when up is within 40° of it, and stays the upper edge until another edge becomes it.
/// Neighbouring edges are 90° apart, so there are 10° between them in which nothing changes.
public struct OrientationWatch: Equatable, Sendable {
  /// The upper edge, or the last upper edge before the display lay flat; `.unknown` before the first.
  public private(set) var edge: DisplayOrientation = .unknown
  /// `.faceUp` or `.faceDown` while the display is within 15° of flat.
  public private(set) var flat: DisplayOrientation?

  /// sin² 15° in Q16.
  private static var flatShare: UInt32 { 4390 }
  /// tan² 40° in Q8, rounded up.
  private static var enter: UInt32 { 181 }

  public init() {}

  /// Whether both are valid cases: the memory may have been overwritten.
  var isSound: Bool { Unchecked.isCase(edge, of: 7) && Unchecked.isCase(flat, of: 8) }

  /// Adds a specific force in body axes; at rest it points up. Do not pass a force that differs much from 1 g: it does
  /// not show where up is.
  public mutating func add(_ force: Acceleration) {
    // 15 bits, so that each square has 30 and the sum of three fits 32.
    let up = force.microG.mantissa(bits: 15)
    if up == .zero { return }
    let (x, y, z) = (up.x, up.y, up.z)
    let xx = UInt32(bitPattern: x &* x)
    let yy = UInt32(bitPattern: y &* y)
    let all = xx &+ yy &+ UInt32(bitPattern: z &* z)
    if xx &+ yy < (all &>> 16) &* Self.flatShare {
      flat = z < 0 ? .faceUp : .faceDown
      return
    }
    flat = nil
    if yy < (xx &>> 8) &* Self.enter {
      edge = x > 0 ? .portrait : .upsideDown
    } else if xx < (yy &>> 8) &* Self.enter {
      edge = y > 0 ? .landscapeLeft : .landscapeRight
    }
  }
}
