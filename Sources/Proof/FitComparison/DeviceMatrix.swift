// Converts a matrix of the device to one of the reference.

import Correction
import Reference

extension ReferenceMatrix3 {
  /// The same matrix, without rounding.
  package init(_ matrix: MatrixQ24) {
    self.init(
      [matrix.rows.0, matrix.rows.1, matrix.rows.2].map { row in
        SIMD3(Double(row.x), Double(row.y), Double(row.z)) / 0x1p24
      })
  }
}
