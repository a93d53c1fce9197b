// Plays the chunks of a capture one after another (received bytes, sent bytes, notes) into a stream's report.

import Correction
import Foundation
import Heading
import HostSession
import LinkProtocol
import Quantities
import Recordings
import SerialLink
import ToolConnection

/// Plays a capture from its first chunk on.
final class CapturePlayer {
  private let options: StreamOptions
  private let report: StreamReport
  /// The most readings to show.
  private let limit: Int
  /// The start of the capture, microseconds since 1970.
  private let start: Int64
  /// Receives every frame before its content is shown, and whether the host sent it.
  var sees: ((HostFrame, Bool) -> Void)?
  /// Decodes the bytes that came from the device.
  let received = FrameReader()
  private let sent = FrameReader()
  private(set) var damage = DamageSpan()
  /// Whether the readings are those of a recording. Its rows may all have the same time, and readings that a filter
  /// held back were still computed.
  private(set) var isRecording = false
  private var model = Model()
  /// When the bytes that are being played came, seconds since 1970.
  private var seconds = 0.0
  private var isJudging = false
  private var hasBegun = false
  private var firstTime: Instant?
  private var lastTime: Instant?
  private var openGap: StreamGap?
  private var lostInFormerGaps = 0
  /// True between a gap and the note that it has ended. Readings that come then are shown after the gap's mark.
  private var isAway = false
  private var heldBack: [Reading] = []

  /// The model of the device, as far as it is known from the capture.
  private struct Model {
    var record = CalibrationRecord.identity.byteArray
    var mounting = AxisRemap.identity
    var pointing: AxisRemap.SignedAxis? = .plusX
    var card = DeviationCard.none
    var provocation = Provocation.none
  }

  init(_ options: StreamOptions, _ report: StreamReport, limit: Int, startMicroseconds: Int64) {
    (self.options, self.report, self.limit, start) = (options, report, limit, startMicroseconds)
  }

  func play(_ chunk: CaptureChunk) {
    // No capture lasts three centuries. A file with such a time must not cause a trap.
    let time = min(chunk.microseconds, CaptureFacts.latest) * 1000
    seconds = (Double(start) + Double(chunk.microseconds)) / 1e6
    switch chunk.kind {
    case .note: apply(note: String(decoding: chunk.bytes, as: UTF8.self))
    case .sent: chunk.bytes.withUnsafeBytes { raw in sent.feed(raw, at: time, addSent) }
    case .received: chunk.bytes.withUnsafeBytes { raw in received.feed(raw, at: time, addReceived) }
    }
  }

  /// Call it when there are no more chunks.
  func finish() {
    if options.isChecked, !isJudging { judge() }
    if let openGap { report.mark(openGap) }
  }

  // MARK: - Notes of the host

  private func apply(note: String) {
    let words = note.split(separator: " ")
    if note == "counting" {
      received.beginCounting()
    } else if note == RecordingStream.captureNote {
      isRecording = true
    } else if words.first == "gap" {
      received.beginInterruption()
      isAway = true
    } else if note == "answered" {
      received.endInterruption()
      heldBack = []
    } else if words.first == "forgive", words.count == 5, let missing = Int(words[2]) {
      received.forgive(missing: missing, isOutOfOrder: words[4] == "1")
    } else if let gap = StreamGap(note: note) {
      apply(gap)
    }
  }

  private func apply(_ told: StreamGap) {
    var gap = told
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

  // MARK: - Frames

  private func addSent(_ frame: HostFrame) {
    sees?(frame, true)
    guard frame.kind == .provoke, let value = frame.payload.first else { return }
    let provocation = Provocation(rawValue: value) ?? .none
    if provocation == .wire { damage.begin(after: received.extendedSequence) }
    if provocation == .none { damage.end(at: received.extendedSequence) } else { model.provocation = provocation }
  }

  private func addReceived(_ frame: HostFrame) {
    sees?(frame, false)
    switch frame.kind {
    case .calibration:
      if (try? CalibrationRecord(bytes: frame.payload.span)) != nil { model.record = frame.payload }
    case .mounting:
      model.mounting = frame.payload.first.flatMap { AxisRemap(rawValue: $0) } ?? model.mounting
    case .headingSettings:
      if let settings: HeadingSettingsReport = frame.message() {
        (model.pointing, model.card) = (settings.orientation.pointer, settings.card)
      }
    case .reading where !isRecording, .computed where isRecording:
      guard let reading: Reading = frame.message() else { return }
      if isAway { heldBack.append(reading) } else { show(reading) }
    case .periodicMotion,
      .motion where isRecording:
      if let motion: FusionReport = frame.message() { report.setMotion(motion) }
    case .sensorEvent:
      if let event: SensorEvent = frame.message() { report.report(event) }
    // The device asked in the past, so the question is not shown: no one can answer it now.
    default: break
    }
  }

  // MARK: - Readings

  private func show(_ reading: Reading) {
    guard report.readings < limit else { return }
    if isRecording {
      if reading.assessment.event == HeadingEvent.none { return }
    } else if let lastTime, reading.time < lastTime || (reading.time == lastTime && !reading.flags.contains(.stale)) {
      return
    }
    if options.isChecked, !isJudging { judge() }
    if !hasBegun { begin() }
    let first = firstTime ?? reading.time
    firstTime = first
    if options.isOver(at: reading.time, since: first) { return }
    if var gap = openGap {
      openGap = nil
      gap.next = reading.time
      report.mark(gap)
    }
    lastTime = reading.time
    report.add(reading, lost: received.counters.lost)
  }

  /// Chooses the form of the output when the first reading comes. By then the capture has given everything that is
  /// needed.
  private func begin() {
    hasBegun = true
    if options.heading.isTrue { report.demandTrueNorth() }
    report.begin(
      options.heading.form, isSimulated: true, mounting: { model.mounting }, card: { model.card },
      time: { [unowned self] _ in seconds })
  }

  private func judge() {
    isJudging = true
    report.judge(
      record: model.record, mounting: model.mounting, pointing: model.pointing, provocation: model.provocation)
  }
}
