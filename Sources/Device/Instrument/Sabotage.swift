// Wrong fields on request, to prove that checks on the host find them. It stands before the instrument, on boards that want it.

import FixedPoint
import LinkProtocol
import Quantities
import SensorDrivers

/// Alters the samples of a magnetometer as a host asked. A board with the capability `provocation` passes each outcome of its
/// driver through it; the image of another board contains none of this code.
public struct Sabotage: Sendable {
  /// The way in which samples are altered. A board sets it when the instrument asks for `BoardAction.provoke`.
  public var provocation = Provocation.none

  /// Nothing is altered.
  public init() {}

  /// The outcome with the altered field; its counts stay.
  @inline(__always)
  public func altered(_ outcome: SensorOutcome<FieldSample>) -> SensorOutcome<FieldSample> {
    guard provocation.isOfField, case .sample(var sample) = outcome else { return outcome }
    sample.field = provocation.altered(sample.field)
    return .sample(sample)
  }
}

extension Provocation {
  /// Whether the board stops by it, and does not only alter what it sends.
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
