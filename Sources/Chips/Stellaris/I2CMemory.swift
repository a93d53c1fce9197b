// The I2C master as a bus for memories: their transactions are longer than those for a sensor's registers.
import CVolatile
import Quantities
import RecordStore
import SensorDrivers

/// At most 34 bytes go in one direction: 3 ms at 100 kHz, and 35 times `byteLimitMicroseconds` if every byte is
/// stretched.
extension I2CBus: MemoryBus {
  /// Another handle to the same master. Every transaction ends before its call returns, so two handles do not disturb
  /// each other.
  @inline(__always)
  public init(configuredClockPin clockPin: UInt32, dataPin: UInt32) {
    lines = OpenDrainPins(clockPin: clockPin, dataPin: dataPin)
  }

  /// Writes 1…34 bytes, the address first. Afterwards the memory does not answer until it has finished writing.
  public mutating func write(_ bytes: MemoryBytes, count: Int, to device: UInt8) throws(FlashFault) {
    do throws(BusFault) {
      address(device, reading: false)
      var command = Registers.I2C.start | Registers.I2C.run
      for i in 0..<count {
        try step(bytes[i], i == count &- 1 ? command | Registers.I2C.stop : command)
        command = Registers.I2C.run
      }
    } catch {
      throw FlashFault(error)
    }
  }

  /// Reads bytes from the address in the first two bytes of `bytes`.
  public mutating func read(after bytes: MemoryBytes, count: Int, of device: UInt8) throws(FlashFault) -> MemoryBytes {
    try write(bytes, count: 2, to: device)
    var found = bytes
    do throws(BusFault) {
      address(device, reading: true)
      var command = Registers.I2C.start | Registers.I2C.run
      for i in 0..<count {
        try run(command | (i == count &- 1 ? Registers.I2C.stop : Registers.I2C.acknowledge))
        found[2 &+ i] = UInt8(truncatingIfNeeded: volatile_load(Registers.I2C.data))
        command = Registers.I2C.run
      }
    } catch {
      throw FlashFault(error)
    }
    return found
  }
}

extension FlashFault {
  init(_ fault: BusFault) {
    self = fault == .addressNotAcknowledged ? .absent : fault == .timeout ? .timeout : .refused
  }
}
