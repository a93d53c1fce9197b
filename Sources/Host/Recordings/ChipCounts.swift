// Raw counts of a known chip in a recording: `qmc5883l@2G` determines their unit.
import Quantities
import TerminalInterface

/// A sample in a chip's counts, for the conversion rule of the device.
package struct ChipSample: Equatable, Sendable {
  package var scale: FieldScale
  package var counts: Vector3
}

/// The value of the counts of one chip and range.
package struct ChipCounts: Equatable, Sendable {
  /// The value of one count of X, Y and Z in the chip's own axes, in nanotesla, micro-g, or 2^−20 rad/s.
  package let worth: [Double]
  /// The value of the option, as the user wrote it.
  package let text: String
  private let scale: UInt8
  private let rule: ScaleRule
  /// The factor for the counts before the rule is applied.
  private let multiple: Int32

  /// Recognises `chip@range`, and `chip` alone if it has only one range. Upper and lower case are equal.
  /// - Parameters:
  ///   - text: the option's value. A unit such as `uT`, and a text that resembles no chip, give `nil`.
  ///   - kind: the kind of sensor.
  ///   - option: for messages.
  /// - Throws: kind `option`, with the known chips or the chip's ranges.
  package init?(_ text: String, _ kind: SensorKind, option: String) throws(RecordingError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let chips = (1...SensorChip.last.rawValue).map { SensorChip(rawValue: $0) }.filter { $0.kind == kind }
    guard let chip = chips.first(where: { Self.name($0) == Self.chipName(parts[0].lowercased(), kind) }) else {
      let names = chips.map(Self.name)
      let meant = nearest(to: parts[0].lowercased(), among: names)
      // `hmc588` was probably meant as a chip. A shorter text may be a misspelt unit.
      guard parts.count == 2 || (parts[0].count >= 5 && meant != nil) else { return nil }
      throw RecordingError(
        kind: .option, place: "\(option) \(text)", message: "“\(parts[0])” is no known chip of this kind",
        advice: meant.map { "Did you mean \($0)?" } ?? "Use one of: \(names.joined(separator: ", ")).")
    }
    let ranges = "\(chip.ranges)".split(separator: " ").map(String.init)
    let unit = kind == .magnetometer ? "G" : kind == .accelerometer ? "g" : "dps"
    var asked = parts.count == 2 ? parts[1] : ranges.count == 1 ? ranges[0] : ""
    if asked.lowercased().hasSuffix(unit.lowercased()) { asked.removeLast(unit.count) }
    guard let index = ranges.firstIndex(of: asked) else {
      let known = ranges.map { "\(Self.name(chip))@\($0)\(unit)" }.joined(separator: ", ")
      throw RecordingError(
        kind: .option, place: "\(option) \(text)", message: "which range of the \(chip.name)?",
        advice: "Use \(ranges.count == 1 ? "" : "one of: ")\(known).")
    }
    let code = chip.firstScale + UInt8(index)
    let rule =
      switch kind {
      case .magnetometer: FieldScale(rawValue: code).rule
      case .accelerometer: ForceScale(rawValue: code).rule
      default: RateScale(rawValue: code).rule
      }
    guard let rule else { return nil }
    // The rule for an AK8963 expects counts that are multiplied by 128 + its adjustment, which is 256 without
    // adjustment.
    multiple = chip == .ak8963 ? 256 : 1
    (self.text, self.rule, scale) = (text, rule, code)
    let factor = Double(rule.numerator) * Double(multiple)
    worth = [rule.denominatorXY, rule.denominatorXY, rule.denominatorZ].map { factor / Double($0) }
  }

  /// The counts for the rule; `nil` if they are not integers that fit its registers.
  private func whole(_ counts: SIMD3<Double>) -> Vector3? {
    let values = counts * Double(multiple)
    let limit = Double(rule.largestRegister)
    for axis in 0..<3 {
      guard values[axis] == values[axis].rounded(), abs(values[axis]) <= limit + 1 else { return nil }
    }
    // The smallest count of a negated column is one more than the largest.
    return Vector3(x: Int32(min(limit, values.x)), y: Int32(min(limit, values.y)), z: Int32(min(limit, values.z)))
  }

  /// Whether an axis of the magnetometer is at the end of its range, or has the value that the chip gives on an
  /// overflow.
  package func isBeyondRange(_ counts: SIMD3<Double>) -> Bool { whole(counts).map(rule.isBeyondRange) ?? false }

  /// The counts as a sample; `nil` if they are not integers that the chip can give.
  func sample(_ counts: SIMD3<Double>) -> ChipSample? {
    whole(counts).map { ChipSample(scale: FieldScale(rawValue: scale), counts: $0) }
  }

  /// Every chip of a kind with its ranges, as in options.
  package static func names(_ kind: SensorKind) -> [String] {
    let unit = kind == .magnetometer ? "G" : kind == .accelerometer ? "g" : "dps"
    return (1...SensorChip.last.rawValue).map { SensorChip(rawValue: $0) }.filter { $0.kind == kind }.map { chip in
      let ranges = "\(chip.ranges)".split(separator: " ")
      return ranges.count == 1 ? name(chip) : "\(name(chip))@\(ranges.joined(separator: "|"))\(unit)"
    }
  }

  /// Other names of the same chips: those that a board's maker prints, or of a module with the chip.
  private static func chipName(_ name: String, _ kind: SensorKind) -> String {
    switch (name, kind) {
    case ("lsm303agr", .magnetometer), ("iis2mdc", .magnetometer): "lis2mdl"
    case ("lsm303agr", .accelerometer), ("lis2dh12", .accelerometer): "lis3dh"
    case ("mpu9250", .magnetometer): "ak8963"
    case ("icm20948", .magnetometer): "ak09916"
    default: name
    }
  }

  /// The chip's name in an option: the first word, in lower case.
  private static func name(_ chip: SensorChip) -> String {
    String("\(chip.name)".lowercased().prefix { $0 != " " })
  }
}

extension RecordingOptions {
  /// The factor for a column before its unit is applied: its sign times the value of a chip's count in nT, mg or rad/s.
  /// Columns are numbered as in `--columns`; the chip's Z is the third column of each sensor.
  func factor(ofColumn index: Int) -> Double {
    let isField = index < field.count
    let column = (field + acceleration + rate)[index]
    let sign: Double = column.isNegated ? -1 : 1
    if isField { return sign * (fieldCounts?.worth[index] ?? 1) }
    let forces = field.count + acceleration.count
    if index < forces { return sign * (accelerationCounts.map { $0.worth[index - field.count] / 1000 } ?? 1) }
    return sign * (rateCounts.map { $0.worth[index - forces] / 1_048_576 } ?? 1)
  }
}
