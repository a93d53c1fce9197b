// One target on its thread: what waits is bounded, what fails is tried again and told once.
import Foundation
import SerialLink
import Synchronization
import Testing

@testable import Publishing

/// A target that fails, or takes its time, as the test says.
private final class FakeTarget: PublishTarget {
  static let scheme = "fake"
  static let pattern = "fake:"
  static let explanation = ""
  let name = "fake:"
  let form = PublishedForm.sentences
  var counters = TargetCounters()
  let script: Script

  /// What happens, and what happened.
  final class Script: Sendable {
    let failures = Mutex(0)
    let fault = Mutex("it is not there.\nPlug it in.")
    let opened = Mutex<[UInt64]>([])
    let sent = Mutex<[[UInt8]]>([])
    let isStuck = Mutex(false)
    /// Messages that were handed over while it was closed; `nil` if it keeps none.
    let kept = Mutex<[[UInt8]]?>(nil)
    /// Every so many calls of `attend` fail.
    let faultyTurns = Mutex<Int?>(nil)
  }
  private var turns = 0

  init(_ text: TargetText) { fatalError("made by the test") }
  init(_ script: Script) { self.script = script }

  func open() throws(TargetFault) {
    script.opened.withLock { $0.append(MonotonicClock.nanoseconds()) }
    let fails = script.failures.withLock { count in
      defer { count = max(0, count - 1) }
      return count > 0
    }
    if fails { throw TargetFault(script.fault.withLock { $0 }) }
  }

  func attend(_ ready: [pollfd]) throws(TargetFault) -> String? {
    turns += 1
    if let each = script.faultyTurns.withLock({ $0 }), turns % each == 0 { throw TargetFault("it is gone.") }
    return nil
  }

  func keep(_ message: [UInt8]) -> Bool {
    script.kept.withLock { $0?.append(message) != nil }
  }

  func send(_ message: [UInt8]) throws(TargetFault) {
    while script.isStuck.withLock({ $0 }) { usleep(1000) }
    script.sent.withLock { $0.append(message) }
    counters.sent += 1
  }

  func close() {}
}

private func wait(_ seconds: Double = 5, until isDone: () -> Bool) -> Bool {
  let end = Deadline.after(seconds: seconds)
  while !isDone() {
    if end.hasPassed { return false }
    usleep(2000)
  }
  return true
}

@Suite(.timeLimit(.minutes(1))) struct TargetRunnerTests {
  @Test func targetThatFails_isToldOnceAndTriedAgainLessAndLessOften() throws {
    let script = FakeTarget.Script()
    script.failures.withLock { $0 = 3 }
    let news = Mutex<[TargetNews]>([])
    let runner = try TargetRunner(FakeTarget(script)) { told in news.withLock { $0.append(told) } }
    runner.start()
    #expect(runner.place == nil)
    runner.publish([1])
    #expect(wait { runner.place != nil })
    runner.publish([2])
    #expect(wait { script.sent.withLock { $0 } == [[2]] })
    runner.stop(within: 60)
    #expect(news.withLock { $0 } == [.failed("it is not there.\nPlug it in.")])
    let times = script.opened.withLock { $0 }
    let pauses = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e9 }
    #expect(pauses.count == 3)
    for (pause, least) in zip(pauses, [0.5, 1, 2]) { #expect(pause >= least * 0.98, "\(pauses)") }
    // What came while it was not there is no reading of now.
    #expect(runner.counters.sent == 1 && runner.counters.skipped == 1)
  }

  /// A boat's computer starts before its broker; then the password is wrong.
  @Test func otherFault_isToldToo_andAnotherReasonOfTheSameIsNot() throws {
    let script = FakeTarget.Script()
    script.failures.withLock { $0 = 1000 }
    let news = Mutex<[TargetNews]>([])
    let runner = try TargetRunner(FakeTarget(script)) { told in news.withLock { $0.append(told) } }
    runner.start()
    script.fault.withLock { $0 = "it is not there: unplugged.\nPlug it in." }
    #expect(wait { script.opened.withLock { $0.count } > 1 })
    script.fault.withLock { $0 = "it refuses us.\nWho are you?" }
    #expect(wait { news.withLock { $0.count } > 1 })
    runner.stop(within: 60)
    #expect(
      news.withLock { $0 } == [.failed("it is not there.\nPlug it in."), .failed("it refuses us.\nWho are you?")])
  }

  /// What a run hands over is sent or left out; nothing is in neither number.
  @Test func readings_thatWaitAtTheEnd_areLeftOut() throws {
    let script = FakeTarget.Script()
    script.failures.withLock { $0 = 1000 }
    let runner = try TargetRunner(FakeTarget(script)) { _ in }
    runner.start()
    for number in 0..<5 { runner.publish([UInt8(number)]) }
    runner.stop(within: 60)
    #expect(runner.counters.sent == 0 && runner.counters.skipped == 5)
  }

  @Test func targetThatIsStuck_keepsTheNewestReadingsAndHoldsUpNobody() throws {
    let script = FakeTarget.Script()
    script.isStuck.withLock { $0 = true }
    let runner = try TargetRunner(FakeTarget(script)) { _ in }
    runner.start()
    let begun = MonotonicClock.nanoseconds()
    for number in 0..<10_000 { runner.publish([UInt8(number >> 8), UInt8(number & 0xff)]) }
    #expect(MonotonicClock.nanoseconds() - begun < 1_000_000_000)
    script.isStuck.withLock { $0 = false }
    #expect(wait { script.sent.withLock { $0.last } == [UInt8(9999 >> 8), UInt8(9999 & 0xff)] })
    runner.stop(within: 60)
    let counters = runner.counters
    #expect(counters.sent + counters.skipped == 10_000)
    // Those that the thread had taken when it was stuck, and those that waited.
    #expect(counters.sent <= 2 * FakeTarget(script).waitingLimit)
  }

  /// A target that keeps messages gets each of them once, through every fault.
  @Test func targetThatKeeps_losesAndRepeatsNothing() throws {
    let script = FakeTarget.Script()
    script.kept.withLock { $0 = [] }
    script.faultyTurns.withLock { $0 = 3 }
    let runner = try TargetRunner(FakeTarget(script)) { _ in }
    runner.start()
    for number in 0..<200 {
      runner.publish([UInt8(number)])
      usleep(10_000)
    }
    #expect(wait { script.sent.withLock { $0.count } + script.kept.withLock { $0?.count ?? 0 } >= 200 })
    runner.stop(within: 60)
    let (sent, kept) = (script.sent.withLock { $0 }, script.kept.withLock { $0 } ?? [])
    #expect(sent.count > 0 && kept.count > 0)
    #expect((sent + kept).map { $0[0] }.sorted() == (0..<200).map { UInt8($0) })
    #expect(runner.counters.skipped == 0)
  }

  @Test func readings_leaveBeforeTheEnd() throws {
    let script = FakeTarget.Script()
    let runner = try TargetRunner(FakeTarget(script)) { _ in }
    runner.start()
    for number in 0..<50 { runner.publish([UInt8(number)]) }
    runner.stop(within: 60)
    #expect(script.sent.withLock { $0.map { $0[0] } } == Array(0..<50))
  }
}
