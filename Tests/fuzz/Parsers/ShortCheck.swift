// Damaged frames that a check of 16 bits would let pass. With 32 bits one of 4 billion passes: too few to be counted.

import LinkProtocol
import RawMemory
import Simulation

package enum ShortCheck {
  /// Damages frames that have the lower 16 bits of their checksum alone, and counts those that would pass.
  /// - Returns: the count in words, with the share beside 2^−16.
  package static func measured(frames: Int, seed: UInt64) -> String {
    var random = SeededGenerator(seed: seed)
    var (damaged, passed) = (0, 0)
    while damaged < frames {
      let length = Int(8 + random.next() % 56)
      let right = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let sum = UInt16(truncatingIfNeeded: CRC32.of(right.span))
      // Up to 16 bytes, those of the check among them, become others.
      var bytes = right
      var said = sum
      for _ in 0...random.next() % 16 {
        let (place, value) = (Int(random.next() % UInt64(length + 2)), UInt8(truncatingIfNeeded: random.next()))
        switch place - length {
        case 0: said = said & 0xff00 | UInt16(value)
        case 1: said = said & 0xff | UInt16(value) << 8
        default: bytes[place] = value
        }
      }
      if bytes == right { continue }
      damaged += 1
      if UInt16(truncatingIfNeeded: CRC32.of(bytes.span)) == said { passed += 1 }
    }
    let share = (Double(passed) / Double(frames) * 65_536 * 1000).rounded() / 1000
    return "check16: \(frames) damaged frames, \(passed) pass 16 bits: \(share) of 2^-16, seed \(seed)"
  }
}
