// A verdict's sums forget no error, least of all one that is no number.
import Geomagnetism
import Quantities
import Reference
import StreamCheck
import Testing

@testable import Verdict

@Test func errorStatistics_errorThatIsNoNumber_isTheLargest() {
  for errors in [[Double.nan, 1], [1, .nan], [1, .nan, 2]] {
    var statistics = ErrorStatistics()
    for error in errors { _ = statistics.add(error) }
    #expect(statistics.samples == errors.count && statistics.maxDegrees == .infinity, "\(errors)")
    #expect(statistics.rmsDegrees == .infinity)
  }
}

@Test func figureTally_errorThatIsNoNumber_fails() {
  let place = Position(latitude: 0, longitude: 0)
  for errors in [[Double.nan, 0.1], [0.1, .nan], [0.1, .nan, 0.2]] {
    var (tally, other) = (FigureTally<LegSample>(), FigureTally<LegSample>())
    for (index, error) in errors.enumerated() {
      tally.add(error, limit: 1, at: LegSample(index: UInt64(index), start: place, end: place))
    }
    #expect(!tally.isPassed && tally.maxError == .infinity, "\(errors)")
    other.add(0.3, limit: 1, at: LegSample(index: 9, start: place, end: place))
    other.add(tally)
    #expect(!other.isPassed, "\(errors), found by another thread")
  }
}

@Test func worldModelTally_referenceThatIsNoNumber_fails() throws {
  let sample = WorldModelSweep.sample(3, seed: 1)
  let answer = try #require(WorldModelSweep.integerModel(sample.position, WorldMagneticModel.Moment(sample.date)))
  let right = ReferenceWorldModel.released.field(
    latitude: sample.latitudeDegrees, longitude: sample.longitudeDegrees, height: sample.kilometres,
    year: sample.decimalYear)
  var wrong = right
  wrong.vector.north = .nan
  var tally = WorldModelTally()
  for (index, field) in [right, wrong, right].enumerated() {
    tally.add(index: UInt64(index), answer: answer, expected: field)
  }
  #expect(!tally.isWithinLimits && tally[.north].maxError == .infinity && tally[.north].worst == 1)
}
