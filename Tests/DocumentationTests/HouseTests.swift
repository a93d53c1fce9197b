// The plan of the house, as documents and Makefile tell it, against Package.swift and the folders.

import BoardKit
import Foundation
import TestSupport
import Testing

/// The names of targets in a part of Package.swift, in order.
private func targets(_ kinds: [String], from start: String = "", to end: String = "") throws -> [String] {
  var text = try String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)[...]
  if let range = text.range(of: start) { text = text[range.upperBound...] }
  if let range = text.range(of: end) { text = text[..<range.lowerBound] }
  return text.matches(of: /\.([a-zA-Z]+)\(\s*(?:name: |of: )?"([A-Za-z0-9]+)"/).filter {
    kinds.contains(String($0.output.1))
  }
  .map { String($0.output.2) }
}

private func name(_ cell: String) -> String { cell.trimmingCharacters(in: ["`"]) }

@Test func modules_inDataPath_areThoseOfThePackageInOrder() throws {
  let document = try Document("docs/data-path.md")
  let listed = ["Device half", "Chips", "Host half"].flatMap { document.tableRows(under: $0).map { name($0[0]) } }
    .filter { !$0.hasSuffix(".swift") && $0 != "file" }
  #expect(
    try listed
      == targets(
        ["module", "systemLibrary", "executableTarget"], from: "// MARK: - Device half", to: "// MARK: - Tests"))
}

/// The steps of both halves, on the device and on the host.
@Test(arguments: [("Device half", 30), ("Host half", 10)])
func steps_ofTheDataPath_areFunctionsOfTheirFiles(half: String, least: Int) throws {
  let rows = try Document("docs/data-path.md").tableRows(under: half).filter { name($0[0]).hasSuffix(".swift") }
  #expect(rows.count > least)
  for row in rows {
    let text = try String(contentsOfFile: Repository.path("Sources/\(name(row[0]))"), encoding: .utf8)
    let begin = "func \(name(row[1]))"
    #expect(text.contains("\(begin)(") || text.contains("\(begin)<"), "\(row[0]) has no function \(row[1])")
  }
}

/// The modules of Package.swift with their folders under Sources.
private func places() throws -> [(name: String, folder: String)] {
  let package = try String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)
  let text = try #require(package.components(separatedBy: "// MARK: - Tests").first)
  let modules = text.matches(of: /"([A-Za-z0-9]+)",\s+in: "([A-Za-z]+)"(?:, at: "([A-Za-z]+)")?/).map {
    (name: String($0.output.1), folder: "\($0.output.2)/\($0.output.3 ?? $0.output.1)")
  }
  let others = text.matches(
    of: /name: "([A-Za-z0-9]+)",\s+(?:dependencies: \[[^\]]*\],\s+)?path: "Sources\/([A-Za-z0-9\/]+)"/
  ).map { (name: String($0.output.1), folder: String($0.output.2)) }
  return modules + others
}

/// The lines that a file begins with as comments, in one line.
private func firstComment(of file: URL) throws -> String {
  try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    .prefix { $0.hasPrefix("//") }.map { $0.drop { $0 == "/" || $0 == " " } }.joined(separator: " ")
}

/// The file named after a module, or a header or source of one in C, begins with what comes in, what goes out, and what
/// may be changed without asking.
@Test func modules_beginWithWhatComesInAndGoesOut() throws {
  let places = try places()
  let all = try targets(["module", "systemLibrary", "executableTarget"], to: "// MARK: - Tests")
  #expect(Set(places.map(\.name)) == Set(all) && places.count == all.count)
  for (name, folder) in places {
    let root = URL(fileURLWithPath: Repository.path("Sources/\(folder)"))
    let own = root.appendingPathComponent("\(name).swift")
    var files = [own]
    if !FileManager.default.fileExists(atPath: own.path) {
      let inside = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
      files = inside.compactMap { $0 as? URL }.filter { ["c", "h"].contains($0.pathExtension) }
    }
    let comments = try files.map(firstComment)
    #expect(
      comments.contains { $0.contains(/.{20,} In: .{5,} Out: .{5,} Free to change: .{5,}/) },
      "\(folder) does not say what comes in, what goes out, and what may be changed")
  }
}

@Test func folders_underSources_holdTheModulesOfThePackage() throws {
  let files = FileManager.default
  for folder in ["Foundations", "Compass", "Library", "Device", "Chips", "Host", "Proof"] {
    // Beside its modules, the library has what is not Swift.
    let others: Set = folder == "Library" ? ["Python", "JavaScript", "Maker", "Packaging", "C99", "ROS"] : []
    let modules = try files.contentsOfDirectory(atPath: Repository.path("Sources/\(folder)"))
    let package = try String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)
    let declared = package.matches(
      of: /"(?<name>[A-Za-z0-9]+)",\s+(?:in: "(?<folder>[A-Za-z]+)"|path: "Sources\/(?<path>[A-Za-z]+)\/)/
    )
    .filter { ($0.output.folder ?? $0.output.path).map(String.init) == folder }.map { String($0.output.name) }
    #expect(Set(modules) == others.union(declared), "\(folder)")
  }
  #expect(
    try Set(files.contentsOfDirectory(atPath: Repository.path("Sources")))
      == ["Foundations", "Compass", "Library", "Device", "Chips", "Host", "Proof", "Tool", "Web"])
}

