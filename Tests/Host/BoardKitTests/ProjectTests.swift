// Finding the project, its boards and what is wrong with them, on this checkout and on damaged copies.
import Foundation
import TestSupport
import Testing

@testable import BoardKit

private let checkout = Repository.folder

private let boardNames = Project(root: checkout, hasSources: true).boardNames()

/// A copy of what the checks read, without the sources' bulk.
private final class Copy {
  let root: URL
  var project: Project { Project(root: root, hasSources: true) }

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    let files = FileManager.default
    try files.createDirectory(at: root.appendingPathComponent("Sources"), withIntermediateDirectories: true)
    for item in ["Package.swift", "Boards", "Sources/Chips"] {
      try files.copyItem(at: checkout.appendingPathComponent(item), to: root.appendingPathComponent(item))
    }
    let rows = boardNames.map { "| `\($0)` |\n" }.joined()
    try Data("| board |\n| --- |\n\(rows)".utf8).write(to: file("README.md"))
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func file(_ path: String) -> URL { root.appendingPathComponent(path) }

  func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOf: file(path), encoding: .utf8)
    try #require(text.contains(old), "\(path) does not contain \(old)")
    try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file(path))
  }

  func failures(_ board: String = "microbit") throws -> [String] {
    let lines = project.checkSources(of: try project.board(named: board))
    return lines.filter { !$0.isPassed }.map(\.found)
  }
}

@Test func project_isFoundUpwardsFromTheCurrentFolderAndFromTheProgram() throws {
  let below = checkout.appendingPathComponent("Sources/Host/BoardKit")
  let nowhere = URL(fileURLWithPath: "/")
  let expected = checkout.standardizedFileURL.path
  #expect(try Project.find(environment: [:], currentFolder: below, program: nowhere).root.path == expected)
  let program = checkout.appendingPathComponent(".build/debug/binnacle")
  #expect(try Project.find(environment: [:], currentFolder: nowhere, program: program).root.path == expected)
}

@Test func project_environmentWinsAndMustBeRight() throws {
  let copy = try Copy()
  let found = try Project.find(environment: ["BINNACLE_ROOT": copy.root.path], currentFolder: checkout)
  #expect(found.root.path == copy.root.path)
  #expect(throws: BoardError.self) {
    try Project.find(environment: ["BINNACLE_ROOT": "/nonexistent"], currentFolder: checkout)
  }
}

@Test func project_installationIsFoundBesideTheProgram() throws {
  let copy = try Copy()
  // Outside the copy, or the copy would be found first.
  let prefix = FileManager.default.temporaryDirectory.appendingPathComponent("binnacle-prefix-\(UUID().uuidString)")
    .resolvingSymlinksInPath()
  defer { try? FileManager.default.removeItem(at: prefix) }
  let share = prefix.appendingPathComponent("share/binnacle")
  try FileManager.default.createDirectory(at: share.appendingPathComponent("images"), withIntermediateDirectories: true)
  try FileManager.default.copyItem(at: copy.file("Boards"), to: share.appendingPathComponent("Boards"))
  try FileManager.default.removeItem(at: share.appendingPathComponent("Boards/Package.swift"))
  try SampleELF().writeTo(share.appendingPathComponent("images/microbit.elf"))
  let project = try Project.find(
    environment: [:], currentFolder: URL(fileURLWithPath: "/"), program: prefix.appendingPathComponent("bin/binnacle"))
  #expect(!project.hasSources)
  #expect(try project.image(of: "microbit").elf.lastPathComponent == "microbit.elf")
  #expect(throws: BoardError.imageMissing(board: "mps2-an386")) { try project.image(of: "mps2-an386") }
  #expect(throws: BoardError.needsSources(action: "Building an image")) { try BoardBuilder(project) }
  #expect(try project.image(withHash: 0x0102_0304_0506_0708).board.name == "microbit")
  #expect(throws: BoardError.noImageWithHash(7)) { try project.image(withHash: 7) }
}

@Test func project_absentIsSaid() {
  let root = URL(fileURLWithPath: "/")
  #expect(throws: BoardError.noProject) {
    try Project.find(environment: [:], currentFolder: root, program: URL(fileURLWithPath: "/bin/true"))
  }
}

