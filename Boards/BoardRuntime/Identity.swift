// Who this board is, for the instrument's hello: image, boot, and the fault that ended the last boot.

import ChipRuntime
import Instrument
import LinkProtocol
import RawMemory

extension DeviceIdentity {
  /// - Parameters:
  ///   - watchdogException: under which number a watchdog's interrupt shows in a fault record.
  ///   - watchdogDidReset: whether the chip says that its watchdog caused the last reset.
  public init(
    board: BoardName, capabilities: Capabilities, watchdogException: UInt32, watchdogDidReset: Bool
  ) {
    self.init(
      board: board, capabilities: capabilities, imageHash: System.imageHash, bootCounter: System.bootCount, fault: nil,
      stackSize: System.stackSize, baud: 115_200)
    if let record = System.faultThatEndedLastBoot {
      let isWatchdog = record.pointee.exception == watchdogException
      // The record begins as hello tells it.
      noteFault(
        isWatchdog ? .watchdog : record.isTrap ? .trap : .hardFault,
        Unchecked.leadingPart(of: record))
    } else if watchdogDidReset {
      // Its interrupt did not get through: nothing is known but that the loop stood still.
      var registers = FaultRegisters()
      registers.bootCounter = System.bootCount &- 1
      noteFault(.watchdog, registers)
    }
  }
}
