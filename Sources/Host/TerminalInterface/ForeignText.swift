// Text of others, as messages and terminals show it: cells, names, what a device prints, what a page sends.
//
// `shown` is for a quotation in a message. Beyond that everything that this program prints passes `Console`, which keeps the
// characters that command a terminal out of it: a place that forgets `shown` quotes too much, and no more.

/// What a message shows of somebody else's text: one line, no characters that a terminal takes as commands, and `most`
/// characters.
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

/// The same of bytes, which may be no text.
package func shown(_ bytes: some Collection<UInt8>) -> String {
  shown(String(decoding: bytes.prefix(400), as: UTF8.self))
}

/// Stands for a character that is not shown.
private let substitute: Unicode.Scalar = "·"

extension Unicode.Scalar {
  /// Whether it is neither a command for a terminal nor invisible, nor moves the text around it.
  var isPlain: Bool {
    if isASCII { return value >= 0x20 && value != 0x7f }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
    default: return true
    }
  }
}

extension String {
  /// Several lines as a terminal gets them: with line feeds, tabs and our own colours, and no other command.
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
