// Words for commands that a message asks somebody to type.

extension String {
  /// As a shell takes it for one word: in quotes where it holds what a shell would read otherwise, as the ? of a link.
  var shellWord: String {
    let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/:.,_+-=@%".contains($0)) }
    return plain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
