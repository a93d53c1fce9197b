// Who the device is (Protocols/link/spec.md, "hello"). The layout of the first 100 bytes never changes.

import Bytes
import Quantities

/// A board's name: 1…16 ASCII characters, padded with zeros.
public struct BoardName: Equatable, Sendable {
  public var bytes: InlineArray<16, UInt8>

  public init(bytes: InlineArray<16, UInt8>) { self.bytes = bytes }

  /// The first 16 characters of an ASCII literal.
  public init(_ text: StaticString) {
    bytes = InlineArray(repeating: 0)
    let count = text.utf8CodeUnitCount < 16 ? text.utf8CodeUnitCount : 16
    for i in 0..<count { bytes[i] = text.utf8Start[i] }
  }

  public static func == (a: BoardName, b: BoardName) -> Bool {
    for i in 0..<16 where a.bytes[i] != b.bytes[i] { return false }
    return true
  }
}

/// Why the device restarted, as its start-up code found it.
public enum FaultCause: UInt8, Sendable {
  /// No fault is on record.
  case none = 0
  /// A Swift runtime trap (an undefined instruction placed by the compiler).
  case trap = 1
  /// Any other hard fault.
  case hardFault = 2
  /// The watchdog ran out.
  case watchdog = 3
}

/// What was saved when the device last faulted. Registers as the processor stacked them.
public struct FaultRecord: Equatable, Sendable {
  public var cause: FaultCause
  /// The boot on which it happened.
  public var bootCounter: UInt32
  public var programCounter: UInt32
  public var linkRegister: UInt32
  public var programStatus: UInt32
  public var r0: UInt32
  public var r1: UInt32
  public var r2: UInt32
  public var r3: UInt32
  public var r12: UInt32

  public init(
    cause: FaultCause, bootCounter: UInt32, programCounter: UInt32, linkRegister: UInt32, programStatus: UInt32,
    r0: UInt32, r1: UInt32, r2: UInt32, r3: UInt32, r12: UInt32
  ) {
    self.cause = cause
    self.bootCounter = bootCounter
    self.programCounter = programCounter
    self.linkRegister = linkRegister
    self.programStatus = programStatus
    self.r0 = r0
    self.r1 = r1
    self.r2 = r2
    self.r3 = r3
    self.r12 = r12
  }
}

extension FaultRecord {
  /// Appends all but the cause.
  func append(to frame: inout FrameBuffer) {
    frame.append(bootCounter)
    frame.append(programCounter)
    frame.append(linkRegister)
    frame.append(programStatus)
    frame.append(r0)
    frame.append(r1)
    frame.append(r2)
    frame.append(r3)
    frame.append(r12)
  }
}

/// What the device knows of its magnetometer at this moment.
public enum SensorState: UInt8, Sendable {
  /// The board has none.
  case none = 0
  /// It is being identified and configured.
  case starting = 1
  /// It delivers samples.
  case ready = 2
  /// It does not answer or answers wrongly; it is being initialised again.
  case unavailable = 3
}

/// The device's answer to getHello.
public struct Hello: Message, Equatable, Sendable {
  public var protocolMinimum: UInt8 = ProtocolVersion.minimum
  public var protocolMaximum: UInt8 = ProtocolVersion.maximum
  /// Firmware version: major, minor, patch.
  public var firmwareMajor: UInt8 = 0
  public var firmwareMinor: UInt8 = 0
  public var firmwarePatch: UInt8 = 0
  public var capabilities: Capabilities = Capabilities(rawValue: 0)
  /// The first eight bytes of the image's ELF build id, first byte highest; 0 when the image has none.
  public var imageHash: UInt64 = 0
  public var messageTableHash: UInt32 = 0
  public var board: BoardName
  /// `SensorChip` code, bus address and the three identity bytes as read (zero until the chip answered).
  public var sensorChip: UInt8 = 0
  public var sensorAddress: UInt8 = 0
  public var sensorIdentity: InlineArray<3, UInt8> = InlineArray(repeating: 0)
  public var sensorState: SensorState = .none
  /// The longest payload the device takes.
  public var maximumPayload: UInt16 = 256
  /// 1 after power-on, one more after each reset.
  public var bootCounter: UInt32 = 0
  public var time: Instant = Instant(microseconds: 0)
  /// The fault that caused the last restart, if any.
  public var fault: FaultRecord?
  /// A number that tells this board from others of its kind; 0 when it has none.
  public var boardIdentifier: UInt64 = 0

