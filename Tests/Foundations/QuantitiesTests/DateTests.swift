// Days of the calendar, against Foundation's.
import Foundation
import Quantities
import Testing

/// Foundation has a `Date` as well.
private typealias Day = CalendarDay

@Test func date_goesToItsNameAndBack_overFourCenturies() {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
  let start = Date(timeIntervalSince1970: 946_684_800)
  for days in stride(from: Int32(-146_097), through: 146_097, by: 37) {
    let parts = calendar.dateComponents(
      [.year, .month, .day], from: start.addingTimeInterval(Double(days) * 86_400))
    let civil = Day(days: days).civil
    #expect(civil.year == Int32(parts.year ?? 0) && civil.month == Int32(parts.month ?? 0))
    #expect(civil.day == Int32(parts.day ?? 0))
    #expect(Day(year: civil.year, month: civil.month, day: civil.day)?.days == days)
  }
}

@Test func date_thatDoesNotExist_isNil() {
  for (year, month, day) in [
    (2025, 2, 29), (1900, 2, 29), (2025, 4, 31), (2025, 13, 1), (2025, 0, 1), (2025, 1, 0), (2025, 12, 32), (0, 1, 1),
    (10_000, 1, 1), (2025, -1, 1),
  ] as [(Int32, Int32, Int32)] {
    #expect(Day(year: year, month: month, day: day) == nil)
  }
  #expect(Day(year: 2000, month: 2, day: 29)?.days == 59)
  #expect(Day(year: 2000, month: 1, day: 1)?.days == 0)
}

@Test func date_beyondTheCalendar_countsAsItsEnd() {
  #expect(Day(days: Int32.max).civil == (9999, 12, 31))
  #expect(Day(days: Int32.min).civil == (1, 1, 1))
}

@Test func dayOfYear_countsFromZero() {
  #expect(Day(days: 0).dayOfYear == (2000, 0, 366))
  #expect(Day(days: 365).dayOfYear == (2000, 365, 366))
  #expect(Day(days: 366).dayOfYear == (2001, 0, 365))
}
