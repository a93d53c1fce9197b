// How much older a field is than its time stamp, by what the data sheets say of each magnetometer's measurement.

import Testing

@testable import SensorDrivers

@Suite struct MagnetometerDelayTests {
  /// Half of one measurement in milliseconds, at every rate.
  @Test func delays_areHalfAMeasurement() {
    func expect<Chip: SensorChipDriver>(_ chip: Chip.Type, _ milliseconds: Double) {
      for rate in 0...Chip.fastestRate {
        #expect(abs(Double(Chip.delay(rate: rate)) / 1000 - milliseconds) < 0.001, "\(chip)")
      }
    }
    expect(HMC5883LMagnetometer.self, 6.0 / 2)
    expect(LIS3MDLMagnetometer.self, 1000.0 / 155 / 2)
    expect(AK09916Magnetometer.self, 7.2 / 2)
    expect(AK8963Magnetometer.self, 7.2 / 2)
    expect(IST8310Magnetometer.self, 6.0 / 2)
    // Two measurements of 6.6 and of 8 ms, each after a pulse of 1 ms: the middle of the first and of the second.
    expect(MMC5603Magnetometer.self, (3.3 + 3.3 + 7.6) / 2)
    expect(MMC5983MAMagnetometer.self, (4.0 + 4 + 9) / 2)
  }

  /// No measurement is longer than the shortest period.
  @Test func delays_withoutADataSheet_areHalfTheShortestPeriod() {
    func expect<Chip: SensorChipDriver>(_ chip: Chip.Type) {
      let shortest = 1e9 / Double(Chip.milliHertz(rate: Chip.fastestRate))
      for rate in 0...Chip.fastestRate {
        #expect(abs(Double(Chip.delay(rate: rate)) - shortest / 2) < 1, "\(chip)")
      }
    }
    expect(LIS2MDLMagnetometer.self)
    expect(LSM303DLHCMagnetometer.self)
    expect(QMC5883LMagnetometer.self)
    expect(QMC5883PMagnetometer.self)
  }

  /// It averages over the whole period; the fusion takes 30 ms at most.
  @Test func delay_ofTheMAG3110_isHalfItsPeriod() {
    #expect(
      (0...7).map { MAG3110Magnetometer.delay(rate: $0) } == [
        30_000, 30_000, 30_000, 30_000, 30_000, 25_000, 12_500, 6250,
      ])
  }
}
