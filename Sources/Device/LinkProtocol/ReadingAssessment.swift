// The assessment at the end of a reading (Protocols/link/spec.md, "reading", from byte 88 on).

import FieldMonitor
import Heading
import Quantities
import RawMemory

extension HeadingAssessment {
  /// The length of an assessment in bytes.
  static var length: Int { 15 }
  /// The accuracy of a heading that is not valid.
  private static var invalidAccuracy: UInt16 { 0xffff }

  @inline(never)
  func append(to frame: inout FrameBuffer) {
    frame.append((magnetic ?? .zero).rawValue)
    frame.append((trueNorth ?? .zero).rawValue)
    frame.append(accuracy ?? Self.invalidAccuracy)
    frame.append(UInt16(truncatingIfNeeded: doubts.rawValue))
    var validity: UInt8 = magnetic == nil ? 0 : 1
    if trueNorth != nil { validity |= 2 }
    let zoneBits = zone?.rawValue ?? 3
    frame.append(validity | zoneBits &<< 2 | disturbance.rawValue &<< 4 | reference.rawValue &<< 6)
    frame.append(orientation.rawValue | cause.rawValue &<< 3 | grade &<< 6)
    frame.append(event.rawValue)
  }

  /// Reads what `append` wrote. Values of a later version are replaced by the most cautious value.
  init(_ reader: inout ByteReader) {
    self.init()
    let magneticValue = BinaryAngle(rawValue: reader.uint32())
    let trueValue = BinaryAngle(rawValue: reader.uint32())
    let accuracyValue = reader.uint16()
    doubts = HeadingDoubts(rawValue: UInt32(truncatingIfNeeded: reader.uint16()))
    let state = reader.uint8()
    let view = reader.uint8()
    event = HeadingEvent(rawValue: reader.uint8())
    grade = view &>> 6
    if state & 1 != 0 { magnetic = magneticValue }
    if state & 2 != 0 { trueNorth = trueValue }
    accuracy = accuracyValue == Self.invalidAccuracy ? nil : accuracyValue
    zone = GeomagneticField.Zone(rawValue: (state &>> 2) & 3)
    disturbance = DisturbanceState(rawValue: (state &>> 4) & 3) ?? .suspect
    reference = NorthReference(rawValue: state &>> 6) ?? .none
    orientation = DisplayOrientation(rawValue: view & 7) ?? .unknown
    cause = DisturbanceCause(rawValue: (view &>> 3) & 7) ?? .undetermined
  }
}
