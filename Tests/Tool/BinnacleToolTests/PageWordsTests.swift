// The page says what the program says: Sources/Web/Page/words.json against the program's own words.

import Calibration
import Foundation
import HostSession
import Quantities
import TerminalInterface
import TestSupport
import Testing

@testable import BinnacleTool

/// The words of the page.
private struct PageWords: Decodable {
  struct Row: Decodable, Equatable {
    var code: Int
    var name: String
    var sentence: String
    var remedy: String
  }
  var unavailable: [Row]
  var doubts: [Row]
  var refusals: [Row]
  var calibration: [Row]
  var text: [String: String]
  var advice: [String: String]

  static func read() throws -> PageWords {
    let file = URL(fileURLWithPath: Repository.path("Sources/Web/Page/words.json"))
    return try JSONDecoder().decode(PageWords.self, from: Data(contentsOf: file))
  }

  /// What words.js makes of a reason: its template, with the numbers put in.
  func text(_ code: Int, measured: Int32, limit: Int32) -> String? {
    if (5...11).contains(code), measured == 0, limit > 0 { return text["larger \(code)"] ?? text["larger"] }
    var name = "\(code)"
    switch code {
    case 5 where limit == FitConfiguration.planarResidualLimit: name = "5 planar"
    case 5 where limit > 0, 6 where limit > 0: name = "\(code) limited"
    case 7 where measured == 0xffff: name = "7 unknown"
    case 11 where measured <= limit: name = "11 within"
    case 36 where measured == 2: name = "36 silent"
    default: break
    }
    guard var template = text[name] else { return nil }
    for (which, value) in [("measured", measured), ("limit", limit)] {
      for (form, shown) in Self.forms(value) {
        template = template.replacingOccurrences(of: "{\(which)\(form)}", with: shown)
      }
    }
    return template
  }

  private static func forms(_ value: Int32) -> [(String, String)] {
    func fixed(_ divisor: Double, _ decimals: Int) -> String { Digits.fixed(Double(value) / divisor, decimals) }
    return [
      ("", "\(value)"), (":percent", fixed(100, 2) + " %"), (":degrees", fixed(100, 1) + "°"),
      (":perMille", fixed(10, 1) + " %"), (":microtesla", fixed(1000, 1) + " µT"), (":ratio", fixed(1000, 2)),
      (":ratio1", fixed(1000, 1)), (":tenth", "\(value / 10)"), (":eighths", fixed(8, 0)),
      (":axes", CalibrationText.axes(value)), (":grade", CalibrationText.grade(UInt8(clamping: value))),
    ]
  }
}

@Test func words_ofThePage_areThoseOfTheReasonTable() throws {
  let words = try PageWords.read()
  func rows(_ reasons: [Reason]) -> [PageWords.Row] {
    reasons.map { .init(code: $0.code, name: $0.name, sentence: $0.sentence, remedy: $0.remedy) }
  }
  #expect(words.unavailable == rows(ReasonTable.unavailable))
  #expect(words.doubts == rows(ReasonTable.doubts))
  #expect(words.refusals == rows(ReasonTable.refusals))
  #expect(words.calibration == rows(ReasonTable.calibration))
}

@Test func reasons_ofThePage_haveTheProgramsTextWithNumbers() throws {
  let words = try PageWords.read()
  // 37 and 38 compare two fits behind the calibration in use; the page shows no such report.
  for code in ReasonTable.calibration.map(\.code) where code != 37 && code != 38 {
    for (measured, limit) in [(1830, 1500), (0, 1500), (3, 0), (0xffff, 1500), (2, 2), (5, 1000), (240, 300)]
      as [(Int32, Int32)]
    {
      let program = CalibrationText.text(UInt8(code), measured: measured, limit: limit)
      #expect(words.text(code, measured: measured, limit: limit) == program, "reason \(code), \(measured), \(limit)")
    }
  }
}

@Test func advice_ofThePage_isTheProgramsOwn() throws {
  let words = try PageWords.read()
  for advice in 0...5 where advice != 3 {
    #expect(words.advice["\(advice)"] == CalibrationText.advice(UInt8(advice), mounting: .identity))
  }
  for raw in 0..<24 {
    let mounting = try #require(AxisRemap(rawValue: UInt8(raw)))
    for face in 0..<6 {
      let side = try #require(CalibrationText.side(ofFace: face, mounting))
      #expect(words.advice[side.name] == CalibrationText.advice(UInt8(16 + face), mounting: mounting))
    }
  }
}
