// Whether a recording's numbers are of the size that their unit says, before anything is computed from them.
import Quantities
import Recordings
import TerminalInterface

enum UnitCheck {
  /// - Parameters:
  ///   - magnitudes: of the specific force, in `unit`. It is one g most of the time, however the instrument is held.
  /// - Returns: a remark that names the unit that would fit; nil when the median is within 0.5…2 g, or for counts.
  static func gravity(_ magnitudes: [Double], _ unit: AccelerationUnit) -> String? {
    guard unit != .counts, let middle = median(magnitudes) else { return nil }
    let range = 500_000.0...2_000_000
    let found = unit.microG(middle)
    guard !range.contains(found) else { return nil }
    let fitting = AccelerationUnit.allCases.first { $0 != .counts && range.contains($0.microG(middle)) }
    return "binnacle: gravity reads \(text(found / 1e6)) g (median): "
      + (fitting.map { "are these \($0.rawValue)? --accel-unit \($0.rawValue)" } ?? "check --accel-unit and --columns")
  }

  /// - Parameter magnitudes: of the field, in `unit`.
  /// - Returns: a remark that names the unit that would fit; nil for counts, and within 7.5…200 µT: twice what the
  ///   Earth's field may be either way, as iron beside the sensor is not taken off yet.
  static func field(_ magnitudes: [Double], _ unit: FieldUnit) -> String? {
    guard unit != .counts, let middle = median(magnitudes) else { return nil }
    let found = middle * unit.nanotesla
    guard !(7_500...200_000).contains(found) else { return nil }
    let fitting = FieldUnit.allCases.first { $0 != .counts && (15_000...100_000).contains(middle * $0.nanotesla) }
    return "binnacle: the field reads \(text(found / 1e3)) uT (median), the Earth's is 22 to 67: "
      + (fitting.map { unit in
        "are these \(unit.rawValue)? --unit \(unit.rawValue)"
          // Phones' raw fields hold hundreds of microtesla of their own iron.
          + (found > 200_000 ? ", or iron beside the sensor: calibrate" : "")
      }
        ?? "check --unit and --columns, and keep away from magnets")
  }

  /// Both for the rows of a recording; what a level recording has not got is not checked.
  static func remarks(_ recording: Recording, _ options: RecordingOptions) -> [String] {
    let field = recording.rows.map { length($0.field.nanotesla) / options.fieldUnit.nanotesla }
    let force = recording.rows.compactMap { $0.acceleration.map { length($0.microG) } }
    return [
      Self.field(field, options.fieldUnit),
      gravity(force.map { $0 / options.accelerationUnit.microG(1) }, options.accelerationUnit),
    ].compactMap { $0 }
  }

  /// Of any size: squares of less than 10^−154 and of more than 10^154 have no place in a Double.
  static func length(_ v: SIMD3<Double>) -> Double {
    let largest = max(abs(v.x), abs(v.y), abs(v.z))
    guard largest > 0, largest.isFinite else { return largest }
    let share = v / largest
    return largest * (share * share).sum().squareRoot()
  }

  private static func length(_ v: Vector3) -> Double { length(SIMD3(Double(v.x), Double(v.y), Double(v.z))) }

  static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  /// Three digits at least.
  private static func text(_ value: Double) -> String {
    guard (0.01..<1e7).contains(value) else { return Digits.significant(value, 3) }
    return Digits.fixed(value, value < 1 ? 4 : value < 100 ? 2 : 0)
  }
}
