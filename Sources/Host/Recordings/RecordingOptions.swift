// Which columns of a recording to read, and in which units.

import Quantities
import RecordingText

/// The unit of the field columns.
package enum FieldUnit: String, CaseIterable, Sendable {
  case microtesla = "uT"
  case nanotesla = "nT"
  case millitesla = "mT"
  case tesla = "T"
  case milligauss = "mG"
  case gauss = "G"
  case amperesPerMetre = "A/m"
  /// One count is read as one nanotesla: directions are right, strengths are not.
  case counts = "counts"
  /// Numbers near 1: directions are right, strengths are not.
  case arbitrary = "arbitrary"

  /// Whether the unit has a size, so that a strength can be computed.
  package var hasStrength: Bool { self != .counts && self != .arbitrary }

  /// One unit in nanotesla. 1 gauss is 10^−4 tesla (BIPM SI Brochure, 8th edition, table 9).
  package var nanotesla: Double {
    switch self {
    case .microtesla: 1_000
    case .nanotesla, .counts, .arbitrary: 1
    case .millitesla: 1_000_000
    case .tesla: 1_000_000_000
    case .milligauss: 100
    case .gauss: 100_000
    case .amperesPerMetre: TextUnit.nanoteslaOfAmperesPerMetre
    }
  }
}

/// The unit of the acceleration columns.
package enum AccelerationUnit: String, CaseIterable, Sendable {
  case standardGravity = "g"
  case milliG = "mg"
  case metresPerSecondSquared = "m/s2"
  /// One count is read as one milli-g: directions are right, strengths are not.
  case counts = "counts"

  /// `value` in micro-g. Standard gravity is 9.80665 m/s² (3rd CGPM, 1901; BIPM SI Brochure, 9th edition, p. 159).
  package func microG(_ value: Double) -> Double {
    switch self {
    case .standardGravity: value * 1_000_000
    case .milliG, .counts: value * 1_000
    case .metresPerSecondSquared: value / 9.80665 * 1_000_000
    }
  }
}

/// The unit of the gyroscope's columns.
package enum RateUnit: String, CaseIterable, Sendable {
  case degreesPerSecond = "dps"
  case radiansPerSecond = "rad/s"
  case millidegreesPerSecond = "mdps"
  /// 16.4 counts for each degree per second: ±2000 °/s in 16 bits, as in InvenSense's chips.
  case counts = "counts"

  /// `value` in 2^−20 rad/s.
  package func q20(_ value: Double) -> Double {
    let radians =
      switch self {
      case .degreesPerSecond: value * Double.pi / 180
      case .radiansPerSecond: value
      case .millidegreesPerSecond: value / 1000 * Double.pi / 180
      case .counts: value / 16.4 * Double.pi / 180
      }
    return radians * 1_048_576
  }
}

/// The unit of the time column.
package enum TimeUnit: String, CaseIterable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"
  case minutes = "min"
  case hours = "h"
  /// As spreadsheets count dates.
  case days = "d"

  var microseconds: Double {
    switch self {
    case .seconds: 1_000_000
    case .milliseconds: 1_000
    case .microseconds: 1
    case .nanoseconds: 0.001
    case .minutes: 60_000_000
    case .hours: 3_600_000_000
    case .days: 86_400_000_000
    }
  }
}

/// The value of an option for a unit: the unit, or a chip's counts.
package struct UnitOption<Unit: RawRepresentable & CaseIterable & Equatable & Sendable>: Equatable, Sendable
where Unit.RawValue == String {
  /// The unit of the column's numbers, or of the counts' values.
  package var unit: Unit
  /// The values of a chip's counts; `nil` for a unit.
  package var counts: ChipCounts?

  /// The program's default unit.
  package init(_ unit: Unit) { self.unit = unit }

  /// - Parameter counted: the unit of the values of a chip's counts.
  private init(_ option: String, _ value: String, _ kind: SensorKind, counted: Unit) throws(RecordingError) {
    // The name of a unit is not a misspelt chip.
    counts = Unit(rawValue: value) == nil ? try ChipCounts(value, kind, option: option) : nil
    unit = counts == nil ? try Unit(option: option, value: value) : counted
  }
}

