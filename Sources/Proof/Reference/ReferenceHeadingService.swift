// One assessment on one heading, in Double (Protocols/heading/spec.md, section 11).

/// How the display is held.
public enum ReferenceDisplay: String, CaseIterable, Sendable {
  case portrait, upsideDown, landscapeLeft, landscapeRight, faceUp, faceDown, unknown

  /// What it adds to a heading.
  public var offsetDegrees: Double {
    switch self {
    case .upsideDown: 180
    case .landscapeLeft: 90
    case .landscapeRight: -90
    default: 0
    }
  }

  /// The orientation after a specific force that can be trusted, in body axes: the edge that is within 40° of up in the
  /// plane of the display, or else the one of before, which stays, too, while that plane is within 15° of level.
  public func after(specificForce a: SIMD3<Double>) -> ReferenceDisplay {
    let size = (a * a).sum().squareRoot()
    let across = (a.x * a.x + a.y * a.y).squareRoot()
    guard size > 0, across >= size * sine(15 * Double.pi / 180) else { return self }
    let edge = across * cosine(40 * Double.pi / 180)
    let axes: [(ReferenceDisplay, Double)] = [
      (.portrait, a.x), (.upsideDown, -a.x), (.landscapeLeft, a.y), (.landscapeRight, -a.y),
    ]
    return axes.first { $0.1 > edge }?.0 ?? self
  }

  /// Whether the display lies flat after this specific force; `nil` where nothing can be told.
  public static func isFlat(specificForce a: SIMD3<Double>) -> Bool? {
    let size = (a * a).sum().squareRoot()
    guard size > 0 else { return nil }
    return (a.x * a.x + a.y * a.y).squareRoot() < size * sine(15 * Double.pi / 180)
  }
}

/// Everything that decides which headings are valid, and what they are.
public struct ReferenceHeadingService: Sendable {
  /// Which north is wanted.
  public enum Choice: String, Sendable { case best, magnetic, trueNorth }
  /// Which north a heading is told against.
  public enum North: String, Sendable { case none, magnetic, trueNorth }
  /// How far a compass can be trusted at the place.
  public enum Zone: String, Sendable { case normal, caution, blackout }

  /// A, B, C, D, E of the deviation card, degrees, east positive.
  public var cardDegrees: [Double] = [0, 0, 0, 0, 0]
  /// East positive; `nil` where place or date are not known.
  public var declinationDegrees: Double?
  /// The world model's horizontal field, nT.
  public var modelledNanotesla: Double?
  public var display = ReferenceDisplay.portrait
  public var choice = Choice.best

  public init() {}

  /// What is said of one heading; `nil` is not valid.
  public struct Assessment: Equatable, Sendable {
    public var magneticDegrees: Double?
    public var trueDegrees: Double?
    public var reference = North.none
    /// `nil` while the horizontal field is not known.
    public var zone: Zone?
  }

  /// Judges one compass heading, without smoothing.
  /// - Parameters:
  ///   - compassDegrees: of the axis that points; `nil` without one.
  ///   - horizontalNanotesla: as it was measured; counts with a heading only.
  ///   - isStated: whether an accuracy can be stated.
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

  /// Degrees, east positive.
  public func deviation(at compassDegrees: Double) -> Double {
    let h = compassDegrees * (Double.pi / 180)
    let shape = [1, sine(h), cosine(h), sine(2 * h), cosine(2 * h)]
    return zip(cardDegrees, shape).map { $0 * $1 }.reduce(0, +)
  }

  private static func turned(_ degrees: Double) -> Double {
    let rest = degrees - 360 * (degrees / 360).rounded(.down)
    return rest == 360 ? 0 : rest
  }
}
