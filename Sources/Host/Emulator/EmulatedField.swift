// The magnetic field around the emulated chip.
import SerialLink

/// A field along the chip's own axes, in nanotesla, as the emulated chip accepts it.
///
/// QEMU's model counts in 10⁻⁵ gauss, which is 1 nT, and accepts only values from 0 to the end of the chosen range. It
/// converts the field to counts when the field is set, and truncates (the model in hw/sensor of QEMU 7.2).
package struct EmulatedField: Sendable, Hashable, Codable {
  package var x: Int
  package var y: Int
  package var z: Int

  package init(x: Int, y: Int, z: Int) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Nanotesla, each component rounded to the nearest integer.
  package init(rounding field: SIMD3<Double>) {
    self.init(x: Int(field.x.rounded()), y: Int(field.y.rounded()), z: Int(field.z.rounded()))
  }

  package static let zero = EmulatedField(x: 0, y: 0, z: 0)

  /// Counts per gauss for X and Y, and for Z, at gain settings 1 to 7 (GN bits 001 to 111).
  /// ST datasheet DocID018771 Rev 2, table 75.
  private static let countsPerGauss = [
    (1100, 980), (855, 760), (670, 600), (450, 400), (400, 355), (330, 295), (230, 205),
  ]

  /// The counts that the chip reports for this field when it is set at a gain setting of 1 to 7.
  package func counts(gain: Int = 1) -> (x: Int, y: Int, z: Int) {
    let (planar, axial) = Self.countsPerGauss[gain - 1]
    return (x * planar / 100_000, y * planar / 100_000, z * axial / 100_000)
  }

  /// The counts of this field on a scale from the table of chips (Protocols/heading, section 3); `nil` for a scale that
  /// no emulated chip has.
  package func counts(scale: UInt8) -> (x: Int, y: Int, z: Int)? {
    switch scale {
    case 1...7: counts(gain: Int(scale))
    // QMC5883L: counts in a gauss.
    case 16: counts(perGauss: 12_000)
    case 17: counts(perGauss: 3000)
    // LIS2MDL: 1.5 milligauss a count.
    case 26: (x / 150, y / 150, z / 150)
    default: nil
    }
  }

  private func counts(perGauss worth: Int) -> (x: Int, y: Int, z: Int) {
    (x * worth / 100_000, y * worth / 100_000, z * worth / 100_000)
  }

  /// The largest field that the chip accepts at a gain setting: a count is at most 2047.
  package static func limit(gain: Int = 1) -> EmulatedField {
    let (planar, axial) = countsPerGauss[gain - 1]
    func largest(_ counts: Int) -> Int { (2048 * 100_000 - 1) / counts }
    return EmulatedField(x: largest(planar), y: largest(planar), z: largest(axial))
  }

  /// - Throws: `fieldOutOfRange` for the first axis that the chip would refuse.
  func check(gain: Int) throws(EmulatorError) {
    let limit = Self.limit(gain: gain)
    for (axis, value, largest) in [("X", x, limit.x), ("Y", y, limit.y), ("Z", z, limit.z)] {
      if value < 0 || value > largest { throw .fieldOutOfRange(axis: axis, nanotesla: value, limit: largest) }
    }
  }
}

/// A field that was set, with its time.
package struct FieldSetting: Sendable, Hashable {
  package let field: EmulatedField
  /// The change happened between these `MonotonicClock` nanoseconds. Before them the former field was in force, after
  /// them this one. Between them a reading shows one or the other, but never axes of both.
  package let changeBegan: UInt64
  /// `UInt64.max` while the change is in progress.
  package let changeEnded: UInt64

  package init(field: EmulatedField, changeBegan: UInt64, changeEnded: UInt64) {
    (self.field, self.changeBegan, self.changeEnded) = (field, changeBegan, changeEnded)
  }
}
