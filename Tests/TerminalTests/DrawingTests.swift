// Columns, bars, needles and numbers as a person sees them.
import Synchronization
import Terminal
import Testing

/// Collects what is written.
private final class Page: Sendable {
  private let kept = Mutex("")
  var text: String { kept.withLock { $0 } }

  func console(isTerminal: Bool, hasColour: Bool = false) -> Console {
    let sink = Console.Sink(isTerminal: isTerminal, hasColour: hasColour) { [self] text in
      kept.withLock { $0 += text }
    }
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

@Test func liveRows_repeatTheTitlesOnceAScreen() {
  let page = Page()
  var rows = LiveRows(
    [Column("time", .right, width: 6), Column("heading")], console: page.console(isTerminal: true), rowsPerScreen: 2)
  for time in ["0.1", "0.2", "0.3"] { rows.add([time, "north"]) }
  #expect(
    page.text == """
        time  heading
         0.1  north
         0.2  north
        time  heading
         0.3  north

      """)
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
  #expect(terminal.text.hasPrefix("\r\u{1b}[Kx  ["))
  #expect(terminal.text.hasSuffix("\r\u{1b}[K"))
  #expect(file.text.isEmpty)
}

@Test(arguments: [
  (0.04, "0.0"), (50, "50.0"), (1234, "1234"), (12_345, "12.3 k"), (68_737_810, "68.7 M"), (2.5e9, "2.50 G"),
])
func rate_isScaled(value: Double, text: String) {
  #expect(ProgressBar.scaled(value) == text)
}

@Test(arguments: [
  (0, "↑   0.0°"), (22.4, "↑  22.4°"), (22.6, "↗  22.6°"), (90, "→  90.0°"), (179.96, "↓ 180.0°"), (-45, "↖ 315.0°"),
  (359.96, "↑   0.0°"), (337.4, "↖ 337.4°"), (720, "↑   0.0°"),
])
func needle_pointsAlongTheHeading(degrees: Double, text: String) {
  #expect(Needle.text(degrees) == text)
}

@Test func needle_withoutHeadingIsADot() {
  #expect(Needle.text(nil) == "·     –°")
  #expect(Needle.text(.nan) == "·     –°")
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
  let coloured = page.console(isTerminal: true, hasColour: true).results
  #expect(Colour.good.paint("ok", for: coloured) == "\u{1b}[32mok\u{1b}[0m")
  #expect(Colour.good.paint("ok", for: page.console(isTerminal: true).results) == "ok")
}
