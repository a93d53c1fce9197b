// How the rows of a text are written: which form, which marks, which names.

/// A column of a text.
public struct TextColumn: Equatable, Sendable {
  /// Its name; empty where the text has none.
  public var name: [UInt8]
  /// The unit that stands below the name or behind the number, as the text writes it.
  public var unit: [UInt8]

  init(name: [UInt8], unit: [UInt8] = []) { (self.name, self.unit) = (name, unit) }
}

/// Rows of one kind in a text with several: their first cell says which.
public struct RecordKind: Equatable, Sendable {
  /// The text of the first cell.
  public var word: [UInt8]
  public var columns: [TextColumn]
  /// Rows of it in the text's beginning.
  public var count: Int
}

/// The rows of one sensor among those of several.
public struct RowSelection: Equatable, Sendable {
  public var column: Int
  public var value: [UInt8]
}

/// How the rows of a text are written.
public struct TextLayout: Equatable, Sendable {
  /// How the cells of a row stand in its line.
  public enum Form: Equatable, Sendable {
    /// Cells with this mark between them; 32 stands for blanks.
    case separated(UInt8)
    case labelled
    /// Labelled numbers of several lines make one row: `mx: 12.5`, `my: 3`, `mz: -4`.
    case stacked
    case json
    /// `Raw:` and nine whole numbers: accelerometer in 1/8192 g, gyroscope in 1/16 °/s, field in 0.1 µT.
    case motionCal
    /// `Uni:` and nine numbers: m/s², rad/s, µT.
    case uniform
  }

  /// How the cells of a row stand in its line.
  public var form: Form
  /// How the characters are written.
  public var encoding = TextEncoding.utf8
  /// Whether a comma stands before the fraction.
  public var hasDecimalComma = false
  /// One for each cell of a row.
  public var columns: [TextColumn] = []
  /// Whether the names are the text's own.
  public var hasNames = false
  /// Whether the names stood in a comment.
  public var isNamedInComment = false
  public var hasUnitRow = false
  /// Whether lines carry time stamps, tags or colours around them.
  public var isDecorated = false
  public var isBracketed = false
  /// Whether a time and a blank stand before the first cell of each row: `10:15:12.000 1,2,3`.
  public var isStamped = false
  /// Rows of several sensors, of which a cell names the sensor: only those with this text are read.
  public var selection: RowSelection?
  /// The kinds of rows, where a first cell names them; else empty.
  public var kinds: [RecordKind] = []
  /// The kind that is read.
  public var kind: Int?
  /// The line of the first row.
  var firstRow = 1
  /// Lines of names and units above it.
  var headings: [Int] = []
  /// Where every row has a mark behind its last number.
  var hasLastMark = false

  public init(form: Form) { self.form = form }

  /// The decimal mark of the numbers.
  var mark: UInt8 { hasDecimalComma ? 44 : 46 }

  /// What a number of a column is divided by, in rows of MotionCal.
  func divisor(_ column: Int) -> Double {
    guard form == .motionCal else { return 1 }
    return column < 3 ? 8192 : column < 6 ? 16 : 10
  }
}
