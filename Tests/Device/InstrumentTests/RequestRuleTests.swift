// The rules of request and reply (Protocols/link/spec.md, sections 2, 3 and 8), held against the instrument.

import Heading
import LinkProtocol
import Quantities
import Testing

@testable import Instrument

/// A reply as the host sees it.
private struct Reply: Equatable {
  var kind: UInt8
  var token: UInt8
  var sequence: UInt16
  var payload: [UInt8]
}

/// An instrument at the end of a line without errors.
private struct RequestBench: ~Copyable {
  var instrument: CompassInstrument<NavigationUnit, WithoutMotion>
  var decoder = FrameDecoder()
  var now: UInt64 = 1000
  var sequence: UInt16 = 0

  init(_ capabilities: [Capabilities] = [.injection]) {
    let all = capabilities.reduce(Capabilities.none) { $0.union($1) }
    instrument = CompassInstrument(
      identity: DeviceIdentity(board: BoardName("bench"), capabilities: all, imageHash: 0, bootCounter: 1, fault: nil))
  }

  /// Sends one frame and lets the instrument work until it has nothing to say; `echo` sends all of it back.
  mutating func ask(_ kind: UInt8, token: UInt8, _ payload: [UInt8], slices: Int = 40, echo: Bool = false) -> [Reply] {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: kind, token: token, sequence: sequence))
    sequence &+= 1
    frame.append(payload.span)
    var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
    var span = wire.mutableSpan
    let count = frame.encode(into: &span)
    for byte in wire[..<count] { instrument.receive(byte, at: Instant(microseconds: now)) }
    var replies: [Reply] = []
    for _ in 0..<slices {
      now += 100
      instrument.run(at: Instant(microseconds: now))
      while let byte = instrument.nextByte() {
        if echo { instrument.receive(byte, at: Instant(microseconds: now)) }
        if decoder.feed(byte) == .frame {
          let found = decoder.frame.payload
          replies.append(
            Reply(
              kind: decoder.frame.header.kind, token: decoder.frame.header.token,
              sequence: decoder.frame.header.sequence, payload: found.indices.map { found[$0] }))
        }
        if replies.count > 200 { return replies }
      }
    }
    return replies
  }
}

private func refusal(_ reply: Reply?) -> Refusal? { reply.flatMap { Refusal(payload: $0.payload.span) } }

@Test func request_onALineThatEchoes_isAnsweredOnce() {
  var bench = RequestBench()
  let replies = bench.ask(MessageKind.getMounting.rawValue, token: 7, [], echo: true)
  #expect(replies.map(\.kind) == [MessageKind.mounting.rawValue])
}

@Test func request_withoutToken_getsNoReply() {
  var bench = RequestBench([.injection, .provocation])
  for kind in UInt8(0)...255 {
    // selfTest included: its reply is all it does. provoke gets mode 0.
    let payload = [UInt8](repeating: 0, count: MessageKind(rawValue: kind)?.minimumLength ?? 3)
    let replies = bench.ask(kind, token: 0, payload, slices: 12)
    #expect(replies.isEmpty, "kind \(kind)")
  }
}

@Test func request_knownAndLongEnough_getsOneFinalReplyWithItsToken() {
  let named: [MessageKind: MessageKind] = [
    .getHello: .hello, .ping: .pong, .setRate: .refused, .startStreams: .acknowledged, .stopStreams: .acknowledged,
    .injectSample: .computed, .reset: .refused, .setCalibration: .refused, .getCalibration: .calibration,
    .setMounting: .acknowledged, .getMounting: .mounting, .getStatistics: .statistics, .provoke: .refused,
    .setLocation: .acknowledged, .setDate: .acknowledged, .setReference: .acknowledged, .setFilter: .refused,
    .setOrientation: .acknowledged, .setDeviation: .acknowledged, .getHeadingSettings: .headingSettings,
    .setZeroPoint: .acknowledged, .getLocalField: .localField, .setLevelTolerance: .refused,
  ]
  for (kind, answer) in named {
    var bench = RequestBench()
    let replies = bench.ask(kind.rawValue, token: 9, [UInt8](repeating: 0, count: kind.minimumLength))
    #expect(replies.map(\.kind) == [answer.rawValue], "\(kind)")
    #expect(replies.map(\.token) == [9], "\(kind)")
    // Those that have grown since their shortest form, which every reader still takes.
    let grown: [MessageKind: Int] = [.hello: Hello.imageLength, .calibration: 216]
    #expect(replies.first?.payload.count == grown[answer] ?? answer.minimumLength, "\(kind)")
  }
}

