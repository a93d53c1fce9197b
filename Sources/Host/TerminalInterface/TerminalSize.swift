// The size of a terminal, which redrawing in place needs.
import Foundation

/// Columns and rows of a terminal.
package struct TerminalSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  /// The size of a file, or of a terminal that does not report one: nothing is cut.
  package static let unknown = TerminalSize(columns: .max, rows: .max)

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The size of the terminal behind this descriptor.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    func known(_ count: UInt16) -> Int { isKnown && count > 0 ? Int(count) : .max }
    self.init(columns: known(size.ws_col), rows: known(size.ws_row))
  }

  /// As much of `text` as fits on one line. The last column stays free, because some terminals wrap after it. Each
  /// character counts as one column, and the text must have no colour.
  func fitting(_ text: String) -> String {
    text.count < columns ? text : String(text.prefix(max(1, columns - 1)))
  }

  /// `text` in as many lines as it needs, broken between words.
  func folded(_ text: String) -> [String] {
    guard text.count >= columns else { return [text] }
    var lines = [""]
    for (i, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let longer = lines[lines.count - 1] + (i == 0 ? "" : " ") + word
      if longer.count < columns { lines[lines.count - 1] = longer } else { lines.append(fitting(String(word))) }
    }
    return lines.filter { !$0.isEmpty }
  }
}
