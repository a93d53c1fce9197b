// Lines of numbers as a sketch prints them, row by row as they come: with names, with labels, or as MotionCal reads them.

import Foundation
import Quantities

/// Which columns of the lines mean what.
public struct LineColumns: Equatable, Sendable {
  /// As for `RecordingOptions`; a column without a name is called by its place, from 1. `nil`: by their names.
  public var columns: String?
  public var field: UnitOption<FieldUnit>
  public var acceleration: UnitOption<AccelerationUnit>
  /// Of the columns of a gyroscope, where they are named.
  public var rate = UnitOption<RateUnit>(.degreesPerSecond)
  public var time: String?
  public var timeUnit: TimeUnit

  public init(
    columns: String? = nil, field: UnitOption<FieldUnit> = .init(.microtesla),
    acceleration: UnitOption<AccelerationUnit> = .init(.standardGravity), time: String? = nil,
    timeUnit: TimeUnit = .seconds
  ) {
    (self.columns, self.field, self.acceleration) = (columns, field, acceleration)
    (self.time, self.timeUnit) = (time, timeUnit)
  }

  /// The options for lines with these columns. - Throws: kind `option` where nobody says which columns are the field.
  func options(header: [String], isMotionCal: Bool, name: String) throws(RecordingError) -> RecordingOptions {
    guard let columns = columns ?? RecordingOptions.proposedColumns(header: header) else {
      throw RecordingError(
        kind: .option, place: name, message: "its lines have \(header.count) numbers, and nobody says what they are",
        advice: "Name the field's columns forward, right, down, then the accelerations; these are: "
          + header.joined(separator: ", ") + ".")
    }
    let options = try RecordingOptions(
      columns: columns, field: isMotionCal ? .init(.microtesla) : field,
      acceleration: isMotionCal ? .init(.standardGravity) : acceleration,
      rate: isMotionCal ? .init(.degreesPerSecond) : rate, time: time, timeUnit: timeUnit)
    try options.checkDistinctColumns()
    return options
  }
}

/// Reads rows from bytes as they come. Lines that hold no such row are passed over and counted: a greeting, a cut line.
public struct LineReader: Sendable {
  /// How messages name where the lines come from.
  public let name: String
  /// Lines that were passed over, and the first of them.
  public private(set) var skipped = 0
  public private(set) var firstSkipped: String?
  /// What the columns turned out to be; `nil` before the first row.
  public private(set) var options: RecordingOptions?
  private let columns: LineColumns
  private var rest: [UInt8] = []
  private var isFirstCut: Bool
  private var header: [String]?
  private var rows: RowReader?
  private var line = 0

  /// Bytes of a line that are kept: what never ends a line must not fill the memory.
  private static let longest = 4096

  /// - Parameter beginsAnywhere: whether the first line may be cut, as that of a port is.
  public init(name: String, columns: LineColumns, beginsAnywhere: Bool = false) {
    (self.name, self.columns, isFirstCut) = (name, columns, beginsAnywhere)
  }

  /// Takes bytes and gives the rows that they complete.
  /// - Throws: `RecordingError` where the columns that were asked for are not there.
  public mutating func rows(_ bytes: some Sequence<UInt8>) throws(RecordingError) -> [RecordingRow] {
    var found: [RecordingRow] = []
    for byte in bytes {
      guard byte == 10 || byte == 13 else {
        if rest.count < Self.longest { rest.append(byte) }
        continue
      }
      if let row = try endLine() { found.append(row) }
    }
    return found
  }

  /// The last line, which may have no end.
  public mutating func finish() throws(RecordingError) -> RecordingRow? { try endLine() }

