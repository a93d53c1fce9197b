// The image that the boot ROM of an ESP32 loads into RAM, and that `esptool` writes to the flash.

/// Writes such images (esptool documentation, "Firmware Image Format").
enum ESPImage {
  /// The identifiers of chips (ESP-IDF, components/bootloader_support/include/esp_app_format.h, `esp_chip_id_t`). The ROM
  /// loads no image of another chip.
  static let chips: [String: UInt16] = ["ESP32-C3": 5]

  /// A part of the image, for an address in RAM.
  struct Segment: Equatable {
    var address: UInt32
    var bytes: [UInt8]
  }

  private static let magic: UInt8 = 0xe9
  /// The ROM loads 16 segments at most (esp_app_format.h, `ESP_IMAGE_MAX_SEGMENTS`).
  static let mostSegments = 16
  /// SPI mode DIO, which every board has wired, and 4 MB at 40 MHz; esptool corrects them to what it finds.
  private static let flash: [UInt8] = [2, 0x20]
  /// The pins of the flash are those of the chip's package, not named by eFuses.
  private static let noPin: UInt8 = 0xee
  private static let checksumStart: UInt8 = 0xef

  /// The file.
  /// - Parameters:
  ///   - segments: in the order in which they are loaded; at most 16.
  ///   - entry: the address of the first instruction.
  static func file(_ segments: [Segment], entry: UInt32, chip: UInt16) -> [UInt8] {
    var file = [magic, UInt8(segments.count)] + flash + bytes(entry)
    file += [noPin, 0, 0, 0] + [UInt8(chip & 0xff), UInt8(chip >> 8)]
    // Every revision of the chip; the last byte says that a digest follows.
    file += [UInt8](repeating: 0, count: 1) + [0, 0] + [0xff, 0xff] + [UInt8](repeating: 0, count: 4) + [1]
    var checksum = checksumStart
    for segment in segments {
      let padded = segment.bytes + [UInt8](repeating: 0, count: (4 - segment.bytes.count % 4) % 4)
      file += bytes(segment.address) + bytes(UInt32(padded.count)) + padded
      for byte in padded { checksum ^= byte }
    }
    // The checksum is the last of a whole number of 16 bytes.
    file += [UInt8](repeating: 0, count: 15 - file.count % 16) + [checksum]
    return file + SHA256.digest(of: file)
  }

  private static func bytes(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

extension ESPImage {
  /// The segments of a linked file: what it loads, neighbours joined.
  static func segments(of elf: ELFFile) -> [Segment] {
    var segments: [Segment] = []
    for part in elf.loads.sorted(by: { $0.address < $1.address }) {
      if let last = segments.indices.last, isNext(part, to: segments[last]) {
        let gap = Int(part.address - segments[last].address) - segments[last].bytes.count
        segments[last].bytes += [UInt8](repeating: 0, count: gap) + part.bytes
      } else {
        segments.append(part)
      }
    }
    return segments
  }

  /// Less than a segment's header between them.
  private static func isNext(_ part: Segment, to former: Segment) -> Bool {
    let end = Int(former.address) + former.bytes.count
    return (end..<end + 8).contains(Int(part.address))
  }
}
