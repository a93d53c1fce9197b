// The soft and hard iron of x-io Technologies' Fusion, as C.

import Recordings

enum FusionSource {
  /// Two constants. Fusion computes softIronMatrix·(m − hardIronOffset), with the matrix by rows and any unit.
  static func text(_ correction: AppliedCorrection) -> String {
    // The firmware probably uses the unit of the file. A record has no unit of its own.
    let isNanotesla = correction.unit == .nanotesla
    let offset = correction.offset / (isNanotesla ? 1000 : 1)
    let unit = isNanotesla ? FieldUnit.microtesla : correction.unit
    let rows = correction.matrix.rows.map { FormNumber.list($0, FormNumber.c) }
    return """
      // Binnacle's calibration of a compass, for x-io Fusion; measurements in \(unit.rawValue).
      // Axes: \(correction.axes).
      const FusionMatrix softIronMatrix = {{
          \(rows.joined(separator: ",\n    ")),
      }};
      const FusionVector hardIronOffset = {{\(FormNumber.list(offset, FormNumber.c))}};
      """
  }
}
