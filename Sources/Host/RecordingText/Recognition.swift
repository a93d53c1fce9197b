// Recognises a text's columns by their names and units, or, if these are missing, by the numbers.

/// What was recognised in a text whose columns the user did not name.
public struct Recognition: Sendable {
  /// Why the text cannot be read without information from the user.
  public enum Doubt: Equatable, Sendable {
    /// It is not clear which columns are the field.
    case columns
    /// The field's unit is not clear. The units that fit the numbers' size, the most plausible first.
    case unit([TextUnit])
  }

  /// The magnetometer's columns.
  public var field: SensorColumns?
  /// The accelerometer's columns.
  public var force: SensorColumns?
  /// The gyroscope's columns.
  public var rate: SensorColumns?
  public var time: (place: Int, unit: TextUnit?)?
  /// A second column of the time, which is added to its whole seconds.
  public var timePart: (place: Int, unit: TextUnit)?
  /// Other columns that could be the field: a second magnetometer.
  public var otherFields: [SensorColumns] = []
  /// For each of several samples of the field in one row, its columns; none if a row has one sample.
  public var samples: [SampleColumns] = []
  /// A column whose numbers say which of several sensors a row is of, and the smallest of them.
  public var sensorNumber: (place: Int, first: Double, count: Int)?
  /// Whether the unit was recognised by the size of the numbers, because the text does not name it.
  public var isFieldUnitBySize = false
  public var isForceUnitBySize = false
  public var isTimeUnitBySize = false
  /// Whether the columns were recognised only by the numbers.
  public var isFieldBySize = false
  /// Whether an acceleration is ignored, because it is 0 or not similar to gravity.
  public var hasUnusableForce = false
  /// Whether the sensor was hardly turned.
  public var isStill = false
  public var doubt: Doubt?
  #if !hasFeature(Embedded)
    /// If no name says which columns are the field: the columns whose numbers fit a field.
    public var likely: LikelyColumns?
  #endif
  /// The number of rows that were examined.
  public var rows = 0

  /// The number of rows that are used to judge sizes.
  #if hasFeature(Embedded)
    private static let mostRows = 2_000
  #else
    private static let mostRows = 20_000
  #endif

  /// - Parameters:
  ///   - reader: a reader at the beginning of the text.
  ///   - isUnitGiven: whether the user named the field's unit.
  public init(_ reader: TextReader, isUnitGiven: Bool = false, isForceUnitGiven: Bool = false) {
    guard let layout = reader.layout else { return }
    let columns = layout.columns
    let numbers = Self.numbers(reader, width: min(columns.count, 64))
    rows = numbers.first?.count ?? 0
    if layout.hasNames {
      let found = ColumnFinder(columns)
      (field, force, rate, time) = (found.field, found.force, found.rate, found.time)
      (timePart, otherFields, samples) = (found.timePart, found.otherFields, found.samples)
      judgeSamples(numbers)
      judgeRaw(columns, numbers)
      findSensorNumber(columns, numbers)
      judgeNameless(numbers)
      if field == nil, columns.count == 3 {
        field = SensorColumns(places: [0, 1, 2], unit: nil, isNamed: false)
        isFieldBySize = true
      }
    } else if layout.kind == nil {
      guess(numbers)
    }
    judgeForce(
      numbers, isGiven: isForceUnitGiven, isFixed: layout.form == .motionCal || layout.form == .uniform)
    judgeTimePart(numbers)
    judgeTime(numbers)
    guard let found = field else {
      doubt = .columns
      #if !hasFeature(Embedded)
        likely = LikelyColumns(columns, numbers, hasNames: layout.hasNames, force)
      #endif
      return
    }
    judgeField(found, numbers, isGiven: isUnitGiven)
  }

  /// The numbers of each column. A row with other cells is skipped.
  private static func numbers(_ reader: TextReader, width: Int) -> [[Double]] {
    var reader = reader
    var columns: [[Double]] = []
    for _ in 0..<width { columns.append([]) }
    var count = 0
    while count < mostRows, reader.next() {
      guard reader.isWhole else { continue }
      for i in 0..<width { columns[i].append(reader.value(i) ?? .nan) }
      count += 1
    }
    return columns
  }

  // MARK: - Places

