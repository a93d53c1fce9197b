// The table of saving in the code against the table of the specification, row by row and gap by gap.

import Calibration
import Foundation
import TestSupport
import Testing

extension SavingState: CaseIterable {
  public static var allCases: [SavingState] { (0...255).compactMap(SavingState.init) }
}

extension SavingEvent: CaseIterable {
  public static var allCases: [SavingEvent] { (0...255).compactMap(SavingEvent.init) }
}

private struct SavingFile: Decodable {
  struct Row: Decodable {
    let from: String
    let event: String
    let to: String
  }
  let states: [String: UInt8]
  let events: [String: UInt8]
  let rows: [Row]

  static func load() throws -> SavingFile {
    let path = Repository.path("Protocols/calibration/saving.json")
    return try JSONDecoder().decode(SavingFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

@Test func savingTable_isTheFileRowByRow() throws {
  let file = try SavingFile.load()
  var used = Set<Int>()
  for state in SavingState.allCases {
    for event in SavingEvent.allCases {
      let rows = file.rows.enumerated().filter { $0.element.from == "\(state)" && $0.element.event == "\(event)" }
      #expect(rows.count <= 1, "\(state) \(event): the file has two rows")
      used.formUnion(rows.map(\.offset))
      #expect(state.after(event).map { "\($0)" } == rows.first?.element.to, "\(state) \(event)")
    }
  }
  #expect(used.count == file.rows.count, "rows that can never hold: \(Set(file.rows.indices).subtracting(used))")
}

@Test func savingTable_numbersAreTheFiles() throws {
  let file = try SavingFile.load()
  #expect(file.states == Dictionary(uniqueKeysWithValues: SavingState.allCases.map { ("\($0)", $0.rawValue) }))
  #expect(file.events == Dictionary(uniqueKeysWithValues: SavingEvent.allCases.map { ("\($0)", $0.rawValue) }))
}

@Test func savingTable_tellsStoredOnlyOfARecordThatWasWritten() {
  for state in SavingState.allCases {
    for event in SavingEvent.allCases where state.after(event) == .stored {
      #expect(state == .writing && event == .succeeded)
    }
  }
  // The end of an older record's write says nothing about a newer commit.
  for state in [SavingState.committed, .waiting] {
    for event in [SavingEvent.succeeded, .failed] { #expect(state.after(event) == nil, "\(state) \(event)") }
  }
}

@Test func savingTable_takesACommitInEveryState() {
  for state in SavingState.allCases { #expect(state.after(.commit) == .committed) }
}
