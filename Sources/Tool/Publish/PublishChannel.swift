// The readings in one format at one rate, for all targets that receive the same bytes.
import Foundation
import HostSession
import LinkProtocol
import Marine
import Publishing
import Quantities
import TerminalInterface
import ToolConnection
import ToolStream

/// Reduces readings to a rate and formats each of them once, however many targets there are.
final class PublishChannel {
  let form: PublishedForm
  private let period: UInt64
  private let slack: UInt64
  private let kinds: [SentenceKind]
  private let talker: String
  private let runners: [TargetRunner]
  private var sentences: SentenceOutput?
  private var deltas = SignalKDeltas()
  private var frames = NMEA2000Frames()
  private var documents = 0
  private var next: Instant?
  private var last: Instant?
  /// The values for the latest reading; `nil` for JSON lines.
  private(set) var statement: HeadingStatement?
  /// The accuracy of its heading, if the heading was left out because of it.
  var withheld: Double? { sentences?.withheld }

  /// - Parameters:
  ///   - rate: readings per second of this channel.
  ///   - deviceRate: readings per second from the device; `nil` if unknown, as in a capture.
  init(_ runners: [TargetRunner], rate: Double, deviceRate: Double?, _ settings: PublishSettings) {
    self.runners = runners
    form = runners[0].form
    period = rate < deviceRate ?? .infinity ? UInt64(1e6 / rate) : 0
    slack = UInt64(0.4e6 / (deviceRate ?? rate))
    (kinds, talker) = (settings.kinds, settings.talker)
  }

  /// Begins to write headings, or continues with another card.
  func begin(_ sentences: SentenceOutput) { self.sentences = sentences }

  func addGap(_ gap: StreamGap) {
    sentences?.addGap()
    (next, last) = (nil, nil)
    // A notification is sent again, because nobody knows what happened in between.
    deltas = SignalKDeltas()
    if form == .json { send(gap.json.line + "\n") }
  }

  /// - Parameter json: makes the reading's line; called only if it is needed.
  /// - Returns: whether this channel published the reading.
  func publish(_ reading: Reading, _ motion: FusionReport?, json: () -> String) -> Bool {
    guard isDue(reading.time) else { return false }
    if form == .json {
      send(json())
      return true
    }
    statement = sentences?.statement(reading, motion)
    if let statement { send(statement, of: reading) }
    return true
  }

  /// Says that nothing is known any more: the device is lost. JSON lines say so with a gap, when it is back.
  func publishLoss() {
    guard form != .json, let sentences else { return }
    var nothing = HeadingStatement()
    nothing.isSimulated = statement?.isSimulated ?? sentences.isSimulated
    nothing.field = statement?.field ?? .normal
    send(nothing, of: nil)
  }

  private func send(_ said: HeadingStatement, of reading: Reading?) {
    let time = Date().timeIntervalSince1970
    switch form {
    case .json: break
    case .sentences: send(said.lines(kinds, talker: talker).joined())
    case .signalK: send(deltas.line(said, at: time) + "\n")
    case .frames: send(frames.lines(said, at: time))
    case .documents:
      documents += 1
      send(ReadingDocument.json(reading, said, number: documents, at: time).line)
    }
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return }
    for runner in runners { runner.publish(bytes) }
  }

  /// A reading that comes slightly early counts as due, so that the mean rate is kept.
  private func isDue(_ time: Instant) -> Bool {
    defer { last = time }
    guard period > 0 else { return true }
    let now = time.microseconds
    if let next, let last, time >= last {
      guard now + slack >= next.microseconds else { return false }
      let planned = next.microseconds + period
      self.next = Instant(microseconds: planned > now ? planned : now + period)
    } else {
      next = Instant(microseconds: now + period)
    }
    return true
  }
}
