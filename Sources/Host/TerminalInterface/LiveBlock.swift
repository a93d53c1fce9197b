// Lines that are drawn again where they stand.

/// A few lines that are drawn again in their place, on a terminal only. Long ones are broken between words. What has no
/// room is left out, before the end: it would push up what stands above, with every drawing again.
public final class LiveBlock {
  private let console: Console
  private var drawn = 0

  public init(console: Console) { self.console = console }

  /// Whether there is a terminal to draw on.
  public var isShown: Bool { console.remarks.movesCursor }

  /// Draws `lines` where the last ones stand.
  public func draw(_ lines: [String]) {
    guard isShown else { return }
    let size = console.remarks.size()
    var shown = lines.flatMap(size.folded)
    // The cursor waits on the line below; the first line says how far it is, the last ones what to do.
    let excess = min(shown.count - 1, shown.count - (size.rows - 1))
    if excess > 0 { shown.removeSubrange(1..<(1 + excess)) }
    // Of a terminal that has become smaller no more can be reached.
    let reachable = min(drawn, max(0, size.rows - 1))
    var text = reachable > 0 ? "\u{1b}[\(reachable)A" : ""
    for line in shown { text += "\r\u{1b}[K" + line + "\n" }
    // What is left of a longer picture goes.
    if shown.count < reachable { text += "\u{1b}[J" }
    drawn = shown.count
    console.remarks.write(text)
  }

  /// Leaves what is drawn standing; the next lines come below.
  public func finish() { drawn = 0 }

  /// Takes what is drawn away.
  public func clear() {
    guard isShown, drawn > 0 else { return }
    console.remarks.write("\u{1b}[\(max(1, min(drawn, console.remarks.size().rows - 1)))A\r\u{1b}[J")
    drawn = 0
  }
}
