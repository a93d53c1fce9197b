// The way in the instrument: fixes, an arrow from its own true heading, sources, the swing of the card.

import Correction
import Instrument
import LinkProtocol
import Navigation
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// A calibrated, level instrument with a magnetometer.
private final class NavigationBench {
  var instrument = CompassInstrument<NavigationUnit, WithoutMotion>(
    identity: DeviceIdentity(
      board: BoardName("bench"), capabilities: .magnetometer, imageHash: 0, bootCounter: 1, fault: nil))
  var decoder = FrameDecoder()
  var now: UInt64 = 1000
  var token: UInt8 = 0
  /// What it reads: north in body axes, set by `point`.
  var field = Vector3(x: 20_000, y: 0, z: 43_000)
  var guidances: [GuidanceReport] = []

  init(isCalibrated: Bool = true) {
    instrument.receive(.sample(sample), from: .absent, at: Instant(microseconds: now))
    guard isCalibrated else { return }
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    let bytes = record.bytes()
    _ = ask(.setCalibration, bytes.indices.map { bytes[$0] })
  }

  private var sample: FieldSample {
    FieldSample(
      time: Instant(microseconds: now), counts: field, scale: .nanotesla, field: MagneticField(nanotesla: field))
  }

  func ask(_ kind: MessageKind, _ payload: [UInt8] = []) -> (kind: MessageKind, payload: [UInt8])? {
    token = token == 255 ? 1 : token + 1
    for byte in request(kind, token: token, payload) { instrument.receive(byte, at: Instant(microseconds: now)) }
    return run(milliseconds: 3)
  }

  func set<M: Message>(_ kind: MessageKind, _ message: M) -> MessageKind? {
    ask(kind, contents(of: message))?.kind
  }

  @discardableResult
  func run(milliseconds: Int) -> (kind: MessageKind, payload: [UInt8])? {
    var reply: (MessageKind, [UInt8])?
    for step in 0..<(milliseconds * 10) {
      now += 100
      if step % 100 == 0 { instrument.receive(.sample(sample), from: .absent, at: Instant(microseconds: now)) }
      instrument.run(at: Instant(microseconds: now))
      while let byte = instrument.nextByte() {
        guard decoder.feed(byte) == .frame, let kind = MessageKind(rawValue: decoder.frame.header.kind) else {
          continue
        }
        let payload = contents(decoder.frame)
        if kind == .periodicGuidance {
          guidances.append(GuidanceReport(payload: payload.span)!)
        } else {
          reply = (kind, payload)
        }
      }
    }
    return reply
  }

  func guidance() -> GuidanceReport? {
    guard let reply = ask(.getGuidance), reply.kind == .guidance else { return nil }
    return GuidanceReport(payload: reply.payload.span)
  }

  func sources() -> SourceReport? {
    guard let reply = ask(.getSources) else { return nil }
    return SourceReport(payload: reply.payload.span)
  }
}

private let zurich = Position(latitude: 565_147_271, longitude: 101_885_060, height: 400_000)
private let elsewhere = Position(latitude: 575_147_271, longitude: 101_885_060)
private func fix(_ position: Position, speed: UInt32? = nil, course: BinaryAngle? = nil) -> Fix {
  Fix(
    time: Instant(microseconds: 0), position: position, horizontalMillimetres: 5000, speed: speed, course: course)
}

