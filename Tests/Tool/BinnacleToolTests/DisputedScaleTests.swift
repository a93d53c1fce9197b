// The QMC5883P's scale: what a calibration's strength says about it where the place is known.
import Correction
import Quantities
import SensorDrivers
import TestSupport
import Testing

@testable import ToolStream

/// The length of the field that the driver reads from a chip with so many counts a gauss, nanotesla.
private func measured(countsPerGauss: [Int], field: [Int]) throws -> UInt32 {
  let model = QMC5883PModel()
  model.noiseCounts = 0
  model.countsPerGauss = countsPerGauss
  model.world.field = field
  var bus = ModelBus(model)
  var driver = SensorDriver<QMC5883PMagnetometer>()
  var last: FieldSample?
  for millisecond in 0..<300 as Range<UInt64> {
    bus.advance(to: 1000 * millisecond)
    if case .sample(let sample) = driver.poll(&bus, at: Instant(microseconds: 1000 * millisecond)) { last = sample }
  }
  let read = try #require(last).field.nanotesla
  let squares = [read.x, read.y, read.z].map { Double($0) * Double($0) }
  return UInt32(squares.reduce(0, +).squareRoot().rounded())
}

private func place(_ nanotesla: UInt32, horizontal: UInt32 = 20_000) -> GeomagneticField {
  GeomagneticField(
    q8Nanotesla: .zero, horizontalQ8: horizontal << 8, totalQ8: nanotesla << 8, declination: nil, dip: nil)
}

/// 20, −10 and 40 µT.
private let field = [20_000, -10_000, 40_000]
private let strength: UInt32 = 45_826

@Test func disputedScale_ofAChipWithTheOtherScale_isNamed() throws {
  // PX4's and ArduPilot's numbers: four fifths of the data sheet's.
  let found = try measured(countsPerGauss: [800, 2000, 3000, 12_000], field: field)
  let remark = try #require(DisputedScale.remark(.qmc5883p, strength: found, isPlanar: false, place(strength)))
  #expect(remark.hasPrefix("QMC5883P: the calibration found 36.7 µT, 0.80 of the 45.8 µT of the world model"))
  #expect(remark.contains("12,000 a gauss") && remark.contains("report the chip"))
  // The banner of a stream says the same, in place of a question about the place.
  var record = CalibrationRecord()
  record.sensorChip = SensorChip.qmc5883p.rawValue
  record.modelOrder = .ellipsoid
  record.fieldStrength = found
  #expect(CalibrationBanner.elsewhere(record, place(strength)) == remark)
}

@Test func disputedScale_ofAChipAsInItsDataSheet_isNoRemark() throws {
  let found = try measured(countsPerGauss: [1000, 2500, 3750, 15_000], field: field)
  #expect(abs(Int(found) - Int(strength)) < 20)
  #expect(DisputedScale.remark(.qmc5883p, strength: found, isPlanar: false, place(strength)) == nil)
}

@Test func disputedScale_isJudgedWithinSixPercent() {
  func isNamed(_ ratio: Double, _ chip: SensorChip = .qmc5883p, isPlanar: Bool = false) -> Bool {
    let found = UInt32(ratio * (isPlanar ? 20_000 : 45_826))
    return DisputedScale.remark(chip, strength: found, isPlanar: isPlanar, place(45_826)) != nil
  }
  for ratio in [0.76, 0.80, 0.84, 1.19, 1.25, 1.32] {
    #expect(isNamed(ratio), "\(ratio)")
    #expect(isNamed(ratio, isPlanar: true), "\(ratio)")
    #expect(!isNamed(ratio, .qmc5883l) && !isNamed(ratio, .absent))
  }
  for ratio in [0.5, 0.74, 0.86, 0.94, 1.0, 1.06, 1.16, 1.34, 2] { #expect(!isNamed(ratio), "\(ratio)") }
  #expect(DisputedScale.remark(.qmc5883p, strength: 36_660, isPlanar: false, nil) == nil)
  #expect(DisputedScale.remark(.qmc5883p, strength: 0, isPlanar: false, place(45_826)) == nil)
  #expect(DisputedScale.offer(.qmc5883p)?.contains("--location") == true)
  #expect(DisputedScale.offer(.lis3mdl) == nil)
}
