// binnacle report: writes a capture, a recording or a fit as one HTML file to read, print and send.
import Correction
import FieldMonitor
import Foundation
import HostSession
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolFit
import ToolServe
import ToolStream

package struct ReportCommand: Subcommand {
  package let name = "report"
  package let summary =
    "make one HTML file of a capture, a recording, a fit or a deviation card: to read, print and send"
  package let arguments = [
    CommandArgument(
      "FILE", .one,
      "a capture, a recording in CSV or the log of an autopilot, what `binnacle fit --json` wrote, or the card of `binnacle swing`"
    )
  ]
  package static let output = CommandOption(
    "output", letter: "o", "HTML", "the file to write (default: FILE with .html)")
  static let recording = CommandOption(
    "recording", "CSV", "of a fit: the recording that was fitted, for the pictures of its samples")
  package let options: [CommandOption] =
    [Self.output, Self.recording] + CommandOption.recordingOptions + [.noGyro, .json]
  package let examples = [
    CommandExample("report run.binnacle", "writes run.html: open it in any browser, no network needed"),
    CommandExample(
      "report walk.csv --columns mx,my,mz,ax,ay,az --accel-unit m/s2 --time t_s -o walk.html",
      "a table of measurements: a fit, and the headings computed with it"),
    CommandExample("report card.csv", "the deviation card of `binnacle swing -o card.csv`, to print"),
    CommandExample(
      "report fit.json --recording walk.csv --columns mx,my,mz", "what `fit --json` wrote, with its samples"),
  ]
  package let notes = [
    "The report says in words what was found and what to do next. Then come heading with its stated "
      + "accuracy, strength and dip of the field, the samples before and after correction, the directions "
      + "that were seen, residuals by direction, gaps, latency, and the calibration with its prediction. The "
      + "command never overwrites a file.",
    "Long recordings are decimated: \(Digits.grouped(ReportSeries.limit)) points of a curve, each with the range of "
      + "its readings, and \(Digits.grouped(ReportCloud.limit)) samples of a cloud. The report says so below each picture.",
    "A recording is computed with --calibration, or with --reference. Without both, the command fits all "
      + "rows; if this fit is refused, it computes as `replay` does. Without --columns the columns "
      + "are guessed from the names of the header, and the report says which.",
    "Texts of the device, such as its name, are shown as plain text. The file holds the names of the link "
      + "and of the board, but no serial number, and no place unless a text of the capture has one.",
    "With --json, and when piped, the data of the report are written as one JSON object beside the file.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let path = arguments.positionals[0]
    guard path != "-" else { throw UsageError("A report is of a file.\nSave the lines in one first.") }
    let output = arguments.text(Self.output) ?? (path as NSString).deletingPathExtension + ".html"
    // The work takes seconds for a long recording, so check the output file first.
    try NewFile.checkAbsent(output)
    if let card = try ReportSource(path, arguments).card() { return try write(card, to: output, arguments) }
    let data = try ReportSource(path, arguments).data()
    let json = data.json
    let page = try ReportPage(data, json: json).text
    try NewFile.write(page, to: output)
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(json)
    case .human:
      for remark in data.remarks { arguments.console.remark("binnacle: \(remark)") }
      for line in ReportText.summary(data) { arguments.console.line(line) }
      arguments.console.line()
      for line in ReportText.next(data) { arguments.console.line("next: \(line)") }
      let size = Digits.grouped((page.utf8.count + 500) / 1000)
      arguments.console.line("\nWritten to \(output), \(size) KB. Open it in a browser.")
    }
    return .pass
  }

  private func write(_ card: DeviationCardPage, to output: String, _ arguments: ParsedArguments) throws -> ExitStatus {
    try Self.refuseRecordingOptions(arguments, "a deviation card")
    try NewFile.write(card.text, to: output)
    switch arguments.outputMode {
    case .jsonLines: arguments.console.line(card.json)
    case .human: arguments.console.line("The deviation card is in \(output). Open it in any browser, and print it.")
    }
    return .pass
  }

  /// - Throws: `UsageError` if an option was given that is only for recordings.
  static func refuseRecordingOptions(_ arguments: ParsedArguments, _ what: String) throws {
    guard let given = ([recording] + CommandOption.recordingOptions).first(where: arguments.flag) else { return }
    throw UsageError("--\(given.name) is for a recording, not for \(what).\nSee `binnacle report --help`.")
  }
}

