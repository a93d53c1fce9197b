// binnacle calibration import: gives a device a calibration from a file, if it belongs to the device's sensor and
// board.
import Correction
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

package struct ImportCalibrationCommand: Subcommand {
  package let name = "import"
  package let summary = "load a calibration from a file into a device, and store it if the board can"
  package let arguments = [
    CommandArgument("LINK", .one, "the device; see `binnacle help links`"),
    CommandArgument("FILE", .one, "what `binnacle calibration export` or `binnacle fit --json` wrote"),
  ]
  static let anyBoard = CommandOption.flag(
    "any-board", "also a record of another board with the same sensor, or on a board without one")
  package let options: [CommandOption] = [Self.anyBoard, .json]
  package let examples = [CommandExample("calibration import auto compass.json", "after the board was flashed anew")]
  package let notes = [
    "A record of another sensor is refused. A board without a sensor computes the samples that it is "
      + "sent, and refuses the record of every sensor; --any-board says that the samples are those of that "
      + "sensor.",
    "A file that calibrates only one of the two sensors, such as that of a fit, does not change the "
      + "calibration of the other sensor on the board; a remark says so. To remove both, run `calibration "
      + "erase` first.",
    "If a file has no “record”, the numbers are read: hardIronNanotesla, and the others that an export "
      + "has. A file in another form is refused. softIron must have determinant 1 (within 0.02), and turn by "
      + "no more than 15°: lengths stay nanotesla, and directions stay those of the board. A fit is valid in "
      + "the axes that its --columns name. For a board these must be the axes of the sensor.",
  ]

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let (link, path) = (arguments.positionals[0], arguments.positionals[1])
    let file = try CalibrationJSON.read(path: path)
    guard file.countScale == nil else {
      throw CommandError(
        .badFile,
        "\(path) is a fit of numbers without a unit, and a board measures nanotesla.\n"
          + "Fit again with the chip's counts: --unit CHIP@RANGE, such as --unit qmc5883l@2G.")
    }
    let connection = try Connection(link)
    return try connection.use {
      if let refusal = Self.refusal(
        file, path: path, for: connection.hello, link: link, isAnyBoard: arguments.flag(Self.anyBoard))
      {
        throw refusal
      }
      let used = try DeviceRecord(connection).record
      guard !file.record.isUncalibrated || used.isUncalibrated else {
        throw CommandError(
          .badFile,
          "\(path) holds no calibration (its model is none), and the board has one: nothing was imported.\n"
            + "To take the board's away: binnacle calibration erase \(link.shellWord)")
      }
      let parts = CalibrationParts(file, inUse: used)
      let device = try given(parts.record, to: connection, arguments.console)
      guard device.record == parts.record else {
        throw CommandError(.badFile, "The board uses another calibration than it was given.\nReset it and try again.")
      }
      if arguments.outputMode == .jsonLines {
        arguments.console.line(
          [
            "what": "calibrationImport", "imported": true, "stored": .bool(device.isStoredOneInUse),
            "model": .string(CalibrationText.name(device.record.modelOrder)),
            "hasAccelerometer": .bool(device.record.accelerometer != nil),
            "kept": .optional(parts.kept) { .string($0.rawValue) },
            "lost": .optional(parts.lost) { .string($0.rawValue) },
          ] as JSONObject)
      } else {
        for line in ShowCalibrationCommand.lines(device.record) { arguments.console.line(line) }
        if let words = parts.words(path: path) { arguments.console.line(words) }
        arguments.console.line(device.storage)
      }
      return .pass
    }
  }

  /// - Returns: the record that the board then uses and stores.
  private func given(
    _ record: CalibrationRecord, to connection: Connection, _ console: Console
  ) throws -> DeviceRecord {
    do {
      try connection.give(record)
      return try DeviceRecord(connection)
    } catch let error as SessionError where error.isLinkLost {
      console.remark("binnacle: `binnacle calibration show` tells whether the board uses and keeps it")
      throw error
    }
  }

  /// Why a file must not be used on a board: it was made with another sensor, or on another board.
  package static func refusal(
    _ file: CalibrationJSON.Import, path: String, for board: Hello, link: String, isAnyBoard: Bool
  ) -> CommandError? {
    ofSensor(file.sensor, path, board.sensorChip, link, isAnyBoard)
      ?? (isAnyBoard ? nil : ofBoard(file.board, path, board))
  }

  private static func ofSensor(
    _ sensor: CalibrationJSON.Sensor, _ path: String, _ chip: UInt8, _ link: String, _ isAnyBoard: Bool
  ) -> CommandError? {
    let name: String
    switch sensor {
    case .unsaid: return nil
    case .chip(let made) where made.rawValue == chip: return nil
    case .chip(let made): name = "\(made.name)"
    case .unknown(let unknown): name = shown(unknown)
    }
    guard chip == 0 else {
      return CommandError(
        .badFile,
        "\(path) was made with another sensor (\(name)) than this board's (\(SensorChip(rawValue: chip).name)).\n"
          + "Calibrate this board: binnacle calibrate \(link.shellWord)"
      )
    }
    return isAnyBoard
      ? nil
      : CommandError(
        .badFile,
        "\(path) was made with a sensor (\(name)), and this board names no sensor.\n"
          + "If the samples that it is sent come from that sensor, add --any-board.")
  }

  private static func ofBoard(_ made: CalibrationJSON.Board, _ path: String, _ mine: Hello) -> CommandError? {
    let (its, own): (String, String)
    switch made {
    case .unsaid: return nil
    case .number(let number):
      guard number != mine.boardIdentifier else { return nil }
      its = CalibrationJSON.identifier(number)
      own = mine.boardIdentifier == 0 ? mine.boardText : CalibrationJSON.identifier(mine.boardIdentifier)
    case .kind(let name):
      guard name != mine.boardText else { return nil }
      (its, own) = (shown(name), mine.boardText)
    case .unreadable(let text):
      return CommandError(
        .badFile,
        "\(path) names its board “\(shown(text))”, which is not an identifier (hexadecimal text): is it this board?\n"
          + "Correct “boardIdentifier”, or add --any-board to ignore it.")
    }
    return CommandError(
      .badFile,
      "\(path) was made on another board (\(its), this one is \(own)).\n"
        + "Each board has its own iron. If you want this, add --any-board.")
  }
}
