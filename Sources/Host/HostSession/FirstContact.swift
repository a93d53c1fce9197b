// The first messages to a device: hello, and waiting for its sensors.

import LinkProtocol
import SerialLink

extension DeviceSession {
  /// Asks the device to identify itself and checks that both sides speak a common protocol version.
  ///
  /// The first delimiter ends an incomplete frame that a former host may have left on the line.
  /// - Parameter patience: seconds until silence counts as no answer; by default long enough for a board that was just
  ///   reset.
  @discardableResult
  package func open(patience: Double? = nil) throws(SessionError) -> Hello {
    let deadline = Deadline.after(seconds: patience ?? readySeconds)
    let framesBefore = counters.frames
    var token: UInt8 = 0
    repeat {
      // While the last question is still being sent, another one would only delay what follows it.
      if token == 0 || stream.untaken == 0 {
        try write([0])
        token = try send(.getHello, token: token) { frame in HelloRequest().append(to: &frame) }
      }
      let turn = min(deadline, .after(seconds: 0.3))
      if let frame = try reply(to: token, deadline: turn) {
        guard let answer: Hello = frame.message() else { throw .malformed(name: stream.name, request: .getHello) }
        try accept(answer)
        return answer
      }
    } while !deadline.hasPassed
    var seen = reader.observation
    (seen.isEcho, seen.frames) = (isEchoing, counters.frames - framesBefore)
    throw .noAnswer(name: stream.name, seen: seen)
  }

  /// Calls `open`, and then waits while a sensor is starting, until each is ready or has failed.
  package func openWhenReady() throws(SessionError) -> Hello {
    let deadline = Deadline.after(seconds: readySeconds)
    var answer = try open()
    while answer.isLookingForSensors, !deadline.hasPassed {
      // The device needs a few milliseconds, or a quarter of a second if the chip did not answer at first.
      _ = try fill(deadline: min(deadline, .after(seconds: 0.02)))
      answer = try request(.getHello, fill: { HelloRequest().append(to: &$0) }, expecting: Hello.self)
      hello = answer
    }
    return answer
  }

  /// Seconds within which a board that was just reset answers and has started its sensor.
  private var readySeconds: Double { 2.5 * stream.answerSeconds }
}

extension Hello {
  /// Whether a sensor that the board has, or may have, is still starting.
  fileprivate var isLookingForSensors: Bool {
    sensorState == .starting || accelerometer.state == .starting || gyroscope.state == .starting
  }
}
