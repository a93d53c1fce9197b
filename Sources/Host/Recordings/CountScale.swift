// The scale of numbers without a unit: what one count is taken for, so that records in nanotesla can hold a fit of them.

import Foundation

/// Headings need no unit, but a calibration record has one. Counts are therefore taken for a power of two of nanotesla, so
/// that a firmware can shift them.
package enum CountScale {
  /// Nanotesla for one of the file's unit: its size, or the power of two by which the field reads 32,768 nT and more.
  package static func nanotesla(per unit: FieldUnit, radius: Double) -> Double {
    guard !unit.hasStrength else { return unit.nanotesla }
    guard radius > 0, radius.isFinite else { return 1 }
    // A size that no sensor gives has no scale either.
    return exp2(max(-60, min(60, (15 - log2(radius)).rounded(.up))))
  }

  /// The scale for rows of which no calibration says it: by the median of their lengths.
  package static func nanotesla(_ lengths: [Double], _ unit: FieldUnit) -> Double {
    nanotesla(per: unit, radius: lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2])
  }

  /// The scale for the rows that have come so far, which it reads. - Returns: `nil` where there are none yet.
  static func nanotesla(_ rows: inout RowReader) -> Double? {
    var lengths: [Double] = []
    while lengths.count < 2000 {
      do throws(RecordingError) {
        guard let row = try rows.next() else { break }
        lengths.append((row.field * row.field).sum().squareRoot())
      } catch {
        // A time that runs back says nothing of the field.
        continue
      }
    }
    return lengths.isEmpty ? nil : nanotesla(lengths, rows.options.fieldUnit)
  }
}
