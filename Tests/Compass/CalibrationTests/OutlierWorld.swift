// Worlds in which a part of a calibration's samples is of something else: bursts, glitches, a magnet that passes.

import Foundation
import Quantities

@testable import Simulation

/// A calibration turned every way, of which 1 to 12 % of the samples are off by 10 to 64 % of the field. The same for the
/// same seed and index.
public struct OutlierWorld: Sendable {
  /// What the samples that are off have in common.
  public enum Kind: CaseIterable, Equatable, Sendable {
    /// For 0.3 to 2 s all are off by the same field: a current that is switched on.
    case burst
    /// Each by itself: a disturbed transfer.
    case glitch
    /// They follow the field of a dipole: a magnet is carried past.
    case magnet
  }

  /// What spoils the samples.
  public let kind: Kind
  /// The share of samples that is off, 0.01 to 0.12.
  public let share: Double
  /// What the instrument carries with it, nanotesla, up to two fields.
  public let hardIronNanotesla: SIMD3<Double>
  /// Strength of the Earth's field, nanotesla.
  public let fieldNanotesla: Double
  /// At 20 samples a second: sensor axes, nanotesla.
  public let samples: [MagneticField]
  /// Body axes, one for each sample.
  public let accelerations: [Acceleration]
  /// Of each sample, whether it is off by 2 % of the field and more.
  public let isOff: [Bool]
  /// Standard deviation of the noise on each axis, a share of the field, 0.001 to 0.01.
  public let noise: Double

  public init(seed: UInt64, index: UInt64) {
    var mixer = SeededGenerator(seed: seed)
    var random = SeededGenerator(seed: mixer.next() ^ (index &* 0xd1b5_4a32_d192_ed03))
    kind = Kind.allCases[Int(index % 3)]
    let share = 0.01 + 0.11 * random.unit()
    let strength = 25_000 + 40_000 * random.unit()
    (self.share, fieldNanotesla) = (share, strength)
    hardIronNanotesla = Self.direction(&random) * 2 * strength * random.unit()
    let dip = (140 * random.unit() - 70) * Double.pi / 180
    let earth = SIMD3(cos(dip), 0, sin(dip)) * strength
    let gains = SIMD3(0.85 + 0.3 * random.unit(), 0.85 + 0.3 * random.unit(), 0.85 + 0.3 * random.unit())
    noise = 0.001 * pow(10, random.unit())
    let count = Int((30 + 30 * random.unit()) / CalibrationWorld.spacing)
    let path = CalibrationMotion.tumbled.path(count: count, spacing: CalibrationWorld.spacing, &random)
    let off = Self.disturbance(kind, share: share, strength, path, &random)
    isOff = off.map { ($0 * $0).sum().squareRoot() >= 0.02 * strength }
    var samples: [MagneticField] = []
    var accelerations: [Acceleration] = []
    for (axes, error) in zip(path, off) {
      let field = gains * axes.body(earth) + error + hardIronNanotesla + random.gaussianVector(sigma: noise * strength)
      samples.append(MagneticField(nanotesla: wholeVector(field)))
      accelerations.append(Acceleration(microG: wholeVector(axes.down * -1e6 + random.gaussianVector(sigma: 4_000))))
    }
    (self.samples, self.accelerations) = (samples, accelerations)
  }

  /// What is added to each sample, sensor axes, nanotesla.
  private static func disturbance(
    _ kind: Kind, share: Double, _ strength: Double, _ path: [BodyAxes], _ random: inout SeededGenerator
  ) -> [SIMD3<Double>] {
    let count = path.count
    let wanted = Int((share * Double(count)).rounded(.up))
    var off = [SIMD3<Double>](repeating: .zero, count: count)
    func number(_ list: [SIMD3<Double>]) -> Int { list.count { ($0 * $0).sum() >= pow(0.02 * strength, 2) } }
    // A magnet that would bring more than 12 % is not carried past.
    for _ in 0..<2_000 where number(off) < wanted {
      let size = strength * (0.1 + 0.54 * random.unit())
      var next = off
      switch kind {
      case .burst:
        let length = min(wanted - number(off), Int((0.3 + 1.7 * random.unit()) / CalibrationWorld.spacing))
        let first = Int(random.next() % UInt64(count - length))
        let error = direction(&random) * size
        for row in first..<(first + length) { next[row] = error }
      case .glitch: next[Int(random.next() % UInt64(count))] = direction(&random) * size
      case .magnet:
        let magnet = PassingMagnet(peak: size, within: Double(count) * CalibrationWorld.spacing, &random)
        for row in off.indices {
          next[row] += path[row].body(magnet.field(at: Double(row) * CalibrationWorld.spacing))
        }
      }
      if number(next) <= Int(0.12 * Double(count)) { off = next }
    }
    return off
  }

  private static func direction(_ random: inout SeededGenerator) -> SIMD3<Double> {
    let v = random.gaussianVector(sigma: 1)
    return v / (v * v).sum().squareRoot()
  }
}
