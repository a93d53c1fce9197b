// Starts with a gyroscope: is the heading that is shown within the accuracy that is shown with it, from the first row on?
//
// Each class has its own seeds: 1,000 · (place of the class) + 1, + 2, … 150 worlds a class with `make worlds`, 6 with
// `make test`.

import Binnacle
import Foundation
import TestSupport
import Testing

@testable import Simulation

/// What differs between the classes. Magnets are in microtesla and stand still relative to the instrument.
struct StartClass: Sendable, CustomTestStringConvertible {
  var name: String
  var isCarried = false
  /// The strongest magnet.
  var magnet = 0.0
  /// When the magnet is there, drawn from these ranges, seconds.
  var comes: ClosedRange<Double> = 0...0
  var goes: ClosedRange<Double> = 1_000...1_000
  /// The gyroscope's largest offset, °/s.
  var offset = 0.5
  /// Whether one axis of the gyroscope is wrong.
  var hasWrongAxis = false

  var testDescription: String { name }

  static let all: [StartClass] = [
    StartClass(name: "at rest, nothing wrong"),
    StartClass(name: "carried, nothing wrong", isCarried: true),
    StartClass(name: "at rest, a magnet from the start", magnet: 100),
    StartClass(name: "carried, a magnet from the start", isCarried: true, magnet: 100),
    StartClass(name: "at rest, a magnet comes", magnet: 100, comes: 4...20),
    StartClass(name: "carried, a magnet comes", isCarried: true, magnet: 100, comes: 4...20),
    StartClass(name: "at rest, the magnet goes", magnet: 100, goes: 4...20),
    StartClass(name: "carried, the magnet goes", isCarried: true, magnet: 100, goes: 4...20),
    StartClass(name: "at rest, an offset", offset: 6),
    StartClass(name: "carried, an offset", isCarried: true, offset: 6),
    StartClass(name: "carried, one axis wrong", isCarried: true, hasWrongAxis: true),
  ]
}

/// Thirty seconds of one start at 50 Hz, with ten readings a second.
struct StartWorld {
  private var random: SeededGenerator
  private let kind: StartClass
  private let dip: Double
  private let strength: Double
  private let magnet: SIMD3<Double>
  private let comes: Double
  private let goes: Double
  private let bias: SIMD3<Double>
  private let gains: SIMD3<Double>
  private let start: Attitude
  /// Heading, pitch and roll: amplitude (degrees), rate (rad/s) and phase of two waves each.
  private let waves: [[SIMD3<Double>]]

  init(_ kind: StartClass, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func direction() -> SIMD3<Double> {
      let v = random.gaussianVector(sigma: 1)
      return v / (v * v).sum().squareRoot()
    }
    self.kind = kind
    dip = draw(40...72) * (draw(0...1) < 0.5 ? 1 : -1)
    strength = draw(30_000...60_000)
    magnet = direction() * draw(0...max(1e-9, kind.magnet)) * 1000
    comes = draw(kind.comes)
    goes = draw(kind.goes)
    bias = direction() * draw(0...kind.offset)
    var gains = SIMD3<Double>(1, 1, 1)
    if kind.hasWrongAxis {
      let axis = Int.random(in: 0..<3, using: &random)
      gains[axis] = [-1, 0.5, 2, -1, 57.3, 1 / 57.3][Int.random(in: 0..<6, using: &random)]
    }
    self.gains = gains
    start = Attitude(
      headingDegrees: draw(0...360), pitchDegrees: draw(-15...15), rollDegrees: draw(-15...15))
    waves = [60.0, 12, 12].map { most in
      (0..<2).map { _ in SIMD3(draw(0.3...1) * most / 2, draw(0.4...2), draw(0...6.28)) }
    }
    self.random = random
  }

  private func attitude(_ t: Double) -> Attitude {
    guard kind.isCarried else { return start }
    func angle(_ axis: Int) -> Double { waves[axis].reduce(0) { $0 + $1.x * sin($1.y * t + $1.z) } }
    return Attitude(
      headingDegrees: start.headingDegrees + angle(0), pitchDegrees: start.pitchDegrees + angle(1),
      rollDegrees: start.rollDegrees + angle(2))
  }

