// The picture of directions: every cell in its place, and lines that are drawn again in theirs.

import Synchronization
import TerminalInterface
import Testing

@Test func coverage_nothingSeen_isAnEmptyCube() {
  let lines = CoveragePicture.lines { _, _ in false }
  #expect(lines.count == 9)
  #expect(lines.joined().filter { $0 == "·" }.count == 6 * 2 * 8)
  #expect(lines[3].split(separator: " ").map(String.init) == ["left", "nose", "right", "tail"])
  #expect(lines.allSatisfy { $0.last != " " })
}

@Test func coverage_everyCell_changesThePictureInItsOwnPlace() {
  var pictures: Set<[String]> = []
  for side in CoveragePicture.Side.allCases {
    for cell in 0..<16 {
      let lines = CoveragePicture.lines { $0 == side && $1 == cell }
      let drawn = lines.joined().filter { "▀▄".contains($0) }
      // Rows 0 and 2 are upper halves.
      #expect(drawn == (cell / 4 % 2 == 0 ? "▀▀" : "▄▄"), "\(side) \(cell)")
      pictures.insert(lines)
    }
  }
  #expect(pictures.count == 96)
  let whole = CoveragePicture.lines { _, _ in true }.joined()
  #expect(whole.filter { $0 == "█" }.count == 96 && !whole.contains("·"))
}

@Test func coverage_wantedSide_isMarked() {
  let lines = CoveragePicture.lines(highlight: .belly) { _, _ in false }
  #expect(lines.filter { $0.contains("▸") } == [lines[6]] && lines[6].contains("belly"))
}

@Test func liveBlock_drawsOverItselfOnATerminalOnly() {
  let kept = Mutex("")
  for isTerminal in [false, true] {
    let sink = Console.Sink(isTerminal: isTerminal, hasColour: false) { text in kept.withLock { $0 += text } }
    let block = LiveBlock(console: Console(results: sink, remarks: sink))
    block.draw(["a", "b"])
    block.draw(["c"])
    block.clear()
    let text = kept.withLock { $0 }
    #expect(text == (isTerminal ? "\r\u{1b}[Ka\n\r\u{1b}[Kb\n\u{1b}[2A\r\u{1b}[Kc\n\u{1b}[J\u{1b}[1A\r\u{1b}[J" : ""))
  }
}
