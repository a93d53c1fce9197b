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

/// An action that the instrument needs from its board, because it cannot do it itself.
public enum BoardAction: Equatable, Sendable {
  /// Restart the processor. Everything in the queue has been sent, and a UART has had time to send it.
  case reset
  /// Restart into the boot loader, under the same conditions. A board with the capability `loader` does this.
  case enterLoader
  /// Set the magnetometer to measure at least this often.
  case setSensorRate(milliHertz: UInt32)
  /// Pass a request to the record store; `RecordKeeper` does this.
  case storage(StorageRequest)
  /// Find out which chips are on the sensor bus, and pass the result to `send(_:)`.
  case listSensors
  /// Let the chip of this kind test itself (`SensorSelfTest`), and pass the result to `send(_:)`. A board with the
  /// capability `sensorTest` does this.
  case testSensor(SensorKind)
  /// Cause this failure, to show that failures are reported: stop, or alter the field (`Sabotage`).
  case provoke(Provocation)
}
