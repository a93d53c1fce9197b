// A board on the line with a sensor that turns: what tests of the calibration over the line hold in hand.

import Correction
import Foundation
import Instrument
import LinkProtocol
import Quantities
import RecordStore
import SensorDrivers
import Testing

struct Heard {
  var kind: MessageKind?
  var token: UInt8
  var payload: [UInt8]
  func message<M: Message>(_: M.Type = M.self) -> M? { M(payload: payload.span) }
}

/// A board with a magnetometer that is turned through all directions, 50 samples a second.
final class CalibrationBoard {
  var loop:
    DeviceLoop<
      NavigationUnit, WithoutMotion, WithoutSensors, OptionalRecords<Pages.Page>, HostedProcessor
    >
  var instrument: CompassInstrument<NavigationUnit, WithoutMotion> {
    _read { yield loop.instrument }
    _modify { yield &loop.instrument }
  }
  private var decoder = FrameDecoder()
  private var now: UInt64 = 1000
  private var samples = 0
  private var forces = 0
  var isTurned = true
  var hardIron = SIMD3<Double>(60_000, -20_000, 35_000)
  /// With it there is an accelerometer.
  var dipDegrees: Double?
  /// What the accelerometer measures, micro-g, at a sample.
  var force: ((Int) -> Vector3)?
  private(set) var heard: [Heard] = []

  init(_ pages: Pages, _ capabilities: Capabilities) {
    let canStore = capabilities.contains(.storage)
    loop = DeviceLoop(
      identity: DeviceIdentity(
        board: BoardName("bench"), capabilities: capabilities, imageHash: 0, bootCounter: 1, fault: nil),
      sensors: WithoutSensors(),
      records: OptionalRecords(canStore ? RecordKeeper(pages.page(0), pages.page(1)) : nil),
      processor: HostedProcessor(canFail: false))
    loop.begin(seeking: .none)
  }

  static let whole = Capabilities.magnetometer.union(.storage).union(.injection)
  var time: Instant { Instant(microseconds: now) }

  func field(_ n: Int) -> Vector3 {
    let t = Double(n) / 50
    let z = sin(2 * Double.pi * t / 17)
    let a = 2 * Double.pi * t / 1.9
    let r = (1 - z * z).squareRoot()
    let v = SIMD3(r * cos(a), r * sin(a), z) * 48_000 + hardIron
    return Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }

  /// Specific force in body axes for a field with that dip.
  private func force(_ n: Int, dipDegrees: Double) -> Acceleration {
    let v = field(n)
    var u = SIMD3(Double(v.x), Double(v.y), Double(v.z)) - hardIron
    u /= (u * u).sum().squareRoot()
    let turn = Double(n) / 31
    var side = SIMD3(cos(turn), sin(turn) * 0.6, sin(turn) * 0.8)
    side -= u * (u * side).sum()
    side /= (side * side).sum().squareRoot()
    let dip = dipDegrees * .pi / 180
    let up = (u * sin(dip) + side * cos(dip)) * -1e6
    return Acceleration(
      microG: Vector3(x: Int32(up.x.rounded()), y: Int32(up.y.rounded()), z: Int32(up.z.rounded())))
  }

  func send(_ kind: MessageKind, token: UInt8, _ payload: [UInt8] = []) {
    for byte in request(kind, token: token, payload) { instrument.receive(byte, at: time) }
    drain()
  }

  /// Asks, and gives the reply.
  func ask(_ kind: MessageKind, token: UInt8, _ payload: [UInt8] = []) -> Heard? {
    let before = heard.count
    send(kind, token: token, payload)
    for _ in 0..<300 where !heard[before...].contains(where: { $0.token == token }) { turn() }
    return heard[before...].first { $0.token == token }
  }

  /// One turn of the main loop, 1 ms.
  func turn() {
    now += 1000
    loop.run(at: time)
    drain()
  }

  private func drain() {
    while let byte = instrument.nextByte() {
      guard decoder.feed(byte) == .frame else { continue }
      let header = decoder.frame.header
      var payload: [UInt8] = []
      for i in 0..<decoder.frame.payloadLength { payload.append(decoder.frame.payload[i]) }
      heard.append(Heard(kind: MessageKind(rawValue: header.kind), token: header.token, payload: payload))
    }
  }

  /// Samples and turns of the loop until the calibration is in `state`, or for `seconds`.
  @discardableResult
  func run(seconds: Double, until state: UInt8? = nil) -> Bool {
    let end = now + UInt64(seconds * 1e6)
    while now < end {
      if isTurned { samples += 1 }
      let sample = FieldSample(
        time: time, counts: field(samples), scale: .nanotesla, field: MagneticField(nanotesla: field(samples)))
      forces += 1
      if let force {
        instrument.receive(.sample(ForceSample(Acceleration(microG: force(forces)), at: time)), from: .absent, at: time)
      }
      if let dipDegrees {
        instrument.receive(
          .sample(ForceSample(force(samples, dipDegrees: dipDegrees), at: time)), from: .absent, at: time)
      }
      instrument.receive(
        .sample(sample), from: SensorIdentity(chip: .lsm303dlhc, address: 0x1e, identityBytes: 0), at: time)
      for _ in 0..<20 { turn() }
      if let state, let last = heard.last(where: { $0.kind == .periodicCalibration }),
        last.payload[8] == state
      {
        return true
      }
    }
    return false
  }

  func record() -> CalibrationRecord? {
    guard let payload = ask(.getCalibration, token: 200)?.payload else { return nil }
    return try? CalibrationRecord(bytes: payload.span)
  }
}
