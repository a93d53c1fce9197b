// What a host asks of a device, on each kind of device: each action reaches the part that does it, or is refused because no part
// does it.

import Correction
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import TestSupport
import Testing

/// A processor that counts.
private struct CountingProcessor: DeviceProcessor {
  var calls: [String] = []
  var depth: UInt32 = 0
  var capabilities: Capabilities { Capabilities.provocation.union(.loader) }
  mutating func stackHighWater() -> UInt32 {
    depth += 1
    return depth
  }
  mutating func fail(_ failure: Provocation) { calls.append("fail \(failure)") }
  mutating func reset() { calls.append("reset") }
  mutating func enterLoader() { calls.append("loader") }
}

/// A line in memory, which collects bytes until they are flushed, as USB does.
private struct MemoryPort: SerialPort {
  var incoming: [UInt8] = []
  var packet: [UInt8] = []
  var outgoing: [UInt8] = []
  /// How many bytes it accepts in a turn.
  var room = 1000
  var hasRate: Bool { false }
  mutating func receive() -> UInt8? { incoming.isEmpty ? nil : incoming.removeFirst() }
  mutating func canSend() -> Bool { packet.count < room }
  mutating func send(_ byte: UInt8) { packet.append(byte) }
  mutating func flush() {
    outgoing += packet
    packet = []
  }
}

private enum BothChips: SensorChoice {
  typealias Magnetometers = Chips<LSM303DLHCMagnetometer, LastChip<LIS2MDLMagnetometer>>
  typealias Accelerometers = OnlyChip<LIS3DHAccelerometer>
  typealias Gyroscopes = NoChip<RateSample>
  typealias Probe = SensorProbe
  static var testsChips: Bool { true }
}

private struct Answered {
  var kind: MessageKind?
  var token: UInt8
  var payload: [UInt8]
  func message<M: Message>(_: M.Type = M.self) -> M? { M(payload: payload.span) }
}

/// A board: chips on a bus, a store, and a line that the loop reads and writes itself.
private final class Board {
  var loop:
    DeviceLoop<
      NavigationUnit, WithoutMotion, SensorModules<BothChips, ModelBus>, RecordKeeper<Pages.Page>, CountingProcessor
    >
  var port = MemoryPort()
  let field = LIS2MDLModel()
  let force = LIS3DHModel()
  var now: UInt64 = 0
  private var decoder = FrameDecoder()
  private var seen = 0
  private(set) var answers: [Answered] = []
  var isBusy: Bool { loop.isBusy }
  var calls: [String] { loop.processor.calls }
  var depth: UInt32 { loop.processor.depth }

  init(_ pages: Pages = Pages()) {
    loop = DeviceLoop(
      identity: DeviceIdentity(
        board: BoardName("bench"), capabilities: .injection, imageHash: 0, bootCounter: 1, fault: nil),
      sensors: SensorModules(on: ModelBus(field, force)),
      records: RecordKeeper(pages.page(0), pages.page(1)), processor: CountingProcessor())
    loop.begin(seeking: Capabilities.magnetometer.union(.accelerometer))
  }

  func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      now += 1000
      loop.sensors.bus.advance(to: now)
      loop.poll(at: Instant(microseconds: now))
      loop.turn(at: Instant(microseconds: now), on: &port)
      while seen < port.outgoing.count {
        seen += 1
        guard decoder.feed(port.outgoing[seen - 1]) == .frame else { continue }
        answers.append(
          Answered(
            kind: MessageKind(rawValue: decoder.frame.kind), token: decoder.frame.token,
            payload: contents(decoder.frame)))
      }
    }
  }

  func ask(_ kind: MessageKind, _ payload: [UInt8] = [], milliseconds: Int = 30) -> [Answered] {
    port.incoming += request(kind, token: 7, payload)
    let before = answers.count
    run(milliseconds: milliseconds)
    return answers[before...].filter { $0.token == 7 }
  }
}

