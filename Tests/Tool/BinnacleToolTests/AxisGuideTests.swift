// What a person is told to do about axes that are not what the firmware believes.
import Calibration
import Quantities
import Testing

@testable import ToolCalibration

private func finding(
  _ remap: AxisRemap, isMirrored: Bool = false, outcome: AxisFinding.Outcome = .certain
) -> AxisFinding {
  var finding = AxisCheck().accelerometer()
  finding.outcome = outcome
  finding.arrangement = AxisArrangement(remap, isMirrored: isMirrored)
  return finding
}

private let turned = AxisRemap(forward: .plusY, right: .plusX) ?? .identity

@Test func axes_anotherMounting_isPrintedAsItIsUsed() {
  let lines = AxisGuide.advice(field: finding(turned), force: nil, mounting: .identity)
  #expect(
    lines == [
      "The firmware uses mounting 0; use this one:",
      "  AxisRemap(forward: .plusY, right: .plusX)    mounting \(turned.rawValue)",
    ])
}

@Test func axes_mirroredWithoutAccelerometer_mayBePosesInEachOthersPlace() {
  func words(_ force: AxisFinding?) -> String {
    AxisGuide.advice(field: finding(.identity, isMirrored: true), force: force, mounting: .identity)
      .joined(separator: " ")
  }
  #expect(words(nil).contains("Mirrored:") && words(nil).contains("run it again"))
  #expect(!words(finding(.identity)).contains("run it again"), "gravity tells which way it was held")
}

@Test func axes_onlyTheAccelerometersAreWrong_leavesTheMountingAlone() {
  let lines = AxisGuide.advice(field: finding(.identity), force: finding(turned), mounting: .identity)
  #expect(lines.count == 1 && lines.allSatisfy { $0.contains("correct the accelerometer's driver") }, "\(lines)")
  let unclear = finding(turned, outcome: .notHeld)
  #expect(AxisGuide.advice(field: finding(.identity), force: unclear, mounting: .identity) == [])
  #expect(AxisGuide.advice(field: finding(turned, outcome: .ambiguous), force: nil, mounting: .identity) == [])
}
