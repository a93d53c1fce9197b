// Counts what came from a source of locations, for users who wonder why there is no fix.
import Marine
import SerialLink
import TerminalInterface
import ToolCommandLine

/// Counts what a source sent, and advises what to do if there was no fix.
struct LocationTally {
  let source: LocationSource
  var bytes = 0
  /// The counts of a receiver.
  var sentences = SentenceReader.Counts()
  /// The counts of gpsd: its reports, those with a position, and lines that are not reports.
  var (reports, positions, others) = (0, 0, 0)

  init(_ source: LocationSource) { self.source = source }

  /// Adds one line of gpsd.
  mutating func add(line: String) {
    switch DaemonReport.kind(line: line) {
    case "TPV": positions += 1
    case nil:
      others += 1
      return
    default: break
    }
    reports += 1
  }

  /// The text about what came.
  var text: String {
    if bytes == 0 { return "nothing came" }
    if case .daemon = source {
      return "\(Digits.count(reports, "report")) of gpsd, \(positions) of them of a position, "
        + Digits.count(others, "other line")
    }
    // At a wrong baud rate a line rarely ends.
    let lines = sentences.sentences + sentences.badChecksums + sentences.malformed + sentences.remarks
    return lines == 0 ? "\(Digits.count(bytes, "byte")) without the end of a line" : sentences.text
  }

  /// What to try.
  var advice: String {
    switch source {
    case .fixed: ""
    case .daemon: daemonAdvice
    case .sentences(let path, _, _) where PipeStream.isPipe(path):
      bytes == 0 ? "Start the program that writes into it." : sentences.advice
    case .sentences(let path, let baud, _):
      LocationSource.isFile(path) ? sentences.advice : lineAdvice(path: path, baud: baud)
    }
  }

  private var daemonAdvice: String {
    if reports == 0 { return "Is it gpsd that listens there? It tells who it is at once; its usual port is 2947." }
    return positions == 0
      ? "gpsd has no receiver, or hears nothing from it; see what it hears with gpspipe -w or gpsmon."
      : "Its receiver has no fix yet: give it a view of the sky, and a minute or more."
  }

  private func lineAdvice(path: String, baud: Int) -> String {
    let rate = "nmea:\(path)?baud=\(baud == 9600 ? 4800 : 9600)".shellWord
    if bytes == 0 {
      return "Is the receiver switched on and connected, and does it send NMEA 0183? Try another rate: \(rate)"
    }
    let damaged = sentences.badChecksums + sentences.malformed
    if sentences.missingChecksums * 2 > damaged + sentences.sentences { return SentenceReader.Counts.checksumAdvice }
    if sentences.sentences < damaged || sentences.sentences == 0 {
      return "The receiver likely speaks at another rate than \(baud) baud: \(rate)"
    }
    guard ["RMC", "GGA", "GNS", "GLL"].contains(where: { sentences.byFormatter[$0] != nil }) else {
      return "Positions come in RMC, GGA, GNS and GLL sentences, and there was none: let the receiver send one of them."
    }
    return "The receiver has no fix yet: give it a view of the sky, and a minute or more."
  }
}

extension SentenceReader.Counts {
  /// The content of a file or line without a position.
  package var text: String {
    let lines = malformed - missingChecksums
    return Digits.count(sentences, "good sentence")
      + ", \(badChecksums) with a wrong checksum, \(missingChecksums) without one, "
      + Digits.count(lines, "other line")
  }

  static let checksumAdvice = "A sentence ends with * and two digits, its checksum; without that it is not used."

  /// What to do with such a file.
  package var advice: String {
    sentences == 0 && missingChecksums > 0
      ? Self.checksumAdvice + " Give a log that has them."
      : "Give a log with RMC, GGA, GNS or GLL sentences of a receiver that had a fix."
  }
}
