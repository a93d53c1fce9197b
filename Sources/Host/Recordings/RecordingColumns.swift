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
    let joined = table.joined
    let table = try table.choosing(conditions)
    if let columns = given.columns {
      options = try Self.options(columns, given, allowsPlane: allowsPlane)
      try useNamedUnits(table, given)
      useGivenUnits(table, given)
      reportMirror(table)
      reportHeader(table)
      try checkJoined(joined, table)
      return
    }
    let found = Recognition(
      table.reader, isUnitGiven: given.field != nil, isForceUnitGiven: given.acceleration != nil)
    guard let field = found.field, found.doubt != .columns, field.places.count == 3 || allowsPlane else {
      throw ColumnQuestion(table, found, given, allowsPlane: allowsPlane).error
    }
    if case .unit(let units)? = found.doubt { throw ColumnQuestion.unit(table, field, units) }
    func list(_ sensor: SensorColumns?) -> [SignedColumn] {
      (sensor?.places ?? []).map { SignedColumn(name: table.name(of: $0)) }
    }
    let clock = found.time.flatMap { Self.isTime($0.place, table) ? $0 : nil }
    let time = given.time ?? clock.map { table.name(of: $0.place) }
    options = try RecordingOptions(
      columns: "x,y,z", field: given.field ?? .init(FieldUnit(field.unit) ?? .microtesla),
      acceleration: given.acceleration ?? .init(AccelerationUnit(found.force?.unit) ?? .standardGravity),
      rate: given.rate ?? .init(RateUnit(found.rate?.unit) ?? .degreesPerSecond), time: time,
      timeUnit: given.timeUnit ?? (given.time == nil ? TimeUnit(found.time?.unit) : nil) ?? .seconds)
    if given.time != nil { try useNamedTimeUnit(table, given) }
    options.field = list(field)
    options.acceleration = field.places.count == 3 ? list(found.force) : []
    options.samples = found.samples
    // Rates in an unknown unit, or without times between them, cannot be used.
    if let part = found.timePart, time == found.time.map({ table.name(of: $0.place) }), given.timeUnit == nil {
      (options.timePart, options.timePartUnit) = (table.name(of: part.place), TimeUnit(part.unit) ?? .nanoseconds)
    }
    useGivenUnits(table, given)
    let hasRate = time != nil && !options.acceleration.isEmpty && (given.rate != nil || found.rate?.unit != nil)
    options.rate = hasRate ? list(found.rate) : []
    isStill = found.isStill
    report(table, found, given, conditions)
    try checkJoined(joined, table)
  }

  private static func options(
    _ columns: String, _ given: LineColumns, allowsPlane: Bool
  ) throws(RecordingError) -> RecordingOptions {
    try RecordingOptions(
      columns: columns, field: given.field ?? .init(.microtesla),
      acceleration: given.acceleration ?? .init(.standardGravity),
      rate: given.rate ?? .init(.degreesPerSecond), time: given.time, timeUnit: given.timeUnit ?? .seconds,
      allowsPlane: allowsPlane)
  }

  /// Refuses a file that the user joined in vain.
  private func checkJoined(_ joined: [JoinedColumns], _ table: RecordingTable) throws(RecordingError) {
    var used: Set<Int> = []
    for column in options.field + options.acceleration + options.rate {
      used.insert(try table.index(of: column.name, for: "--columns"))
    }
    for part in joined where !part.columns.contains(where: used.contains) {
      let found = ColumnFinder(columns: part.columns.map { table.layout.columns[$0] }, of: [])
      let names = Self.listed(part.columns.map { table.header[$0] })
      let (message, advice) =
        found.force != nil && !options.acceleration.isEmpty && !part.isWithoutGravity
        ? ("another file has the acceleration, too", "Join only one of them, or choose by --columns.")
        : found.force != nil || part.isWithoutGravity
          ? ("its acceleration does not include gravity", "Join the file that has it, or leave --join out.")
          : found.rate != nil
            ? (
              "its rates are used only with an acceleration and times",
              "Join an acceleration, too, or leave --join out."
            )
            : ("it is not known what it has: its columns are \(names)", "Name them by --columns, or leave --join out.")
      throw RecordingError(
        kind: .option, place: part.name, message: "nothing of it can be joined: \(message)", advice: advice)
    }
  }

  /// Whether a column has times, and not a text of another kind.
  private static func isTime(_ place: Int, _ table: RecordingTable) -> Bool {
    var reader = table.reader
    for _ in 0..<20 where reader.next() {
      if reader.seconds(place, .seconds) != nil { return true }
    }
    return false
  }

  // MARK: - Remarks

  /// Adds what was recognised, and what is left out.
  private mutating func report(
    _ table: RecordingTable, _ found: Recognition, _ given: LineColumns, _ conditions: [RowCondition]
  ) {
    remarks.append(sentence(table, found, given))
    if found.hasUnusableForce {
      remarks.append("the acceleration is 0 or does not resemble gravity, and is left out")
    }
    if options.time == nil, let found = found.time {
      remarks.append(
        "the time \(shown(table.name(of: found.place))) is in no form that is known here, and is left out")
    }
    reportRates(table, found)
    reportSensors(table, found, conditions)
    reportHeader(table)
    reportOthers(table, found)
  }

  /// Adds a remark about a header with another number of names than the rows have cells.
  private mutating func reportHeader(_ table: RecordingTable) {
    let (names, cells) = (table.layout.columns.lastIndex { !$0.name.isEmpty }.map { $0 + 1 } ?? 0, table.layout.cells)
    guard cells > 0 else { return }
    let rest =
      cells == names + 1 ? "column \(cells) has no name" : "columns \(names + 1) to \(cells) have no name"
    remarks.append(
      "the header names \(names) columns, and the rows have \(cells) cells: "
        + (cells > names ? rest : "the last names have no cells") + "; check that the names fit")
  }

  /// Adds a remark about rates that are not read, although there are times and an acceleration.
  private mutating func reportRates(_ table: RecordingTable, _ found: Recognition) {
    guard let rate = found.rate, options.rate.isEmpty, options.time != nil, !options.acceleration.isEmpty else {
      return
    }
    remarks.append(
      "the rates \(ColumnQuestion.list(rate.places, table)) have no unit and are left out; --gyro-unit dps or rad/s reads them"
    )
  }

  /// Adds a remark about rows of several sensors, of which a number in each row says which it is.
  private mutating func reportSensors(_ table: RecordingTable, _ found: Recognition, _ conditions: [RowCondition]) {
    guard let sensor = found.sensorNumber, case let name = table.name(of: sensor.place),
      !conditions.contains(where: { [name, "\(sensor.place + 1)"].contains($0.column) })
    else { return }
    remarks.append(
      "\(shown(name)) has \(sensor.count) values; if they are sensors, --where \(ColumnQuestion.list([sensor.place], table))=\(Int(sensor.first)) takes the rows of one"
    )
  }

  /// Adds a remark about other columns that could be the field.
  private mutating func reportOthers(_ table: RecordingTable, _ found: Recognition) {
    guard !found.otherFields.isEmpty else { return }
    let others = found.otherFields.prefix(4).map { ColumnQuestion.list($0.places, table) }
    remarks.append(
      "the table has \(found.otherFields.count + 1) magnetometers; --columns takes another: "
        + others.joined(separator: " or ") + (found.otherFields.count > 4 ? " and more" : ""))
  }

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
      if let part = options.timePart { text += " and \(shown(part)) in \(options.timePartUnit.rawValue)" }
      text += bySize(found.isTimeUnitBySize && given.timeUnit == nil, "--time-unit")
    }
    if let last = options.samples.last {
      let others = last.own.prefix(3).map { shown(table.name(of: $0)) }.joined(separator: ",")
      text += "; a row has \(options.samples.count) samples, to \(others)"
      if options.time != nil { text += ", spread evenly over the time since the row before" }
    }
    return text
  }

  // MARK: - Columns that the user names

  /// A unit that the user gives replaces the fixed one of MotionCal's lines: the numbers are used as they are written.
  private mutating func useGivenUnits(_ table: RecordingTable, _ given: LineColumns) {
    guard table.layout.form == .motionCal else { return }
    options.asWritten = .init(field: given.field != nil, force: given.acceleration != nil, rate: given.rate != nil)
    options.hasFixedUnits = true
  }

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
    try useNamedTimeUnit(table, given)
  }

  private mutating func useNamedTimeUnit(_ table: RecordingTable, _ given: LineColumns) throws(RecordingError) {
    guard given.timeUnit == nil, let time = options.time else { return }
    let place = try table.index(of: time, for: "--time")
    if let unit = TimeUnit(TextUnit(column: table.layout.columns[place], of: .time)) { options.timeUnit = unit }
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
      let order = (0..<3).map { axis in SignedColumn(name: columns[axes.firstIndex(of: axis) ?? axis].name) }
      remarks.append(
        "--columns=\(ColumnQuestion.list(columns, table)) mirrors the axes: "
          + "turns then run the wrong way, unless the sensor's axes are left-handed; in order: \(ColumnQuestion.list(order, table))"
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
    case .amperesPerMetre: self = .amperesPerMetre
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
    case .millidegreesPerSecond: self = .millidegreesPerSecond
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
    case .minutes: self = .minutes
    case .hours: self = .hours
    case .days: self = .days
    default: return nil
    }
  }
}
