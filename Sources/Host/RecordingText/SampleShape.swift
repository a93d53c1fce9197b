// Judges by their numbers alone which columns may be a field or gravity.

/// What the numbers of three columns look like.
struct SampleShape {
  /// How much the distance from the centre of the best ellipsoid varies: its standard deviation by its mean. A field
  /// that was turned has little; three columns of different things have 0.3 and more. `nil`: they lie on no ellipsoid.
  var residual: Double?
  /// The middle of the lengths around zero.
  var length = 0.0
  /// Whether the lengths around zero are nearly the same, as those of gravity at rest.
  var hasConstantLength = false
  /// The middle of the lengths around the centre.
  var radius = 0.0

  /// The number of rows that are used.
  private static let mostRows = 600

  /// - Parameters:
  ///   - places: three columns.
  ///   - numbers: the numbers of each column.
  /// - Returns: `nil` if a column hardly changes, or has few numbers.
  init?(_ places: [Int], _ numbers: [[Double]]) {
    guard places.count == 3, places.allSatisfy({ $0 < numbers.count }) else { return nil }
    let count = numbers[places[0]].count
    let step = max(1, count / Self.mostRows)
    var rows: [[3 of Double]] = []
    var row = 0
    while row < count {
      let values: [3 of Double] = [numbers[places[0]][row], numbers[places[1]][row], numbers[places[2]][row]]
      row += step
      // Squares of very large numbers are not finite.
      if abs(values[0]) + abs(values[1]) + abs(values[2]) < 1e100 { rows.append(values) }
    }
    guard rows.count >= 12 else { return nil }
    var (low, high): ([3 of Double], [3 of Double]) = (rows[0], rows[0])
    for row in rows {
      for axis in 0..<3 {
        low[axis] = min(low[axis], row[axis])
        high[axis] = max(high[axis], row[axis])
      }
    }
    var widest = 0.0
    for axis in 0..<3 { widest = max(widest, high[axis] - low[axis]) }
    // Columns of one sensor have ranges of the same size.
    for axis in 0..<3 where high[axis] - low[axis] < 0.05 * widest || widest == 0 { return nil }
    let lengths = rows.map { Self.length($0) }.sorted()
    length = lengths[lengths.count / 2]
    hasConstantLength = lengths[lengths.count * 9 / 10] - lengths[lengths.count / 10] < 0.1 * length
    let middles: [3 of Double] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2]
    fit(rows, around: middles, size: widest / 2)
  }

  private static func length(_ v: [3 of Double]) -> Double { (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).squareRoot() }

  private static func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Fits a·x² + b·y² + c·z² + d·x + e·y + f·z = 1, an ellipsoid along the axes, by least squares.
  private mutating func fit(_ rows: [[3 of Double]], around middle: [3 of Double], size: Double) {
    // Around the middle, in units of the size, all terms are near 1.
    let scaled = rows.map { row -> [3 of Double] in
      [(row[0] - middle[0]) / size, (row[1] - middle[1]) / size, (row[2] - middle[2]) / size]
    }
    var sums = [[Double]](repeating: [Double](repeating: 0, count: 7), count: 6)
    for v in scaled {
      let terms: [6 of Double] = [v[0] * v[0], v[1] * v[1], v[2] * v[2], v[0], v[1], v[2]]
      for i in 0..<6 {
        for j in 0..<6 { sums[i][j] += terms[i] * terms[j] }
        sums[i][6] += terms[i]
      }
    }
    guard let found = Self.solve(sums), found[0] > 0, found[1] > 0, found[2] > 0 else { return }
    var centre: [3 of Double] = [0, 0, 0]
    for axis in 0..<3 { centre[axis] = -found[3 + axis] / (2 * found[axis]) }
    var (sum, squares) = (0.0, 0.0)
    var lengths: [Double] = []
    for v in scaled {
      let d: [3 of Double] = [v[0] - centre[0], v[1] - centre[1], v[2] - centre[2]]
      let share = (found[0] * d[0] * d[0] + found[1] * d[1] * d[1] + found[2] * d[2] * d[2]).squareRoot()
      sum += share
      squares += share * share
      lengths.append(Self.length(d) * size)
    }
    let mean = sum / Double(scaled.count)
    radius = Self.middle(lengths)
    guard mean > 0 else { return }
    residual = max(0, squares / Double(scaled.count) - mean * mean).squareRoot() / mean
  }

  /// Solves six linear equations; the last column is the right side.
  private static func solve(_ given: [[Double]]) -> [Double]? {
    var rows = given
    for step in 0..<6 {
      var best = step
      for row in step..<6 where abs(rows[row][step]) > abs(rows[best][step]) { best = row }
      guard abs(rows[best][step]) > 1e-9 else { return nil }
      rows.swapAt(step, best)
      for row in 0..<6 where row != step {
        let factor = rows[row][step] / rows[step][step]
        for column in step..<7 { rows[row][column] -= factor * rows[step][column] }
      }
    }
    return (0..<6).map { rows[$0][6] / rows[$0][$0] }
  }
}
