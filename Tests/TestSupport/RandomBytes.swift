// Bytes out of a generator.

extension RandomNumberGenerator {
  /// One byte.
  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() as UInt64) }

  /// `count` bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }
}
