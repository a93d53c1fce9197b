// binnacle fit of numbers of any size: it ends with a verdict, and the gate of the field strength holds.

import Foundation
import TestSupport
import Testing
import Verdict

@testable import BinnacleTool
@testable import ToolCommandLine

/// `fit` of directions along a spiral times `radius`, as JSON and as text.
private func fit(_ radius: Double, unit: String, _ more: [String] = []) throws -> (
  status: Int32, sides: [[String: Any]], remarks: String, text: String
) {
  let folder = try TemporaryFolder()
  let rows = (0..<400).map { index in
    let t = (Double(index) + 0.5) / 400
    let (azimuth, z) = (2 * Double.pi * 9.3 * t, 1 - 2 * t)
    let level = (1 - z * z).squareRoot()
    return "\(level * cos(azimuth) * radius),\(level * sin(azimuth) * radius),\(z * radius)"
  }
  let path = try folder.write("mx,my,mz\n" + rows.joined(separator: "\n") + "\n", to: "walk.csv")
  func run(_ words: [String], terminal: Bool) -> (Int32, SpyConsole) {
    let spy = SpyConsole(isTerminal: terminal)
    return (CommandLineTool.binnacle.run(words, console: spy.console), spy)
  }
  let words = ["fit", path, "--columns", "mx,my,mz", "--unit", unit] + more
  let (status, spy) = run(words + ["--json"], terminal: false)
  let found = try #require(JSONSerialization.jsonObject(with: Data(spy.results.utf8)) as? [String: Any])
  let (_, shown) = run(words, terminal: true)
  let sides = try ["integer", "double"].map { try #require(found[$0] as? [String: Any]) }
  return (status, sides, spy.remarks, shown.results)
}

@Test(arguments: ["uT", "G"], [5e-5, 5e-8, 1e-160, 1e-300, 5e7, 1e12, 1e301])
func fit_ofAFieldOfAnotherSize_isRefusedForIt(unit: String, radius: Double) throws {
  for more in [[], ["--plain"]] {
    let (status, sides, remarks, text) = try fit(radius, unit: unit, more)
    #expect(status == 1)
    for side in sides {
      #expect(side["reasons"] as? [String] == ["fieldStrength"] && side["accepted"] as? Bool == false, "\(side)")
    }
    #expect(remarks.contains("binnacle: the field reads"), "\(remarks)")
    #expect(!remarks.contains("inf") && !remarks.contains("reads 0 "), "\(remarks)")
    for line in (remarks + text).split(separator: "\n") { #expect(line.count <= 160, "\(line)") }
  }
}

@Test(arguments: ["uT", "counts"], [.leastNonzeroMagnitude, .leastNormalMagnitude / 64, 1.7e308])
func fit_ofNumbersAtTheEndOfADouble_endsWithAVerdict(unit: String, radius: Double) throws {
  for more in [[], ["--plain"]] {
    let (status, sides, remarks, _) = try fit(radius, unit: unit, more)
    #expect(status == 0 || status == 1)
    if unit == "uT" {
      #expect(status == 1 && sides.allSatisfy { $0["accepted"] as? Bool == false }, "\(sides) \(remarks)")
    }
  }
}

@Test func fit_ofCountsCalledGauss_isRefusedOnBothSides() throws {
  let (status, sides, remarks, _) = try fit(30_000, unit: "G")
  #expect(status == 1)
  for side in sides { #expect(side["reasons"] as? [String] == ["fieldStrength"], "\(side)") }
  #expect(remarks.contains("are these nT? --unit nT"), "\(remarks)")
}

@Test(arguments: [(45.0, "uT"), (45_000, "nT"), (450, "mG"), (0.45, "G"), (1e300, "counts"), (1e-300, "counts")])
func fit_ofTheEarthsField_isAcceptedInItsUnit(radius: Double, unit: String) throws {
  let (status, sides, remarks, _) = try fit(radius, unit: unit)
  #expect(status == 0 && remarks.isEmpty, "\(remarks)")
  for side in sides {
    #expect(side["grade"] as? Int == 3)
    #expect(abs((side["radius"] as? Double ?? 0) / radius - 1) < 1e-3)
  }
}
