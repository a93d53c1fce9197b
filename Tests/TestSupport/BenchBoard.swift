// A simulated board that outlives its hosts, as one on a bench does: behind TCP, with what the last host left in it.
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import SerialLink

/// One board and one clock for as long as the test runs; one host after the other.
package final class BenchBoard: @unchecked Sendable {
  /// What to give `binnacle`.
  package let link: String
  private let port: UInt16
  private let lock = NSLock()
  private var isOver = false
  private var extra: [UInt8] = []
  private var isDeaf = false
  private var lateness = 0.0
  private var board: any ByteStream
  private var isCut = false

  /// - Parameter simulated: the board, as a link names it.
  package init(_ simulated: String = "simulated") throws {
    let server = try TemporaryServer()
    (link, port) = (server.link, server.port)
    board = try Self.board(simulated)
    // It holds this only while it looks, so that the test's last reference ends it.
    Thread.detachNewThread { [weak self] in
      while self?.isRunning == true {
        guard let client = try? server.accept(within: 0.05) else { continue }
        while self?.isRunning == true, let heard = try? client.read(atMost: 4096, deadline: .after(seconds: 0.002)) {
          guard let bytes = self?.taking(heard) else { break }
          if !heard.isEmpty, let lateness = self?.delay, lateness > 0 { usleep(UInt32(lateness * 1e6)) }
          guard let board = self?.connected else { break }
          try? board.write(bytes, deadline: .after(seconds: 1))
          guard let answer = try? board.read(atMost: 4096, deadline: .after(seconds: 0.002)) else { break }
          if self?.hears == true { try? client.write(answer, deadline: .after(seconds: 1)) }
        }
        client.close()
      }
    }
  }

  private static func board(_ simulated: String = "simulated") throws -> any ByteStream {
    let opened = try LinkOpener.open(try LinkAddress(simulated)) { $0 }
    opened.keepRealTime()
    return opened.stream
  }

  deinit { lock.withLock { isOver = true } }

  private var isRunning: Bool { lock.withLock { !isOver } }
  private var hears: Bool { lock.withLock { !isDeaf } }

  private var delay: Double { lock.withLock { lateness } }

  private func taking(_ heard: [UInt8]) -> [UInt8] {
    lock.withLock {
      defer { extra = [] }
      return isDeaf ? [] : extra + heard
    }
  }

  /// Stops the readings behind the back of whoever streams.
  package func stopReadings() {
    let frame = FakeDevice.frame(MessageKind.stopStreams.rawValue, token: 255) { $0.append(0xff as UInt8) }
    lock.withLock { extra += frame }
  }

  /// From now on it takes nothing and says nothing, and the line stands.
  package func fallSilent() { lock.withLock { isDeaf = true } }

  /// From now on it takes so long for each thing that it is told.
  package func answerLate(seconds: Double) { lock.withLock { lateness = seconds } }

  /// Cuts the line to the host that is there, which may come again.
  /// - Parameter another: whether another board of the same kind then stands behind the same address.
  package func hangUp(another: Bool = false) throws {
    let next = another ? try Self.board() : nil
    lock.withLock {
      isCut = true
      if let next { board = next }
    }
  }

  /// The board; `nil` once if the line was cut.
  private var connected: (any ByteStream)? {
    lock.withLock {
      defer { isCut = false }
      return isCut ? nil : board
    }
  }

  /// Does something as a host of its own.
  package func host<Result>(_ body: (DeviceSession) throws -> Result) throws -> Result {
    let stream = try SocketStream.connect(host: "127.0.0.1", port: port, deadline: .after(seconds: 5))
    defer { stream.close() }
    let session = DeviceSession(stream)
    _ = try session.openWhenReady()
    return try body(session)
  }

  /// Lets it count as calibrated: only then it turns headings and knows true ones.
  package func calibrate() throws {
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    let bytes = record.bytes()
    try host { session in try session.setCalibration(bytes.indices.map { bytes[$0] }) }
  }
}
