// binnacle check motion: the motion filter on trials with optical truth, in integers and in Double.

import Foundation
import TerminalInterface
import Verdict

extension MotionTrialError: UserFacingError {
  var exitStatus: Int32 { ExitStatus.cannotOpen.rawValue }
}

struct CheckMotionCommand: Subcommand {
  let name = "motion"
  let summary = "compare the attitude from gyroscope, accelerometer and magnetometer with optical truth"
  let arguments = [
    CommandArgument("FOLDER", .optional, "the folder of the trials (default: a sample that the program has)")
  ]
  let options: [CommandOption] = [Self.faults, Self.writeRows, .json]
  let examples = [
    CommandExample("check motion", "15 s of one trial, which are part of the program"),
    CommandExample("check motion broad", "every trial in the folder `broad`: *.csv or *.csv.xz"),
    CommandExample("check motion broad --faults", "also with faults put into every trial"),
  ]
  let notes = [
    "Trials: BROAD (D. Laidig, M. Caruso, A. Cereatti, T. Seel, Data 2021, 6(7), 72; CC BY 4.0), 285.7 rows a second in "
      + "counts: gx gy gz ax ay az mx my mz, qw qx qy qz, movement. At 95 and 48 Hz a sample is the mean of 3 or 6 rows.",
    "Errors are root mean squares while the sensor moves, then the mean over the trials, as BROAD computes them. `within` "
      + "is the share of rows whose heading is within the stated 95 %; `ratio` is the mean stated accuracy over the error "
      + "that 95 % of the rows are below. Trial 27, which has a phone beside the sensor, counts in the errors alone.",
    "`difference` is the largest angle between integers and Double on the same samples; `bias` the largest distance of the "
      + "gyroscope's bias at the end of a rest from the mean rate of the rest, °/s; `no field` the inclination of six axes.",
    "The other filters' figures are recorded: on the 22 trials of docs/motion.md, as `make motion` measured them.",
    "`--write-rows` writes what the filter gets under each fault to FOLDER/FAULT-HERTZ/TRIAL.npy, for filters in other "
      + "programs: seconds since the row before, nine counts, the truth, and whether the error of the row counts. 350 MB.",
    "Status 0: every limit is kept. 1: one is not. The limits are those of the 22 trials; docs/motion.md has them. A line "
      + "`not reached` names what was wanted and is not so; it is known, and does not change the status.",
  ]

  static let faults = CommandOption.flag("faults", "also run each trial with faults, at 95 Hz")
  static let writeRows = CommandOption(
    "write-rows", "FOLDER", "with --faults: write the samples with faults in them as arrays of NumPy")

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
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
    var rates: [MotionRateResult] = []
    for group in MotionCheck.groups where !Interrupt.isRequested {
      var rate = MotionCheck.run(trials, group: group)
      rate.withoutField = MotionCheck.run(trials, group: group, usesField: false).integer.inclination
      rates.append(rate)
    }
    var faults: [MotionFaultResult] = []
    for fault in withFaults ? MotionFault.allCases : [] {
      for group in fault.groups where !Interrupt.isRequested {
        faults.append(MotionFaultResult(fault: fault, rate: MotionCheck.run(trials, group: group, fault: fault)))
        if let place { for trial in trials { try trial.write(fault, group: group, to: place) } }
      }
    }
    let passes =
      !Interrupt.isRequested && rates.allSatisfy { $0.isPassed(isSample: isSample) } && faults.allSatisfy(\.isPassed)
    let report = MotionReport(trials: trials.count, isSample: isSample, rates: rates, faults: faults, passes: passes)
    switch arguments.outputMode {
    case .jsonLines: for line in report.json { arguments.console.line(line) }
    case .human: report.show(arguments.console)
    }
    return passes ? .pass : .verdictFailed
  }
}
