// The four wires of SPI with one model chip at select line 1.
import Quantities
import SensorDrivers

/// An SPI master's port. It counts what the select line and the clock do.
package struct ModelWire: SPIPort, ~Copyable {
  package let chip: SensorModel
  /// Each transaction: the bytes that went out, a colon, and the bytes that came in.
  package private(set) var transcript: [String] = []
  /// Nothing drives the data line: it is pulled high, or low.
  package var floatsAt: UInt8?
  /// The master never finishes a byte.
  package var isStuck = false

  private var isSelected = false
  private var sent: [UInt8] = []
  private var received: [UInt8] = []
  /// Of a read: where it is.
  private var pointer: (register: UInt8, increments: Bool)?

  package init(_ chip: SensorModel) { self.chip = chip }

  package mutating func select(_ line: UInt8, _ isSelected: Bool) {
    guard line == 1 else { return }
    if self.isSelected && !isSelected { end() }
    self.isSelected = isSelected
    (sent, received, pointer) = ([], [], nil)
  }

  package mutating func exchange(_ byte: UInt8) throws(BusFault) -> UInt8 {
    if isStuck { throw .timeout }
    guard isSelected else { return 0xff }
    let isFirst = sent.isEmpty
    sent.append(byte)
    if let floatsAt {
      received.append(floatsAt)
      return floatsAt
    }
    guard !isFirst else {
      if byte & 0x80 != 0 { pointer = chip.pointerOnSPI(byte & 0x7f) }
      received.append(0xff)
      return 0xff
    }
    guard let now = pointer else {
      received.append(0xff)
      return 0xff
    }
    let value = chip.give(1, now)[0]
    if now.increments { pointer = (chip.next(after: now.register), true) }
    received.append(value)
    return value
  }

  package mutating func clearTranscript() { transcript = [] }

  private mutating func end() {
    guard let first = sent.first else { return }
    if first & 0x80 != 0 {
      transcript.append(hex(first) + ":" + received.dropFirst().map { " " + hex($0) }.joined())
    } else {
      transcript.append(sent.map(hex).joined(separator: " "))
      if sent.count == 2, floatsAt == nil { chip.write(sent[1], to: chip.pointerOnSPI(first).register) }
    }
  }
}
