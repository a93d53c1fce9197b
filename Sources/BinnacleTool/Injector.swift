// Samples sent to a device, computed there, and the readings that come back.
import HostSession
import Quantities
import SerialLink
import Terminal
import Wire

/// Injects samples with several requests under way, and gives the readings in the order of the samples.
struct Injector {
  /// Requests under way: their replies fit the device's transmit ring together.
  static let window = 6

  let session: HostSession

  /// - Parameters:
  ///   - count: how many samples there are.
  ///   - sample: the sample at an index; asked again when a reply was lost.
  ///   - body: takes each reading. Return `false` to stop.
  func run(
    count: Int, sample: (Int) -> InjectedSample, body: (Int, Reading) throws(SessionError) -> Bool
  ) throws(SessionError) {
    var nextToSend = 0
    var nextToGive = 0
    var tokens: [UInt8: Int] = [:]
    var sentAt: [Int: UInt64] = [:]
    var tries: [Int: Int] = [:]
    var arrived: [Int: Reading] = [:]
    // When the newest answered sample was sent. Devices answer in order: the answer to any sent before it is lost.
    var answered: UInt64 = 0
    while nextToGive < count {
      while nextToSend < count, nextToSend - nextToGive < Self.window {
        try send(sample(nextToSend), as: nextToSend, &tokens, &sentAt)
        nextToSend += 1
      }
      if let frame = try session.receive(deadline: .after(seconds: 0.2)) {
        if frame.kind == .refused, let refusal: Refusal = frame.message(), tokens[frame.header.token] != nil {
          throw .refused(name: session.stream.name, request: .injectSample, refusal: refusal)
        }
        if frame.kind == .computed, let index = tokens.removeValue(forKey: frame.header.token),
          let reading: Reading = frame.message()
        {
          arrived[index] = reading
          answered = max(answered, sentAt[index] ?? 0)
        }
      }
      while let reading = arrived.removeValue(forKey: nextToGive) {
        sentAt[nextToGive] = nil
        tries[nextToGive] = nil
        guard try body(nextToGive, reading) else { return }
        nextToGive += 1
      }
      // A reply that does not come was damaged on the way; the sample is computed again.
      for index in nextToGive..<nextToSend where arrived[index] == nil {
        guard let sent = sentAt[index],
          sent < answered || MonotonicClock.nanoseconds() - sent > UInt64(session.replyTimeout * 1e9)
        else { continue }
        tries[index, default: 1] += 1
        guard tries[index] ?? 0 <= session.attempts else {
          throw .silent(
            name: session.stream.name, request: .injectSample,
            seconds: session.replyTimeout * Double(session.attempts))
        }
        for (token, asked) in tokens where asked == index { tokens[token] = nil }
        try send(sample(index), as: index, &tokens, &sentAt)
      }
    }
  }

  private func send(
    _ sample: InjectedSample, as index: Int, _ tokens: inout [UInt8: Int], _ sentAt: inout [Int: UInt64]
  ) throws(SessionError) {
    let token = try session.send(.injectSample) { frame in sample.append(to: &frame) }
    tokens[token] = index
    sentAt[index] = MonotonicClock.nanoseconds()
  }
}
