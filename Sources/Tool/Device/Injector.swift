// Samples sent to a device, computed there, and the readings that come back.
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TerminalInterface

/// Injects samples with several requests under way, and gives the readings in the order of the samples.
struct Injector {
  /// Requests under way: their replies fit the device's transmit ring together.
  static let window = 6

  let session: DeviceSession

  /// - Parameters:
  ///   - first: the index to begin with.
  ///   - count: how many samples there are.
  ///   - sample: the sample at an index; asked again when a reply was lost.
  ///   - body: takes each reading. Return `false` to stop.
  func run(
    from first: Int = 0, count: Int, sample: (Int) -> InjectedSample, body: (Int, Reading) throws(SessionError) -> Bool
  ) throws(SessionError) {
    var flight = Flight(session)
    var nextToSend = first
    var nextToGive = first
    while nextToGive < count {
      while nextToSend < count, nextToSend - nextToGive < Self.window {
        try flight.send(sample(nextToSend), as: nextToSend)
        nextToSend += 1
      }
      if let frame = try session.receive(deadline: .after(seconds: 0.2)) { try flight.handle(frame) }
      while let reading = flight.landed.removeValue(forKey: nextToGive) {
        guard try body(nextToGive, reading) else { return }
        nextToGive += 1
      }
      try flight.pingAfterSilence()
      for index in flight.lost() { try flight.send(sample(index), as: index) }
    }
  }
}

/// The samples under way. Devices answer in order: what was sent before something that is answered never will be.
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
  /// When the newest request was sent that is answered.
  private var answered: UInt64 = 0
  /// A silence proves no loss, and a sample that is computed twice is two samples to filters and monitors: pings prove it.
  private var pings: [UInt8: UInt64] = [:]
  private var lastSent: UInt64 = 0
  /// The device counts the samples of a boot. After another it has forgotten the calibration that it was to use.
  private var lastNumber: UInt32?

  init(_ session: DeviceSession) { self.session = session }

  mutating func send(_ sample: InjectedSample, as index: Int) throws(SessionError) {
    let tries = (requests[index]?.tries ?? 0) + 1
    guard tries <= session.attempts else { throw silent }
    let token = try session.send(.injectSample) { frame in sample.append(to: &frame) }
    lastSent = MonotonicClock.nanoseconds()
    requests[index] = Request(token: token, sentAt: lastSent, tries: tries)
  }

  mutating func handle(_ frame: HostFrame) throws(SessionError) {
    let token = frame.header.token
    if frame.kind == .pong, let sentAt = pings[token] {
      pings = [:]
      answered = max(answered, sentAt)
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

  /// Asks for a sign of life where nothing was answered for as long as an answer may take.
  mutating func pingAfterSilence() throws(SessionError) {
    let now = MonotonicClock.nanoseconds()
    guard !requests.isEmpty, now > lastSent, now - lastSent > UInt64(session.replyTimeout * 1e9) else { return }
    guard pings.count + 1 < session.attempts else { throw silent }
    pings[try session.send(.ping)] = now
    lastSent = now
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
