// One calibration: it is followed, accepted, saved, read back, and compared with the true field if that is known.
import Calibration
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

/// One run of the command.
final class Calibrator {
  let connection: Connection
  let console: Console
  let mode: OutputMode
  let agrees: Bool
  /// How long to watch a fit that continues, seconds; nil: do not watch.
  private let improveSeconds: Double?
  /// The guide for the accelerometer; nil for the compass.
  let guide: PoseGuide?
  private let block: LiveBlock
  private let mounting: AxisRemap
  private var lastState = ""
  var lastProgress = CalibrationProgress()
  /// Whether Enter was pressed and the device has not been informed yet.
  private var endsEarly = false

  var session: DeviceSession { connection.session }

  init(_ connection: Connection, _ arguments: ParsedArguments, improving: Double?, by guide: PoseGuide?) throws {
    self.connection = connection
    self.guide = guide
    improveSeconds = improving
    // If only the result is requested, everything else goes to standard error for the user.
    let isAlone = try WantedForm(arguments) != nil
    console = isAlone ? arguments.console.withoutResults : arguments.console
    mode = isAlone ? .human : arguments.outputMode
    agrees = arguments.flag(.yes)
    block = LiveBlock(console: console)
    mounting = try connection.session.mounting()
  }

  func run() throws -> ExitStatus {
    do { return try calibrate() } catch let error as SessionError where error.isLinkLost {
      block.finish()
      console.remark("binnacle: \(left.text)")
      emitEnd(["error": .string("\(error)")])
      throw error
    }
  }

  /// The calibration that the device uses now. It stays in use if the link is lost.
  var left = Left()
  struct Left {
    /// `nil` if it is unknown.
    var isCommitted: Bool? = false
    var isStored: Bool? = false
    /// The calibration in use until the new one is committed.
    var old = "the old calibration is still in use"

    var text: String {
      guard let isCommitted, let isStored else {
        return "`binnacle calibration show` shows whether the new calibration is in use and saved"
      }
      let new = "the new calibration is in use, \(isStored ? "and" : "but not") saved"
      return isCommitted ? new : old
    }
  }

  /// Finds out whether there is an old calibration that can stay in use.
  private func readOld() throws {
    let bytes = try session.calibration()
    guard let record = try? CalibrationRecord(bytes: bytes.span) else { return }
    if guide == nil, record.modelOrder == .none { left.old = "the compass has no calibration, as before" }
    if guide != nil, record.accelerometer == nil { left.old = "the accelerometer has no calibration, as before" }
  }

  private func calibrate() throws -> ExitStatus {
    if mode == .human { console.line(connection.title) }
    try session.stop(Streams(rawValue: 0xff))
    try readOld()
    let before = try measureError("before")
    if Interrupt.isRequested { return giveUp("cancelled", before: before) }
    if guide == nil { connection.link.move(along: .tumbling()) }
    defer { connection.link.move(along: nil) }
    try start()
    let end = try follow()
    block.clear()
    if end == .cancelled { return giveUp("cancelled", before: before) }
    let report = try session.calibrationReport()
    show(report, comparison: try compare(report))
    guard end == .review else {
      if end == .ended { reportEnd() }
      return giveUp("not calibrated", before: before)
    }
    let isAgreed = isAgreed(report)
    guard try decide(isAgreed ? .commit : .discard) else { return giveUp("not calibrated", before: before) }
    guard isAgreed else { return giveUp("discarded", before: before) }
    guard try followCommit() else { return giveUp("not calibrated", before: before) }
    if let improveSeconds { try improve(for: improveSeconds) }
    connection.link.move(along: nil)
    let after = try measureError("after")
    return conclude(before: before, after: after)
  }

  // MARK: - Start and progress

  private func start() throws {
    try session.start(.calibration)
    let flags = guide?.flags ?? (improveSeconds == nil ? .none : .refits)
    do throws(SessionError) {
      try session.startCalibration(flags: flags)
    } catch {
      guard case .refused(_, _, let refusal) = error, refusal.reason == RefusalReason.illegalEvent.rawValue else {
        throw error
      }
      // A user left in the middle of a calibration.
      console.remark(
        "binnacle: a calibration was under way (\(CalibrationText.name(UInt8(clamping: refusal.limit)))); "
          + "it is cancelled"
      )
      try session.command(.cancel)
      try session.startCalibration(flags: flags)
    }
    if guide != nil, try !session.calibrationProgress().isAccelerometer {
      try session.command(.cancel)
      throw CommandError(
        .verdictFailed,
        "The firmware on \(session.stream.name) cannot calibrate its accelerometer yet.\n"
          + "Update it: run binnacle boards build, then flash it.")
    }
    emit("started", guide == nil ? [:] : ["subject": "accelerometer"])
    if mode == .human {
      console.line(guide?.introduction ?? Self.introduction(isSimulated: connection.link.canMove))
    }
  }

