// Random changes of valid inputs.

import Simulation

/// Makes inputs of seeds: a few changes each, of bits, bytes, numbers, lengths and order.
package struct Mutation {
  private var random: SeededGenerator
  private let seeds: [[UInt8]]

  package init(_ seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds.filter { !$0.isEmpty }
    random = SeededGenerator(seed: seed)
  }

  private mutating func below(_ limit: Int) -> Int { limit > 0 ? Int(random.next() % UInt64(limit)) : 0 }

  package mutating func next() -> [UInt8] {
    var bytes = seeds[below(seeds.count)]
    for _ in 0...below(4) { change(&bytes) }
    if below(150) == 0 { stretch(&bytes) }
    return bytes
  }

  /// Repeats a few bytes very often: a long number, a long list, many columns, labels, quotes or brackets. What takes
  /// quadratic time takes more than two seconds for them.
  private mutating func stretch(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    var at = below(bytes.count)
    if below(2) == 0, let digit = bytes[at...].firstIndex(where: { (0x30...0x39).contains($0) }) { at = digit }
    let piece = Array(bytes[at..<(at + 1 + below(min(12, bytes.count - at)))])
    let size = 1 << (10 + below(7))
    var long: [UInt8] = []
    while long.count < size { long += piece }
    bytes.insert(contentsOf: long, at: at)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    let at = below(bytes.count)
    let count = 1 + below(min(40, bytes.count - at))
    switch below(10) {
    case 0: bytes[at] ^= 1 << UInt8(below(8))
    case 1: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[at] = [0, 1, 0x7f, 0x80, 0xff, 0x0a, 0x2c, 0x2e, 0x22, 0x3b, 0x2d, 0x7b, 0x5b, 0x5d][below(14)]
    case 3: bytes.removeSubrange(at..<at + count)
    case 4: bytes.insert(contentsOf: bytes[at..<at + count], at: below(bytes.count))
    case 5:
      let other = seeds[below(seeds.count)]
      let start = below(other.count)
      bytes.insert(contentsOf: other[start..<min(other.count, start + count)], at: at)
    case 6: bytes.removeLast(bytes.count - at)
    case 7:
      // A length or an address.
      for i in 0..<min(4, bytes.count - at) { bytes[at + i] = [0, 0xff, 0x7f, 0x80][below(4)] }
    case 8:
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      if !digits.isEmpty { bytes[digits[below(digits.count)]] = UInt8(0x30 + below(10)) }
    default: bytes.insert(contentsOf: [UInt8](repeating: bytes[at], count: 1 + below(300)), at: at)
    }
  }
}
