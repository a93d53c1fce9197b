// binnacle calibration questions: sets whether a device asks for a calibration, on any host.
import HostSession
import LinkProtocol
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct CalibrationQuestionsCommand: Subcommand {
  package let name = "questions"
  package let summary = "show or set whether a device may ask to be calibrated"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let off = CommandOption.flag("off", "never ask again, whichever host connects, also after a restart")
  package static let on = CommandOption.flag("on", "ask again when there is a reason")
  package let options: [CommandOption] = [Self.off, Self.on, .json]
  package let examples = [
    CommandExample("calibration questions auto", "the present setting"),
    CommandExample("calibration questions auto --off", "for a board that is built in where nobody can turn it"),
  ]
  package let notes = [
    "A compass without a calibration, or with a doubtful one, asks at most once in ten minutes to be "
      + "calibrated. This command says whether it may ask. The answer is stored beside the calibration, and "
      + "`calibration erase` removes both. A board without storage forgets the answer at its next restart."
  ]

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let (isOff, isOn) = (arguments.flag(Self.off), arguments.flag(Self.on))
    guard !isOff || !isOn else { throw UsageError("--off and --on contradict each other.\nChoose one.") }
    let connection = try Connection(arguments.positionals[0])
    return try connection.use {
      let session = connection.session
      if isOff || isOn { try session.answerPrompt(PromptAnswer(isOff ? .suppress : .ask, for: .device)) }
      let stored = try session.storedQuiet()
      let hasStored = stored != nil
      // A board without a store does not report this setting.
      let isQuiet = stored ?? (isOff ? true : isOn ? false : nil)
      if arguments.outputMode == .jsonLines {
        arguments.console.line(
          [
            "what": "calibrationQuestions", "asks": .optional(isQuiet) { .bool(!$0) }, "stored": .bool(hasStored),
          ] as JSONObject)
      } else {
        arguments.console.line(
          Self.text(isQuiet: isQuiet, isStored: hasStored, link: arguments.positionals[0].shellWord))
      }
      return .pass
    }
  }

  /// What the device does from now on: `isQuiet` is whether it asks for no calibration, `nil` if it does not know the setting.
  package static func text(isQuiet: Bool?, isStored: Bool, link: String) -> String {
    let until = isStored ? "" : ", until it restarts: this board cannot store the answer"
    switch isQuiet {
    case true?: return "it asks no more\(until) (binnacle calibration questions \(link) --on takes that back)"
    case false?: return "it asks when there is a reason, at most once in ten minutes"
    case nil: return "this board cannot store an answer: after each restart it asks when there is a reason"
    }
  }
}
