// A whole JSON document as lines: one object or one row of numbers for each sample.

/// The common part of lines with one object and whole documents.
enum JSONText {
  /// The largest nesting depth of objects and lists.
  static var deepest: Int { 8 }

  /// The place of the closing quote of the text that begins here.
  static func closingQuote(_ text: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    while at < text.count, text[at] != UInt8(ascii: "\"") { at += text[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return at < text.count ? at : nil
  }
}

/// Finds the samples of a document that is one value: a list of objects, a list of lists, or one list for each axis.
struct JSONDocument {
  private let text: [UInt8]
  /// The samples of the best list so far: the beginning and end of each.
  private var samples: [TextCell] = []
  private var isOfNumbers = false
  /// The names of lists of plain values; the values one after the other; and where each list ends.
  private var names: [[UInt8]] = []
  private var values: [TextCell] = []
  private var ends: [Int] = []

  private init(_ text: [UInt8]) { self.text = text }

  /// Writes the document with one line for each sample, if possible at the sample's original line.
  /// - Returns: `nil` if the text is not such a document.
  static func lines(_ text: [UInt8]) -> [UInt8]? {
    guard let first = text.first(where: { !isSpace($0) }), first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return nil }
    var document = JSONDocument(text)
    guard let end = document.value(document.skip(0), [], depth: 0), document.skip(end) == text.count else { return nil }
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
    guard let end = document.value(document.skip(0), [], depth: 0), document.skip(end) == line.count else { return nil }
    if let rows = document.rows { return ([], rows) }
    // `{"mag":[1,2,3],"acc":[4,5,6]}` is one sample; a list for each axis has an axis in its name.
    guard ColumnFinder(document.names.map { TextColumn(name: $0) }).field?.places.count == 3,
      let all = document.columns,
      let first = all.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return (Array(all[...first]), Array(all[(first + 1)...]))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || isLineEnd(byte) }

  private func skip(_ start: Int) -> Int {
    var at = start
    while at < text.count, Self.isSpace(text[at]) { at += 1 }
    return at
  }

  // MARK: - Reading

  /// The place after the value that begins here; `nil` if it is not a value.
  private mutating func value(_ start: Int, _ name: [UInt8], depth: Int) -> Int? {
    guard start < text.count, depth <= JSONText.deepest else { return nil }
    switch text[start] {
    case UInt8(ascii: "{"): return object(start, name, depth: depth)
    case UInt8(ascii: "["): return list(start, name, depth: depth)
    case UInt8(ascii: "\""): return JSONText.closingQuote(text, start).map { $0 + 1 }
    default:
      var end = start
      while end < text.count, !Self.isSpace(text[end]), text[end] != UInt8(ascii: ","), text[end] != UInt8(ascii: "]"),
        text[end] != UInt8(ascii: "}")
      { end += 1 }
      return end > start ? end : nil
    }
  }

  private mutating func object(_ start: Int, _ name: [UInt8], depth: Int) -> Int? {
    var at = skip(start + 1)
    if at < text.count, text[at] == UInt8(ascii: "}") { return at + 1 }
    while at < text.count, text[at] == UInt8(ascii: "\"") {
      guard let close = JSONText.closingQuote(text, at) else { return nil }
      let member = LineCells.member(text[(at + 1)..<close], of: name)
      at = skip(close + 1)
      guard at < text.count, text[at] == UInt8(ascii: ":"), let end = value(skip(at + 1), member, depth: depth + 1)
      else { return nil }
      at = skip(end)
      guard at < text.count else { return nil }
      if text[at] == UInt8(ascii: "}") { return at + 1 }
      guard text[at] == UInt8(ascii: ",") else { return nil }
      at = skip(at + 1)
    }
    return nil
  }

  private mutating func list(_ start: Int, _ name: [UInt8], depth: Int) -> Int? {
    var at = skip(start + 1)
    if at < text.count, text[at] == UInt8(ascii: "]") { return at + 1 }
    var parts: [TextCell] = []
    var (objects, inner, plain) = (0, 0, 0)
    while at < text.count {
      let begin = at
      switch text[at] {
      case UInt8(ascii: "{"): objects += 1
      case UInt8(ascii: "["): inner += 1
      default: plain += 1
      }
      guard let end = value(at, name, depth: depth + 1) else { return nil }
      parts.append(TextCell(begin, end))
      at = skip(end)
      guard at < text.count else { return nil }
      if text[at] == UInt8(ascii: "]") { break }
      guard text[at] == UInt8(ascii: ",") else { return nil }
      at = skip(at + 1)
    }
    guard at < text.count else { return nil }
    if plain == parts.count {
      if !name.isEmpty, parts.count >= 2 {
        names.append(name)
        values += parts
        ends.append(values.count)
      }
    } else if objects == parts.count || inner == parts.count, parts.count > samples.count {
      (samples, isOfNumbers) = (parts, objects == 0)
    }
    return at + 1
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
