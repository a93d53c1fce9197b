// What a stream says of a sensor in trouble: each trouble once, in words.
import LinkProtocol
import Quantities
import Testing

@testable import ToolStream

private func event(
  _ milliseconds: UInt64, _ error: SensorError?, state: SensorState = .unavailable, chip: SensorChip = .absent
) -> SensorEvent {
  SensorEvent(
    time: Instant(microseconds: 1000 * milliseconds), state: state, chip: (error?.chip ?? chip).rawValue,
    register: error?.register ?? 0, kind: error?.kind.rawValue ?? 0, detail: error?.detail ?? 0)
}

private func silent(_ chip: SensorChip) -> SensorError {
  SensorError(chip: chip, register: 0x0a, bus: .addressNotAcknowledged)
}

@Test(
  arguments: [
    (
      SensorError(chip: .qmc5883l, register: 0x0d, kind: .wrongIdentity, expected: 0xff, found: 0),
      "another chip is where QMC5883L (register 0x0D: 0xFF expected, 0x00 found) may be"
    ),
    (silent(.lis3mdl), "no answer from LIS3MDL"),
    (
      SensorError(chip: .lis3mdl, register: 0x20, bus: .stuckLow),
      "a line of the bus (SDA or SCL) stays low"
    ),
    (
      SensorError(chip: .lis3mdl, register: 0x20, bus: .dataNotAcknowledged),
      "LIS3MDL, register 0x20: the device refused a byte"
    ),
    (
      SensorError(chip: .lis3mdl, register: 0x20, kind: .configurationNotKept, expected: 0xfc, found: 0x10),
      "LIS3MDL (register 0x20: 0xFC expected, 0x10 found) lost its configuration, as it does with its supply"
    ),
    (
      SensorError(chip: .lis3mdl, register: 0x28, kind: .stuckData, detail: 200),
      "LIS3MDL gave the same data 200 times"
    ),
    (SensorError(chip: .lis3mdl, register: 0x27, kind: .notReady, detail: 60), "LIS3MDL had no new data for 60 ms"),
    (
      SensorError(chip: SensorChip(rawValue: 99), register: 0x01, kind: .init(rawValue: 77), detail: 0),
      "chip 99, register 0x01: failure 77, which this program does not know"
    ),
  ] as [(SensorError, String)])
func sensorError_isToldInWords(error: SensorError, text: String) { #expect(error.text == text) }

/// A board that tries eight chips tells 24 failures in each round.
@Test func sensorNews_ofABoardWithoutASensor_isOneLine() {
  var news = SensorNews()
  let chips = [SensorChip.lsm303dlhc, .qmc5883l, .mmc5603]
  var lines: [String] = []
  for time in 0..<200 as Range<UInt64> { lines += news.add(event(5 * time, silent(chips[Int(time / 3) % 3]))) }
  #expect(lines == ["magnetometer: unavailable: no answer from LSM303DLHC, QMC5883L or MMC5603"])
  #expect(news.reason == "no answer from LSM303DLHC, QMC5883L or MMC5603")
  // A fourth chip that does not answer either is no news; another kind of trouble is.
  #expect(news.add(event(1000, silent(.hmc5883l))).isEmpty && news.add(event(1600, silent(.hmc5883l))).isEmpty)
  let stuck = SensorError(chip: .qmc5883l, register: 0x0d, bus: .stuckLow)
  #expect(news.add(event(2000, stuck)).isEmpty)
  #expect(
    news.add(event(2500, stuck)) == [
      "magnetometer: unavailable: a line of the bus (SDA or SCL) stays low"
    ])
  #expect(news.end().isEmpty)
}

@Test func sensorNews_namesAForeignChipBeforeThoseThatAreSilent() {
  var news = SensorNews()
  let wrong = SensorError(chip: .qmc5883l, register: 0x0d, kind: .wrongIdentity, expected: 0xff, found: 0x31)
  #expect(news.add(event(0, silent(.lsm303dlhc))).isEmpty && news.add(event(9, wrong)).isEmpty)
  let line =
    "magnetometer: unavailable: another chip is where QMC5883L (register 0x0D: 0xFF expected, 0x31 found) may be; no answer "
    + "from LSM303DLHC"
  #expect(news.end() == [line])
  #expect(news.end().isEmpty)
}

/// A stream that ends, and a sensor that works again, tell what was not told before.
@Test func sensorNews_thatWaits_comesBeforeReady_andTheNextTroubleIsNewsAgain() {
  var news = SensorNews()
  let lost = SensorError(chip: .lis3mdl, register: 0x20, kind: .configurationNotKept, expected: 0xfc, found: 0x10)
  for start in [0, 5000] as [UInt64] {
    #expect(news.add(event(start, lost)).isEmpty)
    let lines = news.add(event(start + 40, nil, state: .ready, chip: .lis3mdl))
    #expect(lines == ["magnetometer: unavailable: \(lost.text)", "magnetometer: ready (LIS3MDL)"])
    #expect(news.reason == nil)
  }
}

/// Of a sensor that goes on working each failure is told; each kind of sensor has its own news.
@Test func sensorNews_ofAWorkingSensor_isToldAtOnce() {
  var news = SensorNews()
  let refused = SensorError(chip: .mpu6050, register: 0x3b, bus: .dataNotAcknowledged)
  for time in 0..<2 as Range<UInt64> {
    #expect(
      news.add(event(time, refused, state: .ready)) == [
        "accelerometer: ready, but MPU6050 accelerometer, register 0x3B: the device refused a byte"
      ])
  }
  #expect(news.add(event(3, silent(.mpu6050Gyroscope))).isEmpty && news.reason == nil)
  #expect(news.end() == ["gyroscope: unavailable: no answer from MPU6050 gyroscope"])
}