extension UnitOption<FieldUnit> {
  /// `uT`, `nT`, … or `chip@range`. - Throws: kind `option`, with a list of what is valid.
  package init(option: String, value: String) throws(RecordingError) {
    try self.init(option, value, .magnetometer, counted: .nanotesla)
  }
}

extension UnitOption<AccelerationUnit> {
  /// `g`, `mg`, … or `chip@range`. - Throws: kind `option`, with a list of what is valid.
  package init(option: String, value: String) throws(RecordingError) {
    try self.init(option, value, .accelerometer, counted: .milliG)
  }
}

extension UnitOption<RateUnit> {
  /// `dps`, `rad/s`, … or `chip@range`. - Throws: kind `option`, with a list of what is valid.
  package init(option: String, value: String) throws(RecordingError) {
    try self.init(option, value, .gyroscope, counted: .radiansPerSecond)
  }
}

extension RawRepresentable where RawValue == String, Self: CaseIterable & Sendable {
  /// The unit with this name. - Throws: kind `option`, with a list of the valid names.
  package init(option: String, value: String) throws(RecordingError) {
    if let unit = Self(rawValue: value) {
      self = unit
      return
    }
    throw RecordingError(
      kind: .option, place: option, message: "“\(value)” is not a known unit",
      advice: "Use one of: \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
  }
}

/// A column of the file, used as it is or negated.
package struct SignedColumn: Equatable, Sendable {
  package var name: String
  package var isNegated: Bool
  /// As `--columns` takes it: `-my`.
  package var text: String { (isNegated ? "-" : "") + name }

  package init(name: String, isNegated: Bool = false) {
    self.name = name
    self.isNegated = isNegated
  }
}

/// What to read from a recording.
package struct RecordingOptions: Equatable, Sendable {
  /// Forward, right, down.
  package var field: [SignedColumn]
  /// Forward, right, down; specific force after the signs are applied. Empty means level mode.
  package var acceleration: [SignedColumn]
  /// Forward, right, down; the rate about each, right-handed. Empty without a gyroscope.
  package var rate: [SignedColumn] = []
  package var fieldUnit: FieldUnit
  package var accelerationUnit: AccelerationUnit
  package var rateUnit = RateUnit.degreesPerSecond
  /// Raw counts of a chip; the unit is then nanotesla, milli-g, or radians per second.
  package var fieldCounts: ChipCounts?
  package var accelerationCounts: ChipCounts?
  package var rateCounts: ChipCounts?
  /// The factor for a number of the field before its unit is applied: the scale of counts and arbitrary units.
  package var fieldScale = 1.0
  /// The column that holds the time; with `nil`, the caller gives the times of the rows.
  package var time: String?
  package var timeUnit: TimeUnit
  /// A second column of the time, which is added to the first, and its unit.
  package var timePart: String?
  /// For each of several samples in one row, its columns; none if a row has one sample.
  package var samples: [SampleColumns] = []
  package var timePartUnit = TimeUnit.nanoseconds
  /// Which sensors of MotionCal's lines have their numbers as they are written, instead of in the fixed units.
  package var asWritten = SensorFlags()
  /// Whether the lines are MotionCal's, whose units are fixed.
  package var hasFixedUnits = false

  /// How many of the numbers in the file are one unit of the field: ten on a line `Raw:`.
  package var writtenPerUnit: Double { hasFixedUnits && !asWritten.field ? 10 : 1 }

  /// A flag for each sensor.
  package struct SensorFlags: Equatable, Sendable {
    package var field = false
    package var force = false
    package var rate = false
  }

  /// - Parameter columns: three, six or nine header names, separated by commas, in the order forward, right, down, first
  ///   for the field, then for the specific force, then for the rate. A leading `-` negates. A name that contains a comma needs double
  ///   quotes.
  ///   - allowsPlane: whether two names may give a field in the plane, without a third axis.
  /// - Throws: kind `option`.
  package init(
    columns: String, fieldUnit: FieldUnit = .microtesla, accelerationUnit: AccelerationUnit = .standardGravity,
    time: String? = nil, timeUnit: TimeUnit = .seconds, allowsPlane: Bool = false
  ) throws(RecordingError) {
    let chosen = try Self.signedColumns(columns, allowsPlane: allowsPlane)
    field = Array(chosen.prefix(3))
    acceleration = Array(chosen.dropFirst(3).prefix(3))
    rate = Array(chosen.dropFirst(6))
    self.fieldUnit = fieldUnit
    self.accelerationUnit = accelerationUnit
    self.time = time
    self.timeUnit = timeUnit
  }

  /// The same with units that may be a chip's counts.
  package init(
    columns: String, field: UnitOption<FieldUnit>, acceleration: UnitOption<AccelerationUnit>,
    rate: UnitOption<RateUnit> = .init(.degreesPerSecond), time: String?, timeUnit: TimeUnit, allowsPlane: Bool = false
  ) throws(RecordingError) {
    try self.init(
      columns: columns, fieldUnit: field.unit, accelerationUnit: acceleration.unit, time: time, timeUnit: timeUnit,
      allowsPlane: allowsPlane)
    fieldCounts = field.counts
    accelerationCounts = acceleration.counts
    rateUnit = rate.unit
    rateCounts = rate.counts
  }

  /// Refuses a column that is named twice: one column cannot hold two directions.
  /// - Throws: kind `option`.
  package func checkDistinctColumns() throws(RecordingError) {
    let names = (field + acceleration + rate).map(\.name)
    guard let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) else { return }
    throw RecordingError(
      kind: .option, place: "--columns", message: "“\(names[twice])” is named twice",
      advice: "Every direction has a column of its own.")
  }

