// A running server and what a hostile neighbour may send it. None of it may reach the board.
import Foundation
import SerialLink
import Synchronization
import TestSupport
import Testing

@testable import WebServer

private let token = "00112233445566778899aabbccddeeff"

/// Counts what reaches the link.
private final class SpySite: WebSite {
  private let names = Mutex<[String]>([])
  private let bodies = Mutex<[[UInt8]]>([])
  /// Seconds until a command is answered.
  let delay: Double

  init(delay: Double = 0) { self.delay = delay }
  var carriedOut: [String] { names.withLock { $0 } }
  var lastBody: [UInt8] { bodies.withLock { $0.last ?? [] } }
  func status(isReadOnly: Bool) -> String { "{\"readOnly\":\(isReadOnly),\"version\":\"0\"}" }

  func perform(_ name: String, body: [UInt8], reply: @escaping @Sendable (CommandAnswer) -> Void) {
    names.withLock { $0.append(name) }
    bodies.withLock { $0.append(body) }
    guard delay > 0 else { return reply(CommandAnswer(status: 200, json: "{\"done\":true}")) }
    let delay = delay
    Thread.detachNewThread {
      usleep(UInt32(delay * 1e6))
      reply(CommandAnswer(status: 200, json: "{\"done\":true}"))
    }
  }
}

/// A server on a port of its own, with a page of one file.
private final class Served {
  let site: SpySite
  let relay = FrameRelay()
  let port: UInt16
  private let server: WebServer

  init(delay: Double = 0, requestSeconds: Double = WebServer.requestSeconds) throws {
    site = SpySite(delay: delay)
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    port = socket.port
    let file = PageFile(path: "index.html", type: "text/html", bytes: Array("<!doctype html>".utf8))
    server = try #require(
      WebServer(
        [socket], token: token, files: [file], relay: relay, site: site, requestSeconds: requestSeconds))
  }

  deinit { server.stop() }

  func ask(
    _ method: String, _ path: String, _ fields: [String] = [], host: String? = nil, body: [UInt8]? = nil
  ) throws -> RawClient {
    try #require(RawClient.ask(port, method, path, fields, host: host, body: body))
  }

  /// Whether the page is still served.
  func isAlive() throws -> Bool { try ask("GET", "/").body == Array("<!doctype html>".utf8) }
}

private let right = "X-Binnacle-Token: \(token)"

