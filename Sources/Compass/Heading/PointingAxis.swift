// Which axis of the instrument points: its heading is told instead of the forward axis's.

import Quantities
import RawMemory

extension AxisRemap {
  /// Body axes turned so that `axis` is forward.
  ///
  /// The other two are chosen so that the instrument stands upright in its new frame: down stays down for ±X and ±Y; for
  /// ±Z, the axes that look through the display, the former forward axis points up.
  public static func pointing(_ axis: SignedAxis) -> AxisRemap {
    // Right of ±X and ±Z is ±Y, of +Y −X and of −Y +X: numbers of which the last bit is the sense.
    let number = axis.rawValue
    let right = axis.axis == 1 ? number ^ 3 : 2 | number & 1
    // Never `nil`: the two axes differ.
    return AxisRemap(forward: axis, right: Unchecked.enumeration(numbered: right)) ?? .identity
  }
}
