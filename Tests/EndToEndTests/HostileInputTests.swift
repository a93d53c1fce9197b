// What others wrote: it never ends, nests without end, or commands the terminal.
import Foundation
import Recordings
import TestSupport
import Testing

private let escape = "\u{1b}]0;evil\u{7}\u{1b}[31m"

/// Everything that a run printed, as it reached the terminal.
private func expectNoCommand(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
  let text = outcome.lines.joined(separator: "\n") + outcome.remarks
  let commands = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
  #expect(commands.isEmpty, "\(text.debugDescription)", sourceLocation: sourceLocation)
}

extension BadInput {
  // MARK: - Without an end

  @Test(arguments: [
    ["fit", "FILE"], ["report", "FILE"], ["convert", "FILE"], ["replay", "FILE"], ["replay", "FILE"],
    ["stream", "simulated", "--card", "FILE"],
    ["replay", "FILE", "--calibration", "FILE"], ["calibration", "import", "simulated", "FILE"],
    ["check", "merge", "FILE"], ["check", "bearing", "--rows", "FILE"], ["serve", "recording:FILE", "--port", "0"],
    ["serve", "capture:FILE", "--port", "0"],
    ["fit", "WALK", "--join", "FILE"], ["report", "WALK", "--recording", "FILE"],
  ]) func fileWithoutAnEnd_isRefusedAtALimit(words: [String]) throws {
    let folder = try TemporaryFolder()
    let walk = try folder.write("mx,my,mz\n1,2,3\n", to: "walk.csv")
    let command = words.map {
      $0.replacingOccurrences(of: "FILE", with: "/dev/zero").replacingOccurrences(of: "WALK", with: walk)
    }
    let outcome = try Program.run(command, within: 30)
    #expect([2, 5, 6].contains(outcome.status), "\(outcome.status) \(outcome.remarks)")
    #expect(outcome.remarks.split(separator: "\n").count <= 2, "\(outcome.remarks)")
    if !words.contains("--recording") {
      #expect(outcome.remarks.contains("/dev/zero") && outcome.remarks.contains(" MiB are read"), "\(outcome.remarks)")
    }
  }

  @Test(arguments: [["fit", "-"], ["replay", "-"]], ["hello", "0,1,2,3"])
  func standardInputWithoutAnEnd_endsAtALimit(words: [String], line: String) throws {
    let command = ([Program.path] + words).joined(separator: " ")
    let program = try TemporaryProcess("sh", ["-c", "yes '\(line)' | \(command) --json | tail -n 1; echo ended"])
    let start = ContinuousClock.now
    if words[0] == "replay", line != "hello" {
      // Rows without an end are a stream, which Ctrl-C ends.
      usleep(1_000_000)
      program.end()
    } else {
      let text = program.finish()
      #expect(text.hasSuffix("ended\n") && text.contains("MiB"), "\(text)")
    }
    #expect((ContinuousClock.now - start) / .seconds(1) < 60)
  }

  // MARK: - Pipes

