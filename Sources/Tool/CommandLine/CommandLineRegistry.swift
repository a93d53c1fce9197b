// All subcommands, in the order of the help. To add one, create its file and add a line here.

extension CommandLineTool {
  static let binnacle = CommandLineTool(
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
            CheckSharpnessCommand(),
            CheckWorldModelCommand(),
          ])),
      .command(BearingCommand()),
      .command(GuideCommand()),
      .command(SourcesCommand()),
      .command(SwingCommand()),
      .group(.boards),
    ],
    version: "0.1.0")
}
