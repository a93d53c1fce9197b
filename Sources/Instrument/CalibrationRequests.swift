// Requests about calibrations (Protocols/link/spec.md, "startCalibration" and following).

import Calibration
import Quantities
import Wire

extension Instrument where Way: ~Copyable {
  // MARK: - The calibration

  mutating func startCalibration(_ header: FrameHeader, at now: Instant) {
    guard let request = CalibrationStart(payload: decoder.frame.payload) else { return }
    let isInjected = request.flags.contains(.injected)
    let source: Capabilities = isInjected ? .injection : .magnetometer
    guard identity.capabilities.contains(source) else { return refuse(header, lacking: source) }
    guard request.delayMilliseconds <= CalibrationStart.maximumDelay else {
      refuse(
        header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(request.delayMilliseconds)),
        limit: Int32(truncatingIfNeeded: Int(CalibrationStart.maximumDelay)))
      return
    }
    let payload = UInt32(request.delayMilliseconds) | UInt32(request.flags.rawValue) &<< 16
    if answerAgain(header, payload, at: now) { return }
    do throws(IllegalCalibrationEvent) {
      // The time of the first injected sample is not known yet: it will be the start.
      try calibrator.start(delayMilliseconds: isInjected ? 0 : request.delayMilliseconds, at: now)
      calibrationDesk.isInjected = isInjected
      calibrationDesk.awaitsFirst = isInjected
      conclude(header, payload, nil, at: now)
    } catch {
      conclude(header, payload, error, at: now)
    }
  }

  mutating func commandCalibration(_ header: FrameHeader, at now: Instant) {
    let value = decoder.frame.payload[0]
    guard let event = CalibrationEvent(rawValue: value), event.isCommand, event != .start else {
      refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(value)), limit: value == 0 ? 1 : 5)
      return
    }
    if answerAgain(header, UInt32(value), at: now) { return }
    let time = calibrationDesk.isInjected ? calibrationDesk.injectedTime : now
    do throws(IllegalCalibrationEvent) {
      try calibrator.handle(event, at: time)
      conclude(header, UInt32(value), nil, at: now)
    } catch {
      conclude(header, UInt32(value), error, at: now)
    }
  }

  /// Answers a request that was carried out already, and whose answer was lost, as it was answered then.
  private mutating func answerAgain(_ header: FrameHeader, _ payload: UInt32, at now: Instant) -> Bool {
    guard let last = calibrationDesk.answered(header, payload: payload, at: now) else { return false }
    answer(header, last.refused)
    return true
  }

  private mutating func conclude(
    _ header: FrameHeader, _ payload: UInt32, _ refused: IllegalCalibrationEvent?, at now: Instant
  ) {
    calibrationDesk.note(header, payload: payload, refused: refused, at: now)
    answer(header, refused)
  }

  private mutating func answer(_ header: FrameHeader, _ refused: IllegalCalibrationEvent?) {
    guard let refused else { return acknowledge(header) }
    refuse(
      header, .illegalEvent, detail: Int32(truncatingIfNeeded: Int(refused.event.rawValue)),
      limit: Int32(truncatingIfNeeded: Int(refused.state.rawValue)))
  }

  mutating func answerPrompt(_ header: FrameHeader, at now: Instant) {
    guard let answer = PromptAnswer(payload: decoder.frame.payload) else {
      let bad = decoder.frame.payload[0] > 2 ? decoder.frame.payload[0] : decoder.frame.payload[1]
      refuse(header, .outOfRange, detail: Int32(truncatingIfNeeded: Int(bad)), limit: 2)
      return
    }
    if answer.intervalSeconds != 0 { prompter.setInterval(seconds: answer.intervalSeconds) }
    switch answer.scope {
    case .once: break
    case .session: prompter.suppressForSession(answer.answer == .suppress)
    case .device: prompter.suppressForDevice(answer.answer == .suppress)
    }
    acknowledge(header)
  }
}
