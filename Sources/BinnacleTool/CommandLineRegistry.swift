// Every subcommand, in the order in which the help lists them. To add one: its file, and a line here.

extension CommandLineTool {
  static let binnacle = CommandLineTool(
    tree: [
      .command(PortsCommand()),
      .command(StreamCommand()),
      .command(CaptureCommand()),
      .command(ReplayCommand()),
      .group(CommandGroup(name: "check", summary: "check", members: [CheckAtan2Command()]))
    ],
    version: "0.1.0")
}
