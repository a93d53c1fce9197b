// SHA-256. The boot ROM of an ESP32 compares it before it starts an image, and a browser before it runs a script.

/// FIPS 180-4, "Secure Hash Standard": section 6.2.
package enum SHA256 {
  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2).
  private static let constants: [UInt32] = roots(3, of: 64)
  /// The same for the square roots of the first eight primes (section 5.3.3).
  private static let start: [UInt32] = roots(2, of: 8)

  /// The 32 bytes of the digest.
  package static func digest(of message: [UInt8]) -> [UInt8] {
    var state = start
    let padded = pad(message)
    for block in stride(from: 0, to: padded.count, by: 64) { hash(padded[block..<block + 64], into: &state) }
    return state.flatMap(bytes)
  }

  /// The padding: a one bit, zeros, and the number of bits in eight bytes, up to a multiple of 64 bytes (section
  /// 5.1.1).
  private static func pad(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let length = UInt64(message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros) + bytes(UInt32(length >> 32))
      + bytes(UInt32(truncatingIfNeeded: length))
  }

  private static func hash(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      block[at..<at + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<64 {
      let (late, early) = (words[t - 2], words[t - 15])
      let a = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      let b = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      words.append(a &+ words[t - 7] &+ b &+ words[t - 16])
    }
    var s = state
    for t in 0..<64 {
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      let first = s[7] &+ (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) &+ choice &+ constants[t] &+ words[t]
      let second = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) &+ majority
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for i in 0..<8 { state[i] = state[i] &+ s[i] }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
  }

  /// 32 bits of the fraction of the `degree`-th roots of the first primes. Each is found by search: the largest integer
  /// whose power is at most the prime times 2^(32 × degree).
  private static func roots(_ degree: Int, of count: Int) -> [UInt32] {
    primes(count).map { prime in
      var root: UInt64 = 0
      for bit in (0..<37).reversed() {
        let candidate = root | 1 << UInt64(bit)
        if power(candidate, degree) <= Wide(prime) << (32 * degree) { root = candidate }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }

  /// Wide enough for 37 bits to the third power.
  private typealias Wide = UInt128

  private static func power(_ base: UInt64, _ degree: Int) -> Wide {
    (0..<degree).reduce(Wide(1)) { product, _ in product * Wide(base) }
  }

  private static func primes(_ count: Int) -> [Int] {
    var found: [Int] = []
    var candidate = 2
    while found.count < count {
      if !found.contains(where: { candidate % $0 == 0 }) { found.append(candidate) }
      candidate += 1
    }
    return found
  }
}
