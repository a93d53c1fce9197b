// The sweep itself on trial: it sees errors, counts every pair once, and adds up shards without a trace.
import IntegerTrigonometry
import Quantities
import Synchronization
import Testing

@testable import Verdict

@Suite struct AngleSweepTests {
  private static let cordic: AngleSweep.Function = { Cordic.angle(y: $0, x: $1) }
  /// Large enough for all octants, small enough for a test: 103,040 pairs.
  private static let grid = AngleSweep.Domain.exhaustive(radius: 160)
  private static let samples = AngleSweep.Domain.samples(count: 100_003, seed: 7)

  @Test func cordic_isWithinItsLimitOnASmallGrid() {
    let tally = AngleSweep(domain: Self.grid).run(threads: 2, function: Self.cordic)
    #expect(tally.samples == 321 * 321 - 1)
    #expect(tally.maxErrorDegrees < 1e-4, "worst \(String(describing: tally.worst))")
    #expect(tally.undefined == 0)
  }

  @Test func cordic_isWithinItsLimitOnSamples() {
    let tally = AngleSweep(domain: Self.samples).run(threads: 2, function: Self.cordic)
    #expect(tally.samples == 100_003)
    #expect(tally.maxErrorDegrees < 1e-4, "seed 7, worst \(String(describing: tally.worst))")
    #expect(tally.rmsErrorDegrees <= tally.maxErrorDegrees)
  }

  @Test func sweep_callsTheFunctionOnceForEveryPair() {
    for radius: Int32 in [1, 2, 9] {
      let seen = SeenPairs()
      let sweep = AngleSweep(domain: .exhaustive(radius: radius))
      _ = sweep.run(threads: 3) { y, x in
        seen.insert(y, x)
        return .zero
      }
      let side = Int(2 * radius + 1)
      #expect(seen.all.count == side * side - 1)
      #expect(seen.all.values.allSatisfy { $0 == 1 })
      #expect(seen.all.keys.allSatisfy { $0.allSatisfy { abs($0) <= radius } && $0 != [0, 0] })
      #expect(sweep.pairs == UInt64(side * side - 1))
    }
  }

  @Test func outermostRing_staysWithinInt16() {
    let seen = SeenPairs()
    // Of 32768 shards, the last has the outermost ring alone.
    let sweep = AngleSweep(domain: .exhaustive(radius: AngleSweep.fullRadius), shard: 32_768, shards: 32_768)
    let tally = sweep.run(threads: 1) { y, x in
      seen.insert(y, x)
      return Cordic.angle(y: y, x: x)
    }
    #expect(tally.samples == 131_071)
    #expect(seen.all.count == 131_071)
    #expect(seen.all.keys.allSatisfy { Int16(exactly: $0[0]) != nil && Int16(exactly: $0[1]) != nil })
    #expect(seen.all.keys.allSatisfy { $0.contains(-32_768) })
    #expect(tally.maxErrorDegrees < 1e-4)
  }

  @Test func wholeOfInt16_hasAllPairsButOne() {
    #expect(AngleSweep(domain: .exhaustive(radius: AngleSweep.fullRadius)).pairs == 4_294_967_295)
    let parts = (1...7).map { AngleSweep(domain: .exhaustive(radius: AngleSweep.fullRadius), shard: $0, shards: 7) }
    #expect(parts.reduce(0) { $0 + $1.pairs } == 4_294_967_295)
  }

  @Test(arguments: [grid, samples])
  func shards_addUpToTheWholeBitForBit(domain: AngleSweep.Domain) {
    let whole = AngleSweep(domain: domain).run(threads: 1, function: Self.cordic)
    for (shards, threads) in [(1, 3), (2, 1), (7, 2)] {
      var sum = AngleTally<AnglePair>()
      for shard in (1...shards).reversed() {
        let part = AngleSweep(domain: domain, shard: shard, shards: shards)
        let tally = part.run(threads: threads, function: Self.cordic)
        #expect(tally.samples == part.pairs)
        sum.add(tally)
      }
      #expect(sum == whole)
    }
  }

  @Test func worst_isTheFirstOfEqualErrors() {
    // One unit of 2^−32 turns too much everywhere on the axes and diagonals, which are exact otherwise.
    let tally = AngleSweep(domain: .exhaustive(radius: 1)).run(threads: 2) { y, x in
      Cordic.angle(y: y, x: x).map { BinaryAngle(rawValue: $0.rawValue &+ 1) }
    }
    #expect(tally.worst == .init(AnglePair(y: -1, x: -1), angle: 0xa000_0001, error: 1 << 16))
    #expect(tally.sumOfSquares == 8 << 32)
    #expect(tally.maxErrorDegrees == 360.0 / 4_294_967_296)
  }