  private mutating func endLine() throws(RecordingError) -> RecordingRow? {
    defer { rest.removeAll(keepingCapacity: true) }
    let text = String(decoding: rest, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    line += 1
    if text.isEmpty || text.hasPrefix("#") { return nil }
    if isFirstCut {
      isFirstCut = false
      return nil
    }
    return try row(text)
  }

  private mutating func row(_ text: String) throws(RecordingError) -> RecordingRow? {
    switch PrintedLine(text) {
    case .names(let names) where rows == nil: header = names
    case .motionCal(let cells): return try sample(MotionCal.header, cells, isMotionCal: true)
    case .labelled(let names, let cells): return try sample(names, cells)
    case .numbers(let cells):
      if let header, header.count == cells.count { return try sample(header, cells) }
      return try sample(rows == nil ? places(cells.count) : (1...cells.count).map(String.init), cells)
    // The same again in other units.
    case .other where text.hasPrefix("Uni:") && header == MotionCal.header: break
    case .names, .other: skip(text)
    }
    return nil
  }

  /// What numbers without names are called: by their places, or three of them as they were asked for.
  /// - Throws: kind `option` where names were asked for, and the lines have none.
  private func places(_ count: Int) throws(RecordingError) -> [String] {
    let places = (1...count).map(String.init)
    guard let text = columns.columns else { return places }
    let named = try RecordingOptions(columns: text).field.map(\.name)
    if named.allSatisfy(places.contains) { return places }
    let usual = ["mx", "my", "mz"]
    if count == 3, named.sorted() == usual { return usual }
    throw RecordingError(
      kind: .option, place: name, message: "its lines have \(count) numbers and no names, and \(text) was asked for",
      advice: "Give their places: columns 1 to \(count), such as 1,2,3.")
  }

  private mutating func sample(
    _ names: [String], _ cells: [String], isMotionCal: Bool = false
  ) throws(RecordingError) -> RecordingRow? {
    let text = cells.joined(separator: ",")
    if rows == nil {
      // The first row of numbers may be cut, too: the next ones decide.
      let found = try columns.options(header: names, isMotionCal: isMotionCal, name: name)
      rows = try RowReader(table: CSVTable(name: name, header: names), options: found)
      (header, options) = (names, found)
    }
    guard header == names, var reader = rows else {
      skip(text)
      return nil
    }
    defer { rows = reader }
    do throws(RecordingError) { return try reader.sample(CSVTable.Row(line: line, cells: cells)) } catch {
      skip(text)
      return nil
    }
  }

  private mutating func skip(_ text: String) {
    skipped += 1
    firstSkipped = firstSkipped ?? String(text.prefix(80))
  }
}

/// What a line is.
enum PrintedLine: Equatable {
  /// Words that may name columns.
  case names([String])
  case numbers([String])
  /// `mx:12.5,my:3` or `X: 12.5 Y: 3 uT`.
  case labelled([String], [String])
  /// Nine numbers as MotionCal reads them, in g, degrees a second and microtesla.
  case motionCal([String])
  case other

  init(_ text: String) {
    if let cells = MotionCal.cells(text) {
      self = .motionCal(cells)
      return
    }
    let tokens = Self.tokens(text)
    let labels = tokens.compactMap(Self.label)
    if labels.count >= 3, Set(labels.map(\.name)).count == labels.count {
      self = .labelled(labels.map(\.name), labels.map(\.cell))
    } else if tokens.count >= 3, tokens.allSatisfy({ decimalNumber($0) != nil }) {
      self = .numbers(tokens)
    } else if tokens.count >= 3, text.contains(where: { ",;\t".contains($0) }),
      // A greeting has words between blanks.
      tokens.allSatisfy({ decimalNumber($0) == nil && !$0.isEmpty && !$0.contains(":") })
    {
      self = .names(tokens)
    } else {
      self = .other
    }
  }

  private static func tokens(_ text: String) -> [String] {
    for separator in [",", ";", "\t"] where text.contains(separator) {
      var cells = text.split(separator: separator, omittingEmptySubsequences: false).map { String($0).trimmed }
      // Many sketches end each number with the separator, the last one too.
      if cells.last == "" { cells.removeLast() }
      return cells
    }
    var joined = text
    for mark in [":", "="] {
      while joined.contains(" \(mark)") { joined = joined.replacing(" \(mark)", with: mark) }
      while joined.contains("\(mark) ") { joined = joined.replacing("\(mark) ", with: mark) }
    }
    return joined.split(separator: " ").map(String.init)
  }

  private static func label(_ token: String) -> (name: String, cell: String)? {
    guard let mark = token.lastIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
    let cell = String(token[token.index(after: mark)...]).trimmed
    let name = String(token[..<mark]).trimmed
    return decimalNumber(cell) == nil || name.isEmpty ? nil : (name, cell)
  }
}

/// The lines that PJRC's MotionCal reads: `Raw:` and nine whole numbers, accelerometer in 1/8192 g, gyroscope in 1/16 degree a
/// second, magnetometer in 0.1 µT (MotionCal, imuread.h).
enum MotionCal {
  static let mark = "Raw:"
  static let header = ["ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz"]
  private static let counts: [Double] = [8192, 8192, 8192, 16, 16, 16, 10, 10, 10]

  /// The nine in g, degrees a second and microtesla; `nil` for any other line.
  static func cells(_ text: String) -> [String]? {
    guard text.hasPrefix(mark) else { return nil }
    let numbers = text.dropFirst(mark.count).split(separator: ",").map { Int(String($0).trimmed) }
    guard numbers.count >= 9, !numbers.contains(nil) else { return nil }
    return zip(numbers, counts).map { "\(Double($0 ?? 0) / $1)" }
  }

  /// A whole file of such lines; `nil` where the first line that is not empty is none.
  static func table(_ bytes: [UInt8], name: String) -> CSVTable? {
    guard let begin = bytes.first(where: { $0 > 32 }), begin == UInt8(ascii: "R") else { return nil }
    var table = CSVTable(name: name, header: header)
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 10 }
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard let cells = cells(text) else {
        if table.rows.isEmpty, !text.isEmpty { return nil }
        continue
      }
      table.rows.append(CSVTable.Row(line: index + 1, cells: cells))
    }
    return table.rows.isEmpty ? nil : table
  }
}
