// What a person reads of a calibration under way, and of one that was refused.

import LinkProtocol
import Testing

@testable import ToolCalibration

private func remarks(_ milliseconds: UInt32, _ flags: CalibrationReport.Flags) -> [String] {
  var report = CalibrationReport()
  report.flags = flags
  report.samples = 40
  report.milliseconds = milliseconds
  return CalibrationFormat.lines(report).filter { $0.contains("so few seconds") }
}

@Test func refusalAfterFewSeconds_saysToGoOn() {
  #expect(
    remarks(3_300, .none) == [
      "  note: so few seconds show little of the errors that change slowly; go on for 16 s and more"
    ])
  #expect(remarks(16_000, .none).isEmpty, "it was not the time")
  #expect(remarks(3_300, .accepted).isEmpty)
  #expect(remarks(3_300, .accelerometer).isEmpty, "poses have their own time")
}

@Test func refusalOfAPlane_speaksOfTiltOnlyWhenTheTimeWasEnough() {
  var report = CalibrationReport()
  report.samples = 40
  report.modelOrder = 1
  report.tilt = 17_800
  report.residual = 10
  report.add(ReportedReason(code: 7, weight: .refused, measured: 17_890, limit: 1500))
  report.milliseconds = 16_000
  func speaksOfTilt() -> Bool { CalibrationFormat.lines(report).contains { $0.contains("Tilted ±178°") } }
  #expect(speaksOfTilt())
  report.milliseconds = 1_200
  #expect(!speaksOfTilt(), "a second shows no dead axis")
}

@Test func progress_ofMoreThanAHundredPercent_fillsTheBarAndNoMore() {
  var progress = CalibrationProgress()
  for percent in [0, 50, 100, 101, 255] as [UInt8] {
    progress.percent = percent
    let line = CalibrationFormat.lines(progress, mounting: .identity)[0]
    let filled = min(24, Int(percent) * 24 / 100)
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: 24 - filled)
    #expect(line.contains("[\(bar)] \(percent) %"), "\(line)")
  }
}
