// A fit behind the one in use: when it runs, and when it may take its place.
import Calibration
import Correction
import Quantities
import TestSupport
import Testing

/// A machine whose first calibration is off the samples held out, after its commit; what a fit behind it finds is `next`.
private func committed(_ next: FitOutcome, refits: Bool) throws -> FakeFitBench {
  // As many solves as a run with good results has.
  let first = FakeFitBench([.good])
  try first.start()
  first.run(to: .review)
  let bench = FakeFitBench([FitOutcome](repeating: .good, count: first.machine.fit.solves) + [next])
  try bench.machine.start(refits: refits, at: bench.now)
  bench.run(to: .review)
  try bench.machine.handle(.commit, at: bench.now)
  _ = bench.machine.consumeCandidate()
  try bench.machine.handle(.stored, at: bench.now)
  return bench
}

/// Held-out samples lie about the origin: this one fits them to the last nanotesla, and predicts an eighth less.
private var better: FitOutcome {
  var outcome = FitOutcome.good
  outcome.centre = .zero
  outcome.predictedWorst = 79
  return outcome
}

@Test func refit_thatIsBetterOnOldAndNew_comesIntoUseAndIsStored() throws {
  let bench = try committed(better, refits: true)
  #expect(bench.state == .monitor && bench.machine.isRefitting)
  bench.run(to: .committed)
  #expect(bench.state == .committed)
  let taken = bench.machine.consumeCandidate()
  let candidate = try #require(taken)
  #expect(candidate.centre == .zero)
  #expect(bench.machine.percent == 100, "progress does not fall")
  try bench.machine.handle(.stored, at: bench.now)
  #expect(bench.state == .monitor)
  // And from nothing again: the same result is no better than itself.
  for _ in 0..<1_000 {
    bench.sample()
    bench.work()
  }
  let next = bench.machine.consumeCandidate()
  #expect(bench.state == .monitor && next == nil)
}

@Test func refit_thatIsNotBetter_isDropped() throws {
  var wider = better
  wider.predictedWorst = 80
  var smaller = better
  smaller.model = .sphere
  var worse = FitOutcome.good
  worse.centre = Vector3(x: 25_000_000, y: 0, z: 0)
  for candidate in [worse, .good, wider, smaller, .refused(.residual)] {
    let bench = try committed(candidate, refits: true)
    let restarts = bench.machine.fit.restarts
    for _ in 0..<800 {
      bench.sample()
      bench.work()
    }
    let taken = bench.machine.consumeCandidate()
    #expect(bench.state == .monitor && taken == nil)
    #expect(bench.machine.fit.restarts > restarts, "it begins from nothing")
    let outcome = bench.machine.outcome
    #expect(outcome == .good)
  }
}

@Test func refit_thatNobodyAllowed_doesNotRun() throws {
  let bench = try committed(better, refits: false)
  let solves = bench.machine.fit.solves
  let samples = bench.machine.fit.sampleCount
  for _ in 0..<1_000 {
    bench.sample()
    bench.work()
  }
  #expect(!bench.machine.isRefitting && bench.state == .monitor)
  #expect(bench.machine.fit.solves == solves && bench.machine.fit.sampleCount == samples)
}

@Test func refit_behindAnotherRecord_ends() throws {
  let bench = try committed(better, refits: true)
  bench.machine.forgetHeldOut()
  for _ in 0..<1_000 {
    bench.sample()
    bench.work()
  }
  #expect(!bench.machine.isRefitting && bench.state == .monitor)
}

@Test func refit_givesWayToACalibrationThatIsAskedFor() throws {
  let bench = try committed(better, refits: true)
  for _ in 0..<100 { bench.sample() }
  try bench.machine.start(at: bench.now)
  #expect(bench.state == .seeking && bench.machine.sampleCount == 0)
  try bench.machine.handle(.cancel, at: bench.now)
  #expect(bench.state == .monitor && !bench.machine.isRefitting, "the new start did not allow it")
}