@Test func guidance_needsAFixACalibrationPlaceAndDate() throws {
  let bench = NavigationBench(isCalibrated: false)
  #expect(bench.guidance()?.view == nil)
  // A kilometre to the north: 2^32 · 1/40,030 of a turn.
  var target = SetDestination(destination: zurich)
  target.destination?.latitude += 107_293
  #expect(bench.set(.setDestination, target) == .acknowledged)
  #expect(bench.guidance()?.view?.state == .waiting)
  var invalid = fix(zurich)
  invalid.horizontalMillimetres = nil
  #expect(bench.set(.setFix, invalid) == .acknowledged)
  #expect(bench.guidance()?.view?.state == .waiting)
  #expect(bench.set(.setFix, fix(zurich)) == .acknowledged)
  var view = try #require(bench.guidance()?.view)
  #expect(view.state == .guiding && view.arrow == nil && view.hidden == .noHeading)
  #expect(abs(try #require(view.millimetres) - 1_000_000) < 500)

  // Calibrated and dated it knows true north: 3.7° east of what the compass calls north.
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.grade = 3
  let bytes = record.bytes()
  #expect(bench.ask(.setCalibration, bytes.indices.map { bytes[$0] })?.kind == .acknowledged)
  #expect(bench.set(.setDate, SetDate(date: CalendarDay(days: 9679))) == .acknowledged)
  bench.run(milliseconds: 10)
  view = try #require(bench.guidance()?.view)
  #expect(view.arrow == .ahead && view.hidden == nil)
  let turn = try #require(view.turn).binaryDegrees
  #expect(turn < -3 && turn > -4.5)
  // The nose to the west: the place lies to the right.
  bench.field = Vector3(x: 0, y: 20_000, z: 43_000)
  bench.run(milliseconds: 20)
  #expect(bench.guidance()?.view?.arrow == .right)
}

/// A magnet nearby, or a field that is far from the calibration's: what the compass says is no heading to walk by.
@Test func disturbedHeading_guidesNobodyAndIsNoSource() throws {
  let bench = NavigationBench()
  var target = SetDestination(destination: zurich)
  target.destination?.latitude += 107_293
  _ = bench.set(.setDate, SetDate(date: CalendarDay(days: 9679)))
  _ = bench.set(.setDestination, target)
  _ = bench.set(.setFix, fix(zurich))
  bench.field = Vector3(x: 0, y: 20_000, z: 43_000)
  bench.run(milliseconds: 2000)
  var report = try #require(bench.guidance())
  #expect(report.view?.arrow == .right && report.disturbance == .clear)
  let device = UInt8(1) << HeadingSource.device.rawValue
  #expect(try #require(bench.sources()).available & device != 0)

  bench.field = Vector3(x: 0, y: 6000, z: 20_000)
  bench.run(milliseconds: 2000)
  _ = bench.set(.setFix, fix(zurich))
  report = try #require(bench.guidance())
  #expect(report.disturbance == .disturbed)
  #expect(try #require(report.accuracy) >= 9000)
  #expect(report.view?.arrow == nil && report.view?.hidden == .noHeading && report.heading == nil)
  #expect(try #require(bench.sources()).available & device == 0)
  // However rough a heading the host lets guide.
  target.worstAccuracy = 18_000
  _ = bench.set(.setDestination, target)
  #expect(try #require(bench.guidance()).view?.arrow == nil)
}

/// Level by assumption, a heading is good to what the tilt may be: a side is told only beyond that.
@Test func inaccurateHeading_isHeldAgainstTheHostsLimit() throws {
  let bench = NavigationBench()
  var target = SetDestination(destination: zurich)
  target.destination?.latitude += 107_293
  _ = bench.set(.setDate, SetDate(date: CalendarDay(days: 9679)))
  _ = bench.set(.setFix, fix(zurich))
  bench.field = Vector3(x: 0, y: 20_000, z: 43_000)
  bench.run(milliseconds: 2000)
  let accuracy = try #require(bench.guidance()?.accuracy)
  for (limit, hidden) in [(accuracy + 50, nil), (accuracy - 50, HiddenArrow.inaccurate)] as [(UInt16, HiddenArrow?)] {
    target.worstAccuracy = limit
    _ = bench.set(.setDestination, target)
    #expect(try #require(bench.guidance()?.view).hidden == hidden)
  }
}

/// Another host's stream took its place away, or was killed and left it.
@Test(arguments: [nil, Position(latitude: -716_000_000, longitude: 1_670_000_000)])
func fix_nearTheLastOne_placesAHeadingThatIsElsewhere(left: Position?) throws {
  let bench = NavigationBench()
  func declination() throws -> Double? {
    let reply = try #require(bench.ask(.getLocalField))
    let field = LocalField(payload: reply.payload.span)
    guard let field, field.state == .known, let angle = field.declination else { return nil }
    return angle.signedDegrees
  }
  _ = bench.set(.setDate, SetDate(date: CalendarDay(days: 9679)))
  _ = bench.set(.setFix, fix(zurich))
  bench.run(milliseconds: 10)
  let first = try #require(try declination())
  #expect(first > 3 && first < 4.5)
  #expect(bench.set(.setLocation, SetLocation(position: left)) == .acknowledged)
  bench.run(milliseconds: 10)
  #expect(try declination() != first)
  _ = bench.set(.setFix, fix(zurich))
  bench.run(milliseconds: 10)
  #expect(try declination() == first)
  // Where it is by now, nothing is looked up again.
  var near = zurich
  near.latitude += 1000
  _ = bench.set(.setFix, fix(near))
  let reply = try #require(bench.ask(.getHeadingSettings))
  let settings = HeadingSettingsReport(payload: reply.payload.span)
  #expect(settings?.location.position == zurich)
}

