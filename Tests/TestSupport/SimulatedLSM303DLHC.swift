// A magnetometer made of registers, written from ST's datasheet alone, with every fault we know of on a switch.
//
// It shares no constant with the driver: each number below is read from the datasheet (LSM303DLHC, DocID018771 Rev 2)
// a second time, so that a wrong register in the driver meets a right one here. Where the datasheet is silent
// (when a new gain takes effect) it follows the HMC5883L of the same register set.
import Quantities
import SensorDrivers

/// The magnetometer of an LSM303DLHC on a bus of its own, with a clock of its own.
package struct SimulatedLSM303DLHC: RegisterBus {
  /// Everything that happened on the bus, one line a transaction: `read 1E.0A: 48 34 33`, `write 1E.01 = 20`,
  /// `read 1E.09: timeout`, `recover: true`.
  package private(set) var transcript: [String] = []
  /// Device time in microseconds. The chip measures while it passes.
  package private(set) var now: UInt64 = 0

  /// The field at the sensor in nanotesla: X, Y, Z.
  package var field: (Int, Int, Int) = (20_000, -10_000, 40_000)
  /// Peak of the noise added to each measurement, in counts. 0 is a chip as in an emulator.
  package var noiseCounts = 2
  /// Chip temperature in eighths of a degree.
  package var temperatureEighths = 200

  // MARK: Faults

  /// So many next transactions meet a chip that does not answer to its address.
  package var addressRefusals = 0
  /// So many next transactions break off at their first data byte.
  package var dataRefusals = 0
  /// So many next reads of the data registers break off after three bytes, which locks the registers (LOCK).
  package var brokenDataReads = 0
  /// So many next transactions lose the bus to another master.
  package var arbitrationLosses = 0
  /// The chip keeps the clock low that long in every transaction, in microseconds; the bus gives up after 5000.
  package var clockStretch: UInt64 = 0
  /// The measurement goes on, its result never changes.
  package var isFrozen = false
  /// DRDY never comes.
  package var neverReady = false
  /// DRDY is always set, as in QEMU's model.
  package var alwaysReady = false
  /// The clocks the chip needs before it lets the data line go; 0 when it does not hold it.
  package var heldClocks = 0
  /// Writes reach the chip but this register does not keep them.
  package var forgetfulRegister: UInt8?
  /// How fast the chip's own clock runs: its period in per cent of the nominal one.
  package var periodPercent: UInt64 = 100

  /// The registers, 0x00…0x32.
  package private(set) var registers = [UInt8](repeating: 0, count: 0x33)
  /// When the measurement under way ends, or `nil` when the chip sleeps.
  private var measurementEnds: UInt64?
  /// Gain code of the measurement under way: a new gain counts from the one that starts after it was written.
  private var gainUnderWay: UInt8 = 1
  private var random: UInt64

  package init(seed: UInt64 = 1) {
    random = seed
    powerOn()
  }

  /// Loses everything, as in a brown-out: registers at their power-on values, asleep.
  package mutating func powerOn() {
    registers = [UInt8](repeating: 0, count: 0x33)
    registers[0x00] = 0b0001_0000
    registers[0x01] = 0b0010_0000
    registers[0x02] = 0b0000_0011
    registers[0x0a] = UInt8(ascii: "H")
    registers[0x0b] = UInt8(ascii: "4")
    registers[0x0c] = UInt8(ascii: "3")
    measurementEnds = nil
    gainUnderWay = 1
  }

  /// Makes it another chip.
  package mutating func setIdentity(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    registers[0x0a] = first
    registers[0x0b] = second
    registers[0x0c] = third
  }

  /// Puts six data bytes into the registers X, Z, Y as the next measurement would, and stops measuring.
  package mutating func freeze(x: Int16, y: Int16, z: Int16) {
    store(x, 0x03)
    store(z, 0x05)
    store(y, 0x07)
    isFrozen = true
  }

  package mutating func clearTranscript() { transcript = [] }

  // MARK: Time

  /// Lets time pass up to `time`; the chip measures at its rate.
  package mutating func advance(to time: UInt64) {
    while let end = measurementEnds, end <= time {
      finishMeasurement()
      measurementEnds = end + period
    }
    now = max(now, time)
  }

  /// Output data rates 0.75, 1.5, 3, 7.5, 15, 30, 75, 220 Hz, as periods in microseconds.
  private var period: UInt64 {
    let code = Int(registers[0x00] >> 2) & 7
    let nominal: [UInt64] = [1_333_333, 666_667, 333_333, 133_333, 66_667, 33_333, 13_333, 4_545]
    return nominal[code] * periodPercent / 100
  }

  private mutating func finishMeasurement() {
    let perGauss: [UInt8: (Int, Int)] = [
      1: (1100, 980), 2: (855, 760), 3: (670, 600), 4: (450, 400), 5: (400, 355), 6: (330, 295), 7: (230, 205),
    ]
    let (xy, z) = perGauss[gainUnderWay] ?? (0, 0)
    if !isFrozen && registers[0x09] & 2 == 0 {
      store(convert(field.0, xy), 0x03)
      store(convert(field.2, z), 0x05)
      store(convert(field.1, xy), 0x07)
    }
    // Left-aligned: the twelve bits are the upper ones of the pair. Only with TEMP_EN.
    if registers[0x00] & 0x80 != 0 {
      let aligned = UInt16(bitPattern: Int16(truncatingIfNeeded: temperatureEighths * 16))
      registers[0x31] = UInt8(aligned >> 8)
      registers[0x32] = UInt8(aligned & 0xff)
    }
    if !neverReady { registers[0x09] |= 1 }
    gainUnderWay = registers[0x01] >> 5
  }

  /// Counts of a field, or 0xF000 outside of twelve bits.
  private mutating func convert(_ nanotesla: Int, _ perGauss: Int) -> Int16 {
    var noise = 0
    if noiseCounts > 0 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      noise = Int(random >> 33) % (2 * noiseCounts + 1) - noiseCounts
    }
    let count = nanotesla * perGauss / 100_000 + noise
    return (-2048...2047).contains(count) ? Int16(count) : -4096
  }

  private mutating func store(_ value: Int16, _ register: Int) {
    registers[register] = UInt8(truncatingIfNeeded: value >> 8)
    registers[register + 1] = UInt8(truncatingIfNeeded: value)
  }

  // MARK: RegisterBus

  package mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    let name = "write \(hex(device)).\(hex(register))"
    try meetFaults(of: device, name)
    transcript.append("\(name) = \(hex(value))")
    guard register <= 0x02, register != forgetfulRegister else { return }
    registers[Int(register)] = value
    if register == 0x02 {
      measurementEnds = value & 3 == 0 ? now + period : nil
      registers[0x09] &= ~2
    }
  }

  package mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    let name = "read \(hex(device)).\(hex(register))"
    try meetFaults(of: device, name)
    if register == 0x03 && brokenDataReads > 0 {
      brokenDataReads -= 1
      registers[0x09] |= 2
      transcript.append("\(name): \(BusFault.dataNotAcknowledged)")
      throw .dataNotAcknowledged
    }
    var bytes = RegisterBytes(repeating: 0)
    var pointer = Int(register)
    var text = ""
    for index in 0..<count {
      bytes[index] = pointer == 0x09 && alwaysReady ? 3 : pointer < registers.count ? registers[pointer] : 0
      text += " " + hex(bytes[index])
      // The pointer goes round the data registers and never from them to the status.
      pointer = pointer == 0x08 ? 0x03 : pointer + 1
    }
    if register == 0x03, count >= 6 { registers[0x09] &= ~3 }
    transcript.append("\(name):\(text)")
    return bytes
  }

  package mutating func recover() -> Bool { recoverSimulatedBus(&heldClocks, &transcript) }

  private mutating func meetFaults(of device: UInt8, _ name: String) throws(BusFault) {
    var fault: BusFault?
    if heldClocks > 0 {
      fault = .timeout
    } else if arbitrationLosses > 0 {
      arbitrationLosses -= 1
      fault = .arbitrationLost
    } else if device != 0x1e {
      fault = .addressNotAcknowledged
    } else if addressRefusals > 0 {
      addressRefusals -= 1
      fault = .addressNotAcknowledged
    } else if dataRefusals > 0 {
      dataRefusals -= 1
      fault = .dataNotAcknowledged
    } else if clockStretch > 5000 {
      fault = .timeout
    }
    advance(to: now + min(clockStretch, 5000))
    if let fault {
      transcript.append("\(name): \(fault)")
      throw fault
    }
  }
}
