// What a board knows about itself when it starts.

import LinkProtocol

/// Facts of the board and of this boot.
public struct DeviceIdentity: Sendable {
  /// What hello says of it; sensor and time come when it is sent.
  var hello: Hello
  /// Bytes of stack.
  public var stackSize: UInt32
  /// Of the serial line; 0 for a line without a rate of its own, such as a socket or native USB.
  public var baud: UInt32

  /// - Parameters:
  ///   - imageHash: the first eight bytes of the image's build id, first byte highest; 0 when unknown.
  ///   - bootCounter: 1 after power-on.
  ///   - fault: what ended the last boot.
  ///   - boardIdentifier: tells boards of one kind apart; 0 when unknown.
  public init(
    board: BoardName, capabilities: Capabilities, imageHash: UInt64, bootCounter: UInt32, fault: FaultRecord?,
    boardIdentifier: UInt64 = 0, stackSize: UInt32 = 0, baud: UInt32 = 0
  ) {
    hello = Hello(board: board)
    hello.firmwareMajor = BinnacleVersion.major
    hello.firmwareMinor = BinnacleVersion.minor
    hello.firmwarePatch = BinnacleVersion.patch
    hello.messageTableHash = MessageTable.hash
    hello.capabilities = capabilities
    hello.imageHash = imageHash
    hello.bootCounter = bootCounter
    hello.fault = fault
    hello.boardIdentifier = boardIdentifier
    self.stackSize = stackSize
    self.baud = baud
  }
}

extension DeviceIdentity {
  /// What ended the last boot.
  public mutating func noteFault(_ cause: FaultCause, _ registers: FaultRegisters) {
    hello.noteFault(cause, registers)
  }
}

/// The version of everything in this package.
public enum BinnacleVersion {
  public static var major: UInt8 { 0 }
  public static var minor: UInt8 { 1 }
  public static var patch: UInt8 { 0 }
}

/// What the instrument asks of its board; it cannot do these itself.
public enum BoardAction: Equatable, Sendable {
  /// Restart the processor. Everything queued has been sent, and has had the time to leave a UART.
  case reset
  /// Let the magnetometer measure at least this often.
  case setSensorRate(milliHertz: UInt32)
  /// Ask the record store; `RecordKeeper` knows how.
  case storage(StorageRequest)
  /// Fail in this way, to prove that failures are reported.
  case provoke(Provocation)
}
