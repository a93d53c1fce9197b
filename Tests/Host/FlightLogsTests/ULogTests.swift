// The reader of PX4's logs: formats, subscriptions, damage. Tests/python/test_flight_logs.py holds it against pyulog.
import Testing

@testable import FlightLogs

/// Keeps what a log holds.
private struct Kept: ULogReceiver {
  var parameters: [String: Double] = [:]
  var topics: [UInt16: (topic: String, instance: Int, fields: [String: LogField])] = [:]
  var rows: [(id: UInt16, bytes: [UInt8])] = []

  func wants(_ topic: String) -> Bool { topic != "unwanted" }
  mutating func parameter(_ name: String, _ value: Double) { parameters[name] = value }
  mutating func subscribed(_ id: UInt16, topic: String, instance: Int, fields: [String: LogField]) {
    topics[id] = (topic, instance, fields)
  }
  mutating func data(_ id: UInt16, _ bytes: ArraySlice<UInt8>) { rows.append((id, Array(bytes))) }

  func value(_ row: Int, _ name: String, _ index: Int = 0) -> Double? {
    topics[rows[row].id]?.fields[name]?.number(rows[row].bytes[...], index)
  }
}

private func little(_ value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// Writes messages as the published format has them.
private struct Writer {
  var bytes: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1] + little(UInt64(7))

  mutating func message(_ type: Character, _ body: [UInt8]) {
    bytes += little(UInt16(body.count)) + [type.asciiValue ?? 0] + body
  }
  mutating func format(_ text: String) { message("F", Array(text.utf8)) }
  mutating func subscribe(_ id: UInt16, _ topic: String, _ instance: UInt8 = 0) {
    message("A", [instance] + little(id) + Array(topic.utf8))
  }
  mutating func data(_ id: UInt16, _ body: [UInt8]) { message("D", little(id) + body) }
  mutating func parameter(_ key: String, _ value: [UInt8]) {
    message("P", [UInt8(key.utf8.count)] + Array(key.utf8) + value)
  }
}

private func read(_ bytes: [UInt8], pieces: Int = .max) -> ULogReader<Kept> {
  var reader = ULogReader(Kept())
  var rest = bytes[...]
  while !rest.isEmpty {
    reader.read(rest.prefix(pieces))
    rest = rest.dropFirst(pieces)
  }
  reader.finish()
  return reader
}

private let sample: Writer = {
  var log = Writer()
  log.message("B", [UInt8](repeating: 0, count: 40))
  // An inner format may be defined behind the one that has it.
  log.format("outer:uint64_t timestamp;int16_t a;inner[2] parts;float[3] v;uint8_t last;uint8_t[3] _padding0;")
  log.format("inner:uint8_t level;double x;")
  log.parameter("int32_t CAL_MAG0_ID", little(UInt32(bitPattern: -5)))
  log.parameter("float CAL_MAG0_XOFF", little(Float(0.25).bitPattern))
  log.subscribe(3, "outer", 2)
  log.subscribe(4, "unwanted")
  for row in 0..<5 {
    log.data(
      3,
      little(UInt64(1000 + row)) + little(Int16(-7 - row)) + [9] + little((-1.5).bitPattern) + [11]
        + little(2.5.bitPattern) + little(Float(1).bitPattern) + little(Float(2).bitPattern)
        + little(Float(row).bitPattern) + [200])
  }
  return log
}()

@Test func ulog_nestedFields_areFoundByTheirNames() {
  let kept = read(sample.bytes)
  #expect(kept.lostBytes == 0 && kept.receiver.rows.count == 5)
  #expect(kept.receiver.topics[3]?.topic == "outer" && kept.receiver.topics[3]?.instance == 2)
  #expect(kept.receiver.parameters == ["CAL_MAG0_ID": -5, "CAL_MAG0_XOFF": 0.25])
  for (name, index, value) in [
    ("timestamp", 0, 1004.0), ("a", 0, -11), ("parts[0].level", 0, 9), ("parts[0].x", 0, -1.5),
    ("parts[1].level", 0, 11),
    ("parts[1].x", 0, 2.5), ("v", 0, 1), ("v", 1, 2), ("v", 2, 4), ("last", 0, 200),
  ] {
    #expect(kept.receiver.value(4, name, index) == value, "\(name)[\(index)]")
  }
  // Behind the end of an array, and of the message, there is nothing.
  #expect(kept.receiver.value(4, "v", 3) == nil && kept.receiver.value(4, "_padding0") == nil)
}

@Test(arguments: [1, 2, 3, 7, 64])
func ulog_inPieces_isTheSame(pieces: Int) {
  let (whole, parts) = (read(sample.bytes), read(sample.bytes, pieces: pieces))
  #expect(parts.lostBytes == 0)
  #expect(parts.receiver.rows.map(\.bytes) == whole.receiver.rows.map(\.bytes))
}

@Test func ulog_cutAnywhere_givesTheRowsBefore() {
  let whole = read(sample.bytes).receiver.rows.map(\.bytes)
  for count in 0..<sample.bytes.count {
    let rows = read(Array(sample.bytes.prefix(count))).receiver.rows.map(\.bytes)
    #expect(whole.starts(with: rows), "\(count)")
  }
}

@Test func ulog_shortMessageAtTheEnd_isNotReadBehindIt() {
  for type in "BFIPAMQDROSLC" {
    for length in 0..<12 {
      var log = sample
      log.message(type, [UInt8](repeating: 0x3a, count: length))
      #expect(read(log.bytes).receiver.rows.count >= 4, "\(type) of \(length) bytes")
    }
  }
}

@Test func ulog_lyingLength_losesOneMessage() {
  var log = sample
  let place = log.bytes.count
  log.data(3, [UInt8](repeating: 1, count: 41))
  // The length of a subscription says more than there is.
  var lie = Writer()
  lie.bytes = []
  lie.subscribe(5, "outer")
  lie.bytes[0] = 0xff
  log.bytes.insert(contentsOf: lie.bytes, at: place)
  let kept = read(log.bytes)
  #expect(kept.receiver.rows.count == 6 && kept.receiver.topics[5] == nil)
  #expect(kept.lostBytes == UInt64(lie.bytes.count))
}

@Test func ulog_formatWithoutEnd_isNotFollowed() {
  var log = Writer()
  log.message("B", [UInt8](repeating: 0, count: 40))
  log.format("self:uint8_t a;self b;")
  log.format("huge:float[60000] a;float[60000] b;")
  log.format("strange:quaternion q;")
  for (id, topic) in ["self", "huge", "strange", "missing"].enumerated() { log.subscribe(UInt16(id), topic) }
  #expect(read(log.bytes).receiver.topics.isEmpty)
}

@Test func ulog_dropouts_areAddedUp() {
  var log = sample
  log.message("O", little(UInt16(30)))
  log.message("O", little(UInt16(12)))
  #expect(read(log.bytes).dropoutMilliseconds == 42)
}

@Test func logThatIsNone_isNotRecognised() {
  #expect(FlightLog(first: Array("t,mx,my,mz\n".utf8)) == nil)
  #expect(FlightLog(first: [0x55, 0x4c, 0x6f]) == nil)
  #expect(FlightLog(first: sample.bytes)?.kind == "PX4 ULog")
  #expect(FlightLog(first: [0xa3, 0x95, 0x80, 0x80, 89, 0, 0])?.kind == "ArduPilot DataFlash log")
}
