// Numbers in the cells of a table, and the errors for cells without a number.

/// A number in decimal notation. Hexadecimal, infinite and NaN, which `Double.init` would accept, give `nil`.
func decimalNumber(_ text: String) -> Double? {
  guard text.utf8.allSatisfy({ ($0 >= 48 && $0 <= 57) || "+-.eE".utf8.contains($0) }) else { return nil }
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

extension CSVTable {
  /// The number in a cell.
  func number(_ row: Row, _ index: Int) throws(RecordingError) -> Double {
    let text = row.cells[index]
    if let value = decimalNumber(text) { return value }
    let what =
      text.isEmpty
      ? "the cell is empty"
      : Double(text) == nil ? "“\(text)” is not a number" : "“\(text)” is not a finite decimal number"
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isWithComma = parts.count == 2 && decimalNumber(parts.joined(separator: ".")) != nil
    throw fault(
      .cell, row, index, what,
      isWithComma ? "Write numbers with a decimal point, not a comma." : "Correct the cell or remove the row.")
  }

  func fault(
    _ kind: RecordingError.Kind, _ row: Row, _ index: Int, _ message: String, _ advice: String
  ) -> RecordingError {
    RecordingError(kind: kind, place: name, line: row.line, column: header[index], message: message, advice: advice)
  }
}
