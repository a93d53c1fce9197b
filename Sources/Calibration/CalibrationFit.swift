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
  var stage = Stage.idle
  /// Samples at or beyond the sensor's range, outliers.
  var saturatedCount: UInt32 = 0
  var outlierCount: UInt32 = 0

  enum Stage: UInt8 {
    case idle, centreX, centreY, centreZ, begin, solve, judge, done
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
    moments.add(field)
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

  /// One slice of work.
  public mutating func step() -> FitProgress {
    guard progress == .working else { return progress }
    switch stage {
    case .centreX:
      moments.centre(axis: 0)
      stage = .centreY
    case .centreY:
      moments.centre(axis: 1)
      stage = .centreZ
    case .centreZ:
      moments.centre(axis: 2)
      stage = .begin
    case .begin:
      solver.begin(ModelColumns(order: .ellipsoid, normal: 2), moments)
      stage = .solve
    case .solve:
      solver.step(moments)
      switch solver.state {
      case .factoring, .refining: break
      default: stage = .judge
      }
    case .judge:
      judge()
      stage = .done
      progress = .finished
    default: break
    }
    return progress
  }

  private mutating func judge() {
    switch solver.state {
    case .notDetermined: outcome.reasons.insert(.notDetermined)
    case .noiseExceedsCurvature: outcome.reasons.insert(.noiseExceedsCurvature)
    default:
      guard let quadric = solver.quadric, let ellipsoid = Ellipsoid(quadric, planarNormal: nil) else {
        outcome.reasons.insert(.notPositive)
        return
      }
      report(ellipsoid)
      outcome.model = .ellipsoid
      outcome.accepted = true
    }
  }

  /// Brings an ellipsoid to the units of the outside.
  mutating func report(_ e: Ellipsoid) {
    // Q26 lengths of 2^unit·2^15 coordinates of 2^shift/256 units each.
    let places = 26 &- 15 &- solver.lengthExponent &- moments.shift
    func q8(_ value: Int32) -> Int32 { Int64(widening: value).shifted(rightBy: places).saturatedToInt32 }
    outcome.centre = Vector3(
      x: moments.origin.x.addingWithSaturation(q8(e.centre.x)),
      y: moments.origin.y.addingWithSaturation(q8(e.centre.y)),
      z: moments.origin.z.addingWithSaturation(q8(e.centre.z)))
    let s = e.matrix
    outcome.softIron = MatrixQ24(
      Vector3(x: s.xx, y: s.xy, z: s.xz), Vector3(x: s.xy, y: s.yy, z: s.yz), Vector3(x: s.xz, y: s.yz, z: s.zz))
    outcome.radius = UInt32(bitPattern: q8(e.radius).shifted(rightBy: 8))
    // √(mean F²)/(2k): Q22 / Q27.
    let root = Int64(bitPattern: UInt64(widening: UInt64(bitPattern: solver.meanSquare < 0 ? 0 : solver.meanSquare).squareRoot))
    outcome.residual = UInt32(
      truncatingIfNeeded: (root &* 100_000 &<< 3) / Int64(widening: e.level))
  }
}
