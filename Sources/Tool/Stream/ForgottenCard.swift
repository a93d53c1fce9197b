// Notices at the start of a stream that a board has forgotten its deviation card, and shows the command that restores
// it.

import DeviceLinks
import HostSession
import Quantities
import TerminalInterface
import ToolConnection

/// A deviation card that a board had, and lost by a restart.
package enum ForgottenCard {
  /// Stores the card that a real board received.
  package static func record(_ card: DeviationCard, of connection: Connection) {
    guard connection.link.isReal else { return }
    var known = KnownCards()
    known.remember(card, of: connection.hello.boardIdentifier)
  }

  /// The text before the first heading.
  /// - Parameters:
  ///   - applied: the card that the device applies.
  ///   - known: the card that the device received last.
  /// - Returns: nil when nothing was forgotten.
  package static func remark(applied: DeviationCard, known: DeviationCard?) -> String? {
    guard applied == .none, let known else { return nil }
    return "the board has lost its deviation card by a restart: add --card \(text(known))\n"
      + "(once; it stays until the board restarts; or swing anew; --card none lets this machine forget it, too)"
  }

  /// The card in the form of --card.
  package static func text(_ card: DeviationCard) -> String {
    [card.a, card.b, card.c, card.d, card.e].map { Digits.fixed($0.binaryDegrees, 4) }.joined(separator: ",")
  }
}