@Suite struct DeviceLoopTests {
  @Test func hello_saysWhatThePartsCanDo() throws {
    let board = Board()
    let hello: Hello = try #require(board.ask(.getHello, [1, 1]).first?.message())
    let parts = Capabilities.storage.union(.sensorList).union(.sensorTest).union(.provocation).union(.loader)
    #expect(hello.capabilities.contains(parts.union(.injection)))
    // Whether a sensor is there, its chip says.
    #expect(!hello.capabilities.contains(.magnetometer) && hello.sensorState == .starting)
    board.run(milliseconds: 500)
    let later: Hello = try #require(board.ask(.getHello, [1, 1]).first?.message())
    #expect(later.capabilities.contains(Capabilities.magnetometer.union(.accelerometer)))
    #expect(later.sensorChip == SensorChip.lis2mdl.rawValue && later.sensorState == .ready)
  }

  @Test func setRate_reachesTheChip() throws {
    let board = Board()
    board.run(milliseconds: 500)
    func samples() throws -> UInt32 {
      try #require(board.ask(.getStatistics).first?.message(Statistics.self)).samples
    }
    // 10 Hz, then 100 Hz.
    #expect(board.ask(.setRate, [0xa0, 0x86, 0x01, 0]).map(\.kind) == [.acknowledged])
    board.run(milliseconds: 300)
    let slow = try samples()
    board.run(milliseconds: 970)
    let between = try samples()
    #expect((8...13).contains(between - slow))
    #expect(board.ask(.setRate, [0x10, 0x27, 0, 0]).map(\.kind) == [.acknowledged])
    board.run(milliseconds: 300)
    let fast = try samples()
    board.run(milliseconds: 970)
    #expect(try (95...110).contains(samples() - fast))
  }

  @Test func list_namesTheChips() throws {
    let board = Board()
    board.run(milliseconds: 500)
    #expect(!board.isBusy)
    var frames = board.ask(.getSensors, milliseconds: 3)
    #expect(board.isBusy && frames.isEmpty)
    board.run(milliseconds: 200)
    frames = board.answers.filter { $0.kind == .sensorList }
    let list: SensorList = try #require(frames.first?.message())
    #expect(frames.count == 1 && !board.isBusy)
    #expect((0..<list.count).map { list[$0].chip } == [.lis3dh, .lis2mdl])
  }

  @Test func test_isCarriedOutByTheChip() throws {
    let board = Board()
    board.run(milliseconds: 500)
    let answer = board.ask(.testSensor, [SensorKind.magnetometer.rawValue], milliseconds: 1000).first
    let report: SensorTest = try #require(answer?.message())
    #expect(report.outcomeCode == SelfTestOutcome.measured.rawValue)
  }

  @Test func storage_survivesARestart() throws {
    let pages = Pages()
    var calibration = CalibrationRecord()
    calibration.modelOrder = .sphere
    calibration.grade = 2
    calibration.hardIron = Vector3(x: 3, y: -4, z: 5)
    let bytes = calibration.bytes()
    let record = bytes.indices.map { bytes[$0] }
    let board = Board(pages)
    #expect(board.ask(.storeRecord, record, milliseconds: 300).map(\.kind) == [.acknowledged])
    #expect(board.isBusy == false)
    let later = Board(pages)
    let stored = try #require(later.ask(.getCalibration).first)
    #expect(stored.payload == record)
    #expect(later.ask(.eraseRecords, Array("ERAS".utf8), milliseconds: 300).count == 1)
  }

  @Test(arguments: [
    (MessageKind.reset, Array("RSET".utf8), "reset"), (.enterLoader, Array("LOAD".utf8), "loader"),
    (.provoke, [Provocation.trap.rawValue], "fail trap"), (.provoke, [Provocation.hang.rawValue], "fail hang"),
    (.provoke, [Provocation.hardFault.rawValue], "fail hardFault"),
  ])
  func ends_comeOnceTheAnswerHasLeft(kind: MessageKind, payload: [UInt8], call: String) {
    let board = Board()
    board.port.room = 0
    #expect(board.ask(kind, payload).isEmpty && board.calls.isEmpty)
    board.port.room = 1000
    board.run(milliseconds: 1)
    #expect(board.answers.map(\.kind) == [.acknowledged] && board.calls.isEmpty)
    board.run(milliseconds: 3)
    #expect(board.calls.first == call)
  }

