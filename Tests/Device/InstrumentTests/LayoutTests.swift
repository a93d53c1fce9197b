// Ranges and places of requests as Protocols/link/messages.json says, held against the instrument.

import Foundation
import LinkProtocol
import Quantities
import SensorDrivers
import TestSupport
import Testing

@testable import Instrument

private struct Description: Decodable {
  struct Field: Decodable {
    var at = 0
    var type: String
    var name: String
    var range: [Int64]?
    var countsWithBit0Of: String?

    var mayBeAbsent: Bool?

    private enum CodingKeys: CodingKey { case type, name, range, countsWithBit0Of, mayBeAbsent }

    var width: Int { ["u8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4][type] ?? 0 }

    /// Bytes of any type with a fixed size.
    var size: Int {
      let words = type.split(separator: " ")
      if words.last == "bytes" { return Int(words[0]) ?? 0 }
      let single = ["u8": 1, "u16": 2, "i16": 2, "u32": 4, "i32": 4, "u64": 8][String(words[0])] ?? 0
      return single * (words.count == 3 ? Int(words[2]) ?? 0 : 1)
    }

    /// The bytes of `value`, lowest first.
    func bytes(_ value: Int64) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) } }

    /// Values just outside the range that the type can hold, each with the nearest that is allowed.
    var outside: [(value: Int64, limit: Int64)] {
      guard let range else { return [] }
      let half = Int64(1) << Int64(8 * width - 1)
      let least: Int64 = type.hasPrefix("i") ? -half : 0
      let most: Int64 = type.hasPrefix("i") ? half - 1 : 2 * half - 1
      return [(range[0] - 1, range[0]), (range[1] + 1, range[1])].filter { $0.0 >= least && $0.0 <= most }
    }
  }
  struct Message: Decodable {
    var kind: UInt8
    var name: String
    var direction: String
    var layout: String?
    var fields: [Field]

    private enum CodingKeys: CodingKey { case kind, name, direction, layout, fields }

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: CodingKeys.self)
      kind = try row.decode(UInt8.self, forKey: .kind)
      name = try row.decode(String.self, forKey: .name)
      direction = try row.decode(String.self, forKey: .direction)
      layout = try row.decodeIfPresent(String.self, forKey: .layout)
      fields = try row.decodeIfPresent([Field].self, forKey: .fields) ?? []
      var at = 0
      for index in fields.indices {
        fields[index].at = at
        at += fields[index].size
      }
    }

    /// Bytes of the fields that are always there.
    var shortest: Int { fields.filter { $0.mayBeAbsent != true }.map(\.size).reduce(0, +) }

    /// A payload in which all fields are within their ranges.
    var payload: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: shortest)
      for field in fields {
        if let range = field.range { bytes.put(field.bytes(max(0, range[0])), at: field.at) }
        if let flags = field.countsWithBit0Of, let other = fields.first(where: { $0.name == flags }) {
          bytes[other.at] = 1
        }
      }
      return bytes
    }
  }
  var messages: [Message]

  static func read() throws -> [Message] {
    let file = URL(fileURLWithPath: Repository.path("Protocols/link/messages.json"))
    var rows = try JSONDecoder().decode(Description.self, from: Data(contentsOf: file)).messages
    for index in rows.indices {
      if let layout = rows[index].layout { rows[index].fields = rows.first { $0.name == layout }?.fields ?? [] }
    }
    return rows
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ bytes: [UInt8], at place: Int) {
    for (index, byte) in bytes.enumerated() { self[place + index] = byte }
  }
}

