// Aligned columns.

/// One column.
package struct Column: Sendable, Equatable {
  /// The side on which the cells of the column are aligned.
  package enum Alignment: Sendable { case left, right }

  /// The head of the column, and how its cells are aligned.
  package var title: String
  package var alignment: Alignment
  /// The minimum width in characters. Wider cells stay complete and make their row longer.
  package var width: Int

  package init(_ title: String, _ alignment: Alignment = .left, width: Int = 0) {
    self.title = title
    self.alignment = alignment
    self.width = max(width, title.count)
  }

  func padded(_ cell: String) -> String { cell.padded(to: width, alignment) }
}

extension String {
  /// The text with added spaces to a length of `width` characters, aligned as given. A longer text does not change.
  package func padded(to width: Int, _ alignment: Column.Alignment = .left) -> String {
    let space = String(repeating: " ", count: max(0, width - count))
    return alignment == .left ? self + space : space + self
  }
}

/// A table in which each column is as wide as its widest cell.
package struct Table: Sendable {
  private var columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row; missing cells are empty.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count <= columns.count)
    for (index, cell) in cells.enumerated() { columns[index].width = max(columns[index].width, cell.count) }
    rows.append(cells)
  }

  /// The titles, then the rows. Two spaces separate the columns; lines have no trailing spaces.
  package var lines: [String] {
    ([columns.map(\.title)] + rows).map { RowText.text($0, columns) }
  }
}

enum RowText {
  static func text(_ cells: [String], _ columns: [Column]) -> String {
    var line = zip(cells, columns).map { $1.padded($0) }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}
