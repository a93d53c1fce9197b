// binnacle calibrate: a guided calibration, from the first turn until the record has been read back.
import Calibration
import Correction
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import SerialLink
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct CalibrateCommand: Subcommand {
  package let name = "calibrate"
  package let summary = "guided calibration, with coverage, and the reasons behind the result"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let axes = CommandOption.flag("axes", "find swapped, flipped or mirrored axes instead, by six poses")
  static let south = CommandOption.flag(
    "south", "with --axes: south of the magnetic equator, where the field points up")
  static let improve = CommandOption(
    "improve", "TIME", "after the result, go on fitting the samples of normal use for this time, and show what is found"
  )
  package static let accelerometer = CommandOption.flag(
    "accelerometer", "calibrate the accelerometer instead, in poses at rest; do this before the compass")
  package let options: [CommandOption] = [
    .yes, Self.accelerometer, Self.improve, Self.axes, Self.south, .recordForm, .sketchPort, .capture,
    .json,
  ]
  package let examples = [
    CommandExample("calibrate auto", "the board that is plugged in; it tells what to do next"),
    CommandExample(
      "calibrate 'emulator:lm3s6965evb?state=DIR' --yes", "real firmware in QEMU, tumbled by the simulated world"),
    CommandExample("calibrate auto --improve 10m", "then use it for ten minutes: a better fit replaces the result"),
    CommandExample("calibrate auto --accelerometer", "each side up in turn; then calibrate the compass"),
    CommandExample(
      "calibrate 'csv:/dev/ttyACM0?columns=mx,my,mz,ax,ay,az&unit=uT' --as c > calibration.h",
      "a sensor with any firmware that prints its numbers; the result as an array for it"),
    CommandExample("calibrate auto --axes", "are the sensor's axes what the firmware believes?"),
  ]
  package let notes = [
    "Turn the instrument through all directions, away from iron: for example in figures of eight, while "
      + "you turn around yourself and tilt it. Enter ends the collection early and uses what there is; Ctrl-C "
      + "cancels. The old calibration stays in use until you accept the result.",
    "If a result is no better than the calibration in use, the command says so before it asks you. It "
      + "compares the errors that both predict, and how far their headings differ.",
    "With --json every step is an object with `event`: `before`, `started`, `progress`, `report`, "
      + "`committed`, `refit`, `after` and `end`; `end` has an `error` if the link was lost. --yes accepts a "
      + "result that passed its limits. A simulated instrument is turned automatically, and its heading is "
      + "compared with the truth before and after.",
    "With --improve the device continues to fit the samples of normal use. A new fit replaces the "
      + "calibration only if it is nearer to the samples that were held back from the old fit, and also to "
      + "those that were held back from the new one. It is then stored like a calibration. Otherwise the "
      + "calibration in use stays, and the next fit begins. The next calibration or a restart ends this.",
    "With --accelerometer, hold the board still for a second with each of its six sides up; edges and "
      + "corners give a better result. The command shows the expected tilt error. The calibration of the "
      + "compass does not change, and a later calibration of the compass uses the corrected tilt. A simulated "
      + "instrument gets an accelerometer with known errors, an emulated board the samples of one; its tilt "
      + "is compared with the truth before and after.",
    "With a csv: link this process computes from what another firmware prints (`binnacle help links`), "
      + "with the same guide and the same fit. The result is printed as one line of JSON, which `stream "
      + "--calibration` and `calibration import` read. --as FORM prints it in another form alone, and "
      + "everything else goes to standard error.",
    "Status 0: calibrated, and stored if the board has storage. 1: not calibrated; the reasons were "
      + "printed, and docs/calibration.md, “When it is refused”, says what to do about each.",
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let improve = try arguments.seconds(Self.improve, upTo: 86_400)
    let form = try WantedForm(arguments)
    try Self.refuseContradictions(arguments, improves: improve != nil, form)
    let text = arguments.positionals[0]
    let connection = try Connection(text, capture: arguments.text(.capture))
    connection.printRemarks(on: arguments.console)
    let isAccelerometers = arguments.flag(Self.accelerometer)
    guard isAccelerometers || connection.hello.capabilities.contains(.magnetometer) else {
      try? connection.close()
      throw CommandError(
        .usage,
        "\(text) has no magnetometer, so there is nothing to calibrate.\nUse a board with one, or emulator:lm3s6965evb."
      )
    }
    let scale = connection.link.lineFacts?.countScale
    if let form, scale != nil, form.form.needsStrength {
      try? connection.close()
      throw UsageError(
        "--as \(form.form.rawValue) needs the field's strength, and counts have none.\n"
          + "Name the chip, &unit=qmc5883l@2G in the link, or use --as magneto.")
    }
    if arguments.outputMode == .human, connection.link.canMove { connection.link.keepRealTime() }
    var result: DeviceRecord?
    let status = try connection.use {
      if arguments.flag(Self.axes) {
        return try AxisGuide(connection, arguments, pointsDown: !arguments.flag(Self.south)).run()
      }
      let guide = isAccelerometers ? try PoseGuide(connection) : nil
      let calibrator = try Calibrator(connection, arguments, improving: improve, by: guide)
      let status = try calibrator.run()
      if calibrator.left.isCommitted == true { result = try DeviceRecord(connection) }
      return status
    }
    // The port of a csv: link is free by now, so its sketch can receive the result.
    if let result { try show(form, result, connection, arguments) }
    return status
  }

  private static func refuseContradictions(
    _ arguments: ParsedArguments, improves: Bool, _ form: WantedForm?
  ) throws {
    guard !improves || !arguments.flag(Self.axes) else {
      throw UsageError("--axes finds axes and fits nothing that could be improved.\nLeave out --improve or --axes.")
    }
    guard !arguments.flag(Self.south) || arguments.flag(Self.axes) else {
      throw UsageError("--south says which way the field points in the poses of --axes.\nAdd --axes, or leave it out.")
    }
    guard !arguments.flag(Self.accelerometer) || (!improves && !arguments.flag(Self.axes)) else {
      throw UsageError("--accelerometer is a calibration of its own.\nLeave out --improve and --axes.")
    }
    guard form == nil || !arguments.flag(Self.axes) else {
      throw UsageError("--axes finds axes and makes no calibration.\nLeave out --as or --axes.")
    }
    guard form?.form.isForeign != true || !arguments.flag(Self.accelerometer) else {
      throw UsageError("--as \(form?.form.rawValue ?? "") holds no accelerometer.\nUse --as json, record, c or swift.")
    }
    guard arguments.flag(.yes) || Question.canBeAsked else {
      throw UsageError("Nobody can be asked here whether the result shall be used.\nAdd --yes.")
    }
  }

  /// Prints the result if that was requested, or if the result is not stored anywhere else.
  private func show(
    _ form: WantedForm?, _ device: DeviceRecord, _ connection: Connection, _ arguments: ParsedArguments
  ) throws {
    let isForgotten = connection.link.isLines && arguments.outputMode == .human
    var json = CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)
    let facts = connection.link.lineFacts
    if let facts, let scale = facts.countScale {
      json["unit"] = .string(facts.options.fieldUnit.rawValue)
      json["nanoteslaPerUnit"] = .double(scale)
    }
    guard let form else {
      if isForgotten { arguments.console.line(json) }
      return
    }
    let correction = AppliedCorrection(device.record, unit: facts?.options.fieldUnit, scale: facts?.countScale)
    try form.write(json: json, correction: correction, to: arguments.console) {
      if let facts, let scale = facts.countScale {
        arguments.console.remark(CountScale.remark(scale, facts.options.fieldUnit))
      }
      return device.record
    }
  }
}
