// Checks a board's folder and image.
import Foundation

/// The result of one check.
package struct CheckLine: Equatable, Sendable {
  /// The subject of the check: "files", "no floating point", "text".
  package var name: String
  /// The result: the measured value, or a list of the errors.
  package var found: String
  package var isPassed: Bool

  init(_ name: String, _ found: String, isPassed: Bool) {
    (self.name, self.found, self.isPassed) = (name, found, isPassed)
  }

  /// The check is passed if `wrong` is empty; otherwise the result lists at most eight errors.
  init(_ name: String, fine: String, wrong: [String]) {
    self.init(
      name, wrong.isEmpty ? fine : wrong.prefix(8).joined(separator: "; ") + (wrong.count > 8 ? "; …" : ""),
      isPassed: wrong.isEmpty)
  }
}

extension Project {
  /// All checks of a board and its image: `binnacle boards check`. If there is no image, the result says so.
  package func check(_ board: Board, tools: Tools = Tools()) throws(BoardError) -> [CheckLine] {
    guard hasSources else { throw .needsSources(action: "Checking a board") }
    var lines = checkSources(of: board)
    guard hasImage(of: board) else { return lines + [CheckLine("image", "not built", isPassed: false)] }
    let image = try image(of: board.name)
    let elf = try ELFFile(image.elf)
    let budget = try board.budget()
    lines.append(
      CheckLine("build id", hexadecimal(elf.imageHash), isPassed: elf.imageHash != 0))
    lines.append(CheckLine("image is newer than its sources", fine: "yes", wrong: isStale(image) ? ["no"] : []))
    lines += try ImageSize(elf).compared(with: budget).map { CheckLine($0.name, $0.description, isPassed: $0.isKept) }
    lines += checkSymbols(elf.symbols, helpers: budget.helpers)
    let disassembly = try tools.run(
      try tools.besideSwift("llvm-objdump"),
      ["--disassemble", "--no-show-raw-insn"] + board.architecture.disassemblerOptions + [image.elf.path])
    lines += checkInstructions(disassembly, of: board.architecture, core: try board.compilerCore())
    return lines
  }

  /// All checks that need no image.
  package func checkSources(of board: Board) -> [CheckLine] {
    [
      checkFiles(of: board), checkTables(name: board.name), checkNames(in: board), checkAddresses(),
      checkFacts(of: board), checkProof(of: board),
    ]
  }

  /// A board folder must contain exactly these files.
  func checkFiles(of board: Board) -> CheckLine {
    let needed = [
      "README.md", "Sources/Pins.swift", "Sources/main.swift", "board.json", "budget.json", "memory.ld",
    ]
    let base = board.folder.resolvingSymlinksInPath().path + "/"
    var present: [String] = []
    let files = FileManager.default.enumerator(at: board.folder, includingPropertiesForKeys: [.isDirectoryKey])
    while let file = files?.nextObject() as? URL {
      guard (try? file.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == false else { continue }
      present.append(String(file.resolvingSymlinksInPath().path.dropFirst(base.count)))
    }
    let missing = needed.filter { !present.contains($0) }.map { "\($0) is missing" }
    // A board may have additional Swift files.
    let foreign = present.filter { !needed.contains($0) && !($0.hasPrefix("Sources/") && $0.hasSuffix(".swift")) }
      .sorted().map { "\($0) does not belong there" }
    return CheckLine("files", fine: "complete", wrong: missing + foreign)
  }

  /// The board must have a row in both tables.
  func checkTables(name: String) -> CheckLine {
    let wrong = ["README.md", "Boards/README.md"].filter { file in
      let text = (try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)) ?? ""
      return !text.split(separator: "\n").contains { row in
        row.hasPrefix("|")
          && row.split(separator: "|").contains { $0.contains("`\(name)`") || $0.contains("[\(name)]") }
      }
    }
    return CheckLine("tables", fine: "in README.md and Boards/README.md", wrong: wrong.map { "no row in \($0)" })
  }

  /// The package that builds the images.
  var boardsManifest: URL { boardsFolder.appendingPathComponent("Package.swift") }

  /// Whether that package declares an image for the board.
  func declaresImage(of board: Board) -> Bool {
    (try? String(contentsOf: boardsManifest, encoding: .utf8))?.contains("image(\"\(board.name)\",") ?? false
  }

