// The one way drivers reach a chip.

import Quantities

/// Why a bus transaction did not complete. The type is in Quantities because the link reports it.
public typealias BusFault = Quantities.BusFault

/// Up to sixteen register bytes read in one burst.
public typealias RegisterBytes = InlineArray<16, UInt8>

/// A bus with byte-wide registers (I2C, or SPI behind the same face).
///
/// Every call ends within a bound of device time that the implementation states; none allocates. `device` is the 7-bit
/// address, on SPI the number of the select line.
public protocol RegisterBus: ~Copyable {
  /// Whether registers are reached by SPI: chips then have other rules for bursts and for their bring-up.
  var isSPI: Bool { get }

  /// Writes one register. One register per transaction: chips differ in what follows the first byte.
  mutating func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault)

  /// Reads `count` (1…16) consecutive registers in one transaction; bytes beyond `count` are zero.
  mutating func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes

  /// Frees a bus whose data line a device holds low: nine clocks and a stop (NXP UM10204 rev. 7, section 3.1.16).
  /// - Returns: whether both lines are high afterwards.
  mutating func recover() -> Bool

  /// The lines at rest, after an attempt to free them.
  var heldLines: BusLines { mutating get }
}

extension RegisterBus where Self: ~Copyable {
  /// I2C, unless the implementation says otherwise.
  public var isSPI: Bool { false }

  /// For a bus that cannot read its lines one by one: it reports that the data line stays low.
  public var heldLines: BusLines {
    mutating get { recover() ? .none : .dataIsLow }
  }
}
