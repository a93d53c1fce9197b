// The functions around a checker.

import Correction
import LinkProtocol
import Quantities
import ReadingCheck

/// Bytes of a checker.
@c(pageCheckerSize)
public func pageCheckerSize() -> Int32 { objectSize(PageChecker.self) }

/// Makes a checker for a device without a record, whose sensor has the axes of the body.
@c(pageCheckerInit)
public func pageCheckerInit(_ memory: UnsafeMutableRawPointer?) -> Int32 {
  initialise(memory, PageKind.checker) { PageChecker() }
}

/// Sets the record that the device uses.
/// - Parameters:
///   - bytes: a record.
///   - count: 0: none.
@c(pageCheckerUse)
public func pageCheckerUse(
  _ memory: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
) -> Int32 {
  guard let checker = value(of: memory, PageKind.checker, as: PageChecker.self) else { return PageCode.kind }
  guard let bytes else { return PageCode.address }
  guard count >= 0 else { return PageCode.range }
  let length = count < 216 ? Int(count) : 216
  if length > 0 {
    do throws(RecordDefect) {
      _ = try CalibrationRecord(bytes: UnsafeBufferPointer(start: bytes, count: length).span)
    } catch { return PageCode.record }
  }
  for i in 0..<length { checker.pointee.record[i] = bytes[i] }
  checker.pointee.recordLength = length
  return PageCode.success
}

/// Sets the device's mounting and pointing axis.
/// - Parameters:
///   - mounting: 0 to 23; −1: as before.
///   - pointer: 0 to 5 for +X to −Z, 6 for the most level one; −1: as before.
@c(pageCheckerSet)
public func pageCheckerSet(_ memory: UnsafeMutableRawPointer?, _ mounting: Int32, _ pointer: Int32) -> Int32 {
  guard let checker = value(of: memory, PageKind.checker, as: PageChecker.self) else { return PageCode.kind }
  guard mounting >= -1, mounting < 24, pointer >= -1, pointer <= 6 else { return PageCode.range }
  if mounting >= 0 { checker.pointee.mounting = UInt8(truncatingIfNeeded: mounting) }
  if pointer >= 0 { checker.pointee.pointer = UInt8(truncatingIfNeeded: pointer) }
  return PageCode.success
}

/// Checks the payload of a reading.
/// - Parameter finding: room for 32 bytes: three Doubles (expected, found, difference; NaN for none), the fields that differ,
///   and four bytes, as `PageFinding` has them.
@c(pageCheckerCheck)
public func pageCheckerCheck(
  _ memory: UnsafeMutableRawPointer?, _ payload: UnsafePointer<UInt8>?, _ count: Int32,
  _ finding: UnsafeMutableRawPointer?
) -> Int32 {
  guard let checker = value(of: memory, PageKind.checker, as: PageChecker.self) else { return PageCode.kind }
  guard let payload, isGood(UnsafeRawPointer(finding), alignment: 8), let finding else { return PageCode.address }
  guard count >= 0, count <= 256,
    let reading = Reading(payload: UnsafeBufferPointer(start: payload, count: Int(count)).span)
  else { return PageCode.range }
  finding.storeBytes(of: checker.pointee.check(reading), as: PageFinding.self)
  return PageCode.success
}

/// The largest difference from Double that Protocols/heading allows, degrees.
@c(pageCheckerLimit)
public func pageCheckerLimit() -> Double { ReadingComparison.limitDegrees }