  @Test func wrapAround_isNoError() {
    // Just below north on one side, just above on the other: 2^−32 turns apart, not a whole turn.
    let tally = AngleSweep(domain: .exhaustive(radius: 1)).run(threads: 1) { y, x in
      y == 0 && x == 1 ? BinaryAngle(rawValue: .max) : Cordic.angle(y: y, x: x)
    }
    #expect(tally.worst == .init(AnglePair(y: 0, x: 1), angle: .max, error: 1 << 16))
  }

  @Test(arguments: [grid, samples])
  func wrongFunctions_areSeen(domain: AngleSweep.Domain) {
    let sweep = AngleSweep(domain: domain)
    let swapped = sweep.run(threads: 2) { y, x in Cordic.angle(y: x, x: y) }
    #expect(abs(swapped.maxErrorDegrees - 180) < 2)
    let mirrored = sweep.run(threads: 2) { y, x in Cordic.angle(y: 0 - y, x: x) }
    #expect(abs(mirrored.maxErrorDegrees - 180) < 2)
    let coarse = sweep.run(threads: 2) { y, x in
      Cordic.angle(y: y, x: x).map { BinaryAngle(rawValue: $0.rawValue & 0xffff_f000) }
    }
    // Cut off to 20 bits: up to 2^−20 turns.
    #expect(coarse.maxErrorDegrees > 1e-4 && coarse.maxErrorDegrees < 360.0 / 1_048_576 + 1e-5)
  }

  @Test func oneWrongPair_isFoundAndNamed() {
    let tally = AngleSweep(domain: Self.grid).run(threads: 2) { y, x in
      let angle = Cordic.angle(y: y, x: x)
      return y == -37 && x == 112 ? angle.map { $0 + BinaryAngle(rawValue: 5000) } : angle
    }
    #expect(tally.worst?.input.y == -37)
    #expect(tally.worst?.input.x == 112)
    #expect(tally.maxErrorDegrees > 4e-4)
  }

  @Test func undefined_countsAsHalfATurn() {
    let tally = AngleSweep(domain: Self.grid).run(threads: 2) { y, x in
      y == 3 && x == -4 ? nil : Cordic.angle(y: y, x: x)
    }
    #expect(tally.undefined == 1)
    #expect(tally.worst == .init(AnglePair(y: 3, x: -4), angle: nil, error: 1 << 47))
    #expect(tally.maxErrorDegrees == 180)
  }

  @Test func stoppedSweep_isShortOfPairs() {
    let sweep = AngleSweep(domain: .exhaustive(radius: AngleSweep.fullRadius))
    let tally = sweep.run(threads: 2, function: Self.cordic) { _ in false }
    #expect(tally.samples < sweep.pairs)
  }

  @Test func samples_coverShortVectorsAndDependOnTheSeed() {
    let pairs = (0..<4096).map { AngleSweep.sample($0, seed: 1) }
    #expect(pairs.filter { max(abs($0.y), abs($0.x)) < 200 }.count > 500)
    #expect(pairs.filter { max(abs($0.y), abs($0.x)) > 16_000 }.count > 1000)
    #expect(pairs.allSatisfy { ($0.y, $0.x) != (0, 0) })
    #expect(AngleSweep.sample(5, seed: 1) != AngleSweep.sample(5, seed: 2))
  }

  @Test func rms_isThatOfTheDefinition() {
    // Half of the pairs off by 1 unit of 2^−32 turns, half exact.
    var tally = AngleTally<AnglePair>()
    for k: Int32 in 0..<1000 { tally.add(y: 0, x: k + 1, answer: UInt32(k & 1), expected: 0) }
    #expect(abs(tally.rmsErrorDegrees - 0.5.squareRoot() * 360 / 4_294_967_296) < 1e-18)
  }
}

/// Which pairs a function was called with, and how often.
private final class SeenPairs: Sendable {
  private let counts = Mutex<[[Int32]: Int]>([:])
  func insert(_ y: Int32, _ x: Int32) { counts.withLock { $0[[y, x], default: 0] += 1 } }
  var all: [[Int32]: Int] { counts.withLock { $0 } }
}
