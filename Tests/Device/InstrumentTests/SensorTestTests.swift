// A chip's test of itself, asked for by the link: what the instrument tells the board and the host, and what a board's loop keeps
// away from readings, raw samples and calibration.

import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// The chips of the micro:bit v2.
private protocol TwoChips: SensorChoice
where
  Magnetometers == OnlyChip<LIS2MDLMagnetometer>, Accelerometers == OnlyChip<LIS3DHAccelerometer>,
  Gyroscopes == NoChip<RateSample>
{}
private enum Able: TwoChips {
  typealias Probe = SensorProbe
  static var testsChips: Bool { true }
}
private enum Unable: TwoChips {
  typealias Probe = NoProbe
  static var testsChips: Bool { false }
}

/// A board with a LIS2MDL and a LIS3DH, in turns of a millisecond.
private final class TestBoard<Choice: SensorChoice> {
  var loop:
    DeviceLoop<
      NavigationUnit, WithoutMotion, SensorModules<Choice, ModelBus>, WithoutRecords, HostedProcessor
    >
  let field = LIS2MDLModel()
  let force = LIS3DHModel()
  var decoder = FrameDecoder()
  var now: UInt64 = 0
  var frames: [(kind: MessageKind, token: UInt8, payload: [UInt8])] = []

  init() {
    loop = DeviceLoop(
      identity: DeviceIdentity(
        board: BoardName("bench"), capabilities: Capabilities.magnetometer.union(.accelerometer), imageHash: 0,
        bootCounter: 1, fault: nil),
      sensors: SensorModules(on: ModelBus(field, force)), records: WithoutRecords(),
      processor: HostedProcessor(canFail: false))
    loop.begin(seeking: .none)
  }

  func run(milliseconds: Int) {
    for _ in 0..<milliseconds {
      now += 1000
      let time = Instant(microseconds: now)
      loop.sensors.bus.advance(to: now)
      loop.run(at: time)
      while let byte = loop.nextByte() {
        guard decoder.feed(byte) == .frame, let kind = MessageKind(rawValue: decoder.frame.kind) else { continue }
        frames.append((kind, decoder.frame.token, contents(decoder.frame)))
      }
    }
  }

  func send(_ kind: MessageKind, token: UInt8, _ payload: [UInt8]) {
    for byte in request(kind, token: token, payload) { loop.receive(byte, at: Instant(microseconds: now)) }
  }

  func answer(to token: UInt8) -> SensorTest? {
    frames.last { $0.token == token && $0.kind == .sensorTest }.flatMap { SensorTest(payload: $0.payload.span) }
  }

  /// How many samples the calibration that runs has taken.
  var calibrationSamples: UInt32 {
    get throws {
      send(.getCalibrationProgress, token: 99, [])
      run(milliseconds: 5)
      let frame = try #require(frames.last { $0.token == 99 })
      let progress = CalibrationProgress(payload: frame.payload.span)
      return try #require(progress).samples
    }
  }

  func refusal(to token: UInt8) -> Refusal? {
    frames.last { $0.token == token && $0.kind == .refused }.flatMap { Refusal(payload: $0.payload.span) }
  }
}

