// Whether a new calibration is said to be no better than the one in use, when it is not.
import Correction
import Foundation
import LinkProtocol
import Quantities
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine

/// A result with this hard iron along the nose, in nanotesla.
private func report(iron: Int32, typical: UInt16, dip: Int16 = 6500) -> CalibrationReport {
  var report = CalibrationReport()
  report.modelOrder = 4
  (report.predictedTypical, report.predictedWorst) = (typical, typical == 65535 ? typical : 2 * typical)
  (report.fieldStrength, report.dip) = (47_324, dip)
  report.hardIron = Vector3(x: iron * 256, y: 0, z: 0)
  let one: Int32 = 1 << 24
  report.softIron = (Vector3(x: one, y: 0, z: 0), Vector3(x: 0, y: one, z: 0), Vector3(x: 0, y: 0, z: one))
  return report
}

private func record(iron: Int32, typical: UInt16) -> CalibrationRecord {
  var record = CalibrationRecord()
  record.modelOrder = .ellipsoid
  record.hardIron = Vector3(x: iron * 256, y: 0, z: 0)
  (record.predictedTypicalError, record.predictedError) = (typical, typical == 65535 ? typical : 2 * typical)
  return record
}

@Test func comparison_changesByTheIronOverTheHorizontalField() throws {
  // 349 nT across 20,000 nT turn by 1° where they stand across: 1°/√2 all around.
  for mounting in [AxisRemap.identity, try #require(AxisRemap(rawValue: 13))] {
    let found = try #require(
      CalibrationComparison(report(iron: 349, typical: 20), inUse: CalibrationRecord(), mounting: mounting))
    if mounting == .identity { #expect(abs(found.change - 0.5.squareRoot()) < 0.01, "\(found.change)") }
    let none = try #require(
      CalibrationComparison(report(iron: 349, typical: 20), inUse: record(iron: 349, typical: 20), mounting: mounting))
    #expect(none.change < 1e-9)
  }
}

@Test(arguments: [
  // Hardly any iron, and then some.
  (report(iron: 10, typical: 19), CalibrationRecord(), "no better than no calibration: it turns headings by 0.02° RMS"),
  (report(iron: 5000, typical: 19), CalibrationRecord(), nil),
  // As good as the old one, better, worse.
  (report(iron: 10, typical: 19), record(iron: 0, typical: 19), "no better than the one in use: that expects 0.19°"),
  (report(iron: 10, typical: 18), record(iron: 0, typical: 19), nil),
  (report(iron: 10, typical: 30), record(iron: 0, typical: 19), "You lose nothing if you keep the old one"),
  // The iron has changed: what the old one expected is of the past.
  (report(iron: 5000, typical: 30), record(iron: 0, typical: 19), nil),
  // A record by hand says nothing of itself.
  (report(iron: 10, typical: 30), record(iron: 0, typical: 65535), nil),
])
func comparison_saysWhenTheNewOneIsNoBetter(found: CalibrationReport, inUse: CalibrationRecord, words: String?) throws {
  let comparison = try #require(CalibrationComparison(found, inUse: inUse, mounting: .identity))
  #expect(comparison.isNoBetter == (words != nil))
  #expect(comparison.text?.contains(words ?? "") == (words == nil ? nil : true), "\(comparison.text ?? "nothing")")
}

@Test func comparison_withoutAResultOrOfTheAccelerometer_isNone() {
  var none = report(iron: 0, typical: 10)
  none.modelOrder = 0
  #expect(CalibrationComparison(none, inUse: CalibrationRecord(), mounting: .identity) == nil)
  var gravity = report(iron: 0, typical: 10)
  gravity.flags = .accelerometer
  #expect(CalibrationComparison(gravity, inUse: CalibrationRecord(), mounting: .identity) == nil)
}

@Test func calibrate_inAWorldWithoutIron_saysThatItIsNoBetter() throws {
  // When the samples come is not the same from run to run, and one result in a hundred is worse than 19 in 20 are.
  var told = 0
  for seed in 1...3 {
    let spy = SpyConsole()
    let status = CommandLineTool.binnacle.run(
      ["calibrate", "simulated?seed=\(seed)", "--yes", "--json"], console: spy.console)
    #expect(status == 0, "\(spy.remarks)")
    let events = try spy.results.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let inUse = try #require(events.last { $0["event"] as? String == "report" }?["inUse"] as? [String: Any])
    #expect(inUse["calibrated"] as? Bool == false)
    if inUse["newIsNoBetter"] as? Bool == true { told += 1 }
  }
  #expect(told >= 2)
}
