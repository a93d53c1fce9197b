// The sweep of headings on trial: its inputs are those that it names, and it adds up without a trace of threads.
import Foundation
import Heading
import Quantities
import Reference
import Testing

@testable import Verdict

@Suite struct HeadingSweepTests {
  private static let seed: UInt64 = 11

  private func sweep(_ path: HeadingPath, count: UInt64, shard: Int = 1, shards: Int = 1) -> HeadingSweep {
    HeadingSweep(path: path, samples: SweepSamples(count: count, seed: Self.seed, shard: shard, shards: shards))
  }

  @Test(arguments: HeadingPath.allCases) func core_isWithinItsLimitOnSamples(path: HeadingPath) {
    let tally = sweep(path, count: 30_000).run(threads: 2)
    #expect(tally.samples == 30_000 && tally.undefined == 0)
    #expect(
      tally.maxErrorDegrees <= path.limitDegrees, "seed \(Self.seed), worst \(String(describing: tally.worst))")
  }

  @Test(arguments: HeadingPath.allCases) func shards_addUpToTheWholeBitForBit(path: HeadingPath) {
    let whole = sweep(path, count: 10_007).run(threads: 1)
    var sum = AngleTally<UInt64>()
    for shard in [3, 1, 2] { sum.add(sweep(path, count: 10_007, shard: shard, shards: 3).run(threads: 2)) }
    #expect(sum == whole)
    #expect(sum.outputHash != sweep(path, count: 10_006).run(threads: 1).outputHash)
  }

  @Test func outputHash_showsOneBitAndOneExchange() {
    func hash(_ answers: [UInt32?]) -> UInt64 {
      var tally = AngleTally<UInt64>()
      for (index, answer) in answers.enumerated() {
        tally.add(index: UInt64(index), answer: answer, expectedDegrees: 0)
      }
      return tally.outputHash
    }
    let hashes = [[1, 2, 3], [1, 2, 2], [2, 1, 3], [1, 2], [1, 2, nil]].map(hash)
    #expect(Set(hashes).count == hashes.count)
  }

  @Test func tally_countsAHeadingWhereThereIsNoneAsHalfATurn() {
    var tally = AngleTally<UInt64>()
    tally.add(index: 0, answer: nil, expectedDegrees: nil)
    #expect(tally.maxErrorDegrees == 0)
    tally.add(index: 1, answer: 5, expectedDegrees: nil)
    #expect(tally.maxErrorDegrees == 180 && tally.undefined == 0)
  }

  @Test func wrapAround_isNoError() {
    var tally = AngleTally<UInt64>()
    tally.add(index: 0, answer: .max, expectedDegrees: 0)
    #expect(tally.worst?.error == 1 << 16)
  }

  @Test func counts_spanTheRangesThatTheyName() {
    var forces: [Double] = []
    var fields: [Double] = []
    var tilts: [Double] = []
    for index in 0..<UInt64(20_000) {
      var draw = HeadingDraw(seed: Self.seed, index: index)
      let input = draw.counts()
      let (m, a) = (vector(input.field), vector(input.force))
      let exact = ReferenceHeading(field: m, specificForce: a)
      forces.append((a * a).sum().squareRoot())
      fields.append((m * m).sum().squareRoot())
      tilts.append(max(abs(exact.pitchDegrees ?? 0), abs(exact.rollDegrees ?? 0)))
      // Rounding to counts moves each by less than one.
      #expect(exact.horizontalField > 148.5 && abs(exact.dipDegrees ?? 90) < 70.2)
    }
    expect(forces, span: 1_000...16_000, within: 1)
    expect(fields, span: 300...2_000, within: 1)
    #expect(tilts.min()! < 1 && tilts.max()! > 59.9 && tilts.max()! < 60.1)
  }

  @Test func service_spansTheRangesThatItNames() {
    var forces: [Double] = []
    var fields: [Double] = []
    var horizontals: [Double] = []
    var irons: [Double] = []
    for index in 0..<UInt64(20_000) {
      var draw = HeadingDraw(seed: Self.seed, index: index)
      let input = draw.service()
      #expect(input.record.softIron.isUsable)
      var record = ReferenceRecord()
      record.hardIronQ8 = simd(input.hardIronQ8)
      record.softIronQ24 = input.softIronQ24.map(simd)
      let m = record.corrected(nanotesla: SIMD3<Double>(simd(input.field.nanotesla)))
      let a = SIMD3<Double>(simd(input.force.microG)) / 1e6
      let exact = ReferenceHeading(field: m, specificForce: a)
      let total = (m * m).sum().squareRoot()
      let iron = record.hardIronNanotesla
      forces.append((a * a).sum().squareRoot())
      fields.append(total)
      horizontals.append(exact.horizontalField)
      irons.append((iron * iron).sum().squareRoot() / total)
    }
    expect(forces, span: 0.5...2, within: 1e-5)
    expect(fields, span: 20_000...70_000, within: 2)
    #expect(horizontals.min()! > 5_998 && horizontals.min()! < 6_002)
    expect(irons, span: 0...10, within: 0.001)
  }

  @Test func softIron_hasAxesOfUpToOneToTwoAndAHalf() {
    var ratios: [Double] = []
    for index in 0..<UInt64(4_000) {
      var draw = HeadingDraw(seed: Self.seed, index: index)
      let rows = draw.service().softIronQ24.map { SIMD3<Double>(simd($0)) / 16_777_216 }
      // Longest and shortest image of many directions.
      var lengths: [Double] = []
      for step in 0..<200 {
        let (z, angle) = (Double(step) / 100 - 0.995, Double(step) * 2.399963)
        let flat = (1 - z * z).squareRoot()
        let v = SIMD3(flat * cos(angle), flat * sin(angle), z)
        let image = SIMD3((rows[0] * v).sum(), (rows[1] * v).sum(), (rows[2] * v).sum())
        lengths.append((image * image).sum().squareRoot())
      }
      ratios.append(lengths.max()! / lengths.min()!)
    }
    #expect(ratios.max()! < 2.5001 && ratios.max()! > 2.4)
    #expect(ratios.min()! < 1.001)
  }

  private func expect(_ values: [Double], span range: ClosedRange<Double>, within slack: Double) {
    #expect(values.min()! > range.lowerBound - slack && values.min()! < range.lowerBound + slack)
    #expect(values.max()! > range.upperBound - slack && values.max()! < range.upperBound + slack)
  }

  private func vector(_ c: Counts) -> SIMD3<Double> { SIMD3(Double(c.x), Double(c.y), Double(c.z)) }
  private func simd(_ v: Vector3) -> SIMD3<Int32> { SIMD3(v.x, v.y, v.z) }
}
