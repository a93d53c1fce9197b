// binnacle convert: writes any recording, capture or log as one clean table.
import DeviceLinks
import Foundation
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct ConvertCommand: Subcommand {
  package let name = "convert"
  package let summary = "write a recording, a capture or a log as one clean table, which every command reads"
  package let arguments = [
    CommandArgument(
      "FILE", .one, "a recording in CSV, a capture, a PX4 ULog (.ulg) or an ArduPilot DataFlash log (.bin)")
  ]
  package static let form = CommandOption(
    "to", "FORM", "csv (default), or json: one object a line", among: ["csv", "json"])
  package static let output = CommandOption(
    "output", letter: "o", "FILE", "the file to write (default: standard output)")
  package let options = [Self.form, Self.output] + CommandOption.recordingContent
  package let examples = [
    CommandExample("convert flight.ulg -o flight.csv", "the field, acceleration and rates of a flight, joined by time"),
    CommandExample("convert flight.bin --where sensor=1 --to json", "the second magnetometer of a log"),
    CommandExample("convert run.binnacle -o run.csv", "the samples of a capture"),
    CommandExample(
      "convert walk.csv --columns mx,-my,-mz --unit mG -o clean.csv", "other columns and units in ours"),
  ]
  package let notes = [
    "The columns are t_s, mx_uT, my_uT, mz_uT, ax_g, ay_g, az_g, gx_dps, gy_dps, gz_dps, as far as the "
      + "recording has them, in the axes forward, right, down; then the other columns of the recording. "
      + "`fit`, `report`, `serve` and `replay` read this table without options, and get the same "
      + "nanotesla, micro-g and rates as from FILE. A field in counts stays in counts: mx_counts; numbers near 1 stay "
      + "what they are: mx_au.",
    "From a log one magnetometer is written; --where sensor=N or device=N chooses another. The "
      + "corrections that the autopilot had added to the field are removed, and a remark names them. From a "
      + "capture the measured field is written, before its calibration, the corrected specific force, and the heading "
      + "of each sample with its accuracy: \(HeadingTable.names.joined(separator: ", ")).",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.positionals[0]
    guard path != "-" else { throw UsageError("A table is made of a file.\nSave the lines in one first.") }
    let isJSON = try arguments.choice(Self.form) == "json"
    let output = arguments.text(Self.output)
    if let output { try NewFile.checkAbsent(output) }
    let (recording, table) = try Self.recording(path, arguments)
    let text = TableText(table: table, isJSON: isJSON)
    guard let output else {
      text.write(recording.rows) { arguments.console.results.writeTable($0) }
      return .pass
    }
    var all = ""
    text.write(recording.rows) { all += $0 }
    try NewFile.write(all, to: output)
    arguments.console.remark("binnacle: \(Digits.count(recording.rows.count, "row")) in \(output)")
    return .pass
  }

  /// The rows of a file, and their columns.
  private static func recording(
    _ path: String, _ arguments: ParsedArguments
  ) throws -> (recording: Recording, table: CleanTable) {
    if let captured = try CapturedSamples(path: path) {
      if let given = CommandOption.recordingContent.first(where: arguments.flag) {
        throw UsageError("--\(given.name) is for a recording, not for a capture.\nLeave it out.")
      }
      for remark in captured.remarks { arguments.console.remark("binnacle: \(remark)") }
      return (captured.recording, table(captured.recording))
    }
    let input = try RecordingInput(path: path, arguments)
    var options = input.options
    let hasSize = options.fieldUnit.hasStrength || options.fieldCounts != nil
    let decimals = hasSize ? 3 : try Self.decimals(input.vectors())
    // A row holds integers: those of numbers without a size are the numbers with all their decimals.
    if !hasSize { options.fieldScale = (0..<decimals).reduce(1) { scale, _ in scale * 10 } }
    let recording = try Recording(table: input.table, options: options, where: input.conditions)
    for remark in input.remarks(recording.passed) { arguments.console.remark(remark) }
    var table = table(recording)
    if !hasSize { (table.fieldUnit, table.fieldDecimals) = (options.fieldUnit == .counts ? "counts" : "au", decimals) }
    table.isForceCounts = options.accelerationUnit == .counts && options.accelerationCounts == nil
    return (recording, table)
  }

  /// The decimals of numbers without a size: none for integers, otherwise as many as a row holds, and at most six.
  private static func decimals(_ vectors: MeasuredVectors) -> Int {
    let hasFractions = vectors.field.contains { $0 != $0.rounded(.down) }
    let largest = vectors.field.reduce(0) { max($0, $1.max(), -$1.min()) }
    var (decimals, limit) = (0, 2_000_000.0)
    while hasFractions, decimals < 6, largest * 10 <= limit { (decimals, limit) = (decimals + 1, limit / 10) }
    return decimals
  }

  private static func table(_ recording: Recording) -> CleanTable {
    let rows = recording.rows
    return CleanTable(
      hasTime: rows.contains { $0.time != nil }, hasForce: rows.contains { $0.acceleration != nil },
      hasRate: rows.contains { $0.rate != nil }, others: rows.first?.input.map(\.name) ?? [])
  }
}

/// Rows as lines of CSV or JSON.
struct TableText {
  let table: CleanTable
  let isJSON: Bool

  /// Writes the rows, many lines at a time.
  func write(_ rows: [RecordingRow], _ write: (String) -> Void) {
    let header = table.header
    var text = isJSON ? "" : header.map(Self.quoted).joined(separator: ",") + "\n"
    for (index, row) in rows.enumerated() {
      let own = table.cells(row)
      text += isJSON ? object(header, own, row) : (own + row.input.map { Self.quoted($0.text) }).joined(separator: ",")
      text += "\n"
      if index % 1000 == 999 {
        write(text)
        text = ""
      }
    }
    write(text)
  }

  /// A JSON object with the same digits as the cells, so that nothing is rounded twice.
  private func object(_ header: [String], _ own: [String], _ row: RecordingRow) -> String {
    func quoted(_ text: String) -> String { JSONValue.string(text).text }
    let cells = own.map { $0.isEmpty ? "null" : $0 } + row.input.map { $0.number.map { "\($0)" } ?? quoted($0.text) }
    return "{" + zip(header, cells).map { "\(quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }

  /// A cell in the form of RFC 4180.
  static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) || text.hasPrefix("#") else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
