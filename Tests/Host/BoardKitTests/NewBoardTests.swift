// binnacle boards new: what it makes is a board that lacks only what its maker must say.
import Foundation
import Testing

@testable import BoardKit

private let checkout = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The boards and tables of the checkout, in a folder of their own.
private final class Bench {
  let root: URL
  var project: Project { Project(root: root, hasSources: true) }

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-new-\(UUID().uuidString)")
    let files = FileManager.default
    try files.createDirectory(at: root.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    for item in ["Package.swift", "README.md", "Boards", "Sources/Chips"] {
      try files.copyItem(at: checkout.appendingPathComponent(item), to: root.appendingPathComponent(item))
    }
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

@Test(arguments: ["pico", "microbit", "lm3s6965evb", "hifive1b", "mps2-an386", "mps2-an505"])
func newBoard_passesTheChecksOfItsSources(model: String) throws {
  let bench = try Bench()
  let made = try bench.project.makeBoard(named: "own-board", like: try bench.project.board(named: model))
  #expect(made == ["Boards/own-board", "Boards/Package.swift", "Boards/README.md", "README.md"])
  let board = try bench.project.board(named: "own-board")
  let failed = bench.project.checkSources(of: board).filter { !$0.isPassed }
  #expect(failed.isEmpty)
  // Nothing that was proven of the other board is said of this one.
  #expect(board.proof == nil && board.sensorProof == nil && board.emulator == nil && board.loader == nil)
  #expect(board.probes.isEmpty)
  for table in ["README.md", "Boards/README.md"] {
    let row = try #require(
      try bench.text(table).split(separator: "\n").first { $0.contains("own-board]") || $0.contains("own-board`]") })
    #expect(row.split(separator: "|").dropLast().last == " none ", "\(row)")
  }
  #expect(try bench.text("README.md").contains(/\n\| \[own-board\].* none \| no \|\n/))
  #expect(try bench.text("Boards/own-board/README.md").contains("**Proof**: none yet"))
  // The other board is as it was.
  let theirs = checkout.appendingPathComponent("Boards/\(model)/board.json")
  let now = try bench.text("Boards/\(model)/board.json")
  let before = try String(contentsOf: theirs, encoding: .utf8)
  #expect(now == before)
}

@Test func newBoard_standsInOrder() throws {
  let bench = try Bench()
  for name in ["aardvark", "nucleo", "zebra"] {
    try bench.project.makeBoard(named: name, like: bench.project.board(named: "microbit"))
  }
  let images = try bench.text("Boards/Package.swift").matches(of: /image\("([a-z0-9-]+)", chip/).map {
    String($0.output.1)
  }
  let names = bench.project.boardNames()
  #expect(images == names)
  let rows = try bench.text("README.md").matches(of: /\n\| \[([a-z0-9-]+)\]\(Boards/).map { String($0.output.1) }
  #expect(rows == names)
}

@Test(arguments: [
  ("pico", "there is such a board already"), ("Toolsets", "small letters"), ("9board", "begins with a letter"),
  ("a-name-that-is-too-long", "hello has room for 16"), ("", "begins with a letter"), ("../etc", "small letters"),
])
func newBoard_withABadName_isRefusedBeforeAnythingIsWritten(name: String, reason: String) throws {
  let bench = try Bench()
  let before = try bench.text("Boards/Package.swift")
  let model = try bench.project.board(named: "pico")
  #expect {
    try bench.project.makeBoard(named: name, like: model)
  } throws: { error in
    (error as? BoardError)?.description.contains(reason) == true
  }
  #expect(try bench.text("Boards/Package.swift") == before)
}
