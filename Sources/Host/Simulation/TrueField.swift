// What was true around a simulated or emulated board.

/// A field that was in force around a device, and where the device pointed then.
public struct TrueField: Sendable, Equatable {
  /// The counts that the chip makes of it, sensor axes.
  public var counts: SIMD3<Int32>
  /// The direction in which the device pointed, clockwise from magnetic north.
  public var headingDegrees: Double
  /// Magnetic north east of true north; `nil` where the world is nowhere in particular.
  public var declinationDegrees: Double?

  public init(counts: SIMD3<Int32>, headingDegrees: Double, declinationDegrees: Double? = nil) {
    self.counts = counts
    self.headingDegrees = headingDegrees
    self.declinationDegrees = declinationDegrees
  }
}
