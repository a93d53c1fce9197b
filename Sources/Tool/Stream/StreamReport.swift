// Prints and concludes a stream, whether its readings come live or from a file.

import DeviceLinks
import DeviceUnits
import HostSession
import LinkProtocol
import Marine
import Quantities
import Recordings
import StreamCheck
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Prints readings, checks them, and summarises at the end.
package final class StreamReport {
  private let console: Console
  private let mode: OutputMode
  /// How many readings were shown.
  package private(set) var readings = 0
  private var lastSequence: UInt32?
  private var numeric: NumericCheck?
  /// Readings that wait for the comparison with the true field. The comparison needs the clock and the fields of the
  /// time after each reading.
  private var kept: [Reading] = []
  /// The result of the comparisons so far.
  private var truth: TruthCheck?
  private var hasHead = false

  /// Whether other programs read the output in a format that allows only readings.
  private let isForeign: Bool

  /// - Parameter isForeign: whether to write only readings, in a format that is known when the first reading comes.
  package init(console: Console, mode: OutputMode, isForeign: Bool = false) {
    self.console = console
    self.mode = mode
    self.isForeign = isForeign
  }

  /// The report of a stream with these arguments and the options made from them.
  package convenience init(_ arguments: ParsedArguments, _ options: StreamOptions) {
    self.init(console: arguments.console, mode: arguments.outputMode, isForeign: options.heading.form.isForeign)
    isCompassAlone = !options.usesGyroscope
    worst = options.worst
  }

  /// Whether readings are shown without the gyroscope.
  package var isCompassAlone = false
  /// The worst accuracy of a heading in a sentence, degrees.
  private var worst = StreamOptions.usualWorst

  /// Writes readings as sentences from now on.
  func writeSentences(isSimulated: Bool, card: DeviationCard = .none) {
    if observer?.beginSentences(isSimulated: isSimulated, card: card) == true { return }
    sentences = SentenceOutput(isSimulated: isSimulated, card: card, worst: worst)
    headings = HeadingWatch(worst: worst)
  }
  private var sentences: SentenceOutput?
  private var headings: HeadingWatch?

  /// Says on standard error when sentences have no heading, and when they have one again.
  private func watchHeadings(_ said: HeadingStatement, _ reading: Reading) {
    let remark = headings?.add(
      at: reading.time, hasHeading: said.magneticHeading != nil, withheld: sentences?.withheld, canSayLevel: false,
      isDisturbed: reading.assessment.disturbance != .clear
    ) { reading.mode == .unavailable ? ReadingFormat.reason(reading) : reading.assessment.doubts.names.first }
    if let text = remark { self.remark(text) }
  }

  /// Writes readings in this form from now on.
  func write(_ form: any ReadingForm) {
    if self.form == nil, let header = form.header { console.line(header) }
    self.form = form
  }
  private var form: (any ReadingForm)?

  /// Sets the motion report that belongs to the next reading.
  func setMotion(_ motion: FusionReport) {
    self.motion = motion
    guard motion.axesFaultCode != reportedAxes else { return }
    reportedAxes = motion.axesFaultCode
    if isCompassAlone { return }
    remark(AxesText.remark(motion, isTable: readsTable) ?? "the axes of the gyroscope are right now; it is used again")
  }
  private var motion: FusionReport?
  /// The fault of the gyroscope's axes that was reported last.
  private var reportedAxes: UInt8 = 0
  /// Whether the user chose the columns of the rates.
  var readsTable = false

  /// Checks readings against this model from now on.
  /// - Parameter record: the bytes of the calibration record in the device.
  package func judge(
    record: [UInt8], mounting: AxisRemap, pointing: AxisRemap.SignedAxis?, provocation: Provocation,
    hasTruth: Bool = true
  ) {
    self.pointing = pointing
    self.hasTruth = hasTruth && pointing == .plusX
    numeric = NumericCheck(record: record, mounting: mounting, pointing: pointing, provocation: provocation)
  }
  private var pointing: AxisRemap.SignedAxis? = .plusX
  private var hasTruth = true
  private static let otherAxis = "the world knows where the forward axis points, and another one was asked for"

  /// Receives every text for the user in addition.
  package var remarked: ((String) -> Void)?

  /// Receives readings, gaps and events in addition.
  package weak var observer: (any StreamObserver)?

  /// Writes a line above the rows, for people.
  package func title(_ text: String) {
    if mode == .human && !isForeign { console.line(text) }
  }

  /// Writes a text for the user to standard error.
  package func remark(_ text: String) {
    lift()
    remarked?(text)
    console.remark("binnacle: \(text)")
  }

  // MARK: - The needle

  private var needle = Needle()
  private var isNeedleShown = false

  /// The needle is below the rows; each new row overwrites it.
  private func showNeedle(_ reading: Reading) {
    guard console.results.isTerminal, console.results.hasColour else { return }
    var angle = reading.mode == .unavailable ? nil : reading.heading
    if let magnetic = reading.assessment.magnetic {
      angle = magnetic - reading.assessment.orientation.offset
    }
    let heading = angle.map { $0.degrees }
    let arrow = needle.draw(heading: heading)
    console.live(heading == nil ? "\(arrow)  no heading" : "\(arrow)  north, when up is where the instrument points")
    isNeedleShown = true
  }

  private func lift() {
    if isNeedleShown { console.liftLive() }
    isNeedleShown = false
  }

  /// Writes a line for people.
  private func line(_ text: String) {
    lift()
    console.line(text)
  }

  /// Adds one reading.
  /// - Parameter movement: `nil` without locations.
  package func add(
    _ reading: Reading, lost: Int, input: [RecordingCell]? = nil, measured: Acceleration? = nil,
    movement: Movement? = nil
  ) {
    readings += 1
    defer { self.motion = nil }
    numeric?.add(reading, measured: measured.map { SIMD3($0.microG.x, $0.microG.y, $0.microG.z) })
    if numeric != nil, hasTruth { kept.append(reading) }
    show(
      isCompassAlone ? reading.compassAlone(motion) : reading, isCompassAlone ? nil : motion, lost: lost, input: input,
      movement: movement)
  }

  private func show(
    _ reading: Reading, _ motion: FusionReport?, lost: Int, input: [RecordingCell]?, movement: Movement?
  ) {
    missTrueNorth(reading)
    observer?.add(reading, motion)
    if isForeign {
      if let said = sentences?.statement(reading, motion) {
        for line in said.linesWithoutEnds { console.lineWithReturn(line) }
        watchHeadings(said, reading)
      }
      if let form { console.line(form.line(reading, motion, movement)) }
      return
    }
    switch mode {
    case .jsonLines: console.line(ReadingFormat.json(reading, input: input, movement: movement, motion: motion))
    case .human:
      if !hasHead {
        let moving = movement == nil ? "" : ReadingFormat.movementHead
        line(ReadingFormat.head + (motion == nil ? "" : MotionFormat.head) + moving)
      }
      hasHead = true
      line(ReadingFormat.row(reading, lost: lost, movement: movement, motion: motion))
      showNeedle(reading)
    }
  }

  /// Reports a missing true heading from now on.
  func demandTrueNorth() { wantsTrue = true }
  private var wantsTrue = false

  /// The number of consecutive readings without the requested true heading; `nil` after it was reported.
  private var withoutTrueNorth: Int? = 0

  /// The third consecutive one is reported, and only once: the world model needs a moment, and JSON contains the
  /// reasons.
  private func missTrueNorth(_ reading: Reading) {
    guard wantsTrue, let count = withoutTrueNorth, mode == .human || isForeign else { return }
    let assessment = reading.assessment
    withoutTrueNorth = assessment.trueNorth == nil ? count + 1 : 0
    guard count == 2, assessment.trueNorth == nil else { return }
    withoutTrueNorth = nil
    let doubts = assessment.doubts.names.joined(separator: ", ")
    remark("no true heading: \(doubts.isEmpty ? "the device gives no reason" : doubts)")
  }

  /// Shows a gap in its place among the readings.
  package func mark(_ gap: StreamGap) {
    sentences?.addGap()
    observer?.mark(gap)
    if isForeign { return }
    switch mode {
    case .jsonLines: console.line(gap.json)
    case .human: line(gap.row)
    }
  }

  /// What to do about a sensor that does not work.
  var sensorAdvice: String?
  private var news = SensorNews()

  /// Reports an event of a sensor on standard error, if it is news.
  package func report(_ event: SensorEvent) {
    observer?.report(event)
    printNews(news.add(event))
  }

  private func printNews(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    lift()
    for line in lines { console.remark(line) }
    guard let advice = sensorAdvice, lines.contains(where: { $0.contains(": unavailable") }) else { return }
    sensorAdvice = nil
    console.remark(advice)
  }

  /// Shows the device's question about a calibration on standard error.
  /// - Parameter advice: the command to run.
  package func report(_ prompt: CalibrationPrompt, advice: String) {
    let why = CalibrationText.text(prompt.reason, measured: prompt.measured, limit: prompt.limit)
    // Pages get the question itself.
    lift()
    console.remark("binnacle: the device asks to be calibrated: \(why) (\(advice))")
  }

  /// The events on the line.
  package struct Line {
    package var counters: LineCounters
    /// The number of frames that the device was told to damage; `nil` if it was not told to.
    package var expectedCorrupt: Int?
    var wasInterrupted = false
    /// Why the link ended early.
    package var failure: String?
    /// Whether another attempt may help.
    var trouble: HeadingTrouble?
    /// Whether the stream is complete. It is not for a capture that was cut off or damaged.
    package var isWhole = true
    /// The uncertainty of a reading's time, seconds.
    var timeUncertainty: (typical: Double, worst: Double)?
    /// The figures of a live stream.
    package var figures: StreamFigures?
    /// Whether a simulated world was captured without a check, with the device's own calibration instead of the
    /// required one.
    var hasOwnCalibration = false
    /// The ended waits for the line, if the link counts them.
    var wakeUps: Int?
    /// Whether a summary was requested.
    var hasSummary = false
  }

  /// Checks the readings from before `settled`, about which no new information will come. A stream of hours then keeps
  /// only seconds of them.
  package func settle(before settled: Instant, bench: any Bench, clock: ClockTrack) {
    compare(kept.prefix { $0.time < settled }.count, bench, clock)
  }

  /// Checks all waiting readings, because no new information about them will come.
  func settleAll(bench: any Bench, clock: ClockTrack) { compare(kept.count, bench, clock) }

  /// Checks the oldest of the waiting readings and removes them.
  private func compare(_ count: Int, _ bench: any Bench, _ clock: ClockTrack) {
    var check = truth ?? TruthCheck(horizontalNanotesla: bench.horizontalNanotesla)
    check.follow(horizontalNanotesla: bench.horizontalNanotesla)
    for reading in kept.prefix(count) {
      let fields = bench.fields(of: reading, clock: clock)
      check.add(reading, fields: fields)
    }
    truth = check
    kept.removeFirst(count)
  }

  /// Prints the summary and, if readings were checked, the verdict.
  package func finish(_ line: Line, bench: (any Bench)?, clock: ClockTrack, isReal: Bool) -> ExitStatus {
    printNews(news.end())
    lift()
    var line = line
    // A simulated board's clock is that of its world. Round trips tell nothing about it, and are not needed.
    if let bench, bench.usesDeviceClock { line.timeUncertainty = nil }
    // A user who ends the stream on a terminal sees the summary, wherever the readings go. Other formats have no place
    // for a summary.
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
    guard let verdict = verdict(line, bench: bench, clock: clock, isReal: isReal) else {
      if mode == .human { console.line(summary(line)) }
      return line.failure == nil ? .pass : .linkLost
    }
    let status: ExitStatus = line.failure != nil ? .linkLost : verdict.pass ? .pass : .verdictFailed
    switch mode {
    case .jsonLines:
      console.line(json(line, verdict))
    case .human:
      console.line("")
      for text in VerdictFormat.lines("numeric", verdict.numeric, paint) { console.line(text) }
      if let truth = verdict.truth {
        for text in VerdictFormat.lines("truth  ", truth, paint) { console.line(text) }
      } else if let unjudged = verdict.unjudged {
        console.line("truth  : not judged: \(unjudged)")
      }
      for text in expectations(line) { console.line(text) }
      console.line(summary(line))
      console.line("verdict: \(paint(verdict.pass, verdict.pass ? "pass" : "FAIL"))")
    }
    return status
  }

  /// The result of the check; `nil` if the readings were not checked.
  package func verdict(_ line: Line, bench: (any Bench)?, clock: ClockTrack, isReal: Bool) -> StreamVerdict? {
    guard let numeric = numeric?.part else { return nil }
    var truthPart: VerdictPart?
    let unjudged = whyTruthIsNotJudged(line, bench, isReal: isReal)
    if let bench, unjudged == nil {
      compare(kept.count, bench, clock)
      truthPart = (truth ?? TruthCheck(horizontalNanotesla: bench.horizontalNanotesla)).part
    }
    let isWhole = line.isWhole && line.counters.lost == 0 && line.counters.outOfOrder == 0 && line.counters.corrupt == 0
    let pass = isWhole && numeric.pass && truthPart?.pass ?? true && line.failure == nil
    return StreamVerdict(pass: pass, numeric: numeric, truth: truthPart, unjudged: unjudged)
  }

  /// Why the true heading is not checked; `nil` if it is.
  private func whyTruthIsNotJudged(_ line: Line, _ bench: (any Bench)?, isReal: Bool) -> String? {
    if !line.isWhole { return "the capture was cut before its notes about the world" }
    if pointing != .plusX { return Self.otherAxis }
    guard bench != nil else {
      return isReal ? "real hardware: nobody knows its true heading" : "this link has no simulated world"
    }
    // A check gives a simulated instrument the calibration that its world requires.
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

  /// With sabotage: how large the damage had to be, and whether it was.
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

  /// The verdict, and the state of the line, as the last object.
  package func json(_ line: Line, _ verdict: StreamVerdict) -> JSONObject {
    let (numeric, truth) = (verdict.numeric, verdict.truth)
    var object: JSONObject = [
      "what": "stream", "pass": .bool(verdict.pass), "readings": .integer(readings),
      "samples": .integer(numeric.samples),
      "lost": .integer(line.counters.lost), "corrupt": .integer(line.counters.corrupt),
      "outOfOrder": .integer(line.counters.outOfOrder),
      "maxErrorDegrees": .significant(max(numeric.maxErrorDegrees, truth?.maxErrorDegrees ?? 0), digits: 6),
      "numeric": .object(VerdictFormat.json(numeric)),
      "truth": .optional(truth) { .object(VerdictFormat.json($0)) },
    ]
    if !line.isWhole { object["complete"] = false }
    if truth == nil { object["truthReason"] = .optional(verdict.unjudged) { .string($0) } }
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
