// What can be wrong with a recording, and what to do about it.

/// A recording that cannot be used. `description` is one or two lines: what happened, where, what to do next.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What can be wrong with a recording.
  public enum Kind: Equatable, Sendable {
    /// Absent, not permitted, or not a file.
    case cannotOpen
    /// The options are wrong: a unit, or the list of columns.
    case option
    /// An option names a column that the header does not have.
    case unknownColumn
    /// The file is not a table that can be read: no header, uneven rows, an open quote.
    case table
    /// A cell is empty, not a number, or not finite.
    case cell
    /// A number is beyond what a sample can carry.
    case range
    /// A time lies before the one above it.
    case timeOrder
  }

  /// What is wrong.
  public var kind: Kind
  /// The file's path, or the option.
  public var place: String
  /// 1-based line of the file; a row with quoted line ends counts from its first line.
  public var line: Int?
  /// The header's name for the column.
  public var column: String?
  public var message: String
  public var advice: String

  public var description: String {
    let at = line.map { "\(place):\($0)" } ?? place
    let named = column.map { "\(at): column “\($0)”" } ?? at
    return "\(named): \(message)\n\(advice)"
  }

  /// 2 usage, which is also an option that names what the file has not got, 5 cannot open, 6 bad file.
  public var exitStatus: Int32 {
    switch kind {
    case .option, .unknownColumn: 2
    case .cannotOpen: 5
    case .table, .cell, .range, .timeOrder: 6
    }
  }
}
