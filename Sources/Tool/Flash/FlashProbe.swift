// Flashes a board with another program, through a debug probe or a serial loader.
import BoardKit
import Foundation
import TerminalInterface
import ToolCommandLine

struct FlashProbe {
  private let tool: FlashTool
  private let image: BoardImage
  private let command: [String]

  /// - Parameter file: the file of `--image`, which a probe does not accept, because the probe programs check what they
  ///   read.
  init(_ name: String, _ image: BoardImage, given file: String?) throws {
    let all = FlashTool.allCases.map(\.rawValue)
    guard let tool = FlashTool(rawValue: name) else {
      throw UsageError(
        "“\(shown(name))” is no program that --probe knows.\nThere are: \(all.joined(separator: ", ")).")
    }
    guard file == nil else {
      throw UsageError("--image and --probe exclude each other.\nRun \(name) yourself, as --dry-run shows.")
    }
    guard let command = image.command(of: tool) else {
      let own = image.board.probes.keys.sorted().joined(separator: ", ")
      throw CommandError(
        .usage,
        "How \(name) flashes \(image.board.title) is not known.\n"
          + (own.isEmpty ? "Its README says how to flash it." : "Known for it: \(own)."))
    }
    (self.tool, self.image, self.command) = (tool, image, command)
  }

  func run(_ arguments: ParsedArguments, then check: FlashCheck) throws -> ExitStatus {
    let console = arguments.console
    console.line("$ " + command.map(\.shellWord).joined(separator: " "))
    if arguments.flag(FlashCommand.dryRun) {
      for line in FlashSight.lines() { console.line(line) }
      console.line("Nothing was written.")
      return .pass
    }
    let status = try launch()
    guard status == 0 else {
      for line in FlashSight.lines() { console.remark(line) }
      throw CommandError(
        .verdictFailed,
        "\(tool.rawValue) ended with status \(status); what it said stands above.\n"
          + "Look whether probe and board are wired and powered, and whether you may open the probe.")
    }
    if arguments.flag(FlashCommand.unchecked) { return .pass }
    return try check.run(try image.imageHash(), name: image.board.name, drive: nil, kept: nil)
  }

  /// Runs the program in this terminal.
  private func launch() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    do { try process.run() } catch { throw missing }
    process.waitUntilExit()
    // The exit status of `env` if the program does not exist.
    if process.terminationStatus == 127 { throw missing }
    return process.terminationStatus
  }

  private var missing: CommandError {
    CommandError(.missingProgram, "\(tool.rawValue) is not on PATH.\nInstall it: \(tool.source).")
  }
}
