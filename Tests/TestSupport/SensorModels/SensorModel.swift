// A sensor chip made of registers, and the bus that it sits on, for drivers that have never seen it.
//
// The models are written from data sheets and from docs/sensors.md, never from a driver, and share no constant with one:
// a wrong register in a driver meets a right one here. Each file names its sources.
import Quantities
import SensorDrivers

/// What is around the sensor, in the right-handed frame that the chip's data sheet draws on the package.
package struct ModelWorld {
  /// Magnetic field in nanotesla.
  package var field = [20_000, -10_000, 40_000]
  /// Specific force in thousandths of g: at rest it points up.
  package var milliG = [0, 0, 1000]
  /// Angular rate in thousandths of a degree per second.
  package var milliDegrees = [0, 0, 0]
  /// Chip temperature in thousandths of a degree Celsius.
  package var milliCelsius = 25_000

  package init() {}
}

/// The registers of one chip, with its clock and the faults that every chip can have.
///
/// A chip overrides what its data sheet says: values after a reset, what can be written, what a read clears, how long a
/// measurement takes.
open class SensorModel {
  /// 7-bit address on I2C.
  package var address: UInt8
  package var world = ModelWorld()
  /// Device time in microseconds.
  package private(set) var now: UInt64 = 0
  /// The registers, as the chip holds them.
  package final var registers = [UInt8](repeating: 0, count: 256)

  // MARK: Faults

  /// So many next transactions meet a chip that does not answer.
  package var addressRefusals = 0
  /// So many next transactions break off at their first data byte.
  package var dataRefusals = 0
  /// Measurements go on, their result never changes.
  package var isFrozen = false
  /// This axis does not move when the chip tests itself.
  package var deadAxis: Int?
  /// The flag of new data never comes.
  package var neverReady = false
  /// Writes reach the chip but this register does not keep them.
  package var forgetfulRegister: UInt8?
  /// Makes it another chip: the register reads as this.
  package var clone: (register: UInt8, value: UInt8)?
  /// Peak of the noise that each measurement has, in counts; 0 for none.
  package var noiseCounts = 2

  /// The chip answers to nothing before: it restarts.
  final var silentUntil: UInt64 = 0
  /// When the measurement under way ends; `nil` when the chip sleeps.
  final var measurementEnds: UInt64?
  private var random: UInt64

  package init(address: UInt8, seed: UInt64 = 1) {
    self.address = address
    random = seed
    powerOn()
  }

  /// Loses everything, as in a brown-out.
  package final func powerOn() {
    registers = [UInt8](repeating: 0, count: 256)
    measurementEnds = nil
    silentUntil = 0
    reset()
  }

  // MARK: What a chip overrides

  /// Sets the registers to what they hold after a reset.
  open func reset() {}

  /// The time from one measurement to the next in microseconds; `nil` when the chip sleeps.
  open var period: UInt64? { nil }

  /// Ends a measurement: data and flags.
  open func measure() {}

  /// What a read of this register gives.
  open func value(at register: UInt8) -> UInt8 { registers[Int(register)] }

  /// A byte of this register has been read.
  open func didRead(_ register: UInt8) {}

  /// A byte has come for this register.
  open func write(_ value: UInt8, to register: UInt8) {}

  /// What the first byte after the address means on I2C: a register, and whether the next bytes are of the next ones.
  open func pointer(_ byte: UInt8) -> (register: UInt8, increments: Bool) { (byte, true) }

  /// What the address bits of the first byte mean on SPI.
  open func pointerOnSPI(_ byte: UInt8) -> (register: UInt8, increments: Bool) { (byte, true) }

  /// The register after `register` in one transaction.
  open func next(after register: UInt8) -> UInt8 { register &+ 1 }

  /// Whether the chip is on the bus at all: behind another chip's switch it may not be.
  open var isConnected: Bool { true }

  /// The chip whose switch is between this one and the bus; it is on the same bus.
  open var host: SensorModel? { nil }

  // MARK: For chips

  /// What a test of the chip by itself adds to an axis.
  final func tested(_ amount: Int, _ axis: Int) -> Int { axis == deadAxis ? 0 : amount }

  /// Begins to measure, or stops.
  final func restart() { measurementEnds = period.map { now + $0 } }

  /// Keeps `value` in `register`, the bits of `mask` only.
  final func keep(_ value: UInt8, in register: UInt8, mask: UInt8 = 0xff) {
    guard register != forgetfulRegister else { return }
    let old = registers[Int(register)]
    registers[Int(register)] = old & ~mask | value & mask
  }

  /// `value` · `numerator` / `denominator`, rounded to nearest, with noise, within `limits`.
  final func counts(_ value: Int, _ numerator: Int, over denominator: Int, within limits: ClosedRange<Int>) -> Int {
    min(max(exact(value, numerator, over: denominator), limits.lowerBound), limits.upperBound)
  }

