// A period without readings and its cause, visible in the data: the cable was unplugged, or the board restarted.
import HostSession
import Quantities
import TerminalInterface

/// A gap in a stream. Its length is known when the first reading after it has come.
package struct StreamGap: Equatable {
  /// Why readings are missing.
  package enum Cause: String {
    /// The link was lost; the device continued.
    case cable
    /// The device restarted: a reset, a fault or a loss of power.
    case restart
  }

  /// Why readings are missing.
  package var cause: Cause
  /// Device time of the last reading before the gap, in the boot at that time.
  package var last: Instant?
  /// Device time of the first reading after the gap, in the boot at that time; `nil` if none came.
  package var next: Instant?
  /// Host seconds from the detection of the gap until the device answered again.
  package var hostSeconds: Double
  /// The port on which the device answered.
  package var port: String
  /// The device's boot counter after the gap.
  package var boot: UInt32
  /// Frames that the device sent meanwhile, modulo 65,536; unknown if it restarted.
  package var framesMissed: Int?

  /// Device seconds from the last reading to the next; `nil` after a restart, because the clock then starts again.
  package var deviceSeconds: Double? {
    guard cause == .cable, let last, let next, next >= last else { return nil }
    return next.seconds(since: last)
  }

  /// The gap as fields of a JSON line.
  package var json: JSONObject {
    [
      "what": "gap", "cause": .string(cause.rawValue),
      "seconds": .fixed(deviceSeconds ?? hostSeconds, decimals: 6), "hostSeconds": .fixed(hostSeconds, decimals: 6),
      "afterDeviceTimeSeconds": .optional(last) { .fixed(Double($0.microseconds) / 1e6, decimals: 6) },
      "beforeDeviceTimeSeconds": .optional(next) { .fixed(Double($0.microseconds) / 1e6, decimals: 6) },
      "framesMissed": .optional(framesMissed) { .integer($0) }, "port": .string(port), "boot": .integer(boot),
    ]
  }

  /// The gap as a row for people.
  package var row: String {
    let length = Digits.fixed(deviceSeconds ?? hostSeconds, 3)
    let why = cause == .cable ? "the cable was away" : "the board restarted (boot \(boot))"
    let missed = framesMissed.map { ", \($0) frames missed" } ?? ""
    return "   ---- gap of \(length) s: \(why)\(missed); on \(port) ----"
  }

  /// The gap as a note in a capture, from which a replay shows the same gap.
  package var note: String { "resumed \(cause.rawValue) seconds \(hostSeconds) boot \(boot) port \(port)" }

  /// - Returns: `nil` if it is not such a note.
  package init?(note: String) {
    let words = note.split(separator: " ", maxSplits: 7)
    guard words.count == 8, words[0] == "resumed", let cause = Cause(rawValue: String(words[1])),
      let seconds = Double(words[3]), let boot = UInt32(words[5])
    else { return nil }
    self.init(cause: cause, hostSeconds: seconds, port: String(words[7]), boot: boot)
  }

  package init(cause: Cause, hostSeconds: Double, port: String, boot: UInt32) {
    (self.cause, self.hostSeconds, self.port, self.boot) = (cause, hostSeconds, port, boot)
  }
}
