// Baseline, difference, the guard against motion, range flags.

import FieldMonitor
import Foundation
import Quantities
import TestSupport
import Testing

private func field(_ x: Int32, _ y: Int32, _ z: Int32) -> MagneticField {
  MagneticField(nanotesla: Vector3(x: x, y: y, z: z))
}

private func gravity(tilt degrees: Double) -> Acceleration {
  Acceleration(
    microG: Vector3(
      x: Int32((sin(degrees * .pi / 180) * 1e6).rounded()), y: 0, z: Int32((-cos(degrees * .pi / 180) * 1e6).rounded()))
  )
}

@Test func zeroPoint_givesDifferencesToTheMeanOfTheBaseline() {
  var meter = ZeroPointMeter()
  #expect(meter.measure(field(1, 2, 3), specificForce: nil, isOverflowed: false).loss == BaselineLoss.none)
  meter.begin(samples: 4)
  for x: Int32 in [20_000, 20_004, 19_996, 20_000] {
    #expect(meter.isTaking)
    _ = meter.measure(field(x, -5_000, 40_000), specificForce: gravity(tilt: 0), isOverflowed: false)
  }
  #expect(meter.hasBaseline)
  let reading = meter.measure(field(20_300, -5_400, 40_000), specificForce: gravity(tilt: 0), isOverflowed: false)
  #expect(reading.difference == field(300, -400, 0))
  #expect(reading.differenceMagnitude == 500)
  #expect(reading.magnitude == 45_180)  // √(20300² + 5400² + 40000²) = 45180.2
  #expect(reading.loss == nil)
  #expect(reading.isMotionGuarded)
}

@Test(arguments: [(1.9, true), (2.1, false), (-1.9, true), (-2.1, false), (90, false), (180, false)])
func zeroPoint_losesTheBaselineWhenGravityMovesMoreThanTwoDegrees(tilt: Double, holds: Bool) {
  for start in [0.0, 37, -80, 120] {
    var meter = ZeroPointMeter()
    meter.begin(samples: 2)
    for _ in 0..<2 {
      _ = meter.measure(field(20_000, 0, 40_000), specificForce: gravity(tilt: start), isOverflowed: false)
    }
    let reading = meter.measure(
      field(20_000, 0, 40_000), specificForce: gravity(tilt: start + tilt), isOverflowed: false)
    #expect((reading.loss == nil) == holds, "from \(start)°")
    #expect(meter.hasBaseline == holds)
    if !holds {
      #expect(reading.loss == .tilted)
      // What is told is the angle, within what 14 bits of a direction leave of it.
      #expect(abs(Double(reading.movement ?? 0) - abs(tilt) * 100) <= 1.5, "\(tilt): \(reading)")
      // It stays lost when the instrument comes back.
      let back = meter.measure(field(20_000, 0, 40_000), specificForce: gravity(tilt: start), isOverflowed: false)
      #expect(back.loss == .tilted)
      #expect(back.difference == nil)
    }
  }
}

@Test func zeroPoint_withoutAccelerometerSaysThatMotionIsNotSeen() {
  var meter = ZeroPointMeter()
  meter.begin(samples: 1)
  _ = meter.measure(field(20_000, 0, 40_000), specificForce: nil, isOverflowed: false)
  let reading = meter.measure(field(20_000, 0, 40_001), specificForce: nil, isOverflowed: false)
  #expect(reading.difference == field(0, 0, 1))
  #expect(!reading.isMotionGuarded)
}

@Test func zeroPoint_flagsSaturationAndKeepsTheBaseline() {
  var meter = ZeroPointMeter()
  meter.begin(samples: 2)
  _ = meter.measure(field(90_000, 0, 0), specificForce: nil, isOverflowed: true)
  #expect(meter.isTaking)
  for _ in 0..<2 { _ = meter.measure(field(20_000, 0, 0), specificForce: nil, isOverflowed: false) }
  let beyond = meter.measure(field(200_000, 0, 0), specificForce: nil, isOverflowed: true)
  #expect(beyond.isSaturated)
  #expect(beyond.loss == .saturated)
  #expect(beyond.difference == nil)
  #expect(meter.hasBaseline)
  #expect(meter.measure(field(21_000, 0, 0), specificForce: nil, isOverflowed: false).differenceMagnitude == 1_000)
}

@Test func normalisedField_limitsEachAxisTo128Microtesla() {
  #expect(NormalisedField.of(field(127_999, -128_000, 0)) == field(127_999, -128_000, 0))
  #expect(NormalisedField.of(field(128_001, -900_000, .min)) == field(128_000, -128_000, -128_000))
  #expect(NormalisedField.holds(field(128_000, -128_000, 0)))
  #expect(!NormalisedField.holds(field(128_001, 0, 0)))
  var meter = ZeroPointMeter()
  #expect(meter.measure(field(0, 0, -128_001), specificForce: nil, isOverflowed: false).isBeyondNormalised)
}

