// Comma-separated values (RFC 4180) with additional `#` comment lines.

import Foundation

/// A table of text with named columns.
public struct CSVTable: Equatable, Sendable {
  /// One line of values.
  public struct Row: Equatable, Sendable {
    /// 1-based line in the file on which the row starts.
    public var line: Int
    /// One text for each column of the header.
    public var cells: [String]
  }

  /// The path or name for messages.
  public var name: String
  /// The `#` lines in order, without the `#`.
  public var comments: [String]
  public var header: [String]
  public var rows: [Row]
  /// What is to be said of a binary log that gave the table.
  public var remarks: [String] = []

  /// A table without rows.
  init(name: String, header: [String]) {
    (self.name, self.header) = (name, header)
    comments = []
    rows = []
  }

  /// Reads a file, which may be a binary log.
  /// - Parameter conditions: those that choose a magnetometer of a log; they choose no rows.
  /// - Throws: `RecordingError` of kind `cannotOpen` or `table`.
  public init(path: String, where conditions: [RowCondition] = []) throws(RecordingError) {
    guard let read = try RecordingBytes(path: path, where: conditions) else {
      throw RecordingError(
        kind: .cannotOpen, place: path, message: "cannot be read: \(Self.reason(path))",
        advice: "Give the path of a CSV file that you may read.")
    }
    try self.init(text: read.bytes, name: path)
    remarks = read.remarks
  }

  /// Reads the bytes of a file.
  public init(bytes: [UInt8], name: String, where conditions: [RowCondition] = []) throws(RecordingError) {
    let read = try RecordingBytes(bytes, name: name, where: conditions)
    try self.init(text: read.bytes, name: name)
    remarks = read.remarks
  }

  /// Reads the bytes of a text; also of one with lines as MotionCal reads them.
  private init(text bytes: [UInt8], name: String) throws(RecordingError) {
    if let table = MotionCal.table(bytes, name: name) {
      self = table
      return
    }
    self.name = name
    comments = []
    header = []
    rows = []
    var parser = LineParser(bytes: bytes)
    var hasHeader = false
    while let record = try Self.next(&parser, name) {
      switch record.content {
      case .comment(let text): comments.append(text)
      case .cells(let cells) where !hasHeader:
        hasHeader = true
        header = cells.map { $0.trimmed }
        // This check comes first: with a wrong separator every row would be an error.
        try checkSeparator(line: record.line)
      case .cells(let cells):
        try append(cells, line: record.line)
      }
    }
    guard hasHeader else {
      throw RecordingError(
        kind: .table, place: name, message: "there is no header line",
        advice: "The first line that is not a # comment must name the columns, separated by commas.")
    }
  }

  private static func next(
    _ parser: inout LineParser, _ name: String
  ) throws(RecordingError) -> (line: Int, content: LineParser.Content)? {
    do {
      return try parser.next()
    } catch {
      throw RecordingError(kind: .table, place: name, line: error.line, message: error.message, advice: error.advice)
    }
  }

  private mutating func append(_ cells: [String], line: Int) throws(RecordingError) {
    guard cells.count == header.count else {
      throw RecordingError(
        kind: .table, place: name, line: line,
        message: "the row has \(Self.count(cells.count, "cell")) where the header names "
          + Self.count(header.count, "column"),
        advice: Self.hasDecimalCommas(cells, columns: header.count)
          ? "Are its commas decimal marks? Write the numbers with a point."
          : "Correct or remove the row; a file that was cut off ends with such a row.")
    }
    rows.append(Row(line: line, cells: cells))
  }

