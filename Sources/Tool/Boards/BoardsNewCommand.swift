// binnacle boards new: makes the folder of a new board from that of a similar board.
import BoardKit
import TerminalInterface
import ToolCommandLine

package struct BoardsNewCommand: Subcommand {
  package static let like = CommandOption("like", "BOARD", "the board that it is most like (needed)")

  package let name = "new"
  package let summary = "make the folder of a new board from that of a board like it"
  package let arguments = [CommandArgument("BOARD", "the new board's name: small letters, digits, hyphens, 16 at most")]
  package let options = [like]
  package let examples = [
    CommandExample("boards new my-board --like pico", "a board of our own with an RP2040"),
    CommandExample("boards new nucleo-g071 --like microbit", "a Cortex-M0 of another chip family"),
  ]
  package let notes = [
    "The command copies the six files, declares the image, and adds rows to the tables. It leaves out "
      + "what was proven of the other board. Boards/README.md has the remaining steps; `binnacle boards check "
      + "BOARD` finds what is missing."
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let project = try Project.find()
    let name = arguments.positionals[0]
    guard let model = arguments.text(Self.like) else {
      throw UsageError(
        "A new board needs one that it is like.\nThere are: \(project.boardNames().joined(separator: ", ")).")
    }
    let other = try project.board(named: model)
    let files = try project.makeBoard(named: name, like: other)
    let console = arguments.console
    for file in files { console.line("\(file == files[0] ? "made   " : "changed") \(file)") }
    console.line("Next, in Boards/\(name):")
    for step in [
      "board.json          title, core, sensor, and the facts with document and page",
      "memory.ld           flash and RAM of the chip, and where records lie",
      "Sources/Pins.swift  the pins of serial line and sensor",
      "Sources/main.swift  what the board has",
      "README.md           wiring, flashing, first stream; each line is still that of \(other.name)",
    ] { console.line("  \(step)") }
    console.line("Then `binnacle boards build \(name)` and `binnacle boards check \(name)`.")
    return .pass
  }
}
