// Who this board is, for the instrument's hello: image, boot, and the fault that ended the last boot.
import Core
import Instrument
import Wire

extension DeviceIdentity {
  /// - Parameters:
  ///   - watchdogException: under which number a watchdog's interrupt shows in a fault record.
  ///   - watchdogDidReset: whether the chip says that its watchdog caused the last reset.
  public init(
    board: BoardName, capabilities: Capabilities, watchdogException: UInt32, watchdogDidReset: Bool
  ) {
    let boot = System.bootCount
    var fault: FaultRecord?
    if let record = System.faultThatEndedLastBoot {
      fault = FaultRecord(record, watchdogException: watchdogException)
    } else if watchdogDidReset {
      // Its interrupt did not get through: nothing is known but that the loop stood still.
      fault = FaultRecord(
        cause: .watchdog, bootCounter: boot &- 1, programCounter: 0, linkRegister: 0, programStatus: 0, r0: 0, r1: 0,
        r2: 0, r3: 0, r12: 0)
    }
    self.init(
      board: board, capabilities: capabilities, imageHash: System.imageHash, bootCounter: boot, fault: fault,
      stackSize: System.stackSize, baud: 115_200)
  }
}

extension FaultRecord {
  init(_ record: StartupFault, watchdogException: UInt32) {
    self.init(
      cause: record.exception == watchdogException ? .watchdog : record.isTrap ? .trap : .hardFault,
      bootCounter: record.boot, programCounter: record.pc, linkRegister: record.lr, programStatus: record.psr,
      r0: record.r0, r1: record.r1, r2: record.r2, r3: record.r3, r12: record.r12)
  }
}
