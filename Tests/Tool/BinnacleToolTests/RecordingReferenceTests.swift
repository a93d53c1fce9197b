// What a recording without a calibration is computed with, and what is said when there is nothing.
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine

/// - Returns: status and remarks of streaming so many rows of a field in microtesla.
private func stream(rows: Int, field: String = "22,0,44", more: [String] = []) throws -> (Int32, String) {
  let folder = try TemporaryFolder()
  let path = folder.path("short.csv")
  try Data(("x,y,z\n" + String(repeating: field + "\n", count: rows)).utf8).write(to: URL(fileURLWithPath: path))
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(
    ["replay", "\(path)", "--columns", "x,y,z", "--unit", "uT", "--json"] + more, console: spy.console)
  return (status, spy.remarks)
}

@Test func recording_tooShortForAReference_saysWhyItStaysUncalibrated() throws {
  let (status, remarks) = try stream(rows: 5)
  #expect(status == 0)
  #expect(remarks.contains("binnacle: the first 10 s of "), "\(remarks)")
  #expect(remarks.contains("give no reference: they hold 5 rows, and 8 are needed; without one"), "\(remarks)")
  #expect(remarks.contains("--calibration"), "\(remarks)")
  let (refused, reason) = try stream(rows: 20, more: ["--reference", "0.3"])
  #expect(refused == 2 && reason.contains("The first 0.3 s of "), "\(reason)")
  #expect(reason.contains("they hold 4 rows, and 8 are needed"), "\(reason)")
}

@Test func recording_ofAFieldThatNoCompassCanUse_saysWhyItStaysUncalibrated() throws {
  let (status, remarks) = try stream(rows: 20, field: "0,0,300")
  #expect(status == 0 && remarks.contains("they read 300.0 µT, and 8 to 131 are needed"), "\(remarks)")
}

@Test func recording_longEnoughForAReference_isNotRemarkedOn() throws {
  let (status, remarks) = try stream(rows: 8)
  #expect(status == 0 && !remarks.contains("reference"), "\(remarks)")
}
