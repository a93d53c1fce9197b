// Checks the size of a recording's numbers against their unit, before anything is computed from them.
import Quantities
import Recordings
import TerminalInterface

/// Whether numbers are of the size that their unit lets expect.
package enum UnitCheck {
  /// - Parameters:
  ///   - magnitudes: those of the specific force, in `unit`. They are one g most of the time, in any attitude.
  /// - Returns: a remark with the unit that would be plausible; nil when the median is within 0.5…2 g, or for counts.
  package static func gravity(_ magnitudes: [Double], _ unit: AccelerationUnit) -> String? {
    guard unit != .counts, let middle = median(magnitudes) else { return nil }
    let range = 500_000.0...2_000_000
    let found = unit.microG(middle)
    guard !range.contains(found) else { return nil }
    let fitting = AccelerationUnit.allCases.first { $0 != .counts && range.contains($0.microG(middle)) }
    return "binnacle: gravity reads \(text(found / 1e6)) g (median): "
      + (fitting.map { "are these \($0.rawValue)? --accel-unit \($0.rawValue)" } ?? "check --accel-unit and --columns")
  }

  /// - Parameters:
  ///   - magnitudes: those of the field, in `unit`.
  ///   - written: how many of the numbers in the file are one unit: ten on a line `Raw:`, whose unit is fixed.
  /// - Returns: a remark with the unit that would be plausible; nil for counts, and within 7.5…200 µT. These limits are
  ///   the limits of the Earth's field with a factor of two, because iron beside the sensor has not been corrected yet.
  package static func field(_ magnitudes: [Double], _ unit: FieldUnit, written: Double = 1) -> String? {
    guard unit.hasStrength, let middle = median(magnitudes) else { return nil }
    let found = middle * unit.nanotesla
    guard !(7_500...200_000).contains(found) else { return nil }
    let fitting = FieldUnit.allCases.first {
      $0.hasStrength && (15_000...100_000).contains(middle * written * $0.nanotesla)
    }
    return "binnacle: the field reads \(text(found / 1e3)) uT (median), the Earth's is 22 to 67: "
      + (fitting.map { unit in
        "are these \(unit.rawValue)? --unit \(unit.rawValue)"
          // The raw fields of phones contain hundreds of microtesla from their own iron.
          + (found > 200_000 ? ", or iron beside the sensor: calibrate" : "")
      }
        ?? "check --unit and --columns, and keep away from magnets")
  }

  /// Both checks for the rows of a recording; a level recording has no force to check.
  package static func remarks(_ recording: Recording, _ options: RecordingOptions) -> [String] {
    let field = recording.rows.map { length($0.field.nanotesla) / options.fieldUnit.nanotesla }
    let force = recording.rows.compactMap { $0.acceleration.map { length($0.microG) } }
    let vectors = MeasuredVectors(field: recording.rows.map { SIMD3($0.field.nanotesla) })
    return [
      FitDataCheck.isStill(vectors)
        ? nil : Self.field(field, options.fieldUnit, written: options.writtenPerUnit),
      gravity(force.map { $0 / options.accelerationUnit.microG(1) }, options.accelerationUnit),
    ].compactMap { $0 }
  }

  /// The length of a vector of any size. Squares of values below 10^−154 or above 10^154 exceed the range of a Double.
  package static func length(_ v: SIMD3<Double>) -> Double {
    let largest = max(abs(v.x), abs(v.y), abs(v.z))
    guard largest > 0, largest.isFinite else { return largest }
    let share = v / largest
    return largest * (share * share).sum().squareRoot()
  }

  private static func length(_ v: Vector3) -> Double { length(SIMD3(v)) }

  /// The middle value; the upper one of two. `nil` without values.
  package static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// The number with at least three digits.
  private static func text(_ value: Double) -> String {
    guard (0.01..<1e7).contains(value) else { return Digits.significant(value, 3) }
    return Digits.fixed(value, value < 1 ? 4 : value < 100 ? 2 : 0)
  }
}

extension SIMD3 where Scalar == Double {
  package init(_ v: Vector3) { self.init(Double(v.x), Double(v.y), Double(v.z)) }
}
