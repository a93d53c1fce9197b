// Compares the integer bearings and distances with Double at the same coordinates, for random pairs of places.

import Foundation
import Navigation
import Quantities
import Reference
import Simulation

/// The compared values of a leg, each with its own limit.
package enum LegFigure: String, CaseIterable, Sendable {
  /// Initial and final bearing on the sphere.
  case sphereBearing
  /// Distance on the sphere.
  case sphereDistance
  /// Initial and final bearing on WGS84.
  case wgs84Bearing
  /// Distance on WGS84.
  case wgs84Distance

  /// Whether the figure is an angle; otherwise it is a distance.
  package var isAngle: Bool { self == .sphereBearing || self == .wgs84Bearing }

  /// The largest allowed error at a distance: degrees for bearings, metres for distances.
  package func limit(atMetres metres: Double) -> Double {
    switch self {
    case .sphereBearing: 1e-5
    case .sphereDistance: max(0.05, 1e-8 * metres)
    case .wgs84Bearing: 0.002
    case .wgs84Distance: 2e-5 * metres + 0.002
    }
  }
}

/// A pair of places.
package struct LegSample: Comparable, Sendable {
  package var index: UInt64
  package var start: Position
  package var end: Position

  package init(index: UInt64, start: Position, end: Position) {
    (self.index, self.start, self.end) = (index, start, end)
  }

  package static func < (a: LegSample, b: LegSample) -> Bool { a.index < b.index }

  /// Converts a device position to radians.
  package static func place(_ position: Position) -> ReferenceLeg.Place {
    let radians = 2 * Double.pi / 4_294_967_296
    return (Double(position.latitude) * radians, Double(position.longitude) * radians)
  }
}

/// The sums of a sweep of bearings and distances.
package typealias LegSums = FigureSums<LegFigure, LegSample>

