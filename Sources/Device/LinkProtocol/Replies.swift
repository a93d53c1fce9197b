// Short replies and reports (Protocols/link/spec.md, "Replies" and "Streams").

import Quantities
import RawMemory

/// The request was carried out.
public struct Acknowledgement: Message, Equatable, Sendable {
  /// The request's kind.
  public var kind: UInt8

  public init(kind: UInt8) { self.kind = kind }
  public func append(to frame: inout FrameBuffer) { frame.append(kind) }
  public init?(payload: Span<UInt8>) {
    guard payload.count >= 1 else { return nil }
    kind = payload[0]
  }
}

/// The request was not carried out; nothing has changed.
public struct Refusal: Message, Equatable, Sendable {
  /// The request's kind.
  public var kind: UInt8
  /// Raw, so that a reason of a later version can be shown.
  public var reason: UInt8
  /// The given value.
  public var detail: Int32
  /// The allowed value.
  public var limit: Int32

  public init(kind: UInt8, reason: RefusalReason, detail: Int32, limit: Int32) {
    self.kind = kind
    self.reason = reason.rawValue
    self.detail = detail
    self.limit = limit
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(kind)
    frame.append(reason)
    frame.append(detail)
    frame.append(limit)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    kind = reader.uint8()
    reason = reader.uint8()
    detail = reader.int32()
    limit = reader.int32()
    if reader.isOverrun { return nil }
  }
}

/// How one self-test ended.
public enum SelfTestStatus: UInt8, Sendable {
  case failed = 0
  case passed = 1
  /// The board lacks what the test needs.
  case skipped = 2
}

/// The name of a self-test in static memory: ASCII, 0…64 characters.
public struct SelfTestName: Sendable {
  private let text: StaticText

  /// The name `text`. Characters after the 64th are left out.
  public init(_ text: StaticString) { self.text = StaticText(text, limit: 64) }

  /// One of several lines, each of which ends with a line feed.
  /// - Parameter line: from 0 on; less than the number of lines.
  public init(line: Int, of text: StaticString) { self.text = StaticText(line: line, of: text) }

  /// Bytes of the name.
  public var count: Int { text.count }

  /// The name's bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get { text.bytes }
  }
}

/// One line of a self-test, as the device sends it. The name follows the fixed fields; `SelfTestResult` reads it.
public struct SelfTestReport: Sendable {
  public var index: UInt8
  public var total: UInt8
  public var status: SelfTestStatus
  /// The measured value and its limit, in the unit that the test's name says.
  public var measured: Int32
  public var limit: Int32
  public var name: SelfTestName

  public init(
    index: UInt8, total: UInt8, status: SelfTestStatus, measured: Int32, limit: Int32, name: SelfTestName
  ) {
    self.index = index
    self.total = total
    self.status = status
    self.measured = measured
    self.limit = limit
    self.name = name
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(index)
    frame.append(total)
    frame.append(status.rawValue)
    frame.append(UInt8(0))
    frame.append(measured)
    frame.append(limit)
    frame.append(UInt16(truncatingIfNeeded: name.count))
    frame.append(name.bytes)
  }
}

/// A fault or a change of state of a sensor.
public struct SensorEvent: Message, Equatable, Sendable {
  public var time: Instant
  /// `SensorState`, raw, so that the number of a later version can be shown.
  public var stateCode: UInt8
  /// `SensorChip` code.
  public var chip: UInt8
  /// The register that was being read or written.
  public var register: UInt8
  /// `SensorError` kind, raw; 0 when the sensor became ready.
  public var kind: UInt8
  /// Details, depending on the kind (Protocols/link/spec.md).
  public var detail: UInt16
  /// The sensor's number among those of its kind, from 0 on.
  public var instance: UInt8

  /// `nil` for a state of a later version.
  public var state: SensorState? { SensorState(rawValue: stateCode) }

  public init(
    time: Instant, state: SensorState, chip: UInt8, register: UInt8, kind: UInt8, detail: UInt16, instance: UInt8 = 0
  ) {
    self.instance = instance
    self.time = time
    stateCode = state.rawValue
    self.chip = chip
    self.register = register
    self.kind = kind
    self.detail = detail
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(stateCode)
    frame.append(chip)
    frame.append(register)
    frame.append(kind)
    frame.append(detail)
    frame.append(instance)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    stateCode = reader.uint8()
    chip = reader.uint8()
    register = reader.uint8()
    kind = reader.uint8()
    detail = reader.uint16()
    instance = reader.uint8()
    if reader.isOverrun { return nil }
  }
}

/// The device's counters since boot.
public struct Statistics: PlainMessage, Equatable, Sendable {
  public var time: Instant = Instant(microseconds: 0)
  public var framesReceived: UInt32 = 0
  public var framesSent: UInt32 = 0
  /// Frames dropped, oldest first, because the transmit ring was full.
  public var framesDropped: UInt32 = 0
  /// Received frames whose checksum was wrong or that were cut off.
  public var framesCorrupt: UInt32 = 0
  public var framesOverlong: UInt32 = 0
  /// Frames of a kind that is not in the table.
  public var framesUnknown: UInt32 = 0
  public var samples: UInt32 = 0
  public var staleSamples: UInt32 = 0
  public var sensorFaults: UInt32 = 0
  /// How often the sensor was initialised again after faults.
  public var sensorRestarts: UInt32 = 0
  /// Deepest use of the stack since boot, bytes.
  public var stackHighWater: UInt32 = 0
  /// The size of the stack in bytes.
  public var stackSize: UInt32 = 0

  public static var imageLength: Int { 56 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}
