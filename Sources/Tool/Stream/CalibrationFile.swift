// Reads a calibration from a file: the output of `calibration export` or `fit --json`, or numbers written by hand.
import Correction
import Foundation
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

extension CalibrationJSON {
  /// The sensor that a file names.
  package enum Sensor: Equatable {
    case unsaid
    case chip(SensorChip)
    /// A name that this program does not know.
    case unknown(String)

    /// - Parameter name: the name in the form of an export.
    package init(_ name: String?) {
      switch name {
      case nil, "\(SensorChip.absent.name)": self = .unsaid
      case let name?:
        let chips = (1...UInt8.max).map { SensorChip(rawValue: $0) }
        let chip = chips.first { $0.kind == .magnetometer && "\($0.name)".uppercased() == name.uppercased() }
        self = chip.map { .chip($0) } ?? .unknown(name)
      }
    }

    /// The chip, if the file names one.
    package var chip: SensorChip? { if case .chip(let chip) = self { chip } else { nil } }
  }

  /// The board that a file names.
  package enum Board: Equatable {
    case unsaid
    case number(UInt64)
    /// A board without an identifier.
    case kind(String)
    /// A text that is not an identifier.
    case unreadable(String)

    /// - Parameter name: the file's name for the board; it counts only without an identifier.
    package init(_ value: FileValue?, name: FileValue?) {
      let kind = name?.text.map { Self.kind($0) } ?? .unsaid
      switch value {
      case nil, .null: self = kind
      case .text(let text):
        let number = (1...16).contains(text.utf8.count) ? UInt64(text, radix: 16) : nil
        self = number.map { $0 == 0 ? kind : .number($0) } ?? .unreadable(text)
      case .number(let number): self = .unreadable("\(number)")
      default: self = .unreadable("…")
      }
    }
  }

  /// A calibration from a file.
  package struct Import {
    package var record: CalibrationRecord
    package var sensor: Sensor
    package var board: Board
    /// Nanotesla per unit of the fit's numbers, if these had no unit.
    package var countScale: Double?
  }

  /// Reads the output of `object` or `fit --json`, or an object with at least `hardIronNanotesla` and, for models
  /// beyond a sphere, `softIron`.
  package static func read(path: String) throws -> Import {
    let bytes = try namedFile(path, upTo: .settings, advice: "Check the name and the permissions.")
    return try read(bytes, path: path)
  }

  /// The same of its bytes.
  package static func read(_ data: some Collection<UInt8>, path: String) throws -> Import {
    func bad(_ reason: String) -> CommandError {
      CommandError(
        .badFile,
        "\(path) is no calibration: \(reason).\nUse what `binnacle calibration export` or `binnacle fit --json` writes."
      )
    }
    guard let fields = FileValue.fields(data) else {
      throw bad("it holds no JSON object of \(ForeignJSON.deepest) levels at most")
    }
    do {
      return try read(fields, path: path)
    } catch let complaint as FileFields.Complaint {
      throw bad(complaint.text)
    } catch let defect as RecordDefect {
      throw bad(defect.text)
    }
  }

  private static func read(_ values: [String: FileValue], path: String) throws -> Import {
    let board = Board(values["boardIdentifier"], name: values["board"])
    var fields = FileFields(values: values)
    if values["what"] == .text("fit") { fields = try fitted(fields, path: path) }
    guard let told = values["record"], told != .null else {
      let numbers = CalibrationNumbers(fields: fields)
      let record = try numbers.record()
      if let reason = SoftIronLimits.violation(record.softIron) { throw FileFields.Complaint(text: reason) }
      guard record.softIron.isUsable else { throw RecordDefect.singular }
      let scale = fields.values["countScale"].flatMap { value in
        if case .number(let scale) = value { scale } else { nil as Double? }
      }
      return Import(record: record, sensor: Sensor(try numbers.sensorName()), board: board, countScale: scale)
    }
    guard let bytes = told.text.flatMap(unhexed) else {
      throw FileFields.Complaint(text: "“record” is not hexadecimal text")
    }
    let record = try CalibrationRecord(bytes: bytes.span)
    // A user who edits the numbers wants to use them, but the bytes would contradict them.
    if let edited = edited(values, record) {
      throw CommandError(
        .badFile,
        "\(path): “\(edited)” was edited and no longer agrees with “record”.\n"
          + "Remove “record” to use the numbers; the covariance and the directions seen, which they leave out, go with it."
      )
    }
    let chip = SensorChip(rawValue: record.sensorChip)
    // Numbers without a unit, from the lines of a port.
    var scale: Double?
    if values["unit"]?.text.flatMap(FieldUnit.init(rawValue:))?.hasStrength == false,
      case .number(let number)? = values["nanoteslaPerUnit"], number > 0
    {
      scale = number
    }
    return Import(record: record, sensor: chip == .absent ? .unsaid : .chip(chip), board: board, countScale: scale)
  }

