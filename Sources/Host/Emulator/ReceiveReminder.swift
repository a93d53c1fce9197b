// Prevents a stall of QEMU's serial input at the start.
import Foundation
import SerialLink

/// Decides when to remind QEMU of bytes that wait in its serial line.
///
/// If the firmware enables its receiver after bytes have come, the machine may never check the line again (QEMU 7.2:
/// microbit, mps2-an386). Any command on the control socket makes it check. While bytes stay in the socket, a harmless
/// command is therefore sent. The intervals grow, because the firmware may also simply not be reading.
struct ReceiveReminder {
  /// Milliseconds from a write to the first reminder.
  let first: Int32
  private var interval: Int32 = 0

  /// How long `poll` may wait; −1 (no limit) when no bytes wait.
  var milliseconds: Int32 { interval == 0 ? -1 : interval }

  private var next: UInt64 = 0

  init(first: Int32) { self.first = first }

  /// Call it after bytes were written.
  mutating func written() {
    schedule(after: first)
  }

  /// Whether to send a reminder now.
  mutating func isDue(descriptor: Int32) -> Bool {
    guard interval > 0, Self.now() >= next else { return false }
    var waiting: Int32 = 0
    // SIOCOUTQ, unix(7): the bytes that the other side has not yet received. It has the same number as TIOCOUTQ.
    guard ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0, waiting > 0 else {
      interval = 0
      return false
    }
    schedule(after: min(interval * 2, 500))
    return true
  }

  private mutating func schedule(after milliseconds: Int32) {
    interval = milliseconds
    next = Self.now() + UInt64(milliseconds)
  }

  private static func now() -> UInt64 { MonotonicClock.nanoseconds() / 1_000_000 }
}
