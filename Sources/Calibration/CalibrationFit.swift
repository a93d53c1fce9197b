// The calibration fit: samples in, one at a time; a judged model out, in bounded slices of work.
import Correction
import FixedPoint
import Quantities

/// Collects samples in constant memory and fits h and S to them.
///
/// The equations are in docs/calibration.md. `take` costs at most 4,000 cycles of a Cortex-M0+, `step` at most 25,000.
/// A sample taken between `beginSolve` and the last `step` ends that solve.
public struct CalibrationFit {
  /// Limits of this run.
  public let configuration: FitConfiguration
  /// What the last finished solve found.
  public internal(set) var outcome = FitOutcome()
  /// Where the solve stands.
  public internal(set) var progress = FitProgress.idle

  var moments = Moments()
  var solver = ModelSolver()
  var reservoir = Reservoir()
  var roughness = Roughness()
  var prediction = Prediction()
  /// The model being tried, and why those before it were not good enough.
  var candidate = FitOutcome()
  var stage = Stage.idle
  /// A row or column within a stage.
  var row: Int8 = 0
  /// Samples at or beyond the sensor's range, outliers.
  var saturatedCount: UInt32 = 0
  var outlierCount: UInt32 = 0

  enum Stage: UInt8 {
    case idle, centreX, centreY, centreZ, begin, solve, shape, look, factor, invert, square, predict, done
  }

  public init(_ configuration: FitConfiguration) { self.configuration = configuration }

  /// Samples that count.
  public var sampleCount: UInt32 { UInt32(bitPattern: moments.count) }

  // MARK: - Samples

  /// Takes one sample.
  /// - Parameters:
  ///   - field: sensor axes, within ±2^21.
  ///   - specificForce: body at rest or nearly; tells the tilt seen. `nil` when there is none.
  public mutating func take(field: Vector3, specificForce: Vector3?, at time: Instant) -> SampleVerdict {
    progress = .idle
    stage = .idle
    guard field.isWithin(UInt32(bitPattern: configuration.sensorRange &- 1)) else {
      saturatedCount = saturatedCount &+ 1
      return .saturated
    }
    guard moments.count < 1 &<< 17 else { return .full }
    _ = reservoir.offer(field, specificForce: specificForce)
    let before = moments.shift
    moments.add(field)
    roughness.follow(field, before, moments.shift)
    return .accepted
  }

  // MARK: - Solving

  /// Starts a solve on what has been taken.
  public mutating func beginSolve() {
    outcome = FitOutcome()
    outcome.sampleCount = sampleCount
    progress = .working
    stage = .centreX
  }
}