  /// For columns without names: two or three columns are the field; of six columns, the three with a constant length
  /// are gravity.
  private mutating func guess(_ numbers: [[Double]]) {
    var first = 0
    let count = numbers.count
    if count == 4 || count == 7 {
      // Dates and times of day are not plain numbers.
      let isClock = !numbers[0].isEmpty && numbers[0].allSatisfy { !$0.isFinite }
      if isClock { time = (0, .seconds) }
      if isClock || Self.isRising(numbers[0]) { first = 1 }
    }
    let places = Array(first..<count)
    isFieldBySize = true
    switch places.count {
    case 2 where first == 0: field = SensorColumns(places: places, unit: nil, isNamed: false)
    case 3: field = SensorColumns(places: places, unit: nil, isNamed: false)
    case 6:
      let (a, b) = (Array(places[..<3]), Array(places[3...]))
      let (isA, isB) = (Self.isGravity(a, numbers), Self.isGravity(b, numbers))
      guard isA != isB else { return }
      field = SensorColumns(places: isA ? b : a, unit: nil, isNamed: false)
      force = SensorColumns(places: isA ? a : b, unit: nil, isNamed: false)
    default: break
    }
  }

  static func isRising(_ values: [Double]) -> Bool {
    guard values.count >= 4 else { return false }
    for i in 1..<values.count where !(values[i] >= values[i - 1]) { return false }
    return values[values.count - 1] > values[0]
  }

  /// The unit in which a length is that of gravity.
  static func forceUnit(of length: Double) -> TextUnit? {
    if (0.7...1.4).contains(length) { return .standardGravity }
    if (6.9...13.7).contains(length) { return .metresPerSecondSquared }
    if (700...1400).contains(length) { return .milliG }
    return nil
  }

  /// Whether three columns have the length of gravity, nearly the same in most rows.
  static func isGravity(_ places: [Int], _ numbers: [[Double]]) -> Bool {
    let lengths = lengths(places, numbers, around: [0, 0, 0]).sorted()
    guard lengths.count >= 4 else { return false }
    let middle = lengths[lengths.count / 2]
    guard forceUnit(of: middle) != nil, middle > 0 else { return false }
    return lengths[lengths.count * 9 / 10] - lengths[lengths.count / 10] < 0.3 * middle
  }

  /// Numbers with fractions are no counts, whatever their name.
  private mutating func judgeRaw(_ columns: [TextColumn], _ numbers: [[Double]]) {
    func isScaled(_ sensor: SensorColumns?) -> Bool {
      guard let sensor, sensor.unit == .counts else { return false }
      return sensor.places.allSatisfy { place in
        place < numbers.count && ColumnName(columns[place].name, unit: columns[place].unit).isRaw
          && numbers[place].contains { $0.isFinite && $0 != $0.rounded(.down) }
      }
    }
    if isScaled(field) { field?.unit = nil }
    if isScaled(force) { force?.unit = nil }
    if isScaled(rate) { rate?.unit = nil }
  }

  private mutating func findSensorNumber(_ columns: [TextColumn], _ numbers: [[Double]]) {
    for place in numbers.indices where ColumnName(columns[place].name).isSensorNumber {
      var (values, counts): ([Double], [Int]) = ([], [])
      for value in numbers[place] where value.isFinite && value == value.rounded(.down) {
        if let known = values.firstIndex(of: value) {
          counts[known] += 1
        } else if values.count < 9 {
          values.append(value)
          counts.append(1)
        }
      }
      guard (2...8).contains(values.count), counts.allSatisfy({ $0 * 16 >= rows }), let first = values.min() else {
        continue
      }
      sensorNumber = (place, first, values.count)
      return
    }
  }

  /// Columns x, y and z without another word are no field if they have the length of gravity, and the table has more.
  private mutating func judgeNameless(_ numbers: [[Double]]) {
    guard let found = field, !found.isNamed, found.unit == nil, force == nil, numbers.count >= 6,
      found.places.count == 3,
      Self.isGravity(found.places, numbers)
    else { return }
    (field, samples) = (nil, [])
  }

  // MARK: - Sizes

  private static func lengths(_ places: [Int], _ numbers: [[Double]], around centre: [Double]) -> [Double] {
    guard let first = places.first, first < numbers.count else { return [] }
    var result: [Double] = []
    for row in numbers[first].indices {
      var sum = 0.0
      for (axis, place) in places.enumerated() {
        let value = place < numbers.count ? numbers[place][row] - centre[axis] : .nan
        sum += value * value
      }
      if sum.isFinite { result.append(sum.squareRoot()) }
    }
    return result
  }

  /// The middle between a low and a high value of each column, and the largest difference between the two.
  private static func middle(_ places: [Int], _ numbers: [[Double]]) -> (centre: [Double], spread: Double) {
    var (centre, spread) = ([Double](), 0.0)
    for place in places {
      let values = place < numbers.count ? numbers[place].filter { $0.isFinite }.sorted() : []
      guard !values.isEmpty else {
        centre.append(0)
        continue
      }
      let (low, high) = (values[values.count / 50], values[values.count - 1 - values.count / 50])
      centre.append((low + high) / 2)
      spread = max(spread, high - low)
    }
    return (centre, spread)
  }

