// UF2, the file format that boot loaders with a USB drive accept.

/// Writes UF2 files (github.com/microsoft/uf2, README.md, "File format").
package enum UF2 {
  /// The identifiers of chip families (github.com/microsoft/uf2, utils/uf2families.json). A loader ignores the blocks of
  /// another family.
  static let families: [String: UInt32] = ["RP2040": 0xe48b_ff56]

  /// Bytes of the image in each block. The RP2040's loader accepts aligned pages of this size (RP2040 Datasheet,
  /// section 2.8.4.2).
  static let page = 256
  private static let block = 512

  private static let start: [UInt32] = [0x0a32_4655, 0x9e5d_5157]
  private static let end: UInt32 = 0x0ab1_6f30
  /// The flag that says that a block names its family.
  private static let namesFamily: UInt32 = 0x2000

  /// Makes the file for a whole image.
  ///
  /// The RP2040's loader erases a sector when the sector's first page comes, so an image must have no gaps and must
  /// begin at a sector (erratum RP2040-E14). An image that is linked from the start of the flash fulfils this.
  /// - Parameter address: the address of the first byte.
  package static func file(_ content: [UInt8], at address: UInt32, family: UInt32) -> [UInt8] {
    let count = (content.count + page - 1) / page
    var file: [UInt8] = []
    file.reserveCapacity(count * block)
    for number in 0..<count {
      let header =
        start + [
          namesFamily, address + UInt32(number * page), UInt32(page), UInt32(number), UInt32(count), family,
        ]
      for word in header { append(word, to: &file) }
      let bytes = content[(number * page)..<min((number + 1) * page, content.count)]
      // The rest of the last page stays erased.
      file += bytes + [UInt8](repeating: 0xff, count: page - bytes.count)
      file += [UInt8](repeating: 0, count: block - page - 36)
      append(end, to: &file)
    }
    return file
  }

  /// What a file for a chip of `family` writes.
  package static func content(of file: [UInt8], family: UInt32) throws(FlashDefect) -> FlashContent {
    guard !file.isEmpty, file.count % block == 0 else {
      throw FlashDefect("it is no UF2 file, which has blocks of \(block) bytes")
    }
    func word(_ at: Int) -> UInt32 {
      UInt32(file[at]) | UInt32(file[at + 1]) << 8 | UInt32(file[at + 2]) << 16 | UInt32(file[at + 3]) << 24
    }
    var content = FlashContent()
    // The loader erases a sector when its first page comes, so a missing page would be lost.
    content.smallestGap = 1
    for number in 0..<file.count / block {
      let at = number * block
      guard word(at) == start[0], word(at + 4) == start[1], word(at + block - 4) == end else {
        throw FlashDefect("block \(number) does not begin and end as a UF2 block")
      }
      guard word(at + 8) & namesFamily != 0, word(at + 28) == family else {
        throw FlashDefect("block \(number) is for another family of chips")
      }
      let flags = word(at + 8)
      guard flags == namesFamily else {
        throw FlashDefect("block \(number) has flags that the loader does not know, 0x\(String(flags, radix: 16))")
      }
      guard word(at + 20) == UInt32(number), word(at + 24) == UInt32(file.count / block) else {
        throw FlashDefect("block \(number) is not the one that belongs there: the file is cut or mixed up")
      }
      guard word(at + 16) == UInt32(page), word(at + 12) % UInt32(page) == 0 else {
        throw FlashDefect(
          "block \(number) has \(word(at + 16)) bytes for 0x\(String(word(at + 12), radix: 16)), no page of \(page)")
      }
      content.pieces.append(.init(address: word(at + 12), bytes: file[(at + 32)..<(at + 32 + page)]))
    }
    return content
  }

  private static func append(_ word: UInt32, to file: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { file += $0 }
  }
}
