// What a calibration's report says about the axes of the two sensors, with what is known beside it: the place, and the columns.
import Calibration
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolConnection
import ToolStream

/// What is known about a calibration beside its report.
package struct CalibrationSurroundings: Sendable {
  /// Whether the Earth's field points down at the place; `nil` if the place is not known, or near the magnetic equator.
  package var pointsDown: Bool?
  /// The columns of field and acceleration of a csv: link.
  package var columns: (field: [SignedColumn], acceleration: [SignedColumn])?

  package init(pointsDown: Bool? = nil, columns: (field: [SignedColumn], acceleration: [SignedColumn])? = nil) {
    (self.pointsDown, self.columns) = (pointsDown, columns)
  }

  /// The smallest dip with a clear sign, 1/100 degree.
  private static let steepEnough: Int16 = 1_000

  /// The reason `axesDisagree` of the report: bit 13.
  private static let axesDisagree = UInt8(FitReasons.axesDisagree.rawValue.trailingZeroBitCount + 1)

  private func hasDip(_ report: CalibrationReport) -> Bool {
    report.dip != Int16.max && report.modelOrder != 0 && !report.flags.contains(.accelerometer)
  }

  /// Whether the sign of the dip is that of the place; `nil` if the place or the sign is not known. A force that is
  /// reversed as a whole changes only this sign.
  func agrees(_ report: CalibrationReport) -> Bool? {
    guard let pointsDown, hasDip(report), abs(Int(report.dip)) > Self.steepEnough else { return nil }
    return (report.dip > 0) == pointsDown
  }

  /// What the sign of the dip means while the place is not known; for the line with the dip.
  func side(of report: CalibrationReport) -> String {
    guard pointsDown == nil, hasDip(report), report.dip > Self.steepEnough else { return "" }
    return ": as north of the magnetic equator"
  }

  /// The axes with which the dip is constant; `nil` unless the report refuses the axes.
  package func axesThatFit(_ report: CalibrationReport) -> AxesThatFit? {
    let isRefused = (0..<Int(report.reasonCount)).contains { report.reason($0).code == Self.axesDisagree }
    guard isRefused, hasDip(report) else { return nil }
    let rows = [report.softIron.0, report.softIron.1, report.softIron.2]
    return AxesThatFit(
      correction: rows.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) },
      dipDegrees: Double(report.dip) / 100, pointsDown: pointsDown ?? true)
  }

  /// The lines that name these axes; `nil` unless the report refuses the axes.
  func axes(of report: CalibrationReport) -> [String]? {
    guard let found = axesThatFit(report) else { return nil }
    var text =
      "the dip scatters by \(CalibrationFormat.text(report.dipSpread))° with the axes in another order or sign:\n"
    text += found.text(columns: columns, option: "columns=")
    if pointsDown == nil { text += ".\nSouth of the magnetic equator reverse all three signs" }
    return text.split(separator: "\n").map(String.init)
  }

  func json(_ found: AxesThatFit) -> JSONObject {
    func list(_ columns: [SignedColumn]) -> JSONValue {
      .array(columns.map { .string($0.text) })
    }
    return [
      "accelerometer": list(found.acceleration(of: columns?.acceleration ?? AxesThatFit.axes)),
      "magnetometer": list(found.field(of: columns?.field ?? AxesThatFit.axes)),
    ]
  }

  /// Doubts about the accelerometer's axes: at rest the dip is the same in every attitude, and its sign is that of the
  /// place.
  func dipNotes(_ report: CalibrationReport) -> [String] {
    guard hasDip(report) else { return [] }
    if report.dipSpread != 0xffff, report.dipSpread > 1_000 {
      return [
        "the dip scatters by \(CalibrationFormat.text(report.dipSpread))°: it was not held still, and how the two sensors are turned",
        "against each other is not known; `binnacle calibrate LINK --axes` looks at the axes",
      ]
    }
    if agrees(report) == false {
      return [
        "the field points \(report.dip > 0 ? "down" : "up"), and at this place it points \(report.dip > 0 ? "up" : "down"): the accelerometer's signs or",
        "the magnetometer's are all reversed: `binnacle calibrate LINK --axes` looks at the axes",
      ]
    }
    guard pointsDown == nil, report.dip < -Self.steepEnough else { return [] }
    return [
      "the field points up, as it does south of the magnetic equator; north of it the accelerometer's signs or",
      "the magnetometer's are reversed: `binnacle calibrate LINK --axes` looks at the axes. A known place decides it",
    ]
  }
}
