// Units in names of columns, rows of units and labels.

/// The quantity of a column.
public enum ColumnQuantity: UInt8, Sendable {
  case field
  case force
  case rate
  case time
}

/// A unit in a file.
public enum TextUnit: UInt8, Equatable, Sendable {
  case tesla, millitesla, microtesla, nanotesla, gauss, milligauss
  /// Counts of a sensor.
  case counts
  /// The field as numbers near 1.
  case arbitrary
  case standardGravity, milliG, metresPerSecondSquared
  case degreesPerSecond, radiansPerSecond
  case seconds, milliseconds, microseconds, nanoseconds
  case minutes, hours, days
  case millidegreesPerSecond
  /// The field strength H; its flux density in air is μ0 of it.
  case amperesPerMetre

  /// The quantity of the unit; `nil` for counts, which any sensor may have.
  public var quantity: ColumnQuantity? {
    switch self {
    case .tesla, .millitesla, .microtesla, .nanotesla, .gauss, .milligauss, .amperesPerMetre, .arbitrary: .field
    case .standardGravity, .milliG, .metresPerSecondSquared: .force
    case .degreesPerSecond, .radiansPerSecond, .millidegreesPerSecond: .rate
    case .seconds, .milliseconds, .microseconds, .nanoseconds, .minutes, .hours, .days: .time
    case .counts: nil
    }
  }

  /// Nanotesla for a unit of the field; `nil` if its size is unknown.
  public var nanotesla: Double? {
    switch self {
    case .tesla: 1e9
    case .millitesla: 1e6
    case .microtesla: 1000
    case .nanotesla: 1
    case .gauss: 100_000
    case .milligauss: 100
    case .amperesPerMetre: Self.nanoteslaOfAmperesPerMetre
    default: nil
    }
  }

  /// μ0 in nT·m/A: 4π·10⁻⁷ N/A² within 10⁻⁹ (BIPM SI Brochure, 9th edition, table 1 and page 210).
  public static var nanoteslaOfAmperesPerMetre: Double { 1256.637 }

  /// The largest number of bytes of a unit.
  static var longest: Int { 64 }

  /// The unit with this name, for any quantity; `mG` and `mg` are different units.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.longest else { return nil }
    var core: [UInt8] = []
    // µ and μ count as u, ² as 2, ° as deg; other marks between the letters are ignored.
    var at = 0
    while at < text.count {
      let byte = text[at]
      let next = at + 1 < text.count ? text[at + 1] : 0
      if (byte == 0xc2 && next == 0xb5) || (byte == 0xce && next == 0xbc) {
        core.append(UInt8(ascii: "u"))
        at += 2
      } else if byte == 0xc2, next == 0xb2 {
        core.append(UInt8(ascii: "2"))
        at += 2
      } else if byte == 0xc2, next == 0xb0 {
        core += LayoutFinder.bytes("deg")
        at += 2
      } else if byte == 0xc2, next == 0xb7 {
        at += 2
      } else if isLetter(byte) && byte != UInt8(ascii: "_") || isDigit(byte) {
        core.append(byte)
        at += 1
      } else if byte == UInt8(ascii: "-"), next == UInt8(ascii: "2") || next == UInt8(ascii: "1") {
        // s^-2 and s-1.
        core.append(UInt8(ascii: "p"))
        at += 1
      } else {
        at += 1
      }
    }
    guard !core.isEmpty, core.count <= 24 else { return nil }
    if core == LayoutFinder.bytes("mG") {
      self = .milligauss
    } else if core == LayoutFinder.bytes("mg") {
      self = .milliG
    } else if core == LayoutFinder.bytes("G") {
      self = .gauss
    } else if core == LayoutFinder.bytes("g") {
      self = .standardGravity
    } else if core == LayoutFinder.bytes("T") {
      self = .tesla
    } else if core == LayoutFinder.bytes("mT") {
      self = .millitesla
    } else if let unit = Self.word(lowered(core)) {
      self = unit
    } else {
      return nil
    }
  }

  private static func word(_ text: [UInt8]) -> TextUnit? {
    if isOne(text, of: "ut utesla microtesla microteslas microt mut") { return .microtesla }
    if isOne(text, of: "nt ntesla nanotesla nanot gamma gammas") { return .nanotesla }
    if isOne(text, of: "tesla teslas") { return .tesla }
    if isOne(text, of: "mtesla millitesla mt") { return .millitesla }
    if isOne(text, of: "ga gs gauss oe oersted") { return .gauss }
    if isOne(text, of: "mgauss milligauss mga mgs moe") { return .milligauss }
    if isOne(text, of: "am apm am1 ampm amperepermeter") { return .amperesPerMetre }
    // The volts of an analogue sensor are counts, too: their size is not known.
    if isOne(text, of: "counts count lsb raw adc digits nounits mv uv volt volts") { return .counts }
    if isOne(text, of: "au arb arbunits arbitrary localflux normalized normalised") { return .arbitrary }
    if isOne(text, of: "gs2 gforce gee") { return .standardGravity }
    if isOne(text, of: "millig") { return .milliG }
    if isOne(text, of: "ms2 mss msp2 mps2 mss2 msec2 meterspersecondsquared mpss") { return .metresPerSecondSquared }
    if isOne(text, of: "dps deg degs degsec degpersec degsp1 degreespersecond degps degreess") {
      return .degreesPerSecond
    }
    if isOne(text, of: "mdps mdegs mdegps") { return .millidegreesPerSecond }
    if isOne(text, of: "rad rads rps radsec radpersec radsp1 radianspersecond radps") { return .radiansPerSecond }
    if isOne(text, of: "s sec secs second seconds sekunden") { return .seconds }
    if isOne(text, of: "ms msec msecs millis millisec millisecond milliseconds milli") { return .milliseconds }
    if isOne(text, of: "us usec usecs micros microsec microsecs microsecond microseconds") { return .microseconds }
    if isOne(text, of: "ns nsec nsecs nanos nanosec nanosecs nanosecond nanoseconds") { return .nanoseconds }
    if isOne(text, of: "min mins minute minutes") { return .minutes }
    if isOne(text, of: "h hr hrs hour hours") { return .hours }
    if isOne(text, of: "d day days") { return .days }
    return nil
  }

  /// Whether a word means this unit only in brackets or below a name: `min_x` is a smallest x.
  var isOnlyInBrackets: Bool { self == .minutes || self == .hours || self == .days }

  /// The unit with the same letters for another quantity: `ms` for a time, `G` for an acceleration.
  func asUnit(of quantity: ColumnQuantity) -> TextUnit? {
    if self == .counts || self.quantity == quantity { return self }
    switch (self, quantity) {
    case (.milligauss, .force): return .milliG
    case (.gauss, .force): return .standardGravity
    case (.milliG, .field): return .milligauss
    case (.standardGravity, .field): return .gauss
    default: return nil
    }
  }
}
