// Where locations come from: a place, an NMEA file or receiver, or gpsd.
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

/// A source of locations, read one after the other.
final class LocationSource {
  static let option = CommandOption(
    "location", "FROM", "where you are: LAT,LON, nmea:FILE or DEVICE[?baud=…], gpsd or gpsd:HOST[:PORT]")

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
  private var ready: [LocationReport] = []
  private var trueHeading: Double?

  init(_ text: String) throws {
    name = text
    if text == "gpsd" || text.hasPrefix("gpsd:") {
      let parts = text.split(separator: ":").dropFirst()
      let host = parts.first.map(String.init) ?? "localhost"
      let port = parts.count > 1 ? UInt16(parts[parts.startIndex + 1]) : DaemonReport.port
      guard let port else { throw UsageError("“\(text)” names no port.\nWrite gpsd, gpsd:HOST or gpsd:HOST:PORT.") }
      let stream = try SocketStream.connect(host: host, port: port)
      try stream.write(Array(DaemonReport.watch.utf8), deadline: .after(seconds: 5))
      (input, isDaemon, isFile) = (.stream(stream), true, false)
    } else if text.hasPrefix("nmea:") {
      isDaemon = false
      let (path, baud) = try Self.path(String(text.dropFirst(5)), in: text)
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        guard let bytes = FileManager.default.contents(atPath: path) else {
          throw CommandError(.cannotOpen, "\(path) cannot be read.\nCheck its permissions.")
        }
        (input, isFile) = (.file([UInt8](bytes)), true)
      } else {
        (input, isFile) = (.stream(try openSerial(path: path, baud: baud)), false)
      }
    } else {
      isDaemon = false
      isFile = false
      // A metre: whoever writes a place down means it.
      input = .place(
        Fix(time: Instant(microseconds: 0), position: try Place(text).position, horizontalMillimetres: 1000))
    }
  }

  private static func path(_ text: String, in whole: String) throws -> (String, Int) {
    let parts = text.components(separatedBy: "?baud=")
    guard !parts[0].isEmpty, parts.count <= 2, let baud = parts.count == 2 ? Int(parts[1]) : 4800 else {
      throw UsageError("“\(whole)” is no receiver.\nWrite nmea:FILE or nmea:/dev/ttyUSB1?baud=4800.")
    }
    return (parts[0], baud)
  }

  /// The next report that has come by the deadline; `nil` when none has, or when there are no more.
  func next(deadline: Deadline) throws -> LocationReport? {
    if !ready.isEmpty { return ready.removeFirst() }
    switch input {
    case .place(let fix):
      if isSpent { return nil }
      isSpent = true
      return LocationReport(fix: fix)
    case .file(let bytes):
      if isSpent { return nil }
      isSpent = true
      take(bytes)
      if let last = sentences.finish() { take(last) }
      if ready.isEmpty {
        throw CommandError(
          .badFile, "\(name) holds no positions: \(sentences.counts.sentences) sentences, none of RMC or GGA.\n"
            + "Give the log of a position receiver.")
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
