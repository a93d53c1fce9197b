// A field that cannot be the Earth's.

import FieldMonitor
import Quantities
import Testing

@testable import Heading

/// The assessment of a field of this strength, nanotesla.
private func assessed(_ strength: UInt32, isCalibrated: Bool = true) -> HeadingAssessment {
  var service = HeadingService()
  var evidence = HeadingEvidence(at: Instant(microseconds: 1_000_000))
  evidence.calibration = isCalibrated ? .predicted(100) : .unknown
  let x = Int32(strength) * 256 / 2
  let z = Int32(Double(strength) * 256 * 0.8660254)
  let field = CorrectedField(q8Nanotesla: Vector3(x: x, y: 0, z: z))
  evidence.observation.field = field
  evidence.observation.specificForce = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  evidence.field.mantissa = Vector3(x: x, y: 0, z: z)
  evidence.solve(pointer: .identity)
  var status = FieldStatus()
  let units = strength / 4
  status.strengthSquared = units * units
  var found = HeadingAssessment()
  service.assess(&evidence, &status, into: &found)
  return found
}

@Test(arguments: [70, 900, 140_000, 220_000] as [UInt32])
func field_thatCannotBeTheEarths_isToldAsThat_andNotAsAPole(strength: UInt32) {
  let found = assessed(strength)
  #expect(found.doubts.contains(.notEarths) && !found.doubts.contains(.nearPole), "\(found.doubts)")
  #expect(found.zone == .normal && found.magnetic == nil && found.accuracy == nil)
}

@Test func field_thatMayBeTheEarths_isNotDoubted() {
  #expect(!assessed(22_000).doubts.contains(.notEarths) && !assessed(67_000).doubts.contains(.notEarths))
  // Shielded, or beside a magnet: weak, but no fault of the sensor. 2 µT have a horizontal part of 1 µT: a blackout.
  #expect(!assessed(2_000).doubts.contains(.notEarths) && assessed(2_000).doubts.contains(.nearPole))
  // Before a calibration the hard iron may be large.
  #expect(!assessed(200_000, isCalibrated: false).doubts.contains(.notEarths))
  #expect(assessed(70, isCalibrated: false).doubts.contains(.notEarths))
}
