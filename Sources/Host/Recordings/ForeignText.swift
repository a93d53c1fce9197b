// Text of a file or a device, as messages show it.

/// What a message shows of somebody else's text: no control characters, which could move a terminal's cursor or change
/// its colours, and 80 characters at most.
public func shown(_ text: some StringProtocol) -> String {
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < 80 else { return result + "…" }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      result += scalar == "\t" ? " " : ""
    default:
      result.unicodeScalars.append(scalar)
      count += 1
    }
  }
  return result
}

/// The same of bytes, which may be no text.
public func shown(_ bytes: [UInt8]) -> String { shown(String(decoding: bytes.prefix(400), as: UTF8.self)) }

/// A number in decimal notation. Hexadecimal, infinite and NaN, which `Double.init` would accept, give `nil`.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }) else { return nil }
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

extension String {
  var trimmed: String {
    var text = Substring(self)
    while let first = text.unicodeScalars.first, first.properties.generalCategory == .spaceSeparator || first == "\t" {
      text.unicodeScalars.removeFirst()
    }
    while let last = text.unicodeScalars.last, last.properties.generalCategory == .spaceSeparator || last == "\t" {
      text.unicodeScalars.removeLast()
    }
    return String(text)
  }
}
