// Random inputs for the heading conformance check; the same seed gives the same inputs everywhere.

import Foundation
import LinkProtocol
import Quantities
import Reference
import Simulation
import StreamCheck

/// Attitudes and fields within the range for which Protocols/heading/spec.md promises accuracy.
///
/// Roll and pitch within ±60°, any yaw, |a| 0.5 to 2 g, total field 22,000 to 67,000 nT with dip within ±70° and a
/// horizontal part of at least 6,000 nT. Every second sample consists of counts with a random gain code; the others are
/// in nanotesla. Every sixteenth sample is level, without specific force.
package struct HeadingSamples: Sendable {
  package let seed: UInt64
  /// The calibration record for the device under test: offsets to ±50,000 nT, a symmetric matrix with axes 0.8 to 1.25
  /// and cross terms to ±0.1.
  package let record: ReferenceRecord
  /// The mounting for the device under test, 0…23.
  package let mountingValue: UInt8
  /// Converts a field in body axes to the nanotesla that the sensor must measure.
  private let inverse: SensorInverse

  package init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed, index: UInt64.max)
    mountingValue = UInt8(random.next() % 24)
    record = Self.record(&random)
    inverse = SensorInverse(
      record: record, mounting: ReferenceMounting(rawValue: mountingValue) ?? .identity)
  }

  /// The sample with this index. It does not depend on other samples, so that parts can be checked separately.
  package func sample(_ index: Int) -> InjectedSample {
    var random = SeededGenerator(seed: seed, index: UInt64(index))
    let roll = random.range(-60, 60)
    let pitch = random.range(-60, 60)
    let yaw = random.range(0, 360)
    var total = 0.0
    var dip = 0.0
    repeat {
      total = random.range(22_000, 67_000)
      dip = random.range(-70, 70)
    } while total * cos(dip * .pi / 180) < 6_000
    let isLevel = index % 16 == 15
    let (phi, theta) = isLevel ? (0, 0) : (roll, pitch)
    let field = FrameRotation.body(
      SIMD3(total * cos(dip * .pi / 180), 0, total * sin(dip * .pi / 180)), yaw: yaw, pitch: theta, roll: phi)
    let up = FrameRotation.body(SIMD3(0, 0, -1), yaw: yaw, pitch: theta, roll: phi) * random.range(500_000, 2_000_000)
    // Both sensors have the axes of the magnetometer.
    let mounted = AxisRemap(rawValue: mountingValue) ?? .identity
    let force = isLevel ? nil : Acceleration(microG: mounted.sensor(FrameRotation.whole(up)))
    let time = Instant(microseconds: UInt64(index) * 10_000)
    let seen = inverse.sensor(field)
    // Even indices give counts. The finest gain holds ±186,000 nT, more than offset and field together.
    guard index % 2 == 0 else {
      return InjectedSample(time: time, scale: .nanotesla, counts: FrameRotation.whole(seen), specificForce: force)
    }
    let scale = UInt8(1 + Int(random.next() % 7))
    let half = ReferenceConversion.halfCountNanotesla(scale: scale) ?? SIMD3(repeating: 50)
    return InjectedSample(
      time: time, scale: FieldScale(rawValue: scale), counts: FrameRotation.whole(seen / (half * 2)),
      specificForce: force)
  }

  private static func record(_ random: inout SeededGenerator) -> ReferenceRecord {
    var record = ReferenceRecord()
    record.modelOrder = 4
    record.grade = 2
    record.serial = LentRecord.serial
    record.hardIronQ8 = SIMD3(
      Int32(random.range(-50_000, 50_000) * 256), Int32(random.range(-50_000, 50_000) * 256),
      Int32(random.range(-50_000, 50_000) * 256))
    let axes = SIMD3(random.range(0.8, 1.25), random.range(0.8, 1.25), random.range(0.8, 1.25))
    let cross = SIMD3(random.range(-0.1, 0.1), random.range(-0.1, 0.1), random.range(-0.1, 0.1))
    func q24(_ a: Double, _ b: Double, _ c: Double) -> SIMD3<Int32> {
      SIMD3(Int32(a * 16_777_216), Int32(b * 16_777_216), Int32(c * 16_777_216))
    }
    record.softIronQ24 = [
      q24(axes.x, cross.x, cross.y), q24(cross.x, axes.y, cross.z), q24(cross.y, cross.z, axes.z),
    ]
    return record
  }
}
