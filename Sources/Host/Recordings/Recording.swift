// Reads a recording into the quantities that the device's code uses.

import Quantities
import TerminalInterface

/// A cell that the calculation does not use. It is copied to the results.
package struct RecordingCell: Equatable, Sendable {
  /// The name in the header.
  package var name: String
  /// The text in the file, without surrounding quotes and blanks.
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The cell as a finite number, or `nil`.
  package var number: Double? { decimalNumber(text) }
}

/// One sample of a recording.
package struct RecordingRow: Equatable, Sendable {
  /// 1-based line of the file.
  package var line: Int
  /// Time of the file's own clock; `nil` without a time column.
  package var time: Instant?
  /// Body axes (forward, right, down), whole nanotesla, each within ±2^21.
  package var field: MagneticField
  /// Specific force, body axes; `nil` for level mode.
  package var acceleration: Acceleration?
  /// Body axes; `nil` without a gyroscope.
  package var rate: AngularRate?
  /// The row's other columns that have a name, in the order of the header.
  package var input: [RecordingCell]
  /// The field in a chip's own counts, if the chip was named and they are integers.
  package var chipSample: ChipSample?
  /// Whether the field was beyond ±2^21 nT, and was limited to that. Only lines that come live are limited; the row of a
  /// file is refused.
  package var isBeyond = false

  package init(
    line: Int, time: Instant?, field: MagneticField, acceleration: Acceleration?, rate: AngularRate? = nil,
    input: [RecordingCell] = []
  ) {
    self.line = line
    self.time = time
    self.field = field
    self.acceleration = acceleration
    self.rate = rate
    self.input = input
  }
}

/// A recording: samples in the quantities of the device.
package struct Recording: Equatable, Sendable {
  /// The file's path.
  package var name: String
  /// Its comment lines: source, licence, sensor, units.
  package var comments: [String] = []
  package var rows: [RecordingRow]
  /// Rows without a sample, and other remarks about the rows.
  package var passed = PassedRows()

  /// Rows that come from elsewhere.
  package init(name: String, rows: [RecordingRow]) { (self.name, self.rows) = (name, rows) }

  /// Reads a file.
  /// - Throws: `RecordingError`, naming file, line, column and what to do.
  package init(
    path: String, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    try self.init(table: RecordingTable(path: path, where: conditions), options: options, where: conditions)
  }

  /// Reads the chosen columns of a table, from the rows that meet every condition.
  ///
  /// Numbers are read as Double, multiplied by their unit and rounded half up: ⌊v + ½⌋.
  package init(
    table: RecordingTable, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    name = table.name
    rows = []
    var maker = SampleMaker(try RowReader(table, options, conditions))
    while let row = try maker.next() { rows.append(row) }
    try maker.rows.finish()
    passed = maker.rows.passed
    comments = maker.rows.reader.comments.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Converts rows of numbers to samples.
struct SampleMaker: Sendable {
  /// |m| ≤ 2^21 nT is the limit of the conversion rule and of the calibration model (Protocols/heading/spec.md).
  private static let fieldLimit = 2_097_152.0
  /// The limit of Int32 in micro-g.
  private static let accelerationLimit = 2_147_000_000.0
  /// The limit of Int32 in 2^−20 rad/s.
  private static let rateLimit = 2_147_000_000.0

  var rows: RowReader
  /// Whether the rows come live: a field beyond the limit is then limited and marked, as a chip does.
  private let isLive: Bool

  init(_ rows: RowReader, isLive: Bool = false) { (self.rows, self.isLive) = (rows, isLive) }

  /// The next row that is a sample.
  mutating func next() throws(RecordingError) -> RecordingRow? {
    while let numbers = try rows.next() {
      do throws(RecordingError) { return try sample(numbers) } catch { rows.reject(error) }
    }
    return nil
  }

  private func sample(_ row: RowReader.Numbers) throws(RecordingError) -> RecordingRow {
    let options = rows.options
    var result = RecordingRow(
      line: row.line, time: row.time, field: MagneticField(nanotesla: .zero), acceleration: nil, input: rows.input)
    let scaled = row.field * (options.fieldUnit.nanotesla * options.fieldScale)
    if let counts = options.fieldCounts, let sample = counts.sample(row.counts) {
      // The chip's own counts determine its range, and whether a value is beyond this range or beyond that of a sample
      // in nanotesla.
      result.chipSample = sample
      let own = sample.scale.field(of: sample.counts)?.nanotesla
      let field = own.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) } ?? scaled
      result.field = MagneticField(nanotesla: Self.clamped(field))
    } else if isLive, scaled.max() < .infinity, scaled.min() > -.infinity {
      result.field = MagneticField(nanotesla: Self.clamped(scaled))
      result.isBeyond = max(scaled.max(), -scaled.min()) > Self.fieldLimit
    } else {
      result.field = MagneticField(
        nanotesla: try whole(scaled, options.field, Self.fieldLimit, "±2,097,152 nT", options.fieldOption))
    }
    if rows.hasForce {
      let unit = options.accelerationUnit
      result.acceleration = Acceleration(
        microG: try whole(
          SIMD3(unit.microG(row.acceleration.x), unit.microG(row.acceleration.y), unit.microG(row.acceleration.z)),
          options.acceleration, Self.accelerationLimit, "±2,147 g", "--accel-unit \(unit.rawValue)"))
    }
    if rows.hasRate {
      let unit = options.rateUnit
      result.rate = AngularRate(
        q20: try whole(
          SIMD3(unit.q20(row.rate.x), unit.q20(row.rate.y), unit.q20(row.rate.z)), options.rate, Self.rateLimit,
          "±2,047 rad/s", "--gyro-unit \(unit.rawValue)"))
    }
    return result
  }

  private func whole(
    _ vector: SIMD3<Double>, _ columns: [SignedColumn], _ limit: Double, _ limitText: String, _ option: String
  ) throws(RecordingError) -> Vector3 {
    // The factor is applied before rounding, so −v is rounded half up like any other value.
    let values = (vector + 0.5).rounded(.down)
    for axis in columns.indices where !(abs(values[axis]) <= limit) {
      let likely = columns == rows.options.field ? rows.options.likelyUnit(abs(vector[axis])) : nil
      let index = rows.header.firstIndex(of: columns[axis].name) ?? 0
      throw rows.fault(
        .range, index, "\(shown(rows.reader.string(index))) is beyond the \(limitText) that a sample can carry",
        likely.map { "Are these \($0.rawValue)? --unit \($0.rawValue) instead of \(option), or remove the row." }
          ?? "Check \(option), or remove the row.")
    }
    return Vector3(x: Int32(values.x), y: Int32(values.y), z: Int32(values.z))
  }

  private static func clamped(_ vector: SIMD3<Double>) -> Vector3 {
    let values = (vector + 0.5).rounded(.down).clamped(
      lowerBound: SIMD3(repeating: -fieldLimit), upperBound: SIMD3(repeating: fieldLimit))
    return Vector3(x: Int32(values.x), y: Int32(values.y), z: Int32(values.z))
  }
}