/// docs/decisions/0009-unsafe-in-one-file.md
@Test func unsafeCode_ofTheDeviceHalf_standsInOneFile() throws {
  let unsafe = [
    "unsafeBitCast", "unsafelyUnwrapped", "assumingMemoryBound", "withMemoryRebound", "withUnsafe", "_unsafe",
    "RawPointer",
    "UnsafeMutable", "UnsafeBufferPointer", "@unchecked", "@_rawLayout",
  ]
  var holders: Set<String> = []
  for folder in ["Sources/Foundations", "Sources/Compass", "Sources/Library", "Sources/Device", "Boards"] {
    let files = FileManager.default.enumerator(atPath: Repository.path(folder))
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift"), !file.contains(".build/") else { continue }
      let lines = try String(contentsOfFile: Repository.path("\(folder)/\(file)"), encoding: .utf8).split(
        separator: "\n")
      let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      if unsafe.contains(where: code.contains) { holders.insert("\(folder)/\(file)") }
    }
  }
  let folder = "Sources/Foundations/RawMemory"
  // What C calls gets C's pointers (docs/decisions/0014-library.md).
  #expect(
    Set(
      holders.filter { holder in
        !["BinnacleC", "BinnacleArrays", "BinnacleDevice"].contains { holder.hasPrefix("Sources/Library/\($0)/") }
      })
      == ["\(folder)/InPlace.swift", "\(folder)/RawMemory.swift"])
}

@Test func boards_inTheReadmes_areThoseOfTheFolder() throws {
  let project = Project(root: URL(fileURLWithPath: Repository.path("")), hasSources: true)
  let boards = try project.boards()
  let rows = try Document("README.md").tableRows(under: "Boards")
    .filter { $0[0].contains("(Boards/") }
  try #require(rows.count == boards.count)
  for (row, board) in zip(rows, boards) {
    #expect(row[0] == "[\(board.name)](Boards/\(board.name))")
    #expect(row[1] == board.core)
    #expect(row[2] == board.sensor)
    #expect(row[3] == board.proofInWords)
    #expect(row[4] == (board.isSupported ? "yes" : "no"))
  }
  let inner = try Document("Boards/README.md").lines.compactMap {
    $0.prefixMatch(of: /\| \[`([a-z0-9-]+)`\]/)?.output.1
  }
  #expect(inner.map(String.init) == boards.map(\.name))
}

@Test func decisions_areNumberedIndexedAndHaveAStatus() throws {
  let folder = "docs/decisions"
  let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder)).filter { $0 != "README.md" }
  let index = try Document("\(folder)/README.md").lines.filter { $0.hasPrefix("| [") }
  try #require(index.count == files.count)
  for (offset, file) in files.sorted().enumerated() {
    let record = try Document("\(folder)/\(file)")
    let title = record.lines[0].dropFirst("# \(offset + 1). ".count)
    #expect(record.lines[0] == "# \(offset + 1). \(title)", "\(file)")
    #expect(index[offset].hasPrefix("| [\(offset + 1)](\(file)) | \(title) |"), "\(file)")
    #expect(record.lines.contains { $0.hasPrefix("Status: ") }, "\(file)")
  }
}

@Test func readme_showsTheRealOutputOfTheDemo() throws {
  let transcript = try Document("docs/transcripts/demo.txt").lines
  let shown = try Document("README.md").block(after: "<!-- excerpt of docs/transcripts/demo.txt -->")
  #expect(shown.count > 5)
  var rest = transcript[...]
  for line in shown where line != "…" {
    rest = rest.drop { $0 != line }.dropFirst()
    #expect(transcript.contains(line), "not in the transcript: \(line)")
  }
  #expect(shown.last == transcript.last { !$0.isEmpty }, "the verdict is the last line")
}

@Test func documents_sayFirstWhatTheyAreFor() throws {
  let index = try Document("docs/README.md").lines.joined()
  let folder = FileManager.default
  let files =
    try folder.contentsOfDirectory(atPath: Repository.path("docs"))
    + folder.contentsOfDirectory(atPath: Repository.path("docs/notebook")).map { "notebook/\($0)" }
  for file in files where file.hasSuffix(".md") && file != "README.md" {
    let document = try Document("docs/\(file)")
    #expect(document.lines[0].hasPrefix("# ") && document.lines[1].isEmpty, "\(file)")
    #expect(document.lines[2].first?.isLetter == true || document.lines[2].hasPrefix("`"), "\(file)")
    #expect(index.contains("(\(file)"), "docs/README.md does not name \(file)")
  }
}

