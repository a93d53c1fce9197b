// Where the device is: from the command line, from a receiver's sentences, or from gpsd.
import Foundation
import HostSession
import Marine
import Quantities
import SerialLink
import Terminal
import Wire

/// What `--location` names.
enum LocationSource: Equatable {
  case fixed(Place)
  /// A file of sentences, or a device that sends them.
  case sentences(path: String)
  case daemon(host: String, port: UInt16)

  init(_ text: String) throws {
    if text.hasPrefix("nmea:") {
      let path = String(text.dropFirst(5))
      guard !path.isEmpty else {
        throw UsageError("--location nmea:FILE names a file or device of NMEA 0183 sentences.")
      }
      self = .sentences(path: path)
    } else if text == "gpsd" || text.hasPrefix("gpsd:") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
      let host = parts.first.map(String.init) ?? "127.0.0.1"
      let portText = parts.count > 1 ? String(parts[parts.startIndex + 1]) : "\(DaemonReport.port)"
      guard parts.count <= 2, !host.isEmpty, let port = UInt16(portText), port > 0 else {
        throw UsageError("“\(text)” is not gpsd[:HOST[:PORT]], such as gpsd or gpsd:192.168.1.5:2947.")
      }
      self = .daemon(host: host, port: port)
    } else {
      self = .fixed(try Place(text))
    }
  }
}

extension SentenceReader.Counts {
  /// What a file without a position holds.
  var words: String {
    "\(sentences) sentences, \(badChecksums) with a wrong checksum, \(missingChecksums) without one"
  }

  /// What to do about it.
  var advice: String {
    sentences == 0 && missingChecksums > 0
      ? "A sentence ends with * and two digits, its checksum; without that it is not used. Give a log that has them."
      : "Give a log with RMC or GGA sentences of a receiver that had a fix."
  }
}

/// Follows a source and hands new places to a device.
final class LocationFeed {
  private let source: LocationSource
  private var stream: (any ByteStream)?
  private var sentences = SentenceReader()
  private var receiver = PositionReceiver()
  private var line: [UInt8] = []
  private var told: Position?
  private var toldDate: Quantities.Date?
  private var latest: (position: Position, date: Quantities.Date?)?
  private var buffer = [UInt8](repeating: 0, count: 1024)

  /// Places nearer than this to the one told before are the same: 2^−32 turns, 120 m of latitude.
  private static let grain: UInt32 = 12_900

  init(_ source: LocationSource) throws {
    self.source = source
    switch source {
    case .fixed(let place): latest = (place.position, Self.today)
    case .sentences(let path):
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw CommandError(.cannotOpen, "\(path) is not there.\nGive --location nmea:FILE a file or a serial device.")
      }
      if status.st_mode & S_IFMT == S_IFREG {
        try readFile(path)
      } else {
        do throws(LinkError) {
          stream = try TerminalStream(path: path, baud: 4800)
        } catch { throw CommandError(.cannotOpen, error.description) }
      }
    case .daemon(let host, let port):
      do throws(LinkError) {
        let socket = try SocketStream.connect(host: host, port: port, deadline: .after(seconds: 3))
        let request = Array(DaemonReport.watch.utf8)
        try socket.write(request, deadline: .after(seconds: 3))
        stream = socket
      } catch { throw CommandError(.cannotOpen, error.description) }
    }
  }

  /// The day on which this runs.
  static var today: Quantities.Date {
    // 2000-01-01 is day 10,957 of Unix time.
    Quantities.Date(days: Int32(Foundation.Date().timeIntervalSince1970 / 86_400) - 10_957)
  }

  /// A file is a log: where and when its last valid fix was.
  private func readFile(_ path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError(.cannotOpen, "\(path) cannot be read.\nCheck its permissions.")
    }
    take(sentences.take(data))
    if let last = sentences.finish() { take([last]) }
    guard latest != nil else {
      let counts = sentences.counts
      throw CommandError(
        .badFile,
        "\(path) holds no valid position: \(counts.words).\n" + counts.advice)
    }
  }

  private func take(_ found: [Sentence]) {
    for sentence in found { take(receiver.take(Statement(sentence))) }
  }

  private func take(_ report: PositionReceiver.Report?) {
    guard let report, report.fix.isValid else { return }
    latest = (report.fix.position, report.date ?? receiver.date)
  }

  /// Where it is, as far as that is known by now.
  var place: (position: Position, date: Quantities.Date)? { latest.map { ($0.position, $0.date ?? Self.today) } }

  /// Takes what has come, and tells the device when it is another place.
  func poll(_ session: HostSession, isAnew: Bool = false) throws(SessionError) {
    drain()
    guard let latest else { return }
    let date = latest.date ?? Self.today
    if isAnew || toldDate != date {
      try session.setDate(date)
      toldDate = date
    }
    if isAnew || isNew(latest.position) {
      try session.setLocation(latest.position)
      told = latest.position
    }
  }

  private func isNew(_ position: Position) -> Bool {
    guard let told else { return true }
    return (position.latitude &- told.latitude).magnitude > Self.grain
      || (position.longitude &- told.longitude).magnitude > Self.grain
      || (position.height &- told.height).magnitude > 100_000
  }

  /// Reads what waits; a source that is lost leaves the last place standing.
  private func drain() {
    guard let stream else { return }
    while true {
      let read: Int? = buffer.withUnsafeMutableBytes { raw in
        do throws(LinkError) { return try stream.read(into: raw, deadline: .now) } catch { return nil }
      }
      guard let count = read else {
        stream.close()
        self.stream = nil
        return
      }
      if count == 0 { return }
      if case .daemon = source { takeLines(buffer[..<count]) } else { take(sentences.take(buffer[..<count])) }
    }
  }

  private func takeLines(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == 0x0A {
        take(DaemonReport.fix(line: String(decoding: line, as: UTF8.self)))
        line.removeAll(keepingCapacity: true)
      } else if line.count < 65_536 {
        line.append(byte)
      }
    }
  }
}
