// How a display is held, and what that adds to a heading.

/// Which edge of a display is up for the person who looks at it.
public enum DisplayOrientation: UInt8, Sendable, BitwiseCopyable {
  /// The forward axis is up.
  case portrait = 0
  /// The forward axis is down.
  case upsideDown = 1
  /// The right edge is up: forward points to the viewer's left.
  case landscapeLeft = 2
  /// The left edge is up: forward points to the viewer's right.
  case landscapeRight = 3
  /// The display faces the sky.
  case faceUp = 4
  /// The display faces the ground.
  case faceDown = 5
  case unknown = 6

  /// How a flat display is held: face up or face down.
  /// - Parameter force: specific force in body axes, which at rest points up.
  public init(flatUnder force: Acceleration) { self = force.microG.z < 0 ? .faceUp : .faceDown }

  /// What is added to the heading of the forward axis: the direction in which the viewer looks. Flat and unknown
  /// displays count as portrait.
  public var offset: BinaryAngle {
    switch self {
    case .portrait, .faceUp, .faceDown, .unknown: .zero
    case .upsideDown: .halfTurn
    case .landscapeLeft: .quarterTurn
    case .landscapeRight: -.quarterTurn
    }
  }

  /// The name of the orientation in English.
  public var name: StaticString {
    switch self {
    case .portrait: "portrait"
    case .upsideDown: "upside down"
    case .landscapeLeft: "landscape left"
    case .landscapeRight: "landscape right"
    case .faceUp: "face up"
    case .faceDown: "face down"
    case .unknown: "unknown"
    }
  }
}