  @Test func provocationOfTheField_isDoneByTheInstrument() throws {
    let board = Board()
    board.field.noiseCounts = 0
    board.run(milliseconds: 500)
    func meterX() throws -> Int32 {
      let count = board.answers.count
      _ = board.ask(.startStreams, [Streams.meter.rawValue], milliseconds: 300)
      let frame = board.answers[count...].last { $0.kind == .meterReading }
      return try #require(frame?.message(MeterReport.self)).field.nanotesla.x
    }
    let before = try meterX()
    #expect(before != 0 && board.ask(.provoke, [Provocation.sign.rawValue]).map(\.kind) == [.acknowledged])
    #expect(try meterX() == -before)
    #expect(board.ask(.provoke, [Provocation.none.rawValue]).map(\.kind) == [.acknowledged])
    #expect(try meterX() == before && board.calls.isEmpty)
  }

  @Test func statistics_haveTheStackOfTheProcessor() throws {
    let board = Board()
    board.run(milliseconds: 10)
    let depth = try #require(board.ask(.getStatistics).first?.message(Statistics.self)).stackHighWater
    #expect((10...board.depth).contains(depth))
  }
}

// MARK: - A device inside another program

/// A device whose owner moves the bytes, with parts that can do nothing.
private struct Hosted: ~Copyable {
  var loop: DeviceLoop<WithoutNavigation, WithoutMotion, WithoutSensors, WithoutRecords, HostedProcessor>
  private var decoder = FrameDecoder()
  private var now: UInt64 = 0

  init(canFail: Bool) {
    loop = DeviceLoop(
      identity: DeviceIdentity(
        board: BoardName("hosted"), capabilities: .injection, imageHash: 0, bootCounter: 1, fault: nil),
      sensors: WithoutSensors(), records: WithoutRecords(), processor: HostedProcessor(canFail: canFail))
    loop.begin(seeking: .none)
  }

  mutating func ask(_ kind: MessageKind, _ payload: [UInt8] = []) -> [Answered] {
    for byte in request(kind, token: 7, payload) { loop.receive(byte, at: Instant(microseconds: now)) }
    var answers: [Answered] = []
    for _ in 0..<30 {
      now += 1000
      loop.run(at: Instant(microseconds: now))
      while let byte = loop.nextByte() {
        guard decoder.feed(byte) == .frame else { continue }
        answers.append(
          Answered(
            kind: MessageKind(rawValue: decoder.frame.kind), token: decoder.frame.token,
            payload: contents(decoder.frame)))
      }
    }
    return answers
  }
}

@Test(arguments: [
  (MessageKind.getSensors, [UInt8](), Capabilities.sensorList), (.testSensor, [1], .sensorTest),
  (.eraseRecords, Array("ERAS".utf8), .storage), (.enterLoader, Array("LOAD".utf8), .loader),
  (.provoke, [Provocation.trap.rawValue], .provocation), (.provoke, [Provocation.sign.rawValue], .provocation),
])
func hostedDevice_refusesWhatNoPartDoes(kind: MessageKind, payload: [UInt8], lacking: Capabilities) throws {
  var device = Hosted(canFail: false)
  let answers = device.ask(kind, payload)
  let refusal: Refusal = try #require(answers.first?.message())
  #expect(answers.count == 1 && refusal.reason == RefusalReason.notSupported.rawValue)
  #expect(refusal.detail == Int32(truncatingIfNeeded: Int(lacking.rawValue)))
  let ending = device.loop.processor.ending
  #expect(ending == .none)
}

@Test(arguments: [
  (MessageKind.reset, Array("RSET".utf8), HostedProcessor.Ending.reset),
  (.provoke, [Provocation.hang.rawValue], .failed(.hang)),
])
func hostedDevice_tellsItsOwnerHowItEnds(kind: MessageKind, payload: [UInt8], end: HostedProcessor.Ending) {
  var device = Hosted(canFail: true)
  let answers = device.ask(kind, payload).map(\.kind)
  let ending = device.loop.processor.ending
  #expect(answers == [.acknowledged] && ending == end)
}

@Test func hostedDevice_tellsItsOwnerTheRate() {
  var device = Hosted(canFail: false)
  let before = device.loop.sensors.milliHertz
  let answers = device.ask(.setRate, [0x10, 0x27, 0, 0]).map(\.kind)
  let rate = device.loop.sensors.milliHertz
  #expect(before == 0 && answers == [.acknowledged] && (99_000...100_000).contains(rate))
}
