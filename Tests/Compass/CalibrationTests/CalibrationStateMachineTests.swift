// The state machine: ways through it, what cancels leave untouched, times, progress.

import Calibration
import Correction
import Quantities
import Testing

@Test func calibration_goodRun_passesEveryStateInOrder() throws {
  let bench = FakeFitBench([.poor, .good])
  var states: [CalibrationState] = [bench.state]
  var percents: [UInt8] = []
  try bench.machine.start(delayMilliseconds: 500, at: bench.now)
  for _ in 0..<400 where bench.state != .review {
    if states.last != bench.state { states.append(bench.state) }
    percents.append(bench.machine.percent)
    bench.sample()
    bench.work()
  }
  try bench.machine.handle(.commit, at: bench.now)
  states += [.review, bench.state]
  let candidate = bench.machine.consumeCandidate()
  #expect(try #require(candidate) == FitOutcome.good)
  #expect(bench.machine.consumeCandidate() == nil, "a candidate is given once")
  #expect(bench.machine.percent == 99)
  try bench.machine.handle(.stored, at: bench.now)
  states.append(bench.state)
  #expect(
    Array(states.prefix(7)) == [.idle, .armed, .seeking, .collecting, .refining, .collecting, .refining])
  #expect(Array(states.suffix(6)) == [.refining, .fitting, .verifying, .review, .committed, .monitor])
  #expect(bench.machine.percent == 100)
  #expect(percents == percents.sorted(), "progress falls: \(percents)")
  #expect(percents.allSatisfy { $0 < 100 })
}

@Test(arguments: [CalibrationEvent.cancel, .dismiss])
func calibration_endedByTheHost_keepsWhatIsInUse(event: CalibrationEvent) throws {
  for goal in [CalibrationState.armed, .seeking, .collecting, .refining, .fitting, .verifying, .review, .failed] {
    for isCalibrated in [false, true] {
      let bench = FakeFitBench([goal == .failed ? .refused(.residual) : .good])
      bench.machine.setCalibrated(isCalibrated, at: bench.now)
      try bench.machine.start(delayMilliseconds: goal == .armed ? 1000 : 0, at: bench.now)
      if goal != .armed { bench.run(to: goal) }
      #expect(bench.state == goal)
      try bench.machine.handle(event, at: bench.now)
      #expect(bench.state == (isCalibrated ? .monitor : .idle), "\(goal)")
      #expect(bench.machine.consumeCandidate() == nil, "\(goal)")
      #expect(bench.machine.isCalibrated == isCalibrated, "\(goal)")
      #expect(bench.machine.percent < 100)
    }
  }
}

@Test func calibration_discard_keepsWhatIsInUse() throws {
  let bench = FakeFitBench()
  bench.machine.setCalibrated(true, at: bench.now)
  try bench.start()
  bench.run(to: .review)
  try bench.machine.handle(.discard, at: bench.now)
  #expect(bench.state == .monitor && bench.machine.consumeCandidate() == nil)
}

@Test func calibration_illegalEvents_changeNothingAndSaySo() throws {
  for goal in CalibrationState.allCases {
    let bench = FakeFitBench([goal == .failed ? .refused(.residual) : .good])
    switch goal {
    case .idle: break
    case .monitor: bench.machine.setCalibrated(true, at: bench.now)
    case .committed:
      try bench.start()
      bench.run(to: .review)
      try bench.machine.handle(.commit, at: bench.now)
    case .armed: try bench.machine.start(delayMilliseconds: 1000, at: bench.now)
    default:
      try bench.start()
      bench.run(to: goal)
    }
    #expect(bench.state == goal)
    var refused: UInt32 = 0
    for event in CalibrationEvent.allCases {
      let facts = CalibrationFacts(
        isCalibrated: bench.machine.isCalibrated, hasEnough: bench.machine.fit.sampleCount >= 12, mayCollect: true)
      guard CalibrationTransition.of(event, in: goal, facts) == nil else { continue }
      let before = (bench.machine.refusedEvents, bench.machine.percent, bench.machine.fit.restarts)
      let outcome = bench.machine.outcome
      #expect(throws: IllegalCalibrationEvent.self) { try bench.machine.handle(event, at: bench.now) }
      #expect(bench.state == goal && bench.machine.refusedEvents == before.0 + 1)
      #expect(bench.machine.percent == before.1 && bench.machine.outcome == outcome)
      #expect(bench.machine.fit.restarts == before.2)
      refused += 1
    }
    #expect(refused > 0, "\(goal) takes every event")
  }
}