  /// The first field that contradicts the record.
  private static func edited(_ values: [String: FileValue], _ record: CalibrationRecord) -> String? {
    let numbers = numbers(record)
    guard let exact = FileValue.fields(numbers.line.utf8) else { return nil }
    return numbers.keys.first { name in
      guard let said = values[name], let meant = exact[name] else { return false }
      return !said.agrees(with: meant)
    }
  }

  /// The integer result of `fit --json`, with the names of an export. It is valid in the axes that --columns gave to
  /// the fit.
  private static func fitted(_ fields: FileFields, path: String) throws -> FileFields {
    func refusal(_ text: String) -> CommandError { CommandError(.badFile, "\(path): \(text)") }
    guard let found = try fields.object("integer"), let isAccepted = try found.truth("accepted") else {
      throw FileFields.Complaint(text: "the result of the fit (“integer”) is missing")
    }
    guard isAccepted else {
      throw refusal("the fit was refused.\nRun it without --json to see why; record anew.")
    }
    let units = "one of \(FieldUnit.allCases.map(\.rawValue).joined(separator: ", "))"
    guard let unit = try fields.text("unit", units).flatMap(FieldUnit.init(rawValue:)) else {
      throw fields.complaint("unit", units)
    }
    let greatest = 4_294_967_295.0
    guard let centre = try found.vector("centre", limit: greatest, "three numbers within ±4,194,304 nT") else {
      throw found.complaint("centre", "three numbers")
    }
    guard let radius = try found.number("radius", 0...greatest, "from 0 to 4,294,967,295 nT") else {
      throw found.complaint("radius", "a number")
    }
    let residual = try found.number("residualPercent", 0...100, "from 0 to 100 %")
    let size = CountScale.nanotesla(per: unit, radius: radius)
    // If gravity is known, the heading errors are valid for R·S.
    let turned = try fields.object("alignment")?.object("integer")
    let isTurned = turned?.values["softIron"].map { $0 != .null } ?? false
    var named = found
    named.values = [
      "hardIronNanotesla": .list(centre.map { .number($0 * size) }),
      "fieldStrengthNanotesla": .number(radius * size),
      "residualNanotesla": residual.map { .number($0 / 100 * radius * size) } ?? .null,
      "predictedHeadingErrorDegrees": .object([
        "typical": found.values["typicalHeadingErrorDegrees"] ?? .null,
        "worst": found.values["predictedHeadingErrorDegrees"] ?? .null,
      ]),
      "softIron": (isTurned ? turned : found)?.values["softIron"] ?? .null,
      "dipDegrees": turned?.values["dipDegrees"] ?? .null,
    ]
    for name in ["model", "grade", "tiltSeenDegrees"] { named.values[name] = found.values[name] }
    named.values["sensor"] = fields.values["sensor"]
    if !unit.hasStrength { named.values["countScale"] = .number(size) }
    named.names = [
      "hardIronNanotesla": "integer.centre", "fieldStrengthNanotesla": "integer.radius",
      "residualNanotesla": "integer.residualPercent",
      "predictedHeadingErrorDegrees.typical": "integer.typicalHeadingErrorDegrees",
      "predictedHeadingErrorDegrees.worst": "integer.predictedHeadingErrorDegrees",
      "softIron": isTurned ? "alignment.integer.softIron" : "integer.softIron",
      "dipDegrees": "alignment.integer.dipDegrees", "sensor": "sensor",
    ]
    return named
  }

  private static func unhexed(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { at in
      UInt8(String(decoding: digits[at...at + 1], as: UTF8.self), radix: 16)
    }
    return bytes.count * 2 == digits.count ? bytes : nil
  }
}
