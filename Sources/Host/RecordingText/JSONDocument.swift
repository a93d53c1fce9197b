// A whole JSON document as lines: one object or one row of numbers for each sample.

import JSONText

/// Finds the samples of a document that is one value: a list of objects, a list of lists, or one list for each axis.
struct JSONDocument {
  private var scanner: JSONScanner
  /// The samples of the best list so far: the beginning and end of each.
  private var samples: [TextCell] = []
  private var isOfNumbers = false
  /// The names of lists of plain values; the values one after the other; and where each list ends.
  private var names: [[UInt8]] = []
  private var values: [TextCell] = []
  private var ends: [Int] = []

  private init(_ text: [UInt8]) { scanner = JSONScanner(text) }

  private var text: [UInt8] { scanner.text }

  /// Writes the document with one line for each sample, if possible at the sample's original line.
  /// - Returns: `nil` if the text is not such a document.
  static func lines(_ text: [UInt8]) -> [UInt8]? {
    var document = JSONDocument(text)
    guard document.read() else { return nil }
    return document.rows ?? document.columns
  }

  /// Writes lines with one object each, if an object holds several samples, with one line for each sample. The other
  /// members are left out.
  /// - Parameter head: the first lines.
  /// - Returns: `nil` if the objects hold one sample each.
  static func samplesOfRecords(_ text: [UInt8], _ head: [[UInt8]]) -> [UInt8]? {
    var (records, filled) = (0, 0)
    for line in head.prefix(20) where LayoutFinder.isFilled(line) {
      filled += 1
      if samples(of: line) != nil { records += 1 }
    }
    guard records >= 2, records * 5 >= filled * 4 else { return nil }
    var result: [UInt8] = []
    var header: [UInt8] = []
    for line in text.split(whereSeparator: isLineEnd) {
      guard let (names, rows) = samples(of: Array(line)) else { continue }
      // Lists for each axis have their names above them.
      if !names.isEmpty, names != header { result += names }
      header = names
      result += rows
    }
    return result
  }

  /// The samples of one object, and the line of names if it has a list for each axis.
  private static func samples(of line: [UInt8]) -> (names: [UInt8], rows: [UInt8])? {
    guard firstByte(of: line) == UInt8(ascii: "{") else { return nil }
    var document = JSONDocument(line)
    guard document.read() else { return nil }
    if let rows = document.rows { return ([], rows) }
    // `{"mag":[1,2,3],"acc":[4,5,6]}` is one sample; a list for each axis has an axis in its name.
    guard ColumnFinder(document.names.map { TextColumn(name: $0) }).field?.places.count == 3,
      let all = document.columns,
      let first = all.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return (Array(all[...first]), Array(all[(first + 1)...]))
  }

  // MARK: - Reading

  /// Whether the text is one object or list.
  private mutating func read() -> Bool {
    guard let first = scanner.next(), first == .object || first == .list else { return false }
    return value(first, []) && scanner.isAtEnd
  }

  /// Reads the value that begins with a part. Returns whether it is whole.
  private mutating func value(_ part: JSONScanner.Part, _ name: [UInt8]) -> Bool {
    switch part {
    case .object:
      while let next = scanner.next() {
        guard case .name(let range) = next else { return next == .end }
        let member = LineCells.member(text[range], of: name)
        guard let first = scanner.next(), value(first, member) else { return false }
      }
      return false
    case .list: return list(name)
    case .string, .word: return true
    case .name, .end: return false
    }
  }

  private mutating func list(_ name: [UInt8]) -> Bool {
    var parts: [TextCell] = []
    var (objects, inner) = (0, 0)
    while let part = scanner.next() {
      if part == .end {
        let plain = parts.count - objects - inner
        if plain == parts.count {
          if !name.isEmpty, parts.count >= 2 {
            names.append(name)
            values += parts
            ends.append(values.count)
          }
        } else if objects == parts.count || inner == parts.count, parts.count > samples.count {
          (samples, isOfNumbers) = (parts, objects == 0)
        }
        return true
      }
      let start = scanner.start
      if part == .object { objects += 1 } else if part == .list { inner += 1 }
      guard value(part, name) else { return false }
      parts.append(TextCell(start, scanner.at))
    }
    return false
  }

  // MARK: - Lines

  /// Each element of the longest list of objects, or of lists, as a line.
  private var rows: [UInt8]? {
    guard samples.count >= 2, names.isEmpty || samples.count >= ends[0] || !isOfNumbers else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var (line, wanted, at) = (1, 1, 0)
    for sample in samples {
      while at < sample.start {
        if text[at] == UInt8(ascii: "\n") { wanted += 1 }
        at += 1
      }
      while line < wanted {
        result.append(UInt8(ascii: "\n"))
        line += 1
      }
      for byte in text[sample.start..<sample.end] {
        // The brackets of a list of numbers are not part of the cells.
        let isMark = isLineEnd(byte) || (isOfNumbers && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")))
        result.append(isMark ? UInt8(ascii: " ") : byte)
      }
      result.append(UInt8(ascii: "\n"))
      line += 1
    }
    return result
  }

  /// Lists of the same length, as columns of a table.
  private var columns: [UInt8]? {
    func count(_ list: Int) -> Int { ends[list] - (list > 0 ? ends[list - 1] : 0) }
    var lengths: [(cells: Int, rows: Int)] = []
    for list in names.indices { LayoutFinder.add(count(list), to: &lengths) }
    var (best, most) = (0, 1)
    for length in lengths where length.rows > most { (best, most) = (length.cells, length.rows) }
    guard most >= 2 else { return nil }
    var result: [UInt8] = []
    // The names, and then the rows.
    for row in -1..<best {
      var isFirst = true
      for list in names.indices where count(list) == best {
        if !isFirst { result.append(UInt8(ascii: ",")) }
        isFirst = false
        if row < 0 {
          result += names[list]
        } else {
          let cell = values[ends[list] - best + row]
          result += text[cell.start..<cell.end]
        }
      }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
