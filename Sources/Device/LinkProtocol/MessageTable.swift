// The message table as bytes, in which a device looks up a request (Protocols/link/spec.md, "Messages").

import RawMemory

/// Every kind with its shortest payload. `MessageKind` has the names. This table of two bytes per message replaces a
/// kilobyte of branches on the device.
public enum MessageTable {
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
    while i < MessageRows.rowBytes {
      if MessageRows.rows[i] == kind {
        // The cases of `MessageKind` have the order of the table.
        let found: MessageKind = Unchecked.enumeration(numbered: UInt8(truncatingIfNeeded: i &>> 1))
        return Row(kind: found, shortest: Int(truncatingIfNeeded: MessageRows.rows[i &+ 1]))
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
    get { CRC32.of(MessageRows.rows.span) }
  }
}
