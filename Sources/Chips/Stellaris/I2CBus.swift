// The LM3S6965's I2C0 master at 100 kHz. It polls, and every wait has a limit.
import CVolatile
import Quantities
import SensorDrivers

/// One byte on the bus takes 90 µs. A device may stretch it up to `byteLimitMicroseconds`; after that the transaction
/// counts as timed out. The longest transaction (an address, a register, sixteen bytes) therefore ends within 20 times
/// that limit.
public struct I2CBus: RegisterBus, ~Copyable {
  /// The limit for each byte, in microseconds of device time.
  public static var byteLimitMicroseconds: UInt32 { 1000 }

  let lines: OpenDrainPins

  /// - Precondition: the chip runs at `Clock`'s speed.
  /// - Parameters: pins of port B, 0…7.
  public init(clockPin: UInt32, dataPin: UInt32) {
    lines = OpenDrainPins(clockPin: clockPin, dataPin: dataPin)
    Gate.open(Registers.System.gate1, Registers.System.gateI2C0)
    Gate.open(Registers.System.gate2, Registers.System.gatePortB)
    configure()
  }

  /// Connects the pins to the peripheral and sets its speed.
  func configure() {
    lines.handToPeripheral()
    volatile_store(Registers.I2C.configuration, Registers.I2C.masterEnable)
    // 14.2.1.2: period = 2 · (1 + TPR) · (6 + 4) cycles.
    volatile_store(Registers.I2C.timerPeriod, Registers.systemClock / (20 &* 100_000) &- 1)
  }

  /// Writes one register. The call ends within 5 ms.
  public mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    address(device, reading: false)
    try step(register, Registers.I2C.start | Registers.I2C.run)
    try step(value, Registers.I2C.run | Registers.I2C.stop)
  }

  /// Reads 1…16 registers in one transaction. The call ends within 5 ms per byte.
  public mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    var bytes = RegisterBytes(repeating: 0)
    // The two halves are separated by a stop condition and not by a repeated start. There is only one master, so
    // nothing can come between them. Devices keep their register pointer over a stop, and QEMU's model of this
    // peripheral has no repeated start.
    address(device, reading: false)
    try step(register, Registers.I2C.start | Registers.I2C.run | Registers.I2C.stop)
    address(device, reading: true)
    // Every byte is acknowledged except the last, which ends with the stop condition (14.3, figure 14-9).
    var command = Registers.I2C.start | Registers.I2C.run
    for i in 0..<count {
      command |= i == count &- 1 ? Registers.I2C.stop : Registers.I2C.acknowledge
      try run(command)
      bytes[i] = UInt8(truncatingIfNeeded: volatile_load(Registers.I2C.data))
      command = Registers.I2C.run
    }
    return bytes
  }

  /// Frees a data line that a device holds low. Returns whether both lines are high afterwards.
  public mutating func recover() -> Bool {
    // The master is switched off, which ends its transaction.
    volatile_store(Registers.I2C.configuration, 0)
    var pins = lines
    pins.takeControl()
    let isFree = clearStuckBus(&pins)
    configure()
    return isFree
  }

  func address(_ device: UInt8, reading: Bool) {
    volatile_store(
      Registers.I2C.slaveAddress, UInt32(truncatingIfNeeded: device) &<< 1 | (reading ? 1 : 0))
  }

  /// Sends one byte with `command`.
  func step(_ byte: UInt8, _ command: UInt32) throws(BusFault) {
    volatile_store(Registers.I2C.data, UInt32(truncatingIfNeeded: byte))
    try run(command)
  }

  /// Starts `command`, waits for its end and checks its status.
  func run(_ command: UInt32) throws(BusFault) {
    volatile_store(Registers.I2C.control, command)
    let patience = Patience(microseconds: Self.byteLimitMicroseconds)
    var status = volatile_load(Registers.I2C.control)
    while status & Registers.I2C.busy != 0 {
      if patience.isOver { throw lines.areHigh ? .timeout : .stuckLow }
      status = volatile_load(Registers.I2C.control)
    }
    guard status & (Registers.I2C.error | Registers.I2C.arbitrationLost) != 0 else { return }
    if status & Registers.I2C.arbitrationLost != 0 {
      // There is only one master, so it cannot lose arbitration on the address. QEMU's model reports an absent device
      // in this way.
      throw command & Registers.I2C.start != 0 ? .addressNotAcknowledged : .arbitrationLost
    }
    // After an error the master holds the bus until it gets a stop command (14.2.5, figure 14-8). The result of this
    // stop is ignored, because it adds no information.
    if command & Registers.I2C.stop == 0 { releaseBus() }
    throw status & Registers.I2C.addressNotAcknowledged != 0 ? .addressNotAcknowledged : .dataNotAcknowledged
  }

  private func releaseBus() {
    volatile_store(Registers.I2C.control, Registers.I2C.stop)
    let patience = Patience(microseconds: Self.byteLimitMicroseconds)
    while volatile_load(Registers.I2C.control) & Registers.I2C.busy != 0, !patience.isOver {}
  }
}
