// The assessment of one heading, in Double (Protocols/heading/spec.md, section 11).

import Foundation

/// How the display is held.
public enum ReferenceDisplay: String, CaseIterable, Sendable {
  case portrait, upsideDown, landscapeLeft, landscapeRight, faceUp, faceDown, unknown

  /// The angle that this orientation adds to a heading.
  public var offsetDegrees: Double {
    switch self {
    case .upsideDown: 180
    case .landscapeLeft: 90
    case .landscapeRight: -90
    default: 0
    }
  }

  /// The orientation after a trustworthy specific force, in body axes. It is the edge that is within 40° of up in the
  /// plane of the display. If there is none, or if that plane is within 15° of level, the orientation does not change.
  public func after(specificForce a: SIMD3<Double>) -> ReferenceDisplay {
    let size = (a * a).sum().squareRoot()
    let across = (a.x * a.x + a.y * a.y).squareRoot()
    guard size > 0, across >= size * sin(15 * Double.pi / 180) else { return self }
    let edge = across * cos(40 * Double.pi / 180)
    let axes: [(ReferenceDisplay, Double)] = [
      (.portrait, a.x), (.upsideDown, -a.x), (.landscapeLeft, a.y), (.landscapeRight, -a.y),
    ]
    return axes.first { $0.1 > edge }?.0 ?? self
  }

  /// Whether the display lies flat with this specific force; `nil` if it cannot be determined.
  public static func isFlat(specificForce a: SIMD3<Double>) -> Bool? {
    let size = (a * a).sum().squareRoot()
    guard size > 0 else { return nil }
    return (a.x * a.x + a.y * a.y).squareRoot() < size * sin(15 * Double.pi / 180)
  }
}

/// Everything that determines which headings are valid, and their values.
public struct ReferenceHeadingService: Sendable {
  /// The requested north.
  public enum Choice: String, Sendable { case best, magnetic, trueNorth }
  /// The north to which a heading refers.
  public enum North: String, Sendable { case none, magnetic, trueNorth }
  /// How far a compass can be trusted at this place.
  public enum Zone: String, Sendable { case normal, caution, blackout }

  /// The coefficients A, B, C, D, E of the deviation card, degrees, positive to the east.
  public var cardDegrees: [Double] = [0, 0, 0, 0, 0]
  /// Positive to the east; `nil` if place or date are not known.
  public var declinationDegrees: Double?
  /// The world model's horizontal field, nT.
  public var modelledNanotesla: Double?
  public var display = ReferenceDisplay.portrait
  public var choice = Choice.best

  public init() {}

  /// The assessment of one heading; `nil` means not valid.
  public struct Assessment: Equatable, Sendable {
    public var magneticDegrees: Double?
    public var trueDegrees: Double?
    public var reference = North.none
    /// `nil` while the horizontal field is unknown.
    public var zone: Zone?
  }

  /// Assesses one compass heading, without smoothing.
  /// - Parameters:
  ///   - compassDegrees: the heading of the pointing axis; `nil` if it has none.
  ///   - horizontalNanotesla: the measured value; used only with a heading.
  ///   - isStated: whether an accuracy can be computed.
  public func assess(compassDegrees: Double?, horizontalNanotesla: Double, isStated: Bool) -> Assessment {
    var assessment = Assessment()
    let measured = compassDegrees == nil ? nil : horizontalNanotesla
    assessment.zone = [measured, modelledNanotesla].compactMap { $0 }.min().map {
      $0 < 2000 ? .blackout : $0 < 6000 ? .caution : .normal
    }
    guard let compassDegrees, isStated, assessment.zone != .blackout else { return assessment }
    let north = compassDegrees + deviation(at: compassDegrees)
    assessment.magneticDegrees = Self.turned(north + display.offsetDegrees)
    assessment.trueDegrees = declinationDegrees.map { Self.turned(north + $0 + display.offsetDegrees) }
    assessment.reference =
      switch choice {
      case .magnetic: .magnetic
      case .best: assessment.trueDegrees == nil ? .magnetic : .trueNorth
      case .trueNorth: assessment.trueDegrees == nil ? .none : .trueNorth
      }
    return assessment
  }

  /// The deviation in degrees, positive to the east.
  public func deviation(at compassDegrees: Double) -> Double {
    let h = compassDegrees * (Double.pi / 180)
    let shape = [1, sin(h), cos(h), sin(2 * h), cos(2 * h)]
    return zip(cardDegrees, shape).map { $0 * $1 }.reduce(0, +)
  }

  private static func turned(_ degrees: Double) -> Double {
    let rest = degrees - 360 * (degrees / 360).rounded(.down)
    return rest == 360 ? 0 : rest
  }
}
