// Alters fields on request, to prove that checks on the host detect this. It is in front of the instrument on boards
// with this capability.

import FixedPoint
import LinkProtocol
import Quantities
import SensorDrivers

/// Alters the samples of a magnetometer as the host requested. A board with the capability `provocation` passes each
/// outcome of its driver through it; the images of other boards contain none of this code.
public struct Sabotage: Sendable {
  /// How samples are altered. The board sets it when the instrument requests `BoardAction.provoke`.
  public var provocation = Provocation.none

  /// Alters nothing at first.
  public init() {}

  /// The outcome with an altered field; its counts do not change.
  @inline(__always)
  public func altered(_ outcome: SensorOutcome<FieldSample>) -> SensorOutcome<FieldSample> {
    guard provocation.isOfField, case .sample(var sample) = outcome else { return outcome }
    sample.field = provocation.altered(sample.field)
    return .sample(sample)
  }
}

extension Provocation {
  /// Whether it stops the board instead of altering what the board sends.
  public var stops: Bool { self == .trap || self == .hardFault || self == .hang }

  /// Whether it alters fields.
  var isOfField: Bool { self == .sign || self == .swap || self == .gain }

  /// The altered field.
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
