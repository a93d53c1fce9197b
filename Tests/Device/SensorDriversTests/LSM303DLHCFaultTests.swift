// Everything that goes wrong with an LSM303DLHC, what the driver says, and how long it takes to come back.
import Quantities
import SensorDrivers
import TestSupport
import Testing

private func busError(_ register: UInt8, _ fault: BusFault) -> SensorError {
  SensorError(chip: .lsm303dlhc, register: register, bus: fault)
}

@Suite struct LSM303DLHCFaultTests {
  /// On the register model of its kin, which has the same registers.
  private static var row: ChipRow<LSM303DLHCMagnetometer> {
    ChipRow(
      chip: .lsm303dlhc, identity: (0x0a, 0x48), statusRegister: 0x09, dataRegister: 0x03,
      bringUp: [
        "read 1E.0A: 48 34 33", "write 1E.00 = 98", "write 1E.01 = 20", "write 1E.02 = 00", "read 1E.00: 98 20 00",
      ],
      lost: (0x00, 0x98, 0x10), rates: [], scales: 1...7, kept: [(0x00, 0x9c), (0x01, 0xe0), (0x02, 0x03)],
      model: { HMC5883LModel(hasThermometer: true) })
  }

  @Test func faultsOfEveryChip_areNamed() throws { try Self.row.checkFaults() }

  @Test func poll_triesAgainAfterOneRefusedAddress() throws {
    var bench = MagnetometerBench()
    let before = try bench.nextSample()
    bench.forget()
    bench.chip.addressRefusals = 1
    bench.run(milliseconds: 25)
    #expect(bench.events.count == 2)
    #expect(bench.events.first?.outcome == .fault(busError(0x09, .addressNotAcknowledged)))
    #expect(bench.samples.first.map { $0.time > before.time && !$0.isStale } == true)
    #expect(bench.driver.isAvailable)
    #expect(bench.chip.transcript.first == "read 1E.09: addressNotAcknowledged")
    #expect(!bench.chip.transcript.contains { $0.hasPrefix("recover") })
  }

