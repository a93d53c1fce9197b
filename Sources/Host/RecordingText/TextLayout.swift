// How the rows of a text are written: their form, their separators, their names.

/// A column of a text.
public struct TextColumn: Equatable, Sendable {
  /// The name; empty if the text has none.
  public var name: [UInt8]
  /// The unit below the name or after the number, as written in the text.
  public var unit: [UInt8]

  init(name: [UInt8], unit: [UInt8] = []) { (self.name, self.unit) = (name, unit) }
}

/// Rows of one kind in a text with several kinds; the first cell names the kind.
public struct RecordKind: Equatable, Sendable {
  /// The text of the first cell.
  public var word: [UInt8]
  public var columns: [TextColumn]
  /// The number of rows of this kind at the beginning of the text.
  public var count: Int
}

/// The rows of one sensor among those of several.
public struct RowSelection: Equatable, Sendable {
  public var column: Int
  public var value: [UInt8]
}

/// How the rows of a text are written.
public struct TextLayout: Equatable, Sendable {
  /// How a line contains the cells of a row.
  public enum Form: Equatable, Sendable {
    /// Cells with this separator between them; 32 means spaces.
    case separated(UInt8)
    case labelled
    /// The labelled numbers of several lines are one row: `mx: 12.5`, `my: 3`, `mz: -4`.
    case stacked
    case json
    /// `Raw:` and nine whole numbers: accelerometer in 1/8192 g, gyroscope in 1/16 °/s, field in 0.1 µT.
    case motionCal
    /// `Uni:` and nine numbers: m/s², rad/s, µT.
    case uniform
  }

  /// How a line contains the cells of a row.
  public var form: Form
  /// The encoding of the characters.
  public var encoding = TextEncoding.utf8
  /// Whether numbers have a decimal comma.
  public var hasDecimalComma = false
  /// One for each cell of a row.
  public var columns: [TextColumn] = []
  /// Whether the names come from the text.
  public var hasNames = false
  /// Whether the names were in a comment.
  public var isNamedInComment = false
  public var hasUnitRow = false
  /// Whether lines have time stamps, tags or colours.
  public var isDecorated = false
  public var isBracketed = false
  /// Whether a time and a space precede the first cell of each row: `10:15:12.000 1,2,3`.
  public var isStamped = false
  /// In a text with rows of several sensors, where one cell names the sensor: read only the rows with this text.
  public var selection: RowSelection?
  /// The kinds of rows, if a first cell names them; otherwise empty.
  public var kinds: [RecordKind] = []
  /// The kind that is read.
  public var kind: Int?
  /// The line of the first row.
  var firstRow = 1
  /// The lines of names and units above the rows.
  var headings: [Int] = []
  /// The number of cells of most rows, if the header has another number of names; otherwise 0.
  public internal(set) var cells = 0
  /// Other numbers of cells that many rows have: a column of remarks may be missing, or have no name.
  var widths: [Int] = []

  public init(form: Form) { self.form = form }

  /// The decimal mark of the numbers.
  var mark: UInt8 { hasDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".") }

  /// The divisor for the numbers of a column, in rows of MotionCal.
  public func divisor(_ column: Int) -> Double {
    guard form == .motionCal else { return 1 }
    return column < 3 ? 8192 : column < 6 ? 16 : 10
  }
}
