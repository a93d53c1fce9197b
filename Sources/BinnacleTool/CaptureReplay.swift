// A captured stream, read again as it came.
import Foundation
import HostSession
import Links
import Quantities
import Recordings
import Reference
import SerialLink
import Terminal
import Wire

/// Replays the stream that a capture holds: the same readings, to the last bit, and the same verdict.
struct CaptureReplay {
  let path: String
  let options: StreamOptions
  private var header: CaptureHeader
  private var chunks: [CaptureChunk] = []
  /// What cut the file short, told after everything before it was used.
  private var ending: CaptureError?

  init(path: String, options: StreamOptions) throws {
    self.path = path
    self.options = options
    let reader = try CaptureReader(path: path)
    header = reader.header
    do throws(CaptureError) {
      while let chunk = try reader.next() { chunks.append(chunk) }
    } catch {
      ending = error
    }
  }

  /// What a replay cannot do, and why not.
  static let refusals: [(option: CommandOption, reason: String)] =
    [
      (
        .location,
        "is told to a device while it measures, whose true headings the capture holds.\n"
          + "Capture with --location: binnacle stream LINK --location WHERE --capture FILE"
      )
    ]
    + [CommandOption.rate, .filter, .heartbeat, .smooth, .orientation, .pointing, .mounting, .level, .card].map {
      ($0, "is the device's work while it measures; a replay gives what the device sent, to the last bit.")
    }
    + [CommandOption.sabotage, .on, .capture, .reconnect, .noDTR, .summary, .require, .prefer].map {
      ($0, "is for a live device; a capture's bytes are as they came.")
    }

  /// Chooses the form of the output as soon as a reading comes: by then the capture has told what the form needs.
  private func begin(_ report: StreamReport, _ model: Model, _ clock: ReplayClock) {
    if options.heading.isTrue { report.demandTrueNorth() }
    if options.heading.isSentences { report.writeSentences(isSimulated: true, card: model.card) }
    if options.heading.isCoreLocation {
      report.writeCoreLocation(
        CoreLocationOutput(mounting: model.mounting) { _ in clock.seconds })
    }
  }

