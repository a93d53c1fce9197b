// Lines that are redrawn in place.

/// A few lines that are redrawn in place, on a terminal only. Long lines are broken between words. If the block has
/// more lines than the terminal, lines after the first one are left out. Otherwise every redrawing would scroll the
/// text above.
package final class LiveBlock {
  private let console: Console
  private var drawn = 0

  package init(console: Console) { self.console = console }

  /// Whether there is a terminal to draw on.
  package var isShown: Bool { console.remarks.movesCursor }

  /// Draws `lines` in the place of the last drawing.
  package func draw(_ lines: [String]) {
    guard isShown else { return }
    let size = console.remarks.size()
    var shown = lines.flatMap(size.folded)
    // The cursor is on the line below the block. The first line tells the user the progress, the last ones what to do.
    let excess = min(shown.count - 1, shown.count - (size.rows - 1))
    if excess > 0 { shown.removeSubrange(1..<(1 + excess)) }
    // If the terminal has become smaller, the cursor can reach only the lines that it still shows.
    let reachable = min(drawn, max(0, size.rows - 1))
    // The rest of a longer drawing is removed.
    console.remarks.redraw(shown, up: reachable, clearsRest: shown.count < reachable)
    drawn = shown.count
  }

  /// Keeps the last drawing; the next lines come below it.
  package func finish() { drawn = 0 }

  /// Removes the last drawing.
  package func clear() {
    guard isShown, drawn > 0 else { return }
    console.remarks.clear(up: max(1, min(drawn, console.remarks.size().rows - 1)))
    drawn = 0
  }
}
