// The rate of turn without a gyroscope: sent only if the headings show it.

import Heading
import LinkProtocol
import Quantities
import Simulation
import TestSupport
import Testing

@testable import ToolStream

/// The rates of turn that sentences would tell, °/min, of headings that turn by `rate` (°/s) with this noise (°).
private func rates(turning rate: Double, noise: Double, interval: Double, seconds: Double, seed: UInt64) -> [Double?] {
  var output = SentenceOutput(isSimulated: false)
  var random = SeededGenerator(seed: seed)
  return stride(from: 0, to: seconds, by: interval).map { time in
    var reading = Reading()
    reading.mode = .level
    reading.time = Instant(microseconds: 1_000_000 + UInt64(time * 1e6))
    var judgement = HeadingAssessment()
    judgement.magnetic = angle(350 + rate * time + noise * random.gaussian())
    judgement.accuracy = 200
    reading.assessment = judgement
    return output.statement(reading, nil).rateOfTurn
  }
}

/// Half a degree of noise makes hundreds of degrees a minute of two headings 0.1 s apart.
@Test func noisyCompass_atRest_tellsNoRateOfTurn() {
  let told = rates(turning: 0, noise: 0.5, interval: 0.1, seconds: 600, seed: 1).compactMap { $0 }
  #expect(told.count < 60, "\(told.count) of 6000")
  #expect(told.allSatisfy { abs($0) < 60 }, "\(told)")
}

@Test(arguments: [(6.0, 0.2), (-30, 0.5), (36, 1), (0.5, 0.02), (0, 0.05)])
func rateOfTurn_isWithinItsBound(rate: Double, noise: Double) {
  let told = rates(turning: rate, noise: noise, interval: 0.1, seconds: 300, seed: 2).compactMap { $0 }
  #expect(told.count > 1500, "\(told.count) of 3000")
  // A tenth of the rate, or 12° a minute: docs/boats.md.
  let limit = max(12, abs(rate) * 6)
  let right = told.count { abs($0 - rate * 60) <= limit }
  #expect(Double(right) >= 0.95 * Double(told.count), "\(right) of \(told.count)")
}

/// 30° a second are ten turns between two readings that are twelve seconds apart.
@Test func rareHeadings_tellNoRateOfTurn() {
  for interval in [1.6, 10] {
    #expect(rates(turning: 30, noise: 0, interval: interval, seconds: 100, seed: 3).allSatisfy { $0 == nil })
  }
  // A home gets one reading a second.
  let told = rates(turning: 5, noise: 0.05, interval: 1, seconds: 60, seed: 4)
  #expect(told.dropFirst(10).allSatisfy { $0.map { abs($0 - 300) < 20 } ?? false }, "\(told)")
}

/// A stream that is faster than the sensor repeats its last sample.
@Test func repeatedReading_takesNoRateAway() {
  var track = TurnFromHeadings()
  for tenth in 0..<20 {
    for _ in 0..<3 { track.add(angle(6 * Double(tenth)), at: Instant(microseconds: UInt64(tenth) * 100_000)) }
  }
  #expect(track.rate.map { abs($0.degrees - 60) < 0.1 } == true)
}