  @Test(arguments: 1...3 as ClosedRange<UInt8>)
  func poll_clearsTheBusAndBeginsAgainAfterThreeFaults(code: UInt8) throws {
    let fault = try #require(BusFault(rawValue: code))
    var bench = MagnetometerBench()
    bench.chip.noiseCounts = 0
    _ = try bench.nextSample()
    bench.forget()
    switch fault {
    case .addressNotAcknowledged: bench.chip.addressRefusals = 3
    case .dataNotAcknowledged: bench.chip.dataRefusals = 3
    default: bench.chip.arbitrationLosses = 3
    }
    let sample = try bench.nextSample()
    #expect(!sample.isStale)
    let error = busError(0x09, fault)
    #expect(bench.events.map(\.outcome) == [.fault(error), .fault(error), .unavailable(error), .sample(sample)])
    #expect(
      bench.chip.transcript == [
        "read 1E.09: \(fault)", "read 1E.09: \(fault)", "read 1E.09: \(fault)",
        "recover: true",
        "read 1E.0A: 48 34 33",
        "write 1E.00 = 98", "write 1E.01 = 20", "write 1E.02 = 00",
        "read 1E.00: 98 20 00",
        "read 1E.31: 0C 80", "read 1E.09: 01", "read 1E.03: 00 DC 01 88 FF 92",
        "read 1E.09: 01", "read 1E.03: 00 DC 01 88 FF 92",
        "read 1E.09: 01", "read 1E.03: 00 DC 01 88 FF 92",
      ])
    // Two retries of 5 ms, six steps, three measurements of 13.3 ms.
    let away = try #require(bench.events.last).time - bench.events[0].time
    #expect(away <= 62_000, "\(away) µs")
  }

  /// The chip locks its data registers when a read breaks off; only a whole read, or the mode register, unlocks them.
  @Test func poll_readsEverythingAgainAfterABrokenRead() throws {
    var bench = MagnetometerBench()
    _ = try bench.nextSample()
    bench.forget()
    bench.chip.brokenDataReads = 1
    bench.run(milliseconds: 15)
    #expect(bench.events.first?.outcome == .fault(busError(0x03, .dataNotAcknowledged)))
    bench.chip.field = (-30_000, -30_000, -30_000)
    bench.run(milliseconds: 50)
    bench.forget()
    bench.run(milliseconds: 50)
    #expect(bench.errors.isEmpty)
    #expect(bench.samples.count >= 3)
    #expect(bench.samples.allSatisfy { abs($0.field.nanotesla.x + 30_000) < 500 })
  }

  @Test func sensorError_fitsAMessage() {
    #expect(MemoryLayout<SensorError>.size <= 6)
    let error = SensorError(chip: .lsm303dlhc, register: 0x0c, kind: .wrongIdentity, expected: 0x33, found: 0xfe)
    #expect(error.detail == 0x33fe)
    #expect(busError(0x09, .arbitrationLost).detail == 3)
    #expect(error.busFault == nil)
  }

  @Test func poll_isUnavailableUntilTheFirstSampleAfterRecovery() throws {
    var bench = MagnetometerBench()
    _ = try bench.nextSample()
    bench.chip.addressRefusals = 3
    bench.run(milliseconds: 40)
    #expect(!bench.driver.isAvailable)
    _ = try bench.nextSample()
    #expect(bench.driver.isAvailable)
  }

  @Test func poll_keepsLookingForAChipThatIsAway() throws {
    var bench = MagnetometerBench()
    bench.chip.addressRefusals = Int.max
    bench.run(milliseconds: 10_000)
    #expect(bench.driver.identity == .absent)
    #expect(!bench.driver.isAvailable)
    let error = busError(0x0a, .addressNotAcknowledged)
    #expect(bench.events.allSatisfy { $0.outcome == .unavailable(error) })
    // Three tries 5 ms apart, then a pause of 250 ms: 260 ms an attempt and no busier.
    #expect((105...120).contains(bench.events.count))
    #expect(
      bench.chip.transcript.prefix(5) == [
        "recover: true", "read 1E.0A: addressNotAcknowledged", "read 1E.0A: addressNotAcknowledged",
        "read 1E.0A: addressNotAcknowledged", "recover: true",
      ])
    bench.chip.addressRefusals = 0
    let start = bench.time
    _ = try bench.nextSample()
    #expect(bench.time - start <= 320_000)
  }

  @Test func poll_namesAWrongIdentityAndTouchesNothing() throws {
    var bench = MagnetometerBench()
    bench.chip.setIdentity(0x48, 0x35, 0x33)
    bench.run(milliseconds: 100)
    #expect(bench.chip.transcript == ["recover: true", "read 1E.0A: 48 35 33"])
    #expect(
      bench.errors == [
        SensorError(chip: .lsm303dlhc, register: 0x0b, kind: .wrongIdentity, expected: 0x34, found: 0x35)
      ])
    #expect(bench.errors.first?.expected == 0x34)
    #expect(bench.errors.first?.found == 0x35)
    #expect(bench.driver.identity == .absent)
    bench.chip.setIdentity(0x48, 0x34, 0x33)
    _ = try bench.nextSample()
  }

  @Test(arguments: [(0, 0x98, 0x10), (1, 0x20, 0x40), (2, 0x00, 0x03)] as [(UInt8, UInt8, UInt8)])
  func poll_namesTheRegisterThatDoesNotKeepItsValue(register: UInt8, expected: UInt8, found: UInt8) throws {
    var bench = MagnetometerBench()
    if register == 1 { try bench.chip.write(0x40, to: 1, of: 0x1e) }
    bench.chip.forgetfulRegister = register
    bench.run(milliseconds: 100)
    #expect(
      bench.events.map(\.outcome) == [
        .unavailable(
          SensorError(
            chip: .lsm303dlhc, register: register, kind: .configurationNotKept, expected: expected, found: found))
      ])
    #expect(!bench.driver.isAvailable)
  }

  @Test func poll_findsAChipThatLostItsSupply() throws {
    var bench = MagnetometerBench()
    _ = try bench.nextSample()
    bench.run(milliseconds: 30)
    bench.forget()
    bench.chip.powerOn()
    let start = bench.time
    bench.run(milliseconds: 80)
    let error = try #require(bench.errors.first)
    #expect(
      error
        == SensorError(
          chip: .lsm303dlhc, register: 0x00, kind: .configurationNotKept, expected: 0x98, found: 0x10))
    #expect(bench.events.contains { $0.outcome == .unavailable(error) })
    #expect(bench.samples.allSatisfy { $0.isStale })
    let sample = try bench.nextSample()
    #expect(!sample.isStale)
    // 63 ms of silence, six steps, three measurements.
    #expect(bench.time - start <= 130_000)
    #expect(bench.chip.registers[0] == 0x98)
  }

  /// The emulated chip measures on whatever its registers say: there only the look at the registers finds it.
  @Test func poll_findsLostRegistersEvenWhileDataIsReady() throws {
    var bench = MagnetometerBench()
    bench.chip.alwaysReady = true
    _ = try bench.nextSample()
    bench.forget()
    bench.chip.powerOn()
    bench.run(milliseconds: 1100)
    #expect(
      bench.errors == [
        SensorError(chip: .lsm303dlhc, register: 0x00, kind: .configurationNotKept, expected: 0x98, found: 0x10)
      ])
    #expect(bench.driver.isAvailable)
  }

  @Test(arguments: [750, 75_000, 220_000] as [UInt32])
  func poll_waitsForDataNoLongerThanFourPeriods(milliHertz: UInt32) throws {
    var bench = MagnetometerBench(atLeast: milliHertz)
    bench.chip.neverReady = true
    let bound = 4 * 1_000_000_000 / UInt64(milliHertz) + 10_000
    bench.run(milliseconds: bound / 1000 * 2)
    let event = try #require(bench.events.first)
    guard case .unavailable(let error) = event.outcome else {
      Issue.record("\(event)")
      return
    }
    #expect(error.kind == .notReady)
    #expect(error.register == 0x09)
    let limit = Int(bound / 1000)
    #expect(abs(Int(error.detail) - limit) <= limit / 10 + 3)
    bench.chip.neverReady = false
    _ = try bench.nextSample(within: bound / 1000 + 300)
  }

  @Test(arguments: [1, 8, 9])
  func poll_freesADataLineThatIsHeldLow(clocks: Int) throws {
    var bench = MagnetometerBench()
    _ = try bench.nextSample()
    bench.forget()
    bench.chip.heldClocks = clocks
    _ = try bench.nextSample()
    #expect(bench.errors == Array(repeating: busError(0x09, .timeout), count: 3))
    #expect(
      bench.chip.transcript.prefix(5) == [
        "read 1E.09: timeout", "read 1E.09: timeout", "read 1E.09: timeout", "recover: true", "read 1E.0A: 48 34 33",
      ])
  }

  @Test func poll_freesTheBusBeforeItsFirstTransaction() throws {
    var bench = MagnetometerBench()
    bench.chip.heldClocks = 5
    _ = try bench.nextSample()
    #expect(bench.chip.transcript.prefix(2) == ["recover: true", "read 1E.0A: 48 34 33"])
    #expect(bench.errors.isEmpty)
  }

  @Test func poll_saysWhenALineStaysLow() throws {
    var bench = MagnetometerBench()
    bench.chip.heldClocks = 1000
    bench.run(milliseconds: 600)
    #expect(!bench.errors.isEmpty)
    #expect(bench.errors.allSatisfy { $0 == busError(0x0a, .stuckLow) })
    #expect(bench.errors.first?.busFault == .stuckLow)
    // Nine clocks an attempt free it in the end.
    bench.chip.heldClocks = 12
    _ = try bench.nextSample(within: 1500)
  }

  @Test func poll_livesWithAStretchedClockAndReportsAnEndlessOne() throws {
    var bench = MagnetometerBench(atLeast: 30_000)
    bench.chip.clockStretch = 2000
    _ = try bench.nextSample()
    #expect(bench.errors.isEmpty)
    bench.chip.clockStretch = 1_000_000
    bench.run(milliseconds: 100)
    #expect(
      bench.errors.prefix(3) == [
        busError(0x09, .timeout), busError(0x09, .timeout), busError(0x09, .timeout),
      ])
    bench.chip.clockStretch = 0
    _ = try bench.nextSample()
  }

  /// Any mixture of faults that ends leaves a driver that samples again within a second.
  @Test func poll_comesBackFromAnyMixtureOfFaults() {
    for seed: UInt64 in 1...40 {
      var generator = SeededGenerator(seed: seed)
      var bench = MagnetometerBench(seed: seed)
      for _ in 0..<20 {
        switch UInt64.random(in: 0..<8, using: &generator) {
        case 0: bench.chip.addressRefusals = Int.random(in: 1...5, using: &generator)
        case 1: bench.chip.dataRefusals = Int.random(in: 1...5, using: &generator)
        case 2: bench.chip.arbitrationLosses = Int.random(in: 1...5, using: &generator)
        case 3: bench.chip.heldClocks = Int.random(in: 1...12, using: &generator)
        case 4: bench.chip.powerOn()
        case 5: bench.chip.clockStretch = UInt64.random(in: 0...8000, using: &generator)
        case 6: bench.chip.neverReady.toggle()
        default: bench.driver.setRate(atLeast: UInt32.random(in: 15_000...220_000, using: &generator))
        }
        bench.run(milliseconds: UInt64.random(in: 1...300, using: &generator))
      }
      bench.chip.addressRefusals = 0
      bench.chip.dataRefusals = 0
      bench.chip.arbitrationLosses = 0
      bench.chip.heldClocks = 0
      bench.chip.clockStretch = 0
      bench.chip.neverReady = false
      bench.run(milliseconds: 1000)
      #expect(bench.driver.isAvailable, "seed \(seed)")
      bench.forget()
      bench.run(milliseconds: 1000)
      #expect(bench.errors.isEmpty, "seed \(seed)")
      #expect(bench.samples.count > 10, "seed \(seed)")
    }
  }

  @Test func busThatReadsOnlyOnes_isNoChip() {
    var field = ModelBench<LSM303DLHCMagnetometer>(HMC5883LModel(hasThermometer: true))
    field.bus.readsOnlyOnes = true
    field.run(milliseconds: 20)
    let identity = SensorError(chip: .lsm303dlhc, register: 0x0a, kind: .wrongIdentity, expected: 0x48, found: 0xff)
    #expect(field.outcomes == [.unavailable(identity)])
    // It has no identity: the configuration is not kept.
    var force = ModelBench<LSM303DLHCAccelerometer>(LIS3DHModel(isRounded: true))
    force.bus.readsOnlyOnes = true
    force.run(milliseconds: 20)
    let control = SensorError(
      chip: .lsm303dlhcAccelerometer, register: 0x20, kind: .configurationNotKept, expected: 0x57, found: 0xff)
    #expect(force.outcomes == [.unavailable(control)])
  }

  @Test func bitsOfTheConfiguration_areReadBack() { Self.row.checkKeptBits() }
}
