// binnacle check motion: the motion filter on trials with optical truth, in integers and in Double.

import Foundation
import TerminalInterface
import ToolCommandLine
import Verdict

extension MotionTrialError: UserFacingError {
  package var exitStatus: Int32 { ExitStatus.cannotOpen.rawValue }
}

package struct CheckMotionCommand: Subcommand {
  package let name = "motion"
  package let summary = "compare the attitude from gyroscope, accelerometer and magnetometer with optical truth"
  package let arguments = [
    CommandArgument("FOLDER", .optional, "the folder of the trials (default: a sample that the program has)")
  ]
  package let options: [CommandOption] = [Self.faults, Self.writeRows, .json]
  package let examples = [
    CommandExample("check motion", "15 s of one trial, which are part of the program"),
    CommandExample("check motion broad", "every trial in the folder `broad`: *.csv or *.csv.xz"),
    CommandExample("check motion broad --faults", "also with faults put into every trial"),
    CommandExample("check motion phones", "trials of other devices, each device in a line"),
  ]
  package let notes = [
    "Trials: BROAD (D. Laidig, M. Caruso, A. Cereatti, T. Seel, Data 2021, 6(7), 72; CC BY 4.0), 285.7 rows a second in "
      + "counts: gx gy gz ax ay az mx my mz, qw qx qy qz, movement. At 95 and 48 Hz a sample is the mean of 3 or 6 rows.",
    "Trials of other devices: tables that begin with the line t_ms,gx,gy,gz,ax,ay,az,mx,my,mz,qw,qx,qy,qz,use: milliseconds, "
      + "1e-4 rad/s, 1e-3 m/s² (at rest up), 0.01 µT, the truth in 1/32767 (sensor to a frame whose z is up; empty where unknown), and "
      + "1 where the row counts. The file is named DEVICE_quiet_HOW, DEVICE_disturbed_HOW or DEVICE_HOW. A constant rotation on each "
      + "side of the attitude is fitted, as such a truth has frames of its own. `end` is the largest error at the end of a trial.",
    "Errors are root mean squares while the sensor moves, then the mean over the trials, as BROAD computes them. `within` "
      + "is the share of rows whose heading is within the stated 95 %; `ratio` is the mean stated accuracy over the error "
      + "that 95 % of the rows are below. Trial 27, which has a phone beside the sensor, counts in the errors alone.",
    "`difference` is the largest angle between integers and Double on the same samples; `bias` the largest distance of the "
      + "gyroscope's bias at the end of a rest from the mean rate of the rest, °/s; `no field` the inclination of six axes.",
    "`make motion` in the sources runs other filters on the same trials; docs/motion.md compares the figures.",
    "`--write-rows` writes the input of the filter under each fault to FOLDER/FAULT-HERTZ/TRIAL.npy, for "
      + "filters in other programs: seconds since the previous row, nine counts, the truth, and whether the "
      + "error of the row counts. 350 MB.",
    "Status 0: every limit is kept. 1: a limit is not kept. The limits are those of the 22 trials; "
      + "docs/notebook/motion.md has them. For another device, 90 % of the rows must be within the stated "
      + "accuracy, and no trial may end more than 30° from the truth. A line `not reached` names a goal that "
      + "is not reached; it does not change the status.",
  ]

  package init() {}

  static let faults = CommandOption.flag("faults", "also run each trial with faults, at 95 Hz")
  static let writeRows = CommandOption(
    "write-rows", "FOLDER", "with --faults: write the samples with faults in them as arrays of NumPy")

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let isSample = arguments.positionals.isEmpty
    let withFaults = arguments.flag(Self.faults)
    let place = arguments.text(Self.writeRows)
    if withFaults && isSample {
      throw UsageError("Faults need whole trials: the sample is too short.\nGive the folder that holds the trials.")
    }
    if place != nil && !withFaults {
      throw UsageError("--write-rows writes the samples with faults in them.\nGive --faults too.")
    }
    let trials = try arguments.positionals.first.map { try MotionTrial.folder($0) } ?? [MotionTrial.sample()]
    let broad = trials.filter { $0.device == nil }
    if withFaults && broad.isEmpty {
      throw UsageError(
        "Faults are put into trials of BROAD, and there is none.\nLeave --faults out, or give BROAD's folder.")
    }
    let devices = MotionDeviceResult.groups(MotionCheck.run(trials.filter { $0.device != nil }, group: 1).trials)
    var rates: [MotionRateResult] = []
    for group in broad.isEmpty ? [] : MotionCheck.groups where !Interrupt.isRequested {
      var rate = MotionCheck.run(broad, group: group)
      rate.withoutField = MotionCheck.run(broad, group: group, usesField: false).integer.inclination
      rates.append(rate)
    }
    var faults: [MotionFaultResult] = []
    for fault in withFaults ? MotionFault.allCases : [] {
      for group in fault.groups where !Interrupt.isRequested {
        faults.append(MotionFaultResult(fault: fault, rate: MotionCheck.run(broad, group: group, fault: fault)))
        if let place { for trial in broad { try trial.write(fault, group: group, to: place) } }
      }
    }
    let passes =
      !Interrupt.isRequested && rates.allSatisfy { $0.isPassed(isSample: isSample) } && faults.allSatisfy(\.isPassed)
      && devices.allSatisfy(\.isPassed)
    let report = MotionReport(
      trials: broad.count, isSample: isSample, rates: rates, faults: faults, devices: devices, passes: passes)
    switch arguments.outputMode {
    case .jsonLines: for line in report.json { arguments.console.line(line) }
    case .human: report.show(arguments.console)
    }
    return passes ? .pass : .verdictFailed
  }
}
