// Guesses from the bytes of a line which device is at its other end.

/// The bytes that came over a line on which no board answered. They tell the user what seems to be there, and what to
/// do.
package struct LineObservation: Sendable, Equatable {
  /// The first bytes before any frame.
  private var head: [UInt8] = []
  /// How many bytes came before any frame.
  package private(set) var bytes = 0
  /// Complete frames of a board that came although none of them was an answer.
  package var frames = 0
  /// Whether the line sends back what is sent to it.
  package var isEcho = false

  /// Adds a byte that came before any frame.
  mutating func add(_ byte: UInt8) {
    bytes += 1
    if head.count < 512 { head.append(byte) }
  }

  private enum Finding {
    case nothing, noise, echo, frames
    case sentence(String)
    case text(String)
  }

  private var finding: Finding {
    if isEcho { return .echo }
    if frames > 0 { return .frames }
    if bytes == 0 { return .nothing }
    let runs = head.split { !Self.isPrintable($0) }.map { String(decoding: $0, as: UTF8.self) }
    if let sentence = runs.first(where: Self.isSentence) { return .sentence(sentence) }
    // A login prompt echoes everything, including control characters, between its words.
    if let line = isText ? runs.first : runs.first(where: { $0.count >= Self.certainText }) { return .text(line) }
    return isText ? .text("") : .noise
  }

  /// This many printable characters in a row are unlikely at a wrong baud rate: they occur once in 10,000 times.
  private static let certainText = 16

  private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7f }

  private var isText: Bool {
    let readable = head.count { Self.isPrintable($0) || $0 == 0x0d || $0 == 0x0a }
    return !head.isEmpty && readable * 10 >= head.count * 9
  }

  /// Whether the bytes are understood (text, frames, or an echo), so that another baud rate would not help.
  package var isUnderstood: Bool { isEcho || frames > 0 || isText }

  /// One clause, such as "it speaks NMEA 0183 ($GPRMC,…)".
  package var description: String {
    switch finding {
    case .nothing: "nothing came"
    case .noise: "\(bytes) bytes came that are not Binnacle frames (wrong baud rate, or another device)"
    case .echo: "it sends back what it is sent"
    case .frames: "it sends frames of a board, but answers nothing"
    case .sentence(let words): "it speaks NMEA 0183 (\(words.prefix(24))…)"
    case .text(let words): "it sends text (“\(words.prefix(32))…”)"
    }
  }

  /// What to do next, one line.
  package var advice: String {
    switch finding {
    case .nothing, .noise:
      "Check that Binnacle firmware runs on it and that the baud rate is right (serial:PATH?baud=115200)."
    case .echo:
      "That is a modem, a login or a plug that joins TX and RX: choose another port (`binnacle ports`)."
    case .frames:
      "Check that this machine's TX leads to the board's RX, and that no other program talks to the board."
    case .sentence:
      "That is another instrument: choose another port (`binnacle ports`). A receiver serves --location nmea:DEVICE."
    case .text:
      "Check that it is the right port (`binnacle ports`) and that Binnacle firmware runs there, past its boot loader."
    }
  }

  /// Whether a line has the form and the checksum of NMEA 0183: $ or !, and the exclusive-or of the characters up to *.
  private static func isSentence(_ line: String) -> Bool {
    guard let first = line.first, first == "$" || first == "!", let star = line.lastIndex(of: "*") else { return false }
    let sum = line[line.index(after: line.startIndex)..<star].utf8.reduce(UInt8(0), ^)
    return UInt8(line[line.index(after: star)...].prefix(2), radix: 16) == sum
  }
}
