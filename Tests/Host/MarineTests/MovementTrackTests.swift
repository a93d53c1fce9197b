// Late fixes are ignored; course and speed come from successive fixes where the source tells none.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Marine

private func report(
  _ seconds: Double, north: Double = 0, east: Double = 0, metres: Double = 4, speed: UInt32? = nil,
  day: CalendarDay? = nil
) -> PositionReceiver.Report {
  let (latitude, longitude) = (47 + north / 111_195.08, 8 + east / (111_195.08 * cos(47 * Double.pi / 180)))
  let fix = Fix(
    time: Instant(microseconds: 0), position: GeoPlace(latitude: latitude, longitude: longitude).position(height: 0),
    horizontalMillimetres: UInt32(metres * 1000), speed: speed)
  return PositionReceiver.Report(fix: fix, date: day, time: TimeOfDay(seconds: seconds))
}

private func used(_ outcome: MovementTrack.Outcome) -> PositionReceiver.Report? {
  if case .used(let report) = outcome { return report }
  return nil
}

@Suite struct MovementTrackTests {
  @Test func lateFix_isIgnored_andMidnightIsNoReasonToBeLate() {
    var track = MovementTrack()
    #expect(used(track.add(report(86_398))) != nil)
    #expect(track.add(report(86_397)) == .late)
    #expect(used(track.add(report(86_398))) != nil, "the same moment, told twice")
    #expect(used(track.add(report(1))) != nil)
    #expect(track.add(report(86_399)) == .late)
  }

  @Test func clockSetBack_isBelievedAfterTenFixes() {
    var track = MovementTrack()
    _ = track.add(report(5000))
    for i in 0..<9 { #expect(track.add(report(4982 + Double(i))) == .late) }
    #expect(used(track.add(report(4991))) != nil)
    #expect(used(track.add(report(4992))) != nil)
    #expect(track.add(report(4990)) == .late)
  }

  @Test func clockSetToAnotherDay_isBelievedAtOnce() {
    var track = MovementTrack()
    _ = track.add(report(5000, day: CalendarDay(year: 2026, month: 7, day: 9)))
    #expect(used(track.add(report(4000, day: CalendarDay(year: 2026, month: 7, day: 1)))) != nil)
  }

  @Test func fixesWithoutASpeed_giveCourseAndSpeedWithTheirAccuracy() throws {
    var track = MovementTrack()
    var last: PositionReceiver.Report?
    // 22 m/s to 120°.
    for second in 0..<5 {
      let way = 22 * Double(second)
      last = used(track.add(report(Double(second), north: way * cos(2 * .pi / 3), east: way * sin(2 * .pi / 3))))
    }
    let found = try #require(last)
    #expect(found.isMovementDerived)
    #expect(abs(Double(try #require(found.fix.speed)) - 22_000) < 30)
    #expect(abs(try #require(found.fix.course).degrees - 120) < 0.1)
    // √2 · 4 m over 22 m, a radius of 68 % as a deviation: 9.7°; and 3.7 m/s.
    #expect(abs(Double(try #require(found.fix.courseUncertainty)) * 360 / 0x1p32 - 9.66) < 0.1)
    #expect(abs(Double(try #require(found.speedUncertainty)) - 3746) < 10)
  }

  @Test func movementBelowItsError_isNone() {
    var track = MovementTrack()
    for second in 0..<60 {
      let found = used(track.add(report(Double(second), north: second % 2 == 0 ? 3 : -3)))
      #expect(found?.fix.speed == nil && found?.fix.course == nil)
    }
    // A walker's eight seconds are enough.
    var walker = MovementTrack()
    var last: PositionReceiver.Report?
    for second in 0..<12 { last = used(walker.add(report(Double(second), north: 1.5 * Double(second)))) }
    #expect((1450...1550).contains(last?.fix.speed ?? 0))
  }

  @Test func toldSpeed_isKept() {
    var track = MovementTrack()
    _ = track.add(report(0))
    let found = used(track.add(report(1, north: 100, speed: 3000)))
    #expect(found?.fix.speed == 3000 && found?.isMovementDerived == false)
  }

  @Test func groundSpeed_givesTheCourseWhereNoMinimumComes() throws {
    var receiver = PositionReceiver()
    func take(_ formatter: String, _ fields: [String]) -> PositionReceiver.Report? {
      receiver.receive(Statement(Sentence(talker: "GP", formatter: formatter, fields: fields)))
    }
    func fixData(_ time: String) -> [String] {
      [time, "4700.000", "N", "00800.000", "E", "1", "08", "1.0", "400.0", "M", "48.0", "M", "", ""]
    }
    let ground = ["120.0", "T", "118.0", "M", "042.8", "N", "079.2", "K", "A"]
    #expect(take("VTG", ground) == nil, "no place yet")
    #expect(take("GGA", fixData("170000"))?.fix.course == nil)
    let told = try #require(take("VTG", ground))
    #expect(abs(try #require(told.fix.course).degrees - 120) < 1e-6 && told.fix.speed == 22_018)
    #expect(take("GGA", fixData("170001"))?.fix.speed == 22_018)
    #expect(take("GGA", fixData("170009"))?.fix.speed == nil, "of eight seconds before")
    let minimum = ["170010", "A", "4700.000", "N", "00800.000", "E", "1.0", "084.4", "230326", "", ""]
    #expect(take("RMC", minimum)?.fix.speed == 514)
    #expect(take("VTG", ground) == nil, "RMC tells the course")
  }
}