/// The names of all tests in Swift.
private func testFunctions() throws -> Set<String> {
  var functions: Set<String> = []
  let tests = FileManager.default.enumerator(
    at: URL(fileURLWithPath: Repository.path("Tests")), includingPropertiesForKeys: nil)
  for case let file as URL in tests?.allObjects ?? [] where file.pathExtension == "swift" {
    let text = try String(contentsOf: file, encoding: .utf8)
    // Only tests have underscores in their names.
    for match in text.matches(of: /\bfunc (\w+_\w+)\(/) { functions.insert(String(match.output.1)) }
  }
  return functions
}

/// docs/requirements.md has a row for each behaviour of the documents that the project started from: what asks for it,
/// a command (another test looks at its options), and tests that exist.
@Test func behaviours_ofTheDocuments_haveACommandAndTests() throws {
  let rows = try Document("docs/requirements.md").tableRows(under: "The behaviours of the documents")
  #expect(rows.map(\.first) == (1...41).map { "A\($0)" })
  let functions = try testFunctions()
  for row in rows {
    try #require(row.count == 5, "\(row[0])")
    #expect(row[1].contains(/[“”].{20,}|.{20,}/), "\(row[0]) quotes nothing")
    #expect(row[2].split(separator: ", ").allSatisfy { ["CL", "OR", "CU", "BR", "SS"].contains($0) }, "\(row[0])")
    #expect(row[3].wholeMatch(of: /`binnacle [^`]+`/) != nil, "\(row[0]) has no command")
    let tests = row[4].matches(of: /`(\w+)`/).map { String($0.output.1) }
    #expect(!tests.isEmpty, "\(row[0]) names no test")
    for test in tests { #expect(functions.contains(test), "\(row[0]) names the test \(test), which is none") }
  }
}

@Test func links_inDocuments_leadToFiles() throws {
  var checked = 0
  for document in try Document.all() {
    let folder = URL(fileURLWithPath: Repository.path(document.path)).deletingLastPathComponent()
    for line in document.prose {
      for match in line.matches(of: /\]\(([^)\s]+)\)/) {
        let target = match.output.1.prefix { $0 != "#" }
        if target.isEmpty || target.contains("://") { continue }
        checked += 1
        let file = folder.appendingPathComponent(String(target)).standardizedFileURL.path
        #expect(FileManager.default.fileExists(atPath: file), "\(document.path): \(target)")
      }
    }
  }
  #expect(checked > 20)
}

@Test func links_toHeadings_leadToThem() throws {
  var checked = 0
  for document in try Document.all() {
    let folder = URL(fileURLWithPath: Repository.path(document.path)).deletingLastPathComponent()
    let root = URL(fileURLWithPath: Repository.path("")).standardizedFileURL.path
    for line in document.prose {
      for match in line.matches(of: /\]\(([^)\s#]*)#([^)\s]+)\)/) where !match.output.1.contains("://") {
        let file = folder.appendingPathComponent(String(match.output.1)).standardizedFileURL.path
        let path = match.output.1.isEmpty ? document.path : String(file.dropFirst(root.count).drop { $0 == "/" })
        let anchors = try Document(path).anchors
        #expect(anchors.contains(String(match.output.2)), "\(document.path): \(path)#\(match.output.2)")
        checked += 1
      }
    }
  }
  #expect(checked > 20)
}

@Test func tableRows_haveAsManyCellsAsTheirHead() throws {
  /// Bars that are meant as such have a backslash.
  func cells(_ row: Substring) -> Int { row.replacing("\\|", with: "").filter { $0 == "|" }.count }
  var checked = 0
  for document in try Document.all() {
    var head: Substring?
    for line in document.prose {
      guard line.hasPrefix("|") else {
        head = nil
        continue
      }
      #expect(cells(line) == cells(head ?? line), "\(document.path): \(line)")
      head = head ?? line
      checked += 1
    }
  }
  #expect(checked > 500)
}

@Test func links_inInstalledDocuments_leadToInstalledOnes() throws {
  let makefile = try String(contentsOfFile: Repository.path("Makefile"), encoding: .utf8)
  let list = try #require(makefile.firstMatch(of: /\nDOCUMENTED := ((?:[^\n]*\\\n)*[^\n]*)\n/)?.output.1)
  let installed = list.split { " \\\n".contains($0) }.map { $0.split(separator: "/") }
  try #require(installed.count > 5)
  /// Whether it is one of the installed, lies in one, or is a folder that holds one.
  func isInstalled(_ path: some StringProtocol) -> Bool {
    let parts = path.split(separator: "/")
    return installed.contains { zip($0, parts).allSatisfy { $0 == "*" || $0 == $1 } }
  }
  #expect(!isInstalled("Sources/Device/LinkProtocol") && !isInstalled("Boards/microbit/memory.ld"))
  let root = URL(fileURLWithPath: Repository.path("")).standardizedFileURL.path
  for document in try Document.all() where isInstalled(document.path) {
    let folder = URL(fileURLWithPath: Repository.path(document.path)).deletingLastPathComponent()
    for line in document.prose {
      for match in line.matches(of: /\]\(([^)\s]+)\)/) {
        let target = match.output.1.prefix { $0 != "#" }
        if target.isEmpty || target.contains("://") { continue }
        let file = folder.appendingPathComponent(String(target)).standardizedFileURL.path
        #expect(isInstalled(file.dropFirst(root.count)), "\(document.path): \(target)")
      }
    }
  }
}

