// The question whether the calibration should be shown: how often it is asked, and who can stop it.

import Calibration
import Quantities
import Testing

private func seconds(_ s: Double) -> Instant { Instant(microseconds: UInt64(s * 1e6)) }

@Test func prompt_isAskedAtMostOnceAnInterval() {
  var prompter = CalibrationPrompter()
  var asked: [Double] = []
  for step in 0..<20_000 {
    let time = Double(step) * 0.1
    if prompter.ask(at: seconds(time)) { asked.append(time) }
  }
  #expect(asked == [0, 600, 1200, 1800])
  #expect(prompter.count == 4)
}

@Test func prompt_suppressedForTheSession_isAskedInTheNext() {
  var prompter = CalibrationPrompter()
  prompter.suppressForSession(true)
  let answer1 = prompter.ask(at: seconds(0))
  #expect(!answer1)
  prompter.beginSession()
  let answer2 = prompter.ask(at: seconds(1))
  #expect(answer2)
  prompter.beginSession()
  let answer3 = prompter.ask(at: seconds(2))
  #expect(!answer3, "a new session does not shorten the interval")
}

@Test func prompt_suppressedForTheDevice_staysSo() {
  var prompter = CalibrationPrompter()
  prompter.suppressForDevice(true)
  prompter.beginSession()
  let answer4 = prompter.ask(at: seconds(5000))
  #expect(!answer4 && prompter.count == 0)
  prompter.suppressForDevice(false)
  let answer5 = prompter.ask(at: seconds(5001))
  #expect(answer5)
}

@Test func prompt_interval_hasALeast() {
  var prompter = CalibrationPrompter()
  prompter.setInterval(seconds: 1)
  #expect(prompter.intervalSeconds == 10)
  prompter.setInterval(seconds: 3600)
  let answer6 = prompter.ask(at: seconds(0))
  #expect(answer6)
  let early = prompter.ask(at: seconds(3599))
  let later = prompter.ask(at: seconds(3600))
  #expect(!early && later)
}

@Test func prompt_reason_isTheGradeOrItsAbsence() {
  #expect(CalibrationReason.toAsk(grade: 0, isCalibrated: false)?.code == .uncalibrated)
  #expect(CalibrationReason.toAsk(grade: 1, isCalibrated: true) == CalibrationReason(.poorGrade, 1, 2))
  #expect(CalibrationReason.toAsk(grade: 2, isCalibrated: true) == nil)
  #expect(CalibrationReason.toAsk(grade: 3, isCalibrated: true) == nil)
}
