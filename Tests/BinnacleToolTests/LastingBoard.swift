// A simulated board that outlives the commands that use it, at the end of a TCP connection.
import Foundation
import HostSession
import SerialLink
import Simulation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import Links

final class LastingBoard: @unchecked Sendable {
  private let device = LoopbackDevice(
    name: "board", sensor: SimulatedSensor(world: World(path: .circles(each: 10)), seed: 1))
  private let server: TemporaryServer

  init() throws {
    server = try TemporaryServer()
    // Otherwise its locations would be old in no time.
    device.keepRealTime()
  }

  /// What to give a command that `serve` surrounds.
  var link: String { server.link }

  /// Runs a command on it, with `LINK` for its link.
  func run(_ words: String..., status: Int32 = 0, at place: SourceLocation = #_sourceLocation) -> SpyConsole {
    let spy = SpyConsole()
    let words = words.map { $0 == "LINK" ? link : $0 }
    let found = serve { CommandLineTool.binnacle.run(words, console: spy.console) }
    #expect(found == status, "\(spy.remarks)", sourceLocation: place)
    return spy
  }

  /// Carries bytes both ways for one client while `body` runs.
  func serve<Result>(_ body: () -> Result) -> Result {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      defer { isOver.signal() }
      guard let client = try? server.accept() else { return }
      while let bytes = try? client.read(atMost: 4096, deadline: .after(seconds: 0.002)) {
        if !bytes.isEmpty { try? device.write(bytes, deadline: .after(seconds: 1)) }
        guard let answer = try? device.read(atMost: 4096, deadline: .after(seconds: 0.002)) else { return }
        if !answer.isEmpty { try? client.write(answer, deadline: .after(seconds: 1)) }
      }
    }
    defer { isOver.wait() }
    return body()
  }

  /// Talks to it directly; while `run` or `serve` runs, nobody may.
  func session() throws -> HostSession {
    let session = HostSession(Uncut(device))
    _ = try session.open()
    return session
  }

  /// The way to the board, which stays open.
  private final class Uncut: ByteStream {
    private let device: LoopbackDevice
    var name: String { device.name }
    init(_ device: LoopbackDevice) { self.device = device }

    func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
      try device.read(into: buffer, deadline: deadline)
    }

    func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
      try device.write(bytes, deadline: deadline)
    }

    func close() {}
  }
}
