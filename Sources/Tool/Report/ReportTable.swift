// The rows of a report's tables: calibration, fit, line.
import Calibration
import Correction
import DeviceUnits
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolConnection
import ToolStream

enum ReportTable {
  typealias Row = (name: String, value: String?)

  static func sentence(_ code: Int, _ rows: [Reason]) -> String { ReasonTable.reason(code, of: rows).sentence }

  static func rows(_ used: ReportData.InUse) -> [Row] {
    let record = used.record
    guard record.modelOrder != .none else { return [("In use", "none")] }
    func vector(_ v: Vector3, _ scale: Double, _ decimals: Int) -> String {
      [v.x, v.y, v.z].map { Digits.fixed(Double($0) / scale, decimals).replacing("-", with: "−") }
        .joined(separator: ", ")
    }
    func hundredths(_ value: UInt16) -> String? {
      value == 65535 ? nil : ReportText.degrees(Double(value) / 100)
    }
    let rows = [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2]
    let date = record.date.map { Place.text(CalendarDay(days: $0)) }
    let age = used.age.flatMap { $0 > 0 ? ", \(Digits.count(Int($0), "day")) before" : nil } ?? ""
    let strength = Double(record.fieldStrength)
    var table: [Row] = [("In use", "the calibration \(used.origin)")]
    func add(_ name: String, _ value: String?) { table.append((name, value)) }
    add("Sensor", record.sensorChip == 0 ? nil : "\(SensorChip(rawValue: record.sensorChip).name)")
    add("Model", CalibrationText.name(record.modelOrder))
    add("Grade", record.grade == 0 ? nil : CalibrationText.grade(record.grade))
    add("Date", date.map { $0 + age })
    add("Predicted heading error, typical", hundredths(record.predictedTypicalError))
    add("Predicted heading error, worst", hundredths(record.predictedError))
    add("Hard iron, µT, sensor axes", vector(record.hardIron, 256_000, 3))
    add("Soft iron", rows.map { "(" + vector($0, 0x1p24, 5) + ")" }.joined(separator: " "))
    if strength > 0 {
      add("Field strength", "\(Digits.fixed(strength / 1000, 2)) µT")
      let residual = 100 * Double(record.residual) / strength
      add("Residual", record.residual == 65535 ? nil : "\(Digits.fixed(residual, 2)) %")
    }
    if let dip = record.dip {
      let degrees = Digits.fixed(dip.signedDegrees, 1)
      add("Dip", degrees.replacing("-", with: "−") + "°")
    }
    add("Samples", record.sampleCount == 0 ? nil : Digits.grouped(record.sampleCount))
    add("Tilt seen", record.tiltSeen == 255 ? nil : "±\(record.tiltSeen)°")
    add("Accelerometer", record.accelerometer == nil ? nil : "calibrated as well")
    return table
  }

  static func rows(_ fit: ReportFit) -> [Row] {
    func degrees(_ value: Double?) -> String? { value.map(ReportText.degrees) }
    let verdict = fit.isAccepted ? "accepted, \(CalibrationText.grade(fit.grade))" : "refused"
    var table: [Row] = [("File", fit.file), ("Rows", "\(Digits.grouped(fit.rows)), \(fit.unit)"), ("Verdict", verdict)]
    func add(_ name: String, _ value: String?) { table.append((name, value)) }
    add("Model", fit.model)
    add("Predicted heading error, typical", degrees(fit.typical))
    add("Predicted heading error, worst", degrees(fit.worst))
    add("Residual", fit.residualPercent.map { "\(Digits.fixed($0, 2)) %" })
    add("Directions seen", "\(fit.directions) of 96")
    add("Tilt seen", fit.tilt == 0 ? nil : "±\(fit.tilt)°")
    return table
  }

  static func rows(_ line: LineCounters?, _ latency: (median: Double, high: Double)?) -> [Row] {
    var rows: [Row] = []
    if let line {
      func count(_ number: Int) -> String? { number == 0 ? nil : Digits.grouped(number) }
      rows += [
        ("Frames", Digits.grouped(line.frames)), ("Lost", Digits.grouped(line.lost)),
        ("Damaged", Digits.grouped(line.corrupt + line.overlong)), ("Out of order", count(line.outOfOrder)),
        ("Of a later version", count(line.unknown)), ("Missed in gaps", count(line.lostInGaps)),
      ]
    }
    guard let latency else {
      return rows + [("Latency", "not known: the clocks of device and host were not compared, or run apart")]
    }
    rows.append(("From sample to host, median", ReportText.milliseconds(latency.median)))
    rows.append(("From sample to host, 99 % within", ReportText.milliseconds(latency.high)))
    return rows
  }
}
