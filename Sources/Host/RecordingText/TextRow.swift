// The current row of a reader: its cells as text, numbers and times.

extension TextReader {
  /// The place of a column's cell; `nil` if the row has none.
  @inline(__always)
  public func cell(_ column: Int) -> TextCell? {
    let column = sample == 0 ? column : samples[sample].place(of: column)
    let place = places.isEmpty ? column : places[column]
    return place >= 0 && place < found.cells.count ? found.cells[place] : nil
  }

  /// Whether the row has text in a column.
  func isFilled(_ column: Int) -> Bool { cell(column).map { $0.end > $0.start } ?? false }

  /// The number in a column; `nil` if there is none.
  @inline(__always)
  public func value(_ column: Int) -> Double? {
    guard let cell = cell(column), let layout else { return nil }
    let value = DecimalNumber.parse(text, cell.start, cell.end, mark: layout.mark)
    guard layout.form == .motionCal else {
      // Integers and numbers with an exponent may have a point although the other numbers have commas.
      return value ?? (layout.hasDecimalComma ? DecimalNumber.parse(text, cell.start, cell.end) : nil)
    }
    return value.map { $0 / layout.divisor(column) }
  }

  /// The text in a column; for the integers of MotionCal, the text as written.
  public func cellText(_ column: Int) -> [UInt8] { cell(column).map { LineCells.text($0, of: text) } ?? [] }

  /// The time in a column, in seconds.
  public func seconds(_ column: Int, _ unit: TextUnit) -> Double? {
    if let value = value(column) {
      switch unit {
      case .milliseconds: return value / 1000
      case .microseconds: return value / 1e6
      case .nanoseconds: return value / 1e9
      case .minutes: return value * 60
      case .hours: return value * 3600
      case .days: return value * 86_400
      default: return value
      }
    }
    guard let cell = cell(column) else { return nil }
    return ClockTime.parse(text, cell.start, cell.end)
  }

  /// The number of cells of the row; an empty cell after the last separator does not count.
  public var rowWidth: Int {
    guard let layout, case .separated = layout.form, found.cells.count > layout.columns.count,
      let last = found.cells.last, last.start == last.end
    else { return places.isEmpty ? found.cells.count : width }
    return found.cells.count - 1
  }

  /// Whether the row has as many cells as the others. Empty cells at its end do not matter.
  public var isWhole: Bool {
    guard let layout, case .separated = layout.form, layout.kind == nil else { return true }
    let (count, columns) = (found.cells.count, layout.columns.count)
    if count == columns || layout.widths.contains(count) { return true }
    return count > columns && found.cells[columns...].allSatisfy { $0.start == $0.end }
  }

  /// Whether a quoted cell of the row does not end.
  public var hasOpenQuote: Bool {
    guard let layout, case .separated(let separator) = layout.form else { return false }
    return LineCells.hasOpenQuote(text, separator: separator)
  }
}
