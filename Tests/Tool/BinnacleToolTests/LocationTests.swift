// Sources of locations that tell no fix: what came of them is said, once, and what to try.
import Foundation
import Quantities
import SerialLink
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

@Suite struct LocationTests {
  private static let fix = sentence("GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A")
  private static let noFix = sentence("GPRMC,120000.00,V,,,,,,,010726,,,N")

  /// What was remarked on; one string a remark.
  private final class Remarks { var all: [String] = [] }

  /// Reads until the first remark or valid fix, 20 s at most.
  private func read(_ reader: FixReader, _ remarks: Remarks) throws -> LocationReport? {
    let end = Deadline.after(seconds: 20)
    while remarks.all.isEmpty, !end.hasPassed {
      if let report = try reader.next(deadline: .after(seconds: 0.05)), report.fix.isValid { return report }
    }
    return nil
  }

  @Test func rate_isThatOfALinksWords() throws {
    #expect(try LocationSource("nmea:/dev/ttyNone") == .sentences(path: "/dev/ttyNone", baud: 4800))
    #expect(try LocationSource("nmea:/dev/ttyNone?baud=9600") == .sentences(path: "/dev/ttyNone", baud: 9600))
    #expect(
      try LocationSource("nmea:/dev/ttyNone?baud=38400&dtr=off")
        == .sentences(path: "/dev/ttyNone", baud: 38_400, lines: .released))
    for (bad, word) in [
      ("nmea:/dev/ttyNone?baud=fast", "1200 to 4000000"), ("nmea:/dev/ttyNone?bauds=9600", "did you mean baud?"),
      ("nmea:/dev/ttyNone?baud", "baud=VALUE"), ("nmea:?baud=9600", "names a file or device"),
    ] {
      #expect(throws: UsageError.self, "\(bad)") { try LocationSource(bad) }
      do { _ = try LocationSource(bad) } catch { #expect("\(error)".contains(word), "\(error)") }
    }
  }

