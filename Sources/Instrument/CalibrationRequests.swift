// Requests about calibrations (Protocols/link/spec.md, "startCalibration" and following).

import Calibration
import Quantities
import Wire

extension Instrument where Way: ~Copyable {
  // MARK: - The calibration

  mutating func startCalibration() {
    guard let request = CalibrationStart(payload: decoder.frame.payload) else { return }
    let isInjected = request.flags.contains(.injected)
    let source: Capabilities =
      isInjected ? .injection : request.flags.contains(.accelerometer) ? .accelerometer : .magnetometer
    guard has(source) else { return }
    let delay = UInt32(request.delayMilliseconds)
    guard delay <= UInt32(CalibrationStart.maximumDelay) else {
      return refuse(beyond: delay, UInt32(CalibrationStart.maximumDelay))
    }
    carryOut(.start, delay | UInt32(request.flags.rawValue) &<< 16)
  }

  mutating func commandCalibration() {
    let value = decoder.frame.payloadByte(0)
    guard let event = CalibrationEvent(rawValue: value), event.isCommand, event != .start else {
      return refuse(.outOfRange, value: value, limit: value == 0 ? 1 : 5)
    }
    carryOut(event, UInt32(value))
  }

  /// Carries out a command and answers it. One that was carried out already, and whose answer was lost, is answered as
  /// it was then.
  /// - Parameter payload: what the request says; of a start the delay in its lower half, and the flags.
  @inline(never)
  private mutating func carryOut(_ event: CalibrationEvent, _ payload: UInt32) {
    let header = request
    if let last = calibrationDesk.answered(header, payload: payload, at: now) { return answer(last.refused) }
    var refused: IllegalCalibrationEvent?
    do throws(IllegalCalibrationEvent) {
      if event == .start {
        let isInjected = payload & 0x1_0000 != 0
        // The time of the first injected sample is not known yet: it will be the start.
        let delay: UInt16 = isInjected ? 0 : UInt16(truncatingIfNeeded: payload)
        try calibrator.start(
          delayMilliseconds: delay, refits: !isInjected && payload & 0x2_0000 != 0, ofGravity: payload & 0x4_0000 != 0,
          at: now)
        calibrationDesk.isInjected = isInjected
        calibrationDesk.awaitsFirst = isInjected
      } else {
        try calibrator.handle(event, at: calibrationTime)
      }
    } catch {
      refused = error
    }
    calibrationDesk.note(header, payload: payload, refused: refused, at: now)
    answer(refused)
  }

  private mutating func answer(_ refused: IllegalCalibrationEvent?) {
    guard let refused else { return acknowledge() }
    refuse(
      .illegalEvent, value: refused.event.rawValue, limit: Int32(truncatingIfNeeded: Int(refused.state.rawValue)))
  }

  mutating func answerPrompt() {
    guard let answer = PromptAnswer(payload: decoder.frame.payload) else {
      let first = decoder.frame.payloadByte(0)
      return refuse(.outOfRange, value: first > 2 ? first : decoder.frame.payloadByte(1), limit: 2)
    }
    if answer.intervalSeconds != 0 { prompter.setInterval(seconds: answer.intervalSeconds) }
    switch answer.scope {
    case .once: break
    case .session: prompter.suppressForSession(answer.answer == .suppress)
    case .device:
      prompter.suppressForDevice(answer.answer == .suppress)
      // Acknowledged when it is stored; until the restart it holds in any case.
      if capabilities.contains(.storage) { return beginStorage(decoder.frame.kind) }
    }
    acknowledge()
  }
}
