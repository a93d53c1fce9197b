// What a position source reports.

/// One report of a position source. A value that the source does not know is `nil`, never a negative number.
public struct Fix: Equatable, Sendable {
  /// When it was valid, in the device's time.
  public var time: Instant
  public var position: Position
  /// Radius of the circle that contains the true place with a probability of 68 %, in millimetres; `nil` when the
  /// position is invalid.
  public var horizontalMillimetres: UInt32?
  /// Speed over the ground, in millimetres per second.
  public var speed: UInt32?
  /// Direction of movement, clockwise from true north.
  public var course: BinaryAngle?
  /// The error of the course is within this with a probability of 68 %, in 2^−32 turns.
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
