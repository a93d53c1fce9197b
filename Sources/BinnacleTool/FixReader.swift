// Fix after fix, with course and speed, out of what `--location` names.
import Foundation
import Marine
import Quantities
import SerialLink
import Terminal

/// What a location source says at one moment.
struct LocationReport {
  var fix: Fix
  var date: Quantities.Date?
  /// Seconds of the day, UTC.
  var time: TimeOfDay?
  /// The heading against true north that the same source tells beside it, degrees.
  var trueHeading: Double?
}

/// Reads a location source fix by fix.
final class FixReader {
  static let location = CommandOption(
    "location", "WHERE", "where you are: LAT,LON, nmea:FILE_OR_DEVICE or gpsd[:HOST[:PORT]]")

  private enum Input {
    case place(Fix)
    case stream(any ByteStream)
    case file([UInt8])
  }

  let name: String
  /// Whether it is a file, which ends and has a pace of its own.
  let isFile: Bool
  private var input: Input
  private let isDaemon: Bool
  private var isSpent = false
  private var sentences = SentenceReader()
  private var receiver = PositionReceiver()
  private var lines: [UInt8] = []
  /// After so many seconds a place that was written down is told again: a location of more than 30 s guides nobody.
  var repetition = 10.0
  private var nextPlace = Deadline.now
  private var ready: [LocationReport] = []
  private var trueHeading: Double?

  init(_ text: String) throws {
    name = text
    switch try LocationSource(text) {
    case .fixed(let place):
      // A metre: whoever writes a place down means it.
      input = .place(Fix(time: Instant(microseconds: 0), position: place.position, horizontalMillimetres: 1000))
      (isDaemon, isFile) = (false, false)
    case .daemon(let host, let port):
      let stream = try SocketStream.connect(host: host, port: port)
      try stream.write(Array(DaemonReport.watch.utf8), deadline: .after(seconds: 5))
      (input, isDaemon, isFile) = (.stream(stream), true, false)
    case .sentences(let path):
      isDaemon = false
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        guard let bytes = FileManager.default.contents(atPath: path) else {
          throw CommandError(.cannotOpen, "\(path) cannot be read.\nCheck its permissions.")
        }
        (input, isFile) = (.file([UInt8](bytes)), true)
      } else {
        // 4800 baud are NMEA 0183's own.
        (input, isFile) = (.stream(try openSerial(path: path, baud: 4800)), false)
      }
    }
  }

  /// The next report that has come by the deadline; `nil` when none has, or when there are no more.
  func next(deadline: Deadline) throws -> LocationReport? {
    if !ready.isEmpty { return ready.removeFirst() }
    switch input {
    case .place(let fix):
      guard nextPlace.hasPassed else { return nil }
      nextPlace = .after(seconds: repetition)
      return LocationReport(fix: fix)
    case .file(let bytes):
      if isSpent { return nil }
      isSpent = true
      take(bytes)
      if let last = sentences.finish() { take(last) }
      if ready.isEmpty {
        throw CommandError(
          .badFile,
          "\(name) holds no positions: \(sentences.counts.words), none of RMC or GGA.\n"
            + sentences.counts.advice)
      }
      return ready.removeFirst()
    case .stream(let stream):
      var buffer = [UInt8](repeating: 0, count: 512)
      while ready.isEmpty {
        let count = try buffer.withUnsafeMutableBytes { raw in try stream.read(into: raw, deadline: deadline) }
        if count == 0 { return nil }
        take(Array(buffer[..<count]))
      }
      return ready.removeFirst()
    }
  }

  /// Whether more than one place may come.
  var isFollowed: Bool {
    if case .place = input { return false }
    return true
  }

  /// Whether nothing more will come.
  var isOver: Bool {
    if case .file = input { return isSpent && ready.isEmpty }
    return false
  }

  func close() { if case .stream(let stream) = input { stream.close() } }

  private func take(_ bytes: [UInt8]) {
    guard isDaemon else {
      for sentence in sentences.take(bytes) { take(sentence) }
      return
    }
    for byte in bytes {
      if byte != 0x0A {
        if lines.count < 65_536 { lines.append(byte) }
        continue
      }
      if let report = DaemonReport.fix(line: String(decoding: lines, as: UTF8.self)) { add(report) }
      lines.removeAll()
    }
  }

  private func take(_ sentence: Sentence) {
    let statement = Statement(sentence)
    if case .trueHeading(let degrees) = statement { trueHeading = degrees }
    if let report = receiver.take(statement) { add(report) }
  }

  private func add(_ report: PositionReceiver.Report) {
    ready.append(LocationReport(fix: report.fix, date: report.date, time: report.time, trueHeading: trueHeading))
  }
}
