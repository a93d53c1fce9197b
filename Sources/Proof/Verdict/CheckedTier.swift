// The tiers of `IntegerTrigonometry` that the checks test: name, function, limit.
import IntegerTrigonometry
import Quantities

/// A tier of `Cordic.angle`, and the largest allowed error for any pair of Int16 and for the tested pairs of Int32.
package enum CheckedTier: String, CaseIterable, Sendable {
  case precise, multiplierless, tiny

  /// The largest allowed error of the tier, degrees.
  package var limitDegrees: Double {
    switch self {
    case .precise: 4e-7
    case .multiplierless: 1e-3
    case .tiny: 3e-4
    }
  }

  /// Whether the angle of every vector on an axis or a diagonal must be exact.
  package var isExactInEighths: Bool { self == .precise }

  /// The tier's angle function.
  package var function: AngleSweep.Function {
    switch self {
    case .precise: { Cordic.angle(y: $0, x: $1, tier: Cordic.Precise.self) }
    case .multiplierless: { Cordic.angle(y: $0, x: $1, tier: Cordic.Multiplierless.self) }
    case .tiny: { Cordic.angle(y: $0, x: $1, tier: Cordic.Tiny.self) }
    }
  }
}
