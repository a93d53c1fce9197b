// The functions of docs/own-firmware.md that C calls: compiled here around the compass of OwnCompassTests, called as C
// does, and line by line what the document shows.

import Calibration
import Correction
import FixedPoint
import Foundation
import Heading
import Quantities
import TestSupport
import Testing

/// The compass in memory of C's, which lends it to every call.
private func compass(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<OwnCompass> {
  memory.assumingMemoryBound(to: OwnCompass.self)
}

@c(compass_size)
public func compassSize() -> UInt32 { UInt32(MemoryLayout<OwnCompass>.size) }

@c(compass_begin)
public func compassBegin(_ memory: UnsafeMutableRawPointer) { compass(memory).initialize(to: OwnCompass()) }

/// Tenths of a degree clockwise from magnetic north, from true north after `stand`; -1 where there is no direction.
@c(compass_heading)
public func compassHeading(
  _ memory: UnsafeMutableRawPointer, _ nanotesla: UnsafePointer<Int32>, _ microG: UnsafePointer<Int32>, _ now: UInt64
) -> Int32 {
  let field = MagneticField(nanotesla: Vector3(x: nanotesla[0], y: nanotesla[1], z: nanotesla[2]))
  let force = Acceleration(microG: Vector3(x: microG[0], y: microG[1], z: microG[2]))
  let now = Instant(microseconds: now)
  guard let heading = compass(memory).pointee.heading(field: field, force: force, at: now) else { return -1 }
  return Int32(truncatingIfNeeded: UInt64(product: heading.rawValue, 3600) &>> 32)
}

@c(compass_turn)
public func compassTurn(_ memory: UnsafeMutableRawPointer, _ now: UInt64) -> Bool {
  compass(memory).pointee.turn(at: Instant(microseconds: now))
}

@c(compass_start)
public func compassStart(_ memory: UnsafeMutableRawPointer, _ now: UInt64) -> Bool {
  (try? compass(memory).pointee.calibration.start(at: Instant(microseconds: now))) != nil
}

/// A `CalibrationEvent` by its number; `false` where it has no place now.
@c(compass_handle)
public func compassHandle(_ memory: UnsafeMutableRawPointer, _ event: UInt8, _ now: UInt64) -> Bool {
  guard let event = CalibrationEvent(rawValue: event) else { return false }
  return (try? compass(memory).pointee.calibration.handle(event, at: Instant(microseconds: now))) != nil
}

/// A `CalibrationState` by its number.
@c(compass_state)
public func compassState(_ memory: UnsafeMutableRawPointer) -> UInt8 {
  compass(memory).pointee.calibration.state.rawValue
}

@c(compass_record)
public func compassRecord(_ memory: UnsafeMutableRawPointer, _ bytes: UnsafeMutablePointer<UInt8>) {
  let record = compass(memory).pointee.record.bytes()
  for i in record.indices { bytes[i] = record[i] }
}

/// What `compass_record` gave once; `false` for bytes that are no record.
@c(compass_adopt)
public func compassAdopt(_ memory: UnsafeMutableRawPointer, _ bytes: UnsafePointer<UInt8>, _ now: UInt64) -> Bool {
  let bytes = UnsafeBufferPointer(start: bytes, count: CalibrationRecord.length)
  guard let record = try? CalibrationRecord(bytes: bytes.span) else { return false }
  compass(memory).pointee.record = record
  compass(memory).pointee.calibration.setCalibrated(true, at: Instant(microseconds: now))
  return true
}

@Test func header_ofOwnFirmware_isThatOfTheFunctions() throws {
  let document = try Document("docs/own-firmware.md")
  let header = document.block(after: "`compass.h`, for the C side:").joined(separator: "\n")
  let path = Repository.path("Tests/DocumentationTests/OwnLibraryTests.swift")
  let source = try String(contentsOfFile: path, encoding: .utf8)
  let functions = source.matches(of: /\n@c\((\w+)\)/).map { String($0.output.1) }
  #expect(functions.count == 9)
  #expect(header.matches(of: /(compass_\w+)\(/).map { String($0.output.1) } == functions)
  let numbers = header.matches(of: /COMPASS_(\w+) = (\d+)/).map { "\($0.output.1) \($0.output.2)" }
  let events: [(String, CalibrationEvent)] = [
    ("CANCEL", .cancel), ("COMMIT", .commit), ("STORED", .stored), ("NOT_STORED", .notStored),
  ]
  #expect(
    numbers == ["REVIEW \(CalibrationState.review.rawValue)"] + events.map { "\($0.0) \($0.1.rawValue)" })
  #expect(header.contains("bytes[\(CalibrationRecord.length)]"))
}

@Test func library_ofOwnFirmware_isThisFileAndCalibratesForC() throws {
  try Document("docs/own-firmware.md").expectBlock(of: "Tests/DocumentationTests/OwnLibraryTests.swift", longerThan: 50)

  let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(compassSize()), alignment: 8)
  defer { memory.deallocate() }
  compassBegin(memory)
  var now: UInt64 = 0
  #expect(compassState(memory) == CalibrationState.idle.rawValue)
  #expect(!compassHandle(memory, CalibrationEvent.commit.rawValue, now) && !compassHandle(memory, 99, now))
  #expect(compassStart(memory, now) && !compassStart(memory, now))

  var random = SeededGenerator(seed: 8)
  func measured(_ direction: SIMD3<Double>) -> [Int32] {
    let v = direction * 48_000 + SIMD3(12_000, -7_000, 30_000) + random.gaussianVector(sigma: 150)
    return [Int32(v.x), Int32(v.y), Int32(v.z)]
  }
  for step in 1..<5_000 where compassState(memory) != CalibrationState.review.rawValue {
    now += 20_000
    let z = sin(Double(step) / 250)
    let r = (1 - z * z).squareRoot()
    let field = measured(SIMD3(r * cos(Double(step) / 20), r * sin(Double(step) / 20), z))
    #expect(compassHeading(memory, field, [0, 0, 0], now) == -1, "no force is no direction")
    for _ in 0..<20 { #expect(!compassTurn(memory, now)) }
  }
  #expect(compassHandle(memory, CalibrationEvent.commit.rawValue, now))
  #expect(compassTurn(memory, now))
  #expect(compassHandle(memory, CalibrationEvent.stored.rawValue, now))

  // East of north by 90°, as in OwnCompassTests; and the same after a restart with the record.
  let east = measured(SIMD3(0, -0.438, 0.899))
  let heading = compassHeading(memory, east, [0, 0, -1_000_000], now)
  #expect(abs(heading - 900) < 15, "\(heading)")
  var record = [UInt8](repeating: 0, count: CalibrationRecord.length)
  compassRecord(memory, &record)
  compassBegin(memory)
  #expect(abs(compassHeading(memory, east, [0, 0, -1_000_000], now) - 900) > 15)
  #expect(compassAdopt(memory, record, now))
  #expect(compassHeading(memory, east, [0, 0, -1_000_000], now) == heading)
  record[20] ^= 1
  #expect(!compassAdopt(memory, record, now))
}
