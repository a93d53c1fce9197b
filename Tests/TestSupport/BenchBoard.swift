// A simulated board that outlives its hosts, as one on a bench does: behind TCP, with what the last host left in it.
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import SerialLink

/// One board and one clock for as long as the test runs; one host after the other.
public final class BenchBoard: @unchecked Sendable {
  /// What to give `binnacle`.
  public let link: String
  private let port: UInt16
  private let lock = NSLock()
  private var isOver = false
  private var extra: [UInt8] = []
  private var isDeaf = false

  public init() throws {
    let server = try TemporaryServer()
    (link, port) = (server.link, server.port)
    let opened = try LinkOpener.open(try LinkAddress("simulated")) { $0 }
    opened.keepRealTime()
    let device = opened.stream
    // It holds this only while it looks, so that the test's last reference ends it.
    Thread.detachNewThread { [weak self] in
      while self?.isRunning == true {
        guard let client = try? server.accept(within: 0.05) else { continue }
        while self?.isRunning == true, let heard = try? client.read(atMost: 4096, deadline: .after(seconds: 0.002)) {
          guard let bytes = self?.taking(heard) else { break }
          try? device.write(bytes, deadline: .after(seconds: 1))
          guard let answer = try? device.read(atMost: 4096, deadline: .after(seconds: 0.002)) else { break }
          if self?.hears == true { try? client.write(answer, deadline: .after(seconds: 1)) }
        }
        client.close()
      }
    }
  }

  deinit { lock.withLock { isOver = true } }

  private var isRunning: Bool { lock.withLock { !isOver } }
  private var hears: Bool { lock.withLock { !isDeaf } }

  private func taking(_ heard: [UInt8]) -> [UInt8] {
    lock.withLock {
      defer { extra = [] }
      return isDeaf ? [] : extra + heard
    }
  }

  /// Stops the readings behind the back of whoever streams.
  public func stopReadings() {
    let frame = FakeDevice.frame(MessageKind.stopStreams.rawValue, token: 255) { $0.append(0xff as UInt8) }
    lock.withLock { extra += frame }
  }

  /// From now on it takes nothing and says nothing, and the line stands.
  public func fallSilent() { lock.withLock { isDeaf = true } }

  /// Does something as a host of its own.
  public func host<Result>(_ body: (DeviceSession) throws -> Result) throws -> Result {
    let stream = try SocketStream.connect(host: "127.0.0.1", port: port, deadline: .after(seconds: 5))
    defer { stream.close() }
    let session = DeviceSession(stream)
    _ = try session.openWhenReady()
    return try body(session)
  }

  /// Lets it count as calibrated: only then it turns headings and knows true ones.
  public func calibrate() throws {
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    let bytes = record.bytes()
    try host { session in try session.setCalibration(bytes.indices.map { bytes[$0] }) }
  }
}