@Test func boards_areListedWithTheirFacts() throws {
  let project = Project(root: checkout, hasSources: true)
  let folder = checkout.appendingPathComponent("Boards")
  let withMainLoop = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/Sources/main.swift").path)
  }
  #expect(!withMainLoop.isEmpty)
  #expect(project.boardNames() == withMainLoop.sorted())
  for board in try project.boards() {
    #expect(!board.facts.isEmpty)
    #expect(!board.silicon.isEmpty)
    #expect(try board.budget().stack > 0)
  }
  #expect(try project.board(named: "microbit").compilerCore() == "cortex-m0")
}

@Test func board_thatQEMULacks_isABoard() throws {
  let copy = try Copy()
  let entry = #""emulator": { "machine": "microbit", "options": [], "watchdog": false },"#
  try copy.edit("Boards/microbit/board.json", entry, "")
  #expect(try copy.failures() == ["there is no emulator for it"])
  try copy.edit("Boards/microbit/board.json", #""proof": "B","#, "")
  let board = try copy.project.board(named: "microbit")
  #expect(board.emulator == nil && board.core == "Cortex-M0")
  #expect(try copy.failures().isEmpty)
}

@Test func board_withAnUnknownUF2Family_isRefused() throws {
  let copy = try Copy()
  try copy.edit("Boards/pico/board.json", #""family": "RP2040""#, #""family": "RP2041""#)
  #expect {
    try copy.project.board(named: "pico")
  } throws: { error in
    (error as? BoardError)?.description.contains("“family” names no family") == true
  }
}

@Test func board_withAnUnknownESP32_isRefused() throws {
  let copy = try Copy()
  try copy.edit("Boards/esp32-c3/board.json", #""espChip": "ESP32-C3""#, #""espChip": "ESP32-Q""#)
  #expect {
    try copy.project.board(named: "esp32-c3")
  } throws: { error in
    (error as? BoardError)?.description.contains("“espChip” names no chip") == true
  }
}

@Test func boards_unknownNameIsAnsweredWithTheNearest() {
  let project = Project(root: checkout, hasSources: true)
  #expect {
    try project.board(named: "microbite")
  } throws: { error in
    let error = error as? BoardError
    return error?.exitStatus == 2 && error?.description.contains("Did you mean microbit?") == true
  }
}

@Test func image_missingNamesTheCommand() throws {
  let copy = try Copy()
  #expect {
    try copy.project.image(of: "lm3s6965evb")
  } throws: { error in
    let error = error as? BoardError
    return error?.exitStatus == 7 && error?.description.contains("binnacle boards build lm3s6965evb") == true
  }
}

@Test(arguments: boardNames)
func check_ofTheSourcesPasses(board: String) throws {
  #expect(try Copy().failures(board).isEmpty)
}

@Test func check_findsAMissingFileAndAForeignOne() throws {
  let copy = try Copy()
  try FileManager.default.removeItem(at: copy.file("Boards/microbit/Sources/Pins.swift"))
  try Data().write(to: copy.file("Boards/microbit/Makefile"))
  #expect(try copy.failures() == ["Sources/Pins.swift is missing; Makefile does not belong there"])
}

@Test func check_findsABoardWithoutARow() throws {
  let copy = try Copy()
  try copy.edit("README.md", "| `microbit` |\n", "")
  #expect(try copy.failures() == ["no row in README.md"])
  #expect(try copy.failures("mps2-an386").isEmpty)
}

@Test func check_findsTheNameOfTheBoardThatWasCopied() throws {
  let copy = try Copy()
  try copy.edit("Boards/mps2-an386/Sources/main.swift", "\"mps2-an386\"", "\"microbit\"")
  #expect(try copy.failures("mps2-an386") == ["Sources/main.swift does not say BoardName(\"mps2-an386\")"])
  try copy.edit("Boards/hifive1b/README.md", "hifive1b", "microbit")
  #expect(try copy.failures("hifive1b") == ["README.md does not say hifive1b"])
}

@Test func check_findsANameThatHelloCuts() throws {
  let copy = try Copy()
  let name = "seventeen-letters"
  try FileManager.default.copyItem(at: copy.file("Boards/microbit"), to: copy.file("Boards/\(name)"))
  for file in ["README.md", "Sources/main.swift"] {
    try copy.edit("Boards/\(name)/\(file)", "microbit", name)
  }
  try copy.edit("Boards/Package.swift", "image(\"microbit\",", "image(\"\(name)\",")
  try copy.edit("README.md", "`microbit`", "`\(name)`")
  try copy.edit("Boards/README.md", "`microbit`", "`\(name)`")
  #expect(try copy.failures(name) == ["the folder's name has 17 characters, and hello has room for 16"])
}

