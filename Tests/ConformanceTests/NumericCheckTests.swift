// What the judge of numbers takes for right and for wrong.

import Heading
import LinkProtocol
import Quantities
import StreamCheck
import Testing
import Verdict

/// A reading of scale 1 as a device without record and mounting must give it; `x` in counts.
private func reading(x: Int32, nanotesla: Int32, isOverflowed: Bool) throws -> Reading {
  var reading = Reading()
  reading.counts = Vector3(x: x, y: 0, z: 0)
  reading.scale = FieldScale(rawValue: 1)
  reading.field = MagneticField(nanotesla: Vector3(x: nanotesla, y: 0, z: 0))
  reading.correctedField = CorrectedField(q8Nanotesla: Vector3(x: nanotesla << 8, y: 0, z: 0))
  if isOverflowed {
    reading.flags.insert(.overflow)
    reading.reason = .overflow
  } else {
    reading.mode = .level
    reading.heading = try TiltCompensation.solve(field: reading.correctedField, specificForce: nil).heading
  }
  return reading
}

// 220 counts are 20,000 nT; 0xF000, the chip's mark of an overflow, is −4096 counts or −372,364 nT (−372,363.6…).
private let measured: (x: Int32, nanotesla: Int32) = (220, 20_000)
private let marked: (x: Int32, nanotesla: Int32) = (-4096, -372_364)

@Test func numericJudge_countsAnOverflowAndPasses() throws {
  var judge = NumericCheck()
  judge.add(try reading(x: measured.x, nanotesla: measured.nanotesla, isOverflowed: false))
  judge.add(try reading(x: marked.x, nanotesla: marked.nanotesla, isOverflowed: true))
  #expect(judge.part.pass)
  #expect(judge.part.samples == 1)
  #expect(judge.part.counts.first { $0.name == "overflowed" }?.value == 1)
}

@Test(arguments: [true, false]) func numericJudge_failsWhereOverflowIsNotSaid(hasHeading: Bool) throws {
  var judge = NumericCheck()
  judge.add(try reading(x: measured.x, nanotesla: measured.nanotesla, isOverflowed: false))
  var unmarked = try reading(x: marked.x, nanotesla: marked.nanotesla, isOverflowed: !hasHeading)
  if !hasHeading { unmarked.flags.subtract(.overflow) }
  judge.add(unmarked)
  #expect(!judge.part.pass)
}

@Test func numericJudge_failsWhereOverflowIsSaidWithoutOne() throws {
  var judge = NumericCheck()
  judge.add(try reading(x: measured.x, nanotesla: measured.nanotesla, isOverflowed: true))
  #expect(!judge.part.pass)
}
