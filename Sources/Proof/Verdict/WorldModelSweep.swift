// Random places and dates through the integer World Magnetic Model, and against the model's equations in Double.

import Foundation
import Geomagnetism
import Quantities
import Reference
import Simulation

/// One run of the integer model over many places.
public struct WorldModelSweep: Sendable {
  /// The function under test.
  public typealias Function = @Sendable (Position, WorldMagneticModel.Moment) -> GeomagneticField?

  /// How many samples, and the seed of their sequence.
  public var count: UInt64
  /// The seed of the sequence.
  public var seed: UInt64
  /// The equations in Double.
  public var reference: ReferenceWorldModel

  public init(count: UInt64, seed: UInt64, reference: ReferenceWorldModel) {
    (self.count, self.seed, self.reference) = (count, seed, reference)
  }

  /// Where and when a sample lies, and the same for the equations in Double, without rounding.
  public struct Sample: Equatable, Sendable {
    public var position: Position
    public var date: CalendarDay

    public init(position: Position, date: CalendarDay) { (self.position, self.date) = (position, date) }

    /// North and east positive, degrees; height above WGS84, kilometres.
    public var latitudeDegrees: Double { Double(position.latitude) * (360 / 0x1p32) }
    /// East positive, degrees.
    public var longitudeDegrees: Double { Double(position.longitude) * (360 / 0x1p32) }
    /// Height above WGS84, kilometres.
    public var kilometres: Double { Double(position.height) * 1e-6 }
    /// The date as a year with its fraction.
    public var decimalYear: Double {
      let (year, day, length) = date.dayOfYear
      return Double(year) + Double(day) / Double(length)
    }
  }

  /// Sample `index` of the seed: latitude, longitude, height −1…850 km and date uniform; every second one is within
  /// 15 km of the ground, and every sixteenth is a pole or within a degree of one.
  public static func sample(_ index: UInt64, seed: UInt64) -> Sample {
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
  ///   - threads: how many at once; the result is the same for any number.
  ///   - progress: called about ten times a second on the caller's thread with the places done; returns false to stop.
  public func run(
    threads: Int, function: @escaping Function = Self.integerModel, progress: (UInt64) -> Bool = { _ in true }
  ) -> WorldModelTally {
    let samples = SweepSamples(count: count, seed: seed)
    return SweepRunner.run(units: samples.units, threads: threads, progress: progress) { unit, tally in
      samples.forEach(inUnit: unit) { index in
        let sample = Self.sample(index, seed: seed)
        let expected = reference.field(
          latitude: sample.latitudeDegrees, longitude: sample.longitudeDegrees, height: sample.kilometres,
          year: sample.decimalYear)
        tally.add(
          index: index, answer: function(sample.position, WorldMagneticModel.Moment(sample.date)), expected: expected)
      }
    }
  }

  /// The model of the core.
  public static let integerModel: Function = { position, moment in
    try? WorldMagneticModel.field(at: position, moment: moment)
  }
}
