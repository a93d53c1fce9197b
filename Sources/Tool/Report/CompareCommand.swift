// binnacle compare: what two logs, captures or calibrations say about the same time.
import Correction
import Foundation
import HostSession
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct CompareCommand: Subcommand {
  package let name = "compare"
  package let summary = "the difference of two logs, captures or calibrations, on one time axis"
  package let arguments = [
    CommandArgument(
      "A", .one, "a capture, a recording, a log, what `stream --csv` or `fit --json` wrote, or an exported calibration"),
    CommandArgument("B", .one, "another one"),
  ]
  package static let output = CommandOption(
    "output", letter: "o", "SVG", "draw headings, difference and field to a file")
  package static let shift = CommandOption("shift", "SECONDS", "move B later by this time; negative: earlier")
  package let options = [Self.output, Self.shift, .noGyro, .json]
  package let examples = [
    CommandExample("compare before.binnacle after.binnacle", "two captures: headings, fields and calibrations"),
    CommandExample("compare old.csv new.csv -o difference.svg", "two tables of `stream --csv`, with a picture"),
    CommandExample("compare fit-a.json fit-b.json", "two calibrations: how far do their headings differ?"),
  ]
  package let notes = [
    "Differences are B − A. Headings of B are interpolated at the times of A's, between readings at most 2 s apart. If "
      + "both files say when they began, that is the time axis; otherwise both begin together. --shift moves B; the "
      + "command says so if another shift would fit much better.",
    "A table with the column magnetic_deg is compared as it is; other recordings are computed as `report` computes "
      + "them. A file that needs --columns is made readable by `binnacle convert`.",
    "The change of a calibration is the difference of the headings of a level instrument, over the whole circle.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let paths = arguments.positionals
    guard !paths.contains("-") else { throw UsageError("Files are compared.\nSave the lines in one first.") }
    let output = arguments.text(Self.output)
    if let output { try NewFile.checkAbsent(output) }
    let shift = try arguments.number(Self.shift, in: -1e7...1e7)
    let sides = try paths.map { try ComparedFile($0, arguments) }
    let comparison = try FileComparison(sides[0], sides[1], shift: shift)
    if let output {
      guard comparison.pairs.count > 1 else {
        throw UsageError("There are no headings of both to draw.\nLeave out --output.")
      }
      try NewFile.write(ComparisonPicture(comparison).svg, to: output)
    }
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(comparison.json)
    case .human:
      for side in sides { for remark in side.remarks { arguments.console.remark("binnacle: \(side.name): \(remark)") } }
      for line in comparison.lines { arguments.console.line(line) }
      if let output { arguments.console.line("\nDrawn to \(output).") }
    }
    return .pass
  }
}

/// One of the files.
struct ComparedFile {
  let name: String
  /// In the order of time.
  private(set) var points: [ReportPoint] = []
  /// Seconds since 1970 of the first reading; `nil` if the file does not say it.
  private(set) var began: Double?
  private(set) var calibration: CalibrationRecord?
  private(set) var remarks: [String] = []

  init(_ path: String, _ arguments: ParsedArguments) throws {
    name = (path as NSString).lastPathComponent
    if path.lowercased().hasSuffix(".json"), let record = try? CalibrationJSON.read(path: path).record {
      calibration = record
      return
    }
    let input = Self.input(path, arguments)
    if let input, input.table.header.contains("magnetic_deg") {
      try useHeadings(input.recording(), path)
      return
    }
    let data = try ReportSource(path, arguments, keepsPoints: true, input: input).data()
    (points, remarks) = (data.points, data.remarks)
    began = data.began.map { Double($0) / 1e6 }
    calibration = data.calibration?.record
    guard !points.isEmpty || calibration != nil else {
      throw CommandError(.badFile, "\(path) has no reading and no calibration to compare.")
    }
  }

  /// The rows of a recording; `nil` for another file, whose reader says what is wrong with it.
  private static func input(_ path: String, _ arguments: ParsedArguments) -> RecordingInput? {
    guard !RecordingTable.isLog(path), (try? CaptureReader(path: path)) == nil else { return nil }
    return try? RecordingInput(path: path, arguments)
  }

  /// Takes the headings of a table as they are.
  private mutating func useHeadings(_ recording: Recording, _ path: String) throws {
    guard let first = recording.rows.first?.time else {
      throw CommandError(.badFile, "\(path) has headings without a time: a column such as t_s is needed.")
    }
    for row in recording.rows {
      func number(_ name: String) -> Double? { row.input.first { $0.name == name }?.number }
      guard let time = row.time, time.microseconds >= first.microseconds else { continue }
      var point = ReportPoint(seconds: Double(time.microseconds - first.microseconds) / 1e6)
      (point.heading, point.accuracy, point.dip) = (number("magnetic_deg"), number("accuracy_deg"), number("dip_deg"))
      let m = row.field.nanotesla
      let v = SIMD3(Double(m.x), Double(m.y), Double(m.z))
      point.strength = (v * v).sum().squareRoot()
      point.isValid = number("valid").map { $0 != 0 } ?? (point.heading != nil)
      points.append(point)
    }
  }
}
