// Every message of the vectors: from fields to the exact bytes, and back.

import LinkProtocol
import Quantities
import Testing

struct FrameCase: Decodable {
  var name: String
  var message: String
  var kind: UInt8
  var token: UInt8
  var sequence: UInt16
  var fields: [String: FieldValue]
  var payload: String
  var frame: String
  var encoded: String

  /// An integer field of any width; decimal text beyond 2^53.
  func integer<T: FixedWidthInteger>(_ name: String, as type: T.Type = T.self) -> T {
    switch fields[name] {
    case .number(let value): return T(value)
    case .text(let text): return T(text)!
    default: fatalError("\(self.name): no integer field \(name)")
    }
  }

  func mask(_ name: String) -> DirectionCells {
    guard case .words(let w) = fields[name], w.count == 3 else {
      guard case .list(let v) = fields[name], v.count == 3 else { fatalError("\(self.name): no mask field \(name)") }
      return DirectionCells(UInt32(bitPattern: v[0]), UInt32(bitPattern: v[1]), UInt32(bitPattern: v[2]))
    }
    return DirectionCells(w[0], w[1], w[2])
  }

  func vector(_ name: String) -> Vector3 {
    guard case .list(let v) = fields[name], v.count == 3 else { fatalError("\(self.name): no vector field \(name)") }
    return Vector3(x: v[0], y: v[1], z: v[2])
  }

  func byteString(_ name: String) -> [UInt8] {
    guard case .text(let text) = fields[name] else { fatalError("\(self.name): no byte field \(name)") }
    return bytes(hex: text)
  }
}

/// Holds `message` against the vector: written it is the payload, read back from the payload it is the message.
func compare<M: Message & Equatable>(_ message: M, _ vector: FrameCase) {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: vector.kind, token: vector.token, sequence: vector.sequence))
  message.append(to: &frame)
  #expect(FoundFrame(frame).payload == bytes(hex: vector.payload), "\(vector.name)")
  let payload = bytes(hex: vector.payload)
  #expect(M(payload: payload.span) == message, "\(vector.name)")
}

/// Holds bytes without a message type against the vector.
func compare(bytes parts: [UInt8]..., to vector: FrameCase) {
  #expect(parts.flatMap { $0 } == bytes(hex: vector.payload), "\(vector.name)")
}

func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

func reading(_ v: FrameCase) -> Reading {
  var reading = Reading()
  reading.time = Instant(microseconds: v.integer("time"))
  reading.sampleNumber = v.integer("sampleNumber")
  reading.counts = v.vector("counts")
  reading.scale = FieldScale(rawValue: v.integer("scale"))
  reading.mode = HeadingMode(rawValue: v.integer("mode"))!
  reading.flags = Reading.Flags(rawValue: v.integer("flags"))
  reading.field = MagneticField(nanotesla: v.vector("field"))
  reading.specificForce = Acceleration(microG: v.vector("specificForce"))
  reading.correctedField = CorrectedField(q8Nanotesla: v.vector("correctedField"))
  reading.heading = BinaryAngle(rawValue: v.integer("heading"))
  reading.roll = BinaryAngle(rawValue: v.integer("roll"))
  reading.pitch = BinaryAngle(rawValue: v.integer("pitch"))
  reading.dip = BinaryAngle(rawValue: v.integer("dip"))
  reading.horizontalNanotesla = v.integer("horizontal")
  let temperature: Int16 = v.integer("temperature")
  reading.temperatureEighths = temperature == Int16.max ? nil : temperature
  reading.grade = v.integer("grade")
  reading.reason = UnavailableReason(rawValue: v.integer("reason"))!
  reading.assessment = judgement(v)
  // A reading without a force ends before the bytes about sensors.
  if v.fields["forceAge"] != nil {
    reading.sensors.forceAge = v.integer("forceAge")
    reading.sensors.forceScale = v.integer("forceScale")
    reading.sensors.forceChip = v.integer("forceChip")
    reading.sensors.forceInstance = v.integer("forceInstance")
    reading.sensors.fieldChip = v.integer("fieldChip")
    reading.sensors.fieldInstance = v.integer("fieldInstance")
  }
  return reading
}