  /// The same without limits.
  final func exact(_ value: Int, _ numerator: Int, over denominator: Int) -> Int {
    let product = 2 * value * numerator + denominator
    let quotient = product / (2 * denominator)
    return (product < 0 && product % (2 * denominator) != 0 ? quotient - 1 : quotient) + noise()
  }

  private func noise() -> Int {
    guard noiseCounts > 0 else { return 0 }
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % (2 * noiseCounts + 1) - noiseCounts
  }

  /// A number of two bytes in two's complement.
  final func signed(_ high: UInt8, _ low: UInt8) -> Int { Int(Int16(bitPattern: UInt16(high) << 8 | UInt16(low))) }

  final func storeLowFirst(_ value: Int, at register: Int) {
    registers[register] = UInt8(truncatingIfNeeded: value)
    registers[register + 1] = UInt8(truncatingIfNeeded: value >> 8)
  }

  final func storeHighFirst(_ value: Int, at register: Int) {
    registers[register] = UInt8(truncatingIfNeeded: value >> 8)
    registers[register + 1] = UInt8(truncatingIfNeeded: value)
  }

  /// The bits `shift`… of a register, as many as `mask` has.
  final func bits(_ register: Int, _ shift: Int, _ mask: UInt8) -> Int { Int(registers[register] >> shift & mask) }

  // MARK: For the bus

  /// Lets time pass; the chip measures at its rate.
  package final func advance(to time: UInt64) {
    while let end = measurementEnds, end <= time {
      now = max(now, end)
      measurementEnds = nil
      measure()
      // A measurement may have ended the measuring, or begun another.
      if measurementEnds == nil { measurementEnds = period.map { end + $0 } }
    }
    now = max(now, time)
  }

  final func meetFaults() throws(BusFault) {
    if !isConnected || now < silentUntil { throw .addressNotAcknowledged }
    if addressRefusals > 0 {
      addressRefusals -= 1
      throw .addressNotAcknowledged
    }
    if dataRefusals > 0 {
      dataRefusals -= 1
      throw .dataNotAcknowledged
    }
  }

  final func receive(_ value: UInt8, at byte: UInt8) { write(value, to: pointer(byte).register) }

  final func give(_ count: Int, from byte: UInt8) -> [UInt8] { give(count, pointer(byte)) }

  final func give(_ count: Int, _ pointer: (register: UInt8, increments: Bool)) -> [UInt8] {
    var (register, increments) = pointer
    return (0..<count).map { _ in
      let value = clone.flatMap { $0.register == register ? $0.value : nil } ?? value(at: register)
      didRead(register)
      if increments { register = next(after: register) }
      return value
    }
  }
}

/// An I2C bus with any number of model chips on it, and with the faults of its wires.
package struct ModelBus: SimulatedBus {
  package var chips: [SensorModel]
  /// Everything that happened, one line a transaction: `read 1E.4F: 40`, `write 1E.60 = 8C`, `recover: true`.
  package private(set) var transcript: [String] = []
  /// The clocks that a chip needs before it lets the data line go; 0 when none holds it.
  package var heldClocks = 0
  /// No chip is powered and the lines are pulled high: every address seems to answer, and every byte is 0xFF. This is
  /// what some peripherals make of a bus without acknowledge.
  package var readsOnlyOnes = false
  /// So many next transactions lose the bus to another master.
  package var arbitrationLosses = 0

  package init(_ chips: SensorModel...) { self.chips = chips }

  package mutating func clearTranscript() { transcript = [] }

  /// Lets time pass for every chip.
  package mutating func advance(to time: UInt64) { for chip in chips { chip.advance(to: time) } }

  package mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    let name = "write \(hex(device)).\(hex(register))"
    if readsOnlyOnes {
      transcript.append("\(name) = \(hex(value))")
      return
    }
    let chip = try find(device, name)
    transcript.append("\(name) = \(hex(value))")
    chip.receive(value, at: register)
  }

  package mutating func read(
    from register: UInt8, of device: UInt8, count: Int
  ) throws(BusFault) -> RegisterBytes {
    let name = "read \(hex(device)).\(hex(register))"
    var bytes = RegisterBytes(repeating: 0)
    var found = [UInt8](repeating: 0xff, count: count)
    if !readsOnlyOnes { found = try find(device, name).give(count, from: register) }
    for (index, byte) in found.enumerated() { bytes[index] = byte }
    transcript.append("\(name):" + found.map { " " + hex($0) }.joined())
    return bytes
  }

  package mutating func recover() -> Bool { recoverSimulatedBus(&heldClocks, &transcript) }

  private mutating func find(_ device: UInt8, _ name: String) throws(BusFault) -> SensorModel {
    do throws(BusFault) {
      if heldClocks > 0 { throw .timeout }
      if arbitrationLosses > 0 {
        arbitrationLosses -= 1
        throw .arbitrationLost
      }
      guard let chip = chips.first(where: { $0.address == device && $0.isConnected }) else {
        throw .addressNotAcknowledged
      }
      try chip.meetFaults()
      return chip
    } catch {
      transcript.append("\(name): \(error)")
      throw error
    }
  }
}
