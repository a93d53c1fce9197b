// The models for computing a recording: a calibration, and an attitude from another source.
import Correction
import Foundation
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine

extension CommandOption {
  package static let attitude = CommandOption(
    "attitude", "ROLL,PITCH", "of a recording: columns of degrees, right side down and nose up, instead of acceleration"
  )
  package static let calibrationFile = CommandOption(
    "calibration", "FILE",
    "of a recording: the record to apply: of `binnacle calibration export`, or of `binnacle fit --json`")
  package static let reference = CommandOption(
    "reference", "TIME",
    "of a recording without --calibration: learn strength and dip from the first TIME (default 10s)")
}

/// The attitude that the recording itself contains.
package struct RecordedAttitude {
  private let roll: SignedColumn
  private let pitch: SignedColumn

  package init(_ text: String) throws {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty && $0 != "-" }) else {
      throw UsageError(
        "--attitude wants two columns, ROLL,PITCH in degrees; a leading - negates: --attitude roll,-pitch")
    }
    func column(_ name: String) -> SignedColumn {
      name.hasPrefix("-") ? SignedColumn(name: String(name.dropFirst()), isNegated: true) : SignedColumn(name: name)
    }
    (roll, pitch) = (column(names[0]), column(names[1]))
  }

  /// Gives each row the specific force that an instrument at rest would measure in its attitude.
  package func apply(to recording: inout Recording) throws {
    for i in recording.rows.indices {
      let r = try angle(recording, i, roll) * .pi / 180
      let p = try angle(recording, i, pitch) * .pi / 180
      func microG(_ value: Double) -> Int32 { Int32((value * 1e6).rounded()) }
      recording.rows[i].acceleration = Acceleration(
        microG: Vector3(x: microG(sin(p)), y: microG(-sin(r) * cos(p)), z: microG(-cos(r) * cos(p))))
    }
  }

  private func angle(_ recording: Recording, _ index: Int, _ column: SignedColumn) throws -> Double {
    let row = recording.rows[index]
    guard let cell = row.input.first(where: { $0.name == column.name }) else {
      throw CommandError(
        .badFile,
        "\(recording.name) has no column “\(column.name)” that --attitude could take.\n"
          + Self.left(row.input.map(\.name)))
    }
    guard row.input.last(where: { $0.name == column.name }) == cell else {
      throw CommandError(
        .badFile,
        "\(recording.name) has two columns “\(column.name)” of different values that --attitude could take.\n"
          + "Give every column a name of its own.")
    }
    guard let degrees = cell.number, abs(degrees) <= 360 else {
      throw CommandError(
        .badFile,
        "\(recording.name), line \(row.line), column \(column.name): “\(cell.text)” is not an angle in degrees.\n"
          + "Correct the cell or remove the row.")
    }
    return column.isNegated ? -degrees : degrees
  }

  private static func left(_ names: [String]) -> String {
    names.isEmpty
      ? "None is left: --columns and --time take all that the file has."
      : "The columns left are: \(names.joined(separator: ", "))."
  }
}

enum RecordingModel {
  /// Why the beginning of a recording cannot be used as a reference.
  enum Lack: Error, Equatable {
    case rows(Int)
    /// The mean strength, nanotesla; no compass can use it.
    case strength(Double)

    /// What was found and what is needed; it continues the text "the first 10 s".
    var text: String {
      switch self {
      case .rows(let count): "they hold \(Digits.count(count, "row")), and 8 are needed"
      case .strength(let nanotesla): "they read \(Digits.fixed(nanotesla / 1e3, 1)) µT, and 8 to 131 are needed"
      }
    }

    /// What the user should give instead.
    var advice: String {
      switch self {
      case .rows: "Give a --calibration, or a longer --reference where there are more rows."
      case .strength: "Give another --unit, or a --calibration."
      }
    }
  }

  /// An identity record with the strength, dip and residual of the first `seconds`.
  static func learned(_ recording: Recording, seconds: Double) throws(Lack) -> CalibrationRecord {
    let first = recording.rows[0].time?.microseconds ?? 0
    var strengths: [Double] = []
    var dips: [Double] = []
    for (index, row) in recording.rows.enumerated() {
      let time = row.time.map { $0.microseconds - first } ?? UInt64(index) * RecordingStream.spacing
      if Double(time) > seconds * 1e6 { break }
      let m = SIMD3(row.field.nanotesla)
      let strength = (m * m).sum().squareRoot()
      strengths.append(strength)
      if let force = row.acceleration.map({ SIMD3($0.microG) }) {
        let down = (force * force).sum().squareRoot()
        let sine = -(m * force).sum() / (strength * down)
        if sine.isFinite { dips.append(asin(min(1, max(-1, sine)))) }
      }
    }
    guard strengths.count >= 8 else { throw .rows(strengths.count) }
    let mean = strengths.reduce(0, +) / Double(strengths.count)
    guard (8192.0..<131_072).contains(mean) else { throw .strength(mean) }
    let deviation = (strengths.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(strengths.count)).squareRoot()
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.fieldStrength = UInt32(mean.rounded())
    record.residual = UInt16(min(65_534, deviation.rounded()))
    if !dips.isEmpty {
      let dip = dips.reduce(0, +) / Double(dips.count)
      record.dip = BinaryAngle(rawValue: UInt32(truncatingIfNeeded: Int64(dip / (2 * .pi) * 4_294_967_296)))
    }
    return record
  }
}
