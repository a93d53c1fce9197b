// Columns, bars, needles and numbers as a person sees them.
import Synchronization
import TerminalInterface
import Testing

/// Collects what is written.
private final class Page: Sendable {
  private let kept = Mutex("")
  var text: String { kept.withLock { $0 } }

  func console(
    isTerminal: Bool, hasColour: Bool = false, movesCursor: Bool? = nil, size: TerminalSize = .unknown
  ) -> Console {
    let sink = Console.Sink(
      isTerminal: isTerminal, hasColour: hasColour, movesCursor: movesCursor, size: { size },
      write: { [self] text in kept.withLock { $0 += text } })
    return Console(results: sink, remarks: sink)
  }
}

@Test func table_alignsItsColumns() {
  var table = Table([Column("port"), Column("vendor", .right), Column("product")])
  table.add(["/dev/ttyUSB0", "1027", "FT232R"])
  table.add(["/dev/ttyS0"])
  #expect(
    table.lines == [
      "port          vendor  product",
      "/dev/ttyUSB0    1027  FT232R",
      "/dev/ttyS0",
    ])
}

@Test func progress_showsRateAndTimeLeft() {
  #expect(
    ProgressBar.text(label: "atan2", done: 500_000, total: 2_000_000, unit: "pairs", seconds: 10)
      == "atan2  [#######·······················]  25 %  50.0 k pairs/s  30 s left")
}

@Test func progress_isFullOnlyWhenAllIsDone() {
  let almost = ProgressBar.text(label: "x", done: 999_999, total: 1_000_000, unit: "n", seconds: 1)
  #expect(almost.contains(" 99 %"))
  #expect(ProgressBar.text(label: "x", done: 5, total: 5, unit: "n", seconds: 1).contains("100 %"))
  #expect(ProgressBar.text(label: "x", done: 0, total: 0, unit: "n", seconds: 0).contains("  0 %"))
}

@Test func progress_isDrawnOnATerminalOnly() {
  let (terminal, file) = (Page(), Page())
  for (page, isTerminal) in [(terminal, true), (file, false)] {
    let bar = ProgressBar("x", total: 10, unit: "n", console: page.console(isTerminal: isTerminal))
    bar.update(3)
    bar.finish()
  }
  #expect(terminal.text.hasPrefix("\rx  ["))
  #expect(terminal.text.hasSuffix("\r\u{1b}[K"))
  #expect(file.text.isEmpty)
}

// A line that wraps is drawn anew below itself with every drawing.
@Test func liveLineAndBar_stayOnOneLineOfANarrowTerminal() {
  let page = Page()
  let console = page.console(isTerminal: true, size: TerminalSize(columns: 10, rows: 24))
  console.live("a needle that points to north")
  #expect(page.text == "\ra needle \u{1b}[K")
  ProgressBar("atan2", total: 10, unit: "pairs", console: console).update(3)
  #expect(page.text.hasSuffix("\ratan2  [#\u{1b}[K"))
}

@Test func liveLineOnADumbTerminal_hasNoEscapes() {
  let page = Page()
  let console = page.console(isTerminal: true, movesCursor: false, size: TerminalSize(columns: 6, rows: 24))
  console.live("ahead 10")
  console.liftLive()
  #expect(page.text == "\r     \rahead" + "\r     \r")
  LiveBlock(console: console).draw(["a"])
  #expect(page.text == "\r     \rahead\r     \r")
}

@Test func liveBlock_fitsTheTerminal() {
  let page = Page()
  let block = LiveBlock(console: page.console(isTerminal: true, size: TerminalSize(columns: 10, rows: 5)))
  for _ in 0..<2 { block.draw(["30 %", "", "··██··", "··██··", "", "Turn the nose down, then up."]) }
  let text = page.text
  #expect(text.split(separator: "\n").count == 8 && text.contains("\u{1b}[4A"), "\(text.debugDescription)")
  #expect(text.contains("30 %") && text.contains("then up."))
}

