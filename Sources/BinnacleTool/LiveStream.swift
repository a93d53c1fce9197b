// A live device's readings, from start to stop.
import Correction
import Foundation
import HostSession
import Links
import Quantities
import Reference
import SerialLink
import Terminal
import Wire

/// Runs one stream over a connection.
final class LiveStream {
  private let connection: Connection
  private let options: StreamOptions
  private let report: StreamReport
  private var clock = ClockTrack()
  private var pings: [UInt8: UInt64] = [:]
  private var nextPing: UInt64 = 0
  private var firstTime: Instant?
  private var damage = DamageSpan()

  /// Host nanoseconds between two looks at the device's clock.
  private static let pingInterval: UInt64 = 100_000_000
  /// Seconds without a reading after which the device counts as silent, on top of three reading intervals.
  private static let patience = 3.0

  private var session: HostSession { connection.session }

  init(_ connection: Connection, options: StreamOptions, report: StreamReport) {
    self.connection = connection
    self.options = options
    self.report = report
  }

  /// - Returns: how the stream ended; the verdict's status when readings were checked.
  func run(console: Console) throws -> ExitStatus {
    report.title(connection.title)
    for line in connection.faultReport { console.remark(line) }
    if options.isChecked, let bench = connection.link.bench { try calibrate(bench) }
    let model = try connection.deviceModel()
    if options.sabotage != .none {
      guard connection.hello.capabilities.contains(.provocation) else {
        throw CommandError(.usage, "\(session.stream.name) cannot be sabotaged: its firmware is built without it.")
      }
      if options.sabotage == .wire { damage.begin(after: session.extendedSequence) }
      try session.provoke(options.sabotage)
    }
    if options.isChecked {
      report.judge(record: model.record, mounting: model.mounting, provocation: options.sabotage)
    }
    try session.setRate(hertz: options.rate)
    clock.add(try session.synchronise())
    try session.start(Streams.readings.union(.sensorEvents))

    var line = StreamReport.Line(counters: LineCounters())
    do throws(SessionError) {
      try pump(&line)
      try finishOnDevice()
    } catch {
      line.failure = error.description
      console.remark("binnacle: \(error.description)")
    }
    line.counters = session.counters
    line.expectedCorrupt = damage.expectedFrames
    line.timeUncertainty = Double(clock.worstUncertaintyNanoseconds) / 1e9
    noteForReplay(line)
    return report.finish(line, bench: connection.link.bench, clock: clock, isReal: connection.link.isReal)
  }

  /// Gives the device the calibration that its bench is known to need.
  private func calibrate(_ bench: any Bench) throws {
    let hardIron = bench.hardIronQ8
    var record = CalibrationRecord()
    record.modelOrder = .sphere
    record.grade = 3
    record.hardIron = Vector3(x: hardIron.x, y: hardIron.y, z: hardIron.z)
    let bytes = record.bytes()
    try session.setCalibration((0..<80).map { bytes[$0] })
  }

  private func pump(_ line: inout StreamReport.Line) throws(SessionError) {
    var lastReading = MonotonicClock.nanoseconds()
    let silence = UInt64((3 / options.rate + Self.patience) * 1e9)
    while !isComplete {
      if Interrupt.isRequested {
        line.wasInterrupted = true
        return
      }
      try pingWhenDue()
      guard let frame = try session.receive(deadline: .after(seconds: 0.1)) else {
        if MonotonicClock.nanoseconds() - lastReading > silence {
          throw .silent(name: session.stream.name, request: .startStreams, seconds: Double(silence) / 1e9)
        }
        continue
      }
      switch frame.kind {
      case .reading:
        guard let reading: Reading = frame.message() else { continue }
        lastReading = frame.receivedAt
        if firstTime == nil { firstTime = reading.time }
        if let limit = options.duration, reading.time.elapsed(since: firstTime ?? reading.time) > UInt32(limit * 1e6) {
          return
        }
        report.add(reading, lost: session.counters.lost)
      case .sensorEvent:
        if let event: SensorEvent = frame.message() { report.tell(event) }
      case .pong: take(pong: frame)
      default: break
      }
    }
  }

  private var isComplete: Bool { options.readings.map { report.readings >= $0 } ?? false }

  private func pingWhenDue() throws(SessionError) {
    let now = MonotonicClock.nanoseconds()
    guard now >= nextPing else { return }
    nextPing = now + Self.pingInterval
    pings[try session.send(.ping)] = now
  }

  private func take(pong frame: HostFrame) {
    guard let sent = pings.removeValue(forKey: frame.header.token), frame.payload.count >= 8 else { return }
    let device = frame.payload[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    clock.add(ClockEstimate(sent: sent, received: frame.receivedAt, device: Instant(microseconds: device)))
  }

  /// Stops the streams, takes a last look at the clock, and puts the device right again.
  private func finishOnDevice() throws(SessionError) {
    try session.stop(Streams.readings.union(.sensorEvents))
    if options.sabotage != .none {
      damage.end(at: session.extendedSequence)
      try session.provoke(.none)
    }
    clock.add(try session.synchronise(rounds: 2))
  }

  // MARK: - For the capture

  private func noteForReplay(_ line: StreamReport.Line) {
    guard let capture = connection.capture else { return }
    for estimate in clock.estimates {
      capture.note(
        "clock offset \(estimate.offsetNanoseconds) uncertainty \(estimate.uncertaintyNanoseconds) device "
          + "\(estimate.device.microseconds)")
    }
    capture.note("stream readings \(report.readings) real \(connection.link.isReal ? 1 : 0)")
    if let failure = line.failure { capture.note("lost \(failure)") }
  }
}
