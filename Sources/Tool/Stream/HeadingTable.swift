// Readings as lines of a table: `stream --csv`, `replay --csv`, and `convert` of a capture.
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine

extension CommandOption {
  package static let csv = flag(
    "csv", "a table with a header, for a spreadsheet; every command reads it as a recording")
}

/// The columns that a heading adds to those of a sample.
package enum HeadingTable {
  /// The names, with units: degrees, degrees a second, degrees Celsius, metres a second.
  package static let names = [
    "magnetic_deg", "true_deg", "accuracy_deg", "valid", "grade", "disturbance", "source", "roll_deg", "pitch_deg",
    "dip_deg", "turn_dps", "orientation", "reasons", "sequence", "stale", "temperature_C", "speed_mps", "course_deg",
  ]

  /// The cells of a reading; what it does not have is empty.
  package static func cells(_ reading: Reading, _ motion: FusionReport? = nil, _ movement: Movement? = nil) -> [String]
  {
    let (assessment, isAvailable) = (reading.assessment, reading.mode != .unavailable)
    func degrees(_ value: Double?, _ decimals: Int = 3) -> String { value.map { Digits.fixed($0, decimals) } ?? "" }
    func flag(_ value: Bool) -> String { value ? "1" : "0" }
    let heading = isAvailable ? assessment.magnetic ?? reading.heading : nil
    return [
      heading.map { Digits.circle($0.degrees, 3) } ?? "",
      assessment.trueNorth.map { Digits.circle($0.degrees, 3) } ?? "",
      degrees(assessment.accuracy.map { Double($0) / 100 }, 2), flag(assessment.magnetic != nil),
      String(assessment.grade), "\(assessment.disturbance)", "\(reading.source)",
      degrees(reading.mode == .tilted && reading.flags.contains(.roll) ? reading.roll.signedDegrees : nil),
      degrees(reading.mode == .tilted ? reading.pitch.signedDegrees : nil),
      degrees(reading.flags.contains(.dip) ? reading.dip.signedDegrees : nil),
      degrees(motion.flatMap(MotionFormat.rateOfTurn)), "\(assessment.orientation)",
      ReadingFormat.reasonNames(reading).joined(separator: " "), String(reading.sampleNumber),
      flag(reading.flags.contains(.stale)), degrees(reading.temperatureEighths.map { Double($0) / 8 }),
      degrees(movement?.speed.map { Double($0) / 1000 }), movement?.course.map { Digits.circle($0.degrees, 1) } ?? "",
    ]
  }

  /// The sample of a reading in the axes forward, right, down; `nil` without one.
  package static func sample(_ reading: Reading, mounting: AxisRemap, line: Int = 0) -> RecordingRow? {
    // The counts of an unavailable reading may be anything.
    guard reading.mode != .unavailable else { return nil }
    return RecordingRow(
      line: line, time: reading.time, field: MagneticField(nanotesla: mounting.body(reading.field.nanotesla)),
      acceleration: reading.flags.contains(.specificForce) ? reading.specificForce : nil)
  }
}

/// The lines of `--csv`: always the same columns, whatever the device has.
struct TableOutput: ReadingForm {
  /// The mounting: sensor axes to body axes.
  let mounting: AxisRemap
  private let table = CleanTable(hasTime: true, hasForce: true, hasRate: false, others: HeadingTable.names)

  var header: String? { table.header.joined(separator: ",") }

  func line(_ reading: Reading, _ motion: FusionReport?, _ movement: Movement?) -> String {
    let time = Digits.fixed(Double(reading.time.microseconds) / 1e6, 6)
    let sample =
      HeadingTable.sample(reading, mounting: mounting).map { Array(table.cells($0).dropFirst()) }
      ?? Array(repeating: "", count: table.header.count - 1 - HeadingTable.names.count)
    return ([time] + sample + HeadingTable.cells(reading, motion, movement)).joined(separator: ",")
  }
}
