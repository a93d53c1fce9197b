// Every message of the vectors: from fields to the exact bytes, and back.

import FieldMonitor
import Heading
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

/// Messages that mean more than their fields: what a vector's fields make of each, held against its bytes.
let messagesWithMeaning: [String: @Sendable (FrameCase) -> Void] = [
  "injectSample": { v in
    let force = Acceleration(microG: v.vector("specificForce"))
    compare(
      InjectedSample(
        time: Instant(microseconds: v.integer("time")), scale: FieldScale(rawValue: v.integer("scale")),
        counts: v.vector("counts"), specificForce: v.integer("flags", as: Int.self) == 1 ? force : nil,
        forceAge: v.integer("forceAge")), v)
  },
  "hello": { compare(hello($0), $0) },
  "reading": { compare(reading($0), $0) },
  "selfTestResult": { selfTestResult($0) },
  "answerPrompt": { v in
    let (answer, scope) = (
      PromptAnswer.Answer(rawValue: v.integer("answer")), PromptAnswer.Scope(rawValue: v.integer("scope"))
    )
    compare(PromptAnswer(answer!, for: scope!, intervalSeconds: v.integer("interval")), v)
  },
  "calibrationReport": { compare(calibrationReport($0), $0) },
  "setLocation": { compare(location($0), $0) },
  "setDate": { compare(date($0), $0) },
  "setOrientation": { compare(orientation($0), $0) },
  "setDeviation": { compare(card($0), $0) },
  "headingSettings": { compare(headingSettings($0), $0) },
  "localField": { compare(localField($0), $0) },
  "setFix": { compare(fix($0), $0) },
  "setDestination": { compare(destination($0), $0) },
  "guidance": { compare(guidance($0), $0) },
  "setSurroundings": { compare(surroundings($0), $0) },
  "sources": { compare(sources($0), $0) },
  "swing": { v in
    compare(
      SwingRequest(
        SwingAction(rawValue: v.integer("action"))!, compass: BinaryAngle(rawValue: v.integer("compass")),
        magnetic: BinaryAngle(rawValue: v.integer("magnetic"))), v)
  },
  "sensorList": { compare(sensorList($0), $0) },
]

/// The fields of a message that was read, as text, and its bytes when it is written again.
struct ReadMessage {
  var fields: [String: String]
  var payload: [UInt8]

  init(_ fields: [String: String], _ payload: [UInt8]) { (self.fields, self.payload) = (fields, payload) }
}

func text(_ value: some BinaryInteger) -> String { "\(value)" }
func text(_ value: Vector3) -> String { "\([value.x, value.y, value.z])" }
func text(_ value: DirectionCells) -> String {
  withUnsafeBytes(of: value) { "\(Array($0.bindMemory(to: UInt32.self)))" }
}
func text(_ value: InlineArray<16, UInt8>) -> String { hex(value.indices.map { value[$0] }) }
func text(_ value: SensorIdentityBytes) -> String { hex((0..<3).map { value[$0] }) }
func hex(_ value: UInt32) -> String { hex(bytes(of: value, 4)) }
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The lowest `count` bytes of a number, lowest first.
func bytes(of value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

extension FieldValue {
  /// As `ReadMessage` has it.
  var text: String {
    switch self {
    case .number(let value): "\(value)"
    case .text(let text): text
    case .list(let values): "\(values)"
    case .words(let values): "\(values)"
    }
  }
}

/// The bytes of fields that stand one behind the other; fields that a vector lacks are absent.
func packed(_ v: FrameCase, _ layout: [(field: String, type: String)]) -> [UInt8] {
  layout.flatMap { field, type -> [UInt8] in
    switch (v.fields[field], type.first(where: \.isNumber)) {
    case (nil, _): []
    case (.list(let values), _): values.flatMap { bytes(of: $0, 4) }
    case (.words(let values), _): values.flatMap { bytes(of: $0, 4) }
    case (_, let digit?) where type.hasPrefix("u") || type.hasPrefix("i"):
      type.hasSuffix("64")
        ? bytes(of: v.integer(field, as: UInt64.self), 8)
        : bytes(of: v.integer(field, as: Int64.self), digit == "8" ? 1 : digit == "1" ? 2 : 4)
    default: v.byteString(field)
    }
  }
}

func comparePayload(_ v: FrameCase) {
  let name = sharedLayouts[v.message] ?? v.message
  let payload = bytes(hex: v.payload)
  messagesWithMeaning[name]?(v)
  guard let read = plainMessages[name] else {
    guard let layout = otherMessages[name] else {
      Issue.record("no comparison for \(v.message)")
      return
    }
    #expect(packed(v, layout) == payload, "\(v.name)")
    return
  }
  guard let found = read(payload) else {
    Issue.record("\(v.name): not readable")
    return
  }
  // Behind the fields of a stored record stand the record's bytes.
  #expect(payload.starts(with: found.payload) && found.payload.count >= MessageKind(rawValue: v.kind)!.minimumLength)
  for (field, value) in found.fields { #expect(value == v.fields[field]?.text, "\(v.name): \(field)") }
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
