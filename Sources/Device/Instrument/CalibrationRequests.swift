// Requests about calibrations (Protocols/link/spec.md, "startCalibration" and following).

import Binnacle
import LinkProtocol
import Quantities

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  mutating func startCalibration(at now: Instant) -> Answer {
    // The flags are in the lower bytes, the delay in the upper ones.
    let payload = decoder.frame.payloadWord(Layout.StartCalibration.flags)
    let flags = CalibrationStart.Flags(rawValue: UInt8(truncatingIfNeeded: payload))
    let source: Capabilities =
      flags.contains(.injected) ? .injection : flags.contains(.accelerometer) ? .accelerometer : .magnetometer
    guard capabilities.contains(source) else { return .lacking(source) }
    let delay = payload &>> 16
    guard delay <= UInt32(CalibrationStart.maximumDelay) else {
      return .beyond(delay, UInt32(CalibrationStart.maximumDelay))
    }
    return carryOut(.start, payload, decoder.frame.header, at: now)
  }

  mutating func commandCalibration(at now: Instant) -> Answer {
    let value = decoder.frame.payloadByte(Layout.CommandCalibration.event)
    guard let event = CalibrationEvent(rawValue: value) else { return .later }
    return carryOut(event, UInt32(value), decoder.frame.header, at: now)
  }

  /// Carries out a command. If the host repeats a command because its answer was lost, it gets the same answer again.
  /// - Parameter payload: the payload of the request.
  @inline(never)
  private mutating func carryOut(
    _ event: CalibrationEvent, _ payload: UInt32, _ header: FrameHeader, at now: Instant
  ) -> Answer {
    if session.isRepetition(header, payload: payload, at: now) { return Self.answer(session.lastCommand.refused) }
    var refused: IllegalCalibrationEvent?
    do throws(IllegalCalibrationEvent) {
      if event == .start {
        let flags = CalibrationStart.Flags(rawValue: UInt8(truncatingIfNeeded: payload))
        let isInjected = flags.contains(.injected)
        // The time of the first injected sample is not known yet. It will be the start of the calibration.
        try calibration.start(
          flags.contains(.accelerometer) ? .accelerometer : .magnetometer,
          delayMilliseconds: isInjected ? 0 : UInt16(truncatingIfNeeded: payload &>> 16),
          refits: !isInjected && flags.contains(.refits), at: now)
        session.isInjected = isInjected
        session.awaitsFirst = isInjected
      } else {
        try calibration.handle(event, at: session.time(at: now))
      }
    } catch {
      refused = error
    }
    session.recordCommand(header, payload: payload, refused: refused, at: now)
    return Self.answer(refused)
  }

  private static func answer(_ refused: IllegalCalibrationEvent?) -> Answer {
    guard let refused else { return .acknowledged }
    return .refused(
      .illegalEvent, value: refused.event.rawValue, limit: Int32(truncatingIfNeeded: Int(refused.state.rawValue)))
  }

  mutating func answerPrompt() -> Answer {
    let isSuppressed = decoder.frame.payloadByte(Layout.AnswerPrompt.answer) == PromptAnswer.Answer.suppress.rawValue
    let interval = UInt16(truncatingIfNeeded: decoder.frame.payloadWord(Layout.AnswerPrompt.interval))
    if interval != 0 { calibration.questions.setInterval(seconds: interval) }
    switch decoder.frame.payloadByte(Layout.AnswerPrompt.scope) {
    case PromptAnswer.Scope.session.rawValue: calibration.questions.suppressForSession(isSuppressed)
    case PromptAnswer.Scope.device.rawValue:
      calibration.questions.suppressForDevice(isSuppressed)
      // The request is acknowledged when the setting is stored. Until a restart, the setting is in force in any case.
      if capabilities.contains(.storage) { return storage.ask(.saveMark, for: decoder.frame.header) }
    default: break
    }
    return .acknowledged
  }
}
