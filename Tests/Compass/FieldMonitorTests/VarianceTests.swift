// What the monitor says of the field's and the tilt's errors, against what the scene put in.

import FieldMonitor
import Foundation
import Quantities
import TestSupport
import Testing

private func sigma(_ variance: UInt32) -> Double { (Double(variance) / 4_294_967_296).squareRoot() }

@Test func fieldVariance_isThatOfTheNoise() throws {
  for noise in [100.0, 300, 1000] {
    var scene = Scene(seed: 5)
    scene.noise = noise
    var monitor = DisturbanceMonitor(
      expectation: FieldExpectation(strengthNanotesla: 48_000, dip: angle(65), residualNanotesla: 50))
    var sum = 0.0
    for step in 0..<4000 {
      let status = monitor.assess(scene.next())
      if step >= 2000 { sum += Double(status.fieldVariance) / 4_294_967_296 / 2000 }
    }
    // The larger of a short and a long average: a little above.
    let found = sum.squareRoot() * 48_000
    #expect(found > noise * 0.95 && found < noise * 1.3, "\(noise): \(found)")
  }
}

@Test func tiltVariance_isSmallAtRest() throws {
  var scene = Scene()
  scene.noise = 200
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<400 { _ = monitor.assess(scene.next()) }
  #expect(sigma(monitor.status.tiltVariance) < 0.2 * .pi / 180)
}

@Test func tiltVariance_seesABodyThatAcceleratesAtOneG() throws {
  // Up and forward so that |a| stays 1 g: the tilt looks 10° wrong, and only the dip tells.
  var scene = Scene()
  scene.heading = 0
  let tilt = 10 * Double.pi / 180
  scene.acceleration = Triple(sin(tilt), 0, 1 - cos(tilt))
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<100 { _ = monitor.assess(scene.next()) }
  #expect(abs(sigma(monitor.status.tiltVariance) - tilt) < 0.01)
}

@Test func tiltVariance_seesAForceOutsideOneG() throws {
  var scene = Scene()
  scene.noise = 50
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<100 { _ = monitor.assess(scene.next()) }
  scene.acceleration = Triple(0, 0, 0.2)
  let status = monitor.assess(scene.next())
  #expect(status.reasons == .forceUntrusted)
  #expect(sigma(status.tiltVariance) >= 0.195)
  // And remembers it for a second and more.
  scene.acceleration = .zero
  for _ in 0..<20 { _ = monitor.assess(scene.next()) }
  #expect(sigma(monitor.status.tiltVariance) > 0.02)
  for _ in 0..<200 { _ = monitor.assess(scene.next()) }
  #expect(sigma(monitor.status.tiltVariance) < 0.01)
}

@Test func tiltVariance_remembersWhatOtherHeadingsShowed() throws {
  // An accelerometer 50 mg off to the side: at north the dip is right and the heading wrong, at east it is the other way.
  var scene = Scene()
  scene.noise = 100
  scene.heading = 0
  scene.bias = Triple(0, 0.05, 0)
  let record = Scene().expectation
  var monitor = DisturbanceMonitor(expectation: record)
  for _ in 0..<200 { _ = monitor.assess(scene.next()) }
  // Nothing can be seen yet.
  #expect(sigma(monitor.status.tiltVariance) < 0.01)
  scene.heading = 90
  for _ in 0..<400 { _ = monitor.assess(scene.next()) }
  scene.heading = 0
  for _ in 0..<200 { _ = monitor.assess(scene.next()) }
  #expect(monitor.status.state == .clear)
  // 50 mrad, of which half a minute's average has two thirds of a third.
  #expect(sigma(monitor.status.tiltVariance) > 0.02)
}

@Test func longVariance_doesNotLearnFromDisturbances() throws {
  var scene = Scene(seed: 3)
  scene.noise = 200
  var monitor = DisturbanceMonitor(expectation: scene.expectation)
  for _ in 0..<1000 { _ = monitor.assess(scene.next()) }
  let before = sigma(monitor.longVariance)
  scene.attached = Triple(20_000, 0, 0)
  for _ in 0..<1000 { _ = monitor.assess(scene.next()) }
  #expect(sigma(monitor.longVariance) < before * 1.5)
}
