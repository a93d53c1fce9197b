// Interprets the name of a column: field, acceleration, rate or time; which axis; which unit.

/// The parts of a name.
struct ColumnName {
  var quantity: ColumnQuantity?
  /// 0, 1, 2 for x, y, z.
  var axis: Int?
  var unit: TextUnit?
  /// The number after the axis, which counts the samples of one row: `mx0`, `x_1`.
  var sample: Int?
  /// The other words. Columns of the same sensor share them.
  var family: [UInt8] = []
  /// Whether it is a sensor without correction, as a calibration needs it.
  var isUncalibrated = false
  /// Whether the numbers were filtered or corrected. A calibration needs those that were not.
  var isProcessed: Bool {
    words.contains { isOne($0, of: "filt filtered lpf smooth smoothed avg mean cal calibrated corr corrected comp") }
  }
  /// Whether it is a date alone.
  var isDate: Bool { words.count == 1 && isOne(words[0], of: "date datum fecha") }
  /// Whether its numbers may say which of several sensors a row is of: `sensor_id`, `device`.
  var isSensorNumber: Bool { axis == nil && words.contains { isOne($0, of: "id sensor device node channel instance") } }
  /// Whether its unit is the word `raw`, which many programs also write beside numbers that have a unit.
  var isRaw: Bool { unit == .counts && words.contains { isOne($0, of: "raw") } }
  /// Whether its words say that it is something else: an angle, a temperature, an accuracy.
  var isOther: Bool { isExcluded || isAngle }

  private var isExcluded = false
  private var isAngle = false

  private var words: [[UInt8]] = []

  init(_ name: [UInt8], unit below: [UInt8] = []) {
    parse(name.count <= LineCells.longestName ? name : Array(name[..<LineCells.longestName]))
    if !below.isEmpty { unit = TextUnit(below) ?? unit }
    if let found = unit {
      // gx in m/s² is gravity. From the letter alone it would be a gyroscope.
      if let other = found.quantity, other != quantity, other != .time, hasShortStem,
        found.asUnit(of: quantity ?? other) == nil
      {
        quantity = other
      }
      if let known = quantity {
        unit = found.asUnit(of: known)
        // A field or an acceleration in degrees is an angle that was computed from it.
        if unit == nil, known == .field || known == .force, found.quantity == .rate {
          (quantity, axis, isAngle) = (nil, nil, true)
        }
      } else {
        quantity = axis == nil ? nil : found.quantity
      }
      // The letter `s` in a column of another kind has no meaning.
      if quantity == nil, found.quantity == .time, axis == nil { quantity = isTimeWord || isUnitAlone ? .time : nil }
    }
  }

  /// Whether it may be the whole seconds of a time in two columns.
  var isWholeSeconds: Bool { axis == nil && unit == .seconds && (quantity == nil || quantity == .time) }

  /// The unit, if it may be the part of a second in such a time.
  var partOfSecond: TextUnit? {
    guard axis == nil, let unit, unit.quantity == .time, unit != .seconds, !unit.isOnlyInBrackets else { return nil }
    return unit
  }

  /// Whether the column's whole name is a unit: `ms`.
  private var isUnitAlone: Bool { words.count == 1 && family.isEmpty }

  private var hasShortStem: Bool { words.contains { $0.count == 2 && $0[1] &- UInt8(ascii: "x") < 3 } }

  private var isTimeWord: Bool { words.contains { isOne($0, of: Self.timeWords) } }

  private static var timeWords: StaticString {
    "t time timestamp ts epoch unix utc tow tick ticks uhrzeit datum fecha created zeit seconds elapsed timeus timems millis micros utctimemillis elapsedrealtimenanos timestampus sampletimefine stamp clock uptime zeitstempel temps tiempo datetime date 时间"
  }

  private mutating func parse(_ name: [UInt8]) {
    words = Self.split(name, unit: &unit)
    var family: [UInt8] = []
    for (place, word) in words.enumerated() {
      if isOne(word, of: "uncal uncalibrated raw unc") { isUncalibrated = isUncalibrated || !isOne(word, of: "raw") }
      if isOne(
        word,
        of:
          "bias biases offset offsets ofs mofs ofsx ofsy ofsz covariance cov scale error angle angles quat quaternion accuracy temp temperature norm abs absolute magnitude norme betrag linear lin free freeacc user userlinear status device orientation euler heading vel velocity pos position delta dv dq diff roll pitch yaw azimuth bearing course tilt igrf wmm model lat latitude lon lng longitude altitude alt pressure humidity battery voltage qw qx qy qz q0 q1 q2 q3"
      ) {
        isExcluded = true
      }
      interpret(word, at: place, family: &family)
    }
    // The linear acceleration of ROS includes gravity.
    let isMessage = name.indices.contains { begins(name, at: $0, "linear_acceleration.") }
    let isROS = isMessage || words.first.map { isOne($0, of: "field imu") } ?? false
    if isExcluded, isROS, !words.contains(where: { isOne($0, of: "covariance orientation") }) { isExcluded = false }
    if isExcluded {
      quantity = nil
      axis = nil
    }
    self.family = family
    if axis == nil, quantity != .time, isTimeWord, !words.contains(LayoutFinder.bytes("fine")) {
      quantity = isExcluded ? nil : .time
      if unit == nil { unit = timeUnit }
    }
  }

