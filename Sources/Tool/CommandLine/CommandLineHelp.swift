// The help, created from the descriptions of the subcommands.

/// A page of `binnacle help` that is not about one command.
package struct HelpTopic: Sendable {
  package let name: String
  /// What the page explains, in a few words.
  package let summary: String
  package let text: @Sendable () -> String

  package init(name: String, summary: String, text: @escaping @Sendable () -> String) {
    (self.name, self.summary, self.text) = (name, summary, text)
  }

  /// `binnacle help links`.
  static let links = HelpTopic(name: "links", summary: "the ways to name a device", text: HelpText.links)
}

/// The pages of the help, as text.
package enum HelpText {
  /// The longest line of a page, in columns.
  package static let width = 100

  /// `binnacle --help`.
  static func overview(_ tree: [CommandNode], _ topics: [HelpTopic]) -> String {
    var lines = ["Binnacle: a magnetic compass for microcontrollers, and the tools to stream, check and prove it.", ""]
    lines += ["Usage: binnacle COMMAND [ARGUMENTS]", "", "Commands:"]
    lines += rows(tree.map { ($0.name, $0.summary) })
    lines += ["", "Start here:"]
    lines += examples([
      CommandExample("stream emulator:lm3s6965evb", "real firmware on an emulated board; nothing to plug in"),
      CommandExample("ports", "the serial ports of this machine"),
      CommandExample("stream auto", "live heading from the board that is plugged in"),
      CommandExample("help stream", "everything about one command; also `binnacle stream --help`"),
    ])
    lines += ["", "Explained by `binnacle help TOPIC`:"]
    lines += rows(topics.map { ($0.name, $0.summary) })
    return lines.joined(separator: "\n")
  }

  /// `binnacle check --help`.
  package static func group(_ group: CommandGroup) -> String {
    var lines = ["binnacle \(group.name): \(group.summary).", "", "Usage: binnacle \(group.name) COMMAND [ARGUMENTS]"]
    lines += ["", "Commands:"]
    lines += rows(group.members.map { ($0.name, $0.summary) })
    lines += ["", "Examples:"]
    lines += examples(group.members.flatMap { $0.examples.prefix(1) })
    lines += ["", "More about one of them: binnacle \(group.name) \(group.members[0].name) --help"]
    return lines.joined(separator: "\n")
  }

  /// `binnacle check atan2 --help`.
  package static func command(_ command: any Subcommand, path: String) -> String {
    let usage = (["binnacle \(path)"] + command.arguments.map(\.usage) + ["[OPTIONS]"]).joined(separator: " ")
    var lines = wrapped("binnacle \(path): \(command.summary).", indent: "") + ["", "Usage: \(usage)"]
    lines += ["", "Examples:"] + examples(command.examples)
    if !command.arguments.isEmpty {
      lines += ["", "Arguments:"] + rows(command.arguments.map { ($0.placeholder, $0.help) })
    }
    lines += ["", "Options:"] + rows((command.options + [.help]).map { ($0.usage, $0.help) })
    for note in command.notes { lines += [""] + wrapped(note, indent: "") }
    return lines.joined(separator: "\n")
  }

  /// `binnacle help links`.
  package static func links() -> String {
    var lines = ["A LINK names a device, or something that answers like one:", ""]
    lines += rows([
      ("auto", "the one serial port that answers as a Binnacle board"),
      ("/dev/ttyUSB0", "a serial port; also serial:/dev/ttyUSB0?baud=115200"),
      ("tcp:HOST:PORT", "a serial port that another machine serves over TCP"),
      ("emulator:BOARD", "the board's real firmware image in an emulator; `binnacle boards list` names the boards"),
      (
        "emulator:BOARD?state=DIR",
        "the same, and its memory for records is kept in the folder DIR; quote it: a shell treats a ? as a pattern"
      ),
      (
        "simulated",
        "the device half of Binnacle in this process, in a simulated world at the place of --location; takes ?state=DIR too, ?circle=SECONDS for "
          + "a turn, ?motion=waves to roll and pitch, ?pitch=DEGREES and ?roll=DEGREES for how it is held, ?gyro=off, ?seed=N; its gyroscope: ?gyro-bias=DEGREES/S (one or "
          + "three), ?gyro-scale=PERCENT, ?gyro-lag=MILLISECONDS"
      ),
      (
        "i2c:1",
        "the sensors on the I2C bus /dev/i2c-1 of this computer, such as a Raspberry Pi; the device half in this process reads "
          + "them. Its calibration is kept in your folder for state, or in ?state=DIR; `binnacle ports` lists the buses"
      ),
      (
        "csv:PORT?columns=NAMES&unit=UNIT",
        "lines of numbers that any other firmware prints, computed by the device half in this process: mx,my,mz[,ax,ay,az], "
          + "separated by commas, tabs or blanks, labelled or not, or MotionCal's Raw: lines. columns= names them forward, "
          + "right, down (a leading - negates), or gives their places: 4,5,6; unit= and accel-unit= as `binnacle fit`; with "
          + "unit=counts scale= says how many nT one count stands for; ?baud=9600, ?state=DIR too"
      ),
      ("capture:FILE", "bytes kept by `binnacle capture` or --capture, for `serve` and `publish`"),
      (
        "recording:FILE.csv",
        "a table of measurements or the log of an autopilot, fed through the device half, for `serve` and others; "
          + "`binnacle replay FILE` shows its headings"
      ),
    ])
    lines += [""]
    lines += wrapped(
      "A serial port, auto, tcp:, csv: and i2c: may be pulled and come back: `stream --reconnect`, `publish` and `serve` "
        + "wait for it. Behind csv: and i2c: the settings and the calibration are in this program and stay.",
      indent: "")
    return lines.joined(separator: "\n")
  }

  private static func examples(_ examples: [CommandExample]) -> [String] {
    examples.flatMap { example in
      // A long command continues in the next line, as in a shell.
      let words = wrapped("binnacle \(example.arguments)", indent: "", width: width - 6)
      let command = "  " + words.joined(separator: " \\\n    ")
      return command.split(separator: "\n").map(String.init) + wrapped(example.explanation, indent: "      ")
    }
  }

  /// Two columns. The second starts after the longest short name; a long name has its own line.
  package static func rows(_ rows: [(name: String, text: String)]) -> [String] {
    let longest = rows.map(\.name.count).filter { $0 <= 26 }.max() ?? 0
    let indent = String(repeating: " ", count: longest + 4)
    return rows.flatMap { row in
      let text = wrapped(row.text, indent: indent)
      guard row.name.count <= longest else { return ["  \(row.name)"] + text }
      let name = "  " + row.name.padded(to: longest + 2)
      return [name + text[0].dropFirst(indent.count)] + text.dropFirst()
    }
  }

  /// The words in lines of at most `width` columns; at least one line.
  package static func wrapped(_ text: String, indent: String, width: Int = width) -> [String] {
    var lines = [indent]
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, lines[lines.count - 1].count + 1 + word.count > width {
        lines.append(indent)
        isEmpty = true
      }
      lines[lines.count - 1] += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines
  }
}
