// A recording as text: its columns, and its rows one after the other.

import Foundation
import RecordingText
import TerminalInterface

/// A file of rows, whatever its layout.
package struct RecordingTable: Sendable {
  /// One row with its cells as text.
  package struct Row: Equatable, Sendable {
    /// 1-based line in the file on which the row starts.
    package var line: Int
    /// One text for each column.
    package var cells: [String]
  }

  /// The path or name for messages.
  package let name: String
  /// The names of the columns; if the file has none, their places from 1.
  package let header: [String]
  /// How the rows are written.
  package let layout: TextLayout
  /// A reader at the beginning of the text.
  var reader: TextReader
  /// Remarks about a binary log from which the table was made.
  package var remarks: [String] = []
  /// The columns of a binary log, which need not be named or recognised.
  package private(set) var own: LineColumns?
  /// The files that the user joined, and the columns of each. One of them must be used.
  var joined: [JoinedColumns] = []

  /// Reads a file. - Throws: `RecordingError` of kind `cannotOpen` or `table`.
  package init(path: String, where conditions: [RowCondition] = []) throws(RecordingError) {
    try self.init(path: path, joining: [], where: conditions)
  }

  /// The bytes of a file. - Throws: kind `cannotOpen`, with the reason.
  package static func bytes(_ path: String) throws(RecordingError) -> [UInt8] {
    do throws(FileFault) { return try contents(ofFile: path, upTo: .recording) } catch {
      throw unread(error, path)
    }
  }

  /// The first bytes of a file, which show its kind.
  package static func beginning(_ path: String) throws(RecordingError) -> ArraySlice<UInt8> {
    do throws(FileFault) {
      if let bytes = try streamedContents(path, upTo: .recording) { return bytes.prefix(4096) }
      return try InputFile(path: path, upTo: .recording).read(4096)[...]
    } catch { throw unread(error, path) }
  }

  /// The log from a pipe, or all bytes of the pipe.
  static func streamed(
    _ path: String, where conditions: [RowCondition]
  ) throws(RecordingError) -> (log: LogTable?, bytes: [UInt8]) {
    do { return try logOrBytes(InputFile(path: path, upTo: .recording), name: path, where: conditions) } catch {
      if let fault = error as? FileFault { throw unread(fault, path) }
      throw error as? RecordingError ?? unread(.cannotRead(reason: "reading failed"), path)
    }
  }

  private static func unread(_ fault: FileFault, _ path: String) -> RecordingError {
    RecordingError(
      kind: fault.isTooLong ? .table : .cannotOpen, place: shown(path),
      message: fault.isTooLong ? "it \(fault)" : fault.description,
      advice: fault.isTooLong
        ? "Give a part of it, or a file with less columns." : "Give the path of a recording that you may read.")
  }

  /// Reads the bytes of a file.
  /// - Parameter conditions: those that select a magnetometer of a binary log; they select no rows.
  package init(bytes: [UInt8], name: String, where conditions: [RowCondition] = []) throws(RecordingError) {
    if let log = try LogTable(bytes, name: name, where: conditions) {
      try self.init(log, name: name)
      return
    }
    try self.init(text: bytes, name: name)
  }

  /// The table of a log.
  init(_ log: LogTable, name: String) throws(RecordingError) {
    try self.init(text: log.text, name: name)
    remarks = log.remarks
    own = log.columns
  }

  private init(text bytes: [UInt8], name: String) throws(RecordingError) {
    var reader = TextReader()
    reader.feed(bytes)
    reader.finish()
    reader.decide()
    if reader.layout == nil, LineKind.singleNumbers(bytes.prefix(4096)) >= 4 {
      throw RecordingError(
        kind: .table, place: name, message: "it has one number a line",
        advice: "A field needs three numbers a line: forward, right, down.")
    }
    try self.init(reader, name: name, isEmpty: bytes.isEmpty)
  }

  private init(_ reader: TextReader, name: String, isEmpty: Bool = false) throws(RecordingError) {
    self.name = name
    self.reader = reader
    guard let layout = reader.layout else { throw Self.unreadable(reader, name: name, isEmpty: isEmpty) }
    self.layout = layout
    header = layout.header
  }

  /// A table for lines as they come, whose layout is known.
  init(live reader: TextReader, name: String) {
    (self.name, self.reader) = (name, reader)
    layout = reader.layout ?? TextLayout(form: .json)
    header = layout.header
  }

  /// The error for a text without rows.
  private static func unreadable(_ reader: TextReader, name: String, isEmpty: Bool) -> RecordingError {
    func fault(_ message: String, _ advice: String) -> RecordingError {
      RecordingError(kind: .table, place: name, message: message, advice: advice)
    }
    let advice = "Give a recording: lines of numbers, with or without a header."
    if isEmpty { return fault("it is empty", advice) }
    if reader.encoding == .binary { return fault("it is a binary file, no text", advice) }
    if reader.hasSentences {
      return fault(
        "it holds sentences of NMEA 0183, which have no samples of a magnetometer",
        "For its places, give it to a command as --location nmea:FILE; a calibration needs the lines of a sensor.")
    }
    if reader.firstLine.isEmpty { return fault("it has no rows of numbers", advice) }
    if LineKind.isHeader(reader.firstLine) {
      return fault("there are no rows of numbers below “\(shown(reader.firstLine))”", advice)
    }
    return fault("it has no rows of numbers; it begins with “\(shown(reader.firstLine))”", advice)
  }

  /// The comment lines in order, without their mark.
  package var comments: [String] {
    var reader = reader
    while reader.next() {}
    return reader.comments.map { String(decoding: $0, as: UTF8.self) }
  }

  /// All rows with their cells as text.
  package var rows: [Row] {
    var reader = reader
    var rows: [Row] = []
    while reader.next() {
      rows.append(Row(line: reader.line, cells: (0..<max(reader.width, reader.rowWidth)).map { reader.string($0) }))
    }
    return rows
  }

  /// Only the rows of one kind, if the first cell names kinds and a condition selects one.
  func choosing(_ conditions: [RowCondition]) throws(RecordingError) -> RecordingTable {
    if let selection = layout.selection,
      conditions.contains(where: { $0.column == "\(selection.column + 1)" || $0.column == header[selection.column] })
    {
      // The user selects another sensor.
      var all = reader
      all.deselect()
      return try RecordingTable(all, name: name)
    }
    guard !layout.kinds.isEmpty,
      let asked = conditions.first(where: { $0.column == "1" || $0.column == header.first })
    else { return self }
    var chosen = reader
    guard chosen.choose(kind: Array(asked.value.utf8)) else {
      let known = layout.kinds.filter { $0.count > 0 }.map { shown($0.word) }
      throw RecordingError(
        kind: .option, place: name, message: "no row begins with “\(shown(asked.value))”",
        advice: "Its rows begin with: \(known.prefix(20).joined(separator: ", ")).")
    }
    return try RecordingTable(chosen, name: name)
  }

  /// What an option calls a column: its name, or its place from 1 if it has no name of its own.
  func name(of place: Int) -> String {
    let name = header[place]
    let isPlain = !name.isEmpty && header.firstIndex(of: name) == place && header.lastIndex(of: name) == place
    return isPlain ? name : "\(place + 1)"
  }

  /// The index of the column with this name, or at this place. Columns that no option names may share a name or have
  /// none.
  /// - Parameter option: the option that names the column, for the message.
  /// - Throws: kind `unknownColumn`, with the nearest existing name; `table` when two columns have the name.
  func index(of name: String, for option: String) throws(RecordingError) -> Int {
    if !name.isEmpty, let index = header.firstIndex(of: name) {
      guard header.lastIndex(of: name) == index else {
        throw RecordingError(
          kind: .table, place: self.name, column: name, message: "the header names this column twice",
          advice: "\(option) asks for it: take it by its place, such as \(index + 1).")
      }
      return index
    }
    if let place = Int(name), header.indices.contains(place - 1) { return place - 1 }
    if !layout.hasNames, header.count == 3, let usual = ["mx", "my", "mz"].firstIndex(of: name) { return usual }
    let places = header.indices.prefix(3).map { "\($0 + 1)" }.joined(separator: ",")
    guard layout.hasNames else {
      throw RecordingError(
        kind: .unknownColumn, place: self.name, column: name,
        message: "\(option) names it, and the file has no names: \(layout.summary)",
        advice: "Give places, 1 to \(header.count), such as \(option == "--columns" ? "--columns \(places)" : "1").")
    }
    let guess = nearest(to: name, among: header).map { "Did you mean “\(shown($0))”? " } ?? ""
    throw RecordingError(
      kind: .unknownColumn, place: self.name, column: name, message: "\(option) names it, the header does not",
      advice: "\(guess)The columns are: \(RecordingColumns.listed(header)).")
  }
}