  public init(board: BoardName) { self.board = board }

  public func append(to frame: inout FrameBuffer) {
    frame.append(protocolMinimum)
    frame.append(protocolMaximum)
    frame.append(firmwareMajor)
    frame.append(firmwareMinor)
    frame.append(firmwarePatch)
    frame.append(sensorState.rawValue)
    frame.append(capabilities.rawValue)
    frame.append(imageHash)
    frame.append(messageTableHash)
    frame.append(board.bytes.span)
    frame.append(sensorChip)
    frame.append(sensorAddress)
    frame.append(sensorIdentity.span)
    frame.append(fault?.cause.rawValue ?? 0)
    frame.append(maximumPayload)
    frame.append(bootCounter)
    frame.append(time.microseconds)
    if let fault {
      fault.append(to: &frame)
    } else {
      for _ in 0..<9 { frame.append(UInt32(0)) }
    }
    frame.append(boardIdentifier)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    protocolMinimum = reader.uint8()
    protocolMaximum = reader.uint8()
    firmwareMajor = reader.uint8()
    firmwareMinor = reader.uint8()
    firmwarePatch = reader.uint8()
    let state = reader.uint8()
    capabilities = Capabilities(rawValue: reader.uint16())
    imageHash = reader.uint64()
    messageTableHash = reader.uint32()
    var name = InlineArray<16, UInt8>(repeating: 0)
    for i in 0..<16 { name[i] = reader.uint8() }
    board = BoardName(bytes: name)
    sensorChip = reader.uint8()
    sensorAddress = reader.uint8()
    for i in 0..<3 { sensorIdentity[i] = reader.uint8() }
    let cause = reader.uint8()
    maximumPayload = reader.uint16()
    bootCounter = reader.uint32()
    time = Instant(microseconds: reader.uint64())
    var record = FaultRecord(
      cause: FaultCause(rawValue: cause) ?? .hardFault, bootCounter: reader.uint32(), programCounter: 0,
      linkRegister: 0, programStatus: 0, r0: 0, r1: 0, r2: 0, r3: 0, r12: 0)
    record.programCounter = reader.uint32()
    record.linkRegister = reader.uint32()
    record.programStatus = reader.uint32()
    record.r0 = reader.uint32()
    record.r1 = reader.uint32()
    record.r2 = reader.uint32()
    record.r3 = reader.uint32()
    record.r12 = reader.uint32()
    boardIdentifier = reader.uint64()
    fault = record.cause == .none ? nil : record
    // Hello must stay readable for every later version, or a mismatch could not be told: a state that is not known
    // here is one in which no sample can be counted on.
    sensorState = SensorState(rawValue: state) ?? .unavailable
    if reader.isOverrun { return nil }
  }

  public static func == (a: Hello, b: Hello) -> Bool {
    a.protocolMinimum == b.protocolMinimum && a.protocolMaximum == b.protocolMaximum
      && a.firmwareMajor == b.firmwareMajor && a.firmwareMinor == b.firmwareMinor
      && a.firmwarePatch == b.firmwarePatch && a.capabilities == b.capabilities && a.imageHash == b.imageHash
      && a.messageTableHash == b.messageTableHash && a.board == b.board && a.sensorChip == b.sensorChip
      && a.sensorAddress == b.sensorAddress && a.sensorIdentity[0] == b.sensorIdentity[0]
      && a.sensorIdentity[1] == b.sensorIdentity[1] && a.sensorIdentity[2] == b.sensorIdentity[2]
      && a.sensorState == b.sensorState && a.maximumPayload == b.maximumPayload && a.bootCounter == b.bootCounter
      && a.time == b.time && a.fault == b.fault && a.boardIdentifier == b.boardIdentifier
  }
}