  /// The unit in the name of a time: `seconds_elapsed`, `elapsedRealtimeNanos`, `TimeUS`.
  private var timeUnit: TextUnit? {
    for word in words {
      if isOne(word, of: "seconds sec secs sekunden") { return .seconds }
      if isOne(word, of: "ms msec millis timems") { return .milliseconds }
      if isOne(word, of: "us usec micros timeus timestampus") { return .microseconds }
      if isOne(word, of: "ns nsec nanos") { return .nanoseconds }
    }
    return nil
  }

  /// Uses one word for the first part of the name that it can be. Other words are of the family.
  private mutating func interpret(_ word: [UInt8], at place: Int, family: inout [UInt8]) {
    let isRead =
      readAxis(word, at: place) || readOwnUnit(word, at: place) || readQuantity(word, &family)
      || readAxisOfQuantity(word, &family) || readUnit(word, at: place)
    if !isRead { family += word + [UInt8(ascii: " ")] }
  }

  /// `x`; `0` to `2`; a number after an axis.
  private mutating func readAxis(_ word: [UInt8], at place: Int) -> Bool {
    if word.count == 1, word[0] &- UInt8(ascii: "x") < 3 {
      axis = Int(word[0] &- UInt8(ascii: "x"))
      return true
    }
    guard let number = Self.number(word[...]), place > 0 else { return false }
    if axis != nil {
      sample = sample ?? number
      return true
    }
    guard word.count == 1, number < 3 else { return false }
    axis = number
    return true
  }

  /// A unit in a place of its own.
  private mutating func readOwnUnit(_ word: [UInt8], at place: Int) -> Bool {
    // rad_mag_x: the unit may come first.
    if place == 0, words.count > 2, unit == nil, isOne(word, of: "rad deg radians degrees") {
      unit = TextUnit(word)
      return true
    }
    // ax_g: the word after the axis of an acceleration is its unit.
    guard word == [UInt8(ascii: "g")], place > 0, quantity == .force, axis != nil else { return false }
    unit = unit ?? .standardGravity
    return true
  }

  /// `mag`; `mag0`, `accel1`: one of several sensors.
  private mutating func readQuantity(_ word: [UInt8], _ family: inout [UInt8]) -> Bool {
    if let found = Self.quantity(word) {
      // `field` alone is less specific than another word of the name: field.angular_velocity.x.
      if quantity == nil || !isOne(word, of: "field g") { quantity = found }
    } else {
      let stem = Self.withoutNumber(word)
      guard stem.count >= 3, stem.count < word.count, let found = Self.quantity(stem) else { return false }
      quantity = quantity ?? found
    }
    family += word + [UInt8(ascii: " ")]
    return true
  }

  /// `mx`, `magx`, `accelX`; with the number of a sample: `mx0`, `accelX12`, `x3`.
  private mutating func readAxisOfQuantity(_ word: [UInt8], _ family: inout [UInt8]) -> Bool {
    let stem = Self.withoutNumber(word)
    let digits = word[stem.count...]
    guard let last = stem.last, last &- UInt8(ascii: "x") < 3, axis == nil, word.count >= 2,
      digits.isEmpty || Self.number(digits) != nil
    else { return false }
    let found = Self.quantity(Array(stem.dropLast()))
    guard found != nil || (stem.count == 1 && !digits.isEmpty) else { return false }
    axis = Int(last &- UInt8(ascii: "x"))
    (quantity, sample) = (found ?? quantity, Self.number(digits))
    if stem.count > 1 { family += Array(stem.dropLast()) + [UInt8(ascii: " ")] }
    return true
  }

  private mutating func readUnit(_ word: [UInt8], at place: Int) -> Bool {
    if word == [UInt8(ascii: "t")], place > 0, quantity == .field, axis != nil {
      unit = unit ?? .tesla
      return true
    }
    guard place > 0 || words.count == 1, unit == nil || unit == .counts, let found = TextUnit(word),
      found != .counts || words.count > 1
    else { return false }
    if found.isOnlyInBrackets { return false }
    unit = found
    return true
  }

  private static func withoutNumber(_ word: [UInt8]) -> [UInt8] {
    var stem = word
    while let last = stem.last, isDigit(last) { stem.removeLast() }
    return stem
  }

