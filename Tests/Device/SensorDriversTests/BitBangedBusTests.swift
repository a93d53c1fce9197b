// The I2C master made of two lines, against a device that sees nothing but these lines.

import Quantities
import SensorDrivers
import Testing

/// Registers behind two wires, as UM10204 describes a target: start, address, acknowledge, bytes, stop.
private struct WiredDevice: OpenDrainLines {
  private enum State { case idle, address, register, write, read }

  var registers = [UInt8](repeating: 0, count: 256)
  var address: UInt8 = 0x1e
  /// Half periods for which the device keeps the clock low after each byte.
  var stretch = 0
  /// The byte of a transaction after which the device refuses; `nil`: it takes all.
  var refusesByte: Int?
  /// What the device saw, in order.
  private(set) var events: [String] = []

  private var state = State.idle
  private var (masterClock, masterData) = (true, true)
  private var pullsData = false
  private var stretchLeft = 0
  private var (shift, bits, bytes): (UInt8, Int, Int) = (0, 0, 0)
  private var pointer: UInt8 = 0
  private var isAcknowledging = false

  var clockIsHigh: Bool { masterClock && stretchLeft == 0 }
  var dataIsHigh: Bool { masterData && !pullsData }

  mutating func waitHalfPeriod() { if masterClock, stretchLeft > 0 { stretchLeft -= 1 } }

  mutating func setData(_ high: Bool) {
    let before = dataIsHigh
    masterData = high
    guard clockIsHigh, dataIsHigh != before else { return }
    events.append(dataIsHigh ? "stop" : "start")
    (state, bits, shift, bytes, isAcknowledging) = (dataIsHigh ? .idle : .address, 0, 0, 0, false)
    pullsData = false
  }

  mutating func setClock(_ high: Bool) {
    guard high != masterClock else { return }
    masterClock = high
    if state == .idle { return }
    high ? rise() : fall()
  }

  private mutating func rise() {
    if bits < 8 {
      shift = shift << 1 | (dataIsHigh ? 1 : 0)
      bits += 1
    } else if state == .read, dataIsHigh {
      state = .idle
    }
  }

  private mutating func fall() {
    if isAcknowledging {
      (isAcknowledging, bits, shift, pullsData) = (false, 0, 0, false)
    }
    if bits == 8 {
      isAcknowledging = true
      if state != .read { receive(shift) } else { pullsData = false }
      stretchLeft = stretch
    } else if state == .read {
      pullsData = registers[Int(pointer)] & (0x80 >> UInt8(bits)) == 0
      if bits == 7 { pointer &+= 1 }
    }
  }

  private mutating func receive(_ byte: UInt8) {
    bytes += 1
    pullsData = bytes != refusesByte
    switch state {
    case .address:
      pullsData = pullsData && byte >> 1 == address
      state = !pullsData ? .idle : byte & 1 == 1 ? .read : .register
    case .register: (pointer, state) = (byte, .write)
    case .write:
      registers[Int(pointer)] = byte
      pointer &+= 1
    case .idle, .read: break
    }
    events.append("\(byte)" + (pullsData ? "" : " refused"))
    if !pullsData { state = .idle }
  }
}

@Suite struct BitBangedBusTests {
  @Test(arguments: [0, 3, 100]) func registers_areWrittenAndRead(stretch: Int) throws {
    var device = WiredDevice()
    device.stretch = stretch
    var bus = BitBangedBus(device)
    try bus.write(0xa5, to: 0x20, of: 0x1e)
    for i in 0..<16 { bus.lines.registers[0x30 + i] = UInt8(17 &* i & 0xff) }
    let one = try bus.read(from: 0x20, of: 0x1e, count: 1)
    #expect(one[0] == 0xa5)
    let all = try bus.read(from: 0x30, of: 0x1e, count: 16)
    for i in 0..<16 { #expect(all[i] == UInt8(17 &* i & 0xff)) }
    #expect(
      bus.lines.events == [
        "start", "60", "32", "165", "stop", "start", "60", "32", "start", "61", "stop", "start", "60", "48", "start",
        "61",
        "stop",
      ])
  }

  @Test func absentDevice_isAnAddressThatNobodyAcknowledges() {
    var bus = BitBangedBus(WiredDevice())
    #expect(throws: BusFault.addressNotAcknowledged) { try bus.read(from: 0, of: 0x77, count: 1) }
    #expect(bus.lines.events == ["start", "238 refused", "stop"], "the bus is free again")
    #expect(throws: Never.self) { try bus.write(1, to: 2, of: 0x1e) }
  }

  @Test(arguments: [2, 3]) func refusedByte_isToldFromAnAbsentDevice(byte: Int) {
    var device = WiredDevice()
    device.refusesByte = byte
    var bus = BitBangedBus(device)
    #expect(throws: BusFault.dataNotAcknowledged) { try bus.write(1, to: 2, of: 0x1e) }
    #expect(bus.lines.events.last == "stop")
  }

  @Test func stretchedClock_endsInATimeout() {
    var device = WiredDevice()
    device.stretch = 5000
    var bus = BitBangedBus(device)
    #expect(throws: BusFault.timeout) { try bus.read(from: 0, of: 0x1e, count: 1) }
  }

  @Test func heldLine_isStuckLow() {
    var bus = BitBangedBus(HeldLine())
    #expect(throws: BusFault.stuckLow) { try bus.write(1, to: 2, of: 0x1e) }
    let isFree = bus.recover()
    #expect(!isFree)
    let held = bus.heldLines
    #expect(held.contains(.dataIsLow) && !held.contains(.clockIsLow))
  }
}

/// A data line that something holds low for ever.
private struct HeldLine: OpenDrainLines {
  private var clock = true
  var clockIsHigh: Bool { clock }
  var dataIsHigh: Bool { false }
  mutating func setClock(_ high: Bool) { clock = high }
  mutating func setData(_ high: Bool) {}
  mutating func waitHalfPeriod() {}
}
