// The rate of turn of a compass without a gyroscope, from its headings, and how wrong it may be.
import Quantities

/// The slope of the headings of the last two seconds, and its 95 % bound from their scatter.
///
/// Two headings 0.1 s apart, each with a noise of half a degree, differ by hundreds of degrees a minute. Over two seconds the
/// noise averages out, and what is left of it shows in the scatter about the line.
struct TurnFromHeadings {
  /// Seconds that the headings cover, if there are at least `fewest` of them.
  static let window = 2.0
  static let fewest = 5
  /// Seconds between two headings at most: between headings that are further apart, the instrument may have turned round.
  static let longestInterval = 1.5

  /// Seconds since the first heading, and degrees that go on beyond 360.
  private var points: [(time: Double, degrees: Double)] = []
  private var first = Instant(microseconds: 0)
  private var last: (heading: BinaryAngle, time: Instant)?

  /// Forgets all headings: the time may have started again.
  mutating func restart() { (points, last) = ([], nil) }

  /// Adds the heading of a reading.
  mutating func add(_ heading: BinaryAngle, at time: Instant) {
    // A reading that repeats the last sample says nothing new.
    if let last, time == last.time { return }
    if let last, time > last.time, time.seconds(since: last.time) <= Self.longestInterval, let newest = points.last {
      let turned = last.heading.shortestDifference(to: heading).binaryDegrees
      points.append((time.seconds(since: first), newest.degrees + turned))
    } else {
      (points, first) = ([(0, 0)], time)
    }
    last = (heading, time)
    let newest = points[points.count - 1].time
    while points.count > Self.fewest, newest - points[1].time >= Self.window { points.removeFirst() }
  }

  /// Degrees per second, clockwise, and the 95 % bound of its error; `nil` without enough headings.
  var rate: (degrees: Double, bound: Double)? {
    guard points.count >= Self.fewest else { return nil }
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.time } / count
    let level = points.reduce(0) { $0 + $1.degrees } / count
    let spread = points.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
    let slope = points.reduce(0) { $0 + ($1.time - middle) * ($1.degrees - level) } / spread
    let residuals = points.map { $0.degrees - level - slope * ($0.time - middle) }
    let scatter = residuals.reduce(0) { $0 + $1 * $1 }
    // Smoothed headings err alike for some time. As in a process of first order, an error that resembles the one before by r
    // makes the variance of the slope (1 + r)/(1 − r) times as large.
    let alike = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    let likeness = scatter > 0 ? min(max(alike / scatter, 0), 0.8) : 0
    let variance = scatter / (count - 2) / spread * (1 + likeness) / (1 - likeness)
    return (slope, Self.quantile(freedom: count - 2) * variance.squareRoot())
  }

  /// The 97.5 % quantile of Student's t (Abramowitz and Stegun, 26.7.5, with z = 1.96).
  private static func quantile(freedom: Double) -> Double {
    1.96 + (2.372 + (2.82 + 2.556 / freedom) / freedom) / freedom
  }
}
