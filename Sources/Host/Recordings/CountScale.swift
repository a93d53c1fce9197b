// The scale of numbers without a unit: the nanotesla that one count is assumed to be, so that records can hold a fit of
// them.

import Foundation

/// Headings need no unit, but a calibration record has one. A count is therefore assumed to be a power of two of
/// nanotesla, so that firmware can convert it with a shift.
package enum CountScale {
  /// Nanotesla per unit of the file: the unit's size, or the smallest power of two with which the field is at least
  /// 32,768 nT.
  package static func nanotesla(per unit: FieldUnit, radius: Double) -> Double {
    guard !unit.hasStrength else { return unit.nanotesla }
    guard radius > 0, radius.isFinite else { return 1 }
    // Numbers of a size that no sensor gives have no scale.
    return exp2(max(-60, min(60, (15 - log2(radius)).rounded(.up))))
  }

  /// The scale for rows without a calibration that states it, from the median of their lengths.
  package static func nanotesla(_ lengths: [Double], _ unit: FieldUnit) -> Double {
    nanotesla(per: unit, radius: lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2])
  }

  /// The scale from the rows so far, which it reads. Returns `nil` if there are none yet.
  static func nanotesla(_ rows: inout RowReader) -> Double? {
    var lengths: [Double] = []
    while lengths.count < 2000 {
      do throws(RecordingError) {
        guard let row = try rows.next() else { break }
        lengths.append((row.field * row.field).sum().squareRoot())
      } catch {
        // A time that runs backwards does not matter for the field.
        continue
      }
    }
    return lengths.isEmpty ? nil : nanotesla(lengths, rows.options.fieldUnit)
  }
}
