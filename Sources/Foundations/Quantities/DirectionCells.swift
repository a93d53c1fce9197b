// Which directions have been seen. A calibration counts them, its record stores them, and the link carries them.

/// One bit for each of 96 cells of the sphere of directions, 16 on each face of a cube (Protocols/calibration/spec.md,
/// section 5).
public struct DirectionCells: Equatable, Sendable {
  /// Cell n is bit n mod 32 of word n / 32.
  public var words: (UInt32, UInt32, UInt32)

  /// The number of cells.
  public static var total: Int { 96 }

  public init(_ first: UInt32 = 0, _ second: UInt32 = 0, _ third: UInt32 = 0) { words = (first, second, third) }

  public static func == (a: DirectionCells, b: DirectionCells) -> Bool { a.words == b.words }

  /// Whether a cell, 0…95, was seen.
  public func hasCell(_ cell: UInt8) -> Bool {
    let bit = UInt32(1) &<< UInt32(cell & 31)
    return (cell < 32 ? words.0 : cell < 64 ? words.1 : words.2) & bit != 0
  }

  /// Marks a cell, 0…95.
  public mutating func insert(_ cell: UInt8) {
    let bit = UInt32(1) &<< UInt32(cell & 31)
    if cell < 32 { words.0 |= bit } else if cell < 64 { words.1 |= bit } else { words.2 |= bit }
  }
}
