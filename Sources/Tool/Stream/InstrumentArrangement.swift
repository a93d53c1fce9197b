// Tells a device how the instrument is mounted and held, for commands other than a stream.

import DeviceLinks
import HostSession
import LinkProtocol
import TerminalInterface
import ToolConnection

extension Connection {
  /// Sends a device the mounting and orientation that the command line names; reports what else is in force, and what
  /// was lost. Removes the settings of a stream that was killed.
  package func arrange(_ instrument: InstrumentOptions, console: Console) throws {
    func remark(_ text: String) { console.remark("binnacle: \(text)") }
    try instrument.check(hello, name: session.stream.name)
    if let mounting = instrument.mounting { try session.setMounting(mounting) }
    var settings = try SettingsInForce(session)
    let before = settings.told
    try settings.endStream()
    try settings.turn(to: instrument.applied(to: before))
    if let kept = instrument.keptRemark(before) { remark(kept) }
    try missCard(instrument, remark: remark)
  }

  /// Stores that a card was removed, and reports a board that has lost its card.
  func missCard(_ instrument: InstrumentOptions, remark: (String) -> Void) throws {
    if let given = instrument.card { return ForgottenCard.record(given, of: self) }
    guard link.isReal, hello.boardIdentifier != 0, let known = KnownCards().card(of: hello.boardIdentifier) else {
      return
    }
    if let text = ForgottenCard.remark(applied: try deviationCard(), known: known) { remark(text) }
  }
}
