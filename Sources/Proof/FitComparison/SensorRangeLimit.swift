// Finds rows of a recording in which an axis reaches the end of its sensor's range. A file, unlike a chip, does not
// mark them.

/// One axis with many rows at one end of its values.
package struct SensorRangeLimit: Sendable {
  package let axis: Int
  /// The value of these rows.
  package let value: Double
  package let rows: [Int]
  /// Whether only the sensor's range can explain the rows: the axis spans at least a quarter of the largest span, and
  /// in these rows another axis still moves. At rest no axis moves; and if an axis hardly moves at all, one step may
  /// hold most of the rows.
  package let isOfSensor: Bool

  /// On a sphere every value of an axis is equally frequent, and the last value is not more frequent than the one
  /// before. A value is therefore an end of the range if more than one row in 32 has it, and if it is more than four
  /// times as frequent as the value before. (A device refuses as many saturated samples: docs/notebook/calibration.md,
  /// section 6.)
  package static func all(of field: [SIMD3<Double>]) -> [SensorRangeLimit] {
    let columns = (0..<3).map { axis in field.map { $0[axis] }.sorted() }
    let spans = columns.map { ($0.last ?? 0) - ($0.first ?? 0) }
    return (0..<3).compactMap { axis in
      for ascending in [columns[axis], columns[axis].reversed()] {
        guard let end = ascending.last, let next = ascending.last(where: { $0 != end }) else { continue }
        let rows = field.indices.filter { field[$0][axis] == end }
        guard rows.count * 32 > field.count, rows.count > 4 * ascending.count(where: { $0 == next }) else { continue }
        let isMoving = (0..<3).contains { other in
          other != axis && span(rows.map { field[$0][other] }) > spans[other] / 4
        }
        return SensorRangeLimit(
          axis: axis, value: end, rows: rows, isOfSensor: isMoving && spans[axis] > (spans.max() ?? 0) / 4)
      }
      return nil
    }
  }

  private static func span(_ values: [Double]) -> Double {
    guard let least = values.min(), let most = values.max() else { return 0 }
    return most - least
  }
}
