// Program and page put the same numbers into the texts of Protocols/reasons.json: Tests/web/reason_texts.json has what
// both must say. Tests/web/page.test.js asks the page.

import Calibration
import Foundation
import HostSession
import Quantities
import TerminalInterface
import TestSupport
import Testing

@testable import ToolStream

/// A reason with numbers, and its text.
private struct Told: Decodable {
  var code: UInt8
  var measured: Int32
  var limit: Int32
  var text: String
  /// For a calibration of the accelerometer, where it differs.
  var accelerometer: String?
}

@Test func reasons_haveTheirTextWithNumbers() throws {
  let file = URL(fileURLWithPath: Repository.path("Tests/web/reason_texts.json"))
  let all = try JSONDecoder().decode([Told].self, from: Data(contentsOf: file))
  #expect(Set(all.map { Int($0.code) }) == Set(ReasonTable.calibration.map(\.code)))
  for one in all {
    let (measured, limit) = (one.measured, one.limit)
    let name = Comment("reason \(one.code), \(measured), \(limit)")
    #expect(CalibrationText.text(one.code, measured: measured, limit: limit) == one.text, name)
    let ofGravity = CalibrationText.text(one.code, measured: measured, limit: limit, ofGravity: true)
    #expect(ofGravity == one.accelerometer ?? one.text, name)
  }
  #expect(CalibrationText.text(99, measured: 1, limit: 2) == "reason 99: 1, limit 2")
}

@Test func reason_ofAPlanarFit_isToldByItsLimit() {
  let flat = CalibrationText.text(5, measured: 1_830, limit: FitConfiguration.planarResidualLimit)
  #expect(flat == "the samples lie 18.30 % off the flat fit, 10.00 % at most")
}

@Test func advice_ofASide_namesIt() throws {
  #expect(CalibrationText.advice(0, mounting: .identity).isEmpty)
  #expect(CalibrationText.advice(5, mounting: .identity) == "Look at the report.")
  #expect(CalibrationText.advice(7, mounting: .identity) == "Keep turning it.")
  for raw in 0..<24 {
    let mounting = try #require(AxisRemap(rawValue: UInt8(raw)))
    let texts = (0..<6).map { CalibrationText.advice(UInt8(16 + $0), mounting: mounting) }
    #expect(Set(texts).count == 6)
    let nose = try #require((0..<6).first { CalibrationText.side(ofFace: $0, mounting) == .nose })
    #expect(texts[nose] == "Point the nose to the ground and turn it about.")
  }
}