  /// The rate of turn in the body, rad/s, from two attitudes.
  private func rate(_ t: Double) -> SIMD3<Double> {
    guard kind.isCarried else { return .zero }
    let (before, after) = (attitude(t - 0.02), attitude(t))
    var sum = SIMD3<Double>.zero
    for axis in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)] {
      let (a, b) = (World.intoBody(axis, before), World.intoBody(axis, after))
      // A vector that stands still in the world turns backwards in the body.
      sum += SIMD3(b.y * a.z - b.z * a.y, b.z * a.x - b.x * a.z, b.x * a.y - b.y * a.x)
    }
    return sum / 2 / 0.02
  }

  /// One row that was shown: its second, and error and accuracy in degrees.
  struct Row {
    var second: Int
    var error: Double
    var accuracy: Double
    var isFromGyroscope: Bool
  }

  /// The rows with a heading.
  mutating func run() -> [Row] {
    var compass = Compass()
    var motion = CompassMotion(settings: MotionSettings(zeroRateOffset: kind.offset > 1 ? 300 : 50))
    var record = CalibrationRecord.identity
    record.modelOrder = .ellipsoid
    record.fieldStrength = UInt32(strength)
    record.residual = 200
    record.predictedTypicalError = 50
    record.predictedError = 100
    record.dip = BinaryAngle(rawValue: UInt32(bitPattern: Int32(dip / 360 * 4_294_967_296)))
    compass.use(record)
    let earth = SIMD3(cos(dip * .pi / 180), 0, sin(dip * .pi / 180)) * strength
    var rows: [Row] = []
    for n in 1...1_500 {
      let t = Double(n) / 50
      let now = Instant(microseconds: UInt64(n) * 20_000)
      let attitude = attitude(t)
      let turn = (rate(t) + bias * .pi / 180 + random.gaussianVector(sigma: 0.002)) * gains
      motion.add(AngularRate(q20: wholeVector(turn * 1_048_576)), at: now)
      // Hands shake, and steps accelerate by up to 0.1 g.
      let shake = kind.isCarried ? SIMD3(sin(11 * t), cos(9 * t), sin(12.5 * t)) * 60_000 : .zero
      let force = World.intoBody(SIMD3(0, 0, -1_000_000) + shake, attitude) + random.gaussianVector(sigma: 3_000)
      compass.add(Acceleration(microG: wholeVector(force)), at: now)
      let iron = t >= comes && t < goes ? magnet : .zero
      let field = World.intoBody(earth, attitude) + iron + random.gaussianVector(sigma: 200)
      compass.add(MagneticField(nanotesla: wholeVector(field)), at: now)
      while motion.step(&compass) {}
      guard n % 5 == 0 else { continue }
      var reading = CompassReading()
      motion.read(&compass, into: &reading, at: now)
      guard let heading = reading.assessment.magnetic, let accuracy = reading.assessment.accuracy else { continue }
      let error = (Double(heading.signed) / 4_294_967_296 * 360 - attitude.headingDegrees).remainder(dividingBy: 360)
      rows.append(
        Row(
          second: Int(t - 0.001), error: abs(error), accuracy: Double(accuracy) / 100,
          isFromGyroscope: reading.source != .compass))
    }
    return rows
  }
}

@Test(arguments: StartClass.all.indices)
func start_showsNoHeadingOutsideItsAccuracy(place: Int) {
  let kind = StartClass.all[place]
  var (all, within) = ([Int](repeating: 0, count: 30), [Int](repeating: 0, count: 30))
  for n in 0..<TestEffort.count(quick: 4, usual: 6, full: 150) {
    var world = StartWorld(kind, seed: UInt64(1_000 * place + n + 1))
    for row in world.run() {
      all[row.second] += 1
      within[row.second] += row.error <= row.accuracy ? 1 : 0
    }
  }
  let share = Double(within.reduce(0, +)) / Double(all.reduce(0, +))
  #expect(share >= 0.95, "\(kind.name): \(share)")
  // A few worlds say little about one second.
  guard TestEffort.current == .full else { return }
  for second in 0..<30 where all[second] > 0 {
    let share = Double(within[second]) / Double(all[second])
    #expect(share >= 0.9, "\(kind.name), second \(second): \(share)")
  }
}
