// Alters fields on request, to prove that checks on the host detect this. Only a board with the capability `provocation`
// accepts the request.

import FixedPoint
import LinkProtocol
import Quantities

extension Provocation {
  /// Whether it alters fields.
  var isOfField: Bool { self == .sign || self == .swap || self == .gain }

  /// The altered field of a sample; its counts do not change.
  @inline(never)
  func altered(_ field: MagneticField) -> MagneticField {
    var v = field.nanotesla
    switch self {
    case .sign: v.x = v.x.negatedWithSaturation
    case .swap: (v.x, v.y) = (v.y, v.x)
    case .gain: v.x = Ratio.exact(v.x, 21, over: 20)
    default: return field
    }
    return MagneticField(nanotesla: v)
  }
}