  private mutating func judgeField(_ found: SensorColumns, _ numbers: [[Double]], isGiven: Bool) {
    let (centre, spread) = Self.middle(found.places, numbers)
    let raw = Self.lengths(found.places, numbers, around: [0, 0, 0]).sorted()
    let centred = Self.lengths(found.places, numbers, around: centre).sorted()
    // The lengths of very large numbers are not finite.
    guard raw.count >= 4, !centred.isEmpty else { return }
    let (length, radius) = (raw[raw.count / 2], centred[centred.count / 2])
    isStill = spread < 0.03 * length
    guard found.unit == nil, !isGiven, found.places.count == 3 else { return }
    isFieldUnitBySize = true
    if isStill { return }
    let plausible = Self.unit(length: length, radius: radius)
    if !plausible.isEmpty { doubt = .unit(plausible) }
  }

  /// The units in which such lengths around zero and around the centre are those of a field, the most plausible first;
  /// none if microtesla fits.
  static func unit(length: Double, radius: Double) -> [TextUnit] {
    if (7.5...200).contains(length) || (15...100).contains(radius) { return [] }
    var plausible: [TextUnit] = []
    for unit in [TextUnit.microtesla, .milligauss, .gauss, .nanotesla, .millitesla, .tesla] {
      if let size = unit.nanotesla, (15_000...100_000).contains(size * radius) { plausible.append(unit) }
    }
    if (0.8...1.25).contains(radius) { plausible = [.arbitrary] + plausible.filter { $0 != .gauss } }
    return plausible + [.counts]
  }

  private mutating func judgeForce(_ numbers: [[Double]], isGiven: Bool, isFixed: Bool) {
    guard let found = force, found.places.count == 3 else {
      force = nil
      return
    }
    let lengths = Self.lengths(found.places, numbers, around: [0, 0, 0]).sorted()
    guard lengths.count >= 4 else { return }
    let middle = lengths[lengths.count / 2]
    if middle == 0 {
      force = nil
      hasUnusableForce = true
      return
    }
    if isFixed, !isGiven, !(0.5...2).contains(middle * (found.unit == .standardGravity ? 1 : 1 / 9.80665)) {
      // A line `Raw:` has fixed units, and many sketches write other numbers there.
      force = nil
      hasUnusableForce = true
      return
    }
    guard found.unit == nil || found.unit == .counts, !isGiven else { return }
    if let unit = Self.forceUnit(of: middle) {
      force?.unit = unit
      isForceUnitBySize = true
    } else if middle > 100 {
      // The counts of an accelerometer still give a direction.
      force?.unit = .counts
      isForceUnitBySize = true
    } else {
      force = nil
      hasUnusableForce = true
    }
  }

  /// Two columns are one time only if one has whole seconds, and the other less than a second.
  private mutating func judgeTimePart(_ numbers: [[Double]]) {
    guard let time, let part = timePart, time.place < numbers.count, part.place < numbers.count else { return }
    let second = part.unit == .milliseconds ? 1e3 : part.unit == .microseconds ? 1e6 : 1e9
    let isWhole = numbers[time.place].allSatisfy { !$0.isFinite || $0 == $0.rounded(.down) }
    if !isWhole || numbers[part.place].contains(where: { !(0..<second).contains($0) }) { timePart = nil }
  }

  private mutating func judgeTime(_ numbers: [[Double]]) {
    guard let found = time, found.unit == nil, found.place < numbers.count else { return }
    let values = numbers[found.place]
    var steps: [Double] = []
    for i in values.indices.dropFirst() where values[i] > values[i - 1] { steps.append(values[i] - values[i - 1]) }
    // Dates and times of day are not plain numbers, and need no unit.
    guard !steps.isEmpty else {
      if rows > 0, values.allSatisfy({ !$0.isFinite }) { time = (found.place, .seconds) }
      return
    }
    steps.sort()
    let step = steps[steps.count / 2]
    // A date as spreadsheets count it, in days since 1900: from 1954 to 2091, and at least ten rows a minute.
    if step < 0.007 / 60, values.allSatisfy({ !$0.isFinite || (20_000..<70_000).contains($0) }) {
      (time, isTimeUnitBySize) = ((found.place, .days), true)
      return
    }
    let unit: TextUnit =
      step >= 500_000 ? .nanoseconds : step >= 500 ? .microseconds : step >= 1.5 ? .milliseconds : .seconds
    time = (found.place, unit)
    isTimeUnitBySize = true
  }
}
