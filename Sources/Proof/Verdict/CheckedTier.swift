// The tiers of the number core as the checks know them: name, function, limit.
import IntegerTrigonometry
import Quantities

/// A tier of `Cordic.angle`, and the largest error that is allowed on any pair of Int16, and on those of Int32 that
/// are tried.
public enum CheckedTier: String, CaseIterable, Sendable {
  case precise, multiplierless, tiny

  /// The largest error that the tier may have, degrees.
  public var limitDegrees: Double {
    switch self {
    case .precise: 4e-7
    case .multiplierless: 1e-3
    case .tiny: 3e-4
    }
  }

  /// Whether every vector on an axis or a diagonal must come out exactly.
  public var isExactInEighths: Bool { self == .precise }

  /// The tier's angle function.
  public var function: AngleSweep.Function {
    switch self {
    case .precise: { Cordic.angle(y: $0, x: $1, tier: Cordic.Precise.self) }
    case .multiplierless: { Cordic.angle(y: $0, x: $1, tier: Cordic.Multiplierless.self) }
    case .tiny: { Cordic.angle(y: $0, x: $1, tier: Cordic.Tiny.self) }
    }
  }
}