@Test func zeroPoint_takesItsExtremes() {
  let edge: Int32 = 1 << 21
  var meter = ZeroPointMeter()
  meter.begin(samples: 1_000)
  let force = Acceleration(microG: Vector3(x: 16_000_000, y: 16_000_000, z: -16_000_000))
  for _ in 0..<256 {
    _ = meter.measure(field(edge, -edge, edge), specificForce: force, isOverflowed: false)
  }
  #expect(meter.hasBaseline, "256 is the most")
  // A weak field on the way: the instrument has not turned.
  #expect(meter.measure(field(0, 0, 0), specificForce: force, isOverflowed: false).differenceMagnitude == 3_632_373)
  let reading = meter.measure(field(-edge, edge, -edge), specificForce: force, isOverflowed: false)
  #expect(reading.difference == field(-2 * edge, 2 * edge, -2 * edge))
  #expect(reading.differenceMagnitude == 7_264_747)  // 2^22·√3 = 7264747.7
}

/// Row A22: an instrument that turns on the level has moved; a magnet of the same difference has not moved it.
@Test(arguments: [true, false])
func zeroPoint_losesTheBaselineByALevelTurn(hasAccelerometer: Bool) {
  func turned(_ degrees: Double) -> MagneticField {
    field(Int32(20_000 * cos(degrees * .pi / 180)), Int32(-20_000 * sin(degrees * .pi / 180)), 42_857)
  }
  let force = hasAccelerometer ? gravity(tilt: 0) : nil
  func begun() -> ZeroPointMeter {
    var meter = ZeroPointMeter()
    meter.begin(samples: 3)
    for _ in 0..<3 { _ = meter.measure(turned(0), specificForce: force, isOverflowed: false) }
    return meter
  }
  var meter = begun()
  // The chord of 70° is 22,943 nT, that of 75° 24,350: half of 47,295 lies between.
  #expect(meter.measure(turned(70), specificForce: force, isOverflowed: false).loss == nil)
  let lost = meter.measure(turned(75), specificForce: force, isOverflowed: false)
  #expect(
    lost.loss == .fieldTurned && lost.movement == 24_350 && lost.difference == nil && lost.distance == field(0, 0, 0))
  #expect(meter.measure(turned(0), specificForce: force, isOverflowed: false).loss == .fieldTurned)
  // Magnets from every side, in ten steps, to the same difference.
  for azimuth in stride(from: 0.0, to: 360, by: 15) {
    for height in stride(from: -75.0, through: 75, by: 15) {
      meter = begun()
      let (a, h) = (azimuth * .pi / 180, height * .pi / 180)
      for step in 1...10 {
        let size = Double(step) * 3000
        let reading = meter.measure(
          field(
            20_000 + Int32(size * cos(h) * cos(a)), Int32(size * cos(h) * sin(a)), 42_857 + Int32(size * sin(h))),
          specificForce: force, isOverflowed: false)
        #expect(reading.loss == nil, "from \(azimuth), \(height), step \(step)")
      }
    }
  }
}

/// Row A22: the field turns with the instrument at 37.5 °/s while the zero point is taken.
@Test(arguments: [true, false])
func zeroPoint_thatIsTakenWhileTurning_isRefused(hasAccelerometer: Bool) {
  var meter = ZeroPointMeter()
  meter.begin(samples: 32)
  var refused: MeterReading?
  for sample in 0..<40 {
    let angle = Double(sample) * 3.75 * .pi / 180
    let reading = meter.measure(
      field(Int32(20_000 * cos(angle)), Int32(-20_000 * sin(angle)), 42_857),
      specificForce: hasAccelerometer ? gravity(tilt: 0) : nil, isOverflowed: false)
    #expect(reading.difference == nil, "\(sample)")
    if reading.loss == .fieldMoved, refused == nil { refused = reading }
  }
  // The chord of 7.5° is 2,616 nT, that of 11.25° 3,920.
  #expect(refused?.movement == 3_919)
  #expect(!meter.isTaking && !meter.hasBaseline)
  meter.begin(samples: 1)
  #expect(meter.measure(field(1, 2, 3), specificForce: nil, isOverflowed: false).loss == nil, "it can be taken again")
}

