// The identity of this board for the instrument's hello: the image, the boot, and the fault that ended the last boot.

import ChipRuntime
import Instrument
import LinkProtocol
import RawMemory

extension DeviceIdentity {
  /// - Parameters:
  ///   - watchdogException: the number that stands for the watchdog's interrupt in a fault record.
  ///   - watchdogDidReset: whether the chip says that its watchdog caused the last reset.
  public init(
    board: BoardName, capabilities: Capabilities, watchdogException: UInt32, watchdogDidReset: Bool
  ) {
    self.init(
      board: board, capabilities: capabilities, imageHash: System.imageHash, bootCounter: System.bootCount, fault: nil,
      stackSize: System.stackSize, baud: 115_200)
    if let record = System.faultThatEndedLastBoot {
      let isWatchdog = record.pointee.exception == watchdogException
      // The record begins with the words of hello, in the same order.
      setFault(
        isWatchdog ? .watchdog : record.isTrap ? .trap : .hardFault,
        Unchecked.leadingPart(of: record))
    } else if watchdogDidReset {
      // The watchdog's interrupt wrote no record. It is only known that the loop stopped.
      var registers = FaultRegisters()
      registers.bootCounter = System.bootCount &- 1
      setFault(.watchdog, registers)
    }
  }
}
