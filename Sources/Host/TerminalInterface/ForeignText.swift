// Text from other sources in messages and on terminals: cells, names, the output of a device, the requests of a page.
//
// `shown` is for a quotation in a message. In addition, everything that this program prints passes through `Console`,
// which removes the characters that command a terminal. So if `shown` is forgotten somewhere, only the quotation is too
// long.

/// Another program's text as shown in a message: one line, without characters that command a terminal, and at most
/// `most` characters.
package func shown(_ text: some StringProtocol, most: Int = 80) -> String {
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < most else { return result + "…" }
    result.unicodeScalars.append(scalar == "\t" ? " " : scalar.isPlain ? scalar : substitute)
    count += 1
  }
  return result
}

/// The same for bytes, which need not be text.
package func shown(_ bytes: some Collection<UInt8>) -> String {
  shown(String(decoding: bytes.prefix(400), as: UTF8.self))
}

/// Replaces a character that is not shown.
private let substitute: Unicode.Scalar = "·"

extension Unicode.Scalar {
  /// Whether the character is visible, does not command a terminal, and does not move the text around it.
  var isPlain: Bool {
    if isASCII { return value >= 0x20 && value != 0x7f }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }
}

extension String {
  /// Text of several lines for a terminal: with line feeds, tabs and the program's own colours, and no other command.
  var forTerminal: String {
    if utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7f) || $0 == 0x0a || $0 == 0x09 }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      if let sequence = Colour.sequence(scalar) {
        result += sequence
      } else {
        result.unicodeScalars.append(scalar.isPlain || scalar == "\n" || scalar == "\t" ? scalar : substitute)
      }
    }
    return result
  }

  /// The first characters of a long text.
  package func bounded(to most: Int) -> String {
    utf8.count <= most ? self : unicodeScalars.count <= most ? self : String(unicodeScalars.prefix(most)) + "…"
  }
}
