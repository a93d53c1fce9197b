// The accelerometer of the LSM303DLHC on its bench chip: whole transcripts, and every fault.
import Quantities
import SensorDrivers
import TestSupport
import Testing

private typealias Bench = DriverBench<LSM303DLHCAccelerometer, SimulatedLSM303DLHCAccelerometer>

private func accelerometerBench() -> Bench { Bench(SimulatedLSM303DLHCAccelerometer(), atLeast: 100_000) }

private func busError(_ register: UInt8, _ fault: BusFault) -> SensorError {
  SensorError(chip: .lsm303dlhcAccelerometer, register: register, bus: fault)
}

@Suite struct LSM303DLHCAccelerometerTests {
  private static let bringUp = [
    "recover: true", "write 19.20 = 57", "write 19.21 = 00", "write 19.24 = 00", "write 19.2E = 00", "write 19.23 = 88",
    "read 19.A0: 57 00 00 88",
  ]

  @Test func poll_bringsTheChipUpAndSamples() throws {
    var bench = accelerometerBench()
    bench.bus.noiseCounts = 0
    bench.bus.milliG = (-100, 250, 1000)
    bench.driver.setInstance(1)
    bench.run(milliseconds: 27)
    #expect(
      bench.bus.transcript == Self.bringUp + [
        // The supervision, which reads the configuration; then a measurement that is thrown away, and a sample.
        "read 19.A0: 57 00 00 88", "read 19.27: 0F", "read 19.A8: C0 F9 A0 0F 80 3E",
        "read 19.27: 0F", "read 19.A8: C0 F9 A0 0F 80 3E",
      ])
    let sample = try #require(bench.samples.first)
    #expect(bench.samples.count == 1)
    #expect(sample.counts == Vector3(x: -100, y: 250, z: 1000))
    #expect(sample.force.microG == Vector3(x: -100_000, y: 250_000, z: 1_000_000))
    #expect(sample.scale == ForceScale(rawValue: 1))
    #expect(sample.origin == SampleOrigin(chip: .lsm303dlhcAccelerometer, address: 0x19, instance: 1))
    #expect(!sample.isStale && !sample.isSaturated)
    #expect(bench.driver.identity.chip == .lsm303dlhcAccelerometer)
    #expect(bench.driver.progress == .fitted)
    #expect(bench.driver.milliHertz == 100_000)
  }

  /// The list that every chip goes through, on the register model of its kin. It has no identity.
  @Test func chip_isAsInItsRow() throws {
    try ChipRow<LSM303DLHCAccelerometer>(
      chip: .lsm303dlhcAccelerometer, identity: nil, statusRegister: 0x27, dataRegister: 0x28,
      bringUp: Array(Self.bringUp.dropFirst()), lost: (0x20, 0x57, 0x07), readBackFirst: (0x20, 0x57),
      rates: [1000, 10_000, 25_000, 50_000, 100_000, 200_000, 400_000], scales: 1...4,
      kept: [(0x20, 0xff), (0x21, 0), (0x22, 0), (0x23, 0xf8)], model: { LIS3DHModel(isRounded: true) }
    ).checkAll()
  }

  @Test func poll_keepsLookingForAChipThatIsAway() {
    var bench = accelerometerBench()
    bench.bus.addressRefusals = Int.max
    bench.run(milliseconds: 280)
    let error = busError(0x20, .addressNotAcknowledged)
    #expect(bench.outcomes == Array(repeating: .unavailable(error), count: 6))
    let refused = "write 19.20: addressNotAcknowledged"
    #expect(
      bench.bus.transcript == ["recover: true", refused, refused, refused, "recover: true", refused, refused, refused])
    #expect(bench.driver.identity == .absent)
    bench.bus.addressRefusals = 0
    bench.run(milliseconds: 300)
    #expect(!bench.samples.isEmpty)
  }

  @Test func poll_saysThatTheConfigurationIsNotKept() {
    var bench = accelerometerBench()
    bench.bus.forgetfulRegister = 0x23
    bench.run(milliseconds: 20)
    #expect(
      bench.bus.transcript == [
        "recover: true", "write 19.20 = 57", "write 19.21 = 00", "write 19.24 = 00", "write 19.2E = 00",
        "write 19.23 = 88", "read 19.A0: 57 00 00 00",
      ])
    let error = SensorError(
      chip: .lsm303dlhcAccelerometer, register: 0x23, kind: .configurationNotKept, expected: 0x88, found: 0)
    #expect(bench.outcomes == [.unavailable(error)])
    #expect(bench.driver.progress == .refused)
    #expect(bench.driver.identity == .absent)
  }

  @Test func poll_noticesALostSupplyAndConfiguresAgain() throws {
    var bench = accelerometerBench()
    bench.run(milliseconds: 100)
    bench.forget()
    bench.bus.powerOn()
    bench.run(milliseconds: 150)
    let error = SensorError(
      chip: .lsm303dlhcAccelerometer, register: 0x20, kind: .configurationNotKept, expected: 0x57, found: 0x07)
    #expect(bench.errors == [error])
    // Before it is known the last sample comes again, marked.
    #expect(bench.samples.first?.isStale == true)
    let again = try #require(bench.bus.transcript.firstIndex(of: "recover: true"))
    #expect(Array(bench.bus.transcript[again..<again + 7]) == Self.bringUp)
    #expect(bench.samples.last?.isStale == false)
  }

  @Test func poll_accusesStuckData() throws {
    var bench = accelerometerBench()
    bench.run(milliseconds: 100)
    bench.bus.isFrozen = true
    bench.run(milliseconds: 9_900)
    #expect(bench.errors.isEmpty)
    bench.run(milliseconds: 300)
    let error = try #require(bench.errors.first)
    #expect(error.kind == .stuckData)
    #expect(error.register == 0x28)
    #expect(error.chip == .lsm303dlhcAccelerometer)
    bench.bus.isFrozen = false
    bench.forget()
    bench.run(milliseconds: 400)
    #expect(!bench.samples.isEmpty)
  }

  @Test func poll_reportsDataThatNeverComes() throws {
    var bench = accelerometerBench()
    bench.run(milliseconds: 100)
    bench.forget()
    bench.bus.neverReady = true
    bench.run(milliseconds: 70)
    let error = try #require(bench.errors.first)
    #expect(error.kind == .notReady)
    #expect(error.register == 0x27)
  }

  @Test func poll_marksSaturationAndWidensTheRange() throws {
    var bench = accelerometerBench()
    bench.bus.noiseCounts = 0
    bench.run(milliseconds: 30)
    bench.forget()
    bench.bus.milliG = (3000, 0, 1000)
    bench.run(milliseconds: 40)
    let limit = try #require(bench.samples.first { $0.counts.x == 2047 })
    #expect(limit.isSaturated)
    #expect(bench.bus.transcript.contains("write 19.23 = 98"))
    let sample = try #require(bench.samples.last)
    #expect(sample.scale == ForceScale(rawValue: 2))
    #expect(sample.counts == Vector3(x: 1500, y: 0, z: 500))
    #expect(sample.force.microG == Vector3(x: 3_000_000, y: 0, z: 1_000_000))
    #expect(!sample.isSaturated)
    // Each range in turn up to ±16 g, and back after 10 s a step.
    bench.bus.milliG = (15_000, 0, 0)
    bench.run(milliseconds: 200)
    #expect(bench.driver.scale == ForceScale(rawValue: 4))
    bench.bus.milliG = (0, 0, 900)
    bench.bus.noiseCounts = 2
    bench.run(milliseconds: 31_000)
    #expect(bench.driver.scale == ForceScale(rawValue: 1))
  }

  @Test func poll_freesADataLineThatIsHeldLow() throws {
    var bench = accelerometerBench()
    bench.run(milliseconds: 100)
    bench.forget()
    bench.bus.heldClocks = 9
    bench.run(milliseconds: 60)
    #expect(bench.errors == Array(repeating: busError(0x27, .timeout), count: 3))
    #expect(
      bench.bus.transcript.prefix(10) == [
        "read 19.27: timeout", "read 19.27: timeout", "read 19.27: timeout", "recover: true",
        "write 19.20 = 57", "write 19.21 = 00", "write 19.24 = 00", "write 19.2E = 00",
        "write 19.23 = 88", "read 19.A0: 57 00 00 88",
      ])
    #expect(!bench.samples.isEmpty)
    bench.forget()
    bench.bus.heldClocks = 1000
    bench.run(milliseconds: 400)
    #expect(bench.errors.last == busError(0x20, .stuckLow))
  }

  @Test(arguments: [(500, 1000), (10_000, 10_000), (75_000, 100_000), (1_000_000, 400_000)] as [(UInt32, UInt32)])
  func setRate_choosesTheSlowestThatIsEnough(asked: UInt32, given: UInt32) {
    var bench = accelerometerBench()
    bench.driver.setRate(atLeast: asked)
    #expect(bench.driver.milliHertz == given)
    bench.run(milliseconds: 10_000)
    #expect(bench.errors.isEmpty)
    #expect(abs(bench.samples.count * 100 - Int(given)) <= Int(given) / 10 + 200)
  }

}
