// A recording in several files, each with a time: the files of a phone's app in a folder or an archive.

import Foundation
import RecordingText
import TerminalInterface

/// The columns of a file that the user joined.
struct JoinedColumns: Sendable {
  var name: String
  var columns: Range<Int>
  /// Whether the file's name says that its acceleration does not include gravity.
  var isWithoutGravity: Bool
}

/// Joins the columns of other files to the rows of one file by their times, with linear interpolation between rows.
enum RecordingJoin {
  /// The longest time between two rows for interpolation, seconds.
  private static let longestGap = 1.0

  /// A file of a recording.
  struct Part {
    var name: String
    var bytes: [UInt8]

    /// Whether the user named it.
    var isGiven = false

    /// The file's name without folder and suffix, which in phones' files contains the name of the sensor.
    var stem: String { ((name as NSString).lastPathComponent as NSString).deletingPathExtension }
    var sensor: FileSensor { FileSensor(stem) }

    /// The columns as found by their names, or by that of the file.
    func columns(_ table: RecordingTable) -> ColumnFinder {
      ColumnFinder(columns: table.layout.columns, of: Array((sensor.word ?? stem).utf8))
    }
  }

  /// The parts of a folder or an archive, the field first, and remarks. Throws kind `table` if no file has a field.
  static func parts(_ all: [Part], of place: String) throws(RecordingError) -> (parts: [Part], remarks: [String]) {
    var (fields, forces, rates): ([Part], [Part], [Part]) = ([], [], [])
    for part in all.sorted(by: { $0.name < $1.name }) {
      guard let table = try? RecordingTable(bytes: part.bytes, name: part.name) else { continue }
      let found = part.columns(table)
      if found.field != nil, found.force == nil, part.sensor.quantity ?? .field == .field {
        fields.append(part)
      } else if found.force != nil {
        forces.append(part)
      } else if found.rate != nil {
        rates.append(part)
      }
    }
    guard let field = fields.first(where: { $0.sensor.isUncalibrated }) ?? fields.first else {
      let names = all.map { shown($0.name) }.sorted().prefix(12).joined(separator: ", ")
      throw RecordingError(
        kind: .table, place: place, message: "none of its files has a magnetic field: \(names)",
        advice: "Give the file that has it, and the others by --join.")
    }
    // Several recordings may be in one folder, each with a text of its own before or after the sensor's name.
    let run = field.sensor.rest
    var remarks: [String] = []
    if let other = fields.first(where: { $0.sensor.rest != run && $0.sensor.quantity != nil }) {
      remarks.append(
        "the files are of several recordings: \(shown(field.name)) is read and not \(shown(other.name)); give this one "
          + "and its others by --join")
    }
    func ofRun(_ parts: [Part]) -> [Part] {
      parts.filter { $0.sensor.rest == run || $0.sensor.quantity == nil || field.sensor.quantity == nil }
    }
    return ([field] + [force(ofRun(forces)), ofRun(rates).first].compactMap { $0 }, remarks)
  }

  /// Apps write the acceleration with gravity and without it. Only the first gives the direction of down. The name says
  /// more than the size.
  private static func force(_ parts: [Part]) -> Part? {
    let possible = parts.filter { $0.sensor.hasGravity != false && hasGravity($0) }
    return possible.first { $0.sensor.hasGravity == true } ?? possible.first { $0.sensor.hasGravity == nil }
      ?? parts.first { $0.sensor.hasGravity == true }
  }

  private static func hasGravity(_ part: Part) -> Bool {
    guard let table = try? RecordingTable(bytes: part.bytes, name: part.name) else { return false }
    guard let places = part.columns(table).force?.places, places.count == 3 else { return false }
    var reader = table.reader
    var lengths: [Double] = []
    while lengths.count < 2000, reader.next() {
      let sum = places.reduce(0.0) { $0 + (reader.value($1) ?? .nan) * (reader.value($1) ?? .nan) }
      if sum.isFinite { lengths.append(sum.squareRoot()) }
    }
    lengths.sort()
    guard let middle = lengths.isEmpty ? nil : lengths[lengths.count / 2] else { return false }
    return (0.7...1.4).contains(middle) || (6.9...13.7).contains(middle) || (700...1400).contains(middle)
  }

