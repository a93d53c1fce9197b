// An instrument whose board left the navigation out.

import Instrument
import LinkProtocol
import Quantities
import Testing

/// Sends one request and returns the kinds and payloads of what comes back.
private func answers(
  _ instrument: inout CompassInstrument<WithoutNavigation, WithoutMotion>, _ kind: MessageKind, _ payload: [UInt8]
) -> [(kind: MessageKind?, payload: [UInt8])] {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: kind.rawValue, token: 5, sequence: 0))
  frame.append(payload.span)
  var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
  var span = wire.mutableSpan
  let count = frame.encode(into: &span)
  for byte in wire[..<count] { instrument.receive(byte, at: Instant(microseconds: 1000)) }
  var found: [(kind: MessageKind?, payload: [UInt8])] = []
  var decoder = FrameDecoder()
  for slice in UInt64(0)..<40 {
    instrument.run(at: Instant(microseconds: 1000 + slice * 100))
    while let byte = instrument.nextByte() {
      guard decoder.feed(byte) == .frame else { continue }
      let bytes = decoder.frame.payload
      found.append((MessageKind(rawValue: decoder.frame.header.kind), bytes.indices.map { bytes[$0] }))
    }
  }
  return found
}

private func bench() -> CompassInstrument<WithoutNavigation, WithoutMotion> {
  CompassInstrument<WithoutNavigation, WithoutMotion>(
    identity: DeviceIdentity(
      board: BoardName("bench"), capabilities: .injection, imageHash: 0, bootCounter: 1, fault: nil))
}

@Test(arguments: [
  MessageKind.setFix, .setDestination, .getGuidance, .setSurroundings, .getSources, .swing, .getSwing,
])
func request_aboutTheWay_withoutNavigation_isRefusedWithTheCapability(kind: MessageKind) throws {
  var instrument = bench()
  let found = answers(&instrument, kind, [UInt8](repeating: 0, count: kind.minimumLength))
  #expect(found.map(\.kind) == [.refused])
  let refusal = try #require(found.first.flatMap { Refusal(payload: $0.payload.span) })
  #expect(refusal == Refusal(kind: kind.rawValue, reason: .notSupported, detail: 128, limit: 0))
}

@Test func streams_withGuidance_withoutNavigation_areRefusedWhole() throws {
  var instrument = bench()
  let both = Streams.guidance.rawValue | Streams.statistics.rawValue
  let found = answers(&instrument, .startStreams, [both])
  let refusal = try #require(found.first.flatMap { Refusal(payload: $0.payload.span) })
  #expect(refusal == Refusal(kind: 4, reason: .notSupported, detail: 128, limit: 0))
  #expect(found.count == 1, "no stream has begun")
}

@Test func hello_saysWhetherThereIsNavigation() throws {
  var without = bench()
  let hello = try #require(answers(&without, .getHello, [1, 1]).first.flatMap { Hello(payload: $0.payload.span) })
  #expect(!hello.capabilities.contains(.navigation) && hello.capabilities.contains(.worldModel))
  #expect(NavigationUnit.capabilities == .navigation)
}
