// A⁻¹ and b, in the notation of the program Magneto.

import Recordings

enum MagnetoText {
  /// corrected = A⁻¹·(m − b), in the unit of the recording. The first number is the length of the corrected vectors.
  static func text(_ correction: AppliedCorrection) -> String {
    let isRecord = correction.unit == .nanotesla
    let factor = isRecord ? 1e-3 : 1
    let unit = isRecord ? FieldUnit.microtesla : correction.unit
    func row(_ v: SIMD3<Double>) -> String { FormNumber.list(v).replacing(", ", with: "\t") }
    return """
      # Binnacle's calibration of a compass, as Magneto shows it: corrected = A-1*(m - b), in \(unit.rawValue).
      # Axes: \(correction.axes).
      # Norm: \(FormNumber.text((correction.strength ?? 0) * factor))
      Combined bias (b):
      \(row(correction.offset * factor))
      Correction for combined scale factors, misalignments and soft iron (A-1):
      \(correction.matrix.rows.map(row).joined(separator: "\n"))
      """
  }
}
