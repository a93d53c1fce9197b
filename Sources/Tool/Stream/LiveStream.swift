// A live device's readings, from start to stop.
import Calibration
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Runs one stream over a connection.
package final class LiveStream {
  package let connection: Connection
  package var options: StreamOptions
  package let report: StreamReport
  /// Takes part in the stream, for example for the pages of `serve`.
  package weak var attendant: (any StreamAttendant)?
  /// The errors of the line, the cost of the stream, and its losses.
  package var figures = StreamFigures()
  package var damage = DamageSpan()
  package var gaps = StreamGaps()
  /// The clocks: of the device, of the stream's duration, and of the time without readings.
  package var clock = PingedClock()
  package var span = StreamSpan()
  package var watch = ReadingWatch()
  private var hasReportedSilence = false
  /// The device's settings before the stream; then those of the stream.
  private var former = FormerSettings()
  /// What was set on the device for this stream.
  package var arrangement: DeviceArrangement
  /// The place of the device, which its source keeps up to date.
  package var feed: LocationFeed?
  /// The record of the device, until it has been compared with the place.
  private var record: CalibrationRecord?
  private var hasReportedUncalibrated = false
  /// Whether messages about motion were requested from the device.
  private var streamsMotion = false
  /// What the device sends during the stream.
  package var streams = Streams.readings.union(.sensorEvents).union(.calibration)

  /// The session with the device.
  package var session: DeviceSession { connection.session }

  package init(_ connection: Connection, options: StreamOptions, report: StreamReport) {
    self.connection = connection
    self.options = options
    self.report = report
    arrangement = DeviceArrangement(options.heading, on: connection.session)
  }

  /// - Returns: how the stream ended; if readings were checked, the status of the verdict.
  package func run(console: Console) throws -> ExitStatus {
    report.title(connection.title)
    report.readsTable = connection.link.lineFacts != nil
    connection.printRemarks(on: console)
    connection.capture?.onFailure { [report] text in report.remark(text) }
    report.sensorAdvice =
      connection.hello.capabilities.contains(.sensorList)
      ? "`binnacle sensors \(connection.linkText.shellWord)` lists what answers on the bus, and what is wrong with the wiring."
      : "Check the sensor's wiring and supply; the board tries again by itself."
    if attendant == nil, !options.hasEnd, options.capturePath == nil {
      report.title("in a browser, with the calibration as a picture: binnacle serve \(connection.linkText.shellWord)")
    }
    guard hasMagnetometer || options.heading.goesOnWithoutMagnetometer else {
      throw CommandError(
        .usage,
        "\(session.stream.name) has no magnetometer; it computes the samples that it is sent.\n"
          + "Use `binnacle replay FILE --on \(session.stream.name)`, or `binnacle check heading --on` it.")
    }
    try options.heading.check(connection.hello, name: session.stream.name, console: console)
    feed = try options.heading.openFeed(remark: report.remark)
    if let place = feed?.place, let text = connection.moveWorld(to: place.position, on: place.date) {
      report.title(text)
    }
    let bench = connection.link.bench
    if let bench, options.isChecked {
      try connection.calibrate(for: bench)
      if !connection.hello.capabilities.contains(.accelerometer) { arrangement.knownLevel = 1 }
    }
    do {
      try begin(bench: bench)
    } catch {
      putBack(after: error, asFound: true)
      feed?.close()
      throw error
    }

    var line = StreamReport.Line(counters: LineCounters())
    do throws(SessionError) {
      try pumpThroughGaps(&line)
      try finishOnDevice()
    } catch {
      (line.failure, line.trouble) = (error.description, error.trouble)
      report.remark(error.description)
      putBack(after: error, asFound: false)
    }
    return finish(&line)
  }

  /// Ends the stream, and reports what came of it.
  private func finish(_ line: inout StreamReport.Line) -> ExitStatus {
    closeGap(before: nil)
    feed?.close()
    line.counters = session.counters
    line.expectedCorrupt = damage.expectedFrames
    line.timeUncertainty = clock.track.uncertainty
    line.figures = figures
    line.wakeUps = (connection.link.stream as? DescriptorStream)?.wakeUps
    line.hasSummary = options.hasSummary
    appendReplayNotes(line)
    return report.finish(line, bench: connection.link.bench, clock: clock.track, isReal: connection.link.isReal)
  }

  /// Sets up the device, reports the model that it uses, and starts the stream.
  private func begin(bench: (any Bench)?) throws {
    try arrangement.mount()
    let model = try connection.deviceModel()
    // It is requested in any case, because a capture must contain it too.
    let pointing = try connection.pointingAxis()
    former = try FormerSettings(of: session)
    if options.heading.instrument.mounting == nil, let mounting = former.mounting {
      report.remark(
        "\(session.stream.name) uses the mounting \(mounting.argument) that it was given before; a reset forgets it"
      )
    }
    if let remark = arrangement.keptRemark { report.remark(remark) }
    try connection.missCard(options.heading.instrument, remark: report.remark)
    let hasIron = bench?.hasIron == true
    report.title(
      options.isChecked && bench != nil
        ? CalibrationBanner.forACheck(hasIron: hasIron, level: arrangement.levelTolerance)
        : CalibrationBanner.text(model.record, isSimulated: bench != nil, hasIron: hasIron))
    if options.isChecked {
      report.judge(
        record: model.bytes, mounting: model.mounting, pointing: pointing, provocation: options.sabotage,
        hasTruth: bench != nil)
    }
    if model.record.modelOrder == .none, options.heading.form.isForeign {
      report.remark("not calibrated, and without that no heading is valid (\(advice))")
      hasReportedUncalibrated = true
    }
    if options.heading.isTrue { report.demandTrueNorth() }
    try beginOutput()
    // A former host may have left its streams running. Frames that it did not read do not belong to this stream.
    try session.stop(Streams(rawValue: 0xff))
    connection.beginCounting()
    figures.before = try session.statistics()
    try startSabotage()
    if let remark = try arrangement.tune(feed) { report.remark(remark) }
    record = model.record
    reportPlaceChange()
    try session.setRate(hertz: options.rate)
    try startMotion()
    try clock.synchronise(session)
    // The device does not ask for a calibration until another host connects.
    if options.hasNoQuestions { try session.answerPrompt(PromptAnswer(.suppress, for: .session)) }
    try session.start(streams)
    try attendant?.streamBegan(self)
    watch.end(at: MonotonicClock.nanoseconds())
  }

  /// Restores the device after an error, if it still answers.
  private func putBack(after error: any Error, asFound: Bool) {
    guard (error as? SessionError)?.isLinkLost != true else { return }
    try? session.stop(streams)
    try? stopMotion()
    try? asFound ? arrangement.undo() : arrangement.finish()
    if options.sabotage != .none { try? session.provoke(.none) }
  }

  /// Starts an output that depends on the device.
  private func beginOutput() throws {
    try report.begin(
      options.heading.form, isSimulated: !connection.link.isReal, mounting: { try session.mounting() },
      card: { try connection.deviationCard() }, time: { _ in Date().timeIntervalSince1970 })
  }

  /// Called after a restart: restores what the device has forgotten.
  func restoreModel() throws(SessionError) {
    try former.restore(on: session)
    try arrangement.restore(feed)
    try startMotion()
    if options.sabotage != .none { try session.provoke(options.sabotage) }
  }

  private func startSabotage() throws {
    guard options.sabotage != .none else { return }
    guard connection.hello.capabilities.contains(.provocation) else {
      throw CommandError(.usage, "\(session.stream.name) cannot be sabotaged: its firmware is built without it.")
    }
    if options.sabotage == .wire { damage.begin(after: session.extendedSequence) }
    try session.provoke(options.sabotage)
  }

  /// Shows readings until the stream is complete or interrupted, or the link fails.
  func pump(_ line: inout StreamReport.Line) throws(SessionError) {
    // With a filter, an instrument that does not move sends nothing; pings then show whether the line works.
    let longest = session.silenceSeconds(rate: options.rate)
    while !isComplete {
      if Interrupt.isRequested {
        line.wasInterrupted = true
        return
      }
      if try clock.pingWhenDue(session) { figures.pings += 1 }
      try attendant?.turn(self)
      if let feed, let remark = try arrangement.follow(feed) { report.remark(remark) }
      reportPlaceChange()
      let next = try session.receive(deadline: .after(seconds: 0.1))
      let isLong = watch.listened() > longest
      guard let frame = next else {
        if isLong { throw watch.error(session.stream.name, seconds: longest) }
        continue
      }
      handle(frame)
      // Readings that cannot be used may come without a pause.
      if isLong, watch.unusable != nil { throw watch.error(session.stream.name, seconds: longest) }
      if let restart { try deviceRestarted(first: restart) }
      restart = nil
    }
  }

  /// Shows or uses one frame.
  func handle(_ frame: HostFrame) {
    watch.hear(at: frame.receivedAt)
    switch frame.kind {
    case .reading:
      guard let reading: Reading = frame.message() else {
        watch.refuse("they are too short, or not readings of this protocol")
        return
      }
      handle(reading, at: frame.receivedAt)
    case .periodicMotion: if let motion: FusionReport = frame.message() { report.setMotion(motion) }
    case .sensorEvent: if let event: SensorEvent = frame.message() { report.report(event) }
    case .calibrationPrompt: if let prompt: CalibrationPrompt = frame.message() { handle(prompt) }
    case .pong: handle(pong: frame)
    default: break
    }
  }

  /// The device asks again after ten minutes. If the user has just been told the same, the question is not shown.
  private func handle(_ prompt: CalibrationPrompt) {
    if options.hasNoQuestions { return }
    let isReported = hasReportedUncalibrated && prompt.reason == CalibrationReason.Code.uncalibrated.rawValue
    hasReportedUncalibrated = false
    if !isReported { report.report(prompt, advice: advice) }
  }

  /// The command for the answer to the device's question.
  private var advice: String { connection.calibrateCommand }

  private func handle(_ reading: Reading, at receivedAt: UInt64) {
    if span.isRepeated(reading.time, isStale: reading.flags.contains(.stale)) {
      figures.repeated += 1
      watch.refuse("their time does not advance")
      return
    }
    watch.addReading(at: receivedAt)
    lastReading = reading
    if span.reach(reading.time, options) { return }
    closeGap(before: reading.time)
    span.show(reading.time)
    if let estimate = clock.track.estimates.last {
      let taken = estimate.offsetNanoseconds + reading.time.nanoseconds
      figures.latency.add(Int64(receivedAt) - taken)
    }
    // A check of lines uses the force as read, so that it shares no mistake with the code that rotates the axes.
    let force = options.isChecked ? connection.link.lineForce(at: reading.time) : nil
    report.add(reading, lost: session.counters.lost, measured: force, movement: movement)
  }

  /// If no readings come, the device's clock decides when `--duration` is over, and the user is told why none come.
  private func watchSilence(at device: Instant) {
    span.reach(device, options)
    guard hasMagnetometer, !hasReportedSilence, span.secondsWithout(until: device) > 10 else { return }
    hasReportedSilence = true
    let why =
      lastReading?.trouble != nil
      ? "--filter passes changes of the heading, and there is none. \(lastReading.flatMap(ReadingFormat.advice) ?? "")"
      : "--filter passes only what has changed"
    report.remark("no reading for 10 s: \(why)\nWith --heartbeat 5s a reading comes all the same.")
  }

  private var lastReading: Reading?

  /// Without a magnetometer no reading comes; that is not an error of the line.
  private var hasMagnetometer: Bool { connection.hello.capabilities.contains(.magnetometer) }

  /// The first frame of a new boot, if one came.
  private var restart: HostFrame?
  private var isComplete: Bool {
    if span.isOver { return true }
    guard let readings = options.readings else { return false }
    // No reading will come, so waiting makes sense only with a duration.
    return report.readings >= readings || (!hasMagnetometer && options.duration == nil)
  }

  /// Forgets times, because the device's time starts again.
  func forgetTimes() {
    // The readings so far belong to this clock.
    if let bench = connection.link.bench { report.settleAll(bench: bench, clock: clock.track) }
    span.restart()
    clock.restart()
  }

  private func closeGap(before next: Instant?) {
    guard var gap = gaps.open else { return }
    gaps.open = nil
    gap.next = next
    report.mark(gap)
    figures.gaps.append(gap)
  }

  private func handle(pong frame: HostFrame) {
    switch clock.receive(pong: frame) {
    case .none: return
    case .restart:
      restart = frame
      return
    case .time(let device, let took):
      figures.answers.add(took)
      if options.heading.filter != nil || !hasMagnetometer { watch.end(at: frame.receivedAt) }
      if options.mayBeSilent || !hasMagnetometer { watchSilence(at: device) }
    }
    guard let settled = clock.track.settled(lastReading: span.last) else { return }
    let bench = connection.link.bench
    if let bench { report.settle(before: settled, bench: bench, clock: clock.track) }
    // A capture needs all estimates and fields at its end.
    guard connection.capture == nil else { return }
    bench?.forget(before: settled)
    clock.forget(before: settled)
  }

  /// Stops the streams, reads the clock and the counters a last time, and restores the device.
  private func finishOnDevice() throws(SessionError) {
    try session.stop(streams)
    try stopMotion()
    try arrangement.finish()
    if figures.before != nil { figures.after = try session.statistics() }
    if options.sabotage != .none {
      damage.end(at: session.extendedSequence)
      try session.provoke(.none)
    }
    try clock.synchronise(session, rounds: 2)
  }

  // MARK: - Motion and place

  /// Requests a message about motion before each reading, if the device has a gyroscope.
  func startMotion() throws(SessionError) {
    let needed = Capabilities.motion.union(.gyroscope)
    guard connection.hello.capabilities.contains(needed) else { return }
    try session.streamMotion(true)
    streamsMotion = true
  }

  func stopMotion() throws(SessionError) {
    if streamsMotion { try session.streamMotion(false) }
    streamsMotion = false
  }

  /// Reports once, as soon as the place is known, whether the calibration fits the place.
  func reportPlaceChange() {
    guard let used = record, let field = arrangement.localField else { return }
    record = nil
    for remark in [CalibrationBanner.elsewhere(used, field), CalibrationBanner.hemisphere(used, field)] {
      if let remark { report.remark(remark) }
    }
  }

  // MARK: - What a replay needs

  /// The movement of the instrument; `nil` without a location, and at a fixed one.
  package var movement: Movement? {
    switch options.heading.location {
    case nil, .fixed: nil
    case .sentences, .daemon: feed?.movement ?? Movement()
    }
  }

  /// Tells a replay that the device did not receive the calibration that its world requires.
  static let ownCalibrationNote = "own calibration"

  func appendReplayNotes(_ line: StreamReport.Line) {
    guard let capture = connection.capture else { return }
    for estimate in clock.track.estimates {
      capture.append(
        note: "clock offset \(estimate.offsetNanoseconds) uncertainty \(estimate.uncertaintyNanoseconds) device "
          + "\(estimate.device.microseconds)")
    }
    if connection.link.bench != nil, !options.isChecked { capture.append(note: Self.ownCalibrationNote) }
    capture.appendEnd(
      readings: report.readings, isReal: connection.link.isReal, failure: line.failure, trouble: line.trouble)
  }
}
