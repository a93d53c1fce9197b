// The heading service in the instrument: settings by requests, the world model in slices, events in the stream.

import Correction
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// An instrument with a magnetometer, and what it says.
private final class ServiceBench {
  var instrument: CompassInstrument<NavigationUnit, WithoutMotion>
  var decoder = FrameDecoder()
  var now: UInt64 = 1000
  var readings: [Reading] = []
  var meters: [MeterReport] = []
  var token: UInt8 = 0

  init(mounting: AxisRemap? = nil) {
    let identity = DeviceIdentity(
      board: BoardName("bench"), capabilities: Capabilities.magnetometer.union(.injection), imageHash: 0,
      bootCounter: 1, fault: nil)
    if let mounting {
      instrument = CompassInstrument(identity: identity, mounting: mounting)
    } else {
      instrument = CompassInstrument(identity: identity)
    }
  }

  func ask(_ kind: MessageKind, _ payload: [UInt8] = []) -> [UInt8]? {
    token = token == 255 ? 1 : token + 1
    for byte in request(kind, token: token, payload) { instrument.receive(byte, at: Instant(microseconds: now)) }
    return run(milliseconds: 1)
  }

  /// Asks with a message; whether it was acknowledged.
  func set<M: Message>(_ kind: MessageKind, _ message: M) -> Bool {
    ask(kind, contents(of: message))?.count == 1
  }

  /// Lets time pass, 100 µs a slice; the payload of the last reply.
  @discardableResult
  func run(milliseconds: Int) -> [UInt8]? {
    var reply: [UInt8]?
    for _ in 0..<(milliseconds * 10) {
      now += 100
      instrument.run(at: Instant(microseconds: now))
      while let byte = instrument.nextByte() {
        guard decoder.feed(byte) == .frame else { continue }
        let payload = contents(decoder.frame)
        switch MessageKind(rawValue: decoder.frame.header.kind) {
        case .reading: readings.append(Reading(payload: payload.span)!)
        case .meterReading: meters.append(MeterReport(payload: payload.span)!)
        default: reply = payload
        }
      }
    }
    return reply
  }

  /// One sample, level, with the north `degrees` to the left.
  /// - Parameters: `isStale`: it is the last one again; `force`: micro-g, `nil` without an accelerometer.
  func sample(
    _ x: Int32, _ y: Int32, _ z: Int32 = 43_000, isStale: Bool = false,
    force: Vector3? = Vector3(x: 0, y: 0, z: -1_000_000)
  ) {
    let v = Vector3(x: x, y: y, z: z)
    let field = FieldSample(
      time: Instant(microseconds: now), counts: v, scale: .nanotesla, field: MagneticField(nanotesla: v),
      isStale: isStale)
    let time = Instant(microseconds: now)
    let measured = force.map { ForceSample(Acceleration(microG: $0), at: time) }
    if let measured { instrument.receive(.sample(measured), from: .absent, at: time) }
    instrument.receive(.sample(field), from: .absent, at: time)
  }

  /// - Parameter isPlanar: as a turn on a table leaves it: of the field along the normal nothing is left.
  func calibrate(isPlanar: Bool = false) {
    var record = CalibrationRecord()
    record.modelOrder = isPlanar ? .planar : .sphere
    record.grade = 3
    record.fieldStrength = isPlanar ? 21_500 : 47_424
    if isPlanar { record.hardIron.z = 43_000 << 8 }
    let bytes = record.bytes()
    #expect(ask(.setCalibration, bytes.indices.map { bytes[$0] })?.count == 1)
  }

  func stream(_ streams: Streams = .readings) {
    _ = ask(.setRate, [0x10, 0x27, 0, 0])
    #expect(ask(.startStreams, [streams.rawValue])?.count == 1)
  }
}

/// What a reply says.
private func read<M: Message>(_ bytes: [UInt8]?, as type: M.Type) -> M? {
  guard let bytes else { return nil }
  return M(payload: bytes.span)
}

