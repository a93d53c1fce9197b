// A calibration with a gyroscope against the same run without: the figures of docs/notebook/motion.md, "In the
// calibration".

import Calibration
import Correction
import Dispatch
import Foundation
import LinkProtocol
import Motion
import Quantities
import SensorDrivers
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Binnacle
@testable import Instrument

/// A rotation as `TurnAlignment` found it.
private struct FoundTurn: Sendable {
  var axes: UInt16 = 0
  var turn = Vector3.zero
  var deviation: UInt16 = 0xffff

  init() {}

  init(_ found: TurnAlignment) { (axes, turn, deviation) = (found.axes, found.turn, found.deviation) }
}

/// What one run gave.
private struct GuidedRun: Sendable {
  /// Wrong directions 5 and 10 s after the movement began.
  var wrong: [Int] = []
  /// Angles between what the fit got as down and the vertical, radians, squared.
  var squares: [Double] = []
  /// Whether it began to gather before the movement.
  var isFalseStart = false
  /// The result, and what the gyroscope's turns say.
  var outcome = FitOutcome()
  var field = FoundTurn()
  var force = FoundTurn()
  var meanAngle: Double { (squares.reduce(0, +) / Double(max(1, squares.count))).squareRoot() * 180 / .pi }
}

/// One instrument in one world; it has a gyroscope or none.
private struct GuidedBench<Motion: MotionPart & ~Copyable>: ~Copyable {
  var instrument: CompassInstrument<WithoutNavigation, Motion>
  var result = GuidedRun()
  private var now: UInt64 = 1_000_000

  init() {
    instrument = CompassInstrument(
      identity: DeviceIdentity(
        board: BoardName("guided"), capabilities: Capabilities.magnetometer.union(.accelerometer), imageHash: 0,
        bootCounter: 1, fault: nil))
  }

  private var instant: Instant { Instant(microseconds: now) }

  private mutating func send(_ kind: MessageKind, _ payload: [UInt8]) {
    for byte in request(kind, token: 1, payload) { instrument.receive(byte, at: instant) }
  }

  mutating func run(
    _ world: GyroscopeWorld, _ samples: [GyroscopeWorld.Sample],
    rate: (inout CompassInstrument<WithoutNavigation, Motion>, AngularRate, Instant) -> Void,
    force: (inout CompassInstrument<WithoutNavigation, Motion>) -> Acceleration?
  ) {
    var truth = DirectionCells()
    let began = (world.restSeconds * 20).rounded(.down) / 20
    for sample in samples {
      // The instrument has been at rest since it was switched on.
      if sample.seconds == 2 { send(.startCalibration, [0, 0, 0, 0]) }
      for _ in 0..<8 {
        now += 1_250
        instrument.run(at: instant)
        while instrument.nextByte() != nil {}
      }
      rate(&instrument, sample.rate, instant)
      if let force = sample.force {
        instrument.receive(.sample(ForceSample(force, at: instant)), from: .absent, at: instant)
      }
      if let field = sample.field { add(field, sample, &truth, hasBegun: sample.seconds >= began, force) }
      for seconds in [5.0, 10.0] where abs(sample.seconds - began - seconds) < 0.001 {
        result.wrong.append(Self.difference(truth, instrument.calibration.coverage))
      }
    }
    send(.commandCalibration, [3])
    for _ in 0..<2_000 {
      now += 250
      instrument.run(at: instant)
      while instrument.nextByte() != nil {}
    }
    result.outcome = instrument.calibration.outcome
  }

  private mutating func add(
    _ field: Simulation.CalibrationSample, _ sample: GyroscopeWorld.Sample, _ truth: inout DirectionCells,
    hasBegun: Bool, _ force: (inout CompassInstrument<WithoutNavigation, Motion>) -> Acceleration?
  ) {
    let value = FieldSample(
      time: instant, counts: field.field.nanotesla, scale: .nanotesla, field: field.field,
      isOverflowed: field.isOverflowed)
    instrument.receive(.sample(value), from: .absent, at: instant)
    let state = instrument.calibration.state
    if !hasBegun, state == .collecting { result.isFalseStart = true }
    guard hasBegun else { return }
    let shown = sample.shown
    truth.insert(DirectionCells.cell(of: Vector3(x: Int32(shown.x), y: Int32(shown.y), z: Int32(shown.z))))
    guard state == .collecting else { return }
    guard let up = force(&instrument)?.microG else { return }
    let v = SIMD3(Double(up.x), Double(up.y), Double(up.z))
    let cosine = -(v * sample.down).sum() / (v * v).sum().squareRoot()
    result.squares.append(pow(acos(max(-1, min(1, cosine))), 2))
  }

