// Compares the integer World Magnetic Model with the model's equations in Double, for random places and dates.

import Foundation
import Geomagnetism
import Quantities
import Reference
import Simulation
import StreamCheck

/// One run of the integer model over many places.
package struct WorldModelSweep: Sendable {
  /// The function under test.
  package typealias Function = @Sendable (Position, WorldMagneticModel.Moment) -> GeomagneticField?

  /// The number of samples.
  package var count: UInt64
  /// The seed of the sequence.
  package var seed: UInt64
  /// The equations in Double.
  package var reference: ReferenceWorldModel

  package init(count: UInt64, seed: UInt64, reference: ReferenceWorldModel) {
    (self.count, self.seed, self.reference) = (count, seed, reference)
  }

  package typealias Sample = PlacedDay

  /// Sample `index` of the seed. Latitude, longitude, height −1…850 km and date are uniform. Every second sample is
  /// within 15 km of the ground, and every sixteenth is at a pole or within a degree of one.
  package static func sample(_ index: UInt64, seed: UInt64) -> Sample {
    var random = SeededGenerator(seed: seed, index: index)
    var latitude = Int32(random.range(-0x1p30, 0x1p30 + 1).rounded(.down))
    let longitude = Int32(truncatingIfNeeded: random.next())
    if index % 16 == 7 {
      // A quarter of these are the pole itself.
      let away = index % 64 == 7 ? 0 : Int32(random.range(0, 0x1p32 / 360))
      latitude = random.next() & 1 == 0 ? 0x4000_0000 - away : away - 0x4000_0000
    }
    let height = Int32(random.range(-1e6, index % 2 == 0 ? 850e6 : 15e6))
    let first = WorldMagneticModel.firstDay.days
    let span = Double(WorldMagneticModel.lastDay.days - first + 1)
    return Sample(
      position: Position(latitude: latitude, longitude: longitude, height: height),
      date: CalendarDay(days: first + Int32(random.range(0, span))))
  }

  /// Runs the sweep.
  ///
  /// - Parameters:
  ///   - threads: how many threads run at once; the result is the same for any number.
  ///   - progress: called about ten times per second on the caller's thread with the number of finished places; returns
  ///     false to stop.
  package func run(
    threads: Int, function: @escaping Function = Self.integerModel, progress: (UInt64) -> Bool = { _ in true }
  ) -> WorldModelTally {
    SweepSamples(count: count, seed: seed).run(threads: threads, progress: progress) { index, tally in
      let sample = Self.sample(index, seed: seed)
      let expected = reference.field(
        latitude: sample.latitudeDegrees, longitude: sample.longitudeDegrees, height: sample.kilometres,
        year: sample.decimalYear)
      tally.add(
        index: index, answer: function(sample.position, WorldMagneticModel.Moment(sample.date)), expected: expected)
    }
  }

  /// The model in the device's code.
  package static let integerModel: Function = { position, moment in
    try? WorldMagneticModel.field(at: position, moment: moment)
  }
}
