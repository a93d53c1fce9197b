// A gyroscope beside a compass: the heading between the fields, from true north, and when the gyroscope is silent.

import Binnacle
import FieldMonitor
import Foundation
import Testing

/// A field that is turned while the instrument is not: strength and dip are right, and the reading says that it is disturbed.
@Test func read_marksAReading_whenTheFieldTurnedAlone() throws {
  var compass = Compass()
  var motion = CompassMotion()
  var world = TurnedWorld(hardIron: .zero, noise: 100)
  var now = Instant(microseconds: 1_000_000)
  func run(seconds: Double, field heading: Double) -> [DisturbanceState] {
    var states: [DisturbanceState] = []
    for step in 0..<Int(seconds * 100) {
      now = now.advanced(by: 10_000)
      let noise = world.random.gaussianVector(sigma: 1_000)
      motion.add(AngularRate(q20: Vector3(x: Int32(noise.x), y: Int32(noise.y), z: Int32(noise.z))), at: now)
      compass.add(TurnedWorld.up, at: now)
      if step % 4 == 0 { compass.add(world.level(heading: heading), at: now) }
      for _ in 0..<3 { motion.step(&compass) }
      if step % 10 == 9 {
        var reading = CompassReading()
        motion.read(&compass, into: &reading, at: now)
        states.append(reading.disturbance)
      }
    }
    return states
  }
  var record = CalibrationRecord()
  record.modelOrder = .sphere
  record.fieldStrength = UInt32(world.strength)
  record.predictedTypicalError = 40
  compass.use(record)
  #expect(run(seconds: 8, field: 30).allSatisfy { $0 == .clear })
  let turned = run(seconds: 1, field: 75)
  #expect(turned.last == .disturbed && motion.isFieldTurned)
}

@Test func motion_followsATurnThatTheFieldDoesNotShow() throws {
  var compass = Compass()
  var motion = CompassMotion()
  motion.mounting = try #require(AxisRemap(forward: .plusX, right: .minusY))
  var world = TurnedWorld(hardIron: .zero, noise: 100)
  var now = Instant(microseconds: 1_000_000)
  var heading = 30.0
  func turn(seconds: Double, degreesPerSecond speed: Double, hasField: Bool) {
    for step in 0..<Int(seconds * 100) {
      now = now.advanced(by: 10_000)
      heading += speed / 100
      // Clockwise from above is about down; the gyroscope's Z is up.
      let rate = Vector3(x: 300, y: -200, z: 100 - Int32(speed * .pi / 180 * 1_048_576))
      let noise = world.random.gaussianVector(sigma: 1_000)
      motion.add(
        AngularRate(
          q20: Vector3(x: rate.x + Int32(noise.x), y: rate.y + Int32(noise.y), z: rate.z + Int32(noise.z))), at: now)
      compass.add(TurnedWorld.up, at: now)
      if hasField, step % 4 == 0 { compass.add(world.level(heading: heading), at: now) }
      for _ in 0..<3 { motion.step(&compass) }
    }
  }
  #expect(motion.heading() == nil && motion.estimate().state == .none)
  turn(seconds: 8, degreesPerSecond: 0, hasField: true)
  #expect(motion.estimate().state == .fused)
  #expect(try #require(result(motion.heading())).isWithin(1.5, of: 30))
  turn(seconds: 1.5, degreesPerSecond: 60, hasField: false)
  #expect(try #require(result(motion.heading())).isWithin(3, of: 120))
  let speed = Double(motion.estimate().rateOfTurn) / 1_048_576 * 180 / .pi
  #expect(abs(speed - 60) < 2)
  #expect(motion.trueHeading(compass) == nil)
  try compass.setPlace(
    Position(latitude: 565_504_027, longitude: 101_408_950),
    on: try #require(CalendarDay(year: 2026, month: 7, day: 1)))
  #expect(try #require(result(motion.trueHeading(compass))).isWithin(4, of: 123.6))
  #expect(!motion.isDead(at: now) && motion.isDead(at: now.advanced(by: 300_000)))
  #expect(motion.counts.missing == 0)
}
