// Reads fixes, with course and speed, from the source that `--location` names.
import Foundation
import Marine
import Quantities
import Recordings
import SerialLink
import TerminalInterface
import ToolCommandLine

/// The data of a location source at one time.
package struct LocationReport {
  package var fix: Fix
  package var date: CalendarDay?
  /// Seconds of the day, UTC.
  package var time: TimeOfDay?
  /// The true heading that the same source gives, degrees.
  package var trueHeading: Double?
  /// The 68 % uncertainty of the speed, in mm/s; `nil` if unknown.
  package var speedUncertainty: UInt32?
  /// Whether course and speed were derived from successive fixes.
  package var isMovementDerived = false
}

/// Reads a location source fix by fix.
package final class FixReader {
  package static let location = CommandOption(
    "location", "WHERE", "where you are: LAT,LON, nmea:FILE, nmea:DEVICE[?baud=N] or gpsd[:HOST[:PORT]]")
  /// The seconds without a fix after which a remark follows. A receiver with a fix reports it every second.
  package static let patience = 5.0

  private enum Input {
    case place(Fix)
    case stream(any ByteStream)
    case file([UInt8])
    /// A stream that is lost or not available yet. `reopen` tries again from this time on.
    case away(until: Deadline)
  }

  package let name: String
  /// Whether the source is a file, which has an end and its own speed.
  package let isFile: Bool
  private var input: Input
  private let source: LocationSource
  private let isDaemon: Bool
  private let patience: Double
  private let remark: ((String) -> Void)?
  /// The time for the remark; it is set at the first read.
  private var due: Deadline?
  private var hasFix = false
  /// Whether a remark about the missing fix was made.
  private(set) var hasComplained = false
  private var isSpent = false
  private var sentences = SentenceReader()
  private var receiver = PositionReceiver()
  private var track = MovementTrack()
  /// The number of locations that were older than the latest one.
  private(set) var lateCount = 0
  /// The number of locations that no vehicle can reach.
  private(set) var impossibleCount = 0
  private var tally: LocationTally
  private var lines: [UInt8] = []
  /// The interval in which a fixed place is reported again: guidance does not use a location older than 30 s.
  var repetition = 10.0
  private var nextPlace = Deadline.now
  private var ready: [LocationReport] = []
  /// The index of the next report. The array is not shifted for each report, because a log holds the fixes of a day.
  private var nextReady = 0
  private var trueHeading: Double?
  private let retryInterval: Double

  /// - Parameters:
  ///   - patience: the seconds without a fix after which `remark` is called.
  ///   - name: the source as the user wrote it, for messages.
  ///   - isAway: whether the source could not be opened; it is tried again.
  ///   - retryInterval: the seconds between two attempts to open a source that is gone.
  ///   - remark: receives texts for the user, for example that no fix comes; nil if the caller reports that itself.
  package init(
    _ source: LocationSource, named name: String? = nil, patience: Double = FixReader.patience, isAway: Bool = false,
    retryInterval: Double = 3, remark: ((String) -> Void)? = nil
  ) throws {
    (self.name, self.source, self.patience, self.remark) = (name ?? source.name, source, patience, remark)
    self.retryInterval = retryInterval
    tally = LocationTally(source)
    if isAway {
      (input, isFile) = (.away(until: .after(seconds: retryInterval)), false)
    } else if let stream = try source.open() {
      (input, isFile) = (.stream(stream), false)
    } else if case .sentences(let path, _, _) = source {
      (input, isFile) = (.file(try namedFile(path, upTo: .recording, advice: "Check its permissions.")), true)
    } else if case .fixed(let place) = source {
      // One metre, because a written place is assumed to be exact.
      let fix = Fix(time: Instant(microseconds: 0), position: place.position, horizontalMillimetres: 1000)
      (input, isFile) = (.place(fix), false)
    } else {
      throw CommandError(.cannotOpen, "\(source.name) cannot be opened.")
    }
    if case .daemon = source { isDaemon = true } else { isDaemon = false }
  }

  /// The next report that comes before the deadline; `nil` if none has come or there are no more. A lost source is
  /// tried again, because a service may restart and a receiver may be plugged in again.
  /// - Throws: `CommandError` for a file without a report.
  package func next(deadline: Deadline) throws -> LocationReport? {
    if let report = nextReport() { return report }
    switch input {
    case .away(let due):
      tryAgain(due, until: deadline)
      return nil
    case .place(let fix):
      guard nextPlace.hasPassed else { return nil }
      nextPlace = .after(seconds: repetition)
      return LocationReport(fix: fix)
    case .file(let bytes):
      if isSpent { return nil }
      isSpent = true
      handle(bytes)
      if let last = sentences.finish() { handle(last) }
      tally.sentences = sentences.counts
      if ready.isEmpty { throw CommandError(.badFile, complaint("holds no positions")) }
      if !hasFix { complain("holds no valid position") }
      return nextReport()
    case .stream(let stream):
      if due == nil { due = .after(seconds: patience) }
      if isSpent { return nil }
      do { try read(stream, until: deadline) } catch {
        // A pipe ends like a file.
        if hasFix, stream is PipeStream { isSpent = true } else { lose(error) }
      }
      if !hasFix, due?.hasPassed == true { complain("gave no valid location in \(Digits.fixed(patience, 0)) s") }
      return nextReport()
    }
  }

  private func nextReport() -> LocationReport? {
    guard nextReady < ready.count else { return nil }
    defer {
      nextReady += 1
      if nextReady == ready.count { (ready, nextReady) = ([], 0) }
    }
    return ready[nextReady]
  }

  private func read(_ stream: any ByteStream, until deadline: Deadline) throws {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var taken = 0
    while ready.isEmpty {
      let count = try buffer.withUnsafeMutableBytes { raw in try stream.read(into: raw, deadline: deadline) }
      if count == 0 { return }
      handle(Array(buffer[..<count]))
      taken += count
      // A source that sends faster than it is read may not be a receiver.
      if taken >= 65_536, deadline.hasPassed { return }
    }
  }

  /// Whether more than one place can come.
  package var isFollowed: Bool {
    if case .place = input { return false }
    return true
  }

  /// Whether the source is lost, or was not available yet.
  var isAway: Bool { if case .away = input { true } else { false } }

  /// The number of received bytes.
  package var bytes: Int { tally.bytes }

  /// Whether no more reports will come.
  package var isOver: Bool { isSpent && ready.isEmpty }

  /// Ends the source. If it gave no fix, a remark follows.
  package func finish() {
    if case .stream = input, !hasFix { complain("gave no valid location") }
  }

  /// Closes the port or connection that is read.
  package func close() { if case .stream(let stream) = input { stream.close() } }

  /// Reports that a source is lost. It is tried again from now on.
  private func lose(_ error: any Error) {
    close()
    input = .away(until: .after(seconds: retryInterval))
    // The text is not that of a lost link, because nothing here waits for this source.
    let cause = if case .lost(_, let reason) = error as? LinkError { reason } else { "\(error)" }
    if hasFix {
      remark?("\(name) is gone (\(cause)), and the last location stays in use; it is tried again")
    } else if hasComplained {
      remark?("\(name) is gone (\(cause)); it is tried again")
    } else {
      complain("went away without a valid location")
    }
  }

  /// Tries to open a lost source from time to time.
  private func tryAgain(_ due: Deadline, until deadline: Deadline) {
    guard due.hasPassed else {
      usleep(UInt32(min(0.1, deadline.remaining) * 1e6))
      return
    }
    guard reopen() else {
      input = .away(until: .after(seconds: retryInterval))
      return
    }
    remark?("\(name) is there again")
  }

  private func reopen() -> Bool {
    // At most half a second, because readings wait for it.
    guard let stream = try? source.open(within: 0.5) else { return false }
    (input, due) = (.stream(stream), nil)
    // The rest of the last line does not belong to the next line.
    _ = sentences.finish()
    lines.removeAll()
    return true
  }

  /// The error, what came from the source, and what to try.
  package func complaint(_ what: String) -> String { "\(name) \(what): \(tally.text).\n\(tally.advice)" }

  private func complain(_ what: String) {
    if hasComplained { return }
    hasComplained = true
    remark?(complaint(what))
  }

  private func handle(_ bytes: [UInt8]) {
    tally.bytes += bytes.count
    guard isDaemon else {
      for sentence in sentences.read(bytes) { handle(sentence) }
      tally.sentences = sentences.counts
      return
    }
    for byte in bytes {
      if byte != 0x0A {
        if lines.count < 65_536 { lines.append(byte) }
        continue
      }
      let line = String(decoding: lines, as: UTF8.self)
      lines.removeAll()
      tally.add(line: line)
      if let report = DaemonReport.fix(line: line) { add(report) }
    }
  }

  private func handle(_ sentence: Sentence) {
    let statement = Statement(sentence)
    if case .trueHeading(let degrees) = statement {
      trueHeading = degrees.flatMap { (0...360).contains($0) ? $0 : nil }
    }
    if let report = receiver.receive(statement) { add(report) }
  }

  private func add(_ told: PositionReceiver.Report) {
    guard case .used(let report) = track.follow(told) else { return reportLate(told) }
    if let metres = track.excess { reportImpossible(told, metres) }
    hasFix = hasFix || report.fix.isValid
    ready.append(
      LocationReport(
        fix: report.fix, date: report.date ?? receiver.date, time: report.time, trueHeading: trueHeading,
        speedUncertainty: report.speedUncertainty, isMovementDerived: report.isMovementDerived))
  }

  /// Reports once that late locations are ignored.
  private func reportLate(_ report: PositionReceiver.Report) {
    lateCount += 1
    guard lateCount == 1, let seconds = report.time?.seconds else { return }
    remark?("\(name) gave a location of \(Self.clock(seconds)) UTC after a later one; late locations are ignored")
  }

  /// Reports once that impossible locations give no course.
  private func reportImpossible(_ report: PositionReceiver.Report, _ metres: Double) {
    impossibleCount += 1
    guard impossibleCount == 1, let seconds = report.time?.seconds else { return }
    remark?(
      "\(name) gave a location of \(Self.clock(seconds)) UTC that is \(Digits.grouped(Int(metres.rounded(.up)))) m beyond "
        + "what any vehicle reaches; such locations give no course and no speed")
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return [whole / 3600, whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}
