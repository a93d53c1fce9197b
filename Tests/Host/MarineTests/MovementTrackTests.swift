// Late fixes are ignored; course and speed come from successive fixes where the source tells none.
import Foundation
import Quantities
import TestSupport
import Testing

@testable import Marine

private func report(
  _ seconds: Double, north: Double = 0, east: Double = 0, metres: Double = 4, speed: UInt32? = nil,
  course: BinaryAngle? = nil, day: CalendarDay? = nil
) -> PositionReceiver.Report {
  let (latitude, longitude) = (47 + north / 111_195.08, 8 + east / (111_195.08 * cos(47 * Double.pi / 180)))
  let fix = Fix(
    time: Instant(microseconds: 0), position: GeoPlace(latitude: latitude, longitude: longitude).position(height: 0),
    horizontalMillimetres: UInt32(metres * 1000), speed: speed, course: course)
  return PositionReceiver.Report(fix: fix, date: day, time: TimeOfDay(seconds: seconds))
}

private func used(_ outcome: MovementTrack.Outcome) -> PositionReceiver.Report? {
  if case .used(let report) = outcome { return report }
  return nil
}

@Suite struct MovementTrackTests {
  @Test func lateFix_isIgnored_andMidnightIsNoReasonToBeLate() {
    var track = MovementTrack()
    #expect(used(track.follow(report(86_398))) != nil)
    #expect(track.follow(report(86_397)) == .late)
    #expect(used(track.follow(report(86_398))) != nil, "the same moment, told twice")
    #expect(used(track.follow(report(1))) != nil)
    #expect(track.follow(report(86_399)) == .late)
  }

