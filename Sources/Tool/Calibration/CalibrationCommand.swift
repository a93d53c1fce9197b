// binnacle calibration show | export | erase: the record on a device; `import` and `questions` have their own files.
import Correction
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolStream

extension CommandGroup {
  /// The group `calibration`.
  package static let calibration = CommandGroup(
    name: "calibration", summary: "show, export, import or erase the calibration of a device",
    members: [
      ShowCalibrationCommand(), ExportCalibrationCommand(), ImportCalibrationCommand(), EraseCalibrationCommand(),
      CalibrationQuestionsCommand(),
    ])
}

/// The record that a device uses.
package struct DeviceRecord {
  package let record: CalibrationRecord
  package let bytes: [UInt8]
  /// The content of the store; nil if it was not requested or is unknown.
  package let stored: StoredRecord?
  package let isStoredOneInUse: Bool
  /// Whether the stored record is lost when the link closes, as with a simulated or emulated board.
  let isForgotten: Bool

  package init(_ connection: Connection) throws {
    let used = try connection.session.calibration()
    bytes = used
    isForgotten = connection.link.forgetsRecords
    do throws(RecordDefect) {
      record = try CalibrationRecord(bytes: used.span)
    } catch {
      throw CommandError(
        .badFile, "\(connection.session.stream.name) uses a record that cannot be read: \(error.text).")
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

  /// Whether the record survives a restart, as text.
  package var storage: String {
    guard let stored else { return "this board cannot store it: it is gone at the next restart" }
    return switch stored.status {
    case nil: "the store is in state \(stored.statusCode), which this program does not know"
    case .absent: "this board cannot store it: it is gone at the next restart"
    case .empty: "nothing is stored"
    case .damaged: "what is stored cannot be read"
    case .present:
      !isStoredOneInUse
        ? "another record is stored"
        : isForgotten
          ? "stored in temporary memory that ends with this board (`binnacle help links`: state=DIR)"
          : "stored as number \(stored.sequence), in slot \(stored.slot)" + Self.remark(leftOut: stored.leftOut)
    }
  }

  /// What the memory has no room for, as a continuation of a sentence; empty if it has room for everything.
  package static func remark(leftOut tag: UInt8) -> String {
    switch tag {
    case 0: ""
    case 2: "; its memory has no room for what you want to be asked"
    default: "; its memory has no room for part \(tag) of the record and what is less important"
    }
  }
}

package struct ShowCalibrationCommand: Subcommand {
  package let name = "show"
  package let summary = "the calibration that a device uses, and whether it is stored"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package let options: [CommandOption] = [.json]
  package let examples = [CommandExample("calibration show auto", "of the board that is plugged in")]

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let connection = try Connection(arguments.positionals[0])
    connection.printRemarks(on: arguments.console)
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

  /// The record for people.
  package static func lines(_ record: CalibrationRecord) -> [String] {
    let force = record.accelerometer.map { part in
      [
        "accelerometer: \(CalibrationText.name(part.modelOrder)) model, offset "
          + [part.offset.x, part.offset.y, part.offset.z].map { Digits.fixed(Double($0) / 1000, 1) }
          .joined(separator: ", ") + " mg"
      ]
    }
    guard record.modelOrder != .none else { return ["not calibrated: corrected = m"] + (force ?? []) }
    func row(_ v: Vector3, _ scale: Double, _ digits: Int) -> String {
      [v.x, v.y, v.z].map { Digits.fixed(Double($0) / scale, digits).padded(to: 11, .right) }.joined()
    }
    var lines = [
      "corrected = S · (m − h)    \(CalibrationText.name(record.modelOrder)) model, grade "
        + CalibrationText.grade(record.grade),
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

package struct ExportCalibrationCommand: Subcommand {
  package let name = "export"
  package let summary = "write the calibration that a device uses: as JSON with its equation, or as others read it"
  package let arguments = [
    CommandArgument("LINK", .one, "the device; see `binnacle help links`"),
    CommandArgument("FILE", .optional, "the file to write (default: standard output)"),
  ]
  package let options: [CommandOption] = [.recordForm, .sketchPort]
  package let examples = [
    CommandExample("calibration export auto compass.json", "to keep it, or to bring it back later"),
    CommandExample("calibration export auto --as px4:1 > mag1.params", "for the second magnetometer of PX4"),
  ]
  package let notes = [
    "“hardIronNanotesla” and “softIron” are h and S of corrected = S·(m − h). “record” holds the whole "
      + "calibration exactly, with the directions that were seen. An import uses “record”, and refuses a file "
      + "in which the two disagree."
  ]

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let form = try WantedForm(arguments)
    guard form == nil || arguments.positionals.count == 1 else {
      throw UsageError("--as writes to standard output.\nSend it to a file: --as FORM > FILE")
    }
    let connection = try Connection(arguments.positionals[0])
    return try connection.use {
      let device = try DeviceRecord(connection)
      let object = CalibrationJSON.object(device.record, bytes: device.bytes, hello: connection.hello)
      if device.record.modelOrder == .none {
        let what =
          device.record.accelerometer == nil
          ? "this board is not calibrated; what is exported corrects nothing.\nCalibrate it first"
          : "this board's magnetometer is not calibrated; what is exported corrects the accelerometer alone.\n"
            + "Calibrate the magnetometer, too"
        arguments.console.remark("binnacle: \(what): binnacle calibrate \(arguments.positionals[0].shellWord)")
      }
      if let form {
        try form.write(json: object, correction: AppliedCorrection(device.record), to: arguments.console) {
          device.record
        }
        return .pass
      }
      guard arguments.positionals.count > 1 else {
        arguments.console.line(object)
        return .pass
      }
      let path = arguments.positionals[1]
      try NewFile.write(object.line + "\n", to: path)
      arguments.console.remark("binnacle: kept in \(path)")
      return .pass
    }
  }
}

package struct EraseCalibrationCommand: Subcommand {
  package let name = "erase"
  package let summary = "erase the calibration of a device, and its stored copy"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package let options: [CommandOption] = [.yes, .json]
  package let examples = [CommandExample("calibration erase auto", "asks first")]

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
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
        try connection.session.setCalibration(CalibrationRecord.identity.byteArray)
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
  package static let yes = flag("yes", letter: "y", "do not ask")
}
