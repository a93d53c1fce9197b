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
  /// Codes, identities and addresses as docs/sensors.md has them; each chip at every address that it may have.
  @Test func eachChip_isNamed_atEachOfItsAddresses() {
    func awake() -> BMM150Model {
      let model = BMM150Model()
      model.write(0x01, to: 0x4b)
      return model
    }
    let chips: [(model: () -> SensorModel, code: UInt8, register: UInt8, bytes: UInt32, addresses: [UInt8])] = [
      ({ HMC5883LModel(hasThermometer: true) }, 1, 0x0a, 0x33_3448, [0x1e]),
      ({ LIS2MDLModel() }, 3, 0x4f, 0x40, [0x1e]),
      ({ LIS3DHModel() }, 4, 0x0f, 0x33, [0x18, 0x19]),
      ({ HMC5883LModel() }, 5, 0x0a, 0x33_3448, [0x1e]),
      ({ QMC5883LModel() }, 6, 0x0d, 0xff, [0x0d]),
      ({ QMC5883PModel() }, 7, 0x00, 0x80, [0x2c]),
      ({ LIS3MDLModel() }, 8, 0x0f, 0x3d, [0x1c, 0x1e]),
      ({ LSM6DSOXModel() }, 9, 0x0f, 0x6c, [0x6a, 0x6b]),
      ({ MMC5603Model() }, 11, 0x39, 0x10, [0x30]),
      ({ MMC5983MAModel() }, 12, 0x2f, 0x30, [0x30]),
      ({ MPU6050Model() }, 13, 0x75, 0x68, [0x68, 0x69]),
      ({ MPU6050Model(whoAmI: 0x70) }, 15, 0x75, 0x70, [0x68, 0x69]),
      ({ MPU6050Model(whoAmI: 0x71) }, 17, 0x75, 0x71, [0x68, 0x69]),
      ({ MPU6050Model(whoAmI: 0x73) }, 17, 0x75, 0x73, [0x68, 0x69]),
      ({ AK8963Model() }, 19, 0x00, 0x48, [0x0c]),
      ({ ICM20948Model() }, 20, 0x00, 0xea, [0x68, 0x69]),
      ({ AK09916Model() }, 22, 0x00, 0x0948, [0x0c]),
      ({ BMM150Model() }, 23, 0x40, 0x00, [0x10, 0x11, 0x12, 0x13]),
      (awake, 23, 0x40, 0x32, [0x10, 0x11, 0x12, 0x13]),
      ({ IST8310Model() }, 24, 0x00, 0x10, [0x0e]),
      ({ RM3100Model() }, 25, 0x36, 0x22, [0x20, 0x21, 0x22, 0x23]),
      ({ MAG3110Model() }, 26, 0x07, 0xc4, [0x0e]),
      ({ MMA8653Model() }, 27, 0x0d, 0x5a, [0x1d]),
      ({ ADXL345Model() }, 28, 0x00, 0xe5, [0x1d, 0x53]),
      ({ BMI160Model() }, 29, 0x00, 0xd1, [0x68, 0x69]),
    ]
    for (model, code, register, bytes, addresses) in chips {
      let count: UInt8 = bytes > 0xffff ? 3 : bytes > 0xff ? 2 : 1
      for address in addresses {
        let chip = model()
        chip.address = address
        let expected = ProbeFinding(
          address: address, chip: SensorChip(rawValue: code), register: register, count: count, bytes: bytes)
        #expect(findings(chip) == [expected])
      }
    }
  }

  /// One bit of one register is turned, looked at and turned back: averaging, the thermometer, the period of SET and RESET,
  /// and the power of a chip that sleeps.
  @Test func turnedBits_areTurnedBack() {
    func transcript(_ model: SensorModel) -> [String] {
      var bus = ModelBus(model)
      _ = probe(&bus)
      // The lines are looked at first.
      #expect(bus.transcript.first == "recover: true")
      return bus.transcript.dropFirst().filter { !$0.hasSuffix("addressNotAcknowledged") }
    }
    let h43 = "read 1E.0A: 48 34 33"
    let others = ["read 1E.4F: 00", "read 1E.0F: 00"]
    // First as of the LSM303DLHC, whose bit this chip does not have.
    #expect(
      transcript(HMC5883LModel()) == others + [
        h43, "read 1E.00: 10", "write 1E.00 = 90", "read 1E.00: 10", "write 1E.00 = 10",
        h43, "read 1E.00: 10", "write 1E.00 = 30", "read 1E.00: 30", "write 1E.00 = 10",
      ])
    #expect(
      transcript(HMC5883LModel(hasThermometer: true)) == others + [
        h43, "read 1E.00: 10", "write 1E.00 = 90", "read 1E.00: 90", "write 1E.00 = 10",
      ])
    #expect(
      transcript(QMC5883LModel()) == [
        "read 0D.0D: FF", "read 0D.0B: 00", "write 0D.0B = 01", "read 0D.0B: 01", "write 0D.0B = 00",
      ])
    #expect(
      transcript(BMM150Model()) == [
        "read 10.40: 00", "read 10.40: 00", "read 10.4B: 00", "write 10.4B = 01", "read 10.4B: 01", "write 10.4B = 00",
      ])
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
    // What answers 0x00 where a BMM150 that sleeps would.
    for address: UInt8 in 0x10...0x13 {
      let other = BMM150Model(address: address)
      other.forgetfulRegister = 0x4b
      let found = findings(other)
      #expect(found.map(\.chip) == [.absent] && found.map(\.address) == [address])
    }
  }

  @Test func emptyBus_hasNoFindings() {
    #expect(findings() == [])
  }

  /// Every address seems to answer: none is believed, and the list shows what they said.
  @Test func busThatReadsOnlyOnes_isNotBelieved() {
    var bus = ModelBus()
    bus.readsOnlyOnes = true
    let found = probe(&bus)
    // There are more addresses than a list has room for.
    #expect(SensorProbe.capacity == 16 && found.count == 16)
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