@Test func guidance_streamFollowsTheNose() {
  let bench = NavigationBench()
  var target = SetDestination(destination: zurich)
  target.destination?.latitude += 107_293
  _ = bench.set(.setDate, SetDate(date: CalendarDay(days: 9679)))
  _ = bench.set(.setFix, fix(zurich))
  _ = bench.set(.setDestination, target)
  _ = bench.ask(.setRate, [0x10, 0x27, 0, 0])
  #expect(bench.ask(.startStreams, [Streams.guidance.rawValue])?.kind == .acknowledged)
  bench.run(milliseconds: 50)
  bench.field = Vector3(x: 0, y: -20_000, z: 43_000)
  bench.run(milliseconds: 100)
  let arrows = bench.guidances.compactMap { $0.view?.arrow }
  #expect(bench.guidances.count >= 14)
  #expect(arrows.first == .ahead && arrows.last == .left)
}

@Test func destination_outOfRangeIsRefused() {
  let bench = NavigationBench()
  var target = SetDestination(destination: Position(latitude: 0x4000_0001, longitude: 0))
  #expect(bench.set(.setDestination, target) == .refused)
  target.destination = zurich
  target.arrivalMillimetres = 0
  #expect(bench.set(.setDestination, target) == .refused)
  target.arrivalMillimetres = 10
  target.leaveMillimetres = 9
  #expect(bench.set(.setDestination, target) == .refused)
  target.leaveMillimetres = 10
  target.fixesToArrive = 0
  #expect(bench.set(.setDestination, target) == .refused)
  #expect(bench.guidance()?.view == nil)
}

@Test func sources_followWhatIsThere() throws {
  let bench = NavigationBench()
  bench.run(milliseconds: 5)
  var report = try #require(bench.sources())
  #expect(report.available == 1 << HeadingSource.device.rawValue && report.pose == nil)
  #expect(report.choice(for: .beacon, .presentation) == .source(.device))
  #expect(report.choice(for: .placeCallout, .collection) == .notApplicable)
  // Moving: a course, which is preferred for collection once it has settled.
  _ = bench.set(.setFix, fix(zurich, speed: 5000, course: .quarterTurn))
  report = try #require(bench.sources())
  #expect(report.available == 0b101)
  bench.run(milliseconds: 1100)
  _ = bench.set(.setFix, fix(zurich, speed: 5000, course: .quarterTurn))
  report = try #require(bench.sources())
  #expect(report.settled == 0b101)
  #expect(report.choice(for: .myLocation, .collection) == .source(.course))
  #expect(bench.guidance()?.course == .quarterTurn)
  // In the background, with a headset.
  let pocket = SetSurroundings(isForeground: false, hasHeadset: true, settlingTime: 0)
  #expect(bench.set(.setSurroundings, pocket) == .acknowledged)
  report = try #require(bench.sources())
  #expect(report.available == 0b011)
  #expect(report.choice(for: .beacon, .presentation) == .source(.head))
}

