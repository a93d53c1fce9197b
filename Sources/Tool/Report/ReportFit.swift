// The result of a fit in a report, from the output of `fit --json`.
import Foundation
import HostSession
import TerminalInterface
import ToolCommandLine
import ToolConnection
import ToolFit

/// The integer result of `fit`, from JSON.
struct ReportFit {
  /// A reason with its numbers, with the texts of the table of reasons.
  struct Reason: Equatable {
    /// What was found.
    var sentence: String
    /// What to do; empty if nothing can be done.
    var remedy: String
    /// "1.2 %", or empty.
    var measured: String
    var limit: String
    /// Whether it concerns a larger model than the one that was used.
    var isOfLargerModel: Bool
  }

  let json: JSONObject
  let file: String
  let rows: Int
  let unit: String
  let isAccepted: Bool
  let model: String
  let grade: UInt8
  let reasons: [Reason]
  /// Degrees; `nil` if not known.
  let typical: Double?
  let worst: Double?
  let residualPercent: Double?
  let directions: Int
  let tilt: Int
  let remarks: [String]

  /// - Throws: `CommandError` with status 6 if the fields are not those of a fit.
  init(_ values: [String: FileValue], path: String) throws {
    let fields = FileFields(values: values)
    do {
      guard values["what"] == .text("fit"), let found = try fields.object("integer"),
        let isAccepted = try found.truth("accepted")
      else { throw FileFields.Complaint(text: "it is not a result of a fit") }
      self.isAccepted = isAccepted
      file = try fields.text("file", "a name") ?? path
      func number(_ name: String, _ fields: FileFields) throws(FileFields.Complaint) -> Double? {
        try fields.number(name, -1e300...1e300, "a number")
      }
      func whole(_ name: String, _ fields: FileFields) throws(FileFields.Complaint) -> Int {
        Int(try fields.number(name, 0...1e12, isWhole: true, "a whole number") ?? 0)
      }
      rows = try whole("rows", fields)
      unit = try fields.text("unit", "a unit") ?? ""
      model = try found.text("model", "a name") ?? "none"
      grade = UInt8(try found.number("grade", 0...3, isWhole: true, "a whole number from 0 to 3") ?? 0)
      (typical, worst) = (
        try number("typicalHeadingErrorDegrees", found), try number("predictedHeadingErrorDegrees", found)
      )
      residualPercent = try number("residualPercent", found)
      (directions, tilt) = (try whole("directionsSeen", found), try whole("tiltSeenDegrees", found))
      reasons = found.values["measures"]?.list?.compactMap { Self.reason($0, unit: values["unit"]?.text ?? "") } ?? []
      remarks = values["remarks"]?.list?.compactMap(\.text) ?? []
    } catch let complaint as FileFields.Complaint {
      throw CommandError(
        .badFile, "\(path): \(complaint.text).\nGive a capture, a CSV recording, or what `binnacle fit --json` wrote.")
    }
    json = JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
  }

  /// Creates it from a fit that was just made.
  init(_ report: FitReport) throws {
    try self.init(FileValue.fields(report.json.line.utf8) ?? [:], path: report.path)
  }

  private static func reason(_ value: FileValue, unit: String) -> Reason? {
    guard case .object(let fields) = value, let name = fields["reason"]?.text else { return nil }
    let row = ReasonTable.calibration.first { $0.name == name }
    let told = fields["unit"]?.text ?? ""
    let shown = told == "field" ? " \(unit)" : told == "°" ? told : told.isEmpty ? "" : " \(told)"
    func text(_ name: String) -> String {
      fields[name]?.number.map { Digits.significant($0, 4) + shown } ?? ""
    }
    return Reason(
      sentence: row?.sentence ?? name, remedy: row?.remedy ?? "", measured: text("measured"), limit: text("limit"),
      isOfLargerModel: fields["ofLargerModel"] == .truth(true))
  }
}

extension FileValue {
  /// The list, if it is one.
  package var list: [FileValue]? { if case .list(let list) = self { list } else { nil } }

  /// The same value as JSON, with the fields of objects in the order of their names.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .truth(let truth): .bool(truth)
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? .integer(Int(number)) : .double(number)
    case .text(let text): .string(text)
    case .list(let list): .array(list.map(\.json))
    case .object(let fields):
      .object(JSONObject(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
  }
}