/// Zürich, 2026-07-02.
private let zurich = SetLocation(position: Position(latitude: 565_147_271, longitude: 101_885_060, height: 400_000))
private let summer = SetDate(date: CalendarDay(days: 9679))

@Test func worldModel_isEvaluatedInSlicesAfterPlaceAndDate() {
  let bench = ServiceBench()
  #expect(read(bench.ask(.getLocalField), as: LocalField.self)?.state == .unknown)
  #expect(bench.set(.setLocation, zurich))
  #expect(read(bench.ask(.getLocalField), as: LocalField.self)?.state == .unknown, "the date is missing")
  #expect(bench.set(.setDate, summer))
  bench.run(milliseconds: 5)
  let local = read(bench.ask(.getLocalField), as: LocalField.self)
  #expect(local?.state == .known)
  // World Magnetic Model 2025: Zürich, about 3.7° east, 64° dip.
  let declination = local?.field.declination?.signedDegrees ?? 0
  #expect(declination > 3 && declination < 4.5)
  // A date outside the model's life.
  #expect(bench.set(.setDate, SetDate(date: CalendarDay(days: 12_000))))
  bench.run(milliseconds: 5)
  let refused = read(bench.ask(.getLocalField), as: LocalField.self)
  #expect(refused?.state == .refused && refused?.error == 5)
  #expect(bench.set(.setDate, SetDate(date: CalendarDay(days: 12_000), isExtrapolating: true)))
  bench.run(milliseconds: 5)
  let continued = read(bench.ask(.getLocalField), as: LocalField.self)
  #expect(continued?.state == .known && continued?.isExtrapolated == true)
  // Asked for, and not needed.
  #expect(bench.set(.setDate, SetDate(date: summer.date, isExtrapolating: true)))
  bench.run(milliseconds: 5)
  #expect(read(bench.ask(.getLocalField), as: LocalField.self) == local && local?.isExtrapolated == false)
}

@Test func accuracy_ofATrueHeadingOutsideTheModelsDates_isWider() throws {
  func accuracy(on date: CalendarDay) throws -> Double {
    let bench = ServiceBench()
    bench.calibrate()
    #expect(bench.set(.setLocation, zurich) && bench.set(.setDate, SetDate(date: date, isExtrapolating: true)))
    bench.run(milliseconds: 5)
    // The dip that is expected then and there, and the record's strength: nothing but the declination's error differs.
    let field = try #require(read(bench.ask(.getLocalField), as: LocalField.self)?.field)
    bench.stream()
    for i in Int32(0)..<200 {
      func scaled(_ part: Int64) -> Int32 { Int32(part * 47_424 / Int64(field.totalQ8)) }
      bench.sample(scaled(Int64(field.horizontalQ8)), i % 2 * 10, scaled(Int64(field.q8Nanotesla.z)))
      bench.run(milliseconds: 10)
    }
    let assessment = try #require(bench.readings.last?.assessment)
    #expect(assessment.reference == .trueNorth)
    return Double(try #require(assessment.accuracy)) / 100
  }
  // 2029-12-31, and ten years later: σ of √(0.26² + (5417/H)²) and √(0.26² + (13417/H)²) degrees at H = 21,600 nT.
  let within = try accuracy(on: CalendarDay(days: 10_957))
  let outside = try accuracy(on: CalendarDay(days: 10_957 + 3652))
  let wider = (outside * outside - within * within) / 4
  #expect(abs(wider - (0.621 * 0.621 - 0.251 * 0.251)) < 0.05, "\(within), \(outside)")
}

@Test func mounting_statedByTheBoard_turnsHeadingsFromTheStart() throws {
  // Sensor +Y points forward, −X right: the field of a board that points north lies along Y.
  let turned = try #require(AxisRemap(forward: .plusY, right: .minusX))
  for (mounting, degrees) in [(nil, 270.0), (turned, 0)] {
    let bench = ServiceBench(mounting: mounting)
    #expect(bench.ask(.getMounting) == [(mounting ?? .identity).rawValue])
    bench.stream()
    bench.sample(0, 20_000)
    bench.run(milliseconds: 20)
    let heading = try #require(bench.readings.last?.heading)
    #expect(abs(heading.degrees - degrees) < 1e-4)
  }
  // The link may set another, as ever.
  let bench = ServiceBench(mounting: turned)
  #expect(bench.ask(.setMounting, [0])?.count == 1)
  #expect(bench.ask(.getMounting) == [0])
}

@Test func location_offTheEarth_isRefusedAndTheFormerStays() {
  let bench = ServiceBench()
  #expect(bench.set(.setLocation, zurich))
  let reply = bench.ask(.setLocation, [1, 1, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0])
  #expect(
    read(reply, as: Refusal.self)
      == Refusal(kind: 0x50, reason: .outOfRange, detail: 0x4000_0001, limit: 0x4000_0000))
  #expect(read(bench.ask(.getHeadingSettings), as: HeadingSettingsReport.self)?.location == zurich)
}

