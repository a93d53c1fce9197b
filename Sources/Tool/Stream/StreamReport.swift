// What a stream prints and concludes, whether its readings come live or out of a file.

import DeviceLinks
import HostSession
import LinkProtocol
import Quantities
import Recordings
import Reference
import TerminalInterface
import Verdict

/// Prints readings, judges them, and says at the end how it went.
final class StreamReport {
  private let console: Console
  private let mode: OutputMode
  private(set) var readings = 0
  private var lastSequence: UInt32?
  private var numeric: NumericCheck?
  /// Kept for the truth, which is known only when the clock and the fields of the time after are known.
  private var kept: [Reading] = []
  /// What has been judged of it.
  private var truth: TruthCheck?
  private var hasHead = false

  /// Whether other programs read a form that has no room for anything but readings.
  private let isForeign: Bool

  /// - Parameter isForeign: whether nothing but the readings is to be written, in a form that is told by the time the first
  ///   one comes.
  init(console: Console, mode: OutputMode, isForeign: Bool = false) {
    self.console = console
    self.mode = mode
    self.isForeign = isForeign
  }

  /// The report of a stream with these arguments and what became of them.
  convenience init(_ arguments: ParsedArguments, _ options: StreamOptions) {
    self.init(console: arguments.console, mode: arguments.outputMode, isForeign: options.heading.isForeign)
  }

  /// From now on readings are written as sentences.
  func writeSentences(isSimulated: Bool, card: DeviationCard = .none) {
    sentences = SentenceOutput(isSimulated: isSimulated, card: card)
  }
  private var sentences: SentenceOutput?

  /// From now on readings are written in this form.
  func writeCoreLocation(_ output: CoreLocationOutput) {
    coreLocation = output
  }
  private var coreLocation: CoreLocationOutput?

  /// From now on readings are judged against this model.
  func judge(
    record: ReferenceRecord, mounting: ReferenceMounting, pointing: AxisRemap.SignedAxis?, provocation: Provocation,
    hasTruth: Bool = true
  ) {
    self.pointing = pointing
    self.hasTruth = hasTruth && pointing == .plusX
    numeric = NumericCheck(
      record: record, mounting: mounting,
      pointing: pointing.map { ReferenceMounting(pointing: $0.rawValue) ?? .identity },
      provocation: provocation)
  }
  private var pointing: AxisRemap.SignedAxis? = .plusX
  private var hasTruth = true
  private static let otherAxis = "the world knows where the forward axis points, and another one was asked for"

  /// A line above the rows, for people.
  func title(_ text: String) {
    if mode == .human && !isForeign { console.line(text) }
  }

  /// Something for the person, on standard error.
  func remark(_ text: String) {
    lift()
    console.remark("binnacle: \(text)")
  }

  // MARK: - The needle

  private var needle = Needle()
  private var isNeedleShown = false

  /// The needle stands below the rows, and each row takes its place.
  private func showNeedle(_ reading: Reading) {
    guard console.results.isTerminal, console.results.hasColour else { return }
    var angle = reading.mode == .unavailable ? nil : reading.heading
    if let assessment = reading.assessment, let magnetic = assessment.magnetic {
      angle = magnetic - assessment.orientation.offset
    }
    let heading = angle.map { ReferenceAngle.degrees(binary: $0.rawValue) }
    let arrow = needle.draw(heading: heading)
    console.live(heading == nil ? "\(arrow)  no heading" : "\(arrow)  north, when up is where the instrument points")
    isNeedleShown = true
  }

  private func lift() {
    if isNeedleShown { console.liftLive() }
    isNeedleShown = false
  }

  /// A line for people.
  private func line(_ text: String) {
    lift()
    console.line(text)
  }

  /// Takes one reading.
  /// - Parameter movement: `nil` where no locations are told.
  func add(_ reading: Reading, lost: Int, input: [RecordingCell]? = nil, movement: Movement? = nil) {
    readings += 1
    numeric?.add(reading)
    if numeric != nil, hasTruth { kept.append(reading) }
    missTrueNorth(reading)
    if isForeign {
      for line in sentences?.lines(reading) ?? [] { console.line(line) }
      if let coreLocation { console.line(coreLocation.json(reading)) }
      return
    }
    switch mode {
    case .jsonLines: console.line(ReadingFormat.json(reading, input: input, movement: movement))
    case .human:
      if !hasHead { line(ReadingFormat.head + (movement == nil ? "" : ReadingFormat.movementHead)) }
      hasHead = true
      line(ReadingFormat.row(reading, lost: lost, movement: movement))
      showNeedle(reading)
    }
  }

  /// From now on a true heading that is missing is remarked on.
  func demandTrueNorth() { wantsTrue = true }
  private var wantsTrue = false

  /// Readings in a row that lack the true heading they were asked for; `nil` once that was said.
  private var withoutTrueNorth: Int? = 0

