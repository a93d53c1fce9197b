// binnacle calibration show | export | import | erase: the record on a device; `questions` has a file of its own.
import Correction
import Foundation
import HostSession
import Quantities
import Terminal
import Wire

extension CommandGroup {
  static let calibration = CommandGroup(
    name: "calibration", summary: "look at the calibration on a device, take it away, bring it back",
    members: [
      ShowCalibrationCommand(), ExportCalibrationCommand(), ImportCalibrationCommand(), EraseCalibrationCommand(),
      CalibrationQuestionsCommand(),
    ])
}

/// The record that a device uses.
struct DeviceRecord {
  let record: CalibrationRecord
  let bytes: [UInt8]
  /// What the store holds; nil when it was not asked or cannot say.
  let stored: StoredRecord?
  let isStoredOneInUse: Bool
  /// The store goes with the link: that of a simulated or emulated board.
  let isForgotten: Bool

  init(_ connection: Connection) throws {
    let used = try connection.session.calibration()
    bytes = used
    isForgotten = connection.link.forgetsRecords
    do throws(RecordDefect) {
      record = try CalibrationRecord(bytes: used.span)
    } catch {
      throw CommandError(
        .badFile, "\(connection.session.stream.name) uses a record that does not read: \(error.words).")
    }
    guard connection.hello.capabilities.contains(.storage) else {
      stored = nil
      isStoredOneInUse = false
      return
    }
    let answer = try connection.session.storedRecord()
    stored = answer.state
    isStoredOneInUse = answer.state.status == .present && answer.bytes == bytes
  }

  /// Whether it would survive a restart, in words.
  var storage: String {
    switch stored?.status {
    case nil, .absent: "this board cannot store it: it is gone at the next restart"
    case .empty: "nothing is stored"
    case .damaged: "what is stored cannot be read"
    case .present:
      !isStoredOneInUse
        ? "another record is stored"
        : isForgotten
          ? "stored in temporary memory that ends with this board (`binnacle help links`: state=DIR)"
          : "stored as number \(stored?.sequence ?? 0), in slot \(stored?.slot ?? 0)"
    }
  }
}

struct ShowCalibrationCommand: Subcommand {
  let name = "show"
  let summary = "the calibration that a device uses, and whether it is stored"
  let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  let options: [CommandOption] = [.json]
  let examples = [CommandExample("calibration show auto", "of the board that is plugged in")]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let connection = try Connection(arguments.positionals[0])
    connection.tellRemarks(on: arguments.console)
    return try connection.use {
      let device = try DeviceRecord(connection)
      if arguments.outputMode == .jsonLines {
        var object = CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)
        object["stored"] = device.stored == nil ? .null : .bool(device.isStoredOneInUse)
        arguments.console.line(object)
      } else {
        arguments.console.line(connection.title)
        for line in Self.lines(device.record) { arguments.console.line(line) }
        arguments.console.line(device.storage)
      }
      return .pass
    }
  }

  static func lines(_ record: CalibrationRecord) -> [String] {
    let force = record.accelerometer.map { part in
      [
        "accelerometer: \(CalibrationWords.name(part.modelOrder)) model, offset "
          + [part.offset.x, part.offset.y, part.offset.z].map { Digits.fixed(Double($0) / 1000, 1) }
          .joined(separator: ", ") + " mg"
      ]
    }
    guard record.modelOrder != .none else { return ["not calibrated: corrected = m"] + (force ?? []) }
    func row(_ v: Vector3, _ scale: Double, _ digits: Int) -> String {
      [v.x, v.y, v.z].map { value in
        let text = Digits.fixed(Double(value) / scale, digits)
        return String(repeating: " ", count: max(0, 11 - text.count)) + text
      }.joined()
    }
    var lines = [
      "corrected = S · (m − h)    \(CalibrationWords.name(record.modelOrder)) model, grade "
        + CalibrationWords.grade(record.grade),
      "h, nT  \(row(record.hardIron, 256, 1))",
    ]
    for (index, v) in [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2].enumerated() {
      lines.append((index == 1 ? "S      " : "       ") + row(v, 0x1p24, 6))
    }
    var facts: [String] = []
    if record.fieldStrength > 0 { facts.append("field \(Digits.fixed(Double(record.fieldStrength) / 1000, 2)) µT") }
    if record.predictedError != 65535 {
      facts.append("heading error \(Digits.fixed(Double(record.predictedError) / 100, 2))° at worst")
    }
    if record.sampleCount > 0 { facts.append("\(record.sampleCount) samples") }
    if let date = record.date { facts.append("made \(CalibrationJSON.day(date))") }
    if !facts.isEmpty { lines.append(facts.joined(separator: ", ")) }
    return lines + (force ?? [])
  }
}

struct ExportCalibrationCommand: Subcommand {
  let name = "export"
  let summary = "write the calibration that a device uses as JSON, with its equation"
  let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  static let output = CommandOption("output", letter: "o", "FILE", "the file to write (default: standard output)")
  let options: [CommandOption] = [Self.output]
  let examples = [CommandExample("calibration export auto -o compass.json", "to keep it, or to bring it back later")]
  let notes = [
    "“hardIronNanotesla” and “softIron” are h and S of corrected = S·(m − h). “record” is the same to the last bit; "
      + "an import uses it, and refuses a file in which the two disagree."
  ]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let connection = try Connection(arguments.positionals[0])
    return try connection.use {
      let device = try DeviceRecord(connection)
      let object = CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)
      if device.record.modelOrder == .none {
        arguments.console.remark(
          "binnacle: this board is not calibrated; what is exported corrects nothing.\n"
            + "Calibrate it first: binnacle calibrate \(arguments.positionals[0].shellWord)")
      }
      guard let path = arguments.text(Self.output) else {
        arguments.console.line(object)
        return .pass
      }
      try NewFile.write(object.line + "\n", to: path)
      arguments.console.remark("binnacle: kept in \(path)")
      return .pass
    }
  }
}