@Test func settings_comeBackAsTheyWereSet() {
  let bench = ServiceBench()
  #expect(read(bench.ask(.getHeadingSettings), as: HeadingSettingsReport.self) == HeadingSettingsReport())
  var wanted = HeadingSettingsReport()
  wanted.location = zurich
  wanted.date = summer
  wanted.reference = .trueNorth
  wanted.orientation = SetOrientation(display: nil, pointer: .minusY)
  wanted.filter.minimumChange = 1 << 26
  wanted.filter.heartbeat = 5_000_000
  wanted.filter.timeConstant = 700_000
  wanted.filter.sampleTimeout = 3_000_000
  wanted.card = DeviationCard(a: 1, b: -2, c: 3, d: -4, e: 5)
  #expect(bench.set(.setLocation, wanted.location) && bench.set(.setDate, wanted.date))
  #expect(bench.ask(.setReference, [2])?.count == 1)
  #expect(bench.set(.setOrientation, wanted.orientation) && bench.set(.setFilter, wanted.filter))
  wanted.levelTolerance = 3
  #expect(bench.set(.setDeviation, wanted.card))
  #expect(bench.ask(.setLevelTolerance, [3])?.count == 1)
  #expect(read(bench.ask(.getHeadingSettings), as: HeadingSettingsReport.self) == wanted)
}

@Test func settings_withoutTheirFlag_areKeptAsZeros() {
  let bench = ServiceBench()
  #expect(bench.set(.setLocation, zurich) && bench.set(.setDate, summer))
  #expect(bench.ask(.setLocation, [0xfe] + [UInt8](repeating: 7, count: 12))?.count == 1)
  #expect(bench.ask(.setDate, [0xfe] + [UInt8](repeating: 7, count: 4))?.count == 1)
  let kept: [UInt8] = bench.ask(.getHeadingSettings) ?? []
  #expect(kept.prefix(13).allSatisfy { $0 == 0 } && kept.dropFirst(13).prefix(5) == [2, 0, 0, 0, 0])
  // Bits that mean nothing are not told either.
  #expect(bench.ask(.setLocation, [0xff] + [UInt8](repeating: 7, count: 12))?.count == 1)
  #expect(bench.ask(.getHeadingSettings)?.first == 1)
}

@Test func settings_outOfRange_nameTheLimit() {
  let bench = ServiceBench()
  var filter = SetFilter()
  filter.timeConstant = 60_000_001
  #expect(!bench.set(.setFilter, filter))
  #expect(read(bench.ask(.setReference, [3]), as: Refusal.self)?.limit == 2)
  #expect(read(bench.ask(.setOrientation, [9, 0]), as: Refusal.self)?.limit == 8)
  #expect(read(bench.ask(.setOrientation, [0, 7]), as: Refusal.self)?.limit == 6)
  #expect(read(bench.ask(.setZeroPoint, [1, 1]), as: Refusal.self)?.limit == 256)
  #expect(read(bench.ask(.setLevelTolerance, [0]), as: Refusal.self)?.limit == 1)
  #expect(read(bench.ask(.setLevelTolerance, [151]), as: Refusal.self)?.limit == 150)
  #expect(!bench.set(.setDeviation, DeviationCard(a: 0, b: 0, c: 0x2000_0001, d: 0, e: 0)))
}