/// One run over many pairs. Pair k of a seed is the same in every run.
package struct LegSweep: Equatable, Sendable {
  package typealias Function = @Sendable (Earth, Position, Position) -> Leg

  /// The samples to test.
  package var samples: SweepSamples

  package init(samples: SweepSamples) { self.samples = samples }

  /// The shortest distance for which the accuracy of bearings is promised, metres.
  package static let nearest = 10.0
  /// The Earth's mean radius, metres.
  package static let radius = 6_371_008.8
  private static let halfRound = radius * .pi

  /// Runs the sweep on the given number of threads.
  package func run(
    threads: Int, function: @escaping Function = { $0.leg(from: $1, to: $2) },
    progress: (UInt64) -> Bool = { _ in true }
  ) -> LegSums {
    samples.run(threads: threads, progress: progress) { index, sums in
      Self.check(Self.sample(index, seed: samples.seed), function, into: &sums)
    }
  }

  /// A log-uniform distance, 1 m to 20,000 km, from a place that is uniform on the sphere. In every fourth pair the end
  /// is near the antipode; in every eighth the start is near a pole.
  package static func sample(_ index: UInt64, seed: UInt64) -> LegSample {
    var random = SeededGenerator(seed: seed, index: index)
    let kind = index % 8
    var arc = exp(random.range(log(1.0), log(20e6))) / radius
    if kind % 4 == 1 { arc = .pi - exp(random.range(log(10.0), log(1e6))) / radius }
    var latitude = asin(random.range(-1, 1))
    if kind == 2 {
      latitude = (.pi / 2 - exp(random.range(log(1.0), log(1e6))) / radius) * (random.next() & 1 == 0 ? 1 : -1)
    }
    let longitude = random.range(-.pi, .pi)
    let bearing = random.range(-.pi, .pi)
    // The end is computed as a vector, so that no relevant digits are lost near a pole or an antipode.
    let axis = sin(latitude) * cos(arc) + cos(latitude) * sin(arc) * cos(bearing)
    let outwards = cos(latitude) * cos(arc) - sin(latitude) * sin(arc) * cos(bearing)
    let east = sin(arc) * sin(bearing)
    let there = (atan2(axis, hypot(outwards, east)), longitude + atan2(east, outwards))
    return LegSample(index: index, start: quantised(latitude, longitude), end: quantised(there.0, there.1))
  }

  /// Rounds to the nearest 2^−32 turn.
  package static func quantised(_ latitude: Double, _ longitude: Double) -> Position {
    let units = 4_294_967_296 / (2 * Double.pi)
    return Position(
      latitude: Int32(max(-0x1p30, min(0x1p30, (latitude * units).rounded()))),
      longitude: Int32(truncatingIfNeeded: Int64((longitude * units).rounded())))
  }

  /// Compares one pair.
  static func check(_ sample: LegSample, _ function: Function, into sums: inout LegSums) {
    sums.samples += 1
    let (start, end) = (LegSample.place(sample.start), LegSample.place(sample.end))
    let exact = ReferenceLeg.sphere(from: start, to: end, radiusMetres: radius)
    let ours = function(.meanSphere, sample.start, sample.end)
    sums.outputHash &+= hash(sample.index, ours)
    add(
      .sphereDistance, error: (Double(ours.millimetres) / 1000 - exact.metres).magnitude, exact.metres, sample, &sums)
    guard exact.metres >= nearest, halfRound - exact.metres >= nearest else { return }
    add(.sphereBearing, error: bearingError(ours, exact, sample), exact.metres, sample, &sums)

    let polar = max(sample.start.latitude.magnitude, sample.end.latitude.magnitude)
    // On the ellipsoid the accuracy is promised up to 89.9° of latitude and 19,000 km. The sphere's distances differ
    // from those by at most 0.6 %.
    guard Double(polar) < 89.9 / 360 * 0x1p32 else { return }
    let round = exact.metres < 19.2e6 ? ReferenceLeg.ellipsoid(from: start, to: end) : nil
    let geodesic = function(.wgs84, sample.start, sample.end)
    guard let round, round.metres <= 19e6 else {
      // Beyond that distance the answer must be `nearAntipode`; a bearing there could be wrong by half a turn.
      if round?.metres ?? .infinity > 19.001e6, geodesic.initial != .nearAntipode || geodesic.final != .nearAntipode {
        add(.wgs84Bearing, error: 180, exact.metres, sample, &sums)
      }
      return
    }
    sums.outputHash &+= hash(sample.index, geodesic)
    add(.wgs84Bearing, error: bearingError(geodesic, round, sample), round.metres, sample, &sums)
    add(
      .wgs84Distance, error: (Double(geodesic.millimetres) / 1000 - round.metres).magnitude, round.metres, sample,
      &sums)
  }

  private static func add(
    _ figure: LegFigure, error: Double, _ metres: Double, _ sample: LegSample, _ sums: inout LegSums
  ) {
    sums[figure].add(error, limit: figure.limit(atMetres: metres), at: sample)
  }

  /// The larger error of both ends, degrees; half a turn if the leg has no bearing although one exists.
  private static func bearingError(_ ours: Leg, _ exact: ReferenceLeg, _ sample: LegSample) -> Double {
    var worst = 0.0
    for (bearing, degrees, place) in [
      (ours.initial, exact.initialDegrees, sample.start), (ours.final, exact.finalDegrees, sample.end),
    ] {
      if place.latitude.magnitude == 0x4000_0000 {
        worst = max(worst, bearing == .atPole ? 0 : 180)
      } else if let angle = bearing.angle {
        let difference = ReferenceAngle.degrees(binary: angle.rawValue) - degrees
        worst = max(worst, (difference - 360 * (difference / 360).rounded()).magnitude)
      } else {
        worst = 180
      }
    }
    return worst
  }

  private static func hash(_ index: UInt64, _ leg: Leg) -> UInt64 {
    var mixed = SeededGenerator(seed: UInt64(bitPattern: leg.millimetres), index: index)
    for bearing in [leg.initial, leg.final] {
      mixed = SeededGenerator(seed: mixed.next(), index: bearing.angle.map { UInt64($0.rawValue) } ?? .max)
    }
    return mixed.next()
  }
}
