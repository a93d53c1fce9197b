// Short replies and reports (Protocols/link/spec.md, "Replies" and "Streams").

import Quantities
import RawMemory

extension Refusal {
  public init(kind: UInt8, reason: RefusalReason, detail: Int32, limit: Int32) {
    self.init()
    self.kind = kind
    self.reason = reason.rawValue
    self.detail = detail
    self.limit = limit
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

  /// One line of a text with several lines, each of which ends with a line feed.
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
  /// The measured value and its limit, in the unit that the test's name states.
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

extension SensorEvent {
  /// `nil` for a state of a later version.
  public var state: SensorState? { SensorState(rawValue: stateCode) }

  public init(
    time: Instant, state: SensorState, chip: UInt8, register: UInt8, kind: UInt8, detail: UInt16, instance: UInt8 = 0
  ) {
    self.init()
    self.instance = instance
    self.time = time
    stateCode = state.rawValue
    self.chip = chip
    self.register = register
    self.kind = kind
    self.detail = detail
  }
}
