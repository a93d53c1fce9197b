// Sends samples to a device, which computes them, and receives the readings.
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface

/// Injects samples with several requests at a time, and delivers the readings in the order of the samples.
package struct Injector {
  /// The number of requests at a time: all their replies together fit into the device's transmit ring.
  static let window = 6
  /// The same if each sample has a rate, because there are then three replies.
  static let windowWithRates = 3

  /// The session with the device that gets the samples.
  package let session: DeviceSession
  /// Returns the rate for the sample with an index, which is sent before the sample. `nil`: no sample has one.
  package var rate: ((Int) -> InjectedRate?)?
  /// Receives the report of the fusion for a sample with a rate, before its reading; `nil` if the line lost the report.
  package var fused: ((FusionReport?) -> Void)?

  package init(session: DeviceSession, rate: ((Int) -> InjectedRate?)? = nil, fused: ((FusionReport?) -> Void)? = nil) {
    (self.session, self.rate, self.fused) = (session, rate, fused)
  }

  /// - Parameters:
  ///   - first: the index of the first sample.
  ///   - count: the number of samples.
  ///   - sample: returns the sample at an index; called again if a reply was lost.
  ///   - body: receives each reading. Return `false` to stop.
  package func run(
    from first: Int = 0, count: Int, sample: (Int) -> InjectedSample, body: (Int, Reading) throws(SessionError) -> Bool
  ) throws(SessionError) {
    var flight = Flight(session)
    var nextToSend = first
    var nextToGive = first
    let window = rate == nil ? Self.window : Self.windowWithRates
    while nextToGive < count {
      while nextToSend < count, nextToSend - nextToGive < window {
        try flight.send(sample(nextToSend), rate?(nextToSend), as: nextToSend)
        nextToSend += 1
      }
      if let frame = try session.receive(deadline: .after(seconds: 0.2)) { try flight.handle(frame) }
      while flight.hasMotion(of: nextToGive), let reading = flight.landed.removeValue(forKey: nextToGive) {
        let motion = flight.removeMotion(of: nextToGive)
        if rate?(nextToGive) != nil { fused?(motion) }
        guard try body(nextToGive, reading) else { return }
        nextToGive += 1
      }
      try flight.pingAfterSilence()
      for index in flight.lost() { try flight.send(sample(index), rate?(index), as: index) }
    }
  }
}

/// The samples on the way. Devices answer in order, so a request that was sent before an answered one gets no answer
/// any more.
private struct Flight {
  private struct Request {
    var token: UInt8
    var sentAt: UInt64
    var tries = 1
  }

  private let session: DeviceSession
  private var requests: [Int: Request] = [:]
  /// Readings that have come, by the index of their sample.
  var landed: [Int: Reading] = [:]
  /// When the newest of the answered requests was sent.
  private var answered: UInt64 = 0
  /// Silence does not prove a loss. A sample that is computed twice counts as two samples for filters and monitors, so
  /// pings are sent to prove the loss.
  private var pings: [UInt8: UInt64] = [:]
  private var lastSent: UInt64 = 0
  /// The requests for motion reports: the sample of each and the time at which it was sent; then the answers.
  private var questions: [UInt8: (index: Int, sentAt: UInt64)] = [:]
  private var motions: [Int: FusionReport] = [:]
  /// The number of the last sample; the device counts from its boot. After another boot it has forgotten the
  /// calibration that it should use.
  private var lastNumber: UInt32?

  init(_ session: DeviceSession) { self.session = session }

  mutating func send(_ sample: InjectedSample, _ rate: InjectedRate?, as index: Int) throws(SessionError) {
    let tries = (requests[index]?.tries ?? 0) + 1
    guard tries <= session.attempts else { throw silent }
    // A rate that comes twice is ignored by the device.
    if let rate { _ = try session.send(.injectRate) { frame in rate.append(to: &frame) } }
    let token = try session.send(.injectSample) { frame in sample.append(to: &frame) }
    lastSent = MonotonicClock.nanoseconds()
    requests[index] = Request(token: token, sentAt: lastSent, tries: tries)
    if rate != nil {
      questions = questions.filter { $0.value.index != index }
      questions[try session.send(.getMotion)] = (index, lastSent)
    }
  }

  /// Whether the motion report for a sample has come, or will not come. Devices answer in order, so a later answer
  /// proves that the report was damaged. After a silence, a ping causes such an answer.
  func hasMotion(of index: Int) -> Bool {
    guard let question = questions.values.first(where: { $0.index == index }) else { return true }
    return question.sentAt < answered
  }

  mutating func removeMotion(of index: Int) -> FusionReport? {
    questions = questions.filter { $0.value.index > index }
    return motions.removeValue(forKey: index)
  }

  mutating func handle(_ frame: HostFrame) throws(SessionError) {
    let token = frame.header.token
    if frame.kind == .pong, let sentAt = pings[token] {
      pings = [:]
      answered = max(answered, sentAt)
    }
    if frame.kind == .motion, let question = questions.removeValue(forKey: token),
      let report: FusionReport = frame.message()
    {
      motions[question.index] = report
      pings = [:]
      answered = max(answered, question.sentAt)
    }
    guard let (index, request) = requests.first(where: { $0.value.token == token }) else { return }
    if frame.kind == .refused, let refusal: Refusal = frame.message() {
      throw .refused(name: session.stream.name, request: .injectSample, refusal: refusal)
    }
    guard frame.kind == .computed, let reading: Reading = frame.message() else { return }
    if let lastNumber, Int32(bitPattern: reading.sampleNumber &- lastNumber) <= 0 {
      throw .restartedWhileComputing(name: session.stream.name, boot: try session.open().bootCounter)
    }
    lastNumber = reading.sampleNumber
    pings = [:]
    answered = max(answered, request.sentAt)
    requests[index] = nil
    landed[index] = reading
  }

  /// Sends a ping if nothing was answered for as long as an answer may take.
  mutating func pingAfterSilence() throws(SessionError) {
    guard !requests.isEmpty || !questions.isEmpty, session.isOverdue(since: lastSent) else { return }
    guard pings.count + 1 < session.attempts else { throw silent }
    lastSent = MonotonicClock.nanoseconds()
    pings[try session.send(.ping)] = lastSent
  }

  /// The samples whose request or reply was damaged on the way, in their order.
  func lost() -> [Int] {
    requests.filter { $0.value.sentAt < answered }.keys.sorted()
  }

  private var silent: SessionError {
    .silent(
      name: session.stream.name, request: .injectSample, seconds: session.replyTimeout * Double(session.attempts))
  }
}
