// Freeing an I2C bus whose data line a device holds low.

/// The two open-drain lines of an I2C bus under direct control, as a chip's GPIO can have them.
public protocol OpenDrainLines: ~Copyable {
  /// Releases the clock line (`true`) or pulls it low.
  mutating func setClock(_ high: Bool)
  /// Releases the data line (`true`) or pulls it low.
  mutating func setData(_ high: Bool)
  /// The clock line as it is; low while a device stretches.
  var clockIsHigh: Bool { get }
  /// The data line as it is; low while a device holds it.
  var dataIsHigh: Bool { get }
  /// Waits half a clock period: at least 4.7 µs in Standard-mode (NXP UM10204 rev. 7, table 10, tLOW).
  mutating func waitHalfPeriod()
}

/// Half periods a device may stretch one clock before the bus counts as dead: 5 ms at 5 µs each.
let longestStretch = 1000

/// Clocks the bus until the device that holds the data line lets go, at most nine times, and ends with a stop
/// (NXP UM10204 rev. 7, section 3.1.16).
///
/// A device cut off in the middle of sending a byte needs at most eight clocks to finish it; at the ninth it sees no
/// acknowledge and lets go. The clocks end as soon as the data line is free, because a device cut off while
/// *receiving* would take every further clock as a bit of data to store; the stop makes it forget instead.
///
/// Ends within about 10,000 half periods, whatever the lines do.
/// - Returns: whether both lines are high afterwards. `false` calls for a power cycle of the device.
public func clearStuckBus<Lines: OpenDrainLines & ~Copyable>(_ lines: inout Lines) -> Bool {
  lines.setData(true)
  guard releaseClock(&lines) else { return false }
  var clocks = 0
  while !lines.dataIsHigh {
    if clocks == 9 { return false }
    lines.setClock(false)
    lines.waitHalfPeriod()
    guard releaseClock(&lines) else { return false }
    clocks &+= 1
  }
  // The stop: data rises while the clock is high. Data may only fall while the clock is low.
  lines.setClock(false)
  lines.waitHalfPeriod()
  lines.setData(false)
  lines.waitHalfPeriod()
  guard releaseClock(&lines) else { return false }
  lines.setData(true)
  lines.waitHalfPeriod()
  return lines.dataIsHigh && lines.clockIsHigh
}

/// Lets the clock rise and waits until it is high, however long a device stretches it within the bound.
private func releaseClock<Lines: OpenDrainLines & ~Copyable>(_ lines: inout Lines) -> Bool {
  lines.setClock(true)
  lines.waitHalfPeriod()
  var waited = 0
  while !lines.clockIsHigh {
    if waited == longestStretch { return false }
    lines.waitHalfPeriod()
    waited &+= 1
  }
  return true
}
