// The columns with which a recording is read: those that the user names, and those that are recognised.

import RecordingText
import TerminalInterface

/// The options for reading a table, and the remarks about them.
package struct RecordingColumns: Sendable {
  package var options: RecordingOptions
  /// What was recognised, one line for each fact; none if the user named everything.
  package var remarks: [String] = []
  /// Whether the numbers show that the sensor was not moved.
  package var isStill = false

  /// - Parameters:
  ///   - given: the user's options; they have priority over everything that is recognised.
  ///   - allowsPlane: whether a field with two axes is accepted.
  /// - Throws: kind `option` if information from the user is needed; the advice says which.
  package init(
    _ table: RecordingTable, _ given: LineColumns, where conditions: [RowCondition] = [], allowsPlane: Bool = false
  ) throws(RecordingError) {
    let table = try table.choosing(conditions)
    if let columns = given.columns {
      options = try RecordingOptions(
        columns: columns, field: given.field ?? .init(.microtesla),
        acceleration: given.acceleration ?? .init(.standardGravity),
        rate: given.rate ?? .init(.degreesPerSecond), time: given.time, timeUnit: given.timeUnit ?? .seconds,
        allowsPlane: allowsPlane)
      try useNamedUnits(table, given)
      reportMirror(table)
      return
    }
    let found = Recognition(
      table.reader, isUnitGiven: given.field != nil, isForceUnitGiven: given.acceleration != nil)
    guard let field = found.field, found.doubt != .columns, field.places.count == 3 || allowsPlane else {
      throw Self.question(table, found, conditions, allowsPlane: allowsPlane)
    }
    if case .unit(let units)? = found.doubt { throw Self.question(table, field, units) }
    func name(_ place: Int) -> String {
      let name = table.header[place]
      let isPlain = !name.isEmpty && table.header.filter { $0 == name }.count == 1
      return isPlain ? name : "\(place + 1)"
    }
    func list(_ sensor: SensorColumns?) -> [SignedColumn] {
      (sensor?.places ?? []).map { SignedColumn(name: name($0)) }
    }
    let time = given.time ?? found.time.map { name($0.place) }
    options = try RecordingOptions(
      columns: "x,y,z", field: given.field ?? .init(FieldUnit(field.unit) ?? .microtesla),
      acceleration: given.acceleration ?? .init(AccelerationUnit(found.force?.unit) ?? .standardGravity),
      rate: given.rate ?? .init(RateUnit(found.rate?.unit) ?? .degreesPerSecond), time: time,
      timeUnit: given.timeUnit ?? (given.time == nil ? TimeUnit(found.time?.unit) : nil) ?? .seconds)
    options.field = list(field)
    options.acceleration = field.places.count == 3 ? list(found.force) : []
    // Rates in an unknown unit, or without times between them, cannot be used.
    let hasRate = time != nil && !options.acceleration.isEmpty && (given.rate != nil || found.rate?.unit != nil)
    options.rate = hasRate ? list(found.rate) : []
    isStill = found.isStill
    remarks.append(sentence(table, found, given))
    if found.hasUnusableForce {
      remarks.append("the acceleration is 0 or does not resemble gravity, and is left out")
    }
  }

  // MARK: - Remarks

  private func sentence(_ table: RecordingTable, _ found: Recognition, _ given: LineColumns) -> String {
    func names(_ columns: [SignedColumn]) -> String { columns.map { shown($0.name) }.joined(separator: ",") }
    let unit = options.fieldCounts?.text ?? options.fieldUnit.rawValue
    func bySize(_ isTold: Bool, _ option: String) -> String { isTold ? " (by size; \(option) says otherwise)" : "" }
    let field = names(options.field)
    var text = "read as \(table.layout.summary): "
    text += table.layout.hasNames ? "the field is \(field) in \(unit)" : "columns \(field) are the field in \(unit)"
    text += bySize(found.isFieldUnitBySize && given.field == nil && !found.isStill, "--unit")
    if !options.acceleration.isEmpty {
      text +=
        ", the acceleration \(names(options.acceleration)) in \(options.accelerationCounts?.text ?? options.accelerationUnit.rawValue)"
      text += bySize(found.isForceUnitBySize && given.acceleration == nil, "--accel-unit")
    }
    if !options.rate.isEmpty {
      text += ", the rate \(names(options.rate)) in \(options.rateCounts?.text ?? options.rateUnit.rawValue)"
    }
    if let time = options.time {
      text += ", the time \(shown(time)) in \(options.timeUnit.rawValue)"
      text += bySize(found.isTimeUnitBySize && given.timeUnit == nil, "--time-unit")
    }
    return text
  }

  private static func question(
    _ table: RecordingTable, _ found: Recognition, _ conditions: [RowCondition], allowsPlane: Bool
  ) -> RecordingError {
    let layout = table.layout
    if layout.kind != nil {
      let others = layout.kinds.filter { $0.count > 0 }.map { shown($0.word) }
      let word = layout.kind.map { layout.kinds[$0] }
      let wide = word.map { $0.columns.count } ?? 0
      return RecordingError(
        kind: .option, place: table.name,
        message:
          "read as \(layout.summary): its rows begin with \(others.prefix(12).joined(separator: ", ")), and it is not known which "
          + "are the field",
        advice:
          "Name the kind and three places, such as --where 1=\(word.map { shown($0.word) } ?? others.first ?? "") --columns "
          + (wide >= 5 ? "3,4,5" : "2,3,4"))
    }
    if let field = found.field, field.places.count == 2 {
      return RecordingError(
        kind: .option, place: table.name,
        message: "read as \(layout.summary): the field has two axes, and three are needed here",
        advice: "`binnacle fit` takes a flat turn of two axes; headings need the third.")
    }
    let count = table.header.count
    guard count >= 2 else {
      return RecordingError(
        kind: .table, place: table.name, message: "read as \(layout.summary)",
        advice: "A field needs three numbers a line.")
    }
    let names = layout.hasNames ? "; its columns are \(listed(table.header))" : ""
    guard count >= 3 else {
      return RecordingError(
        kind: .option, place: table.name,
        message: "read as \(layout.summary)\(names), and it is not known whether these are the field",
        advice: allowsPlane
          ? "Two columns are a flat turn: --columns 1,2"
          : "A heading needs three numbers a line; `binnacle fit --columns 1,2` takes a flat turn of two axes.")
    }
    // Sketches print acceleration, rate, field in this order.
    let places =
      count >= 9
      ? "7,8,9,1,2,3" : count == 7 ? "2,3,4,5,6,7" : count >= 6 ? "4,5,6,1,2,3" : count >= 4 ? "2,3,4" : "1,2,3"
    let example = layout.hasNames ? Self.likely(table.header) ?? places : places
    return RecordingError(
      kind: .option, place: table.name,
      message: "read as \(layout.summary)\(names), and it is not known which of them are the field",
      advice:
        "Name the field's columns forward, right, down, then those of the acceleration, such as --columns \(example)")
  }

  /// Names for a message, limited to a readable number.
  static func listed(_ names: [String]) -> String {
    let shorter = names.filter { !$0.isEmpty }
    let text = shorter.prefix(mostNames).map { shown($0) }.joined(separator: ", ")
    return shorter.count > mostNames ? text + " and \(shorter.count - mostNames) more" : text
  }

  private static let mostNames = 24

  /// Three names that differ only in x, y, z at their end.
  private static func likely(_ header: [String]) -> String? {
    for name in header {
      let lower = name.lowercased()
      guard lower.contains("x") else { continue }
      let (y, z) = (lower.replacing("x", with: "y"), lower.replacing("x", with: "z"))
      guard let second = header.first(where: { $0.lowercased() == y }),
        let third = header.first(where: { $0.lowercased() == z })
      else { continue }
      return [name, second, third].map { $0.contains(",") || $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(
        separator: ",")
    }
    return nil
  }

  private static func question(_ table: RecordingTable, _ field: SensorColumns, _ units: [TextUnit]) -> RecordingError {
    let names = units.compactMap { FieldUnit($0)?.rawValue }
    let columns = field.places.map { shown(table.header[$0]) }.joined(separator: ",")
    let first = names.first ?? "counts"
    return RecordingError(
      kind: .option, place: table.name,
      message: "read as \(table.layout.summary): the field is \(columns), and its unit is not named",
      advice: first == "counts"
        ? "Name it: --unit counts for what a chip counts, or --unit CHIP@RANGE, such as --unit qmc5883l@2G"
        : "By its size it would be \(first): --unit \(first)\n"
          + "For what a chip counts give --unit counts, or --unit CHIP@RANGE.")
  }

  // MARK: - Columns that the user names

  /// Uses the units in the columns' names if the user gave no unit.
  private mutating func useNamedUnits(_ table: RecordingTable, _ given: LineColumns) throws(RecordingError) {
    func unit(_ columns: [SignedColumn], _ quantity: ColumnQuantity) throws(RecordingError) -> TextUnit? {
      var found: TextUnit?
      for column in columns {
        guard let place = try? table.index(of: column.name, for: "--columns"),
          let named = TextUnit(column: table.layout.columns[place], of: quantity)
        else { return nil }
        if let found, found != named { return nil }
        found = named
      }
      return found
    }
    if given.field == nil, let unit = FieldUnit(try unit(options.field, .field)) { options.fieldUnit = unit }
    if given.acceleration == nil, let unit = AccelerationUnit(try unit(options.acceleration, .force)) {
      options.accelerationUnit = unit
    }
    if given.rate == nil, let unit = RateUnit(try unit(options.rate, .rate)) { options.rateUnit = unit }
    if given.timeUnit == nil, let time = options.time,
      let unit = TimeUnit(try unit([SignedColumn(name: time)], .time))
    {
      options.timeUnit = unit
    }
  }

  /// Adds a remark about columns whose order mirrors the axes: z, y, x without a sign.
  private mutating func reportMirror(_ table: RecordingTable) {
    for columns in [options.field, options.acceleration] where columns.count == 3 {
      let axes = columns.map { column in
        (try? table.index(of: column.name, for: "--columns")).flatMap { TextUnit.axis(of: table.layout.columns[$0]) }
      }
      guard let x = axes[0], let y = axes[1], let z = axes[2], Set([x, y, z]).count == 3 else { continue }
      let isOdd = (x, y, z) == (0, 2, 1) || (x, y, z) == (2, 1, 0) || (x, y, z) == (1, 0, 2)
      let signs = columns.filter(\.isNegated).count
      guard isOdd != (signs % 2 == 1) else { continue }
      let names = (0..<3).map { axis in shown(columns[axes.firstIndex(of: axis) ?? axis].name) }
      remarks.append(
        "--columns \(columns.map { ($0.isNegated ? "-" : "") + shown($0.name) }.joined(separator: ",")) mirrors the axes: "
          + "turns then run the wrong way, unless the sensor's axes are left-handed; in order: \(names.joined(separator: ","))"
      )
    }
  }
}

extension FieldUnit {
  init?(_ unit: TextUnit?) {
    switch unit {
    case .tesla: self = .tesla
    case .millitesla: self = .millitesla
    case .microtesla: self = .microtesla
    case .nanotesla: self = .nanotesla
    case .gauss: self = .gauss
    case .milligauss: self = .milligauss
    case .counts: self = .counts
    case .arbitrary: self = .arbitrary
    default: return nil
    }
  }
}

extension AccelerationUnit {
  init?(_ unit: TextUnit?) {
    switch unit {
    case .standardGravity: self = .standardGravity
    case .milliG: self = .milliG
    case .metresPerSecondSquared: self = .metresPerSecondSquared
    case .counts: self = .counts
    default: return nil
    }
  }
}

extension RateUnit {
  init?(_ unit: TextUnit?) {
    switch unit {
    case .degreesPerSecond: self = .degreesPerSecond
    case .radiansPerSecond: self = .radiansPerSecond
    default: return nil
    }
  }
}

extension TimeUnit {
  init?(_ unit: TextUnit?) {
    switch unit {
    case .seconds: self = .seconds
    case .milliseconds: self = .milliseconds
    case .microseconds: self = .microseconds
    case .nanoseconds: self = .nanoseconds
    default: return nil
    }
  }
}
