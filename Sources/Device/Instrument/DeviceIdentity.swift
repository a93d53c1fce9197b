// A board's identity, which is set at its start.

import LinkProtocol
import Quantities

/// Properties of the board and of this boot.
public struct DeviceIdentity: Sendable {
  /// The board's name.
  public var board: BoardName
  /// What the board can do.
  public var capabilities: Capabilities
  /// The first eight bytes of the image's build id, first byte highest; 0 when unknown.
  public var imageHash: UInt64
  /// Distinguishes boards of one kind; 0 when unknown.
  public var boardIdentifier: UInt64
  /// 1 after power-on.
  public var bootCounter: UInt32
  /// The fault that ended the last boot, and the registers at that moment.
  private(set) var faultCause = FaultCause.none
  private(set) var faultRegisters = FaultRegisters()
  /// The size of the stack in bytes.
  public var stackSize: UInt32
  /// The rate of the serial line; 0 for a line without a rate of its own, such as a socket or native USB.
  public var baud: UInt32

  /// - Parameters:
  ///   - imageHash: the first eight bytes of the image's build id, first byte highest; 0 when unknown.
  ///   - bootCounter: 1 after power-on.
  ///   - fault: the fault that ended the last boot.
  ///   - boardIdentifier: distinguishes boards of one kind; 0 when unknown.
  public init(
    board: BoardName, capabilities: Capabilities, imageHash: UInt64, bootCounter: UInt32, fault: FaultRecord?,
    boardIdentifier: UInt64 = 0, stackSize: UInt32 = 0, baud: UInt32 = 0
  ) {
    self.board = board
    self.capabilities = capabilities
    self.imageHash = imageHash
    self.bootCounter = bootCounter
    self.boardIdentifier = boardIdentifier
    self.stackSize = stackSize
    self.baud = baud
    if let fault { setFault(fault.cause, fault.registers) }
  }

  /// The same identity with a number that distinguishes boards of one kind; 0 if there is none.
  public consuming func numbered(_ boardIdentifier: UInt64) -> DeviceIdentity {
    self.boardIdentifier = boardIdentifier
    return self
  }

  /// Stores the fault that ended the last boot.
  public mutating func setFault(_ cause: FaultCause, _ registers: FaultRegisters) {
    faultCause = cause
    faultRegisters = registers
  }
}

/// The version of everything in this package.
public enum BinnacleVersion {
  public static var major: UInt8 { 0 }
  public static var minor: UInt8 { 1 }
  public static var patch: UInt8 { 0 }
}
