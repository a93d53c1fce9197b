// An accelerometer made of registers, written from ST's datasheet alone, with the faults we know of on a switch.
//
// It shares no constant with the driver: each number below is read from the datasheet (LSM303DLHC, DocID018771 Rev 2)
// a second time, so that a wrong register in the driver meets a right one here.
import Quantities
import SensorDrivers

/// The accelerometer of an LSM303DLHC on a bus of its own, with a clock of its own.
package struct SimulatedLSM303DLHCAccelerometer: SimulatedBus {
  /// Everything that happened on the bus, one line a transaction: `read 19.A8: …`, `write 19.20 = 57`.
  package private(set) var transcript: [String] = []
  /// Device time in microseconds. The chip measures while it passes.
  package private(set) var now: UInt64 = 0

  /// The specific force at the sensor in thousandths of g: X, Y, Z.
  package var milliG = (0, 0, 1000)
  /// Peak of the noise added to each measurement, in counts.
  package var noiseCounts = 2

  // MARK: Faults

  /// So many next transactions meet a chip that does not answer to its address.
  package var addressRefusals = 0
  /// The measurement goes on, its result never changes.
  package var isFrozen = false
  /// ZYXDA never comes.
  package var neverReady = false
  /// The clocks the chip needs before it lets the data line go; 0 when it does not hold it.
  package var heldClocks = 0
  /// Writes reach the chip but this register does not keep them.
  package var forgetfulRegister: UInt8?

  /// The registers, 0x00…0x3D.
  package private(set) var registers = [UInt8](repeating: 0, count: 0x3e)
  private var measurementEnds: UInt64?
  private var random: UInt64

  package init(seed: UInt64 = 1) {
    random = seed
    powerOn()
  }

  /// Loses everything, as in a brown-out: power-down, axes enabled.
  package mutating func powerOn() {
    registers = [UInt8](repeating: 0, count: 0x3e)
    registers[0x20] = 0b0000_0111
    measurementEnds = nil
  }

  package mutating func clearTranscript() { transcript = [] }

  // MARK: Time

  /// Lets time pass up to `time`; the chip measures at its rate.
  package mutating func advance(to time: UInt64) {
    while let end = measurementEnds, end <= time {
      measure()
      measurementEnds = period.map { end + $0 }
    }
    now = max(now, time)
  }

  /// Output data rates by ODR, as periods in microseconds; `nil` in power-down.
  private var period: UInt64? {
    [1: 1_000_000, 2: 100_000, 3: 40_000, 4: 20_000, 5: 10_000, 6: 5000, 7: 2500][registers[0x20] >> 4]
  }

  private mutating func measure() {
    if !isFrozen {
      store(milliG.0, 0x28)
      store(milliG.1, 0x2a)
      store(milliG.2, 0x2c)
    }
    if !neverReady { registers[0x27] |= 0x0f }
  }

  /// Twelve bits of 1, 2, 4 or 12 mg each, left-justified, the low byte first; beyond the range the last code.
  private mutating func store(_ milliG: Int, _ register: Int) {
    var noise = 0
    if noiseCounts > 0 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      noise = Int(random >> 33) % (2 * noiseCounts + 1) - noiseCounts
    }
    let worth = [1, 2, 4, 12][Int(registers[0x23] >> 4) & 3]
    let count = max(-2048, min(2047, milliG / worth + noise))
    let bits = registers[0x23] & 0x08 == 0 ? (count >> 2) << 6 : count << 4
    registers[register] = UInt8(truncatingIfNeeded: bits)
    registers[register + 1] = UInt8(truncatingIfNeeded: bits >> 8)
  }

  // MARK: RegisterBus

  package mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    let name = "write \(hex(device)).\(hex(register))"
    try meetFaults(of: device, name)
    transcript.append("\(name) = \(hex(value))")
    guard (0x20...0x26).contains(register), register != forgetfulRegister else { return }
    registers[Int(register)] = value
    if register == 0x20 { measurementEnds = period.map { now + $0 } }
  }

  package mutating func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes {
    let name = "read \(hex(device)).\(hex(register))"
    try meetFaults(of: device, name)
    var bytes = RegisterBytes(repeating: 0)
    var pointer = Int(register & 0x7f)
    var text = ""
    for index in 0..<count {
      bytes[index] = pointer < registers.count ? registers[pointer] : 0
      text += " " + hex(bytes[index])
      // The upper byte of each axis clears its bit; the last one clears ZYXDA.
      if pointer == 0x2d { registers[0x27] = 0 }
      // Only the top bit of the register's address reads on.
      if register & 0x80 != 0 { pointer += 1 }
    }
    transcript.append("\(name):\(text)")
    return bytes
  }

  package mutating func recover() -> Bool { recoverSimulatedBus(&heldClocks, &transcript) }

  private mutating func meetFaults(of device: UInt8, _ name: String) throws(BusFault) {
    var fault: BusFault?
    if heldClocks > 0 {
      fault = .timeout
    } else if device != 0b0011001 {
      fault = .addressNotAcknowledged
    } else if addressRefusals > 0 {
      addressRefusals -= 1
      fault = .addressNotAcknowledged
    }
    if let fault {
      transcript.append("\(name): \(fault)")
      throw fault
    }
  }
}