enum LineKind {
  /// The number of lines that contain only one number.
  static func singleNumbers(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.split { $0 == 10 || $0 == 13 }.count { DecimalNumber.parse(Array($0), 0, $0.count) != nil }
  }

  /// Whether a line may name columns.
  static func isHeader(_ line: [UInt8]) -> Bool {
    line.contains { $0 == 44 || $0 == 59 || $0 == 9 } && !line.contains(58)
  }
}

extension TextReader {
  /// The text in a column. The integers of MotionCal are converted to their values.
  func string(_ column: Int) -> String {
    if layout?.form == .motionCal { return value(column).map { "\($0)" } ?? "" }
    return String(decoding: cellText(column), as: UTF8.self)
  }
}

extension TextLayout {
  /// The names of the columns; if the file has none, their places.
  var header: [String] {
    columns.enumerated().map { place, column in
      hasNames ? String(decoding: column.name, as: UTF8.self).trimmed : "\(place + 1)"
    }
  }

  /// The layout in words: “tabs, three numbers a line, no header”.
  package var summary: String {
    var parts: [String] = []
    switch form {
    case .separated(let mark):
      parts.append(
        mark == 9 ? "tabs" : mark == 59 ? "semicolons" : mark == 32 ? "blanks" : mark == 44 ? "commas" : "“|”")
    case .labelled: parts.append("labelled numbers")
    case .stacked: parts.append("labelled numbers in several lines")
    case .json: parts.append("a JSON object a line")
    case .motionCal: parts.append("MotionCal's Raw: lines")
    case .uniform: parts.append("MotionCal's Uni: lines")
    }
    if hasDecimalComma { parts.append("decimal commas") }
    switch encoding {
    case .utf16BigEndian, .utf16LittleEndian: parts.append("UTF-16")
    case .latin1: parts.append("Latin-1")
    case .utf8, .binary: break
    }
    if isDecorated { parts.append("time stamps or tags before the rows") }
    if isBracketed { parts.append("brackets") }
    if isStamped { parts.append("a time before the rows") }
    if let selection {
      parts.append("rows whose \(shown(columns[selection.column].name)) is \(shown(selection.value))")
    }
    if let kind { parts.append("rows “\(shown(kinds[kind].word))”") }
    if case .separated = form {
      if !hasNames {
        let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        parts.append("\(columns.count < 10 ? words[columns.count] : "\(columns.count)") numbers a line")
        parts.append("no header")
      } else if isNamedInComment {
        parts.append("names in a comment")
      } else if hasUnitRow {
        parts.append("units below the header")
      }
    }
    return parts.joined(separator: ", ")
  }
}
