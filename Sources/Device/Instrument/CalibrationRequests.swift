// Requests about calibrations (Protocols/link/spec.md, "startCalibration" and following).

import Calibration
import LinkProtocol
import Quantities

extension CompassInstrument where Way: ~Copyable, Gyro: ~Copyable {
  // MARK: - The calibration

  mutating func startCalibration() {
    // The flags are in the lower bytes, the delay in the upper ones.
    let request = decoder.frame.payloadWord(Layout.StartCalibration.flags)
    let flags = CalibrationStart.Flags(rawValue: UInt8(truncatingIfNeeded: request))
    let source: Capabilities =
      flags.contains(.injected) ? .injection : flags.contains(.accelerometer) ? .accelerometer : .magnetometer
    guard has(source) else { return }
    let delay = request &>> 16
    guard delay <= UInt32(CalibrationStart.maximumDelay) else {
      return refuse(beyond: delay, UInt32(CalibrationStart.maximumDelay))
    }
    carryOut(.start, request)
  }

  mutating func commandCalibration() {
    let value = decoder.frame.payloadByte(Layout.CommandCalibration.event)
    if let event = CalibrationEvent(rawValue: value) { carryOut(event, UInt32(value)) }
  }

  /// Carries out a command and answers it. If the host repeats a command because its answer was lost, the instrument
  /// sends the same answer again.
  /// - Parameter payload: the payload of the request.
  @inline(never)
  private mutating func carryOut(_ event: CalibrationEvent, _ payload: UInt32) {
    if calibrationSession.isRepetition(request, payload: payload, at: now) {
      return answer(calibrationSession.lastCommand.refused)
    }
    var refused: IllegalCalibrationEvent?
    do throws(IllegalCalibrationEvent) {
      if event == .start {
        let flags = CalibrationStart.Flags(rawValue: UInt8(truncatingIfNeeded: payload))
        let isInjected = flags.contains(.injected)
        // The time of the first injected sample is not known yet. It will be the start.
        try calibrator.start(
          delayMilliseconds: isInjected ? 0 : UInt16(truncatingIfNeeded: payload &>> 16),
          refits: !isInjected && flags.contains(.refits), ofGravity: flags.contains(.accelerometer), at: now)
        calibrationSession.isInjected = isInjected
        calibrationSession.awaitsFirst = isInjected
      } else {
        try calibrator.handle(event, at: calibrationTime)
      }
    } catch {
      refused = error
    }
    calibrationSession.note(request, payload: payload, refused: refused, at: now)
    answer(refused)
  }

  private mutating func answer(_ refused: IllegalCalibrationEvent?) {
    guard let refused else { return acknowledge() }
    refuse(
      .illegalEvent, value: refused.event.rawValue, limit: Int32(truncatingIfNeeded: Int(refused.state.rawValue)))
  }

  mutating func answerPrompt() {
    let isSuppressed = decoder.frame.payloadByte(Layout.AnswerPrompt.answer) == PromptAnswer.Answer.suppress.rawValue
    let interval = UInt16(truncatingIfNeeded: decoder.frame.payloadWord(Layout.AnswerPrompt.interval))
    if interval != 0 { prompter.setInterval(seconds: interval) }
    switch decoder.frame.payloadByte(Layout.AnswerPrompt.scope) {
    case PromptAnswer.Scope.session.rawValue: prompter.suppressForSession(isSuppressed)
    case PromptAnswer.Scope.device.rawValue:
      prompter.suppressForDevice(isSuppressed)
      // The request is acknowledged when it is stored. Until a restart it holds in any case.
      if capabilities.contains(.storage) { return beginStorage(.answerPrompt) }
    default: break
    }
    acknowledge()
  }
}