  /// The third in a row is told of, once: the world model takes a moment, and JSON has its reasons.
  private func missTrueNorth(_ reading: Reading) {
    guard wantsTrue, let count = withoutTrueNorth, let assessment = reading.assessment, mode == .human || isForeign
    else { return }
    withoutTrueNorth = assessment.trueNorth == nil ? count + 1 : 0
    guard count == 2, assessment.trueNorth == nil else { return }
    withoutTrueNorth = nil
    let doubts = assessment.doubts.names.joined(separator: ", ")
    remark("no true heading: \(doubts.isEmpty ? "the device gives no reason" : doubts)")
  }

  /// A gap, at its place among the readings.
  func mark(_ gap: StreamGap) {
    sentences?.noteGap()
    if isForeign { return }
    switch mode {
    case .jsonLines: console.line(gap.json)
    case .human: line(gap.row)
    }
  }

  /// Something about the sensor, on standard error.
  func tell(_ event: SensorEvent) {
    lift()
    let place = "register 0x\(String(event.register, radix: 16))"
    switch event.state {
    case .ready: console.remark("magnetometer: ready")
    case .unavailable: console.remark("magnetometer: unavailable (error \(event.kind), \(place), \(event.detail))")
    default:
      console.remark(
        "magnetometer: \(CodeText.name(event.state, code: event.stateCode)) (error \(event.kind), \(place), \(event.detail))"
      )
    }
  }

  /// The device's question whether a calibration should be shown, on standard error.
  /// - Parameter advice: the command to run.
  func tell(_ prompt: CalibrationPrompt, advice: String) {
    let why = CalibrationText.text(prompt.reason, measured: prompt.measured, limit: prompt.limit)
    remark("the device asks to be calibrated: \(why) (\(advice))")
  }

  /// What happened on the line.
  struct Line {
    var counters: LineCounters
    /// Frames that the device was told to damage, when it was.
    var expectedCorrupt: Int?
    var wasInterrupted = false
    /// Why the link ended before its time.
    var failure: String?
    /// Whether asking again may help.
    var trouble: HeadingTrouble?
    /// Whether everything is there: not so for a capture that was cut off or damaged.
    var isWhole = true
    /// By how much a reading's time is uncertain, seconds.
    var timeUncertainty: (typical: Double, worst: Double)?
    /// Of a live stream.
    var figures: StreamFigures?
    /// Of a simulated world, captured without a check: with the device's own calibration, not with the one that it calls for.
    var hasOwnCalibration = false
    /// Ended waits for the line, where the link counts them.
    var wakeUps: Int?
    /// Whether a summary was asked for.
    var hasSummary = false
  }

  /// Judges the readings from before `settled`, about which nothing new can be learned, so that a stream of hours keeps
  /// seconds of them.
  func settle(before settled: Instant, bench: any Bench, clock: ClockTrack) {
    compare(kept.prefix { $0.time < settled }.count, bench, clock)
  }

  /// Judges all that is kept: nothing more will be known of it.
  func settleAll(bench: any Bench, clock: ClockTrack) { compare(kept.count, bench, clock) }

  /// Judges the oldest of the readings that are kept, and keeps them no longer.
  private func compare(_ count: Int, _ bench: any Bench, _ clock: ClockTrack) {
    var check = truth ?? TruthCheck(horizontalNanotesla: bench.horizontalNanotesla)
    for reading in kept.prefix(count) {
      let fields = bench.fields(of: reading, clock: clock)
      check.add(reading, fields: fields)
    }
    truth = check
    kept.removeFirst(count)
  }

  /// Prints the summary and, when readings were judged, the verdict.
  func finish(_ line: Line, bench: (any Bench)?, clock: ClockTrack, isReal: Bool) -> ExitStatus {
    lift()
    var line = line
    // A simulated board's clock is that of its world: nothing is known by round trips, and nothing needs to be.
    if let bench, bench.usesDeviceClock { line.timeUncertainty = nil }
    // Whoever ends it before a terminal sees how it went, wherever the readings go; other forms have no room for a summary.
    let isAsked = isForeign && line.hasSummary
    if isAsked || line.wasInterrupted && (isForeign || mode == .jsonLines), Console.isOutputOpen {
      remark(summary(line))
    }
    if isForeign { return line.failure == nil ? .pass : .linkLost }
    if mode == .jsonLines, let trouble = line.trouble, let failure = line.failure {
      console.line(["what": "trouble", "trouble": .string("\(trouble)"), "advice": .string(failure)] as JSONObject)
    }
    if mode == .jsonLines, line.hasSummary, let figures = line.figures {
      console.line(
        figures.json(
          readings: readings, counters: line.counters, uncertainty: line.timeUncertainty?.worst, wakeUps: line.wakeUps))
    }
    guard let numeric else {
      if mode == .human { console.line(summary(line)) }
      return line.failure == nil ? .pass : .linkLost
    }
    let numericPart = numeric.part
    var truthPart: VerdictPart?
    let unjudged = whyTruthIsNotJudged(line, bench, isReal: isReal)
    if let bench, unjudged == nil {
      compare(kept.count, bench, clock)
      truthPart = (truth ?? TruthCheck(horizontalNanotesla: bench.horizontalNanotesla)).part
    }
    let isWhole = line.isWhole && line.counters.lost == 0 && line.counters.outOfOrder == 0 && line.counters.corrupt == 0
    let pass = isWhole && numericPart.pass && truthPart?.pass ?? true && line.failure == nil
    let status: ExitStatus = line.failure != nil ? .linkLost : pass ? .pass : .verdictFailed
    switch mode {
    case .jsonLines:
      console.line(json(line, pass: pass, numeric: numericPart, truth: truthPart, unjudged))
    case .human:
      console.line("")
      for text in VerdictFormat.lines("numeric", numericPart, paint) { console.line(text) }
      if let truthPart {
        for text in VerdictFormat.lines("truth  ", truthPart, paint) { console.line(text) }
      } else if let unjudged {
        console.line("truth  : not judged: \(unjudged)")
      }
      for text in expectations(line) { console.line(text) }
      console.line(summary(line))
      console.line("verdict: \(paint(pass, pass ? "pass" : "FAIL"))")
    }
    return status
  }

