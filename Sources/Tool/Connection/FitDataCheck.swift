// Errors in a recording's numbers that no fit can detect: remarks before the verdict, one line each.

import Calibration
import FitComparison
import Foundation
import Recordings
import TerminalInterface

/// Checks whether samples can give a calibration, before they are fitted.
package enum FitDataCheck {
  /// The most samples for the integer fit's sums (docs/notebook/calibration.md, section 3).
  package static let mostRows = Int(CalibrationFit.mostSamples)
  /// Three of four rows lie within a certain distance from the middle. It should be at least this many steps of the
  /// integer scale; with fewer steps, rounding is about 1 % of it or more.
  private static let fewestSteps = 64.0
  /// With this many rows between the middle and the furthest one, the rows are a motion and not outliers. A small fit
  /// needs as many.
  private static let fewestMoving = 24

  /// Takes every n-th row of a recording that is too long for the integer fit, and describes what was done.
  package static func thinned(_ vectors: MeasuredVectors) -> (vectors: MeasuredVectors, remark: String?) {
    let count = vectors.field.count
    guard count > mostRows else { return (vectors, nil) }
    let step = (count + mostRows - 1) / mostRows
    var thin = MeasuredVectors(name: vectors.name, field: [])
    for index in stride(from: 0, to: count, by: step) {
      thin.field.append(vectors.field[index])
      if !vectors.acceleration.isEmpty { thin.acceleration.append(vectors.acceleration[index]) }
      if !vectors.times.isEmpty { thin.times.append(vectors.times[index]) }
      if !vectors.lines.isEmpty { thin.lines.append(vectors.lines[index]) }
      if vectors.beyondRange.contains(index) { thin.beyondRange.insert(thin.field.count - 1) }
    }
    let text =
      "binnacle: \(Digits.grouped(count)) rows, of which a fit takes \(Digits.grouped(mostRows)) at most: "
      + "one row in \(step) is fitted"
    return (thin, text)
  }

  /// Remarks on the columns of the field, as they are in the file.
  package static func field(_ vectors: MeasuredVectors, _ options: RecordingOptions) -> [String] {
    guard vectors.field.count >= 8 else { return [] }
    let columns = options.field.indices.map { axis in
      let sign = options.field[axis].isNegated ? -1.0 : 1.0
      return Column(name: options.field[axis].name, values: vectors.field.map { sign * $0[axis] })
    }
    if columns.allSatisfy(\.isConstant) { return ["binnacle: every row is the same: did the sensor run?"] }
    var remarks = columns.compactMap(stuck)
    for (a, b) in [(0, 1), (0, 2), (1, 2)] where b < columns.count {
      remarks += [alike(columns[a], columns[b])].compactMap { $0 }
    }
    remarks += SensorRangeLimit.all(of: vectors.field).map { ended($0, options, of: vectors.field.count) }
    if options.fieldUnit == .counts { remarks += [unsigned(columns)].compactMap { $0 } }
    return remarks + [coarse(vectors)].compactMap { $0 }
  }

  /// Whether the sensor was hardly turned: nearly all rows are one direction.
  package static func isStill(_ vectors: MeasuredVectors) -> Bool {
    guard vectors.field.count >= 8 else { return false }
    let length = UnitCheck.median(vectors.field.map(UnitCheck.length)) ?? 0
    let spread = (0..<3).map { axis in
      let values = vectors.field.map { $0[axis] }.sorted()
      return values[values.count - 1 - values.count / 50] - values[values.count / 50]
    }
    let widest = spread.max() ?? 0
    return widest > 0 && widest < 0.03 * length
  }

  /// The remark on samples of a sensor that was not turned.
  package static let still =
    "binnacle: the sensor lay still: its rows are one direction. Record while you turn it every way"

  /// The scatter of the dip over the rows above which the grade is at most fair, or at most poor, degrees.
  private static let doubtfulSpread = 5.0
  private static let wrongSpread = 10.0

  /// Two sensors on one board differ by a few degrees at most. Above this angle they were mounted in different
  /// directions.
  private static let mountedAngle = 10.0
  /// A rotation with a larger standard deviation counts as unknown, degrees.
  private static let unknownDeviation = 3.0

  /// The highest grade of an accepted fit: if the dip scatters, the tilt or the calibration is wrong; if a large rotation
  /// makes the field point up, an axis may be mirrored instead.
  package static func highestGrade(_ found: RecordingAlignment?) -> Int {
    guard let found else { return 3 }
    let isLarge = found.angleDegrees > mountedAngle
    if isLarge, found.dipDegrees < -steepEnough || found.deviationDegrees > unknownDeviation { return 1 }
    return found.spreadDegrees > wrongSpread ? 1 : found.spreadDegrees > doubtfulSpread ? 2 : 3
  }

  /// Doubts about the order and the signs of the columns, for an accepted fit.
  ///
  /// At rest the dip is the same in every attitude of the instrument. A constant dip can have either sign. The correct
  /// one depends on the side of the magnetic equator.
  /// - Parameter first: the first row's acceleration, as the columns give it.
  package static func axes(
    _ axes: AxisFindings?, _ found: RecordingAlignment?, _ options: RecordingOptions, first: SIMD3<Double>? = nil
  ) -> String? {
    let spread = found?.spreadDegrees ?? 0
    guard let axes, options.acceleration.count == 3 else { return nil }
    func columns(_ field: [SignedColumn], _ acceleration: [SignedColumn]) -> String {
      AxesThatFit.option("--columns=", field + acceleration)
    }
    let (field, acceleration) = (options.field, options.acceleration)
    func degrees(_ value: Double) -> String { Digits.fixed(value, abs(value) < 9.95 ? 1 : 0) + "°" }
    let isLarge = found.map { $0.angleDegrees > mountedAngle && $0.spreadDegrees < doubtfulSpread } ?? false
    if axes.isBetter {
      let dips = "the dip scatters by \(degrees(axes.given.spreadDegrees)) from row to row"
      let remark =
        "binnacle: \(dips), and by \(degrees(axes.best.spreadDegrees)) with the axes in another order or sign:\n"
        + AxesThatFit(axes.best.arrangement).text(columns: (field, acceleration), option: "--columns=")
      guard let found, isLarge else { return remark }
      return remark + ".\n" + turned(found)
    }
    if let found, isLarge { return "binnacle: " + turned(found) }
    if max(spread, axes.given.spreadDegrees) > wrongSpread, spread > doubtfulSpread {
      return "binnacle: the dip scatters by \(degrees(spread)) from row to row, with any order and signs of the "
        + "axes: were the rows measured at rest, and is each row of one moment?"
    }
    guard axes.given.dipDegrees < -steepEnough, axes.given.spreadDegrees < wrongSpread else { return nil }
    // If one of the two sensors is reversed, it cannot be seen which: field, gravity and a gyroscope fit both cases.
    func reversed(_ columns: [SignedColumn]) -> [SignedColumn] {
      columns.map { SignedColumn(name: $0.name, isNegated: !$0.isNegated) }
    }
    let down = acceleration[2].text
    var text =
      "binnacle: the field points up (dip \(degrees(axes.given.dipDegrees))), as it does south of the magnetic equator. "
      + "North of it one of the two sensors has the wrong sign. Lay the instrument flat and look at \(down):\n"
      + "\(columns(reversed(field), acceleration)) if it reads -1 g, for then the field is reversed,\n"
      + "\(columns(field, reversed(acceleration))) if it reads +1 g, for then the acceleration is.\n"
      + "Then turn right: the heading must grow"
    if let first, abs(first.z) > 0.8 * UnitCheck.length(first) {
      text += ". In the first row \(down) is \(first.z < 0 ? "negative" : "positive"): if it lay upright there, "
      text += "the \(first.z < 0 ? "field" : "acceleration") is reversed"
    }
    return text
  }

  /// What a large rotation between the sensors means.
  private static func turned(_ found: RecordingAlignment) -> String {
    let angle = Digits.fixed(found.angleDegrees, 1)
    if found.deviationDegrees > unknownDeviation {
      let deviation = Digits.fixed(found.deviationDegrees, 1)
      return "the magnetometer is turned by some \(angle)° against the accelerometer, ±\(deviation)°: tilt it further, "
        + "which shows the rotation about every axis"
    }
    let corrected = "the result turns the field by \(angle)° into the accelerometer's axes, and headings are of these"
    guard found.dipDegrees < -steepEnough else { return corrected }
    let dip = Digits.fixed(found.dipDegrees, 0)
    return corrected + ".\nThe field then points up (dip \(dip)°), as it does south of the magnetic equator. North of "
      + "it one axis of a sensor, or all three, are reversed"
  }

  /// The smallest dip with a clear sign, degrees.
  private static let steepEnough = 10.0

  /// Whether another unit would be plausible, judged by the rows themselves and by their distances from the centre that
  /// was found. Each alone can be wrong, because of iron beside the sensor or because of a wrong centre.
  package static func strength(
    _ finding: FitFinding, _ field: [SIMD3<Double>], _ options: RecordingOptions
  ) -> String? {
    func check(_ magnitudes: [Double]) -> String? {
      UnitCheck.field(magnitudes, options.fieldUnit, written: options.writtenPerUnit)
    }
    let plain = check(field.map(UnitCheck.length))
    guard finding.model != .none else { return plain }
    let centred = check(field.map { UnitCheck.length($0 - finding.centre) })
    return finding.reasons.contains(.fieldStrength) || plain != nil ? centred : nil
  }

  /// The number of directions from which on an ellipsoid's prediction was correct (docs/notebook/calibration.md,
  /// section 8).
  private static let fewestDirections = 14

  /// - Parameter finding: an accepted finding. With few directions the scatter of the ellipsoid cannot be seen.
  package static func directions(_ finding: FitFinding) -> String? {
    guard finding.model == .ellipsoid, finding.cellsSeen < fewestDirections else { return nil }
    return "binnacle: \(finding.cellsSeen) directions are too few to judge an ellipsoid, which has nine "
      + "unknowns: record \(fewestDirections) and more"
  }

  private struct Column {
    let name: String
    let values: [Double]
    let isConstant: Bool

    init(name: String, values: [Double]) {
      (self.name, self.values) = (name, values)
      isConstant = values.allSatisfy { $0 == values[0] }
    }
  }

  private static func stuck(_ column: Column) -> String? {
    guard column.isConstant else { return nil }
    return "binnacle: \(column.name) reads \(text(column.values[0])) in every row: does that axis work, "
      + "and --columns right?"
  }

  private static func alike(_ a: Column, _ b: Column) -> String? {
    guard !a.isConstant else { return nil }
    let pairs = zip(a.values, b.values)
    let isSame = pairs.allSatisfy { $0 == $1 }
    guard isSame || pairs.allSatisfy({ $0 == -$1 }) else { return nil }
    return "binnacle: \(b.name) is \(isSame ? "the same as" : "the negative of") \(a.name) in every row: "
      + "check the recording and --columns"
  }

  private static func ended(_ end: SensorRangeLimit, _ options: RecordingOptions, of count: Int) -> String {
    let value = options.field[end.axis].isNegated ? -end.value : end.value
    return "binnacle: \(options.field[end.axis].name) reads exactly \(text(value)), its last value, in "
      + "\(Digits.grouped(end.rows.count)) of \(Digits.grouped(count)) rows: the end of the sensor's range, or what it "
      + "reads on an error?"
  }

  /// Two's complement read without its sign gives values in the lowest and the highest quarter of 16 bits, and none
  /// between.
  private static func unsigned(_ columns: [Column]) -> String? {
    let isUnsigned = columns.contains { column in
      column.values.allSatisfy { $0 >= 0 && $0 < 0x1p16 } && column.values.contains { $0 >= 0x1p15 }
        && column.values.contains { $0 < 0x1p14 } && !column.values.contains { (0x1p14..<0xCp12).contains($0) }
    }
    guard isUnsigned else { return nil }
    return "binnacle: counts lie below 16,384 and above 49,152 and none between: signed numbers read without their "
      + "sign? Take 65,536 from those above 32,767"
  }

  /// The largest number sets the scale; checks how many steps remain for the other numbers.
  private static func coarse(_ vectors: MeasuredVectors) -> String? {
    guard let scale = FitScale(vectors.field) else { return nil }
    // Squares of large values may exceed the range of a Double, so `UnitCheck.length` computes the lengths.
    let middle = SIMD3((0..<3).map { axis in UnitCheck.median(vectors.field.map { $0[axis] }) ?? 0 })
    let distances = vectors.field.map { UnitCheck.length($0 - middle) }
    let reach = distances.sorted()[3 * distances.count / 4]
    let steps = reach * scale.factor
    guard reach > 0, steps < fewestSteps else { return nil }
    let furthest = distances.max() ?? 0
    // If the instrument rested long and was then turned, the rows between are the motion, and they have enough steps.
    let moving = distances.count { $0 > 4 * reach && $0 <= furthest / 2 }
    guard moving < fewestMoving else { return nil }
    if let wild = distances.firstIndex(of: furthest), distances[wild] > 100 * reach {
      let place = vectors.lines.isEmpty ? "row \(wild + 1)" : "line \(vectors.lines[wild])"
      return "binnacle: \(place) is far from all others and sets the scale of the whole numbers, which leaves "
        + "\(Digits.significant(steps, 2)) steps to three of four rows: if it is not a measurement, remove it"
    }
    return "binnacle: three of four rows are within \(text(reach)) of numbers as large as "
      + "\(text(UnitCheck.length(middle))): \(Digits.significant(steps, 2)) steps of the integer fit's scale, too few"
  }

  private static func text(_ value: Double) -> String { Digits.significant(value, 6) }
}