struct ImportCalibrationCommand: Subcommand {
  let name = "import"
  let summary = "give a device a calibration from a file, and store it where the board can"
  let arguments = [
    CommandArgument("LINK", .one, "the device; see `binnacle help links`"),
    CommandArgument("FILE", .one, "what `binnacle calibration export` or `binnacle fit --json` wrote"),
  ]
  static let anyBoard = CommandOption.flag(
    "any-board", "also a record of another board with the same sensor, or on a board without one")
  let options: [CommandOption] = [Self.anyBoard, .json]
  let examples = [CommandExample("calibration import auto compass.json", "after the board was flashed anew")]
  let notes = [
    "A record of another sensor is refused. So is a sensor's record on a board that has none, which computes the samples "
      + "it is sent: only --any-board says that they are that sensor's.",
    "A file without “record” is taken by its numbers: hardIronNanotesla, and softIron where there is one. softIron must "
      + "have determinant 1 (within 0.02), and turn by no more than 15°: lengths stay nanotesla, directions the board's. "
      + "A fit holds in the axes that its --columns name: for a board, those of its sensor.",
  ]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let file = try CalibrationJSON.read(path: arguments.positionals[1])
    let connection = try Connection(arguments.positionals[0])
    return try connection.use {
      try refuseForeign(file, connection, arguments)
      let hasStore = connection.hello.capabilities.contains(.storage)
      if hasStore {
        try connection.session.store(record: file.bytes)
      } else {
        try connection.session.setCalibration(file.bytes)
      }
      let device = try DeviceRecord(connection)
      let record = device.record
      guard record.hardIron == file.record.hardIron, record.softIron == file.record.softIron else {
        throw CommandError(.badFile, "The board uses another calibration than it was given.\nReset it and try again.")
      }
      if arguments.outputMode == .jsonLines {
        arguments.console.line(
          [
            "what": "calibrationImport", "imported": true, "stored": .bool(device.isStoredOneInUse),
            "model": .string(CalibrationWords.name(record.modelOrder)),
          ] as JSONObject)
      } else {
        for line in ShowCalibrationCommand.lines(record) { arguments.console.line(line) }
        arguments.console.line(device.storage)
      }
      return .pass
    }
  }

  private func refuseForeign(
    _ file: CalibrationJSON.Import, _ connection: Connection, _ arguments: ParsedArguments
  ) throws {
    let fitted = connection.hello.sensorChip
    let made = SensorChip(rawValue: file.record.sensorChip)
    guard made == .absent || fitted != 0 || arguments.flag(Self.anyBoard) else {
      throw CommandError(
        .badFile,
        "\(arguments.positionals[1]) was made with a sensor (\(made.name)), and this board tells of none.\n"
          + "If the samples that it is sent come from that sensor, add --any-board.")
    }
    guard made == .absent || fitted == 0 || file.record.sensorChip == fitted else {
      throw CommandError(
        .badFile,
        "\(arguments.positionals[1]) was made with another sensor "
          + "(\(made.name)) than this board's "
          + "(\(SensorChip(rawValue: fitted).name)).\n"
          + "Calibrate this board: binnacle calibrate \(arguments.positionals[0].shellWord)"
      )
    }
    let mine = connection.hello.boardIdentifier
    guard file.boardIdentifier == 0 || mine == 0 || file.boardIdentifier == mine || arguments.flag(Self.anyBoard)
    else {
      throw CommandError(
        .badFile,
        "\(arguments.positionals[1]) was made on another board "
          + "(\(CalibrationJSON.identifier(file.boardIdentifier)), this one is \(CalibrationJSON.identifier(mine))).\n"
          + "Every sensor has its own iron. If this is what you want, add --any-board.")
    }
  }
}

struct EraseCalibrationCommand: Subcommand {
  let name = "erase"
  let summary = "take the calibration away from a device, out of its store too"
  let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  let options: [CommandOption] = [.yes, .json]
  let examples = [CommandExample("calibration erase auto", "asks first")]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let console = arguments.console
    guard arguments.flag(.yes) || Question.canBeAsked else {
      throw UsageError("Nobody can be asked here whether to erase.\nAdd --yes.")
    }
    let connection = try Connection(arguments.positionals[0])
    return try connection.use {
      let isSure = arguments.flag(.yes) || Question.isYes("Erase the calibration of this board?", console: console)
      guard isSure else {
        console.remark("binnacle: nothing was erased")
        return .verdictFailed
      }
      if connection.hello.capabilities.contains(.storage) {
        try connection.session.eraseRecords()
      } else {
        let none = CalibrationRecord.identity.bytes()
        try connection.session.setCalibration(none.span.indices.map { none[$0] })
      }
      if arguments.outputMode == .jsonLines {
        console.line(["what": "calibrationErase", "erased": true] as JSONObject)
      } else {
        console.line("erased; the compass is not calibrated now")
      }
      return .pass
    }
  }
}

extension CommandOption {
  static let yes = flag("yes", letter: "y", "do not ask")
}