@Test(arguments: [
  (0.04, "0.0"), (50, "50.0"), (1234, "1234"), (12_345, "12.3 k"), (68_737_810, "68.7 M"), (2.5e9, "2.50 G"),
])
func rate_isScaled(value: Double, text: String) {
  #expect(ProgressBar.scaled(value) == text)
}

@Test(arguments: [
  (0.0, "↑"), (22.4, "↑"), (22.6, "↖"), (45, "↖"), (90, "←"), (180, "↓"), (270, "→"), (315, "↗"), (337.6, "↑"),
  (359.96, "↑"), (-45, "↗"), (720, "↑"),
])
func needle_pointsToNorthWhileUpIsForward(heading: Double, arrow: Character) {
  var needle = Needle()
  #expect(needle.draw(heading: heading) == arrow)
}

@Test func needle_acrossNorth_goesTheShortWay() {
  var needle = Needle()
  _ = needle.draw(heading: 350)
  #expect(needle.drawn == 10)
  // Plainly from 10° to 350° would be 340° the other way, eight steps of 45°.
  #expect(needle.draw(heading: 10) == "↑")
  #expect(needle.drawn == 350)
}

@Test func needle_turnsByAStepAtATime() {
  var needle = Needle()
  _ = needle.draw(heading: 0)
  let way = (1...4).map { _ in needle.draw(heading: 200) }
  #expect(String(way) == "↗→↘↓", "160° clockwise, not 200° against it")
  #expect(needle.drawn == 160)
}

@Test func needle_withoutHeadingIsADotAndBeginsAnew() {
  var needle = Needle()
  _ = needle.draw(heading: 0)
  #expect(needle.draw(heading: nil) == "·" && needle.draw(heading: .nan) == "·" && needle.drawn == nil)
  #expect(needle.draw(heading: 180) == "↓", "at once, and not by steps from where it was")
}

@Test(arguments: [
  (0.0, 2, "0.00"), (359.994, 2, "359.99"), (359.996, 2, "0.00"), (359.96, 1, "0.0"), (359.6, 0, "0"),
  (359.999_999_96, 7, "0.0000000"), (12.345, 1, "12.3"),
])
func angle_ofACircle_isNeverWritten360(degrees: Double, decimals: Int, text: String) {
  #expect(Digits.circle(degrees, decimals) == text)
}

@Test(arguments: [
  (0.42, "0.4 s"), (9.96, "10 s"), (59.4, "59 s"), (65, "1 min 05 s"), (3661, "1 h 01 min"), (.infinity, "?"),
])
func duration_isForPeople(seconds: Double, text: String) {
  #expect(Digits.duration(seconds: seconds) == text)
}

@Test func integer_isGroupedByThousands() {
  #expect([0, 999, 1000, -1_234_567].map { Digits.grouped($0) } == ["0", "999", "1,000", "-1,234,567"])
  #expect(Digits.grouped(UInt64(4_294_967_295)) == "4,294,967,295")
}

@Test func colour_honoursNoColorAndTheTerminal() {
  #expect(Colour.isWelcome(isTerminal: true, environment: [:]))
  #expect(Colour.isWelcome(isTerminal: true, environment: ["NO_COLOR": ""]))
  #expect(!Colour.isWelcome(isTerminal: true, environment: ["NO_COLOR": "1"]))
  #expect(!Colour.isWelcome(isTerminal: true, environment: ["TERM": "dumb"]))
  #expect(!Colour.isWelcome(isTerminal: false, environment: [:]))
  let page = Page()
  let coloured = page.console(isTerminal: true, hasColour: true)
  coloured.line(Colour.good.paint("ok", for: coloured.results))
  #expect(page.text == "\u{1b}[32mok\u{1b}[0m\n")
  #expect(Colour.good.paint("ok", for: page.console(isTerminal: true).results) == "ok")
}
