// Reads PX4's ULog as its bytes come: https://docs.px4.io/main/en/dev_log/ulog_file_format
//
// It stores only one message (at most 64 KiB), the formats (at most 4 MiB of text) and the subscriptions.

/// Receives the contents of a ULog in the order of the file.
protocol ULogReceiver {
  /// Whether the topic's data are needed.
  func wants(_ topic: String) -> Bool
  mutating func parameter(_ name: String, _ value: Double)
  /// A topic was subscribed; `fields` are its fields.
  mutating func subscribed(_ id: UInt16, topic: String, instance: Int, fields: [String: LogField])
  /// One message of a topic whose data are needed.
  mutating func data(_ id: UInt16, _ bytes: ArraySlice<UInt8>)
}

/// A streaming reader of one ULog.
struct ULogReader<Receiver: ULogReceiver>: LogReader {
  static var magic: [UInt8] { [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35] }

  var receiver: Receiver
  /// Milliseconds that the logger could not write.
  private(set) var dropoutMilliseconds: UInt64 = 0

  var bytes = LogBytes()
  private var hasHeader = false
  private var formats: [String: [Substring]] = [:]
  private var formatBytes = 0
  /// The sizes that a subscribed message may have, and whether its data are needed.
  private var subscriptions: [UInt16: (sizes: ClosedRange<Int>, isWanted: Bool)] = [:]
  /// Places in the file where data were appended after a crash: the message before may be cut.
  private var appended: [UInt64] = []

  private static var headerLength: Int { 16 }
  private static var formatLimit: Int { 4 << 20 }

  init(_ receiver: Receiver) { self.receiver = receiver }

  mutating func parse(isLast: Bool) {
    if !hasHeader {
      guard bytes.count >= Self.headerLength else { return }
      bytes.skip(Self.headerLength)
      hasHeader = true
    }
    while true {
      while let place = appended.first, place <= bytes.offset { appended.removeFirst() }
      guard bytes.count >= 5 || (isLast && bytes.count >= 3) else { return }
      guard let size = messageSize(at: 0) else {
        bytes.lose(1)
        continue
      }
      let length = 3 + size
      if let place = appended.first, place - bytes.offset < UInt64(length) {
        // The crash cut this message off. The next message is complete.
        let rest = Int(place - bytes.offset)
        guard bytes.count >= rest else { return }
        bytes.lose(rest)
        continue
      }
      // The next message must look like a message; otherwise the length of this one is wrong. Five bytes are enough to
      // decide.
      let isWhole = bytes.count >= length
      guard bytes.count >= length + 5 || isLast else { return }
      guard isWhole, bytes.count < length + 5 || isMessage(at: length), isSound(bytes[2], bytes[3..<length]) else {
        bytes.lose(1)
        continue
      }
      readMessage(bytes[2], bytes[3..<length])
      bytes.skip(length)
    }
  }

  /// Whether the message after the first one can be a message, also of a topic that the first one subscribes.
  private func isMessage(at: Int) -> Bool {
    if messageSize(at: at) != nil || appended.contains(bytes.offset + UInt64(at)) { return true }
    let isSubscription = bytes[2] == UInt8(ascii: "A") && bytes[at + 2] == UInt8(ascii: "D")
    return isSubscription && bytes[at + 3] == bytes[4] && bytes[at + 4] == bytes[5]
  }

  /// The size in a header at this place; `nil` if there cannot be a header. It also checks the two bytes after the
  /// header, because in damaged data any three bytes look like a header sooner or later.
  private func messageSize(at: Int) -> Int? {
    let (size, type) = (Int(bytes[at]) | Int(bytes[at + 1]) << 8, bytes[at + 2])
    // At the very end of the file these two bytes may be missing.
    guard at + 5 <= bytes.count else { return size }
    let (first, second) = (bytes[at + 3], bytes[at + 4])
    let isPossible =
      switch type {
      case UInt8(ascii: "D"):
        subscriptions[UInt16(first) | UInt16(second) << 8].map { $0.sizes.contains(size - 2) } ?? false
      case UInt8(ascii: "B"): size >= 40 && bytes.offset + UInt64(at) == UInt64(Self.headerLength)
      case UInt8(ascii: "F"): size >= 3 && Self.isName(first)
      case UInt8(ascii: "I"), UInt8(ascii: "P"): Int(first) < size && first >= 3 && Self.isName(second)
      case UInt8(ascii: "M"), UInt8(ascii: "Q"): first <= 3 && Int(second) + 1 < size && second >= 3
      case UInt8(ascii: "A"): size >= 4 && first < 64
      case UInt8(ascii: "R"): size == 2 && subscriptions[UInt16(first) | UInt16(second) << 8] != nil
      case UInt8(ascii: "O"): size == 2
      case UInt8(ascii: "S"): size == 8 && first == 0x2f && second == 0x73
      case UInt8(ascii: "L"): size >= 9 && (48...55).contains(first)
      case UInt8(ascii: "C"): size >= 11 && (48...55).contains(first)
      default: false
      }
    return isPossible ? size : nil
  }

