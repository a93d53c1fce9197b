// Layouts: lengths, what comes back, what is refused.

import Heading
import LinkProtocol
import Navigation
import Quantities
import TestSupport
import Testing

/// The payload that `message` writes.
func payload<M: Message>(_ message: M) -> [UInt8] {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
  message.append(to: &frame)
  return FoundFrame(frame).payload
}

/// Any payload a message can be read from is written back byte for byte, apart from `ignored` offsets.
func checkLayout<M: Message & Equatable>(
  _ kind: MessageKind, _ type: M.Type, ignoring ignored: [Int] = [], limiting limits: [Int: UInt8] = [:]
) {
  let seed = UInt64(kind.rawValue)
  var random = SeededGenerator(seed: seed)
  for _ in 0..<200 {
    var bytes = random.bytes(kind.minimumLength)
    for (offset, limit) in limits { bytes[offset] %= limit }
    guard let message = M(payload: bytes.span) else {
      Issue.record("\(kind): seed \(seed), \(bytes) not readable")
      return
    }
    let written = payload(message)
    #expect(written.count == kind.minimumLength, "\(kind)")
    for offset in ignored { bytes[offset] = written[offset] }
    #expect(written == bytes, "\(kind), seed \(seed)")
    #expect(M(payload: (bytes + random.bytes(7)).span) == message, "\(kind): fields of a later version are ignored")
    for length in 0..<kind.minimumLength {
      #expect(M(payload: Array(bytes[..<length]).span) == nil, "\(kind): \(length) bytes are too short")
    }
  }
}

@Test func requests_anyFields_comeBack() {
  checkLayout(.getHello, HelloRequest.self)
  checkLayout(.setRate, SetRate.self)
  checkLayout(.startCalibration, CalibrationStart.self, ignoring: [1])
  checkLayout(.commandCalibration, CalibrationCommand.self)
  checkLayout(.answerPrompt, PromptAnswer.self, limiting: [0: 3, 1: 3])
}

@Test func replies_anyFields_comeBack() {
  checkLayout(.acknowledged, Acknowledgement.self)
  checkLayout(.refused, Refusal.self)
  checkLayout(.calibrationProgress, CalibrationProgress.self, ignoring: [40, 41])
  checkLayout(.statistics, Statistics.self)
}

@Test func streams_anyFields_comeBack() {
  checkLayout(.rawSample, RawSample.self)
  checkLayout(.rawForce, RawMotion.self)
  checkLayout(.rawRate, RawMotion.self)
  checkLayout(.periodicStatistics, Statistics.self)
  checkLayout(.periodicCalibration, CalibrationProgress.self, ignoring: [40, 41])
  checkLayout(.calibrationPrompt, CalibrationPrompt.self)
  checkLayout(.sensorEvent, SensorEvent.self)
}

@Test func headingMessages_anyFields_comeBack() {
  checkLayout(.setFilter, SetFilter.self)
  checkLayout(.setDeviation, DeviationCard.self)
  checkLayout(.setOrientation, SetOrientation.self, limiting: [0: 8, 1: 6])
  // Flags that say "known"; without them the fields are not kept.
  for kind in [MessageKind.setLocation, .setDate] {
    var random = SeededGenerator(seed: 50)
    for _ in 0..<100 {
      var bytes = random.bytes(kind.minimumLength)
      bytes[0] = kind == .setDate ? bytes[0] & 2 | 1 : 1
      let written =
        kind == .setDate ? SetDate(payload: bytes.span).map(payload) : SetLocation(payload: bytes.span).map(payload)
      #expect(written == bytes)
      #expect(SetDate(payload: Array(bytes[..<4]).span) == nil && SetLocation(payload: Array(bytes[..<4]).span) == nil)
    }
  }
  checkLayout(.meterReading, MeterReport.self, ignoring: [30, 31])
  checkLayout(.localField, LocalField.self, ignoring: [2, 3] + Array(24..<32))
}