/// What a board that can do everything answers to one request.
private func answer(_ kind: UInt8, _ payload: [UInt8], then next: MessageKind? = nil) -> (
  kind: UInt8, payload: [UInt8]
)? {
  let all = Capabilities(rawValue: 0xffff)
  var instrument = CompassInstrument<NavigationUnit, MotionUnit>(
    identity: DeviceIdentity(board: BoardName("layout"), capabilities: all, imageHash: 0, bootCounter: 1, fault: nil))
  var decoder = FrameDecoder()
  var now: UInt64 = 1000
  var test = SensorSelfTest()
  var last: (UInt8, [UInt8])?
  for (kind, payload) in [(kind, payload)] + (next.map { [($0.rawValue, [])] } ?? []) {
    for byte in FakeDevice.frame(kind, token: 1, fill: { $0.append(payload.span) }) {
      instrument.receive(byte, at: Instant(microseconds: now))
    }
    for _ in 0..<40 {
      now += 100
      instrument.run(at: Instant(microseconds: now))
      // A board without chips.
      instrument.send(&test)
      while let action = instrument.nextAction() { if case .testSensor(let kind) = action { test.begin(kind) } }
      while let byte = instrument.nextByte() {
        guard decoder.feed(byte) == .frame, decoder.frame.header.token == 1 else { continue }
        let found = decoder.frame.payload
        last = (decoder.frame.kind, found.indices.map { found[$0] })
      }
    }
  }
  return last
}

@Test func requests_valuesBeyondTheirRange_areRefusedWithTheNearest() throws {
  var checked = 0
  for message in try Description.read() where message.direction == "request" {
    for field in message.fields {
      for (value, limit) in field.outside {
        var payload = message.payload
        payload.put(field.bytes(value), at: field.at)
        let reply = try #require(answer(message.kind, payload), "\(message.name)")
        let refusal = Refusal(payload: reply.payload.span)
        let expected = Refusal(
          kind: message.kind, reason: .outOfRange, detail: Int32(truncatingIfNeeded: value),
          limit: Int32(truncatingIfNeeded: limit))
        #expect(
          reply.kind == MessageKind.refused.rawValue && refusal == expected, "\(message.name).\(field.name) = \(value)")
        checked += 1
      }
      for value in field.range ?? [] {
        // What a provocation does is not for a test of ranges, nor what calibration commands need.
        guard message.name != "provoke", message.name != "commandCalibration" else { continue }
        var payload = message.payload
        payload.put(field.bytes(value), at: field.at)
        let reply = try #require(answer(message.kind, payload), "\(message.name)")
        // It may be refused for its state, but not for its range.
        let isInRange = Refusal(payload: reply.payload.span)?.reason != RefusalReason.outOfRange.rawValue
        #expect(isInRange, "\(message.name).\(field.name) = \(value)")
      }
    }
  }
  #expect(checked >= 24)
}

@Test func settings_standInTheReplyWhereTheDescriptionSays() throws {
  let messages = try Description.read()
  let settings = try #require(messages.first { $0.name == "headingSettings" })
  var checked: Set<String> = []
  for message in messages where (0x50...0x59).contains(message.kind) && message.direction == "request" {
    for field in message.fields {
      guard let place = settings.fields.first(where: { $0.name == field.name }) else { continue }
      #expect(place.type == field.type, "\(field.name)")
      var payload = message.payload
      // Place and date count with their flags alone.
      if message.name == "setLocation" || message.name == "setDate" { payload[0] = 1 }
      let value = field.range.map { $0[1] } ?? 1
      payload.put(field.bytes(value), at: field.at)
      let reply = try #require(answer(message.kind, payload, then: .getHeadingSettings))
      #expect(reply.kind == settings.kind && reply.payload.count == settings.shortest)
      #expect(
        Array(reply.payload[place.at..<(place.at + place.width)]) == field.bytes(value), "\(message.name).\(field.name)"
      )
      checked.insert(field.name)
    }
  }
  #expect(checked == Set(settings.fields.map(\.name)))
}

@Test func messageTable_description_hasTheSameRows() throws {
  for message in try Description.read() {
    let kind = try #require(MessageKind(rawValue: message.kind), "\(message.name)")
    #expect("\(kind)" == message.name && kind.minimumLength == message.shortest)
    #expect(kind.isRequest == (message.direction == "request"))
  }
}
