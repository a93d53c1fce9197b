// A solver whose answers the test chooses, so that every way through the state machine can be walked.

import Calibration
import Correction
import Quantities

/// Counts samples, covers one more direction with each, and finishes a solve after `slices` steps.
struct FakeFit: CalibrationFitting {
  var results: [FitOutcome] = []
  var slices = 3
  var verdict = SampleVerdict.accepted
  var newCellEvery: UInt32 = 1
  private(set) var sampleCount: UInt32 = 0
  private(set) var coverage = DirectionCells()
  private(set) var outcome = FitOutcome()
  private(set) var configuration = FitConfiguration.magnetometer
  private(set) var restarts = 0
  private(set) var solves = 0
  private var left = 0
  private var isSolving = false

  mutating func restart() {
    restarts += 1
    sampleCount = 0
    coverage = DirectionCells()
    outcome = FitOutcome()
  }

  mutating func restart(forGravity isGravity: Bool) {
    configuration = isGravity ? .gravity : .magnetometer
    restart()
  }

  mutating func add(_ sample: inout CalibrationSample) -> SampleVerdict {
    guard verdict == .accepted || verdict == .repeated else { return verdict }
    sampleCount += 1
    if newCellEvery > 0, sampleCount % newCellEvery == 0 {
      let cell = min(sampleCount / newCellEvery - 1, 95)
      switch cell / 32 {
      case 0: coverage.words.0 |= 1 << (cell % 32)
      case 1: coverage.words.1 |= 1 << (cell % 32)
      default: coverage.words.2 |= 1 << (cell % 32)
      }
    }
    return verdict
  }

  /// What is held out: directions of a sphere of `heldOutRadius` about the origin.
  var heldOutRadius: Int32 = 48_000

  mutating func heldOut(_ i: Int32) -> Vector3? {
    guard i < 48 else { return nil }
    let sign: Int32 = i % 2 == 0 ? 1 : -1
    switch i % 3 {
    case 0: return Vector3(x: sign * heldOutRadius, y: 0, z: 0)
    case 1: return Vector3(x: 0, y: sign * heldOutRadius, z: 0)
    default: return Vector3(x: 0, y: 0, z: sign * heldOutRadius)
    }
  }

  mutating func deviation(of sample: inout Vector3) -> UInt32 { outcome.deviation(of: &sample) }

  mutating func beginSolve() {
    left = slices
    isSolving = true
    solves += 1
  }

  mutating func step() -> FitProgress {
    // Between solves there is nothing to do.
    guard isSolving else { return .idle }
    left -= 1
    guard left <= 0 else { return .working }
    isSolving = false
    outcome = results.isEmpty ? FitOutcome() : results.count > 1 ? results.removeFirst() : results[0]
    return .finished
  }
}

extension FitOutcome {
  /// A good ellipsoid.
  static var good: FitOutcome {
    var outcome = FitOutcome()
    outcome.model = .ellipsoid
    outcome.accepted = true
    outcome.grade = 3
    outcome.predictedTypical = 40
    outcome.predictedWorst = 90
    outcome.radiusQ8 = 48_000 * 256
    outcome.centre = Vector3(x: 15_360_000, y: -256, z: 77)
    outcome.cellsSeen = 60
    return outcome
  }

  /// A sphere that more tilt would better.
  static var poor: FitOutcome {
    var outcome = good
    outcome.model = .sphere
    outcome.grade = 1
    outcome.predictedWorst = 800
    outcome.reasons = .lowered
    return outcome
  }

  static func refused(_ reasons: FitReasons) -> FitOutcome {
    var outcome = good
    outcome.accepted = false
    outcome.grade = 0
    outcome.reasons = reasons
    return outcome
  }
}

/// A machine with a clock: every call advances it.
final class FakeFitBench {
  var machine: CalibrationMachine<FakeFit>
  var now = Instant(microseconds: 1_000_000)
  private var turn: Int32 = 0

  init(_ results: [FitOutcome] = [.good]) {
    var fit = FakeFit()
    fit.results = results
    machine = CalibrationMachine(fit)
  }

  init(_ fit: FakeFit) { machine = CalibrationMachine(fit) }

  var state: CalibrationState { machine.state }

  func pass(seconds: Double) {
    now = now.advanced(by: UInt32(seconds * 1e6))
    machine.advance(to: now)
  }

  /// One sample 20 ms later, in a field that turns.
  func sample(moving: Bool = true, isOverflowed: Bool = false) {
    if moving { turn += 1 }
    now = now.advanced(by: 20_000)
    let field = Vector3(x: turn % 2 == 0 ? 30_000 : -30_000, y: turn, z: 40_000)
    machine.add(MagneticField(nanotesla: field), isOverflowed: isOverflowed, specificForce: nil, at: now)
    machine.advance(to: now)
  }

  func work(_ slices: Int = 1) {
    for _ in 0..<slices { machine.work(at: now) }
  }

  /// Samples and work until `goal` or 20,000 samples.
  func run(to goal: CalibrationState) {
    for _ in 0..<20_000 where state != goal {
      sample()
      work()
    }
  }

  func start() throws { try machine.start(at: now) }
}

/// Alike in all that the machine looks at.
func == (a: FitOutcome, b: FitOutcome) -> Bool {
  a.model == b.model && a.accepted == b.accepted && a.grade == b.grade && a.reasons == b.reasons
    && a.centre == b.centre && a.softIron == b.softIron && a.radiusQ8 == b.radiusQ8 && a.residual == b.residual
    && a.predictedTypical == b.predictedTypical && a.predictedWorst == b.predictedWorst
    && a.sampleCount == b.sampleCount
}
