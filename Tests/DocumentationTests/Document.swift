// Markdown documents of the repository, cut into prose, code and tables.

import Foundation
import TestSupport
import Testing

/// One document.
struct Document {
  /// Relative to the repository.
  let path: String
  let lines: [Substring]

  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Every document of the project, by path. Build products, hidden folders and other people's texts are left out.
  static func all() throws -> [Document] {
    let root = URL(fileURLWithPath: Repository.path(""))
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let paths = (files?.allObjects ?? []).compactMap { ($0 as? URL)?.standardizedFileURL.path }
    let prefix = root.standardizedFileURL.path + "/"
    // Packages in dist have copies of some documents, without those that they lead to.
    let ours = paths.filter { $0.hasSuffix(".md") && !$0.hasPrefix(prefix + "dist/") }
    return try ours.sorted().map { try Document(String($0.dropFirst(prefix.count))) }
  }

  /// The lines of fenced blocks, and the spans between backquotes elsewhere.
  var code: [Substring] {
    var found: [Substring] = []
    for (line, isFenced) in linesWithFences {
      found += isFenced ? [line] : line.matches(of: /`([^`]+)`/).map(\.output.1)
    }
    return found
  }

  /// The lines outside fenced blocks.
  var prose: [Substring] { linesWithFences.filter { !$0.isFenced }.map(\.line) }

  /// Where links with a # lead to: the headings, as GitHub names them.
  var anchors: Set<String> {
    let headings = prose.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" }.drop { $0 == " " }.lowercased() }
    return Set(
      headings.map { heading in
        heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
      })
  }

  /// The rows of the tables under a heading, each as its cells without spaces around them; head and ruler left out.
  func tableRows(under heading: String) -> [[String]] { tables(under: heading).flatMap(\.self) }

  /// The same, table by table.
  func tables(under heading: String) -> [[[String]]] {
    let section = lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    return section.split { !$0.hasPrefix("|") }.map { table in
      table.dropFirst().filter { !$0.hasPrefix("| ---") }.map { row in
        row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  /// The lines of the fenced block that follows a line.
  func block(after marker: String) -> [Substring] {
    Array(lines.drop { $0 != marker }.drop { !$0.hasPrefix("```") }.dropFirst().prefix { !$0.hasPrefix("```") })
  }

  /// Checks that the block that says it is the lines of a test's file is that, and has more than so many.
  func expectBlock(of file: String, longerThan least: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let shown = block(after: "<!-- the lines of \(file) -->")
    #expect(shown.count > least, sourceLocation: sourceLocation)
    let own = try String(contentsOfFile: Repository.path(file), encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    for line in shown { #expect(own.contains(line), "\(line)", sourceLocation: sourceLocation) }
  }

  private var linesWithFences: [(line: Substring, isFenced: Bool)] {
    var isFenced = false
    var found: [(Substring, Bool)] = []
    for line in lines {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isFenced.toggle()
      } else {
        found.append((line, isFenced))
      }
    }
    return found
  }
}
