// Collects the content of a report while a capture is replayed.
import Calibration
import Correction
import DeviceUnits
import FieldMonitor
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolConnection
import ToolStream

/// How many readings had each property.
struct ReportTally {
  var readings = 0
  /// The heading may be used.
  var valid = 0
  var suspect = 0
  var disturbed = 0
  /// There is no heading at all.
  var unavailable = 0
  var stale = 0
  /// Readings by the reason for which they have no heading, and by each reason to doubt it.
  var reasons: [Int: Int] = [:]
  var doubts: [Int: Int] = [:]
  /// Valid headings by their stated accuracy, 1/100 degree.
  private(set) var accuracies: [UInt16: Int] = [:]

  mutating func add(accuracy: UInt16) { accuracies[accuracy, default: 0] += 1 }

  /// The accuracy in degrees that this share of the valid headings does not exceed; `nil` without any.
  func accuracy(_ share: Double) -> Double? {
    let total = accuracies.values.reduce(0, +)
    var rest = Int((Double(total - 1) * share).rounded())
    for (hundredths, count) in accuracies.sorted(by: { $0.key < $1.key }) {
      if rest < count { return Double(hundredths) / 100 }
      rest -= count
    }
    return nil
  }

  func share(_ count: Int) -> Double { readings == 0 ? 0 : Double(count) / Double(readings) }
}

/// Observes a replay, and collects the content of a report.
final class ReportCollector: StreamObserver {
  private(set) var hello: Hello?
  private(set) var record: CalibrationRecord?
  private(set) var mounting = AxisRemap.identity
  private(set) var settings: HeadingSettingsReport?
  private(set) var localField: LocalField?
  /// The result of a calibration that was made during the capture.
  private(set) var run: CalibrationReport?
  private(set) var prompt: CalibrationPrompt?
  private(set) var tally = ReportTally()
  private(set) var series = ReportSeries()
  /// Every reading, if they are kept.
  private(set) var points: [ReportPoint] = []
  private let keepsPoints: Bool
  private(set) var latency = Durations()
  private(set) var gaps: [StreamGap] = []
  private(set) var events: [(seconds: Double, text: String)] = []
  private var news = SensorNews()
  /// The raw field of every fresh sample, nanotesla, sensor axes.
  private(set) var samples: [Vector3] = []
  /// Whether readings were computed with more than one calibration.
  private(set) var hasOtherRecords = false
  private var isRecordReplaced = false
  /// The device's time 0 in seconds of the report; it changes when the device restarts.
  private var origin: Double?
  private var now = 0.0
  private var receivedAt: UInt64 = 0
  /// When each request for the device's time was sent.
  private var pings: [UInt8: UInt64] = [:]
  private var clock: ClockEstimate?

  init(keepsPoints: Bool = false) { self.keepsPoints = keepsPoints }

  /// Seconds from the first reading to the last.
  var seconds: Double { now }

  // MARK: - Frames

  func add(_ frame: HostFrame, isSent: Bool) {
    if isSent { return addSent(frame) }
    receivedAt = frame.receivedAt
    switch frame.kind {
    case .hello: hello = frame.message() ?? hello
    case .calibration: use(record: frame.payload)
    case .mounting: mounting = frame.payload.first.flatMap { AxisRemap(rawValue: $0) } ?? mounting
    case .headingSettings: settings = frame.message() ?? settings
    case .localField: localField = frame.message() ?? localField
    case .calibrationReport:
      if let report: CalibrationReport = frame.message(), report.flags.contains(.present) { run = report }
    case .calibrationPrompt: prompt = frame.message() ?? prompt
    case .pong: addPong(frame)
    default: break
    }
  }

  private func addSent(_ frame: HostFrame) {
    switch frame.kind {
    case .ping: pings[frame.header.token] = frame.receivedAt
    case .setCalibration, .storeRecord: isRecordReplaced = tally.readings > 0
    case .commandCalibration:
      if frame.payload.first == CalibrationCommand.commit.event { isRecordReplaced = tally.readings > 0 }
    default: break
    }
  }