  /// One text with the rows of the first part, joined with the columns of the other parts at the same times.
  static func joined(_ parts: [Part], name: String) throws(RecordingError) -> RecordingTable {
    let tables = try parts.map { part throws(RecordingError) in try RecordingTable(bytes: part.bytes, name: part.name) }
    guard let first = tables.first, let clock = Clock(first, like: nil) else {
      throw noTime(parts.first?.name ?? name)
    }
    var others: [(columns: [Int], series: Series)] = []
    var header = first.header
    var given: [JoinedColumns] = []
    for (part, table) in zip(parts, tables).dropFirst() {
      guard let own = Clock(table, like: first.header[clock.place]) else { throw noTime(part.name) }
      let columns = table.header.indices.filter { $0 != own.place && !table.header[$0].isEmpty }
      // The other words of a file's name must not be taken for a sensor's.
      let isWithoutGravity = part.sensor.hasGravity == false
      let word = (isWithoutGravity ? "linear_" : "") + (part.sensor.word ?? part.stem)
      header += columns.map { "\(word).\(table.header[$0])" }
      others.append((columns, Series(table, own, columns)))
      guard part.isGiven else { continue }
      given.append(
        JoinedColumns(
          name: part.name, columns: (header.count - columns.count)..<header.count, isWithoutGravity: isWithoutGravity))
    }
    var text =
      header.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    var reader = first.reader
    while reader.next() {
      let time = clock.seconds(reader)
      var cells = first.header.indices.map { place in
        place == clock.place ? time.map { "\($0)" } ?? "" : reader.value(place).map { "\($0)" } ?? ""
      }
      for index in others.indices {
        let values = time.flatMap { others[index].series.values(at: $0, within: longestGap) }
        cells += others[index].columns.indices.map { column in values.map { "\($0[column])" } ?? "" }
      }
      text += cells.joined(separator: ",") + "\n"
    }
    var table = try RecordingTable(bytes: Array(text.utf8), name: name, timeInSeconds: clock.place)
    table.joined = given
    return table
  }

  private static func noTime(_ name: String) -> RecordingError {
    RecordingError(
      kind: .table, place: name, message: "it has no column of times by which it could be joined",
      advice: "Files are joined by a column such as time or seconds_elapsed; give a file with one.")
  }

  /// The times of a file, in seconds.
  private struct Clock {
    var place: Int
    private var scale: Double

    init?(_ table: RecordingTable, like name: String?) {
      let found = Recognition(table.reader)
      let places = table.header.indices.filter { table.header[$0] == name }
      guard
        let time = places.first.map({ place in (place, found.time?.place == place ? found.time?.unit : nil) })
          ?? found.time.map({ ($0.place, $0.unit) })
      else { return nil }
      place = time.0
      let unit = TimeUnit(time.1 ?? TextUnit(column: table.layout.columns[place], of: .time)) ?? .seconds
      scale = unit.microseconds / 1_000_000
    }

    func seconds(_ reader: TextReader) -> Double? {
      if let value = reader.value(place) { return value * scale }
      return reader.cell(place).flatMap { ClockTime.parse(reader.text, $0.start, $0.end) }
    }
  }

  /// The rows of a file in the order of their times.
  private struct Series {
    private var times: [Double] = []
    private var rows: [[Double]] = []

    init(_ table: RecordingTable, _ clock: Clock, _ columns: [Int]) {
      var reader = table.reader
      while reader.next() {
        guard let time = clock.seconds(reader), time >= times.last ?? -.infinity else { continue }
        times.append(time)
        rows.append(columns.map { reader.value($0) ?? .nan })
      }
    }