  /// Whether a row has twice as many cells as columns, all of them whole numbers: 29,84 then gives two cells.
  private static func hasDecimalCommas(_ cells: [String], columns: Int) -> Bool {
    cells.count == 2 * columns && cells.allSatisfy { Int($0.trimmed) != nil }
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private func checkSeparator(line: Int) throws(RecordingError) {
    guard header.count == 1, let separator = [";", "\t"].first(where: { header[0].contains($0) }) else { return }
    throw RecordingError(
      kind: .table, place: name, line: line,
      message: "the header has no comma but \(separator == ";" ? "semicolons" : "tabs")",
      advice: "Save it separated by commas, with a point as the decimal mark.")
  }

  private static func reason(_ path: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return "there is no such file"
    }
    if isDirectory.boolValue { return "it is a folder" }
    return FileManager.default.isReadableFile(atPath: path) ? "reading failed" : "permission denied"
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

/// Splits bytes into comment lines and lists of cells. LF, CRLF and CR end a line; empty lines are skipped.
struct LineParser {
  enum Content: Equatable {
    case comment(String)
    case cells([String])
  }

  struct Fault: Error {
    var line: Int
    var message: String
    var advice: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(bytes: [UInt8]) {
    self.bytes = bytes
    // Spreadsheets may write a byte order mark first.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  mutating func next() throws(Fault) -> (line: Int, content: Content)? {
    var first = firstInk
    while first < bytes.count, isLineEnd(bytes[first]) {
      position = first
      skipLineEnd()
      first = firstInk
    }
    guard first < bytes.count else { return nil }
    let start = line
    if bytes[first] == UInt8(ascii: "#") {
      position = first + 1
      let text = try plainText(until: isLineEnd)
      skipLineEnd()
      return (start, .comment(text.trimmed))
    }
    var cells: [String] = []
    while true {
      cells.append(try cell())
      if position < bytes.count, bytes[position] == UInt8(ascii: ",") {
        position += 1
      } else {
        skipLineEnd()
        return (start, .cells(cells))
      }
    }
  }

  /// The first position that is not space: comments may be indented, and a line of spaces alone is empty.
  private var firstInk: Int {
    var at = position
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") { at += 1 }
    return at
  }

  private mutating func skipLineEnd() {
    guard position < bytes.count else { return }
    if bytes[position] == 13, position + 1 < bytes.count, bytes[position + 1] == 10 { position += 1 }
    position += 1
    line += 1
  }

  private mutating func plainText(until isEnd: (UInt8) -> Bool) throws(Fault) -> String {
    let start = position
    while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
    return try text(bytes[start..<position])
  }

  private mutating func cell() throws(Fault) -> String {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return try plainText { $0 == UInt8(ascii: ",") || isLineEnd($0) }.trimmed
    }
    return try quotedCell()
  }

  private mutating func quotedCell() throws(Fault) -> String {
    let startLine = line
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        // Two quotes inside a quoted cell stand for one quote.
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          content.append(byte)
          position += 1
          continue
        }
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        guard position == bytes.count || bytes[position] == UInt8(ascii: ",") || isLineEnd(bytes[position]) else {
          throw Fault(
            line: line, message: "there is text after a closing quote",
            advice: "Write a quote inside a quoted cell twice.")
        }
        return try text(content[...])
      }
      if byte == 10 || (byte == 13 && !(position + 1 < bytes.count && bytes[position + 1] == 10)) { line += 1 }
      content.append(byte)
      position += 1
    }
    throw Fault(
      line: startLine, message: "a quoted cell that starts here never ends", advice: "Add the closing quote.")
  }

  private func text(_ slice: ArraySlice<UInt8>) throws(Fault) -> String {
    guard let string = String(validating: slice, as: UTF8.self), !slice.contains(0) else {
      throw Fault(line: line, message: "this is not UTF-8 text", advice: "Give a CSV file, saved as UTF-8.")
    }
    return string
  }
}

extension CSVTable {
  /// The index of the column with this name. Columns that no option names may share a name or have none.
  /// - Parameter option: the option that names the column, for the message.
  /// - Throws: kind `unknownColumn`, with the nearest existing name; `table` when two columns have the name.
  func index(of name: String, for option: String) throws(RecordingError) -> Int {
    if let index = header.firstIndex(of: name) {
      guard header.lastIndex(of: name) == index else {
        throw RecordingError(
          kind: .table, place: self.name, column: name, message: "the header names this column twice",
          advice: "\(option) asks for it: give every column a name of its own.")
      }
      return index
    }
    // The file may have no names, or the names may be in a comment line after a #.
    guard header.contains(where: { decimalNumber($0) == nil }) else {
      throw RecordingError(
        kind: .table, place: self.name, message: "its first line has numbers where the names of the columns belong",
        advice: "Put a line above it that names them, separated by commas and without a #.")
    }
    let guess = nearest(to: name, among: header).map { "Did you mean “\($0)”? " } ?? ""
    throw RecordingError(
      kind: .unknownColumn, place: self.name, column: name, message: "\(option) names it, the header does not",
      advice: "\(guess)The columns are: \(header.filter { !$0.isEmpty }.joined(separator: ", ")).")
  }
}