@Test func stream_withoutAPosition_hasMagneticHeadingsOnly() {
  let bench = ServiceBench()
  bench.calibrate()
  bench.stream()
  for _ in 0..<20 {
    bench.sample(20_000, 0)
    bench.run(milliseconds: 10)
  }
  #expect(bench.readings.count >= 19)
  let word = bench.readings.last?.assessment
  #expect(word?.magnetic == .zero && word?.trueNorth == nil && word?.doubts == .positionUnknown)
  #expect(bench.set(.setLocation, zurich) && bench.set(.setDate, summer))
  bench.sample(20_000, 0)
  bench.run(milliseconds: 20)
  let later = bench.readings.last?.assessment
  #expect(later?.trueNorth != nil && later?.reference == .trueNorth)
}

/// What a planar calibration leaves is horizontal: a known place must not make dip and strength of that a disturbance.
@Test(arguments: [20_900, 21_500, 26_000] as [Int32])
func place_ofAPlanarCalibration_expectsTheHorizontalField(horizontal: Int32) throws {
  let bench = ServiceBench()
  bench.calibrate(isPlanar: true)
  #expect(bench.set(.setLocation, zurich) && bench.set(.setDate, summer))
  bench.stream()
  for index in 0..<200 {
    bench.sample(horizontal, Int32(index % 3))
    bench.run(milliseconds: 10)
  }
  let word = try #require(bench.readings.last?.assessment)
  #expect(word.disturbance == (horizontal < 25_000 ? .clear : .disturbed), "\(word)")
  #expect(!word.doubts.contains(.dipDeviates), "\(word)")
  #expect(word.trueNorth != nil)
}