  /// The number of a sample, below 32. Larger numbers, and those in three digits, are part of a chip's name.
  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard (1...2).contains(word.count), word.allSatisfy(isDigit) else { return nil }
    let value = word.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
    return value < 32 ? value : nil
  }

  private static func quantity(_ word: [UInt8]) -> ColumnQuantity? {
    if isOne(
      word,
      of:
        "m mag magn magnet magnetic magnetism magnetometer magneto magnetfeld magnetfeldstärke magnetische magnetique magnétique b h field compass 磁场 uncalmag mfield magfield bfield rawmag calmag"
    ) {
      return .field
    }
    if isOne(
      word,
      of:
        "a acc acce accel acceleration accelerometer accelero accelerations beschleunigung gravity gf gforce specificforce 加速度 uncalaccel rawacc totalacceleration"
    ) {
      return .force
    }
    if isOne(
      word,
      of:
        "w g gyr gyro gyros gyroscope gyroskop omega angularvelocity 角速度 uncalgyro rotation rotationrate rate rates angular as turn"
    ) {
      return .rate
    }
    return nil
  }

  /// Words in lower case, split at punctuation and where a capital follows a small letter. The text in brackets is a
  /// unit.
  private static func split(_ name: [UInt8], unit: inout TextUnit?) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    func end() {
      if !word.isEmpty { words.append(lowered(word)) }
      word = []
    }
    var at = 0
    while at < name.count {
      let byte = name[at]
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        let close: UInt8 = byte == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
        var stop = at + 1
        while stop < name.count, name[stop] != close { stop += 1 }
        let inner = Array(name[(at + 1)..<stop])
        end()
        if number(inner[...]) != nil {
          words.append(inner)
        } else if let found = TextUnit(inner) {
          unit = found
        }
        at = stop + 1
        continue
      }
      if isLetter(byte) && byte != UInt8(ascii: "_") || isDigit(byte) {
        if beginsWord(name, at, after: word) { end() }
        word.append(byte)
      } else {
        end()
      }
      at += 1
    }
    end()
    if isForceInG(words) { words = [words[0] + words[1]] }
    return joinedUnits(words, &unit)
  }

  /// Whether a capital begins another word here.
  private static func beginsWord(_ name: [UInt8], _ at: Int, after word: [UInt8]) -> Bool {
    guard let last = word.last, name[at] &- UInt8(ascii: "A") < 26 else { return false }
    let nextIsSmall = at + 1 < name.count && name[at + 1] &- UInt8(ascii: "a") < 26
    let nextIsCapital = at + 1 < name.count && name[at + 1] &- UInt8(ascii: "A") < 26
    // uncalMag, MagX, elapsedRealtimeNanos are split; the ends of TimeUS and uT are not.
    if last &- UInt8(ascii: "a") < 26, nextIsSmall || nextIsCapital || isAxisAt(name, at) {
      return word.count > 1 || last != UInt8(ascii: "u")
    }
    // The X of MagXMicroT; walk7Magnetometer.
    return nextIsSmall && (isDigit(last) || (word.count == 1 && last &- UInt8(ascii: "X") < 3))
  }

  /// Physics Toolbox: gFx is the force in g.
  private static func isForceInG(_ words: [[UInt8]]) -> Bool {
    words.count == 2 && words[0] == [UInt8(ascii: "g")] && words[1].count == 2 && words[1][0] == UInt8(ascii: "f")
  }

  /// Whether a capital X, Y or Z ends a word here.
  private static func isAxisAt(_ name: [UInt8], _ at: Int) -> Bool {
    guard name[at] &- UInt8(ascii: "X") < 3 else { return false }
    guard at + 1 < name.count else { return true }
    return !(name[at + 1] &- UInt8(ascii: "a") < 26)
  }

  /// Units of several words at the end: `m_s2`, `rad_per_sec`, `m_per_s2`, `deg_s`.
  private static func joinedUnits(_ words: [[UInt8]], _ unit: inout TextUnit?) -> [[UInt8]] {
    var words = words
    for count in [3, 2] where unit == nil && words.count > count {
      for start in 1...(words.count - count) {
        var joined: [UInt8] = []
        for word in words[start..<(start + count)] { joined += word }
        let isAxisInside = words[start..<(start + count)].contains { $0.count == 1 && $0[0] &- UInt8(ascii: "x") < 3 }
        guard !isAxisInside, let found = TextUnit(joined), joined.count > 2 else { continue }
        unit = found
        words.removeSubrange(start..<(start + count))
        break
      }
    }
    return words
  }
}

extension TextUnit {
  /// The unit of a quantity from a column's name or from the row of units.
  public init?(column: TextColumn, of quantity: ColumnQuantity) {
    let name = ColumnName(column.name, unit: column.unit)
    guard let unit = name.unit?.asUnit(of: quantity) else { return nil }
    self = unit
  }

  /// 0, 1, 2 if a column's name ends with x, y or z.
  public static func axis(of column: TextColumn) -> Int? { ColumnName(column.name).axis }
}