@Suite(.repeatedAfterStandstill, .timeLimit(.minutes(2))) struct HostileRequestTests {
  @Test func page_isServedWithItsPolicy_andCommandsWithTheToken() throws {
    let served = try Served()
    let page = try served.ask("GET", "/")
    #expect(page.status == 200 && page.isClosed)
    let head = String(decoding: page.received, as: UTF8.self)
    for field in [
      "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ",
      "frame-ancestors 'none'\r\n", "X-Content-Type-Options: nosniff\r\n", "X-Accel-Buffering: no\r\n",
      "Referrer-Policy: no-referrer\r\n",
      "Content-Type: text/html\r\n",
    ] { #expect(head.contains(field), "\(head)") }
    #expect(!head.contains("Access-Control-Allow") && !head.contains("Set-Cookie"))
    let answer = try served.ask("POST", "/command/setPlace", [right], body: Array("{\"latitude\":1}".utf8))
    #expect(answer.status == 200 && answer.body == Array("{\"done\":true}".utf8))
    #expect(served.site.carriedOut == ["setPlace"] && served.site.lastBody == Array("{\"latitude\":1}".utf8))
  }

  /// A NUL ends neither a value nor a path: the request is refused.
  @Test func valueWithANul_isNotWhatStandsBeforeIt() throws {
    let served = try Served()
    #expect(try served.ask("GET", "/status", host: "127.0.0.1:\(served.port)\0.evil.example").status == 400)
    #expect(try served.ask("GET", "/status", ["Origin: http://127.0.0.1:\(served.port)\0.evil"]).status == 400)
    #expect(try served.ask("POST", "/command/setPlace", [right + "\0x"], body: [0x7b, 0x7d]).status == 400)
    #expect(try served.ask("GET", "/status", ["X-Last: a\0\0\0\0b"]).status == 400)
    #expect(try served.ask("GET", "/status%00x").status == 404)
    #expect(try served.ask("GET", "/status", ["X-Other: a\0b"]).status == 400)
    #expect(served.site.carriedOut.isEmpty)
    #expect(try served.isAlive())
  }

  @Test func file_isPacked_forABrowserThatTakesIt_andRawOtherwise() throws {
    let text = Array(String(repeating: "<!doctype html>", count: 200).utf8)
    let file = PageFile(path: "index.html", type: "text/html", bytes: text)
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let server = try #require(
      WebServer([socket], token: token, files: [file], relay: FrameRelay(), site: SpySite()))
    defer { server.stop() }
    let raw = try #require(RawClient.ask(socket.port, "GET", "/"))
    #expect(raw.body == text)
    let packed = try #require(RawClient.ask(socket.port, "GET", "/", ["Accept-Encoding: gzip, br"]))
    #expect(packed.body == file.packed && packed.body.starts(with: [0x1f, 0x8b]) && packed.body.count < 100)
    for (client, isPacked) in [(raw, false), (packed, true)] {
      let head = String(decoding: client.received.prefix(1200), as: UTF8.self)
      #expect(head.contains("Vary: Accept-Encoding\r\n"))
      #expect(head.contains("Content-Encoding: gzip\r\n") == isPacked)
    }
    // What does not become smaller is left as it is.
    #expect(PageFile(path: "a", type: "b", bytes: [1, 2, 3]).packed == nil)
  }

  /// Each row is a request and the status that it gets.
  @Test(
    arguments: [
      ("foreign host", "GET", "/", [], "evil.example", 421),
      ("rebound name", "POST", "/command/commitCalibration", [right], "evil.example:8462", 421),
      ("no host", "GET", "/frames", [], "", 421),
      ("foreign origin", "POST", "/command/commitCalibration", [right, "Origin: http://evil.example"], nil, 403),
      ("foreign reader", "GET", "/frames", ["Origin: http://evil.example"], nil, 403),
      ("origin of a file", "POST", "/command/commitCalibration", [right, "Origin: null"], nil, 403),
      ("no token", "POST", "/command/commitCalibration", [], nil, 403),
      ("wrong token", "POST", "/command/commitCalibration", ["X-Binnacle-Token: 0000"], nil, 403),
      ("token in the path", "POST", "/command/commitCalibration?token=\(token)", [], nil, 403),
      ("token as cookie", "POST", "/command/commitCalibration", ["Cookie: token=\(token)"], nil, 403),
      ("command by link", "GET", "/command/commitCalibration", [right], nil, 405),
      ("traversal", "GET", "/../../../etc/passwd", [], nil, 404),
      ("encoded traversal", "GET", "/%2e%2e/%2e%2e/etc/passwd", [], nil, 404),
      ("double encoded", "GET", "/%252e%252e/etc/passwd", [], nil, 404),
      ("absolute file", "GET", "//etc/passwd", [], nil, 404),
      ("put", "PUT", "/index.html", [right], nil, 405),
      ("preflight", "OPTIONS", "/command/selfTest", ["Origin: http://evil.example"], nil, 403),
    ] as [(String, String, String, [String], String?, Int)])
  func hostileRequest_getsItsAnswer_andNothingIsCarriedOut(
    name: String, method: String, path: String, fields: [String], host: String?, status: Int
  ) throws {
    let served = try Served()
    let body: [UInt8]? = ["POST", "PUT"].contains(method) ? Array("{}".utf8) : nil
    let answer = try served.ask(method, path, fields, host: host, body: body)
    #expect(answer.status == status, "\(name): \(String(decoding: answer.received.prefix(400), as: UTF8.self))")
    #expect(served.site.carriedOut.isEmpty, "\(name)")
    #expect(try served.isAlive())
  }

  @Test func bodyOfTenMegabytes_isRefused_andNotKept() throws {
    let served = try Served()
    let client = try #require(RawClient(port: served.port))
    client.send(
      lines: "POST /command/setPlace HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Content-Length: 10485760", "")
    client.read(seconds: 5) { $0.count > 12 }
    #expect(client.status == 413)
    // The same without saying so before.
    let chunked = try #require(RawClient(port: served.port))
    chunked.send(
      lines: "POST /command/setPlace HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Transfer-Encoding: chunked",
      "")
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Array("\r\n".utf8)
    for _ in 0..<160 where !chunked.send(chunk) { break }
    chunked.send(Array("0\r\n\r\n".utf8))
    chunked.read(seconds: 5) { $0.count > 12 }
    #expect(chunked.status == 413 || chunked.status == nil && chunked.isClosed)
    #expect(served.site.carriedOut.isEmpty)
    #expect(try served.isAlive())
  }

  @Test func headWithoutEnd_isEndedByTheDeadline() throws {
    let served = try Served(requestSeconds: 0.6)
    let client = try #require(RawClient(port: served.port))
    client.send(Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n".utf8))
    // It sends a byte now and then, so that the connection is never idle.
    var sent = 0
    while client.send(Array("X-\(sent): a\r\n".utf8)), sent < 60 {
      sent += 1
      client.read(seconds: 0.1)
      if client.isClosed { break }
    }
    #expect(sent < 40, "it was cut off")
    // So is a body that never ends.
    let body = try #require(RawClient(port: served.port))
    body.send(
      lines: "POST /command/setPlace HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Content-Length: 100", "")
    for _ in 0..<40 where !body.isClosed {
      body.send([0x20])
      body.read(seconds: 0.1)
    }
    #expect(body.isClosed && served.site.carriedOut.isEmpty)
    #expect(try served.isAlive())
  }

  @Test func twoHundredConnections_areBounded_andAPageGoesOn() throws {
    let served = try Served(requestSeconds: 1)
    let page = try #require(RawClient(port: served.port))
    page.send(lines: "GET /frames HTTP/1.1", "Host: 127.0.0.1:\(served.port)", "")
    page.read(seconds: 5) { _ in page.chunks.count == 2 }
    #expect(page.status == 200)
    let crowd = (0..<200).compactMap { _ in RawClient(port: served.port) }
    let frame: [UInt8] = [3, 1, 2, 0]
    frame.withUnsafeBytes { served.relay.feed($0) }
    let before = page.received.count
    page.read(seconds: 5) { $0.count > before }
    #expect(page.received.count > before, "a page that is there is not disturbed")
    // Those above the limit are closed at once, the others when their requests do not come.
    for client in crowd { client.read(seconds: 4) }
    #expect(!crowd.contains { !$0.isClosed })
    #expect(try served.isAlive())
    #expect(served.site.carriedOut.isEmpty)
  }

  @Test func halvesOfRequestsWhoseSendersLeft_holdUpNobody() throws {
    let served = try Served()
    for _ in 0..<WebServer.connectionLimit {
      let client = try #require(RawClient(port: served.port))
      client.send(
        lines: "POST /command/setPlace HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Content-Length: 100", "")
    }
    let begun = ContinuousClock.now
    #expect(try served.isAlive())
    #expect(ContinuousClock.now - begun < .seconds(4))
  }

  @Test func framesForManyPages_comeToEach_andEndWithTheServer() throws {
    var served: Served? = try Served()
    let port = try #require(served?.port)
    let pages = try (0..<5).map { _ in try #require(RawClient(port: port)) }
    for page in pages {
      page.send(lines: "GET /frames HTTP/1.1", "Host: localhost:\(port)", "")
      page.read(seconds: 5) { $0.firstRange(of: Array("\r\n\r\n".utf8)) != nil }
    }
    let frames: [UInt8] = (0..<50).flatMap { [5, 1, 2, UInt8($0 + 1), 9, 0] as [UInt8] }
    frames.withUnsafeBytes { served?.relay.feed($0) }
    for page in pages {
      page.read(seconds: 5) { _ in page.chunks.count >= frames.count + 2 }
      #expect(page.chunks.filter { $0 != 0 } == frames.filter { $0 != 0 })
    }
    served = nil
    for page in pages {
      page.read(seconds: 5)
      #expect(page.isClosed)
    }
  }

  @Test func command_thatTakesItsTime_isAnsweredThen_andBlocksNoOther() throws {
    let served = try Served(delay: 0.5)
    let slow = try #require(RawClient(port: served.port))
    slow.send(
      lines: "POST /command/selfTest HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Content-Length: 0", "")
    let began = Date()
    #expect(try served.isAlive())
    #expect(Date().timeIntervalSince(began) < 0.4)
    slow.read(seconds: 5)
    #expect(slow.status == 200)
    // A page that goes away meanwhile harms nobody.
    do {
      let gone = try #require(RawClient(port: served.port))
      gone.send(
        lines: "POST /command/selfTest HTTP/1.1", "Host: 127.0.0.1:\(served.port)", right, "Content-Length: 0", "")
      gone.read(seconds: 0.1)
    }
    usleep(700_000)
    #expect(try served.isAlive())
  }

  @Test func port_thatIsBusy_isNamedWithWhatToDo() throws {
    let served = try Served()
    let error = #expect(throws: ListeningError.self) { try ListeningSocket(address: "127.0.0.1", port: served.port) }
    #expect(error?.isBusy == true && error?.description.hasSuffix("choose: --port 0.") == true)
    let absent = #expect(throws: ListeningError.self) { try ListeningSocket(address: "192.0.2.1", port: 0) }
    #expect(absent?.description.contains("is not an address of this machine") == true)
    #expect(throws: ListeningError.self) { try ListeningSocket(address: "localhost.example", port: 0) }
  }
}
