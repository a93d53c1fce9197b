// Curing the receive stall at start.
import Foundation
import SerialLink

/// Decides when QEMU must be reminded of bytes that wait in its serial line.
///
/// A machine whose firmware enables its receiver after bytes have come may never look at the line again (QEMU 7.2:
/// microbit, mps2-an386); any command on the control socket makes it look. So while what we wrote stays in the socket,
/// a harmless command is sent, at growing intervals, since the firmware may also simply not be reading.
struct ReceiveReminder {
  /// Milliseconds from a write to the first reminder.
  let first: Int32
  private var interval: Int32 = 0

  /// How long `poll` may wait: −1 (for good) when nothing is on its way.
  var milliseconds: Int32 { interval == 0 ? -1 : interval }

  private var next: UInt64 = 0

  init(first: Int32) { self.first = first }

  /// Bytes were written.
  mutating func written() {
    schedule(after: first)
  }

  /// Whether to send a reminder now.
  mutating func isDue(descriptor: Int32) -> Bool {
    guard interval > 0, Self.now() >= next else { return false }
    var waiting: Int32 = 0
    // SIOCOUTQ, unix(7): what the other side has not yet taken. It has the number of TIOCOUTQ.
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
