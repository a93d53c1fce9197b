// A device's description of itself, as text.

import LinkProtocol

/// Text from a device. It is ASCII by the specification; other bytes are replaced because they could move a terminal's
/// cursor.
func deviceText(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}

extension Hello {
  /// A notice of one line if the board's messages differ from those of this program (Protocols/link/spec.md, section
  /// 4). It is not an error, because both speak a common version.
  package var tableRemark: String? {
    messageTableHash == MessageKind.tableHash
      ? nil
      : "the board's message table differs from this program's; messages and fields that one side lacks are ignored"
  }
  /// "0.1.0".
  package var firmwareText: String { "\(firmwareMajor).\(firmwareMinor).\(firmwarePatch)" }
  /// The board's name.
  package var boardText: String { deviceText((0..<16).map { board.bytes[$0] }.prefix { $0 != 0 }) }
  /// The image hash as the build tool prints it: 16 hexadecimal digits.
  package var imageHashText: String {
    let text = String(imageHash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