@Test func image_thatThePackageDoesNotMake_isSaidBeforeTheBuild() throws {
  let copy = try Copy()
  try copy.edit("Boards/Package.swift", "image(\"microbit\",", "image(\"minibit\",")
  #expect(try copy.failures() == ["Boards/Package.swift has no image(\"microbit\", chip: …)"])
  #expect {
    try BoardBuilder(copy.project).build(try copy.project.board(named: "microbit"))
  } throws: { error in
    let error = error as? BoardError
    return error?.exitStatus == 6
      && error?.description.hasSuffix("chip: …).\nAdd it; Boards/README.md says how.") == true
  }
}

@Test func check_findsAnAddressOutsideItsFile() throws {
  let copy = try Copy()
  try copy.edit("Boards/microbit/Sources/Pins.swift", "{ 24 }", "{ 0x5000_0508 }")
  let found = try copy.failures()
  #expect(found.count == 1 && found[0].contains("0x50000508 in Boards/microbit/Sources/Pins.swift"))
}

@Test func check_findsAFactWithoutSourceAndOneWithANumber() throws {
  let copy = try Copy()
  try copy.edit("Boards/microbit/board.json", "\"section 3, \\\"Block diagram\\\"\"", "\"\"")
  try copy.edit("Boards/microbit/board.json", "Flash and RAM regions in memory.ld", "RAM starts at 0x20000000")
  let found = try copy.failures()
  #expect(found.count == 1 && found[0].contains("no source") && found[0].contains("repeats a number"))
}

@Test func board_brokenFileNamesWhatIsMissing() throws {
  let copy = try Copy()
  try copy.edit("Boards/microbit/board.json", "\"triple\"", "\"tripel\"")
  #expect {
    try copy.project.board(named: "microbit")
  } throws: { error in
    let error = error as? BoardError
    return error?.exitStatus == 6 && error?.description.contains("“triple” is missing") == true
  }
}

@Test func toolset_mustNameOneCore() throws {
  let copy = try Copy()
  try copy.edit("Boards/Toolsets/cortex-m0.json", "\"-Xcc\", \"-mcpu=cortex-m0\"", "\"-Xcc\", \"-mcpu=cortex-m4\"")
  #expect(throws: BoardError.self) { try copy.project.board(named: "microbit").compilerCore() }
}

@Test func deviceFolders_areThere() throws {
  for folder in Project(root: checkout, hasSources: true).deviceFolders() {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.contains { $0.hasSuffix(".swift") }, "\(folder.path)")
  }
}

@Test func image_isStaleOnceASourceChanged() throws {
  let copy = try Copy()
  let elf = copy.project.imageFile("microbit")
  try FileManager.default.createDirectory(at: elf.deletingLastPathComponent(), withIntermediateDirectories: true)
  try SampleELF().writeTo(elf)
  let image = try copy.project.image(of: "microbit")
  let later = Date(timeIntervalSinceNow: 60)
  try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: elf.path)
  #expect(!copy.project.isStale(image))
  for source in ["Boards/microbit/memory.ld", "Boards/Toolsets/cortex-m0.json"] {
    let path = copy.file(source).path
    try FileManager.default.setAttributes([.modificationDate: later.addingTimeInterval(1)], ofItemAtPath: path)
    #expect(copy.project.isStale(image), "\(source)")
    try FileManager.default.setAttributes([.modificationDate: later.addingTimeInterval(-1)], ofItemAtPath: path)
  }
}

extension SampleELF {
  fileprivate func writeTo(_ url: URL) throws { try Data(bytes()).write(to: url) }
}

/// `make setup` is for a checkout; whoever has the package for Debian has no Makefile.
@Test func installationOfAPackage_namesMakeOnlyInACheckout() throws {
  let folder = try TemporaryFolder()
  for name in ["Boards", "images"] {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }
  let elsewhere = Project.installation(of: "qemu-system-arm", environment: ["BINNACLE_ROOT": folder.url.path])
  #expect(elsewhere == "Run `sudo apt install qemu-system-arm`.")
  let here = Project.installation(of: "qemu-system-arm", environment: ["BINNACLE_ROOT": checkout.path])
  #expect(here == "Run `make setup`, or `sudo apt install qemu-system-arm`.")
}
