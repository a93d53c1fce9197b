// How much a terminal shows, so that what is drawn again stands where it stood.
import Foundation

/// Columns and rows of a terminal.
public struct TerminalSize: Equatable, Sendable {
  public var columns: Int
  public var rows: Int

  /// That of a terminal which does not say, and of a file: nothing is cut.
  public static let unknown = TerminalSize(columns: .max, rows: .max)

  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The terminal behind this descriptor.
  init(of descriptor: Int32) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    func known(_ count: UInt16) -> Int { isKnown && count > 0 ? Int(count) : .max }
    self.init(columns: known(size.ws_col), rows: known(size.ws_row))
  }

  /// As much of `text` as stands on one line. The last column stays free: some terminals wrap when it is written. Letters
  /// count one column each, and the text has no colour.
  func fitting(_ text: String) -> String {
    text.count < columns ? text : String(text.prefix(max(1, columns - 1)))
  }

  /// `text` in as many lines as it takes, broken between words.
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