  private func use(record bytes: [UInt8]) {
    guard let next = try? CalibrationRecord(bytes: bytes.span) else { return }
    record = next
  }

  private func addPong(_ frame: HostFrame) {
    guard let sent = pings.removeValue(forKey: frame.header.token), let device = frame.pongTime,
      frame.receivedAt >= sent, device.microseconds <= CaptureFacts.latest
    else { return }
    let next = ClockEstimate(sent: sent, received: frame.receivedAt, device: device)
    // The two clocks drift apart, so an old estimate is replaced by any new one.
    if let clock, next.uncertaintyNanoseconds > clock.uncertaintyNanoseconds,
      next.device.microseconds < clock.device.microseconds + 5_000_000
    {
      return
    }
    clock = next
  }

  // MARK: - Readings

  func add(_ reading: Reading, _ motion: FusionReport?) {
    let device = Double(reading.time.microseconds) / 1e6
    let start = origin ?? now - device
    origin = start
    now = max(now, start + device)
    hasOtherRecords = hasOtherRecords || isRecordReplaced
    let isStale = reading.flags.contains(.stale)
    if let clock, !reading.flags.contains(.injected), !isStale, reading.time.microseconds <= CaptureFacts.latest {
      latency.add(Int64(receivedAt) - clock.offsetNanoseconds - reading.time.nanoseconds)
    }
    count(reading, isStale: isStale)
    let isAvailable = reading.mode != .unavailable
    // The counts of an unavailable reading may be anything.
    if isAvailable, !isStale { samples.append(reading.field.nanotesla) }
    let point = point(reading, isAvailable: isAvailable)
    series.add(point)
    if keepsPoints { points.append(point) }
  }

  private func count(_ reading: Reading, isStale: Bool) {
    tally.readings += 1
    if isStale { tally.stale += 1 }
    if reading.mode == .unavailable {
      tally.unavailable += 1
      tally.reasons[Int(reading.reasonCode), default: 0] += 1
    }
    let assessment = reading.assessment
    switch assessment.disturbance {
    case .clear: break
    case .suspect, .recovering: tally.suspect += 1
    case .disturbed: tally.disturbed += 1
    }
    for bit in 0..<32 where assessment.doubts.rawValue >> UInt32(bit) & 1 == 1 {
      tally.doubts[bit, default: 0] += 1
    }
    guard assessment.magnetic != nil else { return }
    tally.valid += 1
    if let accuracy = assessment.accuracy { tally.add(accuracy: accuracy) }
  }

  private func point(_ reading: Reading, isAvailable: Bool) -> ReportPoint {
    var point = ReportPoint(seconds: now)
    point.disturbance = Int(reading.assessment.disturbance.rawValue)
    guard isAvailable else { return point }
    point.heading = (reading.assessment.magnetic ?? reading.heading).degrees
    point.accuracy = reading.assessment.accuracy.map { Double($0) / 100 }
    point.isValid = reading.assessment.magnetic != nil
    let field = reading.correctedField.q8Nanotesla
    let length = UnitCheck.length(SIMD3(Double(field.x), Double(field.y), Double(field.z))) / 256
    // A planar calibration contains only the horizontal part.
    point.strength = record?.modelOrder == .planar ? Double(reading.horizontalNanotesla) : length
    if reading.flags.contains(.dip) {
      point.dip = reading.dip.signedDegrees
    }
    return point
  }

  func mark(_ gap: StreamGap) {
    gaps.append(gap)
    series.breakLine()
    guard gap.cause == .restart else { return }
    (origin, clock) = (nil, nil)
    now += max(0, min(gap.hostSeconds, 1e9))
  }

  func report(_ event: SensorEvent) { addEvents(news.add(event)) }

  /// Adds the pending events about the sensors; called at the end.
  func endEvents() { addEvents(news.end()) }

  private func addEvents(_ lines: [String]) { events += lines.map { (now, $0) } }
}