@Test func calibration_withoutMotion_saysSo() throws {
  let bench = FakeFitBench()
  try bench.start()
  for _ in 0..<2000 where bench.state == .seeking { bench.sample(moving: false) }
  #expect(bench.state == .failed)
  #expect(bench.machine.reason == CalibrationReason(.noMotion, 0, 5_000))
  #expect(bench.machine.fit.sampleCount == 0)
}

@Test func calibration_withoutSamples_saysSo() throws {
  for goal in [CalibrationState.seeking, .collecting] {
    let bench = FakeFitBench()
    try bench.start()
    if goal == .collecting { bench.run(to: goal) }
    bench.pass(seconds: 0.9)
    #expect(bench.state == goal)
    bench.pass(seconds: 0.2)
    #expect(bench.state == .failed)
    #expect(bench.machine.reason == CalibrationReason(.stale, 1100, 1000))
  }
}

@Test func calibration_beyondTheRange_saysSo() throws {
  let bench = FakeFitBench()
  try bench.start()
  bench.run(to: .collecting)
  for _ in 0..<4 { bench.sample(isOverflowed: true) }
  #expect(bench.state == .collecting, "a sensor that finds its range is no failure")
  for _ in 0..<2 { bench.sample(isOverflowed: true) }
  #expect(bench.state == .failed)
  #expect(bench.machine.reason?.code == .beyondRange)
  #expect((bench.machine.reason?.measured ?? 0) > 20 && bench.machine.reason?.limit == 20)
}

@Test func calibration_nothingNew_endsWithWhatThereIs() throws {
  // A boat goes round once: 20 directions, then none. The model is a smaller one, and it is no failure.
  var fit = FakeFit()
  fit.results = [.poor]
  fit.newCellEvery = 1
  let bench = FakeFitBench(fit)
  try bench.start()
  bench.run(to: .collecting)
  var seconds = 0.0
  for _ in 0..<200 {
    bench.sample()
    bench.work()
  }
  // All 96 cells are seen; from here on nothing is new.
  while bench.state != .review, seconds < 60 {
    bench.sample()
    bench.work()
    seconds += 0.02
  }
  #expect(bench.state == .review)
  #expect(seconds > 10 && seconds < 20, "\(seconds) s")
  #expect(bench.machine.outcome.model == .sphere)
}

@Test func calibration_finish_makesDoWithWhatThereIs() throws {
  let bench = FakeFitBench([.poor])
  try bench.start()
  bench.run(to: .collecting)
  #expect(throws: IllegalCalibrationEvent(event: .finish, state: .collecting)) {
    try bench.machine.handle(.finish, at: bench.now)
  }
  for _ in 0..<40 {
    bench.sample()
    bench.work()
  }
  bench.run(to: .collecting)
  try bench.machine.handle(.finish, at: bench.now)
  #expect(bench.state == .refining)
  for _ in 0..<20 where bench.state != .review { bench.work() }
  #expect(bench.state == .review && bench.machine.outcome == FitOutcome.poor)
}

@Test func calibration_tooFewSamplesInTime_saysHowMany() throws {
  var fit = FakeFit()
  fit.result = .outlier
  let bench = FakeFitBench(fit)
  try bench.start()
  for _ in 0..<10_000 where bench.state != .failed { bench.sample() }
  #expect(bench.state == .failed)
  #expect(bench.machine.reason == CalibrationReason(.tooFewSamples, 0, 12))
  #expect(bench.machine.rejected > 8000)
}

private let heldOutAndWide = FitReasons(rawValue: FitReasons.heldOut.rawValue | FitReasons.predictedError.rawValue)