@Test func request_tooShort_isRefusedWithBothLengths() {
  for raw in UInt8(0)..<128 {
    guard let kind = MessageKind(rawValue: raw), kind.minimumLength > 0 else { continue }
    var bench = RequestBench([])
    let given = kind.minimumLength - 1
    let replies = bench.ask(raw, token: 1, [UInt8](repeating: 0, count: given))
    #expect(
      refusal(replies.first)
        == Refusal(kind: raw, reason: .tooShort, detail: Int32(given), limit: Int32(kind.minimumLength)), "\(kind)")
  }
}

@Test func request_unknownKind_isRefusedAndCounted() {
  var bench = RequestBench()
  let replies = bench.ask(0x7e, token: 3, [1, 2, 3])
  #expect(refusal(replies.first) == Refusal(kind: 0x7e, reason: .unknownKind, detail: 0x7e, limit: 0))
  #expect(bench.ask(0xfe, token: 3, []).isEmpty)
  let statistics = bench.ask(MessageKind.getStatistics.rawValue, token: 4, [])
  #expect(statistics.first.flatMap { Statistics(payload: $0.payload.span) }?.framesUnknown == 2)
}

@Test func request_withFieldsOfALaterVersion_isCarriedOut() {
  var bench = RequestBench()
  #expect(bench.ask(MessageKind.setMounting.rawValue, token: 1, [23, 9, 9]).map(\.kind) == [0xc0])
  #expect(bench.ask(MessageKind.getMounting.rawValue, token: 2, [5]).map(\.payload) == [[23]])
}

@Test func ping_upToItsLimit_comesBackBehindTheTime() {
  var bench = RequestBench()
  for length in [0, 1, 247, 248] {
    let data = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let time = bench.now
    let replies = bench.ask(MessageKind.ping.rawValue, token: 5, data)
    let little = (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(8 * $0)) }
    #expect(replies.map(\.payload) == [little + data], "\(length)")
  }
  for length in [249, 256] {
    let replies = bench.ask(MessageKind.ping.rawValue, token: 5, [UInt8](repeating: 0, count: length))
    #expect(
      refusal(replies.first) == Refusal(kind: 2, reason: .outOfRange, detail: Int32(length), limit: 248), "\(length)")
  }
}

@Test func selfTest_results_precedeTheAcknowledgement() {
  var bench = RequestBench()
  let replies = bench.ask(MessageKind.selfTest.rawValue, token: 8, [], slices: 300)
  let results = replies.dropLast().map { SelfTestResult(payload: $0.payload.span) }
  #expect(!results.isEmpty)
  #expect(results.compactMap { $0.map { Int($0.index) } } == Array(results.indices))
  #expect(results.allSatisfy { $0?.total == UInt8(results.count) })
  #expect(replies.last?.kind == MessageKind.acknowledged.rawValue && replies.last?.payload == [0x07])
  #expect(replies.allSatisfy { $0.token == 8 })
  #expect(replies.map(\.sequence) == (0..<UInt16(replies.count)).map { $0 })
}

@Test func mode_outOfRange_isRefusedWithTheNearestAllowed() {
  var bench = RequestBench([.provocation])
  let cases: [(MessageKind, [UInt8], Int32, Int32)] = [
    (.setMounting, [24], 24, 23), (.provoke, [8], 8, 7), (.setRate, [0xe7, 3, 0, 0], 999, 1000),
    (.setRate, [1, 0x87, 0x93, 3], 60_000_001, 60_000_000), (.reset, [1, 2, 3, 4], 0x0403_0201, 0x5445_5352),
  ]
  for (kind, payload, detail, limit) in cases {
    let replies = bench.ask(kind.rawValue, token: 1, payload)
    #expect(
      refusal(replies.first) == Refusal(kind: kind.rawValue, reason: .outOfRange, detail: detail, limit: limit),
      "\(kind)")
  }
  let replies = bench.ask(MessageKind.injectSample.rawValue, token: 1, [UInt8](repeating: 0, count: 36))
  #expect(refusal(replies.first) == Refusal(kind: 6, reason: .notSupported, detail: 4, limit: 0))
}