  /// Instructions, shown before the first turn.
  static func introduction(isSimulated: Bool) -> String {
    isSimulated
      ? "The simulated instrument is tumbled. Enter ends early, Ctrl-C cancels."
      : "Turn it slowly through all directions, in figures of eight for example, away from iron. Enter ends early, "
        + "Ctrl-C cancels."
  }

  private enum Ending { case review, failed, ended, cancelled }

  /// Shows progress until the device needs a decision, the calibration fails, or the user ends it.
  private func follow() throws -> Ending {
    var heard = MonotonicClock.nanoseconds()
    // A device reports its state as soon as the stream is requested, so the first message is from before the start.
    var hasBegun = false
    while true {
      if Interrupt.isRequested {
        try session.command(.cancel)
        return .cancelled
      }
      if mode == .human, guide?.isByItself != true, Question.canBeAsked, Question.line(within: 0) != nil {
        endsEarly = true
        try finishEarly()
      }
      let now = MonotonicClock.nanoseconds()
      if let told = try guide?.advance(lastProgress) {
        lastProgress = told
        hasBegun = true
      } else if let frame = try session.receive(deadline: .after(seconds: 0.1)) {
        guard frame.kind == .periodicCalibration, let progress: CalibrationProgress = frame.message() else { continue }
        hasBegun = hasBegun || CalibrationState(rawValue: progress.state)?.isRunning == true
        if !hasBegun { continue }
        heard = now
        lastProgress = progress
      } else if now > heard + 1_500_000_000 {
        // The stream may have lost the last message.
        lastProgress = try session.calibrationProgress()
        heard = now
        hasBegun = true
      } else {
        continue
      }
      show(lastProgress)
      if endsEarly, CalibrationState(rawValue: lastProgress.state) == .collecting { try finishEarly() }
      switch CalibrationState(rawValue: lastProgress.state) {
      case .review: return .review
      case .failed: return .failed
      case .idle, .monitor: return .ended
      case .armed, .seeking, .collecting, .refining, .fitting, .verifying, .committed: break
      case nil:
        let state = CalibrationText.name(lastProgress.state)
        block.clear()
        try session.command(.cancel)
        throw CommandError(
          .protocolMismatch,
          "\(session.stream.name) calibrates in a way that this program does not know: \(state).\n"
            + "It is cancelled, and \(left.text). Update the binnacle program.")
      }
    }
  }

  /// Enter was pressed: tells the device to use the samples that it has, if they are sufficient.
  private func finishEarly() throws {
    do throws(SessionError) {
      try session.command(.finish)
      endsEarly = false
    } catch {
      guard case .refused(_, _, let refusal) = error else { throw error }
      // The device accepts the command only while it collects samples. A solve in between ends soon, and the last
      // states do not need the command.
      let state = CalibrationState(rawValue: UInt8(clamping: refusal.limit))
      if state == .refining { return }
      endsEarly = false
      guard state == .armed || state == .seeking || state == .collecting else { return }
      block.clear()
      console.remark(
        guide == nil
          ? "binnacle: too few directions for a result yet; go on turning"
          : "binnacle: too few sides for a result yet; go on")
    }
  }

  // MARK: - Comparison with the true field

  /// The heading error in the simulated world, level and turning; nil if there is no such world.
  private func measureError(_ event: String) throws -> Double? {
    if let guide { return try measureTilt(event, guide) }
    guard connection.link.canMove, let bench = connection.link.bench else { return nil }
    connection.link.move(along: nil)
    printLine("measuring the heading error \(event), ten seconds in one turn …")
    guard let error = try TrueHeadingError.measure(connection, bench) else { return nil }
    emit(
      event,
      [
        "headingErrorDegrees": .object([
          "max": .fixed(error.maximum, decimals: 3), "rms": .fixed(error.rms, decimals: 3),
        ]), "samples": .integer(error.samples),
      ])
    if mode == .human {
      console.line(
        "heading error \(event): \(Digits.fixed(error.rms, 2))° RMS, \(Digits.fixed(error.maximum, 2))° at most, "
          + "over \(error.samples) readings"
      )
    }
    return error.rms
  }

  private func measureTilt(_ event: String, _ guide: PoseGuide) throws -> Double? {
    guard let error = try guide.tiltError() else { return nil }
    emit(
      event,
      [
        "tiltErrorDegrees": .object([
          "max": .fixed(error.maximum, decimals: 3), "rms": .fixed(error.rms, decimals: 3),
        ]), "samples": .integer(error.samples),
      ])
    printLine(
      "tilt error \(event): \(Digits.fixed(error.rms, 2))° RMS, \(Digits.fixed(error.maximum, 2))° at most, "
        + "in \(error.samples) attitudes")
    return error.rms
  }

