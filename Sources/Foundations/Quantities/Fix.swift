// What a position source says.

/// One answer of a position source. What it does not know is `nil`, never a negative number.
public struct Fix: Equatable, Sendable {
  /// When it was valid, in the device's time.
  public var time: Instant
  public var position: Position
  /// Radius that holds the true place with 68 %, in millimetres; `nil` when the position is invalid.
  public var horizontalMillimetres: UInt32?
  /// Over the ground, in millimetres a second.
  public var speed: UInt32?
  /// Direction of movement, clockwise from true north.
  public var course: BinaryAngle?
  /// 68 % of the course lies within this, in 2^−32 turns.
  public var courseUncertainty: UInt32?

  public init(
    time: Instant, position: Position, horizontalMillimetres: UInt32?, speed: UInt32? = nil,
    course: BinaryAngle? = nil, courseUncertainty: UInt32? = nil
  ) {
    self.time = time
    self.position = position
    self.horizontalMillimetres = horizontalMillimetres
    self.speed = speed
    self.course = course
    self.courseUncertainty = courseUncertainty
  }

  /// Whether the position can be used at all.
  public var isValid: Bool { horizontalMillimetres != nil && position.isOnEarth }
}
