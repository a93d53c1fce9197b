// Rows that hold one axis each: `0.02,x,12.5`, `0.02,y,-3`, `0.02,z,41`.

enum AxisLines {
  /// A line that names an axis in one cell.
  private struct Part {
    var name: [UInt8]
    var axis: Int
    var value: [UInt8]
    var time: [UInt8]?
  }

  /// Whether most of the first lines are such rows, with all three axes.
  static func isIn(_ head: [[UInt8]]) -> Bool {
    guard let separator = separator(of: head) else { return false }
    var (lines, parts, axes) = (0, 0, [0, 0, 0])
    for line in head.prefix(60) where LayoutFinder.isFilled(line) && !LayoutFinder.isComment(line) {
      lines += 1
      guard let part = part(of: line, separator) else { continue }
      parts += 1
      axes[part.axis] += 1
    }
    return parts * 5 >= lines * 4 && axes.allSatisfy { $0 >= 2 }
  }

  /// The text with labels instead of cells, which are then joined to rows. The time is that of the first axis.
  static func joined(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 2)
    let head = text.split(maxSplits: 60, omittingEmptySubsequences: true, whereSeparator: isLineEnd).map { Array($0) }
    guard let separator = separator(of: head) else { return text }
    var first: [UInt8]?
    // Each line stays at its place.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: "\n") }) {
      if let part = part(of: line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line), separator) {
        if first == nil { first = part.name }
        if part.name == first, let time = part.time {
          result += LayoutFinder.bytes("time: ") + time + [UInt8(ascii: " ")]
        }
        result += part.name + LayoutFinder.bytes(": ") + part.value
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  private static func separator(of head: [[UInt8]]) -> UInt8? {
    let marks = LayoutFinder.bytes(";\t, ")
    return marks.first { mark in head.prefix(60).count { part(of: $0, mark) != nil } * 2 > min(60, head.count) }
  }

  private static func part(of line: [UInt8], _ separator: UInt8) -> Part? {
    var cells = LineCells()
    cells.split(line, by: separator)
    guard (2...4).contains(cells.cells.count) else { return nil }
    var (name, axis): ([UInt8]?, Int?) = (nil, nil)
    var numbers: [[UInt8]] = []
    for cell in cells.cells {
      let text = Array(line[cell.start..<cell.end])
      switch CellKind(line, cell.start, cell.end) {
      case .number, .time: numbers.append(text)
      case .missing: break
      case .text:
        let found = ColumnName(text)
        guard name == nil, let place = found.axis, found.quantity == nil || found.quantity == .field else { return nil }
        (name, axis) = (lowered(text), place)
      }
    }
    guard let name, let axis, let value = numbers.last, numbers.count <= 2 else { return nil }
    return Part(
      name: name, axis: axis, value: withPoint(value), time: numbers.count == 2 ? withPoint(numbers[0]) : nil)
  }

  /// A number with a point instead of a decimal comma.
  private static func withPoint(_ number: [UInt8]) -> [UInt8] {
    number.contains(UInt8(ascii: ".")) ? number : number.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
  }
}
