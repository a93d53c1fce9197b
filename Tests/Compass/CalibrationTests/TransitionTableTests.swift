// The table of the code against the table of the specification, row by row and gap by gap.

import Calibration
import Foundation
import TestSupport
import Testing

private struct TransitionFile: Decodable {
  struct Row: Decodable {
    let from: String
    let event: String
    let guardName: String?
    let to: String
    let action: String

    enum CodingKeys: String, CodingKey {
      case from, event, to, action
      case guardName = "guard"
    }
  }
  let states: [String: UInt8]
  let events: [String: UInt8]
  let actions: [String: UInt8]
  let timeouts: [String: TimeoutValue]
  let rows: [Row]

  enum TimeoutValue: Decodable {
    case milliseconds(UInt32)
    case words(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(UInt32.self) {
        self = .milliseconds(number)
      } else {
        self = .words(try container.decode(String.self))
      }
    }
  }

  static func load() throws -> TransitionFile {
    let path = Repository.path("Protocols/calibration/transitions.json")
    return try JSONDecoder().decode(TransitionFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func holds(_ row: Row, _ facts: CalibrationFacts) throws -> Bool {
    guard let name = row.guardName else { return true }
    let isNegated = name.hasPrefix("not ")
    let value =
      switch isNegated ? String(name.dropFirst(4)) : name {
      case "isCalibrated": facts.isCalibrated
      case "hasEnough": facts.hasEnough
      case "mayCollect": facts.mayCollect
      default: throw CocoaError(.fileReadCorruptFile)
      }
    return value != isNegated
  }
}

private let everyFact: [CalibrationFacts] = (0..<8).map {
  CalibrationFacts(isCalibrated: $0 & 1 != 0, hasEnough: $0 & 2 != 0, mayCollect: $0 & 4 != 0)
}

@Test func transitionTable_isTheFileRowByRow() throws {
  let file = try TransitionFile.load()
  var used = Set<Int>()
  for state in CalibrationState.allCases {
    for event in CalibrationEvent.allCases {
      for facts in everyFact {
        let rows = try file.rows.enumerated().filter {
          try $0.element.from == "\(state)" && $0.element.event == "\(event)" && file.holds($0.element, facts)
        }
        #expect(rows.count <= 1, "\(state) \(event) \(facts): the file has two rows")
        used.formUnion(rows.map(\.offset))
        let ours = CalibrationTransition.of(event, in: state, facts)
        #expect(ours.map { "\($0.next)" } == rows.first?.element.to, "\(state) \(event) \(facts)")
        #expect(ours.map { "\($0.action)" } == rows.first?.element.action, "\(state) \(event) \(facts)")
      }
    }
  }
  #expect(used.count == file.rows.count, "rows that can never hold: \(Set(file.rows.indices).subtracting(used))")
}

@Test func transitionTable_numbersAreTheFiles() throws {
  let file = try TransitionFile.load()
  #expect(file.states == Dictionary(uniqueKeysWithValues: CalibrationState.allCases.map { ("\($0)", $0.rawValue) }))
  #expect(file.events == Dictionary(uniqueKeysWithValues: CalibrationEvent.allCases.map { ("\($0)", $0.rawValue) }))
  #expect(file.actions == Dictionary(uniqueKeysWithValues: CalibrationAction.allCases.map { ("\($0)", $0.rawValue) }))
}

@Test func transitionTable_letsEveryRunBeLeft() throws {
  // From every running state but the one in which the store works, cancel leads home without touching what is in use.
  for state in CalibrationState.allCases where state.isRunning && state != .committed {
    for facts in everyFact {
      let cancelled = try #require(CalibrationTransition.of(.cancel, in: state, facts), "\(state)")
      #expect(cancelled.next == (facts.isCalibrated ? .monitor : .idle))
      #expect(cancelled.action == .drop)
      #expect(CalibrationTransition.of(.dismiss, in: state, facts) == cancelled)
    }
  }
}

@Test func transitionTable_takesACandidateIntoUseByCommitOrByARefitThatWon() {
  for state in CalibrationState.allCases {
    for event in CalibrationEvent.allCases {
      for facts in everyFact where CalibrationTransition.of(event, in: state, facts)?.action == .adopt {
        #expect((state == .review && event == .commit) || (state == .monitor && event == .refitted))
      }
    }
  }
}
