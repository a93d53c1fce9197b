// How the display is held, found from the specific force.

import FixedPoint
import Quantities

/// Follows the attitude with hysteresis.
///
/// An orientation is entered when its axis comes within 40° of up, and kept until another one is: between two of them,
/// which are 90° apart, that leaves ten degrees in which nothing changes.
public struct OrientationWatch: Equatable, Sendable {
  /// `.unknown` until an axis has come within 40° of up.
  public private(set) var orientation: DisplayOrientation = .unknown

  /// cos² 40° in Q16.
  private static var enter: UInt32 { 38_458 }

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
    let zz = UInt32(bitPattern: z &* z)
    let limit = ((xx &+ yy &+ zz) &>> 16) &* Self.enter
    if xx > limit {
      orientation = x > 0 ? .portrait : .upsideDown
    } else if yy > limit {
      orientation = y > 0 ? .landscapeLeft : .landscapeRight
    } else if zz > limit {
      orientation = z < 0 ? .faceUp : .faceDown
    }
  }
}