  @Test func report_ofACaptureInAPipe_isThatOfTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("run.binnacle")
    #expect(try Program.run("capture", "simulated", "-o", path, "--readings", "20").status == 0)
    let named = folder.path("pipe")
    #expect(mkfifo(named, 0o600) == 0)
    let program = Program.path
    for (command, page) in [
      ("\(program) report <(cat '\(path)') -o '\(folder.path("a.html"))'", "a.html"),
      ("(cat '\(path)' > '\(named)' &) ; \(program) report '\(named)' -o '\(folder.path("b.html"))'", "b.html"),
    ] {
      let run = try TemporaryProcess("bash", ["-c", command])
      let text = run.finish()
      #expect(run.process.terminationStatus == 0, "\(text)")
      #expect(text.contains("20 readings"), "\(text.prefix(2000))")
      #expect(FileManager.default.fileExists(atPath: folder.path(page)))
    }
    let table = try TemporaryProcess("bash", ["-c", "\(program) convert <(cat '\(path)')"]).finish()
    #expect(table.hasPrefix("t_s,mx_uT"), "\(table.prefix(200))")
  }

  @Test func pipeWithoutAWriter_isTold() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    expectRefusal(try Program.run(["fit", path], within: 30), status: 5, "a pipe into which no program writes")
  }

  // MARK: - JSON

  @Test(arguments: [(250, 2000), (500, 500), (100_000, 1)])
  func nestedJSON_isRefusedAtOnce(depth: Int, width: Int) throws {
    let folder = try TemporaryFolder()
    let text =
      #"{"hardIronNanotesla": [1, 2, 3], "softIron": "# + String(repeating: #"{"a":["#, count: depth)
      + String(repeating: "1,", count: width) + "1" + String(repeating: "]}", count: depth) + "}"
    let file = try folder.write(text, to: "deep.json")
    let clock = ContinuousClock()
    for words in [
      ["calibration", "import", "simulated", file], ["stream", "simulated", "--card", file], ["check", "merge", file],
    ] {
      var outcome: Outcome?
      let took = try clock.measure { outcome = try Program.run(words) }
      #expect(outcome?.status == 6 && outcome?.lines.isEmpty == true, "\(outcome?.remarks ?? "")")
      #expect(took < .seconds(3), "\(words): \(took)")
    }
    // Lines of JSON are a recording, read without a tree.
    let took = try clock.measure { _ = try Program.run("fit", file) }
    #expect(took < .seconds(3), "\(took)")
  }

  // MARK: - The terminal

  @Test func cellsAndNames_areNoCommandsToTheTerminal() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<300).map { "\(20 + $0 % 7),\($0 % 5),43,\(escape)\n" }.joined()
    let files = [
      try folder.write("mx,my,mz,\(escape)\n" + rows, to: "header.csv"),
      try folder.write("mx,my,mz,note\n\(escape),1,2,3\n" + rows, to: "cell.csv"),
      try folder.write("\(escape) hello\n", to: "hello.csv"),
      try folder.write("mx,my,mz\n1,2,3\n", to: "name\u{1b}[31m.csv"),
      try folder.write(#"{"a": "\u001b[31m", "b": 1}"# + "\n", to: "lines.json"),
      try folder.write("$GPRMC,\(escape),A*00\r\n", to: "log.nmea"),
    ]
    for file in files {
      for words in [
        ["fit", file], ["fit", file, "--columns", "mx,my,mz"], ["fit", file, "--columns", "mx,my,note"],
        ["report", file, "-o", folder.path("page.html")], ["convert", file], ["replay", "\(file)"],
        ["replay", "\(file)", "--json"], ["replay", file], ["calibration", "import", "simulated", file],
        ["stream", "simulated", "--card", file, "--readings", "1"], ["check", "merge", file],
        ["guide", "simulated", "--to", "here", "--location", "nmea:\(file)"],
      ] {
        let outcome = try Program.run(words, within: 30)
        // A table is for a program, and holds the cells as they are.
        if words[0] != "convert" || !outcome.lines.contains(where: { $0.hasPrefix("t_s") || $0.hasPrefix("mx_") }) {
          expectNoCommand(outcome)
        }
        try? FileManager.default.removeItem(atPath: folder.path("page.html"))
      }
    }
    let terminal = try TemporaryProcess(
      "script", ["-qec", "\(Program.path) convert '\(files[0])'", "/dev/null"]
    ).finish()
    #expect(!terminal.contains("\u{1b}"), "\(terminal.prefix(300).debugDescription)")
  }

  @Test func drive_thatNamesItself_isNoCommandToTheTerminal() throws {
    let folder = try TemporaryFolder()
    for text in [
      "Model: \(escape)P2\r\nBoard-ID: \(escape)RPI\r\n",
      "Model: x\r\nBoard-ID: \(String(repeating: "y", count: 5000))",
    ] {
      _ = try folder.write(text, to: "INFO_UF2.TXT")
      let outcome = try Program.run("flash", "microbit", "--drive", folder.url.path)
      expectNoCommand(outcome)
      #expect(outcome.remarks.utf8.count < 2000, "\(outcome.remarks.utf8.count)")
    }
  }

  /// A capture's link and a board's name are text of others, too.
  @Test func captureThatNamesItsLink_isNoCommandToTheTerminal() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("made.binnacle")
    let writer = try CaptureWriter(path: path, header: CaptureHeader(linkName: escape, startMicroseconds: 0))
    try writer.append(note: escape, at: 0)
    try writer.close(at: 1)
    for words in [["replay", path], ["replay", path, "--json"], ["report", path, "-o", folder.path("page.html")]] {
      expectNoCommand(try Program.run(words))
    }
  }

  @Test func cellOfAHundredMegabytes_isQuotedShortly() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 20_000_000)
    for text in ["mx,my,mz\n1,2,\(long)\n", "\(long),my,mz\n1,2,3\n", long] {
      let file = try folder.write(text, to: "long.csv")
      for words in [["fit", file], ["fit", file, "--columns", "mx,my,mz"]] {
        let outcome = try Program.run(words, within: 60)
        #expect([2, 6].contains(outcome.status), "\(outcome.status)")
        #expect(outcome.remarks.utf8.count < 1500, "\(outcome.remarks.utf8.count)")
        #expect(!outcome.remarks.contains(String(repeating: "x", count: 81)), "\(outcome.remarks.prefix(400))")
      }
    }
  }
}