/// The file of a report, which is read according to its kind.
struct ReportSource {
  private let path: String
  private let arguments: ParsedArguments

  /// Whether every reading is kept beside the curves.
  private let keepsPoints: Bool
  /// The file, if it was already read and found to be a recording.
  private let input: RecordingInput?

  init(_ path: String, _ arguments: ParsedArguments, keepsPoints: Bool = false, input: RecordingInput? = nil) {
    (self.path, self.arguments, self.keepsPoints, self.input) = (path, arguments, keepsPoints, input)
  }

  func data() throws -> ReportData {
    if try input == nil && CaptureReader.isCapture(path) {
      try ReportCommand.refuseRecordingOptions(arguments, "a capture")
      var data = ReportData(.capture, path: path)
      try replay(path, into: &data)
      return data
    }
    if let fields = try fit() {
      var data = ReportData(.fit, path: path)
      data.fit = try ReportFit(fields, path: path)
      guard let recording = arguments.text(ReportCommand.recording) else {
        try ReportCommand.refuseRecordingOptions(arguments, "a fit alone; name it with --recording CSV")
        if data.fit?.isAccepted == true, let record = try? CalibrationJSON.read(path: path).record {
          data.calibration = .init(record: record, origin: "of the fit")
        }
        return data
      }
      try compute(RecordingInput(path: recording, arguments), into: &data)
      return data
    }
    guard !arguments.flag(ReportCommand.recording) else {
      throw UsageError(
        "--recording is for a fit, and \(path) is none.\nLeave it out: binnacle report \(path.shellWord)")
    }
    var data = ReportData(.recording, path: path)
    try compute(input ?? RecordingInput(path: path, arguments), into: &data)
    return data
  }

  /// The deviation card in the file; `nil` if it holds something else.
  func card() throws -> DeviationCardPage? {
    if input != nil || isFolder { return nil }
    guard try DeviationCardFile.isCard(RecordingTable.beginning(path)) else { return nil }
    return try DeviationCardPage(card: DeviationCardFile.read(path: path), file: (path as NSString).lastPathComponent)
  }