func judgement(_ v: FrameCase) -> HeadingAssessment {
  var judgement = HeadingAssessment()
  let state: UInt8 = v.integer("state")
  let view: UInt8 = v.integer("view")
  if state & 1 == 1 { judgement.magnetic = BinaryAngle(rawValue: v.integer("magneticHeading")) }
  if state & 2 == 2 { judgement.trueNorth = BinaryAngle(rawValue: v.integer("trueHeading")) }
  let accuracy: UInt16 = v.integer("accuracy")
  judgement.accuracy = accuracy == 0xffff ? nil : accuracy
  judgement.doubts = HeadingDoubts(
    rawValue: v.integer("doubts") | (v.fields["moreDoubts"] == nil ? 0 : v.integer("moreDoubts", as: UInt32.self) << 16)
  )
  judgement.zone = GeomagneticField.Zone(rawValue: state >> 2 & 3)
  judgement.disturbance = DisturbanceState(rawValue: state >> 4 & 3)!
  judgement.reference = NorthReference(rawValue: state >> 6)!
  judgement.orientation = DisplayOrientation(rawValue: view & 7)!
  judgement.cause = DisturbanceCause(rawValue: view >> 3 & 7)!
  judgement.grade = view >> 6
  judgement.event = HeadingEvent(rawValue: v.integer("event"))
  return judgement
}

func location(_ v: FrameCase) -> SetLocation {
  SetLocation(
    position: v.integer("locationFlags", as: Int.self) & 1 == 0
      ? nil
      : Position(latitude: v.integer("latitude"), longitude: v.integer("longitude"), height: v.integer("height")))
}

func statistics(_ v: FrameCase) -> Statistics {
  var statistics = Statistics()
  statistics.time = Instant(microseconds: v.integer("time"))
  statistics.framesReceived = v.integer("framesReceived")
  statistics.framesSent = v.integer("framesSent")
  statistics.framesDropped = v.integer("framesDropped")
  statistics.framesCorrupt = v.integer("framesCorrupt")
  statistics.framesOverlong = v.integer("framesOverlong")
  statistics.framesUnknown = v.integer("framesUnknown")
  statistics.samples = v.integer("samples")
  statistics.staleSamples = v.integer("staleSamples")
  statistics.sensorFaults = v.integer("sensorFaults")
  statistics.sensorRestarts = v.integer("sensorRestarts")
  statistics.stackHighWater = v.integer("stackHighWater")
  statistics.stackSize = v.integer("stackSize")
  return statistics
}

func hello(_ v: FrameCase) -> Hello {
  var name = InlineArray<16, UInt8>(repeating: 0)
  for (i, byte) in v.byteString("board").enumerated() { name[i] = byte }
  var hello = Hello(board: BoardName(bytes: name))
  hello.protocolMinimum = v.integer("protocolMinimum")
  hello.protocolMaximum = v.integer("protocolMaximum")
  hello.firmwareMajor = v.integer("firmwareMajor")
  hello.firmwareMinor = v.integer("firmwareMinor")
  hello.firmwarePatch = v.integer("firmwarePatch")
  hello.sensorState = SensorState(rawValue: v.integer("sensorState"))!
  hello.capabilities = Capabilities(rawValue: v.integer("capabilities"))
  hello.imageHash = v.integer("imageHash")
  hello.messageTableHash = v.integer("messageTableHash")
  hello.sensorChip = v.integer("sensorChip")
  hello.sensorAddress = v.integer("sensorAddress")
  for (i, byte) in v.byteString("sensorIdentity").enumerated() { hello.sensorIdentity[i] = byte }
  hello.maximumPayload = v.integer("maximumPayload")
  hello.bootCounter = v.integer("bootCounter")
  hello.time = Instant(microseconds: v.integer("time"))
  hello.boardIdentifier = v.integer("boardIdentifier")
  let cause = FaultCause(rawValue: v.integer("faultCause"))!
  if cause != .none {
    hello.fault = FaultRecord(
      cause: cause, bootCounter: v.integer("faultBootCounter"), programCounter: v.integer("faultProgramCounter"),
      linkRegister: v.integer("faultLinkRegister"), programStatus: v.integer("faultProgramStatus"),
      r0: v.integer("faultR0"), r1: v.integer("faultR1"), r2: v.integer("faultR2"), r3: v.integer("faultR3"),
      r12: v.integer("faultR12"))
  }
  if v.fields["sensorInstance"] != nil {
    hello.accelerometer = fittedSensor(v, "accelerometer")
    hello.gyroscope = fittedSensor(v, "gyroscope")
    hello.sensorInstance = v.integer("sensorInstance")
  }
  return hello
}

func fittedSensor(_ v: FrameCase, _ name: String) -> FittedSensor {
  let identity = v.byteString(name + "Identity").reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  return FittedSensor(
    SensorIdentity(
      chip: SensorChip(rawValue: v.integer(name + "Chip")), address: v.integer(name + "Address"),
      identityBytes: identity),
    state: SensorState(rawValue: v.integer(name + "State"))!, instance: v.integer(name + "Instance"))
}

func rawMotion(_ v: FrameCase) -> RawMotion {
  var sample = RawMotion()
  sample.time = Instant(microseconds: v.integer("time"))
  sample.sampleNumber = v.integer("sampleNumber")
  sample.counts = v.vector("counts")
  sample.scale = v.integer("scale")
  sample.flags = Reading.Flags(rawValue: v.integer("flags"))
  sample.chip = v.integer("chip")
  sample.instance = v.integer("instance")
  return sample
}

