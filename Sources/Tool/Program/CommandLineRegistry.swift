// All subcommands, in the order of the help. To add one, create its file and add a line here.
import ToolBoards
import ToolCalibration
import ToolCheck
import ToolCommandLine
import ToolConvert
import ToolDevice
import ToolFit
import ToolFlash
import ToolNavigation
import ToolPublish
import ToolReport
import ToolServe
import ToolStream

extension CommandGroup {
  static let boards = CommandGroup(
    name: "boards", summary: "list, make, build, run, measure and check boards and their firmware images",
    members: [
      BoardsListCommand(), BoardsNewCommand(), BoardsBuildCommand(), BoardsRunCommand(), BoardsSizeCommand(),
      BoardsCheckCommand(),
    ])
}

extension CommandLineTool {
  static let binnacle: CommandLineTool = CommandLineTool(
    tree: [
      .command(PortsCommand()),
      .command(FlashCommand()),
      .command(StreamCommand()),
      .command(ServeCommand()),
      .command(PublishCommand()),
      .command(CaptureCommand()),
      .command(ReplayCommand()),
      .command(ReportCommand()),
      .command(ConvertCommand()),
      .command(CompareCommand()),
      .command(CalibrateCommand()),
      .group(.calibration),
      .command(FitCommand()),
      .command(SelfTestCommand()),
      .command(ReportSiliconCommand()),
      .command(SensorsCommand()),
      .command(FieldCommand()),
      .command(FieldMeterCommand()),
      .group(
        CommandGroup(
          name: "check", summary: "prove it: compare with Double references, and say pass or fail",
          members: [
            CheckAtan2Command(), CheckBearingCommand(), CheckCalibrationCommand(), CheckHeadingCommand(),
            CheckLinkCommand(), CheckMergeCommand(), CheckMotionCommand(), CheckOrderingCommand(),
            CheckWorldModelCommand(),
          ])),
      .command(BearingCommand()),
      .command(GuideCommand()),
      .command(SourcesCommand()),
      .command(SwingCommand()),
      .group(.boards),
      .command(CompletionsCommand { .binnacle }),
      .command(ManualCommand { .binnacle }),
    ],
    topics: [.forms] + HelpTopic.glossary)
}