  /// The board's own name must be in the places where the build looks for it, and where a copied folder would still
  /// have the name of the original board. It must also fit into hello.
  func checkNames(in board: Board) -> CheckLine {
    var wrong: [String] = []
    let length = board.name.utf8.count
    if length > 16 { wrong.append("the folder's name has \(length) characters, and hello has room for 16") }
    if !declaresImage(of: board) { wrong.append("Boards/Package.swift has no image(\"\(board.name)\", chip: …)") }
    let readme = try? String(contentsOf: board.folder.appendingPathComponent("README.md"), encoding: .utf8)
    if readme?.contains(board.name) == false { wrong.append("README.md does not say \(board.name)") }
    let loop = try? String(contentsOf: board.folder.appendingPathComponent("Sources/main.swift"), encoding: .utf8)
    if loop?.contains("BoardName(\"\(board.name)\")") == false {
      wrong.append("Sources/main.swift does not say BoardName(\"\(board.name)\")")
    }
    return CheckLine("names", fine: "the board's own", wrong: wrong)
  }

  /// board.json must give each fact with its source, and must not repeat an address or size.
  func checkFacts(of board: Board) -> CheckLine {
    var wrong = board.facts.filter { $0.document.isEmpty || $0.page.isEmpty }.map { "no source: \($0.fact)" }
    wrong += board.facts.filter { $0.fact.contains("0x") }.map { "repeats a number: \($0.fact)" }
    if board.facts.isEmpty { wrong.append("there are none") }
    return CheckLine("facts", fine: "\(board.facts.count), each with its document", wrong: wrong)
  }

  /// The proof must match the emulator, and the board's README must name it.
  func checkProof(of board: Board) -> CheckLine {
    var wrong: [String] = []
    let proof = board.proof
    switch board.emulator.map({ ($0.isWholeChip, $0.script != nil) }) {
    case (true, _)?: if proof != .wholeBoard { wrong.append("a whole chip is proof A") }
    case (false, true)?: if proof != .ownModels { wrong.append("models of our own are proof C") }
    case (false, false)?: if proof != .machineOfQEMU { wrong.append("a machine of QEMU is proof B") }
    case nil: if proof == .wholeBoard || proof == .machineOfQEMU { wrong.append("there is no emulator for it") }
    }
    let readme = (try? String(contentsOf: board.folder.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""
    if let proof, !readme.contains("**Proof**: \(proof.rawValue), ") {
      wrong.append("README.md does not say **Proof**: \(proof.rawValue), …")
    }
    return CheckLine("proof", fine: proof.map { "\($0.rawValue), \($0.meaning)" } ?? "none", wrong: wrong)
  }

  /// Each address must be in one file only: in the chip family's Registers.swift, or in CStartup if Swift never needs
  /// it.
  func checkAddresses() -> CheckLine {
    var places: [UInt32: Set<String>] = [:]
    var wrong: [String] = []
    for folder in ["Sources/Chips", "Sources/Chips/CStartup", "Boards"] {
      let start = root.appendingPathComponent(folder)
      let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["swift", "c", "h"].contains(file.pathExtension),
          let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        let name = String(file.path.dropFirst(root.path.count + 1))
        for address in peripheralAddresses(in: text) {
          places[address, default: []].insert(name)
          if file.pathExtension == "swift" && file.lastPathComponent != "Registers.swift" {
            wrong.append("0x\(String(address, radix: 16)) in \(name)")
          }
        }
      }
    }
    for (address, files) in places.sorted(by: { $0.key < $1.key }) where files.count > 1 {
      // Chips of different families may use the same addresses.
      let families = Set(files.map { ($0 as NSString).deletingLastPathComponent })
      if files.count > families.count || files.contains(where: { !$0.hasSuffix("Registers.swift") }) {
        wrong.append("0x\(String(address, radix: 16)) in \(files.sorted().joined(separator: " and "))")
      }
    }
    return CheckLine("addresses", fine: "\(places.count), each in one file", wrong: wrong.sorted())
  }
}

/// Literals with eight hexadecimal digits in the address ranges of peripherals. M-profile (ARMv7-M ARM, B3.1):
/// 0x40000000…0x5fffffff, and the system space from 0xe0000000. SiFive's E series (FE310-G002 Manual, chapter 4): the
/// interruptor at 0x02000000, and the peripherals from 0x10000000. ESP32-C3 (TRM, table 3-3): from 0x60000000.
func peripheralAddresses(in text: String) -> [UInt32] {
  var found: [UInt32] = []
  for piece in text.split(whereSeparator: { !$0.isHexDigit && $0 != "x" && $0 != "_" }) where piece.hasPrefix("0x") {
    let digits = piece.dropFirst(2).replacing("_", with: "")
    guard digits.count == 8, let value = UInt32(digits, radix: 16) else { continue }
    let ranges: [ClosedRange<UInt32>] = [
      0x0200_0000...0x0200_ffff, 0x1000_0000...0x100f_ffff, 0x4000_0000...0x600f_ffff, 0xe000_0000...0xe00f_ffff,
    ]
    if ranges.contains(where: { $0.contains(value) }) { found.append(value) }
  }
  return found
}
