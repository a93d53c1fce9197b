// Several samples of a sensor in one row, as a chip's queue gives them: mx0, my0, mz0, mx1, my1, mz1.

/// The columns of one of several samples in a row.
public struct SampleColumns: Equatable, Sendable {
  /// Pairs: the column of the first sample, and that of this one.
  var columns: [(first: Int, own: Int)]

  public static func == (a: SampleColumns, b: SampleColumns) -> Bool { a.own == b.own }

  /// The columns of this sample.
  public var own: [Int] { columns.map { $0.own } }

  /// The column that is read in place of this one.
  @inline(__always)
  func place(of column: Int) -> Int {
    for pair in columns where pair.first == column { return pair.own }
    return column
  }
}

extension ColumnFinder {
  /// The samples of the field by the names of its columns: their numbers count from 0 or 1 without a gap. Other sensors may
  /// have as many samples, fewer or one.
  static func samples(_ groups: [Group], _ field: SensorColumns?, _ others: [SensorColumns?]) -> [SampleColumns] {
    var sequences = [sequence(groups, field)]
    let count = sequences[0].count
    guard let field, count >= 2, sequences[0][0] == field.places else { return [] }
    for other in others {
      let found = sequence(groups, other)
      if found.count >= 2 { sequences.append(found) }
    }
    return (0..<count).map { sample in
      var columns: [(first: Int, own: Int)] = []
      for places in sequences {
        let own = places[sample * places.count / count]
        for axis in 0..<3 { columns.append((places[0][axis], own[axis])) }
      }
      return SampleColumns(columns: columns)
    }
  }

  /// The columns of each sample of a sensor.
  private static func sequence(_ groups: [Group], _ sensor: SensorColumns?) -> [[Int]] {
    guard let sensor, let first = groups.first(where: { $0.sensor.places == sensor.places }), first.sample != nil
    else { return [] }
    var found: [[Int]] = []
    var count = 0
    for group in groups where group.sample != nil && group.quantity == first.quantity && group.family == first.family {
      count += 1
    }
    for start in 0...1 where found.isEmpty {
      while let next = groups.first(where: {
        $0.sample == start + found.count && $0.isTriple && $0.quantity == first.quantity && $0.family == first.family
      }) { found.append(next.sensor.places) }
    }
    return found.count == count ? found : []
  }
}

extension Recognition {
  /// Fewer rows do not show whether columns are successive samples; their names decide.
  private static let fewestRows = 12
  /// The least that the change within a row, as part of that over two rows, must be. It is (n − 1)/2n for n samples of a sensor
  /// that turns smoothly, at least ¼, and 0 for n sensors that measure at the same time.
  private static let leastChange = 0.1

  /// Numbered columns are several samples of one sensor, or several sensors. Only the former continue from one row to the next.
  mutating func judgeSamples(_ numbers: [[Double]]) {
    // The numbers of the first columns were read.
    let known = samples.filter { sample in (0..<3).allSatisfy { sample.columns[$0].own < numbers.count } }
    guard known.count >= 2, let first = known.first, let last = known.last, rows >= Self.fewestRows else { return }
    var (product, square) = (0.0, 0.0)
    for axis in 0..<3 {
      let (a, b) = (numbers[first.columns[axis].own], numbers[last.columns[axis].own])
      var within: [Double] = []
      for row in a.indices where a[row].isFinite && b[row].isFinite { within.append(b[row] - a[row]) }
      guard !within.isEmpty else { continue }
      // Two sensors differ by a constant.
      let mean = within.reduce(0, +) / Double(within.count)
      for row in 1..<(rows - 1) {
        let (change, step) = (b[row] - a[row] - mean, a[row + 1] - a[row - 1])
        guard change.isFinite, step.isFinite else { continue }
        product += change * step
        square += step * step
      }
    }
    if square > 0, product >= Self.leastChange * square { return }
    // Several sensors: the user chooses.
    otherFields = samples.dropFirst().map { sample in
      SensorColumns(places: Array(sample.own.prefix(3)), unit: field?.unit, isNamed: field?.isNamed ?? false)
    }
    samples = []
  }
}

/// Spreads the samples of a row evenly over the time since the row before. The row has the time of its last sample.
public struct SampleClock: Sendable {
  private var last: Double?
  private var interval = 0.0

  /// - Parameters:
  ///   - reader: a reader at its beginning, for the interval of the first row.
  ///   - time: the time of the reader's row.
  public init(_ reader: TextReader, _ time: (TextReader) -> Double?) {
    guard !reader.samples.isEmpty else { return }
    var (ahead, first, rows) = (reader, Double?.none, 0)
    while rows < 20, interval == 0, ahead.next() {
      guard ahead.sample == 0, let now = time(ahead) else { continue }
      rows += 1
      if let first, now > first { interval = now - first } else { first = now }
    }
  }

  /// The time of the reader's sample, whose row has the time `row`.
  public mutating func time(_ row: Double, _ reader: TextReader) -> Double {
    guard reader.sampleCount > 1 else { return row }
    if reader.sample == 0 {
      // A clock that starts again has no interval.
      if let last, row > last { interval = row - last }
      last = row
    }
    return row - interval * Double(reader.sampleCount - 1 - reader.sample) / Double(reader.sampleCount)
  }
}
