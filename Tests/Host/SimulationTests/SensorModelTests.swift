// Counts of the simulated magnetometer: rounding, truncation, range, noise.

import Quantities
import Simulation
import Testing

@Test func sensor_truncatesOrRounds() {
  var model = SensorModel(scale: FieldScale(rawValue: 1), conversion: .truncating)
  // 20,000 nT: 220 counts on X; 19,999 nT: 219.989; on Z 196 and 195.99.
  #expect(model.counts(of: SIMD3(20_000, 19_999, 20_000)).counts == Vector3(x: 220, y: 219, z: 196))
  #expect(model.counts(of: SIMD3(-19_999, -20_000, 19_999)).counts == Vector3(x: -219, y: -220, z: 195))
  model.conversion = .rounding
  #expect(model.counts(of: SIMD3(19_999, -19_999, 19_999)).counts == Vector3(x: 220, y: -220, z: 196))
}

@Test(arguments: [
  (1, 1100, 980), (2, 855, 760), (3, 670, 600), (4, 450, 400), (5, 400, 355), (6, 330, 295), (7, 230, 205),
])
func sensor_readsOneGaussAsItsSensitivity(scale: UInt8, xy: Int32, z: Int32) {
  let model = SensorModel(scale: FieldScale(rawValue: scale), conversion: .truncating)
  #expect(model.counts(of: SIMD3(repeating: 100_000)).counts == Vector3(x: xy, y: xy, z: z))
}

@Test func sensor_beyondItsRangeSaysSo() {
  let model = SensorModel(scale: FieldScale(rawValue: 1))
  let limit = 2047.4 / 1100 * 100_000
  #expect(model.counts(of: SIMD3(limit, 0, 0)).counts.x == 2047)
  let (counts, isOverflowed) = model.counts(of: SIMD3(limit + 20, 0, 0))
  #expect(isOverflowed && counts == Vector3(x: -4096, y: 0, z: 0))
  #expect(model.counts(of: SIMD3(0, 0, -300_000)).counts.z == -4096)
}

@Test func sensor_withScaleZeroGivesNanotesla() {
  let model = SensorModel(scale: .nanotesla)
  #expect(model.counts(of: SIMD3(12_345.4, -12_345.6, 0)).counts == Vector3(x: 12_345, y: -12_346, z: 0))
  #expect(model.halfCountNanotesla == SIMD3(repeating: 0.5))
}

@Test func sensor_samplesRepeatWithTheSeed() {
  let model = SensorModel(noiseNanotesla: 300, accelerationNoiseMicroG: 2_000)
  let world = World(path: .circles(each: 20))
  func run(_ seed: UInt64) -> [SimulatedSample] {
    var sensor = SimulatedSensor(world: world, model: model, seed: seed)
    return (0..<50).map { sensor.sample(at: Double($0) * 0.02) }
  }
  #expect(run(5) == run(5))
  #expect(run(5) != run(6))
}

@Test func sensor_noiseHasTheStatedDeviation() {
  let model = SensorModel(scale: .nanotesla, noiseNanotesla: 500, hasAccelerometer: false)
  var sensor = SimulatedSensor(world: World(dipDegrees: 0), model: model, seed: 3)
  let n = 20_000.0
  let squares = (0..<Int(n)).reduce(0.0) { sum, _ in
    let y = Double(sensor.sample(at: 0).counts.y)
    return sum + y * y
  }
  #expect(abs((squares / n).squareRoot() / 500 - 1) < 5 / (2 * n).squareRoot())
  #expect(sensor.sample(at: 0).acceleration == nil)
}
