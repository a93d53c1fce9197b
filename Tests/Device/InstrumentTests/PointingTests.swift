// Which axis points, and where it has no heading: rows A16 and A25 of docs/heading.md.
import Correction
import Foundation
import LinkProtocol
import Quantities
import TestSupport
import Testing

@testable import Instrument

/// An instrument that is held as a test says, in a field to the north of 20 µT and 43 µT down.
private final class HeldInstrument {
  private var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
    identity: DeviceIdentity(
      board: BoardName("held"), capabilities: Capabilities.magnetometer.union(.accelerometer).union(.injection),
      imageHash: 0, bootCounter: 1, fault: nil))
  private var decoder = FrameDecoder()
  private var now: UInt64 = 1_000_000

  init(display: UInt8 = 0, pointer: UInt8 = 0) {
    _ = ask(.setOrientation, [display, pointer])
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    let bytes = record.bytes()
    _ = ask(.setCalibration, bytes.indices.map { bytes[$0] })
  }

  private func ask(_ kind: MessageKind, _ payload: [UInt8]) -> (kind: UInt8, payload: [UInt8])? {
    for byte in request(kind, token: 1, payload) { instrument.receive(byte, at: Instant(microseconds: now)) }
    for _ in 0..<30 {
      now += 100
      instrument.run(at: Instant(microseconds: now))
      while let byte = instrument.nextByte() {
        if decoder.feed(byte) == .frame { return (decoder.frame.header.kind, contents(decoder.frame)) }
      }
    }
    return nil
  }

  /// Heading of the forward axis, nose up, then rolled about the nose with the right side down; degrees.
  func reading(heading: Double = 0, pitch: Double, roll: Double = 0) throws -> Reading {
    let (h, p, r) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    func body(_ north: Double, _ east: Double, _ down: Double) -> Vector3 {
      let (x1, y1) = (north * cos(h) + east * sin(h), east * cos(h) - north * sin(h))
      let (x2, z2) = (x1 * cos(p) - down * sin(p), x1 * sin(p) + down * cos(p))
      let (y3, z3) = (y1 * cos(r) + z2 * sin(r), z2 * cos(r) - y1 * sin(r))
      return Vector3(x: Int32(x2.rounded()), y: Int32(y3.rounded()), z: Int32(z3.rounded()))
    }
    let sample = InjectedSample(
      time: Instant(microseconds: now), scale: .nanotesla, counts: body(20_000, 0, 43_000),
      specificForce: Acceleration(microG: body(0, 0, -1_000_000)))
    let reply = try #require(ask(.injectSample, contents(of: sample)))
    let reading = Reading(payload: reply.payload.span)
    return try #require(reading)
  }
}

/// Rolled about a nose that points up, a compass would turn through the whole circle.
@Test func noseUp_hasNoHeadingAndSaysSo() throws {
  let held = HeldInstrument()
  for pitch in [86.5, 88, 90, -86.5, -90] {
    for roll in stride(from: 0.0, to: 360, by: 45) {
      let reading = try held.reading(heading: 30, pitch: pitch, roll: roll)
      #expect(reading.mode == .unavailable && reading.reason == .pointsVertically, "\(pitch)°, rolled by \(roll)°")
      #expect(reading.assessment.magnetic == nil && reading.assessment.accuracy == nil)
    }
  }
  for pitch in [85.5, -85.5, 60, 0] {
    let reading = try held.reading(heading: 30, pitch: pitch, roll: 100)
    #expect(reading.reason == .none)
    #expect(abs((reading.assessment.magnetic?.degrees ?? 0) - 30) < 0.2, "\(pitch)°")
  }
}

/// From flat in the hand to upright before the eyes and on: the heading does not change.
@Test func mostLevelAxis_goesOnWithTheHeading() throws {
  let held = HeldInstrument(pointer: 6)
  for pitch in Array(stride(from: -89.0, through: 89, by: 1)) + Array(stride(from: 89.0, through: -89, by: -1)) {
    let reading = try held.reading(heading: 30, pitch: pitch, roll: 0)
    #expect(abs((reading.assessment.magnetic?.degrees ?? 0) - 30) < 0.01, "\(pitch)°")
  }
  #expect(try held.reading(pitch: 0).flags.contains(.pointsAlongZ) == false)
  #expect(try held.reading(pitch: 60).flags.contains(.pointsAlongZ))
  #expect(try held.reading(pitch: 45).flags.contains(.pointsAlongZ), "hysteresis")
  #expect(try held.reading(pitch: 38).flags.contains(.pointsAlongZ) == false)
  #expect(try held.reading(pitch: -60).flags.contains(.pointsAgainstZ))
}

/// The viewer faces north throughout and turns the display by a quarter.
@Test(arguments: [4, 5] as [UInt8])
func axisThroughTheDisplay_isNotTurnedWithIt(pointer: UInt8) throws {
  let held = HeldInstrument(display: 7, pointer: pointer)
  // Upright, the face to the viewer: +Z looks to the north, −Z to the south.
  let upright = try held.reading(pitch: 75)
  let north = try #require(upright.assessment.magnetic).degrees
  #expect(upright.assessment.orientation == .portrait)
  let turned = HeldInstrument(display: 7, pointer: pointer)
  var orientations: Set<UInt8> = []
  for roll in [0.0, 40, 80] {
    let reading = try turned.reading(pitch: 20, roll: roll)
    orientations.insert(reading.assessment.orientation.rawValue)
    let own = HeldInstrument(display: 0, pointer: pointer)
    #expect(try own.reading(pitch: 20, roll: roll).assessment.magnetic == reading.assessment.magnetic)
  }
  #expect(orientations.count > 1)
  #expect(abs(remainder(north - (pointer == 4 ? 0 : 180), 360)) < 0.01)
}
