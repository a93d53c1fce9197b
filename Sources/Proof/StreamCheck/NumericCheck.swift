// Compares the device's calculation with the same equations in Double, starting from the counts.

import LinkProtocol
import Quantities
import ReadingCheck
import Reference

/// Checks readings one by one, each as `ReadingComparison` does.
package struct NumericCheck {
  /// Degrees: the limit of Protocols/heading/spec.md for implementations.
  package static let limitDegrees = ReadingComparison.limitDegrees

  private let record: ReferenceRecord
  private let mounting: ReferenceMounting
  private let pointing: ReferenceMounting?
  private var errors = ErrorStatistics()
  private var expectedErrors = ErrorStatistics()
  private var worst: [(name: String, value: Double)] = []
  private var fieldMismatches = 0
  private var stateMismatches = 0
  private var outsideDomain = 0
  private var unavailable = 0
  /// Readings that have no heading in the device and in the reference, such as those of an axis that points vertically.
  private var withoutHeading = 0
  private var overflowed = 0
  private let provocation: Provocation

  /// - Parameters:
  ///   - record: the calibration record in the device.
  ///   - mounting: the mounting in the device.
  ///   - pointing: rotates body axes to those of the axis whose heading the device reports; `nil` if each reading
  ///     states its axis.
  ///   - provocation: the error that the device was requested to make. The expected size of the error is computed from it.
  package init(
    record: ReferenceRecord = ReferenceRecord(), mounting: ReferenceMounting = .identity,
    pointing: ReferenceMounting? = .identity, provocation: Provocation = .none
  ) {
    self.record = record
    self.mounting = mounting
    self.pointing = pointing
    self.provocation = provocation
  }

  /// - Parameters:
  ///   - record: the bytes of the record, as the device reports them. Bytes that the reference refuses count as no
  ///     calibration; the headings then fail.
  ///   - pointing: the axis whose heading the device reports; `nil` if each reading states its axis.
  package init(record: [UInt8], mounting: AxisRemap, pointing: AxisRemap.SignedAxis?, provocation: Provocation) {
    self.init(
      record: (try? ReferenceRecord(bytes: record)) ?? ReferenceRecord(),
      mounting: ReferenceMounting(rawValue: mounting.rawValue) ?? .identity,
      pointing: pointing.map { ReferenceMounting(pointing: $0.rawValue) ?? .identity }, provocation: provocation)
  }

  /// Adds one reading.
  /// - Parameter measured: the measured specific force in the axes of the magnetometer, micro-g; `nil` if it is not known.
  ///   A reading has the force in the body's axes only. Without the measured force, a mounting that rotates only the field
  ///   would pass.
  package mutating func add(_ reading: Reading, measured: SIMD3<Int32>? = nil) {
    let comparison = ReadingComparison(reading, record: record, mounting: mounting, pointing: pointing)
    if comparison.hasOtherField || hasOtherForce(comparison, measured) { fieldMismatches += 1 }
    stateMismatches += comparison.stateMismatches
    switch comparison.finding {
    case .unavailable: unavailable += 1
    case .overflowed: overflowed += 1
    case .withoutHeading: withoutHeading += 1
    case .outsideDomain: outsideDomain += 1
    case .contradicted: break
    case .compared: compare(reading, comparison)
    }
  }

  private func hasOtherForce(_ comparison: ReadingComparison, _ measured: SIMD3<Int32>?) -> Bool {
    guard let measured, let told = comparison.force else { return false }
    var force = SIMD3<Double>(measured)
    if let accelerometer = record.accelerometer {
      let own = force - SIMD3<Double>(accelerometer.offsetMicroG)
      let entries = accelerometer.matrixQ24.map { (SIMD3<Double>($0) * own).sum() / 16_777_216 }
      force = SIMD3(entries[0], entries[1], entries[2])
    }
    let difference = mounting.body(force) - SIMD3<Double>(told)
    // The device rounds once.
    return (0..<3).contains { abs(difference[$0]) > 1 }
  }

  private mutating func compare(_ reading: Reading, _ comparison: ReadingComparison) {
    guard let expected = comparison.expectedDegrees else { return }
    let found = ReferenceAngle.degrees(binary: reading.heading.rawValue)
    let error = ReferenceAngle.shortestDifferenceDegrees(from: expected, to: found)
    if errors.add(error) { worst = Self.describe(reading, expected: expected, found: found) }
    addExpected(comparison, exact: expected)
  }

  /// Records how large the error of a device with this provocation must be, according to the reference.
  private mutating func addExpected(_ comparison: ReadingComparison, exact: Double) {
    guard let wrong = Self.provoked(comparison.field, by: provocation) else { return }
    let altered = ReferenceHeading(
      nanotesla: wrong, record: record, mounting: mounting, pointing: comparison.axis,
      specificForceMicroG: comparison.force)
    guard let heading = altered.headingDegrees else { return }
    _ = expectedErrors.add(ReferenceAngle.shortestDifferenceDegrees(from: exact, to: heading))
  }

  /// The input of the calculation as `provocation` changes it (Protocols/link/spec.md, "provoke"); `nil` if it changes
  /// nothing.
  private static func provoked(_ m: SIMD3<Int32>, by provocation: Provocation) -> SIMD3<Int32>? {
    switch provocation {
    case .sign: SIMD3(-m.x, m.y, m.z)
    case .swap: SIMD3(m.y, m.x, m.z)
    case .gain: SIMD3(gained(m.x), m.y, m.z)
    default: nil
    }
  }

  /// 1.05 times the value; a half is rounded up.
  private static func gained(_ x: Int32) -> Int32 {
    let value: Double = Double(x) * 21 / 20
    return Int32((value + 0.5).rounded(.down))
  }

  private static func describe(
    _ reading: Reading, expected: Double, found: Double
  ) -> [(name: String, value: Double)] {
    [
      ("sequence", Double(reading.sampleNumber)), ("countX", Double(reading.counts.x)),
      ("countY", Double(reading.counts.y)), ("countZ", Double(reading.counts.z)),
      ("scale", Double(reading.scale.rawValue)),
      ("specificForceX", Double(reading.specificForce.microG.x)),
      ("specificForceY", Double(reading.specificForce.microG.y)),
      ("specificForceZ", Double(reading.specificForce.microG.z)), ("headingDegrees", found),
      ("expectedDegrees", expected),
    ]
  }

  /// The verdict on all added readings. Without any comparison it fails, because nothing was proven. It also fails if
  /// the sensor did not answer for part of the time.
  package var part: VerdictPart {
    var part = VerdictPart(
      what: "device against Double from the counts on",
      pass: errors.samples > 0 && fieldMismatches == 0 && stateMismatches == 0 && unavailable == 0
        && errors.maxDegrees <= Self.limitDegrees,
      samples: errors.samples, maxErrorDegrees: errors.maxDegrees, rmsErrorDegrees: errors.rmsDegrees,
      limitDegrees: Self.limitDegrees,
      limitReason: "the bound of Protocols/heading/spec.md for a horizontal field of 5000 nT and more", worst: worst,
      counts: [
        ("fieldMismatches", fieldMismatches), ("stateMismatches", stateMismatches), ("overflowed", overflowed),
        ("unavailable", unavailable), ("outsideDomain", outsideDomain), ("withoutHeading", withoutHeading),
      ])
    if expectedErrors.samples > 0 { part.degrees.append(("expectedMaxErrorDegrees", expectedErrors.maxDegrees)) }
    return part
  }

  /// Whether the largest error equals the error of the provocation, within the limit; `nil` without a provocation.
  package var meetsExpectedError: Bool? {
    guard expectedErrors.samples > 0 else { return nil }
    return abs(expectedErrors.maxDegrees - errors.maxDegrees) <= Self.limitDegrees
  }
}