@Test func injectSample_outOfRange_isComputedAsUnavailableWithTheReason() throws {
  var bench = RequestBench()
  let cases: [(UInt8, Int32, UnavailableReason)] = [
    (1, 220, .none), (1, 2048, .overflow), (7, -32_768, .overflow), (1, 32_768, .countsOutOfRange),
    (7, Int32.min, .countsOutOfRange), (FieldScale.last.rawValue + 1, 220, .unknownScale),
    (255, Int32.max, .unknownScale),
    (0, 1 << 21, .none), (0, (1 << 21) + 1, .countsOutOfRange), (0, 0, .noHorizontalField),
  ]
  for (scale, count, reason) in cases {
    var frame = FrameBuffer()
    frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
    InjectedSample(
      time: Instant(microseconds: 5), scale: FieldScale(rawValue: scale), counts: Vector3(x: count, y: 0, z: 0),
      specificForce: nil
    ).append(to: &frame)
    let payload = frame.payload.indices.map { frame.payload[$0] }
    let replies = bench.ask(MessageKind.injectSample.rawValue, token: 1, payload)
    let reading = try #require(replies.first.flatMap { Reading(payload: $0.payload.span) })
    #expect(reading.reason == reason, "scale \(scale), count \(count)")
    #expect((reading.mode == .unavailable) == (reason != .none))
    #expect(reading.counts.x == count)
  }
}

@Test(arguments: [(75, 13_333), (30, 33_333), (15, 66_667), (220, 4545), (3, 333_333), (1, 1_000_000)])
func setRate_asksTheSensorForNoMoreThanWhatRoundingLeft(hertz: UInt32, interval: UInt32) throws {
  var bench = RequestBench([.magnetometer])
  let payload = (0..<4).map { UInt8(truncatingIfNeeded: interval >> (8 * $0)) }
  _ = bench.ask(MessageKind.setRate.rawValue, token: 1, payload)
  guard case .setSensorRate(let milliHertz) = bench.instrument.nextAction() else {
    Issue.record("no action")
    return
  }
  #expect(milliHertz <= hertz * 1000)
  // Half a microsecond of rounding and the one taken off.
  #expect(Double(milliHertz) >= 1e9 / (Double(interval) + 1) - 1)
  #expect(bench.instrument.nextAction() == nil)
}

@Test func enterLoader_withoutALoaderOrTheKey_isRefused() {
  var without = RequestBench([])
  let key = [UInt8]("LOAD".utf8)
  let refused = without.ask(MessageKind.enterLoader.rawValue, token: 1, key)
  #expect(refusal(refused.first) == Refusal(kind: 16, reason: .notSupported, detail: 0x2000, limit: 0))
  var with = RequestBench([.loader])
  let wrong = with.ask(MessageKind.enterLoader.rawValue, token: 1, [UInt8]("RSET".utf8))
  #expect(
    refusal(wrong.first) == Refusal(kind: 16, reason: .outOfRange, detail: 0x5445_5352, limit: 0x4441_4f4c))
  #expect(with.instrument.nextAction() == nil)
  #expect(with.ask(MessageKind.enterLoader.rawValue, token: 2, key).map(\.kind) == [0xc0])
  #expect(with.instrument.nextAction() == .enterLoader)
}

@Test(arguments: [MessageKind.reset, .enterLoader, .provoke])
func reset_comesWhenTheAcknowledgementHasLeftTheUART(kind: MessageKind) {
  var bench = RequestBench([.provocation, .loader])
  let keys = [MessageKind.reset: "RSET", .enterLoader: "LOAD"]
  let payload = keys[kind].map { [UInt8]($0.utf8) } ?? [Provocation.trap.rawValue]
  // One slice: the acknowledgement was handed to the line just now.
  #expect(bench.ask(kind.rawValue, token: 1, payload, slices: 1).map(\.kind) == [0xc0])
  var waited = 0
  while bench.instrument.nextAction() == nil, waited < 100 {
    waited += 1
    bench.now += 100
    bench.instrument.run(at: Instant(microseconds: bench.now))
  }
  // 17 bytes at 115,200 baud take 1.48 ms.
  #expect((15...30).contains(waited))
}