  func run(_ report: StreamReport) throws -> ExitStatus {
    let notes = chunks.filter { $0.kind == .note }.map { String(decoding: $0.bytes, as: UTF8.self) }
    let facts = CaptureFacts(notes: notes)
    let limit = min(facts.readings ?? Int.max, options.readings ?? Int.max)
    report.title("\(path): capture of \(header.linkName)")

    let clock = ReplayClock()
    let received = FrameReader()
    let sent = FrameReader()
    var model = Model()
    var isJudging = false
    var hasBegun = false
    var damage = DamageSpan()
    var firstTime: Instant?
    var lastTime: Instant?
    var openGap: StreamGap?
    var lostInFormerGaps = 0
    // Between a gap and the word that it is over: what comes then is shown behind the gap's mark.
    var isAway = false
    var heldBack: [Reading] = []
    // The rows of a recording may stand at one time, and what a filter held back was computed all the same.
    var isRecording = false
    func show(_ reading: Reading) {
      guard report.readings < limit else { return }
      if isRecording {
        if reading.judgement?.event == HeadingEvent.none { return }
      } else if let lastTime, reading.time < lastTime || (reading.time == lastTime && !reading.flags.contains(.stale)) {
        return
      }
      if options.isChecked, !isJudging {
        report.judge(model)
        isJudging = true
      }
      if !hasBegun { begin(report, model, clock) }
      hasBegun = true
      if firstTime == nil { firstTime = reading.time }
      if options.isOver(at: reading.time, since: firstTime ?? reading.time) { return }
      if var gap = openGap {
        openGap = nil
        gap.next = reading.time
        report.mark(gap)
      }
      lastTime = reading.time
      report.add(reading, lost: received.counters.lost)
    }
    var isInterrupted = false
    for chunk in chunks {
      // A reader that has enough, or Ctrl-C, ends a long one early; notes tell of what came before them.
      isInterrupted = Interrupt.isRequested
      if isInterrupted, chunk.kind != .note { break }
      // No capture is three centuries long; a file that says so is not worth a trap.
      let time = min(chunk.microseconds, CaptureFacts.latest) * 1000
      clock.seconds = (Double(header.startMicroseconds) + Double(chunk.microseconds)) / 1e6
      switch chunk.kind {
      case .note:
        let note = String(decoding: chunk.bytes, as: UTF8.self)
        let words = note.split(separator: " ")
        if note == "counting" {
          received.beginCounting()
        } else if note == RecordingStream.captureNote {
          isRecording = true
        } else if words.first == "gap" {
          received.noteInterruption()
          isAway = true
        } else if note == "answered" {
          received.endInterruption()
          heldBack = []
        } else if words.first == "forgive", words.count == 5, let missing = Int(words[2]) {
          received.forgive(missing: missing, isOutOfOrder: words[4] == "1")
        } else if var gap = StreamGap(note: note) {
          isAway = false
          gap.last = gap.cause == .cable ? lastTime : nil
          if gap.cause == .cable { gap.framesMissed = received.counters.lostInGaps - lostInFormerGaps }
          lostInFormerGaps = received.counters.lostInGaps
          openGap = gap
          let early = gap.cause == .restart ? [] : heldBack
          heldBack = []
          if gap.cause == .restart { (lastTime, firstTime) = (nil, nil) }
          early.forEach(show)
        }
      case .sent:
        let position = received.extendedSequence
        chunk.bytes.withUnsafeBytes { raw in
          sent.feed(raw, at: time) { frame in
            guard frame.kind == .provoke, let value = frame.payload.first else { return }
            let provocation = Provocation(rawValue: value) ?? .none
            if provocation == .wire { damage.begin(after: position) }
            if provocation == .none { damage.end(at: position) } else { model.provocation = provocation }
          }
        }
      case .received:
        chunk.bytes.withUnsafeBytes { raw in
          received.feed(raw, at: time) { frame in
            switch frame.kind {
            case .calibration:
              if let record = try? ReferenceRecord(bytes: frame.payload) { model.record = record }
            case .mounting:
              model.mounting = frame.payload.first.flatMap { AxisRemap(rawValue: $0) } ?? model.mounting
            case .headingSettings:
              if let settings: HeadingSettingsReport = frame.message() {
                (model.pointing, model.card) = (settings.orientation.pointer, settings.card)
              }
            case .reading where !isRecording, .computed where isRecording:
              guard let reading: Reading = frame.message() else { return }
              if isAway { heldBack.append(reading) } else { show(reading) }
            case .sensorEvent:
              if let event: SensorEvent = frame.message() { report.tell(event) }
            // What the device asked is of the past: there is nobody to answer it.
            default: break
            }
          }
        }
      }
    }
    if options.isChecked, !isJudging {
      report.judge(model)
    }
    if let openGap { report.mark(openGap) }
    var line = StreamReport.Line(counters: received.counters)
    line.expectedCorrupt = damage.expectedFrames
    line.timeUncertainty = isRecording ? nil : facts.clock.uncertainty
    line.failure = facts.failure
    line.wasInterrupted = isInterrupted
    line.isWhole = ending == nil
    line.hasOwnCalibration = notes.contains(LiveStream.ownCalibrationNote)
    if let failure = facts.failure { report.remark("in this capture the link was lost: \(failure)") }
    // What a recording holds is not of the world that the board beside it stands in.
    let bench = isRecording ? nil : Benches.captured(notes)
    let status = report.finish(line, bench: bench, clock: facts.clock, isReal: facts.isReal)
    if let ending { throw ending }
    return status
  }
}

/// What the device computed with, as the capture has told so far.
private struct Model {
  var record = ReferenceRecord()
  var mounting = AxisRemap.identity
  var pointing = AxisRemap.SignedAxis.plusX
  var card = DeviationCard.none
  var provocation = Provocation.none
}

/// When the bytes came that are replayed now, seconds since 1970.
private final class ReplayClock {
  var seconds = 0.0
}

extension StreamReport {
  fileprivate func judge(_ model: Model) {
    judge(
      record: model.record, mounting: ReferenceMounting(rawValue: model.mounting.rawValue) ?? .identity,
      pointing: model.pointing, provocation: model.provocation)
  }
}

/// What the live session noted in its capture.
private struct CaptureFacts {
  /// Microseconds, of which two add up in nanoseconds.
  static let latest: UInt64 = 1 << 51
  var clock = ClockTrack()
  var readings: Int?
  var isReal = true
  /// Why the stream ended before its time.
  var failure: String?

  init(notes: [String]) {
    for note in notes {
      let words = note.split(separator: " ")
      if words.first == "clock", words.count == 7, let offset = Int64(words[2]), let uncertainty = Int64(words[4]),
        let device = UInt64(words[6]), device <= Self.latest, offset.magnitude <= 1000 * Self.latest,
        (0...1000 * Int64(Self.latest)).contains(uncertainty)
      {
        clock.add(
          ClockEstimate(
            offsetNanoseconds: offset, uncertaintyNanoseconds: uncertainty, device: Instant(microseconds: device)))
      } else if words.first == "stream", words.count == 5 {
        readings = Int(words[2])
        isReal = words[4] == "1"
      } else if words.first == "lost" {
        failure = String(note.dropFirst("lost ".count))
      }
    }
  }
}