@Test func navigationMessages_anyFields_comeBack() {
  // Flags that say "known"; without them the fields are not kept.
  checkLayout(.swingStatus, SwingReport.self)
  checkLayout(.swing, SwingRequest.self, limiting: [0: 5])
  checkLayout(.setSurroundings, SetSurroundings.self, limiting: [0: 8])
  checkLayout(.sources, SourceReport.self, limiting: [10: 3])
  for (kind, known) in [(MessageKind.setFix, UInt8(15)), (.setDestination, 3)] {
    var random = SeededGenerator(seed: 60)
    for _ in 0..<100 {
      var bytes = random.bytes(kind.minimumLength)
      bytes[0] = known
      let written =
        kind == .setFix ? Fix(payload: bytes.span).map(payload) : SetDestination(payload: bytes.span).map(payload)
      #expect(written == bytes)
    }
  }
  var random = SeededGenerator(seed: 61)
  for _ in 0..<1000 {
    var bytes = random.bytes(52)
    (bytes[8], bytes[9], bytes[10], bytes[11]) = (bytes[8] & 3, bytes[9] % 4, bytes[10] % 4, 63)
    bytes[46] &= 3
    bytes[51] %= 3
    #expect(GuidanceReport(payload: bytes.span).map(payload) == bytes)
    #expect(GuidanceReport(payload: Array(bytes.dropLast()).span) == nil)
  }
}

@Test func choices_comeBackByFeatureAndUse() throws {
  var report = SourceReport()
  let choices: [SourceChoice] = [
    .source(.course), .source(.head), .source(.device), .notApplicable, .unavailable(.skip), .unavailable(.none),
    .unavailable(.dim),
  ]
  for shift in 0..<7 {
    for i in 0..<16 { report.choices[i] = SourceReport.code(choices[(i + shift) % 7]) }
    let bytes = payload(report)
    let parsed = SourceReport(payload: bytes.span)
    let back = try #require(parsed)
    for i in 0..<16 {
      let feature = try #require(HeadingFeature(rawValue: UInt8(i / 2)))
      let use = try #require(HeadingUse(rawValue: UInt8(i % 2)))
      #expect(back.choice(for: feature, use) == choices[(i + shift) % 7])
    }
  }
}

