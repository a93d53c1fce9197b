// What `binnacle help links` and the commands promise of links holds for each kind: a lost port or address is waited for.

import DeviceLinks
import Foundation
import SerialLink
import TestSupport
import Testing

/// A device at the end of a cable that is pulled and plugged in again.
private final class PulledDevice: @unchecked Sendable {
  /// A kind of link whose other end can go and come back.
  enum Kind: String, CaseIterable, Sendable { case serial, tcp, csvPort, csvPipe }

  let link: String
  private let kind: Kind
  private let folder: TemporaryFolder
  private let path: String
  private let bench: BenchBoard?
  private let board: (any ByteStream)?
  private let lock = NSLock()
  private var terminal: TemporaryTerminal?
  private var isPlugged = true
  private var isOver = false

  init(_ kind: Kind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    path = folder.path("port")
    bench = kind == .tcp ? try BenchBoard() : nil
    let columns = "?columns=1,2,3,4,5,6&unit=uT"
    link = kind == .serial ? path : kind == .tcp ? bench?.link ?? "" : "csv:\(path)\(columns)"
    if kind == .serial {
      let opened = try LinkOpener.open(try LinkAddress("simulated")) { $0 }
      opened.keepRealTime()
      board = opened.stream
    } else {
      board = nil
    }
    try plug()
    Thread.detachNewThread { [self] in
      // A pipe that nobody reads any more is an error here, and not the end of the tests.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var count = 0
      while !lock.withLock({ isOver }) {
        count += 1
        switch kind {
        case .serial: carry()
        case .tcp: usleep(10_000)
        case .csvPort:
          lock.withLock { terminal }?.send(Self.line(count))
          usleep(20_000)
        case .csvPipe: write(&count)
        }
      }
    }
  }

  func end() { lock.withLock { isOver = true } }

  private static func line(_ count: Int) -> [UInt8] {
    Array("\(20 - count % 7).5,\(count % 9 - 4).25,40.0,0.0,0.0,-1.0\r\n".utf8)
  }

  private func rest() { usleep(5_000) }

  /// Bytes both ways between board and port.
  private func carry() {
    guard let terminal = lock.withLock({ terminal }) else { return rest() }
    var heard = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
    poll(&heard, 1, 2)
    // Nobody has it open.
    guard heard.revents & Int16(POLLHUP) == 0 else { return rest() }
    if heard.revents & Int16(POLLIN) != 0 { try? board?.write(terminal.receive(), deadline: .after(seconds: 1)) }
    if let bytes = try? board?.read(atMost: 4096, deadline: .after(seconds: 0.002)) { terminal.send(bytes) }
  }

  /// Lines into the pipe, as long as it is plugged and somebody reads.
  private func write(_ count: inout Int) {
    guard lock.withLock({ isPlugged }), case let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC), pipe >= 0 else {
      return rest()
    }
    while lock.withLock({ isPlugged && !isOver }) {
      let bytes = Self.line(count)
      guard bytes.withUnsafeBytes({ Foundation.write(pipe, $0.baseAddress, $0.count) }) > 0 else { break }
      count += 1
      usleep(20_000)
    }
    close(pipe)
  }

  func pull() throws {
    switch kind {
    case .tcp: try bench?.hangUp()
    case .csvPipe: lock.withLock { isPlugged = false }
    case .serial, .csvPort:
      unlink(path)
      lock.withLock { () -> TemporaryTerminal? in
        defer { terminal = nil }
        return terminal
      }?.hangUp()
    }
  }

  func plug() throws {
    switch kind {
    case .tcp: break
    case .csvPipe:
      if access(path, F_OK) != 0 { try #require(mkfifo(path, 0o600) == 0) }
      lock.withLock { isPlugged = true }
    case .serial, .csvPort:
      let next = try TemporaryTerminal()
      try #require(symlink(next.path, path) == 0)
      lock.withLock { terminal = next }
    }
  }
}

/// A command that waits for its link.
private enum Waiting: String, CaseIterable, Sendable {
  case stream, publish, serve

  func words(_ link: String) -> [String] {
    switch self {
    case .stream: ["stream", link, "--reconnect", "--json"]
    // A discard service that is not there.
    case .publish: ["publish", link, "--to", "nmea+udp://127.0.0.1:9", "--worst", "180"]
    case .serve: ["serve", link, "--port", "0"]
    }
  }
}

@Suite(.waits, .repeatedAfterStandstill, .timeLimit(.minutes(2))) struct LinkPromises {
  @Test(arguments: PulledDevice.Kind.allCases, Waiting.allCases)
  private func lostLink_isWaitedFor(kind: PulledDevice.Kind, command: Waiting) throws {
    let device = try PulledDevice(kind)
    defer { device.end() }
    let program = try Program(command.words(device.link))
    // Said once the link is open. The stream begins after it.
    try program.waitForRemark("calibrated")
    if command == .stream { try program.waitForLines(5) } else { usleep(2_000_000) }
    for turn in 1...2 {
      try device.pull()
      try program.waitForRemark("waiting for it", count: turn)
      usleep(500_000)
      try device.plug()
      try program.waitForRemark("is back", count: turn)
      if command == .stream { try program.waitForLines(10 * turn) }
      usleep(1_000_000)
    }
    let outcome = try program.interrupt()
    #expect(outcome.status == 0, "\(outcome.remarks)")
    #expect(!outcome.remarks.contains("stream --reconnect"), "advice to do what is done: \(outcome.remarks)")
    guard command == .stream else { return }
    let gaps = try outcome.lines.filter { $0.contains("\"what\":\"gap\"") }.map { try JSON(line: $0) }
    #expect(try gaps.map { try $0.text("cause") } == ["cable", "cable"], "the device has run on: \(outcome.remarks)")
    #expect(outcome.lines.last?.contains("\"what\":\"gap\"") == false, "readings come after the gap")
  }

  /// Without the option it ends, and says what helps.
  @Test(arguments: [PulledDevice.Kind.serial, .csvPort, .csvPipe])
  private func lostLink_ofAStreamThatDoesNotWait_endsItWithAdvice(kind: PulledDevice.Kind) throws {
    let device = try PulledDevice(kind)
    defer { device.end() }
    let program = try Program(["stream", device.link, "--json"])
    try program.waitForLines(3)
    try device.pull()
    let outcome = try program.finish(within: 20)
    #expect(outcome.status == 3 && outcome.remarks.contains("`stream --reconnect` waits for it"), "\(outcome.remarks)")
  }
}
