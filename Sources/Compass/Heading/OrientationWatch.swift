// How the display is held, found from the specific force.

import FixedPoint
import Quantities

/// Follows the attitude with hysteresis: Protocols/heading/spec.md, section 11, "Orientation from attitude".
///
/// What counts is up as it lies in the plane of the display, whatever the tilt, from 15° on. An edge is up when up comes
/// within 40° of it, and stays so until another one is: between two edges, which are 90° apart, that leaves ten degrees in
/// which nothing changes.
public struct OrientationWatch: Equatable, Sendable {
  /// The edge that is up, or was last before the display lay flat; `.unknown` until one was.
  public private(set) var edge: DisplayOrientation = .unknown
  /// `.faceUp` or `.faceDown` while the display is within 15° of flat.
  public private(set) var flat: DisplayOrientation?

  /// sin² 15° in Q16.
  private static var flatShare: UInt32 { 4390 }
  /// tan² 40° in Q8, rounded up.
  private static var enter: UInt32 { 181 }

  public init() {}

  /// Takes a specific force in body axes; at rest it points up. One far from 1 g says little about up, and the caller
  /// should leave it out.
  public mutating func note(_ force: Acceleration) {
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
