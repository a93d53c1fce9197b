// The end of a reading: the age of its force, and the sensors it is from (Protocols/link/spec.md, "reading").

import FieldMonitor
import Quantities
import RawMemory

/// The sensors that delivered the samples of a reading, and the age of the force.
public struct ReadingSensors: Equatable, Sendable {
  /// Milliseconds from the sample of the force to that of the field, at most `oldestForce`; `noForce` without a sample.
  public var forceAge = ReadingSensors.noForce
  /// The value of one count of the accelerometer: the code of its scale.
  public var forceScale: UInt8 = 0
  /// `SensorChip` codes, and the sensors' numbers among those of their kind, from 0 on.
  public var forceChip: UInt8 = 0
  public var forceInstance: UInt8 = 0
  public var fieldChip: UInt8 = 0
  public var fieldInstance: UInt8 = 0

  /// The value of `forceAge` without a sample of the force, and the largest age.
  public static var noForce: UInt16 { 0xffff }
  public static var oldestForce: UInt16 { 0xfffe }
  /// The length on the wire in bytes. The upper half of the doubts is between age and scale.
  static var length: Int { 9 }

  public init() {}

  /// Whether these bytes contain more than hello says about the magnetometer, which is the case if a force was
  /// measured.
  var isTold: Bool { forceAge != Self.noForce || forceChip != 0 }

  @inline(never)
  func append(to frame: inout FrameBuffer, _ doubts: HeadingDoubts) {
    frame.append(forceAge)
    frame.append(UInt16(truncatingIfNeeded: doubts.rawValue &>> 16))
    frame.append(forceScale)
    frame.append(forceChip)
    frame.append(forceInstance)
    frame.append(fieldChip)
    frame.append(fieldInstance)
  }

  /// Reads what `append` wrote.
  init(_ reader: inout ByteReader, _ doubts: inout HeadingDoubts) {
    forceAge = reader.uint16()
    doubts.rawValue |= UInt32(truncatingIfNeeded: reader.uint16()) &<< 16
    forceScale = reader.uint8()
    forceChip = reader.uint8()
    forceInstance = reader.uint8()
    fieldChip = reader.uint8()
    fieldInstance = reader.uint8()
  }
}
