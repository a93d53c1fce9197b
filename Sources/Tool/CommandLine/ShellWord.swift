// Quotes words for commands that a message asks the user to type.

extension String {
  /// The text as one word for a shell: in quotes if it contains special characters, such as the ? of a link.
  package var shellWord: String {
    let plain = allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/:.,_+-=@%".contains($0)) }
    return plain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
