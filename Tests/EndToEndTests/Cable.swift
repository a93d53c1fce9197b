// A simulated board at the end of a cable that can be cut, or that alters what goes through it.

import DeviceLinks
import Foundation
import HostSession
import SerialLink
import Simulation
import TestSupport

/// A simulated board at the end of a cable that can be cut.
final class Cable {
  /// What to give `binnacle`.
  let link: String
  private let device = LoopbackDevice(
    name: "board", sensor: SimulatedSensor(world: World(path: .circles(each: 10)), seed: 1))
  /// Waits a little for bytes of the host; nil when it is gone.
  private let receive: () -> [UInt8]?
  private let send: ([UInt8]) -> Void
  private let cut: () -> Void

  private init(
    link: String, receive: @escaping () -> [UInt8]?, send: @escaping ([UInt8]) -> Void, cut: @escaping () -> Void
  ) {
    (self.link, self.receive, self.send, self.cut) = (link, receive, send, cut)
  }

  static func overTCP() throws -> Cable {
    let server = try TemporaryServer()
    var client: SocketStream?
    func connected() -> SocketStream? {
      if client == nil { client = try? server.accept() }
      return client
    }
    return Cable(
      link: server.link, receive: { try? connected()?.read(atMost: 4096, deadline: .after(seconds: 0.002)) },
      send: { try? connected()?.write($0, deadline: .after(seconds: 5)) }, cut: { connected()?.close() })
  }

  static func overTerminal() throws -> Cable {
    let terminal = try TemporaryTerminal()
    return Cable(
      link: terminal.path,
      receive: {
        var heard = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
        poll(&heard, 1, 2)
        return heard.revents & Int16(POLLIN) != 0 ? terminal.receive() : []
      },
      send: { terminal.send($0) },
      cut: {
        // What a terminal has not delivered when it is hung up is lost.
        usleep(300_000)
        terminal.hangUp()
      })
  }

  /// Carries bytes both ways until at least `count` readings have gone to the host, then cuts.
  /// With 0 cuts at the first request after the first answer.
  /// - Parameter alter: what becomes of a frame on its way to the host; it may cut the cable by its answer, false.
  /// - Returns: the readings that were sent.
  @discardableResult
  func run(cutAfter count: Int, alter: ((inout HostFrame) -> Bool)? = nil) throws -> Int {
    let reader = FrameReader()
    var readings = 0
    var answers = 0
    let end = Deadline.after(seconds: 30)
    while !end.hasPassed, let heard = receive() {
      if !heard.isEmpty {
        if count == 0, answers > 0 { break }
        try device.write(heard, deadline: .after(seconds: 1))
      }
      let bytes = try device.read(atMost: 4096, deadline: .after(seconds: 0.002))
      var altered: [UInt8] = []
      var isWhole = true
      bytes.withUnsafeBytes { raw in
        reader.feed(raw, at: 0) { frame in
          if frame.kind == .reading { readings += 1 } else { answers += 1 }
          guard let alter else { return }
          var other = frame
          isWhole = alter(&other) && isWhole
          altered += FakeDevice.frame(
            other.header.kind, token: other.header.token, sequence: other.header.sequence
          ) { wire in for byte in other.payload { wire.append(byte) } }
        }
      }
      send(alter == nil ? bytes : altered)
      if !isWhole || count > 0 && readings >= count { break }
    }
    cut()
    return readings
  }
}
