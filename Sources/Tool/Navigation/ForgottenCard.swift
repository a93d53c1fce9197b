// A deviation card that a board has forgotten: it is missed at the start of a stream, and the command that gives it back told.

import DeviceLinks
import HostSession
import Quantities
import TerminalInterface

enum ForgottenCard {
  /// Keeps the card that a real board was given.
  static func note(_ card: DeviationCard, of connection: Connection) {
    guard connection.link.isReal else { return }
    var known = KnownCards()
    known.remember(card, of: connection.hello.boardIdentifier)
  }

  /// What to say before headings are told.
  /// - Parameters:
  ///   - applied: the card that the device applies.
  ///   - known: the one that it was given last.
  /// - Returns: nil when nothing was forgotten.
  static func remark(applied: DeviationCard, known: DeviationCard?) -> String? {
    guard applied == .none, let known else { return nil }
    return "the board has lost its deviation card by a restart: add --card \(text(known))\n"
      + "(once; it stays until the board restarts; or swing anew; --card none lets this machine forget it, too)"
  }

  /// As --card takes it.
  static func text(_ card: DeviationCard) -> String {
    [card.a, card.b, card.c, card.d, card.e].map { Digits.fixed(SwingCommand.degrees($0), 4) }.joined(separator: ",")
  }
}
