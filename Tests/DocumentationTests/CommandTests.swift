// Commands that documents name must exist: make targets, subcommands, options, exit statuses.

import Foundation
import LinkProtocol
import TestSupport
import Testing

@testable import BinnacleTool
@testable import Calibration
@testable import ToolCommandLine
@testable import ToolDevice
@testable import ToolFit
@testable import ToolStream

/// The targets that `make help` lists.
private func makeTargets() throws -> Set<String> {
  let makefile = try String(contentsOfFile: Repository.path("Makefile"), encoding: .utf8)
  return Set(
    makefile.split(separator: "\n").compactMap { $0.prefixMatch(of: /([a-z-]+):.*##\s/)?.output.1 }.map(String.init))
}

@Test func makeTargets_namedInDocuments_exist() throws {
  let targets = try makeTargets()
  var named: Set<String> = []
  for document in try Document.all() {
    for code in document.code {
      for match in code.matches(of: /(?:^|\s)make ([a-z-]*[a-z])/) {
        named.insert(String(match.output.1))
        #expect(targets.contains(String(match.output.1)), "\(document.path): make \(match.output.1)")
      }
    }
  }
  #expect(named.isSuperset(of: ["demo", "test", "exhaustive"]))
}

@Test func subcommands_namedInDocuments_existWithTheirOptions() throws {
  var checked = 0
  for document in try Document.all() {
    for code in document.code {
      for match in code.matches(of: /(?:^|[\s\/])binnacle ([^#|>&;]+)/) {
        let words = match.output.1.split(separator: " ").map(String.init)
        if let complaint = complaint(about: words) { Issue.record("\(document.path): `\(code)`: \(complaint)") }
        checked += 1
      }
    }
  }
  #expect(checked > 10)
}

/// What is wrong with the words after `binnacle`, if anything.
private func complaint(about words: [String]) -> String? {
  guard let first = words.first, isName(first), first != "help" else { return nil }
  guard let node = CommandLineTool.binnacle.tree.first(where: { $0.name == first }) else {
    return "no command \(first)"
  }
  switch node {
  case .command(let command): return complaint(about: words.dropFirst(), of: command)
  case .group(let group):
    guard words.count > 1, isName(words[1]) else { return nil }
    guard let command = group.members.first(where: { $0.name == words[1] }) else { return "no command \(words[1])" }
    return complaint(about: words.dropFirst(2), of: command)
  }
}

private func complaint(about words: ArraySlice<String>, of command: any Subcommand) -> String? {
  let options = command.options + [.help]
  for word in words {
    let name = word.prefix { $0 != "=" }
    if name.hasPrefix("--") {
      if !options.contains(where: { "--\($0.name)" == name }) { return "no option \(name)" }
    } else if word.count == 2, word.hasPrefix("-"), !options.contains(where: { $0.letter == word.last }) {
      return "no option \(word)"
    }
  }
  return nil
}

/// Whether a word is meant as it stands, and not as a placeholder, an option or an ellipsis.
private func isName(_ word: String) -> Bool { word.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil }

@Test func complaint_ofWhatIsNotThere_isMade() {
  #expect(complaint(about: ["sail"]) == "no command sail")
  #expect(complaint(about: ["check", "mast"]) == "no command mast")
  #expect(complaint(about: ["stream", "simulated", "--sails=3"]) == "no option --sails")
  #expect(complaint(about: ["capture", "auto", "-q", "F"]) == "no option -q")
  #expect(complaint(about: ["capture", "auto", "-o", "F", "--duration", "60"]) == nil)
}

@Test func exitStatuses_inDocument_areThoseOfTheProgram() throws {
  let rows = try Document("docs/json.md").tableRows(under: "Exit status of `binnacle`")
  #expect(rows == ExitStatus.allCases.map { [String($0.rawValue), $0.meaning] })
}

@Test func changelog_beginsWithTheVersionOfTheProgram() throws {
  let heading = try #require(try Document("CHANGELOG.md").lines.first { $0.hasPrefix("## ") })
  #expect(heading.hasPrefix("## \(CommandLineTool.binnacle.version) "))
}

/// docs/json.md lists what a program may read, in the order in which it comes.
@Test func readingKeys_areThoseOfTheDocument() throws {
  let rows = try Document("docs/json.md").tableRows(under: "Keys of a reading")
  let ofMotion = try Document("docs/json.md").tableRows(under: "Keys of compass and motion")
  func names(_ rows: [[String]]) -> [String] {
    rows.flatMap { row in row[0].matches(of: /`(\w+)`/).map { String($0.output.1) } }
  }
  let json = ReadingFormat.json(Reading(), input: [], movement: Movement(), motion: FusionReport())
  #expect(names(rows) + names(ofMotion) == json.keys + MotionFormat.json(FusionReport()).keys)
}

/// The figure in the help of `fit` is that of the code.
@Test func samplesHeldBack_inHelp_areThoseOfTheReservoir() {
  #expect(FitCommand().notes.contains { $0.contains(" \(Reservoir.capacity) at most") })
}

/// Help and document name the same modules with the same chips, and each chip is one of the table of drivers.
@Test func shopNames_inTheDocument_areThoseOfTheHelp() throws {
  let document = try Document("docs/sensors.md")
  let rows = document.tableRows(under: "By the name in the shop")
  #expect(rows.map { [$0[0], $0[1]] } == ShopModule.all.map { [$0.name, $0.carries] })
  let drivers = document.tableRows(under: "Which chips have a driver").map { $0[0] }.joined(separator: " ")
  for module in ShopModule.all {
    for chip in module.chips { #expect(drivers.contains(chip), "\(module.name): \(chip)") }
  }
  #expect(SensorsCommand().notes.contains { note in ShopModule.all.allSatisfy { note.contains($0.name) } })
}
