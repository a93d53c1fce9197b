// The message table as bytes (Protocols/link/spec.md, "Messages"), in which a device finds a request.

import ByteCoding
import RawMemory

/// Every kind with its shortest payload. `MessageKind` has the names. This table of two bytes per message replaces a
/// kilobyte of branches on the device.
public enum MessageTable {
  /// Kind and shortest payload of every message, in ascending order of kind.
  #if objectFormat(ELF)
    @section(".rodata.wire.messages")
  #endif
  private static let rows: [150 of UInt8] = [
    0x01, 2, 0x02, 0, 0x03, 4, 0x04, 1, 0x05, 1, 0x06, 36, 0x07, 0, 0x08, 4, 0x09, 216, 0x0a, 0, 0x0b, 1, 0x0c, 0,
    0x0d, 0, 0x0e, 1, 0x10, 4, 0x11, 0, 0x30, 4, 0x31, 1, 0x32, 0, 0x33, 0, 0x34, 4, 0x35, 0, 0x36, 216, 0x37, 4,
    0x38, 2, 0x50, 13, 0x51, 5, 0x52, 1, 0x53, 16, 0x54, 2, 0x55, 20, 0x56, 0, 0x57, 2, 0x58, 0, 0x59, 1, 0x60, 37,
    0x61, 28, 0x62, 0, 0x63, 17, 0x64, 0, 0x65, 9, 0x66, 0, 0x70, 8, 0x71, 0, 0x72, 22, 0x81, 117, 0x82, 8, 0x86, 103,
    0x8a, 216, 0x8c, 1, 0x8d, 56, 0x91, 130, 0xa0, 103, 0xa1, 30, 0xa2, 56, 0xa3, 15, 0xa4, 28, 0xa5, 28, 0xb2, 50,
    0xb3, 109, 0xb5, 8, 0xb8, 50, 0xb9, 20, 0xc0, 1, 0xc1, 10, 0xc3, 14, 0xd6, 58, 0xd8, 32, 0xe0, 48, 0xe1, 52,
    0xe2, 52, 0xe4, 28, 0xe6, 26, 0xf0, 104, 0xf1, 104,
  ]

  /// The shortest payload of a kind; `nil` when it is not in the table.
  public static func minimumLength(of kind: UInt8) -> Int? { row(of: kind)?.shortest }

  /// A row of the table.
  public struct Row {
    public var kind: MessageKind
    public var shortest: Int
  }

  /// The row of a kind; `nil` when it is not in the table.
  @export(interface)
  public static func row(of kind: UInt8) -> Row? {
    var i = 0
    while i < 150 {
      if rows[i] == kind {
        // The cases of `MessageKind` are in the order of the table.
        let found: MessageKind = Unchecked.enumeration(numbered: UInt8(truncatingIfNeeded: i &>> 1))
        return Row(kind: found, shortest: Int(truncatingIfNeeded: rows[i &+ 1]))
      }
      i &+= 2
    }
    return nil
  }

  /// CRC-32 over (kind, shortest length) of every message in ascending order of kind, one byte each.
  ///
  /// Two ends with the same hash and an overlapping protocol range know the same messages.
  public static var hash: UInt32 {
    @export(interface)
    get { CRC32.of(rows.span) }
  }
}
