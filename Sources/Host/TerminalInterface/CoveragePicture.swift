// Draws the directions that have been seen as the unfolded faces of a cube.

/// An unfolded cube: 16 cells per face, two rows of cells in one row of text.
///
///               top
///             ········
///             ········
///      left     nose    right    tail
///    ········ ████▀▀·· ········ ········
///    ········ ▀▀██···· ········ ········
///               belly
///             ▄▄██████
///             ████████
package enum CoveragePicture {
  /// The six sides of an instrument.
  package enum Side: Int, CaseIterable, Sendable {
    case nose, tail, right, left, belly, top

    package var name: String { "\(self)" }
  }

  /// - Parameters:
  ///   - highlight: the side that is needed next.
  ///   - isSeen: whether cell `index` of a side was seen; 0…15, row by row.
  package static func lines(highlight: Side? = nil, isSeen: (Side, Int) -> Bool) -> [String] {
    let gap = "  "
    let pad = String(repeating: " ", count: 8) + gap
    func title(_ side: Side) -> String { centred(highlight == side ? "▸ \(side.name) ◂" : side.name) }
    func rows(_ side: Side) -> [String] { (0..<2).map { row in face(side, row, isSeen) } }
    var lines = [pad + title(.top)]
    lines += rows(.top).map { pad + $0 }
    lines.append([Side.left, .nose, .right, .tail].map(title).joined(separator: gap))
    let middle = [Side.left, .nose, .right, .tail].map(rows)
    lines += (0..<2).map { row in middle.map { $0[row] }.joined(separator: gap) }
    lines.append(pad + title(.belly))
    lines += rows(.belly).map { pad + $0 }
    return lines.map { line in
      var text = line
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  private static func face(_ side: Side, _ row: Int, _ isSeen: (Side, Int) -> Bool) -> String {
    (0..<4).map { column in
      let upper = isSeen(side, 8 * row + column)
      let lower = isSeen(side, 8 * row + 4 + column)
      return upper ? (lower ? "██" : "▀▀") : (lower ? "▄▄" : "··")
    }.joined()
  }

  private static func centred(_ text: String) -> String {
    text.padded(to: text.count + max(0, (8 - text.count) / 2), .right).padded(to: 8)
  }
}
