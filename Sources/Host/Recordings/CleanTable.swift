// A table that every command reads without options: names with units, decimal points, commas between cells.

import FlightLogs
import Quantities

/// The columns of a clean table, and its cells.
package struct CleanTable: Equatable, Sendable {
  package var hasTime: Bool
  package var hasForce: Bool
  package var hasRate: Bool
  /// Names of further columns.
  package var others: [String]
  /// The unit of the field in the names of its columns, and the decimals of its numbers in the rows.
  package var fieldUnit = "uT"
  package var fieldDecimals = 3
  package var isForceCounts = false

  private static let time = "t_s"

  package init(hasTime: Bool, hasForce: Bool, hasRate: Bool, others: [String] = []) {
    (self.hasTime, self.hasForce, self.hasRate, self.others) = (hasTime, hasForce, hasRate, others)
  }

  private static func names(_ letter: String, _ unit: String) -> [String] { "xyz".map { "\(letter)\($0)_\(unit)" } }

  /// The names of the columns.
  package var header: [String] { (hasTime ? [Self.time] : []) + samples + others }

  /// The names of field, acceleration and rates, in the form of `--columns`.
  var samples: [String] {
    Self.names("m", fieldUnit) + (hasForce ? Self.names("a", isForceCounts ? "counts" : "g") : [])
      + (hasRate ? Self.names("g", "dps") : [])
  }

  /// The cells of a sample without those of other columns. They are exact: reading them gives the same integers.
  package func cells(_ row: RecordingRow) -> [String] {
    var cells: [String] = []
    if hasTime { cells.append(row.time.map { Self.text(Int64($0.microseconds), decimals: 6) } ?? "") }
    let m = row.field.nanotesla
    cells += [m.x, m.y, m.z].map { Self.text(Int64($0), decimals: fieldDecimals) }
    if hasForce {
      let a = row.acceleration?.microG
      cells += [a?.x, a?.y, a?.z].map { $0.map { Self.text(Int64($0), decimals: isForceCounts ? 3 : 6) } ?? "" }
    }
    if hasRate {
      let w = row.rate?.q20
      // One unit is 5.5·10⁻⁵ °/s, so six decimals identify it.
      cells += [w?.x, w?.y, w?.z].map { $0.map { Self.text(Double($0) / 1_048_576 * 180 / .pi, decimals: 6) } ?? "" }
    }
    return cells
  }

  /// The cells for a sample of a log.
  func cells(_ sample: LoggedSample) -> [String] {
    func three(_ v: SIMD3<Double>, _ decimals: Int) -> [String] {
      [v.x, v.y, v.z].map { Self.text($0, decimals: decimals) }
    }
    return (hasTime ? [Self.text(Int64(clamping: sample.time), decimals: 6)] : [])
      + three(SIMD3<Double>(sample.field), 5)
      + (hasForce ? three(SIMD3<Double>(sample.force) / 9.80665, 6) : [])
      + (hasRate ? three(SIMD3<Double>(sample.rate) * 180 / .pi, 6) : [])
  }

  private static func text(_ value: Double, decimals: Int) -> String {
    let factor = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
    return text(Int64((value * factor).rounded()), decimals: decimals)
  }

  /// An integer in units of 10^−`decimals`, written without trailing zeros.
  static func text(_ value: Int64, decimals: Int) -> String {
    var digits = String(value.magnitude)
    if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
    let whole = digits.dropLast(decimals)
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }
}
