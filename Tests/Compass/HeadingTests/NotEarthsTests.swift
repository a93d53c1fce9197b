// A field that cannot be the Earth's.

import FieldMonitor
import Quantities
import Testing

@testable import Heading

/// The assessment of a field of this strength, nanotesla, at a dip of 60°.
private func assessed(_ strength: UInt32, isCalibrated: Bool = true) -> HeadingAssessment {
  var service = HeadingService()
  var status = FieldStatus()
  status.strengthSquared = strength / 4 * (strength / 4)
  return service.assess(
    evidence(
      30, at: 1, horizontal: strength / 2, calibration: isCalibrated ? .predicted(100) : .unknown, status: status))
}

@Test(arguments: [70, 900] as [UInt32])
func field_thatIsFarTooWeak_isToldAsThat_andNotAsAPole(strength: UInt32) {
  for isCalibrated in [false, true] {
    let found = assessed(strength, isCalibrated: isCalibrated)
    #expect(found.doubts.contains(.notEarths) && !found.doubts.contains(.nearPole), "\(found.doubts)")
    #expect(found.zone == .normal && found.magnetic == nil && found.accuracy == nil)
  }
}

@Test func field_thatIsFarTooStrong_isToldAsThat() {
  #expect(assessed(140_000).doubts.contains(.notEarths) && assessed(220_000).doubts.contains(.notEarths))
  // Before a calibration the hard iron may be large.
  #expect(!assessed(200_000, isCalibrated: false).doubts.contains(.notEarths))
}

@Test func field_thatMayBeTheEarths_isNotDoubted() {
  #expect(!assessed(22_000).doubts.contains(.notEarths) && !assessed(67_000).doubts.contains(.notEarths))
  // Shielded, or beside a magnet: weak, but no fault of the sensor. Its horizontal part is that of a blackout.
  #expect(!assessed(2_000).doubts.contains(.notEarths) && assessed(2_000).doubts.contains(.nearPole))
}
