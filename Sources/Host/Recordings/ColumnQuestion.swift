// What to ask the user about the columns of a recording, with an example that its numbers suggest.

import RecordingText
import TerminalInterface

/// The question which columns are the field.
struct ColumnQuestion {
  private let table: RecordingTable
  private let found: Recognition
  private let given: LineColumns
  private let allowsPlane: Bool

  init(_ table: RecordingTable, _ found: Recognition, _ given: LineColumns, allowsPlane: Bool) {
    (self.table, self.found, self.given, self.allowsPlane) = (table, found, given, allowsPlane)
  }

  /// The error with the question.
  var error: RecordingError {
    let layout = table.layout
    if layout.kind != nil { return ofKinds }
    if let field = found.field, field.places.count == 2 {
      return option(
        "the field has two axes, and three are needed here", separator: ": ",
        "`binnacle fit` takes a flat turn of two axes; headings need the third.")
    }
    guard table.header.count >= 2 else {
      return RecordingError(
        kind: .table, place: table.name, message: "read as \(layout.summary)",
        advice: "A field needs three numbers a line.")
    }
    guard table.header.count >= 3 else {
      return option(
        "it is not known whether these are the field", separator: "\(names), and ",
        allowsPlane
          ? "Two columns are a flat turn: --columns 1,2"
          : "A heading needs three numbers a line; `binnacle fit --columns 1,2` takes a flat turn of two axes.")
    }
    guard let likely = found.likely else {
      return RecordingError(
        kind: .table, place: table.name, message: "there is no magnetic field in this table\(names)",
        advice: "A recording needs the three numbers of a magnetometer; if it has them, name them by --columns.")
    }
    let advice =
      likely.isClear
      ? "By their numbers these are: \(options(likely, table))\nIf not, name other columns: forward, right, down, then those of the acceleration."
      : "Name the field's columns forward, right, down, then those of the acceleration, such as \(options(likely, table))"
    return option("it is not known which of them are the field", separator: "\(names), and ", advice)
  }

  private func option(_ message: String, separator: String, _ advice: String) -> RecordingError {
    RecordingError(
      kind: .option, place: table.name, message: "read as \(table.layout.summary)\(separator)\(message)", advice: advice
    )
  }

  /// The names of the columns, and how many have none.
  private var names: String {
    let layout = table.layout
    guard layout.hasNames else { return "" }
    let named = layout.columns.count { !$0.name.isEmpty }
    let bare =
      layout.cells == 0 || layout.cells == named
      ? "" : "; the header names \(named) columns, and the rows have \(layout.cells) cells"
    return "; its columns are \(RecordingColumns.listed(table.header))\(bare)"
  }

  /// If a first cell names kinds of rows: the kind whose numbers look most like a field.
  private var ofKinds: RecordingError {
    let layout = table.layout
    var best: (table: RecordingTable, likely: LikelyColumns)?
    // The layout has chosen the kind whose name is that of a field, if there is one.
    for kind in ([layout.kind].compactMap { $0 } + Array(layout.kinds.indices)).prefix(40)
    where layout.kinds[kind].count > 0 {
      var reader = table.reader
      guard reader.choose(kind: layout.kinds[kind].word),
        case let other = RecordingTable(live: reader, name: table.name),
        let likely = Recognition(reader).likely
      else { continue }
      if best.map({ !$0.likely.isClear && likely.isClear }) ?? true { best = (other, likely) }
    }
    let words = layout.kinds.filter { $0.count > 0 }.map { shown($0.word) }
    let message =
      "its rows begin with \(words.prefix(12).joined(separator: ", ")), and it is not known which are the field"
    guard let best, let kind = best.table.layout.kind else {
      return option(message, separator: ": ", "Name the kind and three places, such as --where 1=KIND --columns 2,3,4")
    }
    let word = shown(best.table.layout.kinds[kind].word)
    let choice = "--where 1=\(word.contains(" ") ? "'\(word)'" : word)"
    return option(
      message, separator: ": ",
      "Name the kind and three columns, such as \(choice) \(options(best.likely, best.table))")
  }

  /// Options that read the proposed columns.
  private func options(_ likely: LikelyColumns, _ table: RecordingTable) -> String {
    var text = "--columns \(Self.list(likely.field + likely.force, table))"
    if given.field == nil, unit(likely.field, .field, table) == nil, let unit = FieldUnit(likely.fieldUnit) {
      text += " --unit \(unit.rawValue)"
    }
    if !likely.force.isEmpty, given.acceleration == nil, unit(likely.force, .force, table) == nil,
      let unit = AccelerationUnit(likely.forceUnit), unit != .standardGravity
    {
      text += " --accel-unit \(unit.rawValue)"
    }
    return text
  }

  /// The unit that the names state, so that no option is needed for it.
  private func unit(_ places: [Int], _ quantity: ColumnQuantity, _ table: RecordingTable) -> TextUnit? {
    places.first.flatMap { TextUnit(column: table.layout.columns[$0], of: quantity) }
  }

  /// Columns in the form of `--columns`: by name if all have one, otherwise by place.
  static func list(_ places: [Int], _ table: RecordingTable) -> String {
    let names = places.map { table.name(of: $0) }
    let isNamed = table.layout.hasNames && zip(places, names).allSatisfy { $1 != "\($0 + 1)" }
    // A message has one line, and a shell takes such a name as one word.
    let isPlain = names.allSatisfy { $0.utf8.count <= 40 && !$0.contains { " ,\"'()&;<>|*?$`\\".contains($0) } }
    return (isNamed && isPlain ? names.map { shown($0) } : places.map { "\($0 + 1)" }).joined(separator: ",")
  }

  /// The same with signs.
  static func list(_ columns: [SignedColumn], _ table: RecordingTable) -> String {
    let places = columns.compactMap { try? table.index(of: $0.name, for: "--columns") }
    let names = list(places, table).split(separator: ",")
    guard names.count == columns.count else { return columns.map { shown($0.name) }.joined(separator: ",") }
    return zip(columns, names).map { SignedColumn(name: String($1), isNegated: $0.isNegated).text }.joined(
      separator: ",")
  }

  /// The question for the unit of a field.
  static func unit(_ table: RecordingTable, _ field: SensorColumns, _ units: [TextUnit]) -> RecordingError {
    let names = units.compactMap { FieldUnit($0)?.rawValue }
    let columns = field.places.map { shown(table.header[$0]) }.joined(separator: ",")
    let first = names.first ?? "counts"
    return RecordingError(
      kind: .option, place: table.name,
      message: "read as \(table.layout.summary): the field is \(columns), and its unit is not named",
      advice: first == "counts"
        ? "Name it: --unit counts for what a chip counts, or --unit CHIP@RANGE, such as --unit qmc5883l@2G"
        : "By its size it would be \(first): --unit \(first)\n"
          + "For what a chip counts give --unit counts, or --unit CHIP@RANGE.")
  }
}

extension RecordingColumns {
  /// Names for a message, limited to a readable number.
  static func listed(_ names: [String]) -> String {
    let shorter = names.filter { !$0.isEmpty }
    let text = shorter.prefix(mostNames).map { shown($0) }.joined(separator: ", ")
    return shorter.count > mostNames ? text + " and \(shorter.count - mostNames) more" : text
  }

  private static let mostNames = 24
}
