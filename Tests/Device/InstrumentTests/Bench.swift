// What the tests of the instrument share: requests as bytes on the line, payloads as arrays, memory that survives.

import LinkProtocol
import RecordStore

/// The payload of a frame.
func contents(_ frame: borrowing FrameBuffer) -> [UInt8] {
  var bytes: [UInt8] = []
  let payload = frame.payload
  for i in payload.indices { bytes.append(payload[i]) }
  return bytes
}

/// The payload that a message is.
func contents(of message: some Message) -> [UInt8] {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: 0, token: 0, sequence: 0))
  message.append(to: &frame)
  return contents(frame)
}

/// A request as it goes over the line.
func request(_ kind: MessageKind, token: UInt8, _ payload: [UInt8]) -> [UInt8] {
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: kind.rawValue, token: token, sequence: 0))
  frame.append(payload.span)
  var wire = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
  var span = wire.mutableSpan
  let count = frame.encode(into: &span)
  return Array(wire[..<count])
}

/// Two pages of flash that outlive the instruments that use them.
final class Pages {
  let wordCount: Int
  var words: [[UInt32]]
  var refusesWrites = false

  init(wordCount: Int = 256) {
    self.wordCount = wordCount
    words = Array(repeating: Array(repeating: .max, count: wordCount), count: 2)
  }

  func page(_ index: Int) -> Page { Page(pages: self, index: index) }

  struct Page: FlashPage {
    let pages: Pages
    let index: Int
    var wordCount: Int { pages.wordCount }
    var burst: Int { 1 }
    func read(from word: Int, count: Int) throws(FlashFault) -> FlashWords {
      var found = FlashWords(repeating: 0)
      for i in 0..<count { found[i] = pages.words[index][word + i] }
      return found
    }
    func write(_ words: FlashWords, to word: Int, count: Int) throws(FlashFault) {
      if pages.refusesWrites { throw .refused }
      for i in 0..<count { pages.words[index][word + i] &= words[i] }
    }
    func erase() throws(FlashFault) { pages.words[index] = [UInt32](repeating: .max, count: wordCount) }
    func isBusy() throws(FlashFault) -> Bool { false }
  }
}
