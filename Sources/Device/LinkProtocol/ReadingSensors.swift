// The end of a reading: how old its force is, and which sensors it is from (Protocols/link/spec.md, "reading").

import ByteCoding
import Quantities

/// Which sensors the samples of a reading are from, and how old the force was.
public struct ReadingSensors: Equatable, Sendable {
  /// Milliseconds from the force's sample to the field's, at most `oldestForce`; `noForce` without a sample.
  public var forceAge = ReadingSensors.noForce
  /// What a count of the accelerometer is worth: its scale's code.
  public var forceScale: UInt8 = 0
  /// `SensorChip` codes, and which of the sensors of their kind they are, from 0 on.
  public var forceChip: UInt8 = 0
  public var forceInstance: UInt8 = 0
  public var fieldChip: UInt8 = 0
  public var fieldInstance: UInt8 = 0

  /// `forceAge` without a sample of the force, and the largest age.
  public static var noForce: UInt16 { 0xffff }
  public static var oldestForce: UInt16 { 0xfffe }
  /// Bytes on the wire, with the upper half of the doubts between age and scale.
  static var length: Int { 9 }

  public init() {}

  /// Whether there is more to say than what hello says of the magnetometer: a force was measured.
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
