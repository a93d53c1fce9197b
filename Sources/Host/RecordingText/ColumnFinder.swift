// Finds field, acceleration, rates and time from the names of columns.

/// Columns of one sensor.
public struct SensorColumns: Equatable, Sendable {
  /// The places of x, y and z, from 0; for a turn on the level only x and y.
  public var places: [Int]
  /// The unit, if the text names it.
  public var unit: TextUnit?
  /// Whether the names identify this sensor; x, y, z alone do not.
  public var isNamed: Bool
}

/// What was found from the names of columns.
public struct ColumnFinder: Equatable, Sendable {
  public var field: SensorColumns?
  public var force: SensorColumns?
  public var rate: SensorColumns?
  /// The place of the time, and its unit if it is named.
  public var time: (place: Int, unit: TextUnit?)?
  /// The place of a second part of the time, which is added to whole seconds, and its unit.
  public var timePart: (place: Int, unit: TextUnit)?
  /// Other columns that could be the field: a second magnetometer.
  public var otherFields: [SensorColumns] = []
  /// For each of several samples in one row, the columns that are read in place of those of the first.
  public var samples: [SampleColumns] = []
  /// For each of the first columns, whether its name says that it is no field.
  public var excluded: [Bool] = []

  public static func == (a: ColumnFinder, b: ColumnFinder) -> Bool {
    a.field == b.field && a.force == b.force && a.rate == b.rate && a.time?.place == b.time?.place
  }

  struct Group {
    var quantity: ColumnQuantity?
    var family: [UInt8]
    var places: [Int?] = [nil, nil, nil]
    var unit: TextUnit?
    var isUncalibrated: Bool
    var isProcessed: Bool
    var sample: Int?

    var isTriple: Bool { places[0] != nil && places[1] != nil && places[2] != nil }
    var isPair: Bool { places[0] != nil && places[1] != nil && places[2] == nil }
    var sensor: SensorColumns {
      var found: [Int] = []
      for place in places { if let place { found.append(place) } }
      return SensorColumns(places: found, unit: unit, isNamed: quantity != nil)
    }
  }

  /// Finds the columns of a file that has the name of a sensor: `Accelerometer.csv` with x, y and z.
  public init(columns: [TextColumn], of file: [UInt8]) {
    self.init(columns)
    let isNamed = field?.isNamed == true || force != nil || rate != nil
    if !isNamed { self.init(columns.map { TextColumn(name: file + [UInt8(ascii: " ")] + $0.name, unit: $0.unit) }) }
  }

  static func hasField(_ names: [[UInt8]]) -> Bool { ColumnFinder(names.map { TextColumn(name: $0) }).field != nil }

  /// The number of columns whose names are interpreted. The user can name any other one.
  static var mostColumns: Int { 10_000 }

  init(_ columns: [TextColumn]) {
    let names = columns.prefix(Self.mostColumns).map { ColumnName($0.name, unit: $0.unit) }
    let groups = Self.groups(names)
    // A letter alone, such as w, says nothing.
    excluded = names.map { $0.isOther || $0.quantity == .time || ($0.axis != nil && $0.quantity ?? .field != .field) }
    field = Self.best(groups, .field)
    force = Self.best(groups, .force)
    rate = Self.best(groups, .rate)
    if field == nil {
      // Only x, y, z, and nothing else that could be the field.
      field =
        groups.first { $0.quantity == nil && $0.isTriple && $0.family.isEmpty }?.sensor
        ?? groups.first { $0.quantity == .field && $0.isPair }?.sensor
        ?? groups.first { $0.quantity == nil && $0.isPair && $0.family.isEmpty }?.sensor
    }
    samples = Self.samples(groups, field, [force, rate])
    let ofSamples = samples.map { Array($0.own.prefix(3)) }
    otherFields = groups.filter { $0.quantity == .field && $0.isTriple }.map { $0.sensor }
      .filter { $0 != field && !ofSamples.contains($0.places) }
    findTime(names)
    for custom in ProgramCustom.all { custom.apply(to: &self, columns) }
  }

  /// Columns with the same words and different axes, in the order of the first column of each.
  private static func groups(_ names: [ColumnName]) -> [Group] {
    var groups: [Group] = []
    var families = NameIndex()
    /// The groups of each family, and how many columns of each axis it has: the second x begins a second group.
    var members: [[Int]] = []
    var counts: [[3 of Int]] = []
    for (place, name) in names.enumerated() {
      guard let axis = name.axis, name.quantity != .time else { continue }
      let family = families.add(
        ([name.quantity?.rawValue ?? 255, UInt8(truncatingIfNeeded: (name.sample ?? -1) + 1)] + name.family)[...])
      if family == members.count {
        members.append([])
        counts.append([0, 0, 0])
      }
      let number = counts[family][axis]
      counts[family][axis] += 1
      if number == members[family].count {
        members[family].append(groups.count)
        groups.append(
          Group(
            quantity: name.quantity, family: name.family, unit: nil, isUncalibrated: name.isUncalibrated,
            isProcessed: name.isProcessed, sample: name.sample))
      }
      let group = members[family][number]
      groups[group].places[axis] = place
      groups[group].unit = groups[group].unit ?? name.unit
    }
    return groups
  }

  private static func best(_ groups: [Group], _ quantity: ColumnQuantity) -> SensorColumns? {
    let triples = groups.filter { $0.quantity == quantity && $0.isTriple }
    // A calibration needs the uncorrected numbers of the sensor.
    let uncalibrated = triples.filter { $0.isUncalibrated }
    func hasUnit(_ group: Group) -> Bool { group.unit != nil && group.unit != .counts }
    let plain = triples.filter { !$0.isProcessed }
    let isPlain = plain.contains(where: hasUnit) || (!plain.isEmpty && !triples.contains(where: hasUnit))
    let best = !uncalibrated.isEmpty ? uncalibrated : isPlain ? plain : triples
    let withUnit = best.filter(hasUnit)
    // `Magnetic Field` beside `Magnetometer` is often the field of a model.
    let named = (withUnit.isEmpty ? best : withUnit)
    return (named.first { !$0.family.starts(with: LayoutFinder.bytes("magnetic field")) } ?? named.first)?.sensor
  }

  private mutating func findTime(_ names: [ColumnName]) {
    for (place, name) in names.enumerated() where name.quantity == .time {
      guard let known = time else {
        time = (place, name.unit)
        continue
      }
      // A time of day in a column of its own says more than its date.
      let isAfterDate = names[known.place].isDate && !name.isDate
      if isAfterDate || (known.unit == nil && name.unit != nil && !name.isDate) { time = (place, name.unit) }
    }
    findTimePart(names)
  }

  /// Finds a time in two columns: whole seconds, and the rest in smaller units, as `stamp.secs` and `stamp.nsecs`.
  private mutating func findTimePart(_ names: [ColumnName]) {
    var families = NameIndex()
    /// The first part of a second of each family.
    var parts: [(place: Int, unit: TextUnit)] = []
    for (place, name) in names.enumerated() {
      guard let unit = name.partOfSecond, families.add(name.family[...]) == parts.count else { continue }
      parts.append((place, unit))
    }
    for (place, name) in names.enumerated() where name.isWholeSeconds {
      guard let part = families.place(of: name.family[...]) else { continue }
      (time, timePart) = ((place, .seconds), parts[part])
      return
    }
  }
}
