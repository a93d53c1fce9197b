// How an instrument sits and is held, told to a device by a command that is no stream.

import DeviceLinks
import HostSession
import LinkProtocol
import TerminalInterface

extension Connection {
  /// Tells a device how it sits and is held, as far as the command line names it; says what else is in force, and what was
  /// lost. Takes away what a stream that was killed left.
  func arrange(_ instrument: InstrumentOptions, console: Console) throws {
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

  /// Remembers that a card was taken away, and tells of a board that has none any more.
  func missCard(_ instrument: InstrumentOptions, remark: (String) -> Void) throws {
    if let given = instrument.card { return ForgottenCard.note(given, of: self) }
    guard link.isReal, hello.boardIdentifier != 0, let known = KnownCards().card(of: hello.boardIdentifier) else {
      return
    }
    if let text = ForgottenCard.remark(applied: try deviationCard(), known: known) { remark(text) }
  }
}