@Test func sources_sayFirstWhatTheyAreFor() throws {
  var checked = 0
  for top in ["Sources", "Boards", "Tests"] {
    let folder = URL(fileURLWithPath: Repository.path(top))
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    for case let file as URL in files?.allObjects ?? [] where ["swift", "c", "h"].contains(file.pathExtension) {
      let text = try String(contentsOf: file, encoding: .utf8)
      // What is made as C99 has comments of C alone.
      let isC99 = file.path.contains("/Library/C99/") && text.hasPrefix("/* ")
      #expect(isC99 || text.hasPrefix("// "), "\(file.path)")
      checked += 1
    }
  }
  #expect(checked > 100)
}

/// Comments in the device half name a section of docs/embedded-swift.md instead of telling it again.
@Test func remarksAboutTheCompiler_nameASectionOfThePage() throws {
  let sections = try Document("docs/embedded-swift.md").lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
  var named: Set<Substring> = []
  for folder in ["Sources/Foundations", "Sources/Compass", "Sources/Device"] {
    let files = FileManager.default.enumerator(atPath: Repository.path(folder))
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      let text = try String(contentsOfFile: Repository.path("\(folder)/\(file)"), encoding: .utf8)
      for match in text.matches(of: /embedded-swift\.md, "([^"]+)"/) {
        #expect(sections.contains(match.output.1), "\(folder)/\(file): \(match.output.1)")
        named.insert(match.output.1)
      }
    }
  }
  #expect(named.count > 3)
}

/// Foreign text, files and signals pass only through the modules that make them safe.
@Test(arguments: [
  // Everything that is printed passes `Console`, which keeps commands for the terminal out of the text of others.
  (
    #"\bprint\(|\bdebugPrint\(|\bputs\(|fputs\(|\bputchar\(|standardOutput\b(?! =)|standardError\b(?! =)|STDOUT_FILENO|STDERR_FILENO"#,
    [
      "TerminalInterface/Console.swift", "TerminalInterface/Interrupt.swift",
      "TerminalInterface/StandardDescriptors.swift",
    ]
  ),
  // JSON of others is read where its depth is limited. QEMU is a child of our own.
  (#"JSONDecoder|JSONSerialization"#, ["TerminalInterface/ForeignJSON.swift", "Emulator/MachinePump.swift"]),
  // Signals are handled where the end of the program is decided.
  (#"\bsignal\(SIG|sigaction\(|\bSIG_DFL\b|\bSIG_IGN\b"#, ["TerminalInterface/Interrupt.swift"]),
  // Files are read in bounds. The others read what the system or a build of ours made.
  (
    #"contentsOfFile:|Data\(contentsOf:|contents\(atPath:|readToEnd|readDataToEndOfFile|forReadingAtPath|String\(contentsOf:"#,
    [
      "SerialLink/PortHolders.swift", "BoardKit/Build.swift",
      "BoardKit/Check.swift", "BoardKit/LoaderDrive.swift", "BoardKit/NewBoard.swift",
      "BoardKit/USBDevice.swift", "Recordings/LogTable.swift",
    ]
  ),
]) func hostHalf_goesThroughTheOnePlace(pattern: String, places: [String]) throws {
  let expression = try Regex(pattern)
  var found: Set<String> = []
  for folder in ["Host", "Proof", "Tool"] {
    let root = Repository.path("Sources/\(folder)")
    for case let file as String in try #require(FileManager.default.enumerator(atPath: root))
    where file.hasSuffix(".swift") {
      let lines = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8).split(separator: "\n")
      let hits = lines.filter { line in
        !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") && line.contains(expression)
      }
      if let first = hits.first {
        found.insert(file)
        #expect(places.contains(file), "\(folder)/\(file): \(first)")
      }
    }
  }
  #expect(found == Set(places))
}