@Test(arguments: [(1.8, false), (2.2, true), (-40, true)])
func zeroPoint_thatIsTakenWhileTilting_isRefused(tilt: Double, isRefused: Bool) {
  var meter = ZeroPointMeter()
  meter.begin(samples: 8)
  var reading = meter.measure(field(20_000, 0, 40_000), specificForce: gravity(tilt: 10), isOverflowed: false)
  for _ in 0..<7 {
    reading = meter.measure(field(20_000, 0, 40_000), specificForce: gravity(tilt: 10 + tilt), isOverflowed: false)
  }
  #expect((reading.loss == .tiltedWhileTaken) == isRefused && meter.hasBaseline != isRefused)
  if isRefused { #expect(abs(Double(reading.movement ?? 0) - abs(tilt) * 100) <= 1.5, "\(reading)") }
}

/// A zero point at rest is taken with the noisiest chip of docs/sensors.md, 320 nT an axis, in the weakest field.
@Test func zeroPoint_atRest_isTakenWithNoise() {
  var random = SeededGenerator(seed: 34)
  for _ in 0..<200 {
    var meter = ZeroPointMeter()
    meter.begin(samples: 256)
    for _ in 0..<256 {
      let noise = (0..<3).map { _ in Int32((random.gaussian() * 320).rounded()) }
      _ = meter.measure(
        field(15_000 + noise[0], noise[1], 17_000 + noise[2]), specificForce: gravity(tilt: random.gaussian() * 0.2),
        isOverflowed: false)
    }
    #expect(meter.hasBaseline)
  }
}

// MARK: - With a gyroscope

private func rate(_ degrees: Double) -> AngularRate {
  AngularRate(q20: Vector3(x: 3_000, y: -2_000, z: Int32((degrees * .pi / 180 * 0x1p20).rounded())))
}

/// A gyroscope at 100 Hz with a bias of 4 °/s: half a second of rest while the zero point is taken, then these rates for a second
/// each, above the bias.
private func watched(_ rates: [Double], bias: Double = 4) -> ZeroPointTurn {
  var turn = ZeroPointTurn()
  var time: UInt64 = 1_000_000
  func add(_ degrees: Double, seconds: Double) {
    for _ in 0..<Int(seconds * 100) {
      turn.add(rate(bias + degrees), at: Instant(microseconds: time))
      time += 10_000
    }
  }
  turn.begin()
  add(0, seconds: 0.5)
  #expect(turn.hundredths == nil)
  turn.hold()
  #expect(turn.hundredths == 0)
  for degrees in rates { add(degrees, seconds: 1) }
  return turn
}

@Test func zeroPointTurn_addsUpTheRatesLessTheBias() throws {
  for (rates, expected) in [
    ([0.0, 0, 0], 0.0), ([66], 66), ([-30, -36], 66), ([2.5], 2.5), ([10, -10], 0), ([0.9, -0.9, 0.9], 0), ([200], 200),
  ] {
    let found = Double(try #require(watched(rates).hundredths)) / 100
    // A rate is a 16th of a degree a second.
    #expect(abs(found - expected) <= 0.02 + 0.06 * Double(rates.count), "\(rates): \(found)")
  }
  #expect(watched([1500]).hundredths.map { $0 > 20_000 } == true, "it does not wrap")
  #expect(watched([], bias: 3000).hundredths == 0, "beyond every range")
}

@Test func zeroPointTurn_withoutRates_isNotKnown() {
  var turn = ZeroPointTurn()
  turn.begin()
  turn.hold()
  #expect(turn.hundredths == nil)
  turn = watched([0])
  turn.add(rate(4), at: Instant(microseconds: 90_000_000))
  #expect(turn.hundredths == nil, "a gap")
  turn = watched([0])
  turn.end()
  #expect(turn.hundredths == nil)
}

/// A level turn of 66° at a dip of 65° is 21.8 µT, which the field alone takes for a magnet.
@Test func zeroPoint_losesTheBaselineByALevelTurnThatAGyroscopeSees() {
  var meter = ZeroPointMeter()
  meter.begin(samples: 1)
  _ = meter.measure(field(20_000, 0, 42_857), specificForce: gravity(tilt: 0), isOverflowed: false, turn: nil)
  let turned = field(8_135, -18_271, 42_857)
  var unwatched = meter
  let magnet = unwatched.measure(turned, specificForce: gravity(tilt: 0), isOverflowed: false)
  #expect(magnet.differenceMagnitude == 21_785 && !magnet.isTurnGuarded)
  let held = meter.measure(turned, specificForce: gravity(tilt: 0), isOverflowed: false, turn: 200)
  #expect(held.difference != nil && held.isTurnGuarded, "a magnet that comes to an instrument at rest")
  let lost = meter.measure(turned, specificForce: gravity(tilt: 0), isOverflowed: false, turn: 6_600)
  #expect(lost.loss == .turned && lost.movement == 6_600 && lost.difference == nil)
  #expect(meter.measure(turned, specificForce: gravity(tilt: 0), isOverflowed: false, turn: 0).loss == .turned)
}
