// The world turns the right way, and its iron and sensor do what they say.

import Foundation
import Quantities
import Testing

@testable import Simulation

private func field(_ heading: Double, pitch: Double = 0, roll: Double = 0) -> SIMD3<Double> {
  var path = AttitudePath.still(headingDegrees: heading)
  path.pitch = .constant(pitch)
  path.roll = .constant(roll)
  return World(horizontalNanotesla: 20_000, dipDegrees: 45, path: path).bodyField(at: 0)
}

private func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ limit: Double = 1e-6) -> Bool {
  let d = a - b
  return (d * d).sum().squareRoot() <= limit
}

@Test func world_pointedEastSeesNorthOnTheLeft() {
  #expect(isClose(field(0), SIMD3(20_000, 0, 20_000)))
  #expect(isClose(field(90), SIMD3(0, -20_000, 20_000)))
  #expect(isClose(field(180), SIMD3(-20_000, 0, 20_000)))
  #expect(isClose(field(270), SIMD3(0, 20_000, 20_000)))
}

@Test func world_tiltedShowsTheFieldOnTheLoweredSide() {
  // Nose straight up facing north: down is behind, north is below. Right side straight down: down is on the right.
  #expect(isClose(field(0, pitch: 90), SIMD3(-20_000, 0, 20_000)))
  #expect(isClose(field(0, roll: 90), SIMD3(20_000, 20_000, 0)))
}

@Test func world_levelAtRestFeelsMinusOneGDown() {
  #expect(World().specificForceMicroG(at: 3) == SIMD3(0, 0, -1_000_000))
  var path = AttitudePath()
  path.pitch = .constant(30)
  #expect(isClose(World(path: path).specificForceMicroG(at: 0), SIMD3(500_000, 0, -866_025.4037844386), 1e-3))
  path = AttitudePath()
  path.roll = .constant(30)
  #expect(isClose(World(path: path).specificForceMicroG(at: 0), SIMD3(0, -500_000, -866_025.4037844386), 1e-3))
}

@Test func world_anglesComeBackFromFieldAndForce() {
  var generator = SeededGenerator(seed: 11)
  for _ in 0..<2_000 {
    var path = AttitudePath.still(headingDegrees: generator.unit() * 360)
    path.pitch = .constant(generator.unit() * 160 - 80)
    path.roll = .constant(generator.unit() * 358 - 179)
    let world = World(dipDegrees: generator.unit() * 140 - 70, path: path)
    let (b, a) = (world.bodyField(at: 0), world.specificForceMicroG(at: 0))
    // Down is −a; east = down × field; north = east × down. The heading is where the forward axis lies between them.
    let down = -a / 1_000_000
    let east = SIMD3(down.y * b.z - down.z * b.y, down.z * b.x - down.x * b.z, down.x * b.y - down.y * b.x)
    let north = SIMD3(
      east.y * down.z - east.z * down.y, east.z * down.x - east.x * down.z, east.x * down.y - east.y * down.x)
    let heading = atan2(east.x, north.x) * 180 / Double.pi
    let error = (heading - world.magneticHeadingDegrees(at: 0)).remainder(dividingBy: 360)
    #expect(abs(error) < 1e-9, "seed \(generator.seed): \(world)")
  }
}

@Test func path_turnsFullCirclesAndStops() {
  let path = AttitudePath.circles(2, each: 10, startDegrees: 350)
  #expect(path.attitude(at: -1).headingDegrees == 350)
  #expect(abs(path.attitude(at: 0.5).headingDegrees - 8) < 1e-9)
  #expect(abs(path.attitude(at: 10).headingDegrees - 350) < 1e-9)
  #expect(path.attitude(at: 25) == path.attitude(at: 20))
  #expect(AttitudePath(turnRate: -90).attitude(at: 1).headingDegrees == 270)
  #expect(Attitude(headingDegrees: -1e-20).headingDegrees == 0)
}

@Test func path_swingsAboutItsMean() {
  let swing = Oscillation(meanDegrees: 5, amplitudeDegrees: 20, period: 8)
  let path = AttitudePath(pitch: swing, roll: Oscillation(amplitudeDegrees: 10, period: 8, delay: 2))
  #expect(abs(path.attitude(at: 2).pitchDegrees - 25) < 1e-9)
  #expect(abs(path.attitude(at: 6).pitchDegrees + 15) < 1e-9)
  #expect(abs(path.attitude(at: 0).rollDegrees - 10) < 1e-9)
}

@Test func world_declinationIsEastPositive() {
  let world = World(declinationDegrees: 12, path: .still(headingDegrees: 355))
  #expect(world.magneticHeadingDegrees(at: 0) == 355)
  #expect(world.trueHeadingDegrees(at: 0) == 7)
}

@Test func world_ironActsInSensorAxes() throws {
  // Sensor +Y forward, −X right, so +Z down; forward field 20,000 appears on Y, doubled by soft iron, shifted by hard.
  let mounting = try #require(AxisRemap(forward: .plusY, right: .minusX))
  let world = World(
    dipDegrees: 0, hardIronNanotesla: SIMD3(100, 200, 300),
    softIron: [SIMD3(1, 0.5, 0), SIMD3(0, 2, 0), SIMD3(0, 0, 1)], mounting: mounting)
  #expect(isClose(world.sensorField(at: 0), SIMD3(10_100, 40_200, 300)))
}

@Test func world_mountingUndoesItself() throws {
  for raw in UInt8(0)..<24 {
    let mounting = try #require(AxisRemap(rawValue: raw))
    let world = World(mounting: mounting, path: .still(headingDegrees: 30))
    let body = mounting.body(wholeVector(world.sensorField(at: 0)))
    let expected = wholeVector(World(path: .still(headingDegrees: 30)).sensorField(at: 0))
    // Rounding half up of a negated half may differ by one.
    for (a, b) in [(body.x, expected.x), (body.y, expected.y), (body.z, expected.z)] { #expect(abs(a - b) <= 1) }
  }
}

@Test func bench_staysWithinTheEmulatedChip() {
  let world = World.bench(circleSeconds: 12)
  #expect(abs(world.magneticHeadingDegrees(at: 3) - 90) < 1e-9)
  for step in 0..<720 {
    let field = wholeVector(world.sensorField(at: Double(step) / 60))
    let (counts, isOverflowed) = SensorModel.emulatedBench.counts(of: world.sensorField(at: Double(step) / 60))
    #expect(!isOverflowed)
    #expect(field.x > 0 && field.y > 0 && field.z > 0)
    #expect(field.x < 130_000 && field.y < 130_000)
    #expect(counts.x < 1_000 && counts.y < 1_000 && counts.z < 1_100)
  }
}
