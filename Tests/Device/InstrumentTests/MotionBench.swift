// The bench of the tests of motion: an instrument with a gyroscope, a world, and the frames that come.

import Correction
import Foundation
import Instrument
import LinkProtocol
import Motion
import Quantities
import SensorDrivers
import TestSupport
import Testing

let motionChip = SensorIdentity(chip: .mpu6050Gyroscope, address: 0x68, identityBytes: 0x68)

/// A level instrument with three sensors at 100 Hz, which turns clockwise.
final class MotionBench {
  var instrument: CompassInstrument<NavigationUnit, MotionUnit>
  private var decoder = FrameDecoder()
  private(set) var now: UInt64 = 1_000_000
  private(set) var messages: [(kind: UInt8, payload: [UInt8])] = []
  /// Degrees, and degrees a second.
  var heading = 30.0
  var turn = 20.0
  /// What the gyroscope adds, 2^−20 rad/s, and which samples come.
  var bias = Vector3(x: 2_000, y: -3_000, z: 9_151)
  var hasRate = true
  var hasForce = true
  var isFrozen = false
  /// By how many degrees the field is turned, and the noise of the three sensors in nanotesla, µg and 2^−20 rad/s.
  var fieldTurn = 0.0
  var noise: (field: Int32, force: Int32, rate: Int32) = (0, 0, 200)
  var source = SeededGenerator(seed: 43)
  private var lastRate = Vector3.zero

  init(isCalibrated: Bool = true) {
    instrument = CompassInstrument(
      identity: DeviceIdentity(
        board: BoardName("motion"), capabilities: Capabilities.magnetometer.union(.accelerometer).union(.injection),
        imageHash: 0, bootCounter: 1, fault: nil))
    guard isCalibrated else { return }
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.fieldStrength = 44_721
    record.predictedTypicalError = 40
    let bytes = record.bytes()
    ask(.setCalibration, bytes.indices.map { bytes[$0] })
  }

  var instant: Instant { Instant(microseconds: now) }

  @discardableResult
  func ask(_ kind: MessageKind, _ payload: [UInt8] = []) -> (kind: UInt8, payload: [UInt8])? {
    let before = messages.count
    for byte in request(kind, token: 1, payload) { instrument.receive(byte, at: instant) }
    step(milliseconds: 1)
    return messages[before...].last
  }

  func motion() throws -> FusionReport {
    let reply = try #require(ask(.getMotion))
    #expect(reply.kind == MessageKind.motion.rawValue)
    let report = FusionReport(payload: reply.payload.span)
    return try #require(report)
  }

  /// Lets time pass, 250 µs a slice, without samples.
  private func step(milliseconds: Int) {
    for _ in 0..<(milliseconds * 4) {
      now += 250
      instrument.run(at: instant)
      while let byte = instrument.nextByte() {
        guard decoder.feed(byte) == .frame else { continue }
        messages.append((decoder.frame.header.kind, contents(decoder.frame)))
      }
    }
  }

  /// What came of two streams so far.
  var reports: [FusionReport] {
    messages.filter { $0.kind == MessageKind.periodicMotion.rawValue }
      .compactMap { FusionReport(payload: $0.payload.span) }
  }
  var readings: [Reading] {
    messages.filter { $0.kind == MessageKind.reading.rawValue }.compactMap { Reading(payload: $0.payload.span) }
  }

  /// What the meter said, each sample once.
  var meters: [MeterReport] {
    messages.filter { $0.kind == MessageKind.meterReading.rawValue }.compactMap {
      MeterReport(payload: $0.payload.span)
    }
    .filter { !$0.flags.contains(.stale) }
  }

  /// Lets the sensors measure.
  func run(seconds: Double) {
    for _ in 0..<Int(seconds * 100) {
      step(milliseconds: 10)
      heading += turn * 0.01
      if hasRate { measureRate() }
      let up = Acceleration(microG: jitter(Vector3(x: 0, y: 0, z: -1_000_000), noise.force))
      if hasForce { instrument.receive(.sample(ForceSample(up, at: instant)), from: .absent, at: instant) }
      let angle = (heading + fieldTurn) * .pi / 180
      let field = jitter(Vector3(x: Int32(20_000 * cos(angle)), y: Int32(-20_000 * sin(angle)), z: 40_000), noise.field)
      instrument.receive(
        .sample(FieldSample(time: instant, counts: field, scale: .nanotesla, field: MagneticField(nanotesla: field))),
        from: .absent, at: instant)
    }
  }

  private func jitter(_ v: Vector3, _ noise: Int32) -> Vector3 {
    func one(_ value: Int32) -> Int32 { value + Int32.random(in: -noise...noise, using: &source) }
    return Vector3(x: one(v.x), y: one(v.y), z: one(v.z))
  }

  private func measureRate() {
    if !isFrozen {
      lastRate = Vector3(
        x: bias.x, y: bias.y, z: bias.z + Int32(turn * .pi / 180 * 1_048_576))
      lastRate = jitter(lastRate, noise.rate)
    }
    let sample = RateSample(
      time: instant, counts: Vector3(x: 1, y: 2, z: 3), scale: RateScale(rawValue: 9), rate: AngularRate(q20: lastRate),
      origin: SampleOrigin(chip: .mpu6050Gyroscope, address: 0x68, instance: 1))
    instrument.receive(.sample(sample), from: motionChip, at: instant)
  }

  /// The error of a heading, degrees.
  func error(_ angle: BinaryAngle) -> Double {
    let degrees = Double(angle.rawValue) * (360 / 4_294_967_296)
    return abs((degrees - heading).remainder(dividingBy: 360))
  }
}
