// Remembers the deviation card of each board: a board keeps its calibration, but forgets its card at a restart.

import Foundation
import Quantities

/// The cards of real boards that have a serial number.
package struct KnownCards {
  private let file: StateFile
  /// The coefficients A…E in 2^−32 turns, by the board's number in hexadecimal digits.
  private var cards: [String: [Int32]]

  package init(folder: URL? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    file = StateFile("cards.json", folder: folder, environment: environment)
    cards = file.read() ?? [:]
  }

  /// The card that this board received last; `nil` when it received none, or when the stored values are not a valid
  /// card.
  package func card(of board: UInt64) -> DeviationCard? {
    guard let v = cards[Self.key(board)], v.count == 5 else { return nil }
    let card = DeviationCard(a: v[0], b: v[1], c: v[2], d: v[3], e: v[4])
    return card == .none || card.invalid != nil ? nil : card
  }

  /// Stores the card that a board received; `DeviationCard.none` deletes it. Boards without a number are not stored.
  package mutating func remember(_ card: DeviationCard, of board: UInt64) {
    guard board != 0 else { return }
    let value: [Int32]? = card == .none ? nil : [card.a, card.b, card.c, card.d, card.e]
    guard cards[Self.key(board)] != value else { return }
    cards[Self.key(board)] = value
    file.write(cards)
  }

  private static func key(_ board: UInt64) -> String { String(board, radix: 16) }
}
