// Days of the calendar. The device half never reads a clock: dates come from outside.

/// A day of the Gregorian calendar, UTC.
public struct CalendarDay: Equatable, Comparable, Hashable, Sendable {
  /// Days since 2000-01-01.
  public var days: Int32

  @inlinable @inline(__always)
  public init(days: Int32) { self.days = days }

  /// The day with this date, or `nil` when there is none (month 13, 29 February 2025) or the year is outside 1…9999.
  public init?(year: Int32, month: Int32, day: Int32) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    let before = Self.daysBefore(month: month, isLeap: Self.isLeap(year))
    let length = Self.daysBefore(month: month &+ 1, isLeap: Self.isLeap(year)) &- before
    guard day <= length else { return nil }
    self.init(days: Self.firstDay(ofYear: year) &+ before &+ day &- 1)
  }

  @inlinable @inline(__always)
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.days < b.days }

  /// The year, the day in it from 0, and the number of days in the year: year + day/length is the decimal year.
  ///
  /// Correct for the years 1…9999; a day outside them counts as the nearest day inside.
  public var dayOfYear: (year: Int32, day: Int32, length: Int32) {
    let day = min(max(days, Self.firstDay(ofYear: 1)), Self.firstDay(ofYear: 10_000) &- 1)
    // The year of the Julian calendar, in which every fourth year has a leap day: the right year, or one too small.
    let sinceYear1 = UInt32(bitPattern: day &+ Self.days1To2000)
    var year = 1 &+ Int32(bitPattern: sinceYear1 &* 4 / 1461)
    if Self.firstDay(ofYear: year &+ 1) <= day { year = year &+ 1 }
    let first = Self.firstDay(ofYear: year)
    return (year, day &- first, Self.firstDay(ofYear: year &+ 1) &- first)
  }

  /// Year, month 1…12 and day 1…31.
  public var civil: (year: Int32, month: Int32, day: Int32) {
    let (year, day, length) = dayOfYear
    var month: Int32 = 12
    while Self.daysBefore(month: month, isLeap: length == 366) > day { month = month &- 1 }
    return (year, month, day &- Self.daysBefore(month: month, isLeap: length == 366) &+ 1)
  }

  // MARK: - The calendar

  private static func isLeap(_ year: Int32) -> Bool {
    firstDay(ofYear: year &+ 1) &- firstDay(ofYear: year) == 366
  }

  /// Days from 0001-01-01 to 2000-01-01.
  private static var days1To2000: Int32 { 730_119 }

  /// Days from 2000-01-01 to 1 January; year ≥ 1.
  @inline(never)
  private static func firstDay(ofYear year: Int32) -> Int32 {
    let past = UInt32(bitPattern: year &- 1)
    let centuries = past / 100
    return Int32(bitPattern: past &* 365 &+ past &>> 2 &- centuries &+ centuries &>> 2) &- days1To2000
  }

  /// Days of the year before the month 1…13.
  private static func daysBefore(month: Int32, isLeap: Bool) -> Int32 {
    if month <= 2 { return (month &- 1) &* 31 }
    // From March on the lengths of the months repeat: 31, 30, 31, 30, 31 days.
    return (month &* 153 &- 457) / 5 &+ (isLeap ? 60 : 59)
  }
}
