// Words that people try first, and what this program calls it.

/// Advice for words that are no command or option of this program, because other programs use them.
enum CommandHints {
  /// Words for a command, with what to run instead.
  private static let commands: [(words: [String], advice: String)] = [
    (
      ["north", "heading", "headings", "compass", "live", "monitor", "read", "show", "watch", "start"],
      "Headings: `binnacle stream auto`; true ones with --location LAT,LON."
    ),
    (
      ["declination", "variation", "dip", "inclination", "wmm", "igrf", "model"],
      "Declination and dip of a place: `binnacle field LAT,LON`."
    ),
    (
      ["log", "logger", "record", "recorder", "save", "csv", "export"],
      "A table: `binnacle stream auto --csv > FILE`; the exact bytes: `binnacle capture auto -o FILE`."
    ),
    (
      ["list", "devices", "device", "scan", "detect", "find", "discover", "connect", "usb", "serial"],
      "The serial ports: `binnacle ports`; a device's sensors: `binnacle sensors auto`."
    ),
    (["info", "status", "hello", "whoami", "i2c", "chip", "chips"], "A device's sensors: `binnacle sensors auto`."),
    (
      ["test", "tests", "diagnose", "doctor", "verify"],
      "On a device: `binnacle selftest auto`; against Double: `binnacle check`."
    ),
    (
      ["plot", "graph", "chart", "gui", "ui", "web", "page", "browser", "dashboard", "view"],
      "A page with live drawings: `binnacle serve auto`; a report of a file: `binnacle report FILE`."
    ),
    (["diff", "difference", "versus", "vs"], "Two recordings on one time axis: `binnacle compare A B`."),
    (
      ["upload", "program", "install", "burn", "write", "firmware", "update"],
      "Firmware: `binnacle flash BOARD`; `binnacle boards list` names the boards."
    ),
    (
      ["nmea", "udp", "tcp", "send", "broadcast", "gateway"],
      "Sentences on standard output: `binnacle stream auto --nmea`; over the network: `binnacle publish auto --to TARGET`."
    ),
    (
      ["simulate", "simulator", "emulate", "emulator", "demo", "qemu"],
      "Without hardware: `binnacle stream simulated` or `binnacle stream emulator:lm3s6965evb`."
    ),
    (["analyse", "analyze", "ellipsoid", "magneto"], "A calibration of a recording: `binnacle fit FILE`."),
    (
      ["goto", "navigate", "route", "waypoint", "distance"],
      "To a place: `binnacle guide auto --to LAT,LON`; between two places: `binnacle bearing A B`."
    ),
    (["man", "manual"], "`binnacle help COMMAND`; `binnacle man FOLDER` writes the manual pages."),
  ]

  /// Words for an option, with the options that do it here; the first that a command has is advised.
  private static let options: [(words: [String], names: [String])] = [
    (["n", "c", "count", "number", "samples", "limit", "lines", "num"], ["readings", "samples", "lines"]),
    (["t", "timeout", "seconds", "for", "length"], ["duration"]),
    (["hz", "freq", "frequency", "interval", "r", "odr"], ["rate"]),
    (["f", "file", "out", "w", "save"], ["output", "capture"]),
    (["p", "port", "d", "device", "link"], ["on"]),
    (["place", "position", "gps", "lat", "latitude", "lon", "longitude", "declination", "variation"], ["location"]),
    (["format", "form", "j"], ["json", "to"]),
    (["average", "averaging", "smoothing", "damping"], ["smooth"]),
    (["true-north", "geographic"], ["true"]),
  ]

  /// Every advice for a command.
  static var allAdvice: [String] { commands.map(\.advice) }

  /// What to run instead of an unknown command; `nil` if the word says nothing.
  static func advice(command word: String) -> String? {
    commands.first { $0.words.contains(word.lowercased()) }?.advice
  }

  /// The option of `known` that an unknown one probably means.
  static func option(for word: String, among known: [CommandOption]) -> CommandOption? {
    let names = options.first { $0.words.contains(word.lowercased()) }?.names ?? []
    return names.lazy.compactMap { name in known.first { $0.name == name } }.first
  }
}
