// The RP2040's I2C0 master at 100 kHz. It polls, and every wait has a limit.
import CVolatile
import Quantities
import SensorDrivers

/// One byte on the bus takes 90 µs. A device may stretch it; a transaction that takes longer than `limitMicroseconds`
/// counts as timed out.
public struct I2CBus: RegisterBus, ~Copyable {
  /// The limit for a transaction, in microseconds of device time: twenty bytes of one millisecond each.
  public static var limitMicroseconds: UInt32 { 20_000 }

  let lines: OpenDrainPins

  /// - Precondition: the chip runs at `Clock`'s speed.
  /// - Parameters: pins that have I2C0's function (section 2.19.2, table 2).
  public init(clockPin: UInt32, dataPin: UInt32) {
    lines = OpenDrainPins(clockPin: clockPin, dataPin: dataPin)
    Reset.releasePins()
    configure()
  }

  /// Section 4.3.14.2: 5 µs low and 5 µs high; the edges are part of the period.
  func configure() {
    Reset.release(Registers.Resets.i2c0)
    let halfPeriod = Clock.frequency / 200_000
    volatile_store(Registers.I2C.enable, 0)
    volatile_store(Registers.I2C.control, Registers.I2C.masterAt100kHz)
    volatile_store(Registers.I2C.slowHighCount, halfPeriod)
    volatile_store(Registers.I2C.slowLowCount, halfPeriod)
    // 300 ns, as the standard requires of every device (NXP UM10204 rev. 7, table 10, note 3).
    volatile_store(Registers.I2C.holdTime, Clock.frequency / 3_333_334 &+ 1)
    lines.handToPeripheral()
  }

  /// Writes one register. The call ends within `limitMicroseconds`.
  public mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    begin(device)
    send(UInt32(truncatingIfNeeded: register))
    send(UInt32(truncatingIfNeeded: value) | Registers.I2C.stop)
    try finish()
  }

  /// Reads 1…16 registers in one transaction. The call ends within `limitMicroseconds`.
  public mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    begin(device)
    send(UInt32(truncatingIfNeeded: register))
    let patience = Patience(microseconds: Self.limitMicroseconds)
    var bytes = RegisterBytes(repeating: 0)
    // One command at a time: the FIFO has 16 places, and a refused address empties it.
    for i in 0..<count {
      let first = i == 0 ? Registers.I2C.restart : 0
      let last = i == count &- 1 ? Registers.I2C.stop : 0
      send(Registers.I2C.read | first | last)
      while volatile_load(Registers.I2C.received) == 0 {
        if volatile_load(Registers.I2C.rawInterrupts) & Registers.I2C.aborted != 0 { throw abortion() }
        if patience.isOver { throw timeout() }
      }
      bytes[i] = UInt8(truncatingIfNeeded: volatile_load(Registers.I2C.data))
    }
    try finish()
    return bytes
  }

  /// Frees a data line that a device holds low. Returns whether both lines are high afterwards.
  public mutating func recover() -> Bool {
    var pins = lines
    pins.takeControl()
    let isFree = clearStuckBus(&pins)
    configure()
    return isFree
  }

  /// The levels of the lines at rest, after an attempt to free them.
  public var heldLines: BusLines {
    mutating get {
      if recover() { return .areKnown }
      var held = BusLines.areKnown
      if !lines.clockIsHigh { held.insert(.clockIsLow) }
      if !lines.dataIsHigh { held.insert(.dataIsLow) }
      return held
    }
  }

  /// Sets the device address, which can be changed only while the master is off (section 4.3.10.2.1).
  private func begin(_ device: UInt8) {
    volatile_store(Registers.I2C.enable, 0)
    volatile_store(Registers.I2C.target, UInt32(truncatingIfNeeded: device))
    volatile_store(Registers.I2C.enable, 1)
    _ = volatile_load(Registers.I2C.clearAbort)
    _ = volatile_load(Registers.I2C.clearStop)
  }

  private func send(_ command: UInt32) { volatile_store(Registers.I2C.data, command) }

  /// Waits for the stop condition, which also follows an abort.
  private func finish() throws(BusFault) {
    let patience = Patience(microseconds: Self.limitMicroseconds)
    while true {
      let state = volatile_load(Registers.I2C.rawInterrupts)
      if state & Registers.I2C.aborted != 0 { throw abortion() }
      if state & Registers.I2C.stopped != 0 { return }
      if patience.isOver { throw timeout() }
    }
  }

  /// Section 4.3.17, IC_TX_ABRT_SOURCE. The master sends the stop condition by itself; the next transaction first
  /// switches the master off.
  private func abortion() -> BusFault {
    let source = volatile_load(Registers.I2C.abortSource)
    let patience = Patience(microseconds: 1000)
    while volatile_load(Registers.I2C.rawInterrupts) & Registers.I2C.stopped == 0, !patience.isOver {}
    _ = volatile_load(Registers.I2C.clearAbort)
    if source & Registers.I2C.addressNotAcknowledged != 0 { return .addressNotAcknowledged }
    return source & Registers.I2C.arbitrationLost != 0 ? .arbitrationLost : .dataNotAcknowledged
  }

  private func timeout() -> BusFault { lines.areHigh ? .timeout : .stuckLow }
}
