// The probe of a bus: every chip is named by what it answers, nothing is changed, and a wiring fault shows.
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// Everything that the probe finds on a bus.
private func probe(_ bus: inout ModelBus) -> SensorProbe {
  var probe = SensorProbe()
  probe.begin()
  var steps = 0
  while probe.isRunning && steps < 1000 {
    probe.step(&bus)
    steps += 1
  }
  return probe
}

private func findings(_ models: SensorModel...) -> [ProbeFinding] {
  var bus = ModelBus()
  bus.chips = models
  bus.advance(to: 100_000)
  let found = probe(&bus)
  return (0..<found.count).map { found.findings[$0] }
}

@Suite struct SensorProbeTests {
  @Test func eachChip_isNamed() {
    let chips: [(SensorModel, UInt8, UInt8, UInt8, UInt32)] = [
      (LIS2MDLModel(), 0x1e, 3, 0x4f, 0x40), (LIS3DHModel(), 0x19, 4, 0x0f, 0x33),
      (LIS3MDLModel(), 0x1c, 8, 0x0f, 0x3d),
      (HMC5883LModel(), 0x1e, 5, 0x0a, 0x33_3448), (HMC5883LModel(hasThermometer: true), 0x1e, 1, 0x0a, 0x33_3448),
      (QMC5883LModel(), 0x0d, 6, 0x0d, 0xff), (QMC5883PModel(), 0x2c, 7, 0x00, 0x80),
      (LSM6DSOXModel(), 0x6a, 9, 0x0f, 0x6c), (LSM6DSOXModel(address: 0x6b), 0x6b, 9, 0x0f, 0x6c),
      (MMC5603Model(), 0x30, 11, 0x39, 0x10), (MMC5983MAModel(), 0x30, 12, 0x2f, 0x30),
      (MPU6050Model(), 0x68, 13, 0x75, 0x68), (MPU6050Model(whoAmI: 0x70, address: 0x69), 0x69, 15, 0x75, 0x70),
      (MPU6050Model(whoAmI: 0x71), 0x68, 17, 0x75, 0x71), (MPU6050Model(whoAmI: 0x73), 0x68, 17, 0x75, 0x73),
      (AK8963Model(), 0x0c, 19, 0x00, 0x48), (ICM20948Model(), 0x68, 20, 0x00, 0xea),
      (AK09916Model(), 0x0c, 22, 0x00, 0x0948), (BMM150Model(), 0x10, 23, 0x40, 0x00),
      (IST8310Model(), 0x0e, 24, 0x00, 0x10), (RM3100Model(), 0x20, 25, 0x36, 0x22),
      (MAG3110Model(), 0x0e, 26, 0x07, 0xc4),
      (MMA8653Model(), 0x1d, 27, 0x0d, 0x5a), (ADXL345Model(), 0x53, 28, 0x00, 0xe5),
      (BMI160Model(), 0x68, 29, 0x00, 0xd1),
    ]
    for (model, address, code, register, bytes) in chips {
      let count: UInt8 = bytes > 0xffff ? 3 : bytes > 0xff ? 2 : 1
      #expect(
        findings(model) == [
          ProbeFinding(
            address: address, chip: SensorChip(rawValue: code), register: register, count: count, bytes: bytes)
        ])
    }
  }

  @Test func severalChips_areAllTold() {
    let found = findings(ADXL345Model(), MPU6050Model(), QMC5883LModel(), LIS3DHModel())
    #expect(found.map(\.chip) == [.qmc5883l, .lis3dh, .adxl345, .mpu6050])
  }

  /// What it answered is told: the first question of its address.
  @Test func chipThatIsNotKnown_isToldWithItsAnswer() {
    let model = ADXL345Model()
    model.clone = (0x00, 0x12)
    #expect(findings(model) == [ProbeFinding(address: 0x53, chip: .absent, register: 0x00, count: 1, bytes: 0x12)])
  }

  /// A copy that answers "H43" and keeps nothing, and a chip that answers 0xff to everything, are not believed.
  @Test func identityWithoutRegisters_isNotBelieved() {
    let copy = HMC5883LModel()
    copy.forgetfulRegister = 0x00
    let found = findings(copy)
    #expect(found.map(\.chip) == [.absent] && found.map(\.address) == [0x1e])
    let empty = QMC5883LModel()
    empty.forgetfulRegister = 0x0b
    #expect(findings(empty).map(\.chip) == [.absent])
  }

  @Test func emptyBus_hasNoFindings() {
    #expect(findings() == [])
  }

  /// Every address seems to answer: none is believed, and the list shows what they said.
  @Test func busThatReadsOnlyOnes_isNotBelieved() {
    var bus = ModelBus()
    bus.readsOnlyOnes = true
    let found = probe(&bus)
    #expect(found.count == SensorProbe.capacity)
    for index in 0..<found.count {
      #expect(found.findings[index].chip == .absent && found.findings[index].bytes & 0xff == 0xff)
    }
  }

  @Test func lineThatStaysLow_isTold() {
    var bus = ModelBus(LIS3MDLModel())
    bus.heldClocks = 1000
    let held = probe(&bus)
    #expect(held.lines == .dataIsLow && held.count == 0 && !held.isRunning)
    // Nine clocks free a chip that was cut off in the middle of a read.
    bus.heldClocks = 9
    let freed = probe(&bus)
    #expect(freed.lines == .none && freed.count == 1)
  }

  /// Nothing is changed: the registers are as before, and a driver that works goes on without an error.
  @Test func probe_changesNothing() {
    for model in [HMC5883LModel(), QMC5883LModel(), BMM150Model(), LIS2MDLModel()] as [SensorModel] {
      var bus = ModelBus(model)
      bus.advance(to: 100_000)
      let before = model.registers
      _ = probe(&bus)
      #expect(model.registers == before, "\(type(of: model))")
    }
    var bench = ModelBench<HMC5883LMagnetometer>(HMC5883LModel())
    bench.run(milliseconds: 500)
    bench.forget()
    for _ in 0..<20 {
      _ = probe(&bench.bus)
      bench.run(milliseconds: 100)
    }
    #expect(bench.errors.isEmpty && bench.samples.count >= 140)
  }
}