  /// The option that sets the field's unit, for messages.
  var fieldOption: String { "--unit \(fieldCounts?.text ?? fieldUnit.rawValue)" }

  /// The unit with which a component of this size would be one of the Earth's field.
  func likelyUnit(_ nanotesla: Double) -> FieldUnit? {
    guard fieldCounts == nil, fieldUnit.hasStrength else { return nil }
    let number = nanotesla / fieldUnit.nanotesla
    let others: [FieldUnit] = [.microtesla, .milligauss, .nanotesla, .gauss, .millitesla]
    return others.first { $0 != fieldUnit && (2_000...100_000).contains(number * $0.nanotesla) }
  }

  private static func signedColumns(_ list: String, allowsPlane: Bool) throws(RecordingError) -> [SignedColumn] {
    var names: [(name: String, isNegated: Bool)] = []
    var text = Substring(list)
    // The sign stands before the quotes, so the text must be split here, at the commas outside quotes.
    while true {
      var isQuoted = false
      let end = text.firstIndex { character in
        if character == "\"" { isQuoted.toggle() }
        return character == "," && !isQuoted
      }
      var name = String(text[..<(end ?? text.endIndex)]).trimmed
      let isNegated = name.hasPrefix("-")
      if isNegated { name.removeFirst() }
      if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = String(name.dropFirst().dropLast()) }
      names.append((name, isNegated))
      guard let end else { break }
      text = text[text.index(after: end)...]
    }
    guard [3, 6, 9].contains(names.count) || (allowsPlane && names.count == 2),
      !names.contains(where: { $0.name.isEmpty })
    else {
      throw RecordingError(
        kind: .option, place: "--columns \(list)",
        message: "\(names.count) \(names.count == 1 ? "name" : "names") where three, six or nine are needed",
        advice:
          "Name the field's columns forward, right, down, then the accelerations, then the rates: --columns mx,-my,-mz,ax,-ay,-az"
      )
    }
    return names.map { SignedColumn(name: $0.name, isNegated: $0.isNegated) }
  }
}
