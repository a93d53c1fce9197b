// A device whose every answer the test writes.
import Foundation
import LinkProtocol
import SerialLink

/// Reads requests from one end of a stream and calls the test for each, on a thread of its own.
package final class FakeDevice: @unchecked Sendable {
  /// A request as it came.
  package struct Request: Equatable, Sendable {
    package var kind: UInt8
    package var token: UInt8
    package var payload: [UInt8]
  }

  private let stream: any ByteStream
  private let answer: @Sendable (FakeDevice, Request) -> Void
  private let lock = NSLock()
  private var received: [Request] = []
  private var sequence: UInt16 = 0

  /// - Parameter answer: called for every good frame; it may send any number of frames, or none.
  package init(on stream: any ByteStream, answer: @escaping @Sendable (FakeDevice, Request) -> Void) {
    self.stream = stream
    self.answer = answer
    Thread.detachNewThread { [weak self] in
      var decoder = FrameDecoder()
      // The stream outlives the device for at most one turn.
      while let bytes = try? stream.read(atMost: 4096, deadline: .after(seconds: 0.05)) {
        guard let self else { return }
        for byte in bytes { self.handle(byte, &decoder) }
      }
    }
  }

  deinit { stream.close() }

  /// Every request so far.
  package var requests: [Request] { lock.withLock { received } }

  /// Sends a frame.
  /// - Parameter sequence: `nil` for the next number.
  package func send(
    _ kind: UInt8, token: UInt8 = 0, sequence given: UInt16? = nil, fill: (inout FrameBuffer) -> Void = { _ in }
  ) {
    let number = lock.withLock {
      defer { sequence = (given ?? sequence) &+ 1 }
      return given ?? sequence
    }
    send(bytes: Self.frame(kind, token: token, sequence: number, fill: fill))
  }

  package func send(
    _ kind: MessageKind, token: UInt8 = 0, sequence: UInt16? = nil, fill: (inout FrameBuffer) -> Void = { _ in }
  ) {
    send(kind.rawValue, token: token, sequence: sequence, fill: fill)
  }

  /// Sends bytes as they are. Nobody listening any more is no failure of the device.
  package func send(bytes: [UInt8]) { try? stream.write(bytes, deadline: .after(seconds: 5)) }

  /// A frame as it goes over the wire.
  package static func frame(
    _ kind: UInt8, token: UInt8 = 0, sequence: UInt16 = 0, fill: (inout FrameBuffer) -> Void = { _ in }
  ) -> [UInt8] {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: kind, token: token, sequence: sequence))
    fill(&frame)
    var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
    var span = wire.mutableSpan
    let count = frame.encode(into: &span)
    return Array(wire[..<count])
  }

  private func handle(_ byte: UInt8, _ decoder: inout FrameDecoder) {
    guard case .frame = decoder.feed(byte) else { return }
    let header = decoder.frame.header
    let request = Request(
      kind: header.kind, token: header.token,
      payload: (0..<decoder.frame.payloadLength).map { decoder.frame.payload[$0] })
    lock.withLock { received.append(request) }
    answer(self, request)
  }
}