func rawSample(_ v: FrameCase) -> RawSample {
  let flags = Reading.Flags(rawValue: v.integer("flags"))
  let temperature: Int16 = v.integer("temperature")
  var sample = RawSample(
    FieldSample(
      time: Instant(microseconds: v.integer("time")), counts: v.vector("counts"),
      scale: FieldScale(rawValue: v.integer("scale")), field: MagneticField(nanotesla: .zero),
      isStale: flags.contains(.stale), isOverflowed: flags.contains(.overflow),
      temperatureEighths: temperature == Int16.max ? nil : temperature),
    number: v.integer("sampleNumber"))
  sample.chip = v.integer("chip")
  sample.instance = v.integer("instance")
  return sample
}

func calibrationProgress(_ v: FrameCase) -> CalibrationProgress {
  var progress = CalibrationProgress()
  progress.time = Instant(microseconds: v.integer("time"))
  progress.state = v.integer("state")
  progress.percent = v.integer("percent")
  progress.reason = v.integer("reason")
  progress.advice = v.integer("advice")
  progress.samples = v.integer("samples")
  progress.rejected = v.integer("rejected")
  progress.coverage = v.mask("coverage")
  progress.tilt = v.integer("tilt")
  progress.secondsLeft = v.integer("secondsLeft")
  progress.modelOrder = v.integer("modelOrder")
  progress.grade = v.integer("grade")
  progress.predictedError = v.integer("predictedError")
  progress.isAccelerometer = v.integer("subject", as: UInt16.self) == 1
  progress.measured = v.integer("measured")
  progress.limit = v.integer("limit")
  return progress
}

