// The identity and state of the device (Protocols/link/spec.md, "hello"). This layout never
// changes; later fields are appended.

import FixedPoint
import Quantities
import RawMemory

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

/// Why the device restarted, as its start-up code detected it.
public enum FaultCause: UInt8, Sendable {
  /// No fault is on record.
  case none = 0
  /// A Swift runtime trap (an undefined instruction placed by the compiler).
  case trap = 1
  /// Any other hard fault.
  case hardFault = 2
  /// The watchdog expired.
  case watchdog = 3
}

/// The registers that the processor saved at a fault, and the number of the boot, in the order of hello.
public struct FaultRegisters: Equatable, Sendable, BitwiseCopyable {
  /// The boot on which it happened.
  public var bootCounter: UInt32 = 0
  public var programCounter: UInt32 = 0
  public var linkRegister: UInt32 = 0
  public var programStatus: UInt32 = 0
  public var r0: UInt32 = 0
  public var r1: UInt32 = 0
  public var r2: UInt32 = 0
  public var r3: UInt32 = 0
  public var r12: UInt32 = 0

  public init() {}
}

/// What was saved when the device had its last fault.
public struct FaultRecord: Equatable, Sendable {
  public var cause: FaultCause
  public var registers: FaultRegisters

  public init(cause: FaultCause, registers: FaultRegisters) {
    self.cause = cause
    self.registers = registers
  }

  /// The boot on which it happened, and the registers of the processor at that moment.
  public var bootCounter: UInt32 { registers.bootCounter }
  public var programCounter: UInt32 { registers.programCounter }
  public var linkRegister: UInt32 { registers.linkRegister }
  public var programStatus: UInt32 { registers.programStatus }
  public var r0: UInt32 { registers.r0 }
  public var r1: UInt32 { registers.r1 }
  public var r2: UInt32 { registers.r2 }
  public var r3: UInt32 { registers.r3 }
  public var r12: UInt32 { registers.r12 }

  public init(
    cause: FaultCause, bootCounter: UInt32, programCounter: UInt32, linkRegister: UInt32, programStatus: UInt32,
    r0: UInt32, r1: UInt32, r2: UInt32, r3: UInt32, r12: UInt32
  ) {
    self.cause = cause
    registers = FaultRegisters()
    registers.bootCounter = bootCounter
    registers.programCounter = programCounter
    registers.linkRegister = linkRegister
    registers.programStatus = programStatus
    registers.r0 = r0
    registers.r1 = r1
    registers.r2 = r2
    registers.r3 = r3
    registers.r12 = r12
  }
}

/// The present state of a sensor.
public enum SensorState: UInt8, Sendable {
  /// The board has no such sensor.
  case none = 0
  /// It is being identified and configured.
  case starting = 1
  /// It delivers samples.
  case ready = 2
  /// It does not answer, or answers wrongly; the driver initialises it again.
  case unavailable = 3
}

/// A sensor in hello: its chip, its address and its state.
public struct FittedSensor: Equatable, Sendable {
  /// The code of `SensorState`, not an enumeration, so that a code of a later version can be shown.
  public var stateCode: UInt8 = 0
  /// `SensorChip` code; 0 until a chip has answered.
  public var chip: UInt8 = 0
  /// Its 7-bit bus address.
  public var address: UInt8 = 0
  /// Its number among the sensors of its kind, from 0 on.
  public var instance: UInt8 = 0
  /// Its identity registers as read, the first in the lowest byte; unused bytes are 0.
  public var identityBytes: UInt32 = 0

  /// A board without this sensor.
  public init() {}

  public init(_ identity: SensorIdentity, state: SensorState, instance: UInt8 = 0) {
    stateCode = state.rawValue
    chip = identity.chip.rawValue
    address = identity.address
    self.instance = instance
    identityBytes = identity.identityBytes
  }

  /// The state. A code of a later version counts as unavailable: no samples can be expected.
  public var state: SensorState {
    get { SensorState(rawValue: stateCode) ?? .unavailable }
    set { stateCode = newValue.rawValue }
  }
}

extension Hello {
  public init(board: BoardName) {
    self.init()
    self.board = board
  }

  /// The magnetometer's state. Hello must remain readable in every version, because otherwise a version mismatch could
  /// not be reported. So a code of a later version counts as unavailable: no samples can be expected.
  public var sensorState: SensorState {
    get { SensorState(rawValue: sensorStateCode) ?? .unavailable }
    set { sensorStateCode = newValue.rawValue }
  }

  /// The fault that caused the last restart, if any.
  public var fault: FaultRecord? {
    get {
      faultCauseCode == 0
        ? nil : FaultRecord(cause: FaultCause(rawValue: faultCauseCode) ?? .hardFault, registers: registers)
    }
    set {
      faultCauseCode = newValue?.cause.rawValue ?? 0
      registers = newValue?.registers ?? FaultRegisters()
    }
  }

  /// Stores the fault that ended the last boot.
  @inline(never)
  public mutating func setFault(_ cause: FaultCause, _ registers: FaultRegisters) {
    faultCauseCode = cause.rawValue
    self.registers = registers
  }
}

/// Three bytes that identify the chip.
public struct SensorIdentityBytes: Equatable, Sendable {
  private var bytes: (UInt8, UInt8, UInt8) = (0, 0, 0)

  public init() {}

  /// - Parameter index: 0…2.
  public subscript(index: Int) -> UInt8 {
    get { index == 0 ? bytes.0 : index == 1 ? bytes.1 : bytes.2 }
    set {
      switch index {
      case 0: bytes.0 = newValue
      case 1: bytes.1 = newValue
      default: bytes.2 = newValue
      }
    }
  }

  /// The lower three bytes of a word, lowest first.
  public init(_ word: UInt32) {
    bytes = (
      UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word &>> 8), UInt8(truncatingIfNeeded: word &>> 16)
    )
  }

  public static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }
}
