// Computes a recording with the device's code, in this process or on a board.

import Correction
import DeviceLinks
import Heading
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Sends each row of a recording to the device and reports the resulting reading.
package final class RecordingStream {
  private var recording: Recording
  /// Whether rates are sent with the samples.
  private var hasRates = false
  private let options: StreamOptions
  /// The record to compute with; `nil` means the record of the device.
  private let record: CalibrationRecord?
  /// Returns the rows after those of the recording, waiting for at least one; `nil` at the end.
  private let more: (() -> [RecordingRow]?)?
  /// Microseconds between rows of a recording without times.
  static let spacing: UInt64 = 100_000
  /// A note for the replay: the readings were computed from samples of the host.
  package static let captureNote = "recording"

  package init(
    recording: Recording, options: StreamOptions, record: CalibrationRecord? = nil,
    more: (() -> [RecordingRow]?)? = nil
  ) {
    (self.recording, self.options, self.record, self.more) = (recording, options, record, more)
  }

  package func run(on connection: Connection, report: StreamReport, console: Console) throws -> ExitStatus {
    let session = connection.session
    announce(on: connection, report)
    var damage = DamageSpan()
    var hello = connection.hello
    // Injected samples may have a specific force, even if the board has no accelerometer.
    if recording.rows.contains(where: { $0.acceleration != nil }) { hello.capabilities.insert(.accelerometer) }
    try options.heading.check(hello, name: session.stream.name, console: console)
    let wantsRates = options.usesGyroscope && recording.rows.contains { $0.rate != nil }
    hasRates = wantsRates && hello.capabilities.contains(.motion)
    if wantsRates, !hasRates {
      report.remark("\(session.stream.name) does not fuse rates; the headings are those of the compass")
    }
    let feed = try options.heading.openFeed(remark: report.remark)
    defer { feed?.close() }
    // The rows come faster than the sentences of a receiver.
    feed?.waitForPlace()
    let arrangement = DeviceArrangement(options.heading, on: session)
    let before = record == nil ? nil : try session.calibration()
    let fusion = hasRates ? SetMotion(asIn: try session.motion()) : nil
    func undo() throws(SessionError) {
      try arrangement.undo()
      if let before { try session.setCalibration(before) }
      if let fusion { try session.setMotion(fusion) }
      if options.sabotage != .none {
        damage.end(at: session.extendedSequence)
        try session.provoke(.none)
      }
    }
    do {
      try begin(on: connection, arrangement, feed, &damage, report: report)
    } catch {
      if (error as? SessionError)?.isLinkLost != true { try? undo() }
      throw error
    }
    var line = StreamReport.Line(counters: LineCounters())
    do throws(SessionError) {
      try injectRows(on: session, report: report, &line)
      try undo()
    } catch {
      line.failure = error.description
      console.remark("binnacle: \(error.description)")
      if !error.isLinkLost { try? undo() }
    }
    line.counters = session.counters
    line.expectedCorrupt = damage.expectedFrames
    connection.capture?.appendEnd(readings: report.readings, isReal: false, failure: line.failure)
    return report.finish(line, bench: nil, clock: ClockTrack(), isReal: false)
  }

  private func announce(on connection: Connection, _ report: StreamReport) {
    let rows = more == nil ? "\(Digits.grouped(recording.rows.count)) rows" : "rows as they come,"
    report.title("\(recording.name): \(rows) on \(connection.title)")
    report.readsTable = true
  }

  /// Sends the rows until all are computed, or as many as are wanted, and reports the readings.
  private func injectRows(
    on session: DeviceSession, report: StreamReport, _ line: inout StreamReport.Line
  ) throws(SessionError) {
    // With a filter, fewer readings are delivered than there are rows.
    let wanted = options.readings ?? Int.max
    var isOver = false
    var wasInterrupted = false
    defer { line.wasInterrupted = wasInterrupted }
    var next = 0
    var unfused = 0
    defer {
      if unfused > 0 {
        report.remark("the line lost what the gyroscope says beside \(unfused) readings")
      }
    }
    repeat {
      let count = options.mayBeSilent ? recording.rows.count : min(recording.rows.count, wanted)
      var injector = Injector(session: session)
      if hasRates {
        injector.rate = rate
        injector.fused = { motion in
          if let motion { report.setMotion(motion) } else { unfused += 1 }
        }
      }
      try injector.run(from: next, count: count, sample: sample) { index, reading in
        isOver = options.isOver(at: time(index), since: time(0))
        if isOver { return false }
        if reading.assessment.event == HeadingEvent.none { return true }
        let row = recording.rows[index]
        report.add(reading, lost: session.counters.lost, input: row.input, measured: row.acceleration)
        wasInterrupted = Interrupt.isRequested
        isOver = wasInterrupted || report.readings >= wanted
        return !isOver
      }
      next = count
    } while !isOver && addRows()
  }

  /// Sets up the device and reports the settings it computes with.
  private func begin(
    on connection: Connection, _ arrangement: DeviceArrangement, _ feed: LocationFeed?, _ damage: inout DamageSpan,
    report: StreamReport
  ) throws {
    let session = connection.session
    try arrangement.mount()
    // The rows do not have the delay of the board's own sensors.
    if hasRates { try session.setMotion(SetMotion()) }
    if let remark = try arrangement.tune(feed) { report.remark(remark) }
    if let record { try connection.setForThisRun(record) }
    let model = try connection.deviceModel()
    if let remark = CalibrationBanner.hemisphere(model.record, arrangement.localField) { report.remark(remark) }
    // It is requested in any case, because a capture must contain it too.
    let pointing = try connection.pointingAxis()
    connection.capture?.append(note: Self.captureNote)
    if options.sabotage != .none {
      if options.sabotage == .wire { damage.begin(after: session.extendedSequence) }
      try session.provoke(options.sabotage)
    }
    if options.isChecked {
      report.judge(
        record: model.bytes, mounting: model.mounting, pointing: pointing,
        provocation: options.sabotage, hasTruth: false)
    }
    if options.heading.isTrue { report.demandTrueNorth() }
    // The time is that of the recording: if its column counts from 1970, so does this.
    try report.begin(
      options.heading.form, isSimulated: true, mounting: { try session.mounting() },
      card: { try connection.deviationCard() }, time: { Double($0.time.microseconds) / 1e6 })
  }

  /// Adds the rows that came meanwhile. Returns whether there are any.
  private func addRows() -> Bool {
    guard let rows = more?() else { return false }
    recording.rows += rows
    return true
  }

  /// Remarks about the rows that are replayed: their units, and times that they have not.
  package static func remarks(_ recording: Recording, _ options: RecordingOptions) -> [String] {
    var remarks = UnitCheck.remarks(recording, options)
    if recording.rows.count > 1, !recording.rows.contains(where: { $0.time != nil }) {
      remarks.append("binnacle: the rows have no times, and are taken for 10 a second; --time COLUMN names the times")
    }
    return remarks + [upsideDown(recording, options)].compactMap { $0 }
  }

  /// A remark on an instrument that lies upside down, as a phone seems to if its axes are taken for forward, right, down.
  private static func upsideDown(_ recording: Recording, _ options: RecordingOptions) -> String? {
    let down = recording.rows.compactMap { $0.acceleration }.map {
      Double($0.microG.z) / UnitCheck.length(SIMD3($0.microG))
    }
    let columns = [options.field, options.acceleration]
    guard let middle = UnitCheck.median(down), middle > 0.7, !columns.joined().contains(where: \.isNegated) else {
      return nil
    }
    let phone = columns.flatMap { [$0[1], $0[0], SignedColumn(name: $0[2].name, isNegated: true)] }
    return
      "binnacle: by the acceleration it lies upside down. If its axes are right, forward, up, as a phone's are, give\n"
      + AxesThatFit.option("--columns=", phone)
  }

  private func time(_ index: Int) -> Instant {
    recording.rows[index].time ?? Instant(microseconds: UInt64(index) * Self.spacing)
  }

  private func rate(_ index: Int) -> InjectedRate? {
    recording.rows[index].rate.map { InjectedRate(time: time(index), scale: .q20, counts: $0.q20) }
  }

  private func sample(_ index: Int) -> InjectedSample {
    let row = recording.rows[index]
    if let chip = row.chipSample {
      return InjectedSample(
        time: time(index), scale: chip.scale, counts: chip.counts, specificForce: row.acceleration)
    }
    return InjectedSample(
      time: time(index), scale: .nanotesla, counts: row.field.nanotesla, specificForce: row.acceleration)
  }
}
