// What every board has, whatever its core and vendor: reset, the identity of the image, and the fault of the last boot.
import CStartup

/// The fault record as CStartup keeps it; see Sources/Chips/CStartup/include/CStartup.h for its fields.
public typealias StartupFault = startup_fault

/// The running image: what identifies it, why it started, and how it restarts.
public enum System {
  /// Resets the chip; RAM keeps its content.
  public static func reset() -> Never { startup_reset() }

  /// The number of boots since power-on: 1 on a cold start.
  public static var bootCount: UInt32 { startup_boot_count() }

  /// The first eight bytes of the ELF's build id, most significant first.
  public static var imageHash: UInt64 { startup_image_hash() }

  /// The address of the flash that the board's memory.ld reserves for records.
  public static var recordsAddress: UInt32 { startup_records() }

  /// The fault that ended the last boot; `nil` if no fault ended it, even if there is an older record.
  public static var faultThatEndedLastBoot: UnsafePointer<StartupFault>? { startup_last_fault() }

  /// Bytes of RAM that the stack may fill.
  public static var stackSize: UInt32 { startup_stack_top() &- startup_stack_bottom() }

  /// Causes a Swift trap.
  @inline(never)
  public static func provokeTrap() -> Never { preconditionFailure() }
  /// Loads from an invalid address, which causes a hard fault.
  public static func provokeHardFault() { startup_provoke_hard_fault() }
  /// Never returns and does not feed the watchdog.
  public static func provokeHang() -> Never { startup_provoke_hang() }
}

extension UnsafePointer where Pointee == StartupFault {
  /// Whether the instruction at its program counter is the one that Swift traps with.
  public var isTrap: Bool { startup_fault_is_trap(self) }
}