@Test func headingSettings_tooShort_isNotReadable() {
  let bytes = payload(HeadingSettingsReport())
  #expect(bytes.count == MessageKind.headingSettings.minimumLength)
  #expect(HeadingSettingsReport(payload: bytes.span) == HeadingSettingsReport())
  for length in bytes.indices { #expect(HeadingSettingsReport(payload: Array(bytes[..<length]).span) == nil) }
}

@Test func reading_assessmentCutOff_isNotReadable() {
  var reading = Reading()
  var judgement = HeadingAssessment()
  judgement.magnetic = .zero
  judgement.accuracy = 0
  reading.assessment = judgement
  let bytes = payload(reading)
  #expect(bytes.count == MessageKind.reading.minimumLength, "without a force there is nothing to say about it")
  reading.sensors.forceAge = 3
  #expect(payload(reading).count == Reading.length)
  // Due north and an accuracy of 0 are values like all others.
  #expect(Reading(payload: bytes.span)?.assessment == judgement)
  for length in 88..<103 { #expect(Reading(payload: Array(bytes[..<length]).span) == nil) }
}

@Test func reading_anyFields_comeBack() throws {
  for kind in [MessageKind.reading, .computed] {
    var random = SeededGenerator(seed: UInt64(kind.rawValue))
    for _ in 0..<200 {
      var bytes = random.bytes(Reading.length)
      // Valid headings, and no number of a later version.
      bytes[100] = bytes[100] & 0x3f | 0x83
      bytes[101] = (bytes[101] & 0xc0) | ((bytes[101] & 7) % 7) | (((bytes[101] >> 3) & 7) % 5) << 3
      let parsed = Reading(payload: bytes.span)
      let reading = try #require(parsed)
      #expect(payload(reading) == bytes)
      #expect(reading.modeCode == bytes[25] && reading.reasonCode == bytes[87])
      #expect(Reading(payload: (bytes + random.bytes(7)).span) == reading)
      // Without a force the bytes about sensors may be absent.
      let second = Reading(payload: Array(bytes[..<103]).span)
      #expect(second?.sensors == ReadingSensors() && second?.assessment.magnetic == reading.assessment.magnetic)
      #expect(second?.assessment.doubts.rawValue == reading.assessment.doubts.rawValue & 0xffff)
      for length in 0..<103 { #expect(Reading(payload: Array(bytes[..<length]).span) == nil) }
    }
  }
}

@Test func hello_anyFields_comeBack() {
  // Cause 1…3: without a fault its registers are not kept.
  let seed: UInt64 = 5
  var random = SeededGenerator(seed: seed)
  for _ in 0..<200 {
    var bytes = random.bytes(Hello.imageLength)
    bytes[5] %= 4
    bytes[41] = bytes[41] % 3 + 1
    let message = Hello(payload: bytes.span)
    #expect(message.map(payload) == bytes, "seed \(seed)")
    for length in bytes.indices { #expect(Hello(payload: Array(bytes[..<length]).span) == nil) }
  }
}

@Test func hello_ofALaterVersion_isReadable() throws {
  var bytes = payload(Hello(board: BoardName("later")))
  bytes[0] = 2
  bytes[1] = 9
  bytes[5] = 200
  bytes[41] = 99
  let later = bytes + [UInt8](repeating: 0xcc, count: 60)
  let hello = Hello(payload: later.span)
  #expect(hello?.protocolMinimum == 2 && hello?.protocolMaximum == 9)
  #expect(hello?.sensorState == .unavailable)
  #expect(hello?.fault?.cause == .hardFault)
}

@Test func injectedSample_anyFields_comeBack() {
  var random = SeededGenerator(seed: 6)
  for _ in 0..<200 {
    let any = { (random: inout SeededGenerator) in
      Vector3(
        x: Int32(truncatingIfNeeded: random.next()), y: Int32(truncatingIfNeeded: random.next()),
        z: Int32(truncatingIfNeeded: random.next()))
    }
    let sample = InjectedSample(
      time: Instant(microseconds: random.next()), scale: FieldScale(rawValue: random.byte()), counts: any(&random),
      specificForce: random.byte() & 1 == 0 ? nil : Acceleration(microG: any(&random)))
    let bytes = payload(sample)
    #expect(bytes.count == MessageKind.injectSample.minimumLength)
    #expect(InjectedSample(payload: bytes.span) == sample)
    #expect(InjectedSample(payload: Array(bytes.dropLast()).span) == nil)
  }
}

@Test func reset_anotherKey_isNotReadable() {
  let key = payload(ResetRequest())
  #expect(ResetRequest(payload: key.span) != nil)
  for bit in 0..<32 {
    var other = key
    other[bit / 8] ^= 1 << UInt8(bit % 8)
    #expect(ResetRequest(payload: other.span) == nil)
  }
}

@Test func enterLoader_anotherKey_isNotReadable() {
  let key = payload(LoaderRequest())
  #expect(LoaderRequest(payload: key.span) != nil && ResetRequest(payload: key.span) == nil)
  for bit in 0..<32 {
    var other = key
    other[bit / 8] ^= 1 << UInt8(bit % 8)
    #expect(LoaderRequest(payload: other.span) == nil)
  }
}

@Test func calibrationReport_reasonsBeyondThePayload_areNotReadable() {
  var report = CalibrationReport()
  for code in 1...20 {
    report.add(ReportedReason(code: UInt8(code), weight: .refused, measured: -1, limit: Int32(code)))
  }
  #expect(report.reasonCount == 14 && report.reason(13).code == 14)
  let bytes = payload(report)
  #expect(bytes.count == MessageKind.calibrationReport.minimumLength + 140 && bytes.count <= 256)
  #expect(CalibrationReport(payload: bytes.span) == report)
  for length in 0..<bytes.count { #expect(CalibrationReport(payload: Array(bytes[..<length]).span) == nil) }
  #expect(CalibrationReport(payload: (bytes + [1, 2, 3]).span) == report)
  var endless = bytes
  endless[108] = 15
  #expect(CalibrationReport(payload: (endless + [UInt8](repeating: 0, count: 100)).span) == nil)
}

@Test func eraseRecords_anotherKey_isNotReadable() {
  #expect(EraseRecords(payload: payload(EraseRecords()).span) != nil)
  #expect(EraseRecords(payload: [0x52, 0x53, 0x45, 0x54].span) == nil)
}

@Test func reading_reasonOfALaterVersion_isUnrecognised() {
  var bytes = payload(Reading())
  bytes[87] = 10
  #expect(Reading(payload: bytes.span)?.reason == .unrecognised)
}

@Test func selfTestResult_nameBeyondThePayload_isNotReadable() {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0xc3, token: 1, sequence: 0))
  SelfTestReport(index: 0, total: 1, status: .passed, measured: 1, limit: 2, name: SelfTestName("ten bytes!")).append(
    to: &frame)
  let bytes = FoundFrame(frame).payload
  #expect(bytes.count == 24)
  for length in 0..<24 { #expect(SelfTestResult(payload: Array(bytes[..<length]).span) == nil) }
  #expect(SelfTestResult(payload: (bytes + [1, 2]).span)?.nameLength == 10)
  var endless = bytes
  endless[12] = 65
  #expect(SelfTestResult(payload: (endless + [UInt8](repeating: 0, count: 100)).span) == nil)
}

@Test func boardName_longerThanSixteen_isCut() {
  #expect(BoardName("sixteen-letters!") == BoardName("sixteen-letters!and-more"))
  #expect(BoardName("a") != BoardName("b"))
  #expect((0..<16).map { BoardName("ab").bytes[$0] } == [0x61, 0x62] + [UInt8](repeating: 0, count: 14))
}

@Test func frameBuffer_fullPayload_takesNoMore() {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 1, token: 2, sequence: 0x0403))
  for i in 0..<300 { frame.append(UInt8(truncatingIfNeeded: i)) }
  #expect(frame.payloadLength == FrameLimits.maximumPayload)
  #expect(FoundFrame(frame).payload == (0..<256).map { UInt8($0) })
  #expect(FoundFrame(frame).header == FrameHeader(kind: 1, token: 2, sequence: 0x0403))
}

@Test func flagSets_insertAndSubtract_touchTheirBitsOnly() {
  var streams = Streams.none
  streams.insert(.readings)
  streams.insert(.statistics)
  #expect(streams.rawValue == 5 && streams.contains(.readings) && !streams.contains(.rawSamples))
  streams.subtract(.readings)
  streams.formUnion(.none)
  #expect(streams.rawValue == 4 && streams.union(.sensorEvents).rawValue == 12)
}

@Test func plainMessages_inMemory_haveTheLengthOfTheirLayout() {
  #expect(MemoryLayout<Statistics>.size == Statistics.imageLength)
  #expect(MemoryLayout<MeterReport>.size == MeterReport.imageLength)
  #expect(MemoryLayout<CalibrationProgress>.size == CalibrationProgress.imageLength)
  #expect(MemoryLayout<CalibrationPrompt>.size == CalibrationPrompt.imageLength)
  #expect(MemoryLayout<RawSample>.size == RawSample.imageLength)
  #expect(MemoryLayout<RawMotion>.size == RawMotion.imageLength)
  #expect(MemoryLayout<Hello>.size == Hello.imageLength)
  #expect(MemoryLayout<Reading>.offset(of: \.assessment) == Reading.imageLength)
}
