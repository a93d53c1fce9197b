// The true field around a simulated or emulated board.

/// The true field around a device at one time, and the direction in which the device then pointed.
package struct TrueField: Sendable, Equatable {
  /// The counts that the chip makes of this field, sensor axes.
  package var counts: SIMD3<Int32>
  /// The direction in which the device pointed, clockwise from magnetic north.
  package var headingDegrees: Double
  /// Magnetic north east of true north; `nil` when the world has no place on the Earth.
  package var declinationDegrees: Double?

  package init(counts: SIMD3<Int32>, headingDegrees: Double, declinationDegrees: Double? = nil) {
    self.counts = counts
    self.headingDegrees = headingDegrees
    self.declinationDegrees = declinationDegrees
  }
}
