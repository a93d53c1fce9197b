// Reads a CSV recording into the quantities that the device's code uses.

import Quantities

/// A cell that the calculation does not use. It is kept for the reader of the results.
public struct RecordingCell: Equatable, Sendable {
  /// The name in the header.
  public var name: String
  /// The text in the file, without surrounding quotes and blanks.
  public var text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The cell as a finite number, or `nil`.
  public var number: Double? { decimalNumber(text) }
}

/// One sample of a recording.
public struct RecordingRow: Equatable, Sendable {
  /// 1-based line of the file.
  public var line: Int
  /// Time of the file's own clock; `nil` without a time column.
  public var time: Instant?
  /// Body axes (forward, right, down), whole nanotesla, each within ±2^21.
  public var field: MagneticField
  /// Specific force, body axes; `nil` for level mode.
  public var acceleration: Acceleration?
  /// Body axes; `nil` without a gyroscope.
  public var rate: AngularRate?
  /// The row's other columns that have a name, in the order of the header.
  public var input: [RecordingCell]

  public init(
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

/// A CSV recording with named columns.
public struct Recording: Equatable, Sendable {
  /// The file's path.
  public var name: String
  /// Its `#` lines: source, licence, sensor, units.
  public var comments: [String]
  public var rows: [RecordingRow]
  /// What is to be said of a binary log that gave the rows.
  public var remarks: [String] = []

  /// Rows that come from elsewhere.
  public init(name: String, rows: [RecordingRow]) {
    (self.name, self.rows) = (name, rows)
    comments = []
  }

  /// Reads a file.
  /// - Throws: `RecordingError`, naming file, line, column and what to do.
  public init(
    path: String, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    try self.init(table: CSVTable(path: path, where: conditions), options: options, where: conditions)
  }

  /// Takes the chosen columns of a table, from the rows that meet every condition.
  ///
  /// Numbers are read as Double, multiplied by their unit and rounded half up: ⌊v + ½⌋.
  public init(
    table: CSVTable, options: RecordingOptions, where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    name = table.name
    comments = table.comments
    remarks = table.remarks
    rows = []
    var reader = try RowReader(table: table, options: options)
    let chosen = try table.rows(where: conditions)
    rows.reserveCapacity(chosen.count)
    for row in chosen {
      rows.append(try reader.sample(row))
    }
  }
}

/// Turns rows of text into samples.
struct RowReader: Sendable {
  private struct Source {
    var index: Int
    /// Sign, and worth of a chip's count.
    var factor: Double
  }

  /// |m| ≤ 2^21 nT is the limit of the conversion rule and of the calibration model (Protocols/heading/spec.md).
  private static let fieldLimit = 2_097_152.0
  /// The limit of Int32 in micro-g.
  private static let accelerationLimit = 2_147_000_000.0
  /// The limit of Int32 in 2^−20 rad/s.
  private static let rateLimit = 2_147_000_000.0

  private let table: CSVTable
  private let options: RecordingOptions
  private let field: [Source]
  private let acceleration: [Source]
  private let rate: [Source]
  private var time: TimeColumn?
  private let others: [Int]

  init(table: CSVTable, options: RecordingOptions) throws(RecordingError) {
    self.table = table
    self.options = options
    var chosen: [Source] = []
    for (number, column) in (options.field + options.acceleration + options.rate).enumerated() {
      chosen.append(
        Source(
          index: try table.index(of: column.name, for: "--columns"), factor: options.factor(ofColumn: number)))
    }
    field = Array(chosen[..<3])
    acceleration = Array(chosen[3..<min(6, chosen.count)])
    rate = Array(chosen.dropFirst(6))
    time = try TimeColumn(table, options)
    let used = Set(chosen.map(\.index) + [time].compactMap { $0?.index })
    others = table.header.indices.filter { !used.contains($0) && !table.header[$0].isEmpty }
  }

  mutating func sample(_ row: CSVTable.Row) throws(RecordingError) -> RecordingRow {
    let m = try vector(row, field, Self.fieldLimit, "±2,097,152 nT", "--unit \(options.fieldUnit.rawValue)") {
      $0 * options.fieldUnit.nanotesla
    }
    var force: Acceleration?
    if !acceleration.isEmpty {
      let option = "--accel-unit \(options.accelerationUnit.rawValue)"
      force = Acceleration(
        microG: try vector(row, acceleration, Self.accelerationLimit, "±2,147 g", option) {
          options.accelerationUnit.microG($0)
        })
    }
    var turn: AngularRate?
    if !rate.isEmpty {
      let option = "--gyro-unit \(options.rateUnit.rawValue)"
      turn = AngularRate(
        q20: try vector(row, rate, Self.rateLimit, "±2,047 rad/s", option) { options.rateUnit.q20($0) })
    }
    return RecordingRow(
      line: row.line, time: try time?.instant(row), field: MagneticField(nanotesla: m), acceleration: force,
      rate: turn,
      input: others.map { RecordingCell(name: table.header[$0], text: row.cells[$0]) })
  }

  private func vector(
    _ row: CSVTable.Row, _ sources: [Source], _ limit: Double, _ limitText: String, _ option: String,
    _ convert: (Double) -> Double
  ) throws(RecordingError) -> Vector3 {
    var whole: [Int32] = []
    for source in sources {
      // The factor is applied before rounding: −v rounds half up like any other value.
      let value = (convert(source.factor * (try table.number(row, source.index))) + 0.5).rounded(.down)
      guard abs(value) <= limit else {
        throw table.fault(
          .range, row, source.index, "\(row.cells[source.index]) is beyond the \(limitText) that a sample can carry",
          "Check \(option), or remove the row.")
      }
      whole.append(Int32(value))
    }
    return Vector3(x: whole[0], y: whole[1], z: whole[2])
  }
}
