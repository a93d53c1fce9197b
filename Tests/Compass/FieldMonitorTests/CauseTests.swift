// The hint where to look for what disturbs.

import FieldMonitor
import Foundation
import Quantities
import TestSupport
import Testing

private func turn(_ scene: inout Scene) {
  scene.heading = scene.time * 40
  scene.pitch = 40 * sin(scene.time)
  scene.roll = 40 * cos(scene.time / 1.3)
}

/// Causes named in the seconds after the disturbance began, counted.
private func causes(
  seconds: Double, seed: UInt64 = 9, _ change: (inout Scene, Double) -> Void
) throws -> (counts: [DisturbanceCause: Int], monitor: DisturbanceMonitor) {
  var scene = Scene(seed: seed)
  scene.noise = 200
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<100 {
    turn(&scene)
    _ = monitor.assess(scene.next())
  }
  var counts: [DisturbanceCause: Int] = [:]
  let start = scene.time
  while scene.time < start + seconds {
    change(&scene, scene.time - start)
    let status = monitor.assess(scene.next())
    if status.cause != .undetermined { counts[status.cause, default: 0] += 1 }
  }
  return (counts, monitor)
}

private func share(_ counts: [DisturbanceCause: Int], _ cause: DisturbanceCause) -> Double {
  Double(counts[cause] ?? 0) / Double(max(1, counts.values.reduce(0, +)))
}

@Test func cause_ofAMagnetThatTurnsWithTheInstrumentIsASteadyOffset() throws {
  let attached = Triple(12_000, -9_000, 6_000)
  let (counts, monitor) = try causes(seconds: 30) { scene, _ in
    turn(&scene)
    scene.attached = attached
  }
  #expect(share(counts, .steadyOffset) > 0.9, "\(counts)")
  let found = Triple(Double(monitor.offset.x), Double(monitor.offset.y), Double(monitor.offset.z)) / 4096 * 48_000
  #expect(length(found - attached) < 0.15 * length(attached), "\(found)")
}

@Test func cause_ofAMagnetThatIsWavedBesideAStillInstrumentIsMoving() throws {
  let (counts, _) = try causes(seconds: 30) { scene, time in
    scene.surroundings = Triple(15_000 * sin(time * 4), 15_000 * cos(time * 5), 12_000 * sin(time * 7))
  }
  #expect(share(counts, .movingMagnet) > 0.8, "\(counts)")
}

@Test func cause_ofAStillInstrumentBesideStillIronIsASteadyOffset() throws {
  let (counts, _) = try causes(seconds: 30) { scene, _ in scene.surroundings = Triple(-9_000, 4_000, 6_000) }
  #expect(share(counts, .steadyOffset) > 0.9, "\(counts)")
}

@Test func cause_ofASensorBeyondItsRangeIsSaturation() throws {
  let (counts, monitor) = try causes(seconds: 3) { scene, _ in
    scene.surroundings = Triple(0, 0, 120_000)
    scene.isOverflowed = true
  }
  #expect(share(counts, .saturation) == 1, "\(counts)")
  #expect(monitor.status.reasons.contains(.saturated))
  #expect(monitor.status.state == .disturbed)
}

@Test func cause_ofAnOffsetThatAStrongFieldLeftIsAMagnetisedSensor() throws {
  var last: DisturbanceCause?
  let (counts, monitor) = try causes(seconds: 30) { scene, time in
    turn(&scene)
    scene.isOverflowed = time < 1
    scene.surroundings = time < 1 ? Triple(0, 0, 300_000) : .zero
    scene.attached = Triple(10_000, 8_000, -5_000)
  }
  last = monitor.status.cause
  #expect(last == .magnetisedSensor, "\(counts)")
}

@Test func cause_ofADipWithTheOppositeSignIsTheWrongHemisphere() throws {
  // A reversed accelerometer turns down into up: the dip keeps its size.
  let (counts, monitor) = try causes(seconds: 20) { scene, _ in
    turn(&scene)
    scene.isForceReversed = true
  }
  #expect(monitor.status.state == .disturbed)
  #expect(share(counts, .wrongHemisphere) > 0.9, "\(counts)")
}

@Test func cause_ofAMagnetIsNeverTheWrongHemisphere() throws {
  for seed in 1...20 as ClosedRange<UInt64> {
    let (counts, _) = try causes(seconds: 20, seed: seed) { scene, time in
      turn(&scene)
      scene.attached = Triple(
        20_000 * sin(Double(seed)), 20_000 * cos(Double(seed) * 2.1), 20_000 * sin(Double(seed) * 3.7 + time / 9))
    }
    #expect(share(counts, .wrongHemisphere) < 0.05, "\(seed): \(counts)")
  }
}

@Test func cause_isForgottenWithTheDisturbance() throws {
  let (_, monitor) = try causes(seconds: 30) { scene, time in
    turn(&scene)
    scene.attached = time < 10 ? Triple(12_000, -9_000, 6_000) : .zero
  }
  #expect(monitor.status.state == .clear)
  #expect(monitor.status.cause == .undetermined)
}

@Test(arguments: [Triple(12_000, -9_000, 6_000), .zero])
func cause_ofASensorThatHangsIsUndetermined(attached: Triple) throws {
  var scene = Scene()
  scene.noise = 200
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<100 { _ = monitor.assess(scene.next()) }
  scene.attached = attached
  for _ in 0..<100 { _ = monitor.assess(scene.next()) }
  #expect(monitor.status.cause == (attached == .zero ? .undetermined : .steadyOffset))
  var sample = scene.next()
  for step in 0..<400 {
    sample.time = sample.time.advanced(by: 50_000)
    sample.specificForce?.microG.x += step % 2 == 0 ? 1000 : -1000
    let status = monitor.assess(sample)
    if status.reasons.contains(.stuck) { #expect(status.cause == .undetermined, "\(step)") }
  }
  #expect(monitor.status.reasons.contains(.stuck))
}

@Test func cause_ofNoFieldIsUndetermined() throws {
  let (counts, monitor) = try causes(seconds: 30) { scene, _ in
    scene.strength = 0
    scene.noise = 0
  }
  #expect(counts.isEmpty, "\(counts)")
  #expect(monitor.status.reasons.contains(.noField))
}
