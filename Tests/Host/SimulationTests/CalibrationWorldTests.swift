// The worlds that calibration is tried in: what they promise, and that they repeat.

import Foundation
import Quantities
import Simulation
import Testing

private let worlds = (0..<200).map { CalibrationWorld(seed: 3, index: $0) }

@Test func calibrationWorlds_coverTheRangesTheyState() {
  let radii = worlds.map { ($0.hardIronNanotesla * $0.hardIronNanotesla).sum().squareRoot() / $0.fieldNanotesla }
  #expect(radii.max()! > 8 && radii.allSatisfy { $0 <= 10 })
  #expect(worlds.allSatisfy { (25_000...65_000).contains($0.fieldNanotesla) && abs($0.dipDegrees) <= 78 })
  #expect(worlds.allSatisfy { $0.fieldNanotesla * cos($0.dipDegrees * .pi / 180) >= 10_000 })
  #expect(worlds.allSatisfy { (100...2_000).contains($0.noiseNanotesla) && $0.fieldErrorShare <= 0.02 })
  #expect(worlds.map(\.noiseNanotesla).max()! > 1_500)
  #expect(worlds.filter(\.hasAccelerometer).count == 100)
  #expect((5...40).contains(worlds.filter { $0.magnetNanotesla != nil }.count))
  #expect(worlds.filter { $0.motion == .tumbled }.count > 70 && worlds.filter { $0.motion == .flat }.count > 10)
}

@Test func calibrationWorld_ironIsSymmetricTimesAKnownRotation() {
  for world in worlds {
    // W = P·R: W·Wᵀ = P². Its eigenvalues are the gains squared, found here by the ratio of largest to smallest stretch.
    var (least, most) = (Double.infinity, 0.0)
    for step in 0..<2_000 {
      let z = 1 - (Double(step) + 0.5) / 1_000
      let turn = Double(step) * 2.399_963
      let side = (1 - z * z).squareRoot()
      let v = SIMD3(side * cos(turn), side * sin(turn), z)
      let stretched = SIMD3(
        (world.softIron[0] * v).sum(), (world.softIron[1] * v).sum(), (world.softIron[2] * v).sum())
      let length = (stretched * stretched).sum().squareRoot()
      (least, most) = (min(least, length), max(most, length))
    }
    #expect(most / least <= 2.5 && most <= 2.1 && least >= 0.45, "world \(world.index)")
    // The antisymmetric part of P·R is at most the mean gain times the sine of the angle.
    let w = world.softIron
    let skew = SIMD3(w[2].y - w[1].z, w[0].z - w[2].x, w[1].x - w[0].y)
    let bound = 2 * most * sin(world.rotationDegrees * .pi / 180)
    #expect((skew * skew).sum().squareRoot() <= bound + 1e-9, "world \(world.index)")
  }
}

@Test func calibrationRun_repeatsAndKeepsToItsTilt() {
  for world in worlds.prefix(40) {
    let (samples, tilt) = world.run()
    #expect(samples == CalibrationWorld(seed: 3, index: world.index).run().samples)
    #expect((600...1_200).contains(samples.count))
    #expect(samples.allSatisfy { ($0.acceleration != nil) == world.hasAccelerometer })
    switch world.motion {
    case .flat: #expect(tilt < 1)
    case .rocked(let degrees): #expect(tilt > degrees * 0.6 && tilt <= degrees + 0.01, "\(tilt) of \(degrees)")
    case .tumbled: #expect(tilt > 120, "\(tilt)")
    }
  }
  #expect(CalibrationWorld(seed: 4, index: 0).run().samples != worlds[0].run().samples)
}

@Test func calibrationRun_scattersAsItsNoiseSays() throws {
  // A world without iron would be a sphere; here the truth is known, so each sample's error is too.
  let world = try #require(worlds.first { $0.motion == .tumbled && $0.magnetNanotesla == nil })
  let samples = world.run().samples
  // Between neighbours the field moves smoothly: third differences leave noise alone, with a gain of 20.
  var sum = 0.0
  for index in 3..<samples.count {
    func value(_ back: Int) -> Double { Double(samples[index - back].field.nanotesla.x) }
    let third = value(0) - 3 * value(1) + 3 * value(2) - value(3)
    sum += third * third / 20
  }
  let found = (sum / Double(samples.count - 3)).squareRoot()
  #expect(abs(found / world.noiseNanotesla - 1) < 0.5, "\(found) for \(world.noiseNanotesla)")
}

@Test func passingMagnet_disturbsOnlyForAWhile() throws {
  let world = try #require(
    worlds.first { ($0.magnetNanotesla ?? 0) > 2 * $0.fieldNanotesla && $0.motion == .flat }
      ?? worlds.first { ($0.magnetNanotesla ?? 0) > 2 * $0.fieldNanotesla })
  let samples = world.run().samples
  let h = world.hardIronNanotesla
  let lengths = samples.map { sample in
    let v = sample.field.nanotesla
    let d = SIMD3(Double(v.x), Double(v.y), Double(v.z)) - h
    return (d * d).sum().squareRoot() / world.fieldNanotesla
  }
  #expect(lengths.max()! > 2.3)
  #expect(lengths.filter { $0 > 2.3 }.count < samples.count / 10)
}