  // MARK: - Display

  private func show(_ progress: CalibrationProgress) {
    let state = CalibrationText.name(progress.state)
    if mode == .jsonLines {
      emit("progress", CalibrationFormat.fields(progress))
    } else if block.isShown {
      block.draw(CalibrationFormat.lines(progress, mounting: mounting))
    } else if state != lastState {
      console.line(state)
    }
    lastState = state
  }

  private func show(_ report: CalibrationReport, comparison: CalibrationComparison?) {
    guard report.flags.contains(.present) else { return }
    if mode == .jsonLines {
      var fields = CalibrationFormat.fields(report, in: surroundings)
      fields["inUse"] = .optional(comparison) { .object($0.json) }
      emit("report", fields)
    } else {
      for line in CalibrationFormat.lines(report, in: surroundings) { console.line(line) }
      if let text = comparison?.text { console.line("  note: \(text)") }
      if let text = scaleNote(report) { console.line("  note: \(text.replacing("\n", with: "\n        "))") }
    }
  }

  /// The place as far as the device knows it, and the columns of a csv: link.
  private var surroundings: CalibrationSurroundings {
    var found = CalibrationSurroundings()
    if let local = try? session.settledLocalField(), local.state == .known, let dip = local.dip {
      // Near the magnetic equator the sign says nothing. 10° of 2^32 a turn.
      let raw = Int32(bitPattern: dip.rawValue)
      if raw.magnitude > 119_304_647 { found.pointsDown = raw > 0 }
    }
    if let options = connection.link.lineFacts?.options, options.acceleration.count == 3, options.field.count == 3 {
      found.columns = (options.field, options.acceleration)
    }
    return found
  }

  /// A note on a disputed scale, based on the measured strength.
  private func scaleNote(_ report: CalibrationReport) -> String? {
    guard guide == nil, report.flags.contains(.accepted) else { return nil }
    let chip = SensorChip(rawValue: connection.hello.sensorChip)
    guard let offer = DisputedScale.offer(chip) else { return nil }
    guard let local = try? session.settledLocalField(), local.state == .known else { return offer }
    let isPlanar = report.modelOrder == ModelOrder.planar.rawValue
    return DisputedScale.remark(chip, strength: report.fieldStrength, isPlanar: isPlanar, local.field)
  }

  /// Compares a result with the calibration that is still in use.
  private func compare(_ report: CalibrationReport) throws(SessionError) -> CalibrationComparison? {
    guard report.flags.contains(.accepted) else { return nil }
    guard let inUse = try? session.calibration(), let record = try? CalibrationRecord(bytes: inUse.span) else {
      return nil
    }
    return CalibrationComparison(report, inUse: record, mounting: mounting)
  }

  func printLine(_ text: String) { if mode == .human { console.line(text) } }

  func emit(_ event: String, _ fields: JSONObject) {
    guard mode == .jsonLines else { return }
    var object: JSONObject = ["what": "calibrate", "event": .string(event)]
    object.append(fields)
    console.line(object)
  }

  private func emitEnd(_ fields: JSONObject) {
    var end: JSONObject = [
      "committed": .optional(left.isCommitted) { .bool($0) }, "stored": .optional(left.isStored) { .bool($0) },
    ]
    end.append(fields)
    emit("end", end)
  }

  /// Ends a run that changed nothing.
  private func giveUp(_ what: String, before: Double?) -> ExitStatus {
    printLine("\(what); \(left.text)")
    return conclude(before: before, after: nil)
  }

  private func conclude(before: Double?, after: Double?) -> ExitStatus {
    let committed = left.isCommitted == true
    let canStore = connection.hello.capabilities.contains(.storage)
    let error = guide == nil ? "headingError" : "tiltError"
    emitEnd([
      "\(error)BeforeDegrees": .optional(before) { .fixed($0, decimals: 3) },
      "\(error)AfterDegrees": .optional(after) { .fixed($0, decimals: 3) },
    ])
    if committed, let before, let after, after >= before {
      printLine("Against the truth it is no better than what was in use before.")
    }
    // The text suggests no next step that the board would forget or cannot do.
    if committed, guide != nil, connection.hello.capabilities.contains(.magnetometer), !connection.link.forgetsRecords {
      printLine("Now calibrate the compass, with this tilt: binnacle calibrate \(connection.linkText.shellWord)")
    }
    if committed, canStore, left.isStored == false { return .badFile }
    return committed ? .pass : .verdictFailed
  }
}