  /// Why nothing is held against the true heading; `nil` where it is known.
  private func whyTruthIsNotJudged(_ line: Line, _ bench: (any Bench)?, isReal: Bool) -> String? {
    if !line.isWhole { return "the capture was cut before its notes about the world" }
    if pointing != .plusX { return Self.otherAxis }
    guard bench != nil else {
      return isReal ? "real hardware: nobody knows its true heading" : "this link has no simulated world"
    }
    // A check gives a simulated instrument the calibration that its world calls for.
    return line.hasOwnCalibration
      ? "captured without --check, with the instrument's own calibration, whose error the world's limit does not allow for"
      : nil
  }

  private func paint(_ isGood: Bool, _ text: String) -> String {
    (isGood ? Colour.good : Colour.bad).paint(text, for: console.results)
  }

  private func summary(_ line: Line) -> String {
    var text =
      "\(Digits.grouped(readings)) readings, \(line.counters.lost) frames lost, \(line.counters.corrupt) corrupt"
    if let uncertainty = line.timeUncertainty {
      text += ", device time known to ±\(Digits.fixed(uncertainty.typical * 1e3, 1)) ms"
      text += ", at worst ±\(Digits.fixed(uncertainty.worst * 1e3, 1)) ms"
    }
    if let figures = line.figures {
      if let latency = figures.text { text += ", \(latency)" }
      if !figures.gaps.isEmpty { text += ", \(figures.gaps.count) gaps" }
    }
    if line.wasInterrupted { text += ", ended by Ctrl-C" }
    return text
  }

  /// With sabotage: how large the damage had to be, and whether it was that large.
  private func expectations(_ line: Line) -> [String] {
    var lines: [String] = []
    if let numeric, let met = numeric.meetsExpectedError {
      let expected = numeric.part.degrees.first?.value ?? 0
      lines.append(
        "sabotage: an error of \(Digits.significant(expected, 6))° had to appear; \(met ? "it did" : "it did NOT")")
    }
    if let expected = line.expectedCorrupt {
      let met = expected == line.counters.corrupt
      lines.append(
        "sabotage: \(expected) frames had to be damaged; \(met ? "they were" : "\(line.counters.corrupt) were")")
    }
    return lines
  }

  private func json(
    _ line: Line, pass: Bool, numeric: VerdictPart, truth: VerdictPart?, _ unjudged: String?
  ) -> JSONObject {
    var object: JSONObject = [
      "what": "stream", "pass": .bool(pass), "readings": .integer(readings), "samples": .integer(numeric.samples),
      "lost": .integer(line.counters.lost), "corrupt": .integer(line.counters.corrupt),
      "outOfOrder": .integer(line.counters.outOfOrder),
      "maxErrorDegrees": .significant(max(numeric.maxErrorDegrees, truth?.maxErrorDegrees ?? 0), digits: 6),
      "numeric": .object(VerdictFormat.json(numeric)),
      "truth": .optional(truth) { .object(VerdictFormat.json($0)) },
    ]
    if !line.isWhole { object["complete"] = false }
    if truth == nil { object["truthReason"] = .optional(unjudged) { .string($0) } }
    if let met = self.numeric?.meetsExpectedError { object["metExpectedError"] = .bool(met) }
    if let expected = line.expectedCorrupt {
      object["expectedCorrupt"] = .integer(expected)
      object["metExpectedCorrupt"] = .bool(expected == line.counters.corrupt)
    }
    if let uncertainty = line.timeUncertainty {
      object["timeUncertaintySeconds"] = .significant(uncertainty.worst, digits: 3)
    }
    if line.failure != nil { object["linkLost"] = true }
    return object
  }
}
