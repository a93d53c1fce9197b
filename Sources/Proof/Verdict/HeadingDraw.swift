// Draws a random attitude in a random field, and computes what the two sensors of a compass would measure there.

import Correction
import Foundation
import Heading
import Quantities
import Simulation

/// The six counts for the short path.
package struct CountsInput: Equatable, Sendable {
  package var field: Counts
  package var force: Counts
}

/// The input for the service path.
package struct ServiceInput: Equatable, Sendable {
  package var field: MagneticField
  package var force: Acceleration
  package var hardIronQ8: Vector3
  /// The rows of the matrix.
  package var softIronQ24: [Vector3]

  /// The record as the device's code uses it.
  package var record: CalibrationRecord {
    var record = CalibrationRecord()
    record.modelOrder = .ellipsoid
    record.hardIron = hardIronQ8
    record.softIron = MatrixQ24(softIronQ24[0], softIronQ24[1], softIronQ24[2])
    return record
  }
}

/// The random numbers of one sample. Every fourth sample is an edge sample: each of its quantities is at the lower end,
/// at the upper end or between them, because the largest errors occur at the ends.
struct HeadingDraw {
  private var random: SeededGenerator
  private let isEdged: Bool

  init(seed: UInt64, index: UInt64) {
    random = SeededGenerator(seed: seed, index: index)
    isEdged = index % 4 == 3
  }

  /// Roll and pitch ±60°, any yaw; 1 g is 1,000…16,000 counts; field 300…2,000 counts, dip ±70°, with a horizontal part
  /// of at least 150 counts.
  mutating func counts() -> CountsInput {
    let (yaw, pitch, roll) = attitude()
    var total = 0.0
    var dip = 0.0
    repeat {
      total = range(300, 2_000)
      dip = range(-70, 70) * .pi / 180
    } while total * cos(dip) < 150
    let g = range(1_000, 16_000)
    return CountsInput(
      field: Self.counts(
        FrameRotation.body(SIMD3(total * cos(dip), 0, total * sin(dip)), yaw: yaw, pitch: pitch, roll: roll)),
      force: Self.counts(FrameRotation.body(SIMD3(0, 0, -g), yaw: yaw, pitch: pitch, roll: roll)))
  }

  /// The same attitudes; 20,000…70,000 nT, with a horizontal part of at least 6,000 nT; |a| 0.5…2 g. The axes of the
  /// soft iron differ by up to 1:2.5 in any directions, and every second sample adds a rotation of up to 5°. The hard
  /// iron is up to 10 times the field, in any direction.
  mutating func service() -> ServiceInput {
    let (yaw, pitch, roll) = attitude()
    let total = range(20_000, 70_000)
    let steepest = acos(6_000 / total)
    let dip = range(-steepest, steepest)
    let field = FrameRotation.body(
      SIMD3(total * cos(dip), 0, total * sin(dip)), yaw: yaw, pitch: pitch, roll: roll)
    let up = FrameRotation.body(SIMD3(0, 0, -1), yaw: yaw, pitch: pitch, roll: roll) * range(500_000, 2_000_000)
    let hardIron = direction() * (range(0, 10) * total)
    let columns = softIron()
    let inverse = FrameRotation.inverted(columns)
    let seen = inverse[0] * field.x + inverse[1] * field.y + inverse[2] * field.z + hardIron
    return ServiceInput(
      field: MagneticField(nanotesla: FrameRotation.whole(seen)),
      force: Acceleration(microG: FrameRotation.whole(up)),
      hardIronQ8: FrameRotation.whole(hardIron * 256),
      softIronQ24: (0..<3).map { row in
        FrameRotation.whole(SIMD3(columns[0][row], columns[1][row], columns[2][row]) * 16_777_216)
      })
  }

  // MARK: - Parts

  private mutating func range(_ low: Double, _ high: Double) -> Double {
    guard isEdged else { return random.range(low, high) }
    switch random.next() % 3 {
    case 0: return low
    case 1: return high
    default: return random.range(low, high)
    }
  }

  private mutating func attitude() -> (yaw: Double, pitch: Double, roll: Double) {
    // Yaw has no ends.
    (random.range(0, 360), range(-60, 60), range(-60, 60))
  }

  /// A uniform direction on the sphere, by rejection.
  private mutating func direction() -> SIMD3<Double> {
    while true {
      let v = SIMD3(random.range(-1, 1), random.range(-1, 1), random.range(-1, 1))
      let square = (v * v).sum()
      if square > 0.01 && square <= 1 { return v / square.squareRoot() }
    }
  }

  /// S by columns: Q·diag(λ)·Qᵀ with λ from 1/√2.5 to √2.5; every second sample adds a small rotation.
  private mutating func softIron() -> [SIMD3<Double>] {
    let axes = (direction(), random.range(0, 360))
    let gains = SIMD3(range(-0.5, 0.5), range(-0.5, 0.5), range(-0.5, 0.5))
    let lambda = SIMD3(pow(2.5, gains.x), pow(2.5, gains.y), pow(2.5, gains.z))
    let turn = random.next() & 1 == 0 ? 0 : range(0, 5)
    let spindle = direction()
    let units: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    return units.map { unit in
      let along = Self.turned(unit, about: axes.0, by: -axes.1) * lambda
      return Self.turned(Self.turned(along, about: axes.0, by: axes.1), about: spindle, by: turn)
    }
  }

  /// Rodrigues' rotation; the angle is in degrees.
  private static func turned(_ v: SIMD3<Double>, about k: SIMD3<Double>, by degrees: Double) -> SIMD3<Double> {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let cross = SIMD3(k.y * v.z - k.z * v.y, k.z * v.x - k.x * v.z, k.x * v.y - k.y * v.x)
    return v * c + cross * s + k * ((k * v).sum() * (1 - c))
  }

  private static func counts(_ v: SIMD3<Double>) -> Counts {
    Counts(x: Int16(v.x.rounded()), y: Int16(v.y.rounded()), z: Int16(v.z.rounded()))
  }
}
