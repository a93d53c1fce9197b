// The names of numbers that came over the link, those of later versions included.

/// The name of a value as JSON and messages tell it.
public enum CodeText {
  /// The name of the case, or "other" with the number of a value that a later version added.
  public static func name<Known>(_ known: Known?, code: UInt8) -> String { known.map { "\($0)" } ?? "other\(code)" }
}