  private static func difference(_ a: DirectionCells, _ b: DirectionCells) -> Int {
    (a.words.0 ^ b.words.0).nonzeroBitCount + (a.words.1 ^ b.words.1).nonzeroBitCount
      + (a.words.2 ^ b.words.2).nonzeroBitCount
  }
}

private let chip = SensorIdentity(chip: .mpu6050Gyroscope, address: 0x68, identityBytes: 0x68)

private func runWith(_ world: GyroscopeWorld, _ samples: [GyroscopeWorld.Sample]) -> GuidedRun {
  var bench = GuidedBench<MotionUnit>()
  bench.run(world, samples) { instrument, rate, time in
    let sample = RateSample(
      time: time, counts: rate.q20, scale: .q20, rate: rate,
      origin: SampleOrigin(chip: .mpu6050Gyroscope, address: 0x68, instance: 1))
    instrument.receive(.sample(sample), from: chip, at: time)
  } force: { instrument in
    instrument.motion.guide.force(
      for: &instrument.calibration, of: &instrument.compass, with: &instrument.motion.motion)
  }
  bench.result.field = FoundTurn(bench.instrument.motion.guide.field)
  bench.result.force = FoundTurn(bench.instrument.motion.guide.force)
  return bench.result
}

private func runWithout(_ world: GyroscopeWorld, _ samples: [GyroscopeWorld.Sample]) -> GuidedRun {
  var bench = GuidedBench<WithoutMotion>()
  bench.run(world, samples) { _, _, _ in
  } force: { instrument in
    instrument.calibration.force(of: &instrument.compass)
  }
  return bench.result
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private typealias Rows = [SIMD3<Double>]

private func transposed(_ m: Rows) -> Rows { (0..<3).map { SIMD3(m[0][$0], m[1][$0], m[2][$0]) } }

/// a·b.
private func product(_ a: Rows, _ b: Rows) -> Rows {
  let columns = transposed(b)
  return a.map { row in SIMD3((row * columns[0]).sum(), (row * columns[1]).sum(), (row * columns[2]).sum()) }
}

/// The rotation vector of the orthogonal part of a matrix, degrees.
private func rotation(of matrix: Rows) -> SIMD3<Double> {
  var m = matrix
  for _ in 0..<40 {
    // The transposed inverse has the cross products of the rows over the determinant as its rows.
    let cofactors = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * cofactors[0]).sum()
    m = zip(m, cofactors).map { ($0 + $1 / determinant) / 2 }
  }
  return SIMD3(m[2].y - m[1].z, m[0].z - m[2].x, m[1].x - m[0].y) / 2 * 180 / .pi
}

private func rows(_ m: MatrixQ24) -> Rows {
  [m.rows.0, m.rows.1, m.rows.2].map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) / 16_777_216 }
}

private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

/// An exchange of axes: axis n of the gyroscope measures about axis `order[n]` of the body, with its sign.
private struct Exchange {
  var order: [Int]
  var signs: [Double]

  /// Any but none.
  init(_ random: inout SeededGenerator) {
    repeat {
      order = [0, 1, 2].shuffled(using: &random)
      signs = (0..<3).map { _ in Bool.random(using: &random) ? 1 : -1 }
    } while order == [0, 1, 2] && signs == [1, 1, 1]
  }

  func applied(to rate: AngularRate) -> AngularRate {
    let v = [rate.q20.x, rate.q20.y, rate.q20.z]
    func axis(_ n: Int) -> Int32 { v[order[n]] * Int32(signs[n]) }
    return AngularRate(q20: Vector3(x: axis(0), y: axis(1), z: axis(2)))
  }

  /// As `TurnAlignment.axes` has it.
  var code: UInt16 {
    [100, 10, 1].enumerated().reduce(0) { sum, place in
      let axis = order.firstIndex(of: place.offset) ?? 0
      return sum + UInt16(place.element * (2 * axis + (signs[axis] < 0 ? 2 : 1)))
    }
  }
}

/// Both runs in one world, and a third with another mounting of the gyroscope.
private struct GuidedTrial: Sendable {
  var with: GuidedRun
  var without: GuidedRun
  var isPassed: Bool
  /// Whether the exchanged axes were named, and what was named without an exchange.
  var isNamed: Bool
  /// Errors of the rotation of the magnetometer, degrees; `nil` where the run has no result.
  var turnWith: SIMD3<Double>?
  var turnWithout: SIMD3<Double>?
  var turnOfForce: SIMD3<Double>?