/// Above a speed guidance goes by the course, with hysteresis, and says so.
@Test func guidance_aboveASpeed_goesByTheCourse() throws {
  let bench = NavigationBench()
  bench.run(milliseconds: 5)
  var movement = SetSurroundings()
  movement.courseAbove = 3000
  #expect(bench.set(.setSurroundings, movement) == .acknowledged)
  #expect(bench.set(.setDestination, SetDestination(destination: elsewhere)) == .acknowledged)
  for (speed, source) in [
    (2900, HeadingSource.device), (3000, .course), (2500, .course), (2399, .device), (2900, .device),
  ] {
    _ = bench.set(.setFix, fix(zurich, speed: UInt32(speed), course: .quarterTurn))
    let report = try #require(bench.guidance())
    #expect(report.speed == UInt32(speed))
    // The bench knows no declination: without a true heading nothing but the course will do.
    #expect(report.source == (source == .course ? .course : nil), "\(speed) mm/s")
    #expect((report.view?.arrow != nil) == (source == .course), "\(speed) mm/s")
  }
  // Off again: a host that does not ask for it gets the device's heading.
  _ = bench.set(.setFix, fix(zurich, speed: 9000, course: .quarterTurn))
  #expect(bench.guidance()?.source == .course)
  #expect(bench.set(.setSurroundings, SetSurroundings()) == .acknowledged)
  #expect(bench.guidance()?.source == nil)
}

/// A fix that is too coarse is ignored. The distance filter is for whoever is shown the place, and for the world model:
/// guidance gets every fix, so that it finds an arrival between two places that are passed on.
@Test func fixes_areFilteredByAccuracyAndDistance() throws {
  let bench = NavigationBench()
  bench.run(milliseconds: 5)
  var rules = SetSurroundings()
  rules.distanceFilter = 1_000_000
  rules.desiredAccuracy = 10_000
  #expect(bench.set(.setSurroundings, rules) == .acknowledged)
  #expect(bench.set(.setDestination, SetDestination(destination: elsewhere)) == .acknowledged)
  var coarse = fix(zurich)
  coarse.horizontalMillimetres = 10_001
  _ = bench.set(.setFix, coarse)
  #expect(bench.guidance()?.view?.state == .waiting)
  _ = bench.set(.setFix, fix(zurich))
  let first = try #require(bench.guidance()?.view?.millimetres)
  bench.run(milliseconds: 50)
  // 930 m to the north.
  var near = zurich
  near.latitude += 100_000
  _ = bench.set(.setFix, fix(near))
  let later = try #require(bench.guidance())
  #expect(abs(try #require(later.view?.millimetres) - (first - 932_000)) < 1_000)
  #expect(later.fixAge < 50_000)
  // A destination 10 m further: reached, left, and reached again, always within the filter.
  var there = near
  there.latitude += 1_073
  #expect(bench.set(.setDestination, SetDestination(destination: there)) == .acknowledged)
  #expect(bench.guidance()?.view?.state == .arrived, "the destination was set after the fix")
  _ = bench.set(.setFix, fix(zurich))
  #expect(bench.guidance()?.view?.state == .guiding)
  _ = bench.set(.setFix, fix(near))
  #expect(bench.guidance()?.view?.state == .arrived)
}

/// The US handbook's example: deviations of eight headings, and the coefficients that it derives from them.
@Test func swing_findsAndUsesTheCard() throws {
  let bench = NavigationBench()
  func swing(_ action: SwingAction, compass: Double = 0, deviation: Double = 0) -> MessageKind? {
    return bench.set(.swing, SwingRequest(action, compass: angle(compass), magnetic: angle(compass + deviation)))
  }
  #expect(swing(.take) == .refused, "no swing has begun")
  #expect(swing(.begin) == .acknowledged)
  #expect(swing(.use) == .refused, "there is no card yet")
  for (step, deviation) in [10.5, 20.0, 11.5, -1.2, -5.5, -8.0, -12.5, -6.8].enumerated() {
    #expect(swing(.take, compass: Double(step) * 45, deviation: deviation) == .acknowledged)
  }
  let reply = try #require(bench.ask(.getSwing))
  let parsed = SwingReport(payload: reply.payload.span)
  let status = try #require(parsed)
  #expect(status.outcome == .card && status.count == 8 && status.sectors == 0xff && status.mode == .byHand)
  for (found, expected) in zip(
    [status.card.a, status.card.b, status.card.c, status.card.d, status.card.e], [1.0, 12.0, 8.0, 5.0, 1.5])
  {
    #expect(abs(found.binaryDegrees - expected) <= 0.1)
  }
  #expect(swing(.use) == .acknowledged)
  let used = try #require(bench.ask(.getHeadingSettings))
  let settings = HeadingSettingsReport(payload: used.payload.span)
  #expect(settings?.card == status.card)
}
