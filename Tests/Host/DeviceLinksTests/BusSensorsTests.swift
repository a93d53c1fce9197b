// Which sensors a bus of this computer gives, on register models of the chips.
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import TestSupport
import Testing

@testable import DeviceLinks

/// Sensors on a bus of models, and an instrument that gets their samples.
private struct BusBench: ~Copyable {
  let sensors: BusSensors<ModelBus>
  let models: [SensorModel]
  var instrument = CompassInstrument<NavigationUnit, MotionUnit>(
    identity: DeviceIdentity(
      board: BoardName("test"), capabilities: .magnetometer, imageHash: 0, bootCounter: 1, fault: nil))
  var now: UInt64 = 100_000

  init(_ models: SensorModel...) {
    self.models = models
    var bus = ModelBus()
    bus.chips = models
    sensors = BusSensors(on: bus)
  }

  /// The chips that are in use after these seconds.
  mutating func chips(after seconds: Double) -> [SensorChip] {
    let end = now + UInt64(seconds * 1e6)
    while now < end {
      for model in models { model.advance(to: now) }
      sensors.poll(for: &instrument, at: Instant(microseconds: now))
      now += 500
    }
    return sensors.identities.map(\.chip)
  }
}

@Test func bus_withASingleChip_usesWhatItMeasures() {
  let none = SensorChip.absent
  let chips: [(model: SensorModel, used: [SensorChip])] = [
    (HMC5883LModel(hasThermometer: true), [.lsm303dlhc, none, none]), (LIS2MDLModel(), [.lis2mdl, none, none]),
    (HMC5883LModel(), [.hmc5883l, none, none]), (QMC5883LModel(), [.qmc5883l, none, none]),
    (QMC5883PModel(), [.qmc5883p, none, none]), (LIS3MDLModel(), [.lis3mdl, none, none]),
    (MMC5603Model(), [.mmc5603, none, none]), (MMC5983MAModel(), [.mmc5983ma, none, none]),
    (IST8310Model(), [.ist8310, none, none]), (RM3100Model(), [.rm3100, none, none]),
    (MAG3110Model(), [.mag3110, none, none]), (LIS3DHModel(), [none, .lis3dh, none]),
    (MMA8653Model(), [none, .mma8653, none]), (ADXL345Model(), [none, .adxl345, none]),
    (MPU6050Model(), [none, .mpu6050, .mpu6050Gyroscope]),
    (MPU6050Model(whoAmI: 0x70), [none, .mpu6500, .mpu6500Gyroscope]),
    (LSM6DSOXModel(), [none, .lsm6dsox, .lsm6dsoxGyroscope]), (BMI160Model(), [none, .bmi160, .bmi160Gyroscope]),
  ]
  for (model, used) in chips {
    var bench = BusBench(model)
    #expect(bench.chips(after: 2) == used, "\(type(of: model))")
  }
}

@Test func bus_withTheOtherAddress_findsTheChipThere() {
  let model = MPU6050Model()
  model.address = 0x69
  var bench = BusBench(LIS3MDLModel(), model)
  #expect(bench.chips(after: 2) == [.lis3mdl, .mpu6050, .mpu6050Gyroscope])
  #expect(bench.sensors.identities.map(\.address) == [0x1c, 0x69, 0x69])
}

@Test func bus_whoseChipIsPulledAndPluggedIn_usesItAgain() {
  let (field, force) = (LIS3MDLModel(), LIS3DHModel())
  var bench = BusBench(field, force)
  #expect(bench.chips(after: 2) == [.lis3mdl, .lis3dh, .absent])
  (field.addressRefusals, force.addressRefusals) = (.max, .max)
  #expect(bench.chips(after: 8) == [.absent, .absent, .absent])
  (field.addressRefusals, force.addressRefusals) = (0, 0)
  for model in bench.models { model.powerOn() }
  #expect(bench.chips(after: 8) == [.lis3mdl, .lis3dh, .absent])
}

@Test func bus_withoutMagnetometer_isSearchedAgain() {
  let field = LIS3MDLModel()
  field.addressRefusals = .max
  var bench = BusBench(field)
  #expect(bench.chips(after: 3) == [.absent, .absent, .absent])
  field.addressRefusals = 0
  #expect(bench.chips(after: 6)[0] == .lis3mdl)
}

@Test func bus_withAMagnetometer_isNotSearchedForWhatNeverWasThere() {
  let force = LIS3DHModel()
  force.addressRefusals = .max
  var bench = BusBench(LIS3MDLModel(), force)
  #expect(bench.chips(after: 8) == [.lis3mdl, .absent, .absent])
  // The bus of a computer has other chips at such addresses, too.
  force.addressRefusals = 0
  #expect(bench.chips(after: 10) == [.lis3mdl, .absent, .absent])
}

/// A chip may start more slowly than the magnetometer, or one question may fail.
@Test func chip_thatAnswersSoon_isFound() {
  let force = LIS3DHModel()
  force.addressRefusals = .max
  var bench = BusBench(LIS3MDLModel(), force)
  #expect(bench.chips(after: 1) == [.lis3mdl, .absent, .absent])
  force.addressRefusals = 0
  #expect(bench.chips(after: 3) == [.lis3mdl, .lis3dh, .absent])
}

/// A bus that knows which addresses were asked.
private final class WatchedBus: RegisterBus {
  private var bus: ModelBus
  var asked: Set<UInt8> = []
  var heldLines: BusLines { bus.heldLines }

  init(_ bus: ModelBus) { self.bus = bus }

  func write(_ value: UInt8, to register: UInt8, of device: UInt8) throws(BusFault) {
    asked.insert(device)
    try bus.write(value, to: register, of: device)
  }

  func read(from register: UInt8, of device: UInt8, count: Int) throws(BusFault) -> RegisterBytes {
    asked.insert(device)
    return try bus.read(from: register, of: device, count: count)
  }

  func recover() -> Bool { bus.recover() }

  func advance(to time: UInt64) { bus.advance(to: time) }
}

/// The time of a sample is that of its turn: no turn may do the transfers of two sensors.
@Test func turn_asksOneSensor() {
  let bus = WatchedBus(ModelBus(HMC5883LModel(hasThermometer: true), LIS3DHModel(), MPU6050Model()))
  let sensors = BusSensors(on: bus)
  var bench = BusBench()
  var asked: Set<UInt8> = []
  for turn in 0..<6000 {
    bench.now += 500
    bus.advance(to: bench.now)
    bus.asked = []
    sensors.poll(for: &bench.instrument, at: Instant(microseconds: bench.now))
    // The first seconds are those of the search and of the chips' settings.
    if turn > 4000 {
      #expect(bus.asked.count <= 1)
      asked.formUnion(bus.asked)
    }
  }
  #expect(asked.count == 3)
}