func comparePayload(_ v: FrameCase) {
  switch v.message {
  case "getHello":
    compare(
      HelloRequest(protocolMinimum: v.integer("protocolMinimum"), protocolMaximum: v.integer("protocolMaximum")), v)
  case "setRate": compare(SetRate(intervalMicroseconds: v.integer("interval")), v)
  case "injectSample":
    let flags: UInt8 = v.integer("flags")
    compare(
      InjectedSample(
        time: Instant(microseconds: v.integer("time")), scale: FieldScale(rawValue: v.integer("scale")),
        counts: v.vector("counts"), specificForce: flags == 1 ? Acceleration(microG: v.vector("specificForce")) : nil,
        forceAge: v.integer("forceAge")), v)
  case "reset":
    #expect(v.integer("key") == ResetRequest.key)
    compare(ResetRequest(), v)
  case "enterLoader":
    #expect(v.integer("key") == LoaderRequest.key)
    compare(LoaderRequest(), v)
  case "hello": compare(hello(v), v)
  case "reading", "computed": compare(reading(v), v)
  case "statistics", "periodicStatistics": compare(statistics(v), v)
  case "rawSample": compare(rawSample(v), v)
  case "rawForce", "rawRate": compare(rawMotion(v), v)
  case "sensorEvent":
    compare(
      SensorEvent(
        time: Instant(microseconds: v.integer("time")), state: SensorState(rawValue: v.integer("state"))!,
        chip: v.integer("chip"), register: v.integer("register"), kind: v.integer("error"),
        detail: v.integer("detail"), instance: v.integer("instance")), v)
  case "acknowledged": compare(Acknowledgement(kind: v.integer("request")), v)
  case "refused":
    var refusal = Refusal(
      kind: v.integer("request"), reason: .busy, detail: v.integer("detail"), limit: v.integer("limit"))
    refusal.reason = v.integer("reason")
    compare(refusal, v)
  case "selfTestResult": selfTestResult(v)
  case "ping": compare(bytes: v.byteString("data"), to: v)
  case "pong": compare(bytes: littleEndian(v.integer("time", as: UInt64.self)), v.byteString("data"), to: v)
  case "startStreams", "stopStreams":
    compare(bytes: [Streams(rawValue: v.integer("streams")).rawValue], to: v)
  case "provoke": compare(bytes: [Provocation(rawValue: v.integer("mode"))!.rawValue], to: v)
  case "setMounting", "mounting": compare(bytes: [AxisRemap(rawValue: v.integer("mounting"))!.rawValue], to: v)
  case "startCalibration":
    compare(
      CalibrationStart(
        flags: CalibrationStart.Flags(rawValue: v.integer("flags")), delayMilliseconds: v.integer("delay")), v)
  case "commandCalibration": compare(CalibrationCommand(event: v.integer("event")), v)
  case "answerPrompt":
    compare(
      PromptAnswer(
        PromptAnswer.Answer(rawValue: v.integer("answer"))!, for: PromptAnswer.Scope(rawValue: v.integer("scope"))!,
        intervalSeconds: v.integer("interval")), v)
  case "eraseRecords":
    #expect(v.integer("key") == EraseRecords.key)
    compare(EraseRecords(), v)
  case "calibrationProgress", "periodicCalibration": compare(calibrationProgress(v), v)
  case "calibrationReport": compare(calibrationReport(v), v)
  case "calibrationPrompt":
    var prompt = CalibrationPrompt()
    prompt.time = Instant(microseconds: v.integer("time"))
    prompt.reason = v.integer("reason")
    prompt.state = v.integer("state")
    prompt.count = v.integer("count")
    prompt.measured = v.integer("measured")
    prompt.limit = v.integer("limit")
    compare(prompt, v)
  case "storedRecord":
    let stored = StoredRecord(
      status: StoredRecordState(rawValue: v.integer("status"))!, slot: v.integer("slot"), slots: v.integer("slots"),
      sequence: v.integer("sequence"))
    compare(bytes: payload(stored), v.byteString("record"), to: v)
  case "interruptStorage": compare(InterruptStorage(operations: v.integer("operations")), v)
  case "setCalibration", "calibration", "storeRecord": compare(bytes: v.byteString("record"), to: v)
  case "selfTest", "getCalibration", "getMounting", "getStatistics", "getCalibrationProgress", "getCalibrationReport",
    "getStoredRecord":
    compare(bytes: [], to: v)
  case "setLocation": compare(location(v), v)
  case "setDate": compare(date(v), v)
  case "setReference": compare(bytes: [ReferenceChoice(rawValue: v.integer("reference"))!.rawValue], to: v)
  case "setFilter": compare(filter(v), v)
  case "setOrientation": compare(orientation(v), v)
  case "setDeviation": compare(card(v), v)
  case "setLevelTolerance": compare(bytes: [v.integer("levelTolerance")], to: v)
  case "setZeroPoint": compare(bytes: littleEndian(v.integer("samples", as: UInt16.self)), to: v)
  case "getHeadingSettings", "getLocalField": compare(bytes: [], to: v)
  case "headingSettings": compare(headingSettings(v), v)
  case "localField": compare(localField(v), v)
  case "meterReading": compare(meterReport(v), v)
  case "setFix": compare(fix(v), v)
  case "setDestination": compare(destination(v), v)
  case "guidance", "periodicGuidance": compare(guidance(v), v)
  case "setSurroundings": compare(surroundings(v), v)
  case "sources": compare(sources(v), v)
  case "swing":
    compare(
      SwingRequest(
        SwingAction(rawValue: v.integer("action"))!, compass: BinaryAngle(rawValue: v.integer("compass")),
        magnetic: BinaryAngle(rawValue: v.integer("magnetic"))), v)
  case "swingStatus":
    var report = SwingReport()
    report.mode = SwingMode(rawValue: v.integer("mode"))!
    report.step = SwingStep(rawValue: v.integer("step"))!
    report.outcome = SwingOutcome(rawValue: v.integer("outcome"))!
    report.sectors = v.integer("sectors")
    report.count = v.integer("count")
    report.card = card(v)
    compare(report, v)
  case "sensorList": compare(sensorList(v), v)
  case "setMotion": compare(setMotion(v), v)
  case "injectRate":
    compare(
      InjectedRate(
        time: Instant(microseconds: v.integer("time")), scale: RateScale(rawValue: v.integer("scale")),
        counts: v.vector("counts"), isSaturated: v.integer("flags") & 1 == 1), v)
  case "motion", "periodicMotion": compare(motionReport(v), v)
  case "getGuidance", "getSources", "getSwing", "getSensors", "getMotion": compare(bytes: [], to: v)
  default: Issue.record("no comparison for \(v.message)")
  }
}

@Test func frames_vectors_haveExactBytesBothWays() throws {
  let cases = try linkVectors("frames", as: VectorFile<FrameCase>.self).cases
  for v in cases {
    comparePayload(v)
    let header = FrameHeader(kind: v.kind, token: v.token, sequence: v.sequence)
    #expect(encodedFrame(header, bytes(hex: v.payload)) == bytes(hex: v.encoded), "\(v.name)")
    var decoder = FrameDecoder()
    let found = decoder.feedAll(bytes(hex: v.encoded))
    #expect(found == [FoundFrame(contents: bytes(hex: v.frame).dropLast(4))], "\(v.name)")
    #expect(decoder.counters == [1, 0, 0], "\(v.name)")
  }
  // Every message has at least one vector.
  let shown = Set(cases.map(\.kind))
  #expect((0...255).allSatisfy { MessageKind(rawValue: $0) == nil || shown.contains($0) })
}
