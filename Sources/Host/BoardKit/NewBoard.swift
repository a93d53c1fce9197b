// Makes a new board's folder from that of a similar board.
import Foundation

extension Project {
  /// Makes a board's folder as a copy of another board's folder, declares its image, and copies the rows of the two
  /// tables.
  ///
  /// Everything that was proven only for the other board is left out: proof, emulator, and loader.
  /// - Throws: `BoardError` before anything is written, or if a file cannot be written.
  /// - Returns: the files that were made or changed, relative to the project.
  @discardableResult
  package func makeBoard(named name: String, like other: Board) throws(BoardError) -> [String] {
    guard hasSources else { throw .needsSources(action: "Making a board") }
    if let defect = Self.defect(inName: name) { throw .badName(name, reason: defect) }
    guard !boardNames().contains(name) else { throw .badName(name, reason: "there is such a board already") }
    let folder = boardsFolder.appendingPathComponent(name)
    guard !Self.exists(folder) else { throw .badName(name, reason: "Boards/\(name) is there already") }
    do {
      try FileManager.default.copyItem(at: other.folder, to: folder)
    } catch {
      throw .badFile(path: folder.path, reason: "it cannot be made (\(error.localizedDescription))")
    }
    try rewrite(folder.appendingPathComponent("board.json")) { Self.unproven($0) }
    try rewrite(folder.appendingPathComponent("README.md")) { Self.readme($0, name: name, like: other) }
    try rewrite(folder.appendingPathComponent("Sources/main.swift")) {
      $0.replacing("BoardName(\"\(other.name)\")", with: "BoardName(\"\(name)\")")
    }
    try rewrite(boardsManifest) {
      Self.withCopiedLine($0, of: "image(\"\(other.name)\",", replacing: other.name, with: name)
    }
    for table in ["README.md", "Boards/README.md"] {
      try rewrite(root.appendingPathComponent(table)) { Self.withRow($0, of: other, for: name) }
    }
    return ["Boards/\(name)", "Boards/Package.swift", "Boards/README.md", "README.md"]
  }

  /// Why a board cannot have this name, as a clause.
  private static func defect(inName name: String) -> String? {
    if name.utf8.count > 16 { return "it has \(name.utf8.count) characters, and hello has room for 16" }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    guard isPlain, name.first?.isLetter == true else {
      return "a name has small letters, digits and hyphens, and begins with a letter"
    }
    return nil
  }

  private func rewrite(_ file: URL, _ change: (String) -> String) throws(BoardError) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw .badFile(path: file.path, reason: "it cannot be read")
    }
    do {
      try change(text).write(to: file, atomically: true, encoding: .utf8)
    } catch {
      throw .badFile(path: file.path, reason: "it cannot be written (\(error.localizedDescription))")
    }
  }

  /// A board.json without the facts that were proven for another board.
  private static func unproven(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for key in ["emulator", "proof", "sensorProof", "loader", "probes"] {
      guard let first = lines.firstIndex(where: { $0.hasPrefix("  \"\(key)\":") }) else { continue }
      // A value may continue over lines with more indentation, up to the line that ends it.
      var last = first
      func depth(_ range: ClosedRange<Int>) -> Int {
        lines[range].joined().reduce(0) { $0 + ("{[".contains($1) ? 1 : "}]".contains($1) ? -1 : 0) }
      }
      while depth(first...last) > 0, last + 1 < lines.count { last += 1 }
      lines.removeSubrange(first...last)
    }
    return lines.joined(separator: "\n")
  }

  private static func readme(_ text: String, name: String, like other: Board) -> String {
    let lines = text.replacing(other.name, with: name).split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.map { line -> String in
      guard let range = line.range(of: "**Proof**: ") else { return String(line) }
      return line[..<range.upperBound] + "none yet. On silicon: not yet."
    }
    return "<!-- Made from \(other.name): read each line, and correct it. -->\n" + kept.joined(separator: "\n")
  }

  private static func withCopiedLine(
    _ text: String, of mark: String, replacing old: String, with new: String
  ) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let model = lines.first(where: { $0.contains(mark) }) else { return text }
    let images = lines.indices.filter { lines[$0].hasPrefix("    image(\"") }
    let line = model.replacing("\"\(old)\"", with: "\"\(new)\"")
    lines.insert(line, at: images.first { lines[$0] > line } ?? (images.last.map { $0 + 1 } ?? lines.count))
    return lines.joined(separator: "\n")
  }

  /// The row of the new board, inserted in the order of names. It has no proof and is not supported yet.
  private static func withRow(_ text: String, of other: Board, for name: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func named(_ line: String) -> String? {
      guard line.hasPrefix("| ["), let end = line.firstIndex(of: "]") else { return nil }
      return String(line[line.index(line.startIndex, offsetBy: 3)..<end].filter { $0 != "`" })
    }
    guard let model = lines.first(where: { named($0) == other.name }) else { return text }
    var cells = model.replacing(other.name, with: name).split(separator: "|").map(String.init)
    if cells.count >= 2 { cells[cells.count - 2] = " none " }
    if cells.last == " yes " { cells[cells.count - 1] = " no " }
    let row = "|" + cells.joined(separator: "|") + "|"
    let rows = lines.indices.filter { named(lines[$0]) != nil }
    lines.insert(row, at: rows.first { (named(lines[$0]) ?? "") > name } ?? rows[rows.count - 1] + 1)
    return lines.joined(separator: "\n")
  }
}
