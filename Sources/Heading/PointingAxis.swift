// Which axis of the instrument points: its heading is told instead of the forward axis's.

import Quantities

extension AxisRemap {
  /// Body axes turned so that `axis` is forward.
  ///
  /// The other two are chosen so that the instrument stands upright in its new frame: down stays down for ±X and ±Y; for
  /// ±Z, the axes that look through the display, the former forward axis points up.
  public static func pointing(_ axis: SignedAxis) -> AxisRemap {
    let right: SignedAxis =
      switch axis {
      case .plusX: .plusY
      case .minusX: .minusY
      case .plusY: .minusX
      case .minusY: .plusX
      case .plusZ: .plusY
      case .minusZ: .minusY
      }
    return AxisRemap(forward: axis, right: right).unsafelyUnwrapped
  }
}
