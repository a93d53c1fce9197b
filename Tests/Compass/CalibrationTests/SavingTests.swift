// Saving beside the runs: late answers, and a commit while an older record is being written.

import Calibration
import Correction
import Quantities
import Testing

extension FakeFitBench {
  fileprivate func save(_ event: SavingEvent) -> Bool { machine.handle(saving: event, at: now) }
  fileprivate func consumesCandidate() -> Bool { machine.consumeCandidate() != nil }
}

/// A machine whose candidate is in use, and whose store has begun to write it.
private func benchThatSaves() throws -> FakeFitBench {
  let bench = FakeFitBench()
  try bench.start()
  bench.run(to: .review)
  try bench.machine.handle(.commit, at: bench.now)
  #expect(bench.machine.saving == .committed)
  #expect(bench.consumesCandidate() && bench.machine.saving == .waiting)
  #expect(bench.save(.begun) && bench.machine.saving == .writing)
  #expect(bench.state == .committed)
  return bench
}

@Test(arguments: [(SavingEvent.succeeded, SavingState.stored), (.failed, .notStored)])
func saving_ends_andTheRunWithIt(event: SavingEvent, outcome: SavingState) throws {
  let bench = try benchThatSaves()
  #expect(bench.save(event))
  #expect(bench.state == .monitor && bench.machine.saving == outcome)
  #expect((bench.machine.reason?.code == .notStored) == (event == .failed))
  #expect(!bench.save(event), "an outcome comes once")
}

@Test func saving_withoutAStore_endsTheRunAtOnce() throws {
  let bench = FakeFitBench()
  try bench.start()
  bench.run(to: .review)
  try bench.machine.handle(.commit, at: bench.now)
  _ = bench.machine.consumeCandidate()
  #expect(bench.save(.unavailable))
  #expect(bench.state == .monitor && bench.machine.saving == .notStored)
}

@Test func saving_thatEndsAfterTheDeadline_isStoredAllTheSame() throws {
  let bench = try benchThatSaves()
  bench.pass(seconds: 5.1)
  #expect(bench.state == .monitor && bench.machine.saving == .writing)
  #expect(bench.machine.reason?.code == .notStored)
  #expect(bench.save(.succeeded))
  #expect(bench.state == .monitor && bench.machine.saving == .stored)
}

@Test(arguments: [SavingEvent.succeeded, .failed])
func saving_ofAnOlderCommit_saysNothingOfTheNewer(event: SavingEvent) throws {
  let bench = try benchThatSaves()
  bench.pass(seconds: 5.1)
  try bench.start()
  #expect(bench.machine.saving == .writing, "a new run does not stop a save")
  bench.run(to: .review)
  try bench.machine.handle(.commit, at: bench.now)
  #expect(!bench.save(event) && bench.machine.saving == .committed)
  #expect(bench.consumesCandidate())
  #expect(!bench.save(event) && bench.machine.saving == .waiting)
  #expect(bench.state == .committed)
  #expect(bench.save(.begun))
  #expect(bench.save(.succeeded))
  #expect(bench.state == .monitor && bench.machine.saving == .stored)
}
