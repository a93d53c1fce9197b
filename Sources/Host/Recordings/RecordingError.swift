// The errors of a recording, with what to do about them.

/// A recording that cannot be used. `description` is one or two lines: what happened, where, and what to do next.
package struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What can be wrong with a recording.
  package enum Kind: Equatable, Sendable {
    /// The file does not exist, reading it is not permitted, or it is not a file.
    case cannotOpen
    /// The options are wrong: a unit, or the list of columns.
    case option
    /// An option names a column that the header does not have.
    case unknownColumn
    /// The file is not a readable table: it has no header, uneven rows, or a quote that does not end.
    case table
    /// A cell is empty, not a number, or not finite.
    case cell
    /// A number exceeds the range of a sample.
    case range
    /// A time is earlier than the one in the row above.
    case timeOrder
  }

  /// What is wrong.
  package var kind: Kind
  /// The file's path, or the option.
  package var place: String
  /// 1-based line of the file; for a row with quoted line ends, its first line.
  package var line: Int?
  /// The name of the column in the header.
  package var column: String?
  package var message: String
  package var advice: String

  package var description: String {
    let at = line.map { "\(place):\($0)" } ?? place
    let named = column.map { "\(at): column “\($0)”" } ?? at
    return "\(named): \(message)\n\(advice)"
  }

  /// 2: usage error, or an option that names a column that the file does not have; 5: cannot open; 6: bad file.
  package var exitStatus: Int32 {
    switch kind {
    case .option, .unknownColumn: 2
    case .cannotOpen: 5
    case .table, .cell, .range, .timeOrder: 6
    }
  }
}