/// A planar calibration knows no vertical field: tilted, that turns the heading, and neither strength nor dip shows it.
@Test func accuracy_ofAPlanarCalibrationThatIsTilted_coversWhatTheVerticalFieldDoes() throws {
  let bench = ServiceBench()
  bench.calibrate(isPlanar: true)
  bench.stream()
  // Heading east, nose up by 5°: 43,000 nT down and 21,500 north.
  let (sine, cosine) = (0.0871557, 0.9961947)
  for index in 0..<200 {
    bench.sample(
      Int32(-43_000 * sine), -21_500 + Int32(index % 3), Int32(43_000 * cosine),
      force: Vector3(x: Int32(1e6 * sine), y: 0, z: Int32(-1e6 * cosine)))
    bench.run(milliseconds: 10)
  }
  let word = try #require(bench.readings.last?.assessment)
  let error = try abs(#require(word.magnetic).signedDegrees - 90)
  #expect(word.disturbance == .clear && error > 9 && error < 11, "\(word)")
  let stated = try #require(word.accuracy)
  #expect(Double(stated) / 100 >= error && Double(stated) / 100 < 2 * error, "\(stated), off by \(error)")
}

/// Where no accelerometer tells, the vertical field counts as much as with a calibration that knows it: 3.18·5°·2.
@Test(arguments: [(50, 30.0, 34.0), (3, 1, 6)])
func accuracy_ofAPlanarCalibrationWithoutForce_hasTheLevel(tenths: UInt8, least: Double, most: Double) throws {
  let bench = ServiceBench()
  bench.calibrate(isPlanar: true)
  #expect(bench.ask(.setLevelTolerance, [tenths])?.count == 1)
  bench.stream()
  for index in 0..<200 {
    bench.sample(0, -21_500 + Int32(index % 3), force: nil)
    bench.run(milliseconds: 10)
  }
  let word = try #require(bench.readings.last?.assessment)
  let stated = try Double(#require(word.accuracy)) / 100
  #expect(word.disturbance == .clear && stated > least && stated < most, "\(stated)")
}

@Test func stream_uncalibrated_hasNoAccuracy() {
  let bench = ServiceBench()
  bench.stream()
  bench.sample(20_000, 0)
  bench.run(milliseconds: 15)
  let reading = bench.readings.last
  #expect(reading?.mode == .tilted && reading?.assessment.accuracy == nil)
  #expect(reading?.assessment.doubts.contains(.uncalibrated) == true)
}

@Test func stream_withAFilter_tellsWhatMoves() {
  let bench = ServiceBench()
  bench.calibrate()
  var filter = SetFilter()
  filter.minimumChange = 59_652_324  // 5°
  #expect(bench.set(.setFilter, filter))
  bench.stream()
  for i in 0..<50 {
    // 1° is 349 nT of 20,000.
    bench.sample(20_000, i < 25 ? 0 : -3_500)
    bench.run(milliseconds: 10)
  }
  #expect(bench.readings.count == 2, "the first, and the one after the turn of 10°")
  #expect(bench.readings.last?.assessment.event.contains(.moved) == true)
}

@Test func stream_whenTheSensorFallsSilent_endsTheHeading() {
  let bench = ServiceBench()
  bench.calibrate()
  bench.stream()
  bench.sample(20_000, 0)
  bench.run(milliseconds: 900)
  #expect(bench.readings.last?.mode == .tilted)
  bench.run(milliseconds: 200)
  #expect(bench.readings.last?.reason == .noFreshSample && bench.readings.last?.mode == .unavailable)
  #expect(bench.readings.last?.assessment.doubts.contains(.outdated) == true)
  bench.sample(20_000, 0)
  bench.run(milliseconds: 20)
  #expect(bench.readings.last?.assessment.magnetic != nil)
}

@Test func streams_startAndStopByThemselves() {
  let bench = ServiceBench()
  bench.stream(.meter)
  bench.sample(20_000, 0)
  bench.run(milliseconds: 50)
  #expect(bench.readings.isEmpty && !bench.meters.isEmpty)
  #expect(bench.ask(.startStreams, [1])?.count == 1)
  #expect(bench.ask(.stopStreams, [32])?.count == 1)
  bench.meters = []
  bench.sample(20_000, 0)
  bench.run(milliseconds: 50)
  #expect(!bench.readings.isEmpty && bench.meters.isEmpty)
}

@Test func sample_thatTheChipGaveAgain_isStaleOnceItWasTold() {
  let bench = ServiceBench()
  bench.stream()
  bench.sample(20_000, 0)
  // A chip that is late gives it again before the first reading of it.
  bench.sample(20_000, 0, isStale: true)
  bench.run(milliseconds: 25)
  #expect(bench.readings.map { $0.flags.contains(.stale) } == [false, true])
  #expect(bench.readings.map(\.sampleNumber) == [1, 1])
}

@Test func meter_zeroPoint_isTakenAndTakenOff() {
  let bench = ServiceBench()
  #expect(bench.ask(.setZeroPoint, [4, 0])?.count == 1)
  bench.stream(.meter)
  for _ in 0..<6 {
    bench.sample(20_000, 100)
    bench.run(milliseconds: 10)
  }
  bench.sample(20_300, 500)
  bench.run(milliseconds: 10)
  let report = bench.meters.last { !$0.flags.contains(.stale) }
  #expect(report?.flags.contains(.difference) == true)
  #expect(report?.difference.nanotesla == Vector3(x: 300, y: 400, z: 0) && report?.differenceMagnitude == 500)
  #expect(bench.ask(.setZeroPoint, [0, 0])?.count == 1)
  bench.sample(20_300, 500)
  bench.run(milliseconds: 20)
  #expect(bench.meters.last?.flags.contains(.difference) == false)
}

@Test func pointingAxis_alongTheVertical_needsAnAccelerometer() {
  let bench = ServiceBench()
  bench.calibrate()
  #expect(bench.set(.setOrientation, SetOrientation(display: .portrait, pointer: .plusZ)))
  let sample = InjectedSample(
    time: Instant(microseconds: 1), scale: .nanotesla, counts: Vector3(x: 20_000, y: 0, z: 43_000), specificForce: nil)
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
  sample.append(to: &frame)
  let reply = bench.ask(.injectSample, contents(frame))
  #expect(read(reply, as: Reading.self)?.reason == .pointsVertically)
}
