// Rows of a recording in which an axis ends where its sensor does: a file does not say so as a chip does.

/// One axis whose rows pile up at one end.
public struct SensorRangeLimit: Sendable {
  public let axis: Int
  /// The value that they have.
  public let value: Double
  public let rows: [Int]
  /// Whether nothing else explains it: the axis reaches as far as the others, to a quarter, and in these rows one of them
  /// goes on moving. At rest none does, and of an axis that hardly moves one step may hold most rows.
  public let isOfSensor: Bool

  /// On a sphere every value of an axis is as frequent as any other, and the last one no more frequent than the one before:
  /// one that more than 32 of 1,000 rows have, and four times as many as the one before, is an end. (A device refuses
  /// as many saturated samples: docs/calibration.md, section 6.)
  public static func all(of field: [SIMD3<Double>]) -> [SensorRangeLimit] {
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