  init(_ world: GyroscopeWorld) {
    let samples = world.samples(moving: 30)
    with = runWith(world, samples)
    without = runWithout(world, samples)
    isPassed = world.isPassed
    var random = SeededGenerator(seed: world.world.seed, index: world.world.index ^ 0xa8e5)
    let exchange = Exchange(&random)
    let exchanged = samples.map { sample in
      var other = sample
      other.rate = exchange.applied(to: sample.rate)
      return other
    }
    isNamed = runWith(world, exchanged).field.axes == exchange.code
    let gyroscope = world.gyroscopeTurn * 180 / .pi
    let accelerometer = world.accelerometerTurn * 180 / .pi
    if with.outcome.accepted, with.field.deviation != 0xffff {
      let truth = rotation(of: product(rows(with.outcome.softIron), world.world.softIron)) - gyroscope
      turnWith = Self.degrees(with.field.turn) - truth
    }
    if with.force.deviation != 0xffff {
      turnOfForce = Self.degrees(with.force.turn) - (accelerometer - gyroscope)
    }
    if without.outcome.accepted {
      turnWithout = rotation(of: product(rows(without.outcome.correction), world.world.softIron)) - accelerometer
    }
  }

  private static func degrees(_ v: Vector3) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) / 100 }

  /// How many of the components are within two standard deviations, and how many there are.
  var within: (count: Int, all: Int) {
    var (count, all) = (0, 0)
    for (error, deviation) in [(turnWith, with.field.deviation), (turnOfForce, with.force.deviation)] {
      guard let error else { continue }
      all += 3
      count += (0..<3).count { error[$0].magnitude <= Double(deviation) / 50 }
    }
    return (count, all)
  }
}

private func mean(_ values: [Int]) -> Double { Double(values.reduce(0, +)) / Double(max(1, values.count)) }

@Test func calibration_withAGyroscope_beatsTheSameRunWithout() throws {
  let wanted = ProcessInfo.processInfo.environment["BINNACLE_MOTION_WORLDS"].flatMap(Int.init)
  let count = wanted ?? TestEffort.count(quick: 2, usual: 8, full: 1_000)
  var worlds: [GyroscopeWorld] = []
  var index: UInt64 = 0
  while worlds.count < count {
    let world = GyroscopeWorld(seed: 230, index: index)
    if world.world.motion == .tumbled { worlds.append(world) }
    index += 1
  }
  let chosen = worlds
  let found = Mutex<[GuidedTrial]>([])
  DispatchQueue.concurrentPerform(iterations: chosen.count) { number in
    let trial = GuidedTrial(chosen[number])
    found.withLock { $0.append(trial) }
  }
  let all = found.withLock { $0 }
  let (with, without) = (all.map(\.with), all.map(\.without))
  let wrong = (with: mean(with.flatMap(\.wrong)), without: mean(without.flatMap(\.wrong)))
  let down = (with: median(with.map(\.meanAngle)), without: median(without.map(\.meanAngle)))
  let starts = (with: with.count { $0.isFalseStart }, without: without.count { $0.isFalseStart })
  let turns = (
    with: median(all.compactMap(\.turnWith).map(length)), without: median(all.compactMap(\.turnWithout).map(length)),
    force: median(all.compactMap(\.turnOfForce).map(length))
  )
  let within = all.map(\.within).reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.all) }
  let named = all.count(where: \.isNamed)
  let wronglyNamed = with.count { $0.field.axes != 0 && $0.field.axes != TurnAlignment.straight }
  let early = (with: mean(with.map { $0.wrong[0] }), without: mean(without.map { $0.wrong[0] }))
  let figures = """
    \(all.count) worlds, with and without: wrong directions \(wrong), of these at 5 s \(early); down \(down); \
    false starts \(starts) of \(all.count { $0.isPassed }) passed by iron; turn \(turns) of \
    \(all.count { $0.turnWith != nil }) and \(all.count { $0.turnWithout != nil }); within two deviations \(within); exchanged \
    axes named \(named), straight ones called exchanged \(wronglyNamed)
    """
  if wanted != nil || TestEffort.current == .full { print(figures) }
  #expect(wrong.with <= wrong.without / 2, "\(figures)")
  // docs/notebook/motion.md states half for the turn, and says that it is not reached. Few worlds have no sure median.
  if all.count >= 100 {
    #expect(3 * down.with <= 2 * down.without && 10 * starts.with <= starts.without, "\(figures)")
  }
  if all.count >= 8 {
    #expect(
      down.with < down.without && turns.with < turns.without && starts.with <= starts.without, "\(figures)")
  }
  #expect(10 * within.0 >= 9 * within.1, "\(figures)")
  #expect(100 * wronglyNamed <= all.count, "\(figures)")
}
