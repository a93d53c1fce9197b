// An I2C master made of two lines, for chips without one.

import Quantities

/// I2C by software at the speed of the lines' half period: 100 kHz at 5 µs (NXP UM10204 rev. 7, section 3.1). It is the only
/// master on its bus.
///
/// A device may stretch clocks by up to 4,000 half periods in one transaction, which is 20 ms at 5 µs; after that the
/// transaction counts as timed out. Every call ends within 25 ms, and `recover` within 50 ms.
public struct BitBangedBus<Lines: OpenDrainLines & ~Copyable>: RegisterBus, ~Copyable {
  /// How many half periods a device may stretch the clock in one transaction.
  static var longestStretch: Int { 4000 }

  /// The two lines, which nothing else may move.
  public var lines: Lines
  /// What is left of them in this transaction.
  private var patience = 0

  /// - Parameter lines: both released.
  public init(_ lines: consuming Lines) { self.lines = lines }

  /// Writes one register.
  public mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    try begin(device, register)
    try send(value, refused: .dataNotAcknowledged)
    try stop()
  }

  /// Reads 1…16 registers in one transaction, with a repeated start.
  public mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    var bytes = RegisterBytes(repeating: 0)
    try begin(device, register)
    try start()
    try send(device &<< 1 | 1, refused: .addressNotAcknowledged)
    for i in 0..<count { bytes[i] = try receive(isLast: i == count &- 1) }
    try stop()
    return bytes
  }

  /// Frees a data line that a device holds low. Returns whether both lines are high afterwards.
  public mutating func recover() -> Bool { clearStuckBus(&lines) }

  /// The lines at rest, after an attempt to free them.
  public var heldLines: BusLines {
    mutating get {
      if recover() { return .areKnown }
      var held = BusLines.areKnown
      if !lines.clockIsHigh { held.insert(.clockIsLow) }
      if !lines.dataIsHigh { held.insert(.dataIsLow) }
      return held
    }
  }

  // MARK: - A transaction

  /// Start, address and register.
  private mutating func begin(_ device: UInt8, _ register: UInt8) throws(BusFault) {
    patience = Self.longestStretch
    lines.setData(true)
    guard lines.dataIsHigh, lines.clockIsHigh else { throw .stuckLow }
    try start()
    try send(device &<< 1, refused: .addressNotAcknowledged)
    try send(register, refused: .dataNotAcknowledged)
  }

  /// The data line falls while the clock is high. After a byte, both are released first: a repeated start.
  private mutating func start() throws(BusFault) {
    lines.setData(true)
    lines.waitHalfPeriod()
    try raiseClock()
    lines.setData(false)
    lines.waitHalfPeriod()
    lines.setClock(false)
  }

  /// The data line rises while the clock is high.
  private mutating func stop() throws(BusFault) {
    lines.setData(false)
    lines.waitHalfPeriod()
    try raiseClock()
    lines.setData(true)
    lines.waitHalfPeriod()
    if !lines.dataIsHigh { throw .stuckLow }
  }

  /// Eight bits, the highest first, then the device's answer.
  /// - Parameter fault: what it means when nobody pulls the line low.
  private mutating func send(_ byte: UInt8, refused fault: BusFault) throws(BusFault) {
    var rest = byte
    for _ in 0..<8 {
      let bit = rest & 0x80 != 0
      rest = rest &<< 1
      // Nobody else sends now: a line that stays low where it was released is held.
      if try clock(bit) != bit { throw .arbitrationLost }
    }
    if try clock(true) {
      try stop()
      throw fault
    }
  }

  /// Eight bits, the highest first; every byte is acknowledged but the last.
  private mutating func receive(isLast: Bool) throws(BusFault) -> UInt8 {
    var byte: UInt8 = 0
    for _ in 0..<8 { byte = byte &<< 1 | (try clock(true) ? 1 : 0) }
    _ = try clock(isLast)
    return byte
  }

  /// One clock.
  /// - Returns: the data line while the clock is high.
  private mutating func clock(_ bit: Bool) throws(BusFault) -> Bool {
    lines.setData(bit)
    lines.waitHalfPeriod()
    try raiseClock()
    let level = lines.dataIsHigh
    lines.setClock(false)
    return level
  }

  /// Releases the clock and waits until it is high.
  private mutating func raiseClock() throws(BusFault) {
    lines.setClock(true)
    lines.waitHalfPeriod()
    while !lines.clockIsHigh {
      if patience == 0 { throw .timeout }
      patience &-= 1
      lines.waitHalfPeriod()
    }
  }
}
