// The numbers of `binnacle compare`.
import Correction
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine

/// What differs between two files.
struct FileComparison {
  /// The values of both at the time of a reading of A, seconds since A's first.
  struct Pair {
    var seconds: Double
    /// Of A, 0 to 360 degrees.
    var heading: Double
    /// B − A, −180 to 180 degrees.
    var difference: Double
    /// The accuracy of the difference, if both state theirs: the root of the sum of the squares.
    var accuracy: Double?
    var strengths: (a: Double, b: Double)?
    var dips: (a: Double, b: Double)?
  }

  /// How the time axes were laid over each other.
  enum Alignment: String {
    case clock, starts
  }

  let a: ComparedFile
  let b: ComparedFile
  let alignment: Alignment
  /// What was added to B's times, seconds.
  let shift: Double
  let pairs: [Pair]
  /// The readings of B that have a heading.
  private let others: [ReportPoint]
  /// A value of --shift that fits much better, and the deviation that it leaves, degrees.
  private(set) var better: (shift: Double, deviation: Double)?

  private static let longestStep = 2.0

  init(_ a: ComparedFile, _ b: ComparedFile, shift given: Double?) throws {
    (self.a, self.b) = (a, b)
    guard !(a.points.isEmpty && b.points.isEmpty) || (a.calibration != nil && b.calibration != nil) else {
      throw CommandError(.badFile, "\(a.name) and \(b.name) have nothing in common to compare.")
    }
    var offset = 0.0
    if let first = a.began, let second = b.began, Self.overlap(a, b, second - first) {
      (alignment, offset) = (.clock, second - first)
    } else {
      alignment = .starts
    }
    shift = offset + (given ?? 0)
    others = b.points.filter { $0.heading != nil }
    pairs = Self.pairs(a.points, others, shift: shift)
    if a.calibration == nil || b.calibration == nil, pairs.isEmpty {
      throw CommandError(
        .badFile, "\(a.name) and \(b.name) have no headings at the same time.\nMove B with --shift SECONDS.")
    }
    better = betterShift()
  }

  private static func overlap(_ a: ComparedFile, _ b: ComparedFile, _ offset: Double) -> Bool {
    offset < a.points.last?.seconds ?? 0 && -offset < b.points.last?.seconds ?? 0
  }

  // MARK: - Pairs

  /// The readings of A that have a valid heading, with B's values at the same time.
  private static func pairs(_ a: [ReportPoint], _ others: [ReportPoint], shift: Double) -> [Pair] {
    guard others.count > 1 else { return [] }
    var pairs: [Pair] = []
    for point in a {
      guard let heading = point.heading else { continue }
      let time = point.seconds - shift
      let index = lastIndex(of: others, upTo: time)
      let (before, after) = (others[index], others[index + 1])
      guard before.seconds <= time, time <= after.seconds, after.seconds - before.seconds <= longestStep else {
        continue
      }
      let share = after.seconds > before.seconds ? (time - before.seconds) / (after.seconds - before.seconds) : 0
      func between(_ key: KeyPath<ReportPoint, Double?>) -> Double? {
        guard let low = before[keyPath: key], let high = after[keyPath: key] else { return nil }
        return low + share * (high - low)
      }
      let other = before.heading! + share * ReportSeries.turn(after.heading! - before.heading!)
      let accuracy = point.accuracy.flatMap { own in
        between(\.accuracy).map { (own * own + $0 * $0).squareRoot() }
      }
      func both(_ key: KeyPath<ReportPoint, Double?>) -> (Double, Double)? {
        point[keyPath: key].flatMap { own in between(key).map { (own, $0) } }
      }
      pairs.append(
        Pair(
          seconds: point.seconds, heading: heading, difference: ReportSeries.turn(other - heading), accuracy: accuracy,
          strengths: both(\.strength), dips: both(\.dip)))
    }
    return pairs
  }

