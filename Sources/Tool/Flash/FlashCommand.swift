// binnacle flash: writes an image to a board through its loader's drive or a probe, and checks by hello that it runs.
import BoardKit
import Foundation
import HostSession
import TerminalInterface
import ToolCommandLine

package struct FlashCommand: Subcommand {
  static let drive = CommandOption("drive", "PATH", "the folder where the loader's drive is mounted (default: found)")
  static let image = CommandOption("image", "FILE", "another file than the one that was built")
  package static let port = CommandOption("port", "LINK", "the board's link, before and after (default: found)")
  static let probe = CommandOption("probe", "TOOL", "flash with openocd, pyocd, st-flash or esptool instead")
  static let dryRun = CommandOption.flag("dry-run", "say what is seen and what would be done, and write nothing")
  package static let unchecked = CommandOption.flag(
    "unchecked", "end after the copy; do not ask the board which image it runs")
  package static let wait = CommandOption("wait", "S", "how long to wait for the drive, and for the board (default 20)")

  package let name = "flash"
  package let summary = "put a board's firmware on it, and check that it runs"
  package let arguments = [CommandArgument("BOARD", .one, "a board's name; see `binnacle boards list`")]
  package let options = [drive, image, port, probe, dryRun, unchecked, wait]
  package let examples = [
    CommandExample("flash pico", "a Raspberry Pi Pico that is plugged in"),
    CommandExample("flash microbit-v2", "a micro:bit, over its own USB drive"),
    CommandExample("flash pico --dry-run", "what would be written, and where"),
    CommandExample("flash pico --drive /media/me/RPI-RP2", "if the drive is not found"),
    CommandExample("flash pico --probe openocd", "through a debug probe"),
  ]
  package let notes = [
    "The loader of the board shows a USB drive: that of the chip itself (INFO_UF2.TXT), or that of an "
      + "interface chip (DETAILS.TXT). A board that runs Binnacle starts its loader when the command asks "
      + "over the link. For another board the command opens its port at 1200 baud. If neither works, the "
      + "command says which button to hold.",
    "The calibration is not part of the image. Some loaders erase the whole chip, as on a micro:bit. Then "
      + "the command reads the calibration first, keeps it in a file, and restores it.",
    "Status 0: the board runs the image. 1: it runs another image, or refused this one. 3: it did not "
      + "come back. 5: no drive, or no permission. 6: a wrong file, or a drive that cannot be written. 7: a "
      + "program is missing.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let patience = try arguments.number(Self.wait, in: 0...600) ?? 20
    let project = try Project.find()
    let name = arguments.positionals[0]
    // If the user names a file, no image needs to have been built here.
    let image = try arguments.text(Self.image) == nil ? project.image(of: name) : project.imagePlace(of: name)
    let after = FlashCheck(
      image, port: arguments.text(Self.port), patience: patience, console: arguments.console)
    if let tool = arguments.text(Self.probe) {
      let probe = try FlashProbe(tool, image, given: arguments.text(Self.image))
      return try probe.run(arguments, then: after)
    }
    guard let loader = image.board.loader else { throw FlashProblem.noLoader(image.board) }
    return try copy(
      FlashFile(image, given: arguments.text(Self.image), boards: project.boardNames()), to: loader, arguments, after)
  }

  private func copy(
    _ file: FlashFile, to loader: Loader, _ arguments: ParsedArguments, _ after: FlashCheck
  ) throws -> ExitStatus {
    let console = arguments.console
    let isDry = arguments.flag(Self.dryRun)
    console.line("\(file.name): \(file.content.count) bytes\(file.hashText)")
    let finder = LoaderFinder(loader, port: arguments.text(Self.port), patience: isDry ? 0 : after.patience, console)
    if isDry {
      for line in FlashSight.lines() { console.line(line) }
      finder.describeRunning()
    }
    let drive = try finder.find(given: arguments.text(Self.drive))
    console.line("drive \(drive.path): \(drive.model) (\(drive.identifier))")
    if isDry {
      if drive.erasesAll {
        console.line("This loader erases all of the chip: the calibration would be read first and given back.")
      }
      console.line("Nothing was written.")
      return .pass
    }
    let kept = drive.erasesAll ? try KeptCalibration(finder, after.image.board, console: console) : nil
    try FlashWriter.write(file, to: drive, console: console)
    if arguments.flag(Self.unchecked) {
      if let kept { console.remark("binnacle: \(kept.advice)") }
      return .pass
    }
    return try after.run(file.hash, name: file.name, drive: drive, kept: kept)
  }
}