  /// Whether the text fields of a message contain text.
  private func isSound(_ type: UInt8, _ body: ArraySlice<UInt8>) -> Bool {
    func isText(_ from: Int, _ count: Int) -> Bool {
      count >= 0 && body.count >= from + count
        && body.dropFirst(from).prefix(count).allSatisfy { (32..<127).contains($0) }
    }
    return switch type {
    case UInt8(ascii: "F"): isText(0, body.count)
    case UInt8(ascii: "A"): isText(3, body.count - 3)
    case UInt8(ascii: "I"), UInt8(ascii: "P"): isText(1, Int(body.little(0, 1)))
    case UInt8(ascii: "M"), UInt8(ascii: "Q"): isText(2, Int(body.little(1, 1)))
    case UInt8(ascii: "L"): body.dropFirst(9).allSatisfy { $0 >= 32 || (9...13).contains($0) || $0 == 27 }
    case UInt8(ascii: "C"): body.dropFirst(11).allSatisfy { $0 >= 32 || (9...13).contains($0) || $0 == 27 }
    default: true
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 95, 97...122: true
    default: false
    }
  }

  private mutating func readMessage(_ type: UInt8, _ body: ArraySlice<UInt8>) {
    switch type {
    case UInt8(ascii: "D"):
      let id = UInt16(truncatingIfNeeded: body.little(0, 2))
      if subscriptions[id]?.isWanted == true { receiver.data(id, body.dropFirst(2)) }
    case UInt8(ascii: "B"):
      // The lowest bit means that data were appended.
      if body.little(8, 1) & 1 == 1 {
        appended = (0..<3).map { body.little(16 + 8 * $0, 8) }.filter { $0 > bytes.offset }.sorted()
      }
    case UInt8(ascii: "F"): addFormat(body)
    case UInt8(ascii: "P"): addParameter(body)
    case UInt8(ascii: "A"): subscribe(body)
    case UInt8(ascii: "R"): subscriptions[UInt16(truncatingIfNeeded: body.little(0, 2))]?.isWanted = false
    case UInt8(ascii: "O"): dropoutMilliseconds += body.little(0, 2)
    default: break
    }
  }

  /// `name:type field;type[n] field;…`
  private mutating func addFormat(_ body: ArraySlice<UInt8>) {
    formatBytes += body.count
    guard formatBytes <= Self.formatLimit else { return }
    let parts = String(decoding: body, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return }
    formats[String(parts[0])] = parts[1].split(separator: ";")
  }

  /// The length of the key, `type name`, and the value.
  private mutating func addParameter(_ body: ArraySlice<UInt8>) {
    let length = Int(body.little(0, 1))
    guard body.count >= 1 + length + 4 else { return }
    let key = body.text(1, length).split(separator: " ")
    guard key.count == 2 else { return }
    let kind: LogNumber = key[0] == "int32_t" ? .int32 : .float
    if let value = LogField(kind: kind, offset: 1 + length).number(body) {
      receiver.parameter(String(key[1]), value)
    }
  }

  private mutating func subscribe(_ body: ArraySlice<UInt8>) {
    let (instance, id) = (Int(body.little(0, 1)), UInt16(truncatingIfNeeded: body.little(1, 2)))
    let topic = body.text(3, body.count - 3)
    var fields: [String: LogField] = [:]
    var size = 0
    guard add(topic, under: "", depth: 0, to: &fields, &size) else { return }
    // Fields that only pad the end of a message are not logged.
    let least = fields.lazy.filter { !Self.isPadding($0.key) }.map { $0.value.end }.max() ?? 0
    let isWanted = receiver.wants(topic)
    subscriptions[id] = (least...size, isWanted)
    if isWanted { receiver.subscribed(id, topic: topic, instance: instance, fields: fields) }
  }

  private static func isPadding(_ name: String) -> Bool {
    name.split(separator: ".").last?.hasPrefix("_padding") == true
  }

  /// Adds the fields of a format. The fields of nested formats have a point between the names.
  /// - Returns: whether the format is known and not larger than a message can be.
  private func add(
    _ format: String, under prefix: String, depth: Int, to fields: inout [String: LogField], _ size: inout Int
  ) -> Bool {
    guard depth < 8, let list = formats[format] else { return false }
    for text in list {
      let words = text.split(separator: " ")
      guard words.count == 2 else { return false }
      let brackets = words[0].split(separator: "[")
      let count = brackets.count == 2 ? Int(brackets[1].dropLast()) ?? 0 : 1
      guard count > 0, count <= 65_535, size <= 65_535, fields.count <= 65_535 else { return false }
      let name = prefix + words[1]
      if let kind = Self.kind(brackets[0]) {
        fields[name] = LogField(kind: kind, offset: size, count: count)
        size += count * kind.size
      } else {
        for index in 0..<count {
          let inner = count == 1 ? "\(name)." : "\(name)[\(index)]."
          guard add(String(brackets[0]), under: inner, depth: depth + 1, to: &fields, &size) else { return false }
        }
      }
    }
    return size <= 65_535
  }

  private static func kind(_ type: Substring) -> LogNumber? {
    switch type {
    case "int8_t": .int8
    case "uint8_t", "bool": .uint8
    case "int16_t": .int16
    case "uint16_t": .uint16
    case "int32_t": .int32
    case "uint32_t": .uint32
    case "int64_t": .int64
    case "uint64_t": .uint64
    case "float": .float
    case "double": .double
    case "char": .text(1)
    default: nil
    }
  }
}