@Suite struct SensorTestTests {
  @Test func testSensor_isAnsweredWithTheChange_withinASecond() throws {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.send(.testSensor, token: 7, [SensorKind.magnetometer.rawValue])
    board.run(milliseconds: 1000)
    let answer = try #require(board.answer(to: 7))
    #expect(board.frames.filter { $0.kind == .sensorTest }.count == 1)
    #expect(answer.outcomeCode == SelfTestOutcome.measured.rawValue && answer.sensorCode == 1)
    for value in [-answer.change.x, answer.change.y, answer.change.z] { #expect(abs(value - 20_000) < 700) }
    board.send(.testSensor, token: 8, [SensorKind.accelerometer.rawValue])
    board.run(milliseconds: 1000)
    let other = try #require(board.answer(to: 8))
    #expect(other.sensorCode == 2)
    for value in [other.change.x, other.change.y, other.change.z] { #expect(abs(value - 300_000) < 3000) }
  }

  /// The field of the coil is 28 µT of the 20 that are there: no reading, no raw sample and no calibration may see it.
  @Test func test_neverBecomesAReading_norASample_norACalibration() throws {
    let board = TestBoard<Able>()
    board.field.noiseCounts = 0
    board.run(milliseconds: 500)
    board.send(.setRate, token: 1, [0x10, 0x27, 0, 0])
    board.send(.startStreams, token: 2, [Streams.readings.union(.rawSamples).union(.rawMotion).rawValue])
    board.send(.startCalibration, token: 3, [0, 0, 0, 0])
    board.run(milliseconds: 500)
    let before = board.frames.last { $0.kind == .rawSample }.flatMap { RawSample(payload: $0.payload.span) }
    let counts = try #require(before?.counts)
    let taken = try board.calibrationSamples
    board.frames = []
    board.send(.testSensor, token: 7, [SensorKind.magnetometer.rawValue])
    board.run(milliseconds: 1000)
    board.send(.testSensor, token: 8, [SensorKind.accelerometer.rawValue])
    board.run(milliseconds: 1000)
    #expect(board.answer(to: 7)?.outcomeCode == 2 && board.answer(to: 8)?.outcomeCode == 2)
    let samples = board.frames.compactMap { $0.kind == .rawSample ? RawSample(payload: $0.payload.span) : nil }
    #expect(samples.count > 100 && samples.allSatisfy { $0.counts == counts })
    let readings = board.frames.compactMap { $0.kind == .reading ? Reading(payload: $0.payload.span) : nil }
    #expect(readings.count > 150)
    for reading in readings {
      #expect(reading.mode == .unavailable || reading.counts == counts)
      #expect(abs(reading.specificForce.microG.z) < 1_010_000)
    }
    let forces = board.frames.compactMap { $0.kind == .rawForce ? RawMotion(payload: $0.payload.span) : nil }
    #expect(!forces.isEmpty)
    // 300 mg more would be 306 counts more.
    #expect(forces.allSatisfy { abs($0.counts.x) < 20 && abs($0.counts.y) < 20 })
    #expect(try board.calibrationSamples == taken)
    // The same field from outside is a new direction.
    for axis in 0..<3 { board.field.world.field[axis] += 20_000 }
    board.run(milliseconds: 1000)
    #expect(try board.calibrationSamples > taken)
  }

  @Test func headings_areOutdatedMeanwhile_andComeBack() throws {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.send(.setRate, token: 1, [0x10, 0x27, 0, 0])
    board.send(.startStreams, token: 2, [Streams.readings.rawValue])
    board.run(milliseconds: 200)
    board.frames = []
    board.send(.testSensor, token: 7, [SensorKind.magnetometer.rawValue])
    board.run(milliseconds: 2000)
    let numbers = board.frames.compactMap {
      $0.kind == .reading ? Reading(payload: $0.payload.span)?.sampleNumber : nil
    }
    #expect(try #require(numbers.last) > #require(numbers.first) + 50)
    let last = board.frames.last { $0.kind == .reading }.flatMap { Reading(payload: $0.payload.span) }
    #expect(last?.mode == .tilted && last?.flags.contains(.stale) == false)
  }

  @Test(arguments: [(MessageKind.testSensor, [UInt8(1)], MessageKind.sensorTest), (.getSensors, [], .sensorList)])
  func repeatedInquiry_isAnsweredOnce(kind: MessageKind, payload: [UInt8], answer: MessageKind) {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.send(kind, token: 7, payload)
    board.run(milliseconds: 20)
    board.send(kind, token: 7, payload)
    board.run(milliseconds: 1000)
    let answers = board.frames.filter { $0.token == 7 }.map(\.kind)
    #expect(answers == [answer], "\(answers)")
  }

  @Test func secondRequest_isRefusedWhileOneRuns() {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.send(.testSensor, token: 7, [1])
    board.run(milliseconds: 50)
    board.send(.testSensor, token: 8, [2])
    board.send(.getSensors, token: 9, [])
    board.run(milliseconds: 50)
    #expect(board.refusal(to: 8) == Refusal(kind: 0x12, reason: .busy, detail: 0, limit: 0))
    #expect(board.refusal(to: 9) == Refusal(kind: 0x11, reason: .busy, detail: 0, limit: 0))
    board.run(milliseconds: 500)
    #expect(board.answer(to: 7)?.outcomeCode == 2)
    #expect(board.frames.filter { $0.kind == .sensorTest || $0.kind == .sensorList }.count == 1)
  }

  @Test func request_isCheckedInOrder() {
    let able = TestBoard<Able>()
    able.send(.testSensor, token: 1, [0])
    able.send(.testSensor, token: 2, [4])
    able.run(milliseconds: 10)
    #expect(able.refusal(to: 1) == Refusal(kind: 0x12, reason: .outOfRange, detail: 0, limit: 1))
    #expect(able.refusal(to: 2) == Refusal(kind: 0x12, reason: .outOfRange, detail: 4, limit: 3))
    let unable = TestBoard<Unable>()
    unable.send(.testSensor, token: 1, [4])
    unable.run(milliseconds: 10)
    #expect(unable.refusal(to: 1) == Refusal(kind: 0x12, reason: .notSupported, detail: 0x8000, limit: 0))
    able.run(milliseconds: 1000)
    unable.run(milliseconds: 1000)
    #expect((able.frames + unable.frames).allSatisfy { $0.kind != .sensorTest })
  }

  @Test func sensorThatTheBoardDoesNotHave_isToldAtOnce() throws {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.send(.testSensor, token: 7, [SensorKind.gyroscope.rawValue])
    board.run(milliseconds: 3)
    let answer = try #require(board.answer(to: 7))
    #expect(answer.sensorCode == 3 && answer.outcomeCode == 0 && answer.change == .zero)
  }

  @Test func chipThatFailsInItsTest_isNamed_andSought() throws {
    let board = TestBoard<Able>()
    board.run(milliseconds: 500)
    board.field.clone = (0x62, 0x10)
    board.send(.testSensor, token: 7, [1])
    board.run(milliseconds: 1000)
    let answer = try #require(board.answer(to: 7))
    #expect(answer.outcomeCode == SelfTestOutcome.brokenOff.rawValue)
    #expect(answer.register == 0x62 && answer.error == SensorError.Kind.configurationNotKept.rawValue)
    #expect(answer.detail == 0x1210)
    board.field.clone = nil
    board.run(milliseconds: 500)
    board.send(.testSensor, token: 8, [1])
    board.run(milliseconds: 1000)
    #expect(board.answer(to: 8)?.outcomeCode == SelfTestOutcome.measured.rawValue)
  }
}
