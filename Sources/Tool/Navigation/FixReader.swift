// Fix after fix, with course and speed, out of what `--location` names.
import Foundation
import Marine
import Quantities
import Recordings
import SerialLink
import TerminalInterface

/// What a location source says at one moment.
struct LocationReport {
  var fix: Fix
  var date: CalendarDay?
  /// Seconds of the day, UTC.
  var time: TimeOfDay?
  /// The heading against true north that the same source tells beside it, degrees.
  var trueHeading: Double?
  /// 68 % of the speed lies within this, in millimetres a second; `nil` where nobody knows.
  var speedUncertainty: UInt32?
  /// Whether course and speed were derived from successive fixes.
  var isMovementDerived = false
}

/// Reads a location source fix by fix.
final class FixReader {
  static let location = CommandOption(
    "location", "WHERE", "where you are: LAT,LON, nmea:FILE, nmea:DEVICE[?baud=N] or gpsd[:HOST[:PORT]]")
  /// Seconds without a fix after which that is remarked on: a receiver that has one tells it every second.
  static let patience = 5.0

  private enum Input {
    case place(Fix)
    case stream(any ByteStream)
    case file([UInt8])
  }

  let name: String
  /// Whether it is a file, which ends and has a pace of its own.
  let isFile: Bool
  private let input: Input
  private let isDaemon: Bool
  private let patience: Double
  private let remark: ((String) -> Void)?
  /// From the first look on.
  private var due: Deadline?
  private var hasFix = false
  /// Whether the lack of a fix was told.
  private(set) var hasComplained = false
  private var isSpent = false
  private var sentences = SentenceReader()
  private var receiver = PositionReceiver()
  private var track = MovementTrack()
  /// Locations that were older than the latest one.
  private(set) var lateCount = 0
  private var tally: LocationTally
  private var lines: [UInt8] = []
  /// After so many seconds a place that was written down is told again: a location of more than 30 s guides nobody.
  var repetition = 10.0
  private var nextPlace = Deadline.now
  private var ready: [LocationReport] = []
  /// The first that was not taken yet: a log holds a day of fixes, which are not moved up for each that goes.
  private var nextReady = 0
  private var trueHeading: Double?

  /// - Parameters:
  ///   - patience: seconds without a fix after which `remark` is called.
  ///   - remark: takes what a person should know, such as that no fix comes; nil where the caller says so itself.
  init(_ source: LocationSource, patience: Double = FixReader.patience, remark: ((String) -> Void)? = nil) throws {
    (name, self.patience, self.remark) = (source.name, patience, remark)
    tally = LocationTally(source)
    if let stream = try source.open() {
      (input, isFile) = (.stream(stream), false)
    } else if case .sentences(let path, _, _) = source {
      guard let bytes = contents(ofFile: path) else {
        throw CommandError(.cannotOpen, "\(path) cannot be read.\nCheck its permissions.")
      }
      (input, isFile) = (.file([UInt8](bytes)), true)
    } else if case .fixed(let place) = source {
      // A metre: whoever writes a place down means it.
      let fix = Fix(time: Instant(microseconds: 0), position: place.position, horizontalMillimetres: 1000)
      (input, isFile) = (.place(fix), false)
    } else {
      throw CommandError(.cannotOpen, "\(source.name) cannot be opened.")
    }
    if case .daemon = source { isDaemon = true } else { isDaemon = false }
  }

  /// The next report that has come by the deadline; `nil` when none has, or when there are no more.
  /// - Throws: `CommandError` for a file without any, `LinkError` when the source is gone.
  func next(deadline: Deadline) throws -> LocationReport? {
    if let report = takeReady() { return report }
    switch input {
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
      return takeReady()
    case .stream(let stream):
      if due == nil { due = .after(seconds: patience) }
      if isSpent { return nil }
      do { try read(stream, until: deadline) } catch {
        if !hasFix { complain("went away without a valid location") }
        // A pipe ends as a file does.
        guard hasFix, stream is PipeStream else { throw error }
        isSpent = true
      }
      if !hasFix, due?.hasPassed == true { complain("told no valid location in \(Digits.fixed(patience, 0)) s") }
      return takeReady()
    }
  }

  private func takeReady() -> LocationReport? {
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
      // What speaks faster than it is read may be anything.
      if taken >= 65_536, deadline.hasPassed { return }
    }
  }

  /// Whether more than one place may come.
  var isFollowed: Bool {
    if case .place = input { return false }
    return true
  }

  /// How many bytes came.
  var bytes: Int { tally.bytes }

  /// Whether nothing more will come.
  var isOver: Bool { isSpent && ready.isEmpty }

  /// The use of the source is over: one that told no fix is remarked on.
  func finish() {
    if case .stream = input, !hasFix { complain("told no valid location") }
  }

  func close() { if case .stream(let stream) = input { stream.close() } }

  /// What is wrong, what came, and what to try.
  func complaint(_ what: String) -> String { "\(name) \(what): \(tally.text).\n\(tally.advice)" }

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
    guard case .used(let report) = track.add(told) else { return tellLate(told) }
    hasFix = hasFix || report.fix.isValid
    ready.append(
      LocationReport(
        fix: report.fix, date: report.date ?? receiver.date, time: report.time, trueHeading: trueHeading,
        speedUncertainty: report.speedUncertainty, isMovementDerived: report.isMovementDerived))
  }

  /// Says once that late locations are ignored.
  private func tellLate(_ report: PositionReceiver.Report) {
    lateCount += 1
    guard lateCount == 1, let seconds = report.time?.seconds else { return }
    remark?("\(name) told a location of \(Self.clock(seconds)) UTC after a later one; late locations are ignored")
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return [whole / 3600, whole / 60 % 60, whole % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
  }
}
