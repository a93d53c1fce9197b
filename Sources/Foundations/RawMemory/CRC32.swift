// The one checksum of the project.

/// CRC-32/ISO-HDLC (the CRC of zlib and Ethernet): polynomial 0x04C11DB7 reflected, initial value and final
/// exclusive-or 0xFFFFFFFF, check value 0xCBF43926 over "123456789".
///
/// Source: Greg Cook's catalogue of parametrised CRC algorithms, entry CRC-32/ISO-HDLC; ITU-T V.42, 8.1.1.6.2.
public struct CRC32: Sendable {
  private var register: UInt32 = 0xffff_ffff

  public init() {}

  /// Adds one byte, four bits at a time: a table of 64 bytes, two look-ups for each byte.
  @export(interface)
  public mutating func update(_ byte: UInt8) {
    var r = register ^ UInt32(truncatingIfNeeded: byte)
    r = (r &>> 4) ^ Self.table[Int(truncatingIfNeeded: r & 15)]
    r = (r &>> 4) ^ Self.table[Int(truncatingIfNeeded: r & 15)]
    register = r
  }

  /// The checksum of all bytes added so far.
  public var value: UInt32 { register ^ 0xffff_ffff }

  /// The checksum of `bytes`.
  @export(interface)
  public static func of(_ bytes: Span<UInt8>) -> UInt32 {
    var crc = CRC32()
    for i in bytes.indices { crc.update(bytes[i]) }
    return crc.value
  }

  /// The result for any bytes that are followed by their own checksum, low byte first.
  public static var residue: UInt32 { 0x2144_df1c }

  /// Entry i is the register after shifting the four bits i through the reflected polynomial 0xEDB88320.
  #if objectFormat(ELF)
    @section(".rodata.bytes.crc")
  #endif
  private static let table: [16 of UInt32] = [
    0x0000_0000, 0x1db7_1064, 0x3b6e_20c8, 0x26d9_30ac, 0x76dc_4190, 0x6b6b_51f4, 0x4db2_6158, 0x5005_713c,
    0xedb8_8320, 0xf00f_9344, 0xd6d6_a3e8, 0xcb61_b38c, 0x9b64_c2b0, 0x86d3_d2d4, 0xa00a_e278, 0xbdbd_f21c,
  ]
}
