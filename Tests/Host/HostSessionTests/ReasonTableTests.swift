// The tables of reasons in the specifications against the one in the program.
import FieldMonitor
import Foundation
import Heading
import HostSession
import LinkProtocol
import Quantities
import TestSupport
import Testing

/// Code and name of the rows of the table with this head.
private func rows(_ path: String, under head: String) throws -> [Int: String] {
  let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
  var found: [Int: String] = [:]
  var isInside = false
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix(head) { isInside = true }
    if !line.hasPrefix("|") { isInside = false }
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    if isInside, cells.count >= 2, let code = Int(cells[0]) { found[code] = cells[1] }
  }
  return found
}

private func names(_ reasons: [Reason]) -> [Int: String] {
  Dictionary(uniqueKeysWithValues: reasons.map { ($0.code, $0.name) })
}

@Test func reasons_specification_hasTheSameCodesAndNames() throws {
  let link = "Protocols/link/spec.md"
  #expect(try rows(link, under: "| reason | name | there is no heading because |") == names(ReasonTable.unavailable))
  #expect(try rows(link, under: "| doubt bit | name |") == names(ReasonTable.doubts))
  #expect(try rows(link, under: "| reason | name | detail |") == names(ReasonTable.refusals))
  let calibration = "Protocols/calibration/spec.md"
  let fit = try rows(calibration, under: "| code | name | says | unit |")
  #expect(fit.count >= 19)
  for (code, name) in fit where code < 64 { #expect(names(ReasonTable.calibration)[code] == name, "\(code)") }
}

@Test func reasons_code_hasTheSameNamesAsItsCases() {
  for row in ReasonTable.unavailable {
    #expect(UnavailableReason(rawValue: UInt8(row.code)).map { "\($0)" } == row.name)
  }
  for row in ReasonTable.refusals { #expect(RefusalReason(rawValue: UInt8(row.code)).map { "\($0)" } == row.name) }
  #expect(HeadingDoubts.forceFault.rawValue == 1 << 17 && HeadingDoubts.stuck.rawValue == 1 << 14)
  #expect(ReasonTable.names(of: HeadingDoubts.stuck.union(.forceFault)) == ["stuck", "forceFault"])
}

@Test func reasons_ofLaterVersions_showTheirNumber() {
  #expect(ReasonTable.reason(77, of: ReasonTable.unavailable).name == "other77")
  #expect(ReasonTable.reason(77, of: ReasonTable.unavailable).sentence.contains("77"))
  #expect(ReasonTable.names(of: HeadingDoubts(rawValue: 1 << 31)) == ["other31"])
}
