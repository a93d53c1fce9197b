// The cost and speed of a stream: latencies, answers, wake-ups, processor time, and the counters of both ends.
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TerminalInterface
import ToolConnection

/// Collects durations in nanoseconds; the newest hundred thousand are kept.
package struct Durations {
  private static let limit = 100_000
  private var values: [Int64] = []
  private var next = 0
  /// How many spans were counted.
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ nanoseconds: Int64) {
    count += 1
    if values.count < Self.limit {
      values.append(nanoseconds)
    } else {
      values[next] = nanoseconds
      next = (next + 1) % Self.limit
    }
  }

  /// The seconds that this share of the durations does not exceed; `nil` without durations.
  package func quantile(_ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1e9
  }
}

/// The figures of one live stream.
package struct StreamFigures {
  /// From the sample on the device to the reading on the host.
  package var latency = Durations()
  /// From a ping to its pong.
  package var answers = Durations()
  package var pings = 0
  /// Readings that came twice or too late and were not shown.
  package var repeated = 0
  package var gaps: [StreamGap] = []
  /// The ended waits of links that are already closed.
  var formerWakeUps = 0
  /// The device's counters before the streams started and after they ended; `nil` if a restart happened between.
  package var before: Statistics?
  package var after: Statistics?
  private let startedAt = MonotonicClock.nanoseconds()
  private let processorAtStart = Self.processorSeconds()

  /// - Parameter wakeUps: the count of the open link, if it has one.
  package func json(readings: Int, counters: LineCounters, uncertainty: Double?, wakeUps: Int?) -> JSONObject {
    let seconds = Double(MonotonicClock.nanoseconds() - startedAt) / 1e9
    let wakeUps = wakeUps.map { $0 + formerWakeUps }
    var object: JSONObject = [
      "what": "summary", "readings": .integer(readings), "frames": .integer(counters.frames),
      "lost": .integer(counters.lost), "corrupt": .integer(counters.corrupt), "overlong": .integer(counters.overlong),
      "outOfOrder": .integer(counters.outOfOrder), "repeated": .integer(repeated),
      "gaps": .integer(gaps.count), "lostInGaps": .integer(counters.lostInGaps), "cut": .integer(counters.cut),
      "latencyMedianSeconds": Self.seconds(latencyQuantile(0.5)),
      "latency99thSeconds": Self.seconds(latencyQuantile(0.99)),
      "clockUncertaintySeconds": Self.seconds(uncertainty),
      "pings": .integer(pings), "pongs": .integer(answers.count),
      "answerMedianSeconds": Self.seconds(answers.quantile(0.5)),
      "answer99thSeconds": Self.seconds(answers.quantile(0.99)),
      "answerWorstSeconds": Self.seconds(answers.quantile(1)),
      "wakeUps": .optional(wakeUps) { .integer($0) },
      "wakeUpsPerReading": .optional(readings > 0 ? wakeUps : nil) {
        .significant(Double($0) / Double(readings), digits: 3)
      },
      "seconds": .fixed(seconds, decimals: 3),
      "processorSeconds": .fixed(Self.processorSeconds() - processorAtStart, decimals: 3),
    ]
    if let before, let after {
      object["device"] = .object([
        "framesSent": .integer(after.framesSent &- before.framesSent),
        "framesDropped": .integer(after.framesDropped &- before.framesDropped),
        "framesReceived": .integer(after.framesReceived &- before.framesReceived),
        "framesCorrupt": .integer(after.framesCorrupt &- before.framesCorrupt),
        "framesOverlong": .integer(after.framesOverlong &- before.framesOverlong),
      ])
    }
    return object
  }

  /// `nil` also if readings seem to come before they were measured: a simulated device's clock may be ahead of the
  /// host's, and then shows no latency.
  private func latencyQuantile(_ share: Double) -> Double? {
    (latency.quantile(0.5) ?? -1) < 0 ? nil : latency.quantile(share)
  }

  /// One clause for people: "latency 1.2 ms, 99 % below 3.4 ms".
  package var text: String? {
    guard latency.count > 0 else { return nil }
    guard let median = latencyQuantile(0.5), let high = latencyQuantile(0.99) else {
      return "latency not known: the device's clock runs ahead"
    }
    return "latency \(Digits.fixed(median * 1e3, 1)) ms, 99 % below \(Digits.fixed(high * 1e3, 1)) ms"
  }

  private static func seconds(_ value: Double?) -> JSONValue { .optional(value) { .fixed($0, decimals: 6) } }

  /// The processor time of this process so far, in user and kernel mode.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
