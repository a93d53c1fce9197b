// Numbers and names in a text.

/// A number in decimal notation. Hexadecimal, infinite and NaN, which `Double.init` would accept, give `nil`.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }) else { return nil }
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

extension String {
  var trimmed: String {
    // Most texts have no space at their ends.
    if let first = utf8.first, let last = utf8.last, 33...126 ~= first, 33...126 ~= last { return self }
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