  @Test func pipe_isReadAsItIsWritten_andEndsAsAFileDoes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: UsageError.self) { try LocationSource("nmea:\(path)?baud=9600") }
    let reader = try FixReader(LocationSource("nmea:\(path)"))
    defer { reader.close() }
    #expect(!reader.isFile)
    #expect(try reader.next(deadline: .now) == nil && !reader.isOver, "nobody writes yet")
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    _ = Self.fix.withCString { write(writer, $0, strlen($0)) }
    #expect(try reader.next(deadline: .after(seconds: 20))?.fix.isValid == true)
    close(writer)
    #expect(try reader.next(deadline: .after(seconds: 20)) == nil)
    #expect(reader.isOver)
  }

  @Test func rate_ofAFile_isRefusedAndItsNameMayHoldAQuestionMark() throws {
    let folder = try TemporaryFolder()
    let (log, odd) = (folder.path("log.nmea"), folder.path("what?baud=9600"))
    for path in [log, odd] { try Data(Self.fix.utf8).write(to: URL(fileURLWithPath: path)) }
    #expect(try LocationSource("nmea:\(odd)") == .sentences(path: odd))
    do {
      _ = try LocationSource("nmea:\(log)?baud=9600")
      Issue.record("a rate of a file")
    } catch { #expect("\(error)".contains("Leave out ?baud=9600")) }
  }

  @Test(
    .waits,
    arguments: [
      ("", "nothing came", "?baud=9600"), ("\u{1}~\u{7f}xx", "5 bytes without the end of a line", "?baud=9600"),
      (
        String(repeating: "\u{1}~\u{7f}x\n", count: 20),
        "0 good sentences, 0 with a wrong checksum, 0 without one, 20 other lines", "?baud=9600"
      ),
      (String(repeating: noFix, count: 3), "3 good sentences", "no fix yet"),
      (String(repeating: sentence("GPGSV,1,1,00"), count: 3), "3 good sentences", "RMC, GGA, GNS and GLL"),
      (String(repeating: "$GPRMC,1,A,4722.2,N,00832.4,E,,,010726,,\r\n", count: 3), "3 without one", "its checksum"),
      (
        String(repeating: "$GPRMC,1,A,4722.2,N,00832.4,E,,,010726,,*00\r\n", count: 3), "3 with a wrong checksum",
        "?baud=9600"
      ),
    ])
  func receiver_withoutAFix_isRemarkedOnOnce(text: String, words: String, advice: String) throws {
    let receiver = try TemporaryTerminal()
    let remarks = Remarks()
    let reader = try FixReader(LocationSource("nmea:\(receiver.path)"), patience: 0.3) { remarks.all.append($0) }
    defer { reader.close() }
    receiver.send(Array(text.utf8))
    #expect(try read(reader, remarks) == nil)
    let end = Deadline.after(seconds: 0.5)
    while !end.hasPassed { _ = try reader.next(deadline: .after(seconds: 0.1)) }
    reader.finish()
    #expect(remarks.all.count == 1, "\(remarks.all)")
    let remark = try #require(remarks.all.first)
    #expect(remark.contains("gave no valid location in 0 s") && remark.contains(words), "\(remark)")
    #expect(remark.contains(advice), "\(remark)")
  }

  @Test(.waits) func receiver_withAFix_isNotRemarkedOn() throws {
    let receiver = try TemporaryTerminal()
    let remarks = Remarks()
    let reader = try FixReader(LocationSource("nmea:\(receiver.path)"), patience: 0.5) { remarks.all.append($0) }
    defer { reader.close() }
    receiver.send(Array((Self.noFix + Self.fix).utf8))
    #expect(try read(reader, remarks) != nil)
    let end = Deadline.after(seconds: 0.8)
    while !end.hasPassed { _ = try reader.next(deadline: .after(seconds: 0.1)) }
    reader.finish()
    #expect(remarks.all.isEmpty, "\(remarks.all)")
  }

  @Test(
    .waits,
    arguments: [
      ("{\"class\":\"VERSION\",\"release\":\"3.25\"}\n", "1 report of gpsd, 0 of them of a position", "no receiver"),
      ("{\"class\":\"TPV\",\"mode\":1}\n", "1 report of gpsd, 1 of them of a position", "no fix yet"),
      ("SSH-2.0-OpenSSH_9.2\r\n", "1 other line", "Is it gpsd"),
      ("", "nothing came", "Is it gpsd"),
    ])
  func server_withoutAFix_isRemarkedOn(text: String, words: String, advice: String) throws {
    let server = try TemporaryServer()
    let remarks = Remarks()
    let reader = try FixReader(LocationSource("gpsd:127.0.0.1:\(server.port)"), patience: 0.3) {
      remarks.all.append($0)
    }
    defer { reader.close() }
    let client = try server.accept()
    try client.write(Array(text.utf8), deadline: .after(seconds: 5))
    #expect(try read(reader, remarks) == nil)
    let remark = try #require(remarks.all.first)
    #expect(remark.contains(words) && remark.contains(advice), "\(remark)")
  }

  @Test(arguments: [false, true])
  func server_thatGoesAway_isRemarkedOn(hadFix: Bool) throws {
    let server = try TemporaryServer()
    let remarks = Remarks()
    let feed = try LocationFeed(.daemon(host: "127.0.0.1", port: server.port), patience: 30) { remarks.all.append($0) }
    let client = try server.accept()
    if hadFix {
      try client.write(
        Array("{\"class\":\"TPV\",\"mode\":3,\"lat\":47.37,\"lon\":8.54}\n".utf8), deadline: .after(seconds: 5))
      feed.waitForPlace()
      #expect(feed.place != nil)
    }
    client.close()
    let end = Deadline.after(seconds: 20)
    while remarks.all.isEmpty, !end.hasPassed { feed.read(until: .after(seconds: 0.1)) }
    feed.close()
    #expect(remarks.all.count == 1, "\(remarks.all)")
    let remark = try #require(remarks.all.first)
    #expect(
      remark.contains(hadFix ? "the last location stays in use" : "went away without a valid location"), "\(remark)")
    // --reconnect is for the instrument.
    #expect(!remark.contains("reconnect"), "\(remark)")
  }

  private static func latitude(of feed: LocationFeed) -> Double {
    Double(feed.place?.position.latitude ?? 0) * 360 / 0x1p32
  }

  /// A service that runs for weeks restarts; at first it may not be there at all.
  @Test(.waits, arguments: [false, true])
  func server_thatRestarts_isFollowedAgain(isAway: Bool) throws {
    let server = try TemporaryServer()
    let remarks = Remarks()
    let source = LocationSource.daemon(host: "127.0.0.1", port: server.port)
    let feed = try LocationFeed(source, patience: 30, isAway: isAway, retryInterval: 0.1) { remarks.all.append($0) }
    defer { feed.close() }
    func sendPlace(_ latitude: Double) throws -> SocketStream {
      // An attempt to connect waits in the server's queue.
      feed.read(until: .after(seconds: 0.1))
      usleep(150_000)
      feed.read(until: .after(seconds: 0.1))
      let client = try server.accept()
      let text = "{\"class\":\"TPV\",\"mode\":3,\"lat\":\(latitude),\"lon\":8.54}\n"
      try client.write(Array(text.utf8), deadline: .after(seconds: 5))
      let end = Deadline.after(seconds: 20)
      while abs(Self.latitude(of: feed) - latitude) > 0.01, !end.hasPassed {
        feed.read(until: .after(seconds: 0.1))
      }
      return client
    }
    let first = try sendPlace(47.37)
    #expect(remarks.all.count == (isAway ? 1 : 0), "\(remarks.all)")
    first.close()
    let end = Deadline.after(seconds: 20)
    while !remarks.all.contains(where: { $0.contains("is gone") }), !end.hasPassed {
      feed.read(until: .after(seconds: 0.1))
    }
    let second = try sendPlace(47.5)
    defer { second.close() }
    #expect(abs(Self.latitude(of: feed) - 47.5) < 0.01, "\(remarks.all)")
    #expect(remarks.all.last?.hasSuffix("is there again") == true, "\(remarks.all)")
  }

  /// A fix that is lost leaves no true heading invalid, so that nothing else would tell.
  @Test(.waits, arguments: [(noFix, "it has no fix"), ("", "nothing comes from it")])
  func source_thatLosesItsFix_isRemarkedOn_andWhenItComesBack(text: String, words: String) throws {
    let receiver = try TemporaryTerminal()
    let remarks = Remarks()
    let source = try LocationSource("nmea:\(receiver.path)")
    let feed = try LocationFeed(source, patience: 0.1) { remarks.all.append($0) }
    defer { feed.close() }
    let end = Deadline.after(seconds: 20)
    func wait(_ isDone: () -> Bool, sending text: String) {
      while !isDone(), !end.hasPassed {
        if !text.isEmpty { receiver.send(Array(text.utf8)) }
        feed.read(until: .after(seconds: 0.05))
        usleep(20_000)
      }
    }
    wait({ feed.place != nil }, sending: Self.fix)
    // Until the first place nothing is lost.
    remarks.all.removeAll()
    wait({ !remarks.all.isEmpty }, sending: text)
    let remark = try #require(remarks.all.first)
    #expect(remark.contains("gave no valid location for 1 s, and the last one stays in use; \(words)"), "\(remark)")
    #expect(feed.place != nil)
    wait({ remarks.all.count > 1 }, sending: Self.fix)
    #expect(remarks.all.last?.hasSuffix(" sends locations again") == true, "\(remarks.all)")
    #expect(remarks.all.count == 2, "\(remarks.all)")
  }

  @Test func stream_endingBeforeTheFirstFix_saysSo() throws {
    let receiver = try TemporaryTerminal()
    let spy = SpyConsole()
    let words = ["stream", "simulated", "--readings", "2", "--location", "nmea:\(receiver.path)"]
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
    #expect(spy.remarks.contains("gave no valid location: nothing came"), "\(spy.remarks)")
  }

  @Test(arguments: ["guide", "stream", "sources", "swing"])
  func file_withoutAFix_isNamed(command: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("inside.nmea")
    try Data((Self.noFix + Self.noFix).utf8).write(to: URL(fileURLWithPath: path))
    let more = ["guide": ["--to", "47,8"], "stream": ["--readings", "1"], "swing": ["--auto"]][command] ?? []
    let spy = SpyConsole()
    let status = CommandLineTool.binnacle.run(
      [command, "simulated", "--location", "nmea:\(path)"] + more, console: spy.console)
    #expect(spy.remarks.contains("holds no valid position: 2 good sentences"), "\(spy.remarks)")
    #expect(status == ["guide": 0, "swing": 1][command] ?? 6, "\(spy.remarks)")
    #expect(spy.remarks.components(separatedBy: "holds no valid position").count == 2, "\(spy.remarks)")
  }

  /// A recording is over before a receiver tells anything.
  @Test func recording_waitsForThePlaceOfALiveSource() throws {
    let server = try TemporaryServer()
    let folder = try TemporaryFolder()
    let path = folder.path("rows.csv")
    let rows = (0..<20).map { "\(Double($0) / 10),22,0,44,0,0,-1" }.joined(separator: "\n")
    try Data("t_s,mx,my,mz,ax,ay,az\n\(rows)\n".utf8).write(to: URL(fileURLWithPath: path))
    Thread.detachNewThread {
      guard let client = try? server.accept() else { return }
      usleep(300_000)
      try? client.write(
        Array("{\"class\":\"TPV\",\"mode\":3,\"lat\":47.37,\"lon\":8.54}\n".utf8), deadline: .after(seconds: 5))
      usleep(5_000_000)
      client.close()
    }
    let spy = SpyConsole()
    let words = [
      "replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az", "--unit", "uT", "--accel-unit", "g",
      "--time", "t_s", "--json", "--location", "gpsd:127.0.0.1:\(server.port)",
    ]
    #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0, "\(spy.remarks)")
    #expect(spy.results.contains("\"reference\":\"trueNorth\""), "\(spy.results.prefix(600)) \(spy.remarks)")
  }
}
