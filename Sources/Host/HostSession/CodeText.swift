// The names of numeric codes that come over the link, including those of later versions.

/// The name of a value, for JSON and messages.
public enum CodeText {
  /// The name of the case. A value that a later version added is "other" with its number.
  public static func name<Known>(_ known: Known?, code: UInt8) -> String { known.map { "\($0)" } ?? "other\(code)" }
}
