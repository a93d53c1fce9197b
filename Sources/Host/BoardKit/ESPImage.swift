// The image format that the boot ROM of an ESP32 loads into RAM, and that `esptool` writes to the flash.

/// Writes such images (esptool documentation, "Firmware Image Format").
enum ESPImage {
  /// The chip that an image is for.
  struct Chip: Equatable {
    /// The number of the chip: ESP-IDF, components/bootloader_support/include/esp_app_format.h, `esp_chip_id_t`. The
    /// ROM refuses images for other chips.
    var identifier: UInt16
    /// The first revision that has everything that our images need, as major × 100 + minor.
    var revision: UInt16
  }

  /// The USB Serial/JTAG controller of an ESP32-C3 works as a serial port from revision v0.3 on (Espressif in
  /// github.com/espressif/openocd-esp32, issue 165).
  static let chips = ["ESP32-C3": Chip(identifier: 5, revision: 3)]

  /// A part of the image, for an address in RAM.
  struct Segment: Equatable {
    var address: UInt32
    var bytes: [UInt8]
  }

  private static let magic: UInt8 = 0xe9
  /// The ROM loads 16 segments at most (esp_app_format.h, `ESP_IMAGE_MAX_SEGMENTS`).
  static let mostSegments = 16
  /// SPI mode DIO, which works on every board, and 4 MB at 40 MHz. esptool replaces these by what it finds.
  private static let flash: [UInt8] = [2, 0x20]
  /// The flash uses the pins of the chip's package; no eFuse selects others.
  private static let noPin: UInt8 = 0xee
  private static let checksumStart: UInt8 = 0xef

  /// Makes the file.
  /// - Parameters:
  ///   - segments: in the order in which they are loaded; at most 16.
  ///   - entry: the address of the first instruction.
  static func file(_ segments: [Segment], entry: UInt32, chip: Chip) -> [UInt8] {
    var file = [magic, UInt8(segments.count)] + flash + bytes(entry)
    file += [noPin, 0, 0, 0] + half(chip.identifier)
    // The minimum revision, also in its old form of one byte; any later revision is allowed. The last byte says that a
    // digest follows.
    file += [UInt8(min(chip.revision, 255))] + half(chip.revision) + half(.max) + [0, 0, 0, 0] + [1]
    var checksum = checksumStart
    for segment in segments {
      let padded = segment.bytes + [UInt8](repeating: 0, count: (4 - segment.bytes.count % 4) % 4)
      file += bytes(segment.address) + bytes(UInt32(padded.count)) + padded
      for byte in padded { checksum ^= byte }
    }
    // The checksum is the last byte of a multiple of 16 bytes.
    file += [UInt8](repeating: 0, count: 15 - file.count % 16) + [checksum]
    return file + SHA256.digest(of: file)
  }

  private static func half(_ word: UInt16) -> [UInt8] { [UInt8(word & 0xff), UInt8(word >> 8)] }

  private static func bytes(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

extension ESPImage {
  /// The segments of a linked file, with neighbouring segments joined.
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

  /// Whether the gap between the two is smaller than a segment's header.
  private static func isNext(_ part: Segment, to former: Segment) -> Bool {
    let end = Int(former.address) + former.bytes.count
    return (end..<end + 8).contains(Int(part.address))
  }
}