@Test func calibration_refusedResult_failsWithItsReasons() throws {
  let bench = FakeFitBench([.refused(heldOutAndWide)])
  bench.machine.setCalibrated(true, at: bench.now)
  try bench.start()
  bench.run(to: .failed)
  #expect(bench.state == .failed)
  #expect(bench.machine.reason?.code.rawValue == 6, "held out: bit 5")
  #expect(bench.machine.outcome.reasons == heldOutAndWide)
  #expect(bench.machine.consumeCandidate() == nil && bench.machine.isCalibrated)
  bench.pass(seconds: 61)
  #expect(bench.state == .monitor, "a failure that nobody reads does not stop the watch over what is in use")
}

@Test func calibration_noModel_fails() throws {
  var nothing = FitOutcome()
  nothing.reasons = .notPositive
  let bench = FakeFitBench([nothing])
  try bench.start()
  bench.run(to: .failed)
  #expect(bench.state == .failed && bench.machine.reason?.code.rawValue == 3)
}

@Test func calibration_reviewThatNobodyAnswers_keepsTheOld() throws {
  let bench = FakeFitBench()
  try bench.start()
  bench.run(to: .review)
  bench.pass(seconds: 599)
  #expect(bench.state == .review)
  bench.pass(seconds: 2)
  #expect(bench.state == .idle && bench.machine.consumeCandidate() == nil)
  #expect(bench.machine.reason == CalibrationReason(.reviewExpired, 600, 600))
}

@Test(arguments: [nil, CalibrationEvent.notStored])
func calibration_notStored_isInUseAndSaysSo(event: CalibrationEvent?) throws {
  let bench = FakeFitBench()
  try bench.start()
  bench.run(to: .review)
  try bench.machine.handle(.commit, at: bench.now)
  if let event { try bench.machine.handle(event, at: bench.now) } else { bench.pass(seconds: 6) }
  #expect(bench.state == .monitor && bench.machine.isCalibrated)
  #expect(bench.machine.reason == CalibrationReason(.notStored, event == nil ? 2 : 1, 0))
}

@Test func calibration_startAgain_forgetsTheLastRun() throws {
  let bench = FakeFitBench([.refused(.residual)])
  try bench.start()
  bench.run(to: .failed)
  try bench.start()
  #expect(bench.state == .seeking)
  #expect(bench.machine.reason == nil && bench.machine.rejected == 0 && bench.machine.outcome == FitOutcome())
  #expect(bench.machine.fit.restarts == 2)
}

@Test func calibration_slices_areOneAtATime() throws {
  var fit = FakeFit()
  fit.results = [.good]
  fit.slices = 100
  let bench = FakeFitBench(fit)
  try bench.start()
  bench.run(to: .refining)
  for _ in 0..<98 { bench.work() }
  #expect(bench.state == .refining)
  bench.sample()
  #expect(bench.state == .refining && bench.machine.rejected > 0, "a sample during a solve is left out, not waited for")
}

@Test func calibration_deviation_asksOnlyInMonitor() throws {
  let bench = FakeFitBench()
  let why = CalibrationReason(.dipDeviates, 420, 300)
  bench.machine.reportDeviation(why, at: bench.now)
  #expect(bench.machine.reason == nil && bench.state == .idle)
  bench.machine.setCalibrated(true, at: bench.now)
  bench.machine.reportDeviation(why, at: bench.now)
  #expect(bench.machine.reason == why && bench.state == .monitor)
}

@Test func calibration_aLongDelay_isNoSilenceOfTheSensor() throws {
  let bench = FakeFitBench()
  try bench.machine.start(delayMilliseconds: 5_000, at: bench.now)
  for _ in 0..<2_000 where bench.state == .armed { bench.sample(moving: false) }
  #expect(bench.state == .seeking)
  // Samples came while it waited: half of a second later the sensor is not silent.
  bench.pass(seconds: 0.5)
  #expect(bench.state == .seeking && bench.machine.reason == nil)
  bench.pass(seconds: 0.6)
  #expect(bench.state == .failed && bench.machine.reason?.code == .stale)
}

@Test func calibration_aSlowFirstSolve_isNoSilenceOfTheSensor() throws {
  let bench = FakeFitBench([.poor, .good])
  try bench.start()
  bench.run(to: .refining)
  for _ in 0..<100 { bench.sample() }
  bench.work(3)
  #expect(bench.state == .collecting)
  bench.pass(seconds: 0.5)
  #expect(bench.state == .collecting && bench.machine.reason == nil)
}