    /// The values at a time between two rows; `nil` before the first row, after the last, and in a gap.
    func values(at time: Double, within gap: Double) -> [Double]? {
      guard !times.isEmpty else { return nil }
      // The last row at or before the time, or else the first row.
      var (row, end) = (0, times.count)
      while end - row > 1 {
        let middle = (row + end) / 2
        if times[middle] <= time { row = middle } else { end = middle }
      }
      let (before, after) = (times[row], row + 1 < times.count ? times[row + 1] : times[row])
      // Slightly before the first row or after the last one, that row is used.
      if time < before { return before - time < 0.05 ? rows[row] : nil }
      if after <= before { return time - before < 0.05 ? rows[row] : nil }
      guard after - before <= gap else { return nil }
      let share = (time - before) / (after - before)
      return zip(rows[row], rows[row + 1]).map { $0 + ($1 - $0) * share }
    }
  }
}

extension RecordingTable {
  /// Reads a file, and joins others to it by their times. For a folder or an archive it reads all files.
  /// - Parameter conditions: those that select a magnetometer of a binary log; they select no rows.
  /// - Throws: `RecordingError`, naming the file.
  package init(
    path: String, joining others: [String], where conditions: [RowCondition] = []
  ) throws(RecordingError) {
    if others.isEmpty, let log = try LogTable(path: path, where: conditions) {
      try self.init(log, name: path)
      return
    }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    var parts: [RecordingJoin.Part]
    var remarks: [String] = []
    if isThere, isFolder.boolValue {
      (parts, remarks) = try RecordingJoin.parts(Self.files(inFolder: path), of: path)
    } else {
      var bytes: [UInt8]
      if others.isEmpty, isFreshStream(path) {
        let (log, all) = try Self.streamed(path, where: conditions)
        if let log {
          try self.init(log, name: path)
          return
        }
        bytes = all
      } else {
        bytes = try Self.bytes(path)
      }
      if ZipArchive.isArchive(bytes) {
        (parts, remarks) = try RecordingJoin.parts(Self.files(inArchive: bytes, path), of: path)
      } else {
        parts = [RecordingJoin.Part(name: path, bytes: bytes)]
      }
    }
    for other in others {
      parts.append(RecordingJoin.Part(name: other, bytes: try Self.bytes(other), isGiven: true))
    }
    if parts.count == 1 {
      try self.init(bytes: parts[0].bytes, name: path, where: conditions)
    } else {
      self = try RecordingJoin.joined(parts, name: path)
    }
    self.remarks += remarks
  }

  private static func files(inFolder path: String) throws(RecordingError) -> [RecordingJoin.Part] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter(isText)
    guard !names.isEmpty else {
      throw RecordingError(
        kind: .cannotOpen, place: shown(path), message: "cannot be read: it is a folder, without files of rows",
        advice: "Give a recording, or a folder with the files of one.")
    }
    return try names.map { name throws(RecordingError) in
      RecordingJoin.Part(name: name, bytes: try bytes("\(path)/\(name)"))
    }
  }

  private static func files(inArchive bytes: [UInt8], _ path: String) throws(RecordingError) -> [RecordingJoin.Part] {
    guard let archive = ZipArchive(bytes) else {
      throw RecordingError(
        kind: .table, place: path, message: "it is a damaged archive", advice: "Unpack it, and give the folder.")
    }
    return archive.entries.filter { isText($0.name) }.compactMap { entry in
      archive.contents(entry).map { RecordingJoin.Part(name: entry.name, bytes: $0) }
    }
  }

  private static func isText(_ name: String) -> Bool {
    let suffix = (name as NSString).pathExtension.lowercased()
    return ["csv", "txt", "tsv", "json", "log"].contains(suffix) && !(name as NSString).lastPathComponent.hasPrefix(".")
  }

  /// A text whose times are in seconds, whatever their name says.
  init(bytes: [UInt8], name: String, timeInSeconds place: Int) throws(RecordingError) {
    var table = try RecordingTable(bytes: bytes, name: name)
    table.reader.setUnit("s", of: place)
    self = RecordingTable(live: table.reader, name: name)
  }
}
