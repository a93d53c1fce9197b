// What the images of boards with an RP2040 and sensor modules on I2C0 share.

import BoardRuntime
import ChipRuntime
import Instrument
import LinkProtocol
import Quantities
import RP2040
import RecordStore

/// The processor of such a board: it can restart into its boot loader.
public struct PicoProcessor: DeviceProcessor, ~Copyable {
  private var chip = ChipProcessor()

  @inline(__always)
  public init() {}

  /// `.provocation` and `.loader`.
  public var capabilities: Capabilities { chip.capabilities.union(.loader) }
  /// The greatest depth so far.
  @inline(__always)
  public mutating func stackHighWater() -> UInt32 { chip.stackHighWater() }
  /// Traps, faults or hangs.
  public mutating func fail(_ failure: Provocation) { chip.fail(failure) }
  /// Restarts the processor.
  public mutating func reset() { chip.reset() }
  /// Restarts as a USB drive.
  public mutating func enterLoader() { Loader.enter() }
}

// A function of its own, so that its stack is free again before the loop.
/// The identity of such a board; what its parts can do is added by the loop.
/// - Parameter number: of the flash chip.
@inline(never)
public func picoIdentity(_ board: BoardName, number: UInt64) -> DeviceIdentity {
  DeviceIdentity(
    board: board, capabilities: Capabilities.magnetometer.union(.injection).union(.watchdog),
    watchdogException: Watchdog.exceptionNumber, watchdogDidReset: Watchdog.didReset()
  ).numbered(number)
}

/// The two sectors for the records of such a board.
@inline(__always)
public func picoRecords() -> RecordKeeper<FlashSector> {
  RecordKeeper(FlashSector(at: System.recordsAddress), FlashSector(at: System.recordsAddress &+ FlashSector.size))
}
