// Days outside the world model, in words: who says so, when it holds, what to do.
import Geomagnetism
import Quantities
import Testing

@testable import ToolConnection
@testable import ToolStream

private func refusal(_ day: String, from source: String?, _ error: WorldModelError, extrapolating: Bool = false) throws
  -> String
{
  ModelDay(date: try #require(Place.day(day)), source: source)
    .refusal(error.rawValue, isExtrapolating: extrapolating)
}

@Test func modelDay_ofThisMachinesClock_isNotBlamedOnAReceiver() throws {
  let text = try refusal("2031-05-01", from: nil, .afterModel)
  #expect(
    text == "This machine's clock says 2031-05-01; WMM-2025 holds from 2025-01-01 to 2030-01-01.\n"
      + "Add --extrapolate, or check this machine's clock.")
  // A receiver that says no date, or the same one.
  let today = ModelDay(date: Place.today, source: "gpsd")
  #expect(today.refusal(WorldModelError.afterModel.rawValue, isExtrapolating: false).hasPrefix("This machine's clock"))
}

@Test func modelDay_ofAReceiver_namesItAsItWasWritten() throws {
  let text = try refusal("2019-07-01", from: "gpsd:boat", .beforeModel)
  #expect(text.hasPrefix("gpsd:boat says 2019-07-01; ") && text.hasSuffix("or check the receiver's date."))
  let far = try refusal("1999-12-31", from: "nmea:log", .beyondExtrapolation, extrapolating: true)
  #expect(far.contains("at most ten years more.\nCheck the receiver's date."))
}

@Test(arguments: [Int32(1), 2]) func modelDay_ofACountOfWeeksThatRanOver_isTold(rounds: Int32) throws {
  let day = ModelDay(date: CalendarDay(days: Place.today.days - rounds * 7168), source: "nmea:/dev/ttyS0")
  let text = day.refusal(WorldModelError.beyondExtrapolation.rawValue, isExtrapolating: false)
  #expect(text.contains("week counter has overflowed, and is \(rounds * 1024) behind"), "\(text)")
  // Any other old day is a log's.
  let log = ModelDay(date: CalendarDay(days: Place.today.days - rounds * 7168 + 30), source: "nmea:/dev/ttyS0")
  #expect(!log.refusal(WorldModelError.beyondExtrapolation.rawValue, isExtrapolating: false).contains("weeks"))
}

@Test func modelDay_thatThisProgramsModelHoldsFor_isTheFirmwaresConcern() throws {
  let text = try refusal("2026-07-01", from: "nmea:log", .afterModel)
  #expect(text.contains("the board's own world model does not hold then") && text.contains("Flash the firmware"))
}

@Test func modelDay_outsideTheModel_isRemarkedOnOnlyWhereItIsUsed() throws {
  let outside = ModelDay(date: try #require(Place.day("2031-05-01")), source: nil)
  #expect(outside.remark(isExtrapolating: true)?.contains("the error grows each year") == true)
  #expect(outside.remark(isExtrapolating: false) == nil)
  let inside = ModelDay(date: try #require(Place.day("2029-12-31")), source: nil)
  #expect(inside.remark(isExtrapolating: true) == nil)
}