  /// The last of the points up to `time` that has one behind it; the first if all are later.
  private static func lastIndex(of points: [ReportPoint], upTo time: Double) -> Int {
    var (low, high) = (0, points.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if points[middle].seconds <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  // MARK: - Headings

  /// Mean difference, and the deviations from it, degrees.
  struct Spread {
    var mean = 0.0
    var deviation = 0.0
    /// The limit of 95 % of the differences themselves.
    var limit95 = 0.0
    var largest = (seconds: 0.0, difference: 0.0)

    init?(_ pairs: [Pair]) {
      guard let first = pairs.first else { return nil }
      // About the first difference, so that differences near 180° have a mean.
      mean = pairs.reduce(0) { $0 + ReportSeries.turn($1.difference - first.difference) } / Double(pairs.count)
      mean = ReportSeries.turn(mean + first.difference)
      let squares = pairs.reduce(0) { $0 + pow(ReportSeries.turn($1.difference - mean), 2) }
      deviation = (squares / Double(pairs.count)).squareRoot()
      let sizes = pairs.map { abs($0.difference) }.sorted()
      limit95 = sizes[Int((Double(sizes.count - 1) * 0.95).rounded())]
      let worst = pairs.max { abs($0.difference) < abs($1.difference) }!
      largest = (worst.seconds, worst.difference)
    }
  }

  var spread: Spread? { Spread(pairs) }

  /// The share of the differences that both accuracies explain; `nil` if they are not stated.
  var explained: Double? {
    let judged = pairs.compactMap { pair in pair.accuracy.map { abs(pair.difference) <= $0 } }
    return judged.isEmpty ? nil : Double(judged.filter { $0 }.count) / Double(judged.count)
  }

  /// Looks for a shift within 30 s that leaves less than half of the deviation.
  private func betterShift() -> (Double, Double)? {
    guard let spread, spread.deviation > 1, pairs.count > 20 else { return nil }
    let step = max(1, a.points.count / 500)
    let few = stride(from: 0, to: a.points.count, by: step).map { a.points[$0] }
    let wanted = Self.pairs(few, others, shift: shift).count / 2
    var best: (shift: Double, deviation: Double)?
    for tenths in -300...300 {
      let tried = Self.pairs(few, others, shift: shift + Double(tenths) / 10)
      guard tried.count >= wanted, let found = Spread(tried), found.deviation < best?.deviation ?? .infinity else {
        continue
      }
      best = (shift + Double(tenths) / 10, found.deviation)
    }
    guard let best, best.deviation < spread.deviation / 2 else { return nil }
    // As the option is given: beside what the clocks say.
    return (best.shift - (alignment == .clock ? (b.began ?? 0) - (a.began ?? 0) : 0), best.deviation)
  }

  // MARK: - Fields and calibrations

  private func means(_ key: (Pair) -> (a: Double, b: Double)?) -> (a: Double, b: Double)? {
    let both = pairs.compactMap(key)
    guard !both.isEmpty else { return nil }
    let count = Double(both.count)
    return (both.reduce(0) { $0 + $1.a } / count, both.reduce(0) { $0 + $1.b } / count)
  }

  /// How two calibrations differ.
  struct CalibrationChange {
    /// B − A, nanotesla, sensor axes.
    let hardIron: SIMD3<Double>
    /// The largest difference of two entries of the soft iron.
    let softIron: Double
    /// Differences of the headings of a level instrument, degrees: RMS and largest.
    let typical: Double
    let worst: Double

    init?(_ a: CalibrationRecord, _ b: CalibrationRecord) {
      let (one, other) = (Self.rows(a), Self.rows(b))
      let shift = Self.vector(b.hardIron) - Self.vector(a.hardIron)
      hardIron = shift / 256
      softIron = zip(one, other).map { ($0 - $1) }.flatMap { [abs($0.x), abs($0.y), abs($0.z)] }.max() ?? 0
      // The field that A corrects to the Earth's, as B corrects it. 60° is a dip of middle latitudes.
      let columns = [Self.cross(one[1], one[2]), Self.cross(one[2], one[0]), Self.cross(one[0], one[1])]
      let determinant = (one[0] * columns[0]).sum()
      guard determinant > 0 else { return nil }
      let strength = Double(a.fieldStrength == 0 ? 50_000 : a.fieldStrength)
      let dip = (a.dip?.signedDegrees ?? 60) * .pi / 180
      let differences = (0..<360).map { step in
        let heading = Double(step) * .pi / 180
        let field = strength * SIMD3(cos(dip) * cos(heading), -cos(dip) * sin(heading), sin(dip))
        let measured = (columns[0] * field.x + columns[1] * field.y + columns[2] * field.z) / determinant - shift / 256
        let seen = other.map { ($0 * measured).sum() }
        return ReportSeries.turn(atan2(-seen[1], seen[0]) * 180 / .pi - Double(step))
      }
      typical = (differences.reduce(0) { $0 + $1 * $1 } / 360).squareRoot()
      worst = differences.map(abs).max() ?? 0
    }

    private static func vector(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) }
    private static func rows(_ record: CalibrationRecord) -> [SIMD3<Double>] {
      [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2].map { vector($0) / 0x1p24 }
    }
    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
  }

  var calibrations: CalibrationChange? {
    a.calibration.flatMap { one in b.calibration.flatMap { CalibrationChange(one, $0) } }
  }

  // MARK: - Output

  /// Aligned lines for people.
  var lines: [String] {
    func degrees(_ value: Double, _ decimals: Int = 2) -> String { Digits.fixed(value, decimals) + "°" }
    func signed(_ value: Double, _ decimals: Int = 2) -> String { (value > 0 ? "+" : "") + degrees(value, decimals) }
    var rows: [(String, String)] = [("A", a.name), ("B", b.name)]
    if let spread {
      let span = pairs[pairs.count - 1].seconds - pairs[0].seconds
      let axis = alignment == .clock ? "by the clock" : "both from their start"
      let moved = shift == 0 || alignment == .clock ? "" : ", B \(Digits.fixed(shift, 1)) s later"
      rows.append(
        ("compared", "\(Digits.count(pairs.count, "reading")) in \(Digits.fixed(span, 1)) s, \(axis)\(moved)"))
      rows.append(
        (
          "heading B − A",
          "mean \(signed(spread.mean)), deviation \(degrees(spread.deviation)), 95 % within \(degrees(spread.limit95))"
        ))
      rows.append(
        ("largest", "\(signed(spread.largest.difference)) at \(Digits.fixed(spread.largest.seconds, 1)) s"))
      if let explained {
        rows.append(("explained", "\(Digits.fixed(explained * 100, 1)) % are within the accuracies that both state"))
      }
    }
    if let strengths = means(\.strengths) {
      rows.append(
        (
          "field",
          "A \(Digits.fixed(strengths.a / 1000, 2)) uT, B \(Digits.fixed(strengths.b / 1000, 2)) uT: "
            + "\(strengths.b > strengths.a ? "+" : "")\(Digits.fixed((strengths.b / strengths.a - 1) * 100, 1)) %"
        ))
    }
    if let dips = means(\.dips) {
      rows.append(("dip", "A \(degrees(dips.a, 1)), B \(degrees(dips.b, 1)): \(signed(dips.b - dips.a, 1))"))
    }
    if let change = calibrations {
      let h = change.hardIron / 1000
      rows.append(
        ("hard iron", "moved by \([h.x, h.y, h.z].map { Digits.fixed($0, 2) }.joined(separator: ", ")) uT"))
      rows.append(("soft iron", "entries differ by up to \(Digits.fixed(change.softIron, 4))"))
      rows.append(("calibrations", "turn headings by \(degrees(change.typical)) RMS, at most \(degrees(change.worst))"))
    }
    var lines = HelpText.rows(rows)
    if let better {
      lines += [
        "",
        "With --shift \(Digits.fixed(better.shift, 1)) the deviation would be \(degrees(better.deviation)).",
      ]
    }
    return lines
  }

  /// One object for programs.
  var json: JSONObject {
    func number(_ value: Double, _ decimals: Int = 3) -> JSONValue { .fixed(value, decimals: decimals) }
    func both(_ values: (a: Double, b: Double)?) -> JSONValue {
      .optional(values) { .object(["a": number($0.a, 2), "b": number($0.b, 2), "difference": number($0.b - $0.a, 2)]) }
    }
    return [
      "what": "compare", "a": .string(a.name), "b": .string(b.name), "alignment": .string(alignment.rawValue),
      "shiftSeconds": number(shift), "readings": .integer(pairs.count),
      "headingDegrees": .optional(spread) {
        .object([
          "mean": number($0.mean), "deviation": number($0.deviation), "limit95": number($0.limit95),
          "largest": number($0.largest.difference), "largestAtSeconds": number($0.largest.seconds),
        ])
      },
      "withinAccuracies": .optional(explained) { number($0, 4) },
      "strengthNanotesla": both(means(\.strengths)), "dipDegrees": both(means(\.dips)),
      "calibration": .optional(calibrations) {
        .object([
          "hardIronNanotesla": .array([number($0.hardIron.x, 1), number($0.hardIron.y, 1), number($0.hardIron.z, 1)]),
          "softIron": number($0.softIron, 6),
          "headingChangeDegrees": .object(["typical": number($0.typical), "worst": number($0.worst)]),
        ])
      },
      "betterShiftSeconds": .optional(better) { number($0.shift, 1) },
    ]
  }
}
