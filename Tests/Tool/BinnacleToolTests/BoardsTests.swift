// binnacle boards, as far as it goes without building an image.
import BoardKit
import Foundation
import TestSupport
import Testing

@testable import BinnacleTool
@testable import Emulator
@testable import ToolBoards
@testable import ToolCommandLine
@testable import ToolConnection

private func run(_ line: String, isTerminal: Bool = false) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole(isTerminal: isTerminal)
  let status = CommandLineTool.binnacle.run(line.split(separator: " ").map(String.init), console: spy.console)
  return (status, spy.results, spy.remarks)
}

@Test func boardsList_hasARowForEveryBoard() throws {
  let human = run("boards list", isTerminal: true)
  #expect(human.status == 0)
  let rows = human.results.split(separator: "\n")
  #expect(rows.first?.hasPrefix("board ") == true)
  let lines = run("boards list").results.split(separator: "\n")
  // The head, and what the letters of the proof mean.
  #expect(lines.count == rows.count - 2 - Proof.allCases.count)
  #expect(rows.last?.hasPrefix("  D  ") == true)
  for (row, line) in zip(rows.dropFirst(), lines) {
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(row.hasPrefix("\(object["board"] as? String ?? "?") "))
  }
  let names = try Project.find().boardNames()
  #expect(!names.isEmpty && names.count == lines.count)
  #expect(names.allSatisfy { name in rows.contains { $0.hasPrefix("\(name) ") } })
}

@Test func board_thatQEMULacks_isFlashed() throws {
  // A board whose description names no emulator.
  let folder = try TemporaryFolder()
  try FileManager.default.createDirectory(atPath: folder.path("Boards/own"), withIntermediateDirectories: true)
  _ = try folder.write(
    """
    {"title": "own", "core": "Cortex-M0", "triple": "armv6m-none-none-eabi", "toolset": "cortex-m0", "sensor": "none",
     "silicon": "runs", "facts": []}
    """, to: "Boards/own/board.json")
  let project = Project(root: folder.url, hasSources: false)
  let error = #expect(throws: EmulatorError.self) { try FirmwareImage.path(of: "own", in: project) }
  #expect(error == .noMachine(board: "own"))
  #expect(error?.exitStatus == 2)
  #expect(error?.description.contains("Flash its image") == true)
  #expect(EmulatedMachine(try project.board(named: "own")) == nil)
}

@Test(arguments: ["build", "run", "size", "check"])
func boards_unknownSuggestsTheNearest(member: String) {
  let (status, results, remarks) = run("boards \(member) mircobit")
  #expect(status == 2)
  #expect(results.isEmpty)
  #expect(remarks.contains("Did you mean microbit?"))
}