  private var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The fields of a JSON object; `nil` if the file does not contain one.
  private func fit() throws -> [String: FileValue]? {
    // A log may be large, so it is read as a stream.
    if try isFolder || RecordingTable.isLog(path) || !Self.isObject(RecordingTable.beginning(path)) { return nil }
    let bytes = try RecordingTable.bytes(path)
    // A file with one object on each line is a recording.
    return FileValue.fields(bytes) ?? ((try? RecordingTable(bytes: bytes, name: path)) == nil ? [:] : nil)
  }

  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }

  // MARK: - Recordings

  private func compute(_ input: RecordingInput, into data: inout ReportData) throws {
    let (columns, vectors) = (input.options, try input.vectors(joinsRuns: false))
    data.remarks += input.remarks(vectors.passed).map(Self.plain)
    if data.fit == nil {
      var remarks: [String] = []
      // Rows that are too few for a fit may be enough for headings.
      data.fit = try? ReportFit(FitCommand.report(vectors, columns, isPlain: false) { remarks.append($0) })
      for text in remarks.map(Self.plain) where !data.remarks.contains(text) { data.remarks.append(text) }
    }
    var recording = try input.recording()
    if let fit = data.fit, !columns.fieldUnit.hasStrength {
      let scale = try? CalibrationJSON.read(fit.json.line.utf8, path: fit.file).countScale
      if let counted = try CountedStream(input, arguments, scale: scale) {
        recording = counted.recording
        data.remarks.append(Self.plain(counted.remark))
      }
    }
    for text in RecordingStream.remarks(recording, columns).map(Self.plain) where !data.remarks.contains(text) {
      data.remarks.append(text)
    }
    try arguments.text(.attitude).map { try RecordedAttitude($0) }?.apply(to: &recording)
    let (record, origin) = try self.record(for: recording, data)
    let options = try self.options()
    try ComputedTrack.capture(recording, record, options, .silent) { try replay($0, into: &data, options) }
    data.calibration?.origin = origin
    // The link inside this process is not of interest.
    (data.board, data.line, data.latency, data.link, data.began) = (nil, nil, nil, nil, nil)
  }

  /// The record to compute a recording with, and where it comes from.
  private func record(for recording: Recording, _ data: ReportData) throws -> (CalibrationRecord?, String) {
    if let given = arguments.text(.calibrationFile) {
      return (try RecordingSource.model(recording, arguments), "of \((given as NSString).lastPathComponent)")
    }
    if !arguments.flag(.reference), let fit = data.fit, fit.isAccepted,
      let record = try? CalibrationJSON.read(fit.json.line.utf8, path: fit.file).record
    {
      return (record, data.kind == .fit ? "of the fit" : "fitted to these rows")
    }
    var silent = arguments
    silent.console = .silent
    return (
      try RecordingSource.model(recording, silent), "assumed to be done, its strength learned from the beginning"
    )
  }

  private func options() throws -> StreamOptions {
    var options = try StreamOptions(arguments, isCaptured: true)
    options.isChecked = true
    return options
  }

  /// A remark without the program's name at its beginning.
  private static func plain(_ remark: String) -> String { String(remark.trimmingPrefix("binnacle: ")) }

  // MARK: - Captures

  private func replay(_ path: String, into data: inout ReportData, _ given: StreamOptions? = nil) throws {
    let options = try given ?? options()
    let replay = try CaptureReplay(path: path, options: options)
    let report = StreamReport(console: .silent, mode: .human, isForeign: true)
    report.isCompassAlone = !options.usesGyroscope
    let collector = ReportCollector(keepsPoints: keepsPoints)
    report.observer = collector
    let played = replay.play(report) { frame, isSent in collector.add(frame, isSent: isSent) }
    data.link = replay.header.linkName
    data.began = replay.header.startMicroseconds
    data.ending = replay.ending?.description
    data.failure = played.facts.failure
    data.board = collector.hello
    data.seconds = collector.seconds
    (data.tally, data.series, data.points) = (collector.tally, collector.series, collector.points)
    collector.endEvents()
    (data.gaps, data.events) = (collector.gaps, collector.events)
    (data.run, data.prompt, data.mounting) = (collector.run, collector.prompt, collector.mounting)
    data.line = played.line.counters
    // The clock of a simulated device is that of its world, so it does not show the delay of the link.
    if let median = collector.latency.quantile(0.5), let high = collector.latency.quantile(0.99), median >= 0,
      played.bench?.usesDeviceClock != true
    {
      data.latency = (median, high)
    }
    if !collector.samples.isEmpty { data.cloud = ReportCloud(collector.samples) }
    judge(report, played, collector, &data)
    if let record = collector.record { use(record, collector, &data) }
  }

  private func use(_ record: CalibrationRecord, _ collector: ReportCollector, _ data: inout ReportData) {
    let day = data.kind == .capture ? data.began.map { Int32(truncatingIfNeeded: $0 / 86_400_000_000 - 10_957) } : nil
    let age = record.date.map { (day ?? Place.today.days) &- $0 }
    data.calibration = .init(record: record, origin: "of the device", age: age)
    let world = collector.localField.flatMap { $0.state == .known ? $0.field : nil }
    data.expected = FieldExpectation(
      calibratedNanotesla: record.fieldStrength, calibratedDip: record.dip, residualNanotesla: UInt32(record.residual),
      world: world)
    data.isExpectedByWorldModel = record.fieldStrength == 0
    data.directions = ReportDirections(collector.samples, record, mounting: collector.mounting)
    data.coverage = record.coverage == DirectionCells() ? data.directions.map { DirectionCells($0) } : record.coverage
  }

  private func judge(
    _ report: StreamReport, _ played: CaptureReplay.Played, _ collector: ReportCollector, _ data: inout ReportData
  ) {
    guard collector.tally.readings > 0 else { return }
    guard !collector.hasOtherRecords else {
      data.unchecked = "the calibration was replaced meanwhile"
      return
    }
    let (facts, line) = (played.facts, played.line)
    guard let verdict = report.verdict(line, bench: played.bench, clock: facts.clock, isReal: facts.isReal) else {
      return
    }
    data.check = .init(verdict: verdict, json: report.json(line, verdict))
  }
}

extension Console {
  /// A console whose output is discarded.
  static let silent = Console(
    results: Sink(isTerminal: false, hasColour: false) { _ in },
    remarks: Sink(isTerminal: false, hasColour: false) { _ in })
}
