// The two lines of one serial bus of the MPS2, which has no I2C master.
import CVolatile
import SensorDrivers

/// Arm's SBCon: a register that sets lines, one that clears them, and one that shows them.
public struct OpenDrainPins<Image: FPGAImage>: OpenDrainLines {
  typealias SerialBus = Registers<Image>.SerialBus

  /// Both lines are released.
  public init() { volatile_store(SerialBus.set, SerialBus.clock | SerialBus.data) }

  /// The level of the clock line. The register shows only what the master drives, because a device on this bus cannot
  /// stretch the clock.
  public var clockIsHigh: Bool { isHigh(SerialBus.clock) }
  /// The level of the data line.
  public var dataIsHigh: Bool { isHigh(SerialBus.data) }

  /// Releases the clock line (`true`) or pulls it low.
  public mutating func setClock(_ high: Bool) { set(SerialBus.clock, high) }
  /// Releases the data line (`true`) or pulls it low.
  public mutating func setData(_ high: Bool) { set(SerialBus.data, high) }

  /// 5 µs: half a period at 100 kHz.
  public mutating func waitHalfPeriod() {
    let start = volatile_load(Registers<Image>.FPGAIO.counter)
    let ticks = Image.systemClock / 200_000
    while volatile_load(Registers<Image>.FPGAIO.counter) &- start < ticks {}
  }

  private func isHigh(_ line: UInt32) -> Bool { volatile_load(SerialBus.set) & line != 0 }

  private func set(_ line: UInt32, _ high: Bool) {
    volatile_store(high ? SerialBus.set : SerialBus.clear, line)
  }
}
