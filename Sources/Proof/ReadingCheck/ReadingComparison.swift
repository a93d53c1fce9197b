// Compares one reading of a device with the same equations in Double, starting from the counts.

import Heading
import LinkProtocol
import Quantities
import Reference

/// One reading beside the reference.
///
/// The conversion of counts to nanotesla is an exact integer rule and is compared bit for bit. The device's heading is
/// compared with the Double reference from that nanotesla value, the record and the specific force on. The reference
/// starts from the *counts* and not from the field that the device reports. So it detects a device that computes from
/// another input.
public struct ReadingComparison {
  /// What came of it.
  public enum Finding: UInt8, Sendable {
    /// Both sides have a heading, and the bound of the specification holds for it.
    case compared
    /// Both sides have a heading, but the field is too weak for the bound.
    case outsideDomain
    /// Neither side has a heading, as for an axis that points vertically.
    case withoutHeading
    /// A count is beyond the sensor's range, and no heading is right.
    case overflowed
    /// One side has a heading and the other has none.
    case contradicted
    /// The device had no sample.
    case unavailable
  }

  /// What the comparison found.
  public private(set) var finding = Finding.unavailable
  /// Whether the counts make another field than the reading says.
  public private(set) var hasOtherField = false
  /// How often the reading claims what the counts exclude: a heading, or that no axis is beyond its range.
  public private(set) var stateMismatches = 0
  /// The heading in Double, clockwise from magnetic north; `nil` if there is none.
  public private(set) var expectedDegrees: Double?
  /// The field and the specific force from which the reference computed, and the rotation to the pointing axis.
  public private(set) var field = SIMD3<Int32>()
  public private(set) var force: SIMD3<Int32>?
  public let axis: ReferenceMounting

  /// Degrees: the limit of Protocols/heading/spec.md for implementations.
  public static let limitDegrees = 1e-4

  /// - Parameters:
  ///   - record: the calibration record in the device.
  ///   - mounting: the mounting in the device.
  ///   - pointing: rotates body axes to those of the axis whose heading the device reports; `nil` if the reading states
  ///     its axis.
  public init(
    _ reading: Reading, record: ReferenceRecord, mounting: ReferenceMounting, pointing: ReferenceMounting?
  ) {
    axis = pointing ?? Self.axis(reading.flags)
    guard reading.reason != .sensorFault, reading.reason != .sensorStarting else { return }
    let counts = SIMD3(reading.counts.x, reading.counts.y, reading.counts.z)
    guard let nanotesla = ReferenceConversion.nanotesla(counts: counts, scale: reading.scale.rawValue) else {
      // The count exceeds the range of the scale: the device must not report a heading.
      finding = .overflowed
      if reading.mode != .unavailable { stateMismatches += 1 }
      return
    }
    let told = reading.field.nanotesla
    hasOtherField = SIMD3(told.x, told.y, told.z) != nanotesla
    let isOverflow = ReferenceConversion.isOverflow(counts: counts, scale: reading.scale.rawValue)
    if isOverflow != reading.flags.contains(.overflow) { stateMismatches += 1 }
    if isOverflow {
      // The field is a limit and not a measurement: the device must not report a heading.
      finding = .overflowed
      if reading.mode != .unavailable { stateMismatches += 1 }
      return
    }
    field = nanotesla
    let measured = reading.specificForce.microG
    force = reading.flags.contains(.specificForce) ? SIMD3(measured.x, measured.y, measured.z) : nil
    let exact = ReferenceHeading(
      nanotesla: nanotesla, record: record, mounting: mounting, pointing: axis, specificForceMicroG: force)
    expectedDegrees = exact.headingDegrees
    guard (expectedDegrees != nil) == (reading.mode != .unavailable) else {
      finding = .contradicted
      stateMismatches += 1
      return
    }
    finding = expectedDegrees == nil ? .withoutHeading : exact.isInAccuracyDomain ? .compared : .outsideDomain
  }

  /// The pointing axis of a reading, for an axis that follows the attitude.
  private static func axis(_ flags: Reading.Flags) -> ReferenceMounting {
    if flags.contains(.pointsAlongZ) { return ReferenceMounting(pointing: 4) ?? .identity }
    if flags.contains(.pointsAgainstZ) { return ReferenceMounting(pointing: 5) ?? .identity }
    return .identity
  }
}
