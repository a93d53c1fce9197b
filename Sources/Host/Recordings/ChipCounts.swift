// Raw counts of a known chip in a recording: `qmc5883l@2G` says what they are worth.
import Quantities
import TerminalInterface

/// What the counts of one chip and range are worth.
public struct ChipCounts: Equatable, Sendable {
  /// Nanotesla, micro-g, or 2^−20 rad/s, of one count of X, Y and Z in the chip's own axes.
  public let worth: [Double]

  /// Recognises `chip@range`, and `chip` alone where it has one range; upper and lower case are alike.
  /// - Parameters:
  ///   - text: the option's value; a unit such as `uT` gives `nil`.
  ///   - kind: of the sensor.
  ///   - option: for messages.
  /// - Throws: kind `option`, with the known chips or the chip's ranges.
  public init?(_ text: String, _ kind: SensorKind, option: String) throws(RecordingError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let chips = (1...SensorChip.last.rawValue).map { SensorChip(rawValue: $0) }.filter { $0.kind == kind }
    guard let chip = chips.first(where: { Self.name($0) == parts[0].lowercased() }) else {
      guard parts.count == 2 else { return nil }
      let names = chips.map(Self.name)
      let meant = nearest(to: parts[0].lowercased(), among: names)
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
    // The rule of an AK8963 is for counts that are multiplied by 128 + its adjustment, which is 256 for none.
    let factor = Double(rule.numerator) * (chip == .ak8963 ? 256 : 1)
    worth = [rule.denominatorXY, rule.denominatorXY, rule.denominatorZ].map { factor / Double($0) }
  }

  /// As it is written in an option: the first word, in lower case.
  private static func name(_ chip: SensorChip) -> String {
    String("\(chip.name)".lowercased().prefix { $0 != " " })
  }
}

extension RecordingOptions {
  /// What the number of a column is multiplied by before its unit counts: its sign, and what a chip's count is worth in
  /// nT, mg or rad/s. Columns are numbered as in `--columns`; the chip's Z is the third of each sensor.
  func factor(ofColumn index: Int) -> Double {
    let isField = index < field.count
    let column = (field + acceleration + rate)[index]
    let sign: Double = column.isNegated ? -1 : 1
    if isField { return sign * (fieldCounts?.worth[index] ?? 1) }
    if index < 6 { return sign * (accelerationCounts.map { $0.worth[index - field.count] / 1000 } ?? 1) }
    return sign * (rateCounts.map { $0.worth[index - 6] / 1_048_576 } ?? 1)
  }
}