  @Test func clockSetBack_isBelievedAfterTenFixes() {
    var track = MovementTrack()
    _ = track.follow(report(5000))
    for i in 0..<9 { #expect(track.follow(report(4982 + Double(i))) == .late) }
    #expect(used(track.follow(report(4991))) != nil)
    #expect(used(track.follow(report(4992))) != nil)
    #expect(track.follow(report(4990)) == .late)
  }

  @Test func clockSetToAnotherDay_isBelievedAtOnce() {
    var track = MovementTrack()
    _ = track.follow(report(5000, day: CalendarDay(year: 2026, month: 7, day: 9)))
    #expect(used(track.follow(report(4000, day: CalendarDay(year: 2026, month: 7, day: 1)))) != nil)
  }

  @Test func fixesWithoutASpeed_giveCourseAndSpeedWithTheirAccuracy() throws {
    var track = MovementTrack()
    var last: PositionReceiver.Report?
    // 22 m/s to 120°.
    for second in 0..<5 {
      let way = 22 * Double(second)
      last = used(track.follow(report(Double(second), north: way * cos(2 * .pi / 3), east: way * sin(2 * .pi / 3))))
    }
    let found = try #require(last)
    #expect(found.isMovementDerived)
    #expect(abs(Double(try #require(found.fix.speed)) - 22_000) < 30)
    #expect(abs(try #require(found.fix.course).degrees - 120) < 0.1)
    // Three fixes: 1.5 · 4 m / 1.51 in two seconds, 1.99 m/s, and of 22 m/s 5.2°.
    #expect(abs(Double(try #require(found.fix.courseUncertainty)) * 360 / 0x1p32 - 5.16) < 0.1)
    #expect(abs(Double(try #require(found.speedUncertainty)) - 1987) < 10)
  }

  /// The courses of fixes a second apart without a speed, given by their metres north.
  private func courses(north: [Double]) -> Int {
    var track = MovementTrack()
    return north.enumerated().count { used(track.follow(report(Double($0), north: $1)))?.fix.course != nil }
  }

  /// Of a receiver at rest: one bad fix, several in a row, the first ones, a place that is lost and found again.
  @Test(arguments: [
    [20], [0], [59], [10, 40], [20, 21], [20, 21, 22, 23, 24], [10, 20, 30], [15, 17], Array(20..<60),
  ])
  func badFixes_giveNoCourse(seconds: [Int]) {
    // A vehicle could be 25 m away a second later: only one such fix alone decides nothing.
    for metres in [25.0, 60, 400, 1e6] where metres > 25 || seconds.count == 1 {
      let north = (0..<60).map { seconds.contains($0) ? metres : Double($0 % 3) - 1 }
      #expect(courses(north: north) == 0, "\(metres) m at \(seconds)")
    }
  }

  /// A jump of the place does not end the course of a vehicle for good, and a bad fix hardly interrupts it.
  @Test func badFix_ofAVehicle_interruptsItsCourseShortly() {
    let drive = (0..<60).map { 15 * Double($0) }
    #expect(courses(north: drive) == 58, "three fixes give the first course")
    var outlier = drive
    outlier[30] += 80
    #expect(courses(north: outlier) == 57)
    let jump = drive.enumerated().map { $1 + ($0 < 30 ? 0 : 500) }
    #expect(courses(north: jump) >= 52)
  }

  /// A vehicle that brakes and turns as hard as it can is possible, at 10 Hz, too.
  @Test(arguments: [1.0, 0.1]) func hardManoeuvres_arePossible(step: Double) {
    var track = MovementTrack()
    var (north, east, speed, course) = (0.0, 0.0, 30.0, 0.0)
    for i in 0..<Int(40 / step) {
      let time = Double(i) * step
      if time > 10, time <= 20 { course += 8.0 / 30 * step }
      if time > 25 { speed = max(0, speed - 8 * step) }
      north += speed * cos(course) * step
      east += speed * sin(course) * step
      _ = track.follow(report(time, north: north, east: east, metres: 3))
      #expect(track.excess == nil, "\(time) s")
    }
  }

  /// A stated speed that no vehicle reaches in this time gives no course; a place that is wrong beside it does no harm.
  @Test func impossibleSpeed_isLeftOut() throws {
    var track = MovementTrack()
    for second in 0..<5 { _ = track.follow(report(Double(second), speed: 100)) }
    let wrong = used(track.follow(report(5, speed: 60_000, course: .quarterTurn)))
    #expect(wrong != nil && wrong?.fix.speed == nil && wrong?.fix.course == nil && track.excess != nil)
    let next = used(track.follow(report(6, speed: 0)))
    #expect(next?.fix.speed == 0 && track.excess == nil)
    let astray = used(track.follow(report(7, north: 300, speed: 100)))
    #expect(astray?.fix.speed == 100 && track.excess != nil)
  }

  @Test func movementBelowItsError_isNone() {
    var track = MovementTrack()
    for second in 0..<60 {
      let found = used(track.follow(report(Double(second), north: second % 2 == 0 ? 3 : -3)))
      #expect(found?.fix.speed == nil && found?.fix.course == nil)
    }
  }

  /// Fixes of a receiver whose error falls out of step with e^(−1/τ) a second; τ = 0: independent errors.
  private func fixes(
    _ count: Int, memory: Double, speed: Double, metres: Double, perSecond: Int = 1, _ random: inout SeededGenerator
  ) -> [PositionReceiver.Report] {
    let deviation = metres / 1.51
    let kept = memory == 0 ? 0 : exp(-1 / memory / Double(perSecond))
    var (north, east) = (random.gaussian() * deviation, random.gaussian() * deviation)
    return (0..<count).map { number in
      let new = (1 - kept * kept).squareRoot() * deviation
      (north, east) = (kept * north + new * random.gaussian(), kept * east + new * random.gaussian())
      let time = Double(number) / Double(perSecond)
      return report(time, north: north, east: east + speed * time, metres: metres)
    }
  }

  /// Of 10,000 fixes at rest with errors as stated fewer than one has a course.
  @Test(arguments: [(0.0, 1), (1, 1), (2, 1), (3, 1), (5, 1), (10, 1), (60, 1), (3, 5)])
  func receiverAtRest_hasNoCourse(memory: Double, perSecond: Int) {
    var random = SeededGenerator(seed: 10)
    var (wrong, count) = (0, 0)
    for _ in 0..<50 {
      var track = MovementTrack()
      for fix in fixes(600, memory: memory, speed: 0, metres: 4, perSecond: perSecond, &random) {
        count += 1
        if used(track.follow(fix))?.fix.course != nil { wrong += 1 }
      }
    }
    #expect(wrong * 10_000 <= count, "\(wrong) of \(count) fixes, τ = \(memory) s; seed 10")
  }

  /// A walker east with 1.4 m/s: how soon the course comes, that it stays, and that its error is the stated one.
  @Test(arguments: [(0.0, 3.0, 12.0, 15.0), (5, 3, 12, 15), (30, 3, 12, 15), (0, 4.53, 17, 21)])
  func walker_hasACourseSoon(memory: Double, metres: Double, median: Double, nearlyAll: Double) {
    var random = SeededGenerator(seed: 14)
    var first: [Double] = []
    var (later, known, within) = (0, 0, 0)
    for _ in 0..<300 {
      var track = MovementTrack()
      var begun: Double?
      for (second, fix) in fixes(60, memory: memory, speed: 1.4, metres: metres, &random).enumerated() {
        let found = used(track.follow(fix))?.fix
        if second > 25 { later += 1 }
        guard let course = found?.course, let deviation = found?.courseUncertainty else { continue }
        begun = begun ?? Double(second)
        if second > 25 { known += 1 }
        let error = abs((course.degrees - 90).remainder(dividingBy: 360))
        if error <= 2 * Double(deviation) * 360 / 0x1p32 { within += second > 25 ? 1 : 0 }
      }
      first.append(begun ?? 99)
    }
    first.sort()
    #expect(first[150] <= median && first[285] <= nearlyAll, "\(first[150]) s, \(first[285]) s")
    #expect(Double(known) > 0.95 * Double(later), "\(known) of \(later)")
    #expect(Double(within) > 0.95 * Double(known), "\(within) of \(known)")
  }

  @Test func toldSpeed_isKept() {
    var track = MovementTrack()
    _ = track.follow(report(0))
    let found = used(track.follow(report(1, north: 100, speed: 3000)))
    #expect(found?.fix.speed == 3000 && found?.isMovementDerived == false)
  }

  @Test func groundSpeed_givesTheCourseWhereNoMinimumComes() throws {
    var receiver = PositionReceiver()
    func receive(_ formatter: String, _ fields: [String]) -> PositionReceiver.Report? {
      receiver.receive(Statement(Sentence(talker: "GP", formatter: formatter, fields: fields)))
    }
    func fixData(_ time: String) -> [String] {
      [time, "4700.000", "N", "00800.000", "E", "1", "08", "1.0", "400.0", "M", "48.0", "M", "", ""]
    }
    let ground = ["120.0", "T", "118.0", "M", "042.8", "N", "079.2", "K", "A"]
    #expect(receive("VTG", ground) == nil, "no place yet")
    #expect(receive("GGA", fixData("170000"))?.fix.course == nil)
    let told = try #require(receive("VTG", ground))
    #expect(abs(try #require(told.fix.course).degrees - 120) < 1e-6 && told.fix.speed == 22_018)
    #expect(receive("GGA", fixData("170001"))?.fix.speed == 22_018)
    #expect(receive("GGA", fixData("170009"))?.fix.speed == nil, "of eight seconds before")
    let minimum = ["170010", "A", "4700.000", "N", "00800.000", "E", "1.0", "084.4", "230326", "", ""]
    #expect(receive("RMC", minimum)?.fix.speed == 514)
    #expect(receive("VTG", ground) == nil, "RMC tells the course")
  }

  @Test func placeAlone_isAPosition() throws {
    func receive(_ receiver: inout PositionReceiver, _ formatter: String, _ fields: [String]) -> PositionReceiver
      .Report?
    {
      receiver.receive(Statement(Sentence(talker: "GP", formatter: formatter, fields: fields)))
    }
    var receiver = PositionReceiver()
    let place = ["4700.000", "N", "00800.000", "E"]
    let told = try #require(receive(&receiver, "GLL", place + ["170000", "A", "A"]))
    #expect(told.fix.isValid && told.fix.horizontalMillimetres == 15_000 && told.time?.seconds == 61_200)
    #expect(told.fix.position == GeoPlace(latitude: 47, longitude: 8).position(height: 0))
    #expect(receive(&receiver, "GLL", place + ["170001", "V", "N"])?.fix.isValid == false)
    #expect(receive(&receiver, "GLL", place)?.fix.isValid == true, "of the first versions, without time and status")
    #expect(receive(&receiver, "GLL", ["", "", "", "", "170002", "A"])?.fix.isValid == false)
    // With a course of VTG.
    _ = receive(&receiver, "GLL", place + ["170003", "A"])
    #expect(receive(&receiver, "VTG", ["120.0", "T", "", "M", "1.0", "N", "1.9", "K"])?.fix.speed == 514)
    // GNS has the accuracy and the height; GLL says no more then.
    let fix = ["170004"] + place + ["NA", "11", "0.5", "400.0", "48.0", "", ""]
    let better = try #require(receive(&receiver, "GNS", fix))
    #expect(better.fix.horizontalMillimetres == 2_000 && better.fix.position.height == 448_000)
    #expect(receive(&receiver, "GLL", place + ["170004", "A"]) == nil)
    #expect(receive(&receiver, "GNS", ["170005"] + place + ["NN", "0", "", "", "", "", ""])?.fix.isValid == false)
  }
}
