// Every chip through the functions of binnacle_device.c, against the register models of the drivers' own tests.
//
// Tests/python/test_device_c.py compiles binnacle_device.c as a shared library and runs these tests with its path in
// BINNACLE_DEVICE_LIBRARY.

import CBinnacle
import Foundation
import Quantities
import SensorDrivers
import TestSupport
import Testing

/// A chip of the list, with models of it.
struct ListedChip: CustomTestStringConvertible, Sendable {
  let name: String
  let kinds: Set<Int>
  /// Makes the models, at the chip's address or its other one.
  let models: @Sendable (_ isOther: Bool) -> [SensorModel]
  var hasOther = false

  var testDescription: String { name }

  static let all: [ListedChip] = [
    ListedChip(name: "HMC5883L", kinds: [0], models: { _ in [HMC5883LModel()] }),
    ListedChip(name: "IST8310", kinds: [0], models: { _ in [IST8310Model()] }),
    ListedChip(name: "LIS2MDL", kinds: [0], models: { _ in [LIS2MDLModel()] }),
    ListedChip(name: "LIS3MDL", kinds: [0], models: { [LIS3MDLModel(address: $0 ? 0x1e : 0x1c)] }, hasOther: true),
    ListedChip(name: "MAG3110", kinds: [0], models: { _ in [MAG3110Model()] }),
    ListedChip(name: "MMC5603", kinds: [0], models: { _ in [MMC5603Model()] }),
    ListedChip(name: "MMC5983MA", kinds: [0], models: { _ in [MMC5983MAModel()] }),
    ListedChip(name: "QMC5883L", kinds: [0], models: { _ in [QMC5883LModel()] }),
    ListedChip(name: "QMC5883P", kinds: [0], models: { _ in [QMC5883PModel()] }),
    ListedChip(name: "RM3100", kinds: [0], models: { [RM3100Model(address: $0 ? 0x23 : 0x20)] }, hasOther: true),
    ListedChip(name: "ADXL345", kinds: [1], models: { [ADXL345Model(address: $0 ? 0x1d : 0x53)] }, hasOther: true),
    ListedChip(name: "LIS3DH", kinds: [1], models: { [LIS3DHModel(address: $0 ? 0x18 : 0x19)] }, hasOther: true),
    ListedChip(name: "MMA8653", kinds: [1], models: { _ in [MMA8653Model()] }),
    ListedChip(name: "BMI160", kinds: [1, 2], models: { [BMI160Model(address: $0 ? 0x69 : 0x68)] }, hasOther: true),
    ListedChip(
      name: "ICM20948", kinds: [0, 1, 2],
      models: {
        let host = ICM20948Model(address: $0 ? 0x69 : 0x68)
        return [host, AK09916Model(behind: host)]
      }, hasOther: true),
    ListedChip(
      name: "LSM6DSOX", kinds: [1, 2], models: { [LSM6DSOXModel(address: $0 ? 0x6b : 0x6a)] }, hasOther: true),
    ListedChip(
      name: "MPU6050", kinds: [1, 2], models: { [MPU6050Model(address: $0 ? 0x69 : 0x68)] }, hasOther: true),
    ListedChip(
      name: "MPU6500", kinds: [1, 2], models: { [MPU6050Model(whoAmI: 0x70, address: $0 ? 0x69 : 0x68)] },
      hasOther: true),
    ListedChip(
      name: "MPU9250", kinds: [0, 1, 2],
      models: {
        let host = MPU6050Model(whoAmI: 0x71, address: $0 ? 0x69 : 0x68)
        return [host, AK8963Model(behind: host)]
      }, hasOther: true),
  ]
}

/// The bus that the C functions see.
final class SharedBus {
  var bus: ModelBus
  /// The accelerometer of an LSM303DLHC, whose model has a bus of its own.
  var other: SimulatedLSM303DLHCAccelerometer?
  var writes: [(address: UInt8, register: UInt8)] = []

  init(_ models: [SensorModel]) {
    bus = ModelBus()
    bus.chips = models
  }

  func read(_ address: UInt8, _ register: UInt8, _ count: Int) throws(BusFault) -> RegisterBytes {
    if address == 0x19, other != nil { return try other!.read(from: register, of: address, count: count) }
    return try bus.read(from: register, of: address, count: count)
  }

  func write(_ address: UInt8, _ register: UInt8, _ value: UInt8) throws(BusFault) {
    writes.append((address, register))
    if address == 0x19, other != nil { return try other!.write(value, to: register, of: address) }
    try bus.write(value, to: register, of: address)
  }
}

private func shared(_ context: UnsafeMutableRawPointer?) -> SharedBus {
  Unmanaged<SharedBus>.fromOpaque(context!).takeUnretainedValue()
}

/// binnacle_device.c as a shared library.
struct DeviceLibrary {
  static let path = ProcessInfo.processInfo.environment["BINNACLE_DEVICE_LIBRARY"]
  private nonisolated(unsafe) static let handle = path.flatMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }

  static func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let handle else { throw CocoaError(.executableNotLoadable) }
    return try #require(dlsym(handle, name), "\(name) is missing")
  }

  typealias Sensors = UnsafeMutablePointer<binnacle_sensors>
  let initialise: @convention(c) (Sensors?, Int, UnsafePointer<binnacle_bus>?, UInt32) -> Int32
  let poll: @convention(c) (Sensors?, UInt64, UnsafeMutablePointer<binnacle_event>?) -> Int32
  let startSelfTest: @convention(c) (Sensors?, Int32) -> Int32
  let selfTest: @convention(c) (Sensors?, UnsafeMutablePointer<binnacle_self_test>?) -> Int32
  let identity: @convention(c) (Sensors?, Int32, UnsafeMutablePointer<binnacle_identity>?) -> Int32

  init() throws {
    initialise = unsafeBitCast(try Self.symbol("binnacle_sensors_init"), to: type(of: initialise))
    poll = unsafeBitCast(try Self.symbol("binnacle_sensors_poll"), to: type(of: poll))
    startSelfTest = unsafeBitCast(try Self.symbol("binnacle_sensors_start_self_test"), to: type(of: startSelfTest))
    selfTest = unsafeBitCast(try Self.symbol("binnacle_sensors_self_test"), to: type(of: selfTest))
    identity = unsafeBitCast(try Self.symbol("binnacle_sensors_identity"), to: type(of: identity))
  }
}

/// The sensors of C on a bus of models.
final class SensorBench {
  let library: DeviceLibrary
  let shared: SharedBus
  private let bus = UnsafeMutablePointer<binnacle_bus>.allocate(capacity: 1)
  private let list = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 33)
  let sensors = UnsafeMutablePointer<binnacle_sensors>.allocate(capacity: 1)
  private(set) var now: UInt64 = 0

  init(_ chips: [String], on shared: SharedBus) throws {
    library = try DeviceLibrary()
    self.shared = shared
    for (index, name) in chips.enumerated() {
      list[index] = OpaquePointer(try DeviceLibrary.symbol("BINNACLE_\(name)"))
    }
    list[chips.count] = nil
    bus.initialize(to: binnacle_bus())
    bus.pointee.context = Unmanaged.passUnretained(shared).toOpaque()
    bus.pointee.read = { context, address, first, bytes, count in
      do throws(BusFault) {
        let found = try BinnacleDeviceTests.shared(context).read(address, first, Int(count))
        for index in 0..<Int(count) { bytes![index] = found[index] }
        return 0
      } catch { return Int32(error.rawValue) }
    }
    bus.pointee.write = { context, address, first, bytes, count in
      do throws(BusFault) {
        for index in 0..<Int(count) {
          try BinnacleDeviceTests.shared(context).write(address, first + UInt8(index), bytes![index])
        }
        return 0
      } catch { return Int32(error.rawValue) }
    }
    bus.pointee.chips = UnsafePointer(list)
    let code = library.initialise(sensors, MemoryLayout<binnacle_sensors>.size, bus, 75_000)
    try #require(code == 0)
  }

  deinit {
    bus.deallocate()
    list.deallocate()
    sensors.deallocate()
  }

  /// The news of so many milliseconds.
  func run(milliseconds: Int) -> [binnacle_event] {
    var events: [binnacle_event] = []
    for _ in 0..<2 * milliseconds {
      now += 500
      shared.bus.advance(to: now)
      shared.other?.advance(to: now)
      var event = binnacle_event()
      while library.poll(sensors, now, &event) == 1 { events.append(event) }
    }
    return events
  }
}

private func isClose(_ value: (Int32, Int32, Int32), to expected: [Int], within tolerance: Int) -> Bool {
  zip([value.0, value.1, value.2], expected).allSatisfy { abs(Int($0) - $1) <= tolerance }
}

@Suite(.enabled(if: DeviceLibrary.path != nil, "test_device_c.py runs these"), .serialized)
struct ChipTests {
  @Test(arguments: ListedChip.all, [false, true])
  func aChipGivesTheWorldsValues(chip: ListedChip, isOther: Bool) throws {
    if isOther, !chip.hasOther { return }
    let bench = try SensorBench([chip.name], on: SharedBus(chip.models(isOther)))
    var world = ModelWorld()
    world.milliDegrees = [10_000, -20_000, 30_000]
    for model in bench.shared.bus.chips { model.world = world }
    let events = bench.run(milliseconds: 3000)
    let samples = events.filter { $0.what == 1 }
    #expect(Set(samples.map { Int($0.sensor) }) == chip.kinds)
    for sample in samples where sample.flags == 0 {
      switch sample.sensor {
      case 0: #expect(isClose(sample.value, to: world.field, within: 1500), "\(sample)")
      case 1: #expect(isClose(sample.value, to: world.milliG.map { $0 * 1000 }, within: 20_000), "\(sample)")
      default:
        let expected = world.milliDegrees.map { Int((Double($0) / 1000 * .pi / 180 * 1_048_576).rounded()) }
        #expect(isClose(sample.value, to: expected, within: 4000), "\(sample)")
      }
    }
    // Nothing failed on the way.
    #expect(events.count == samples.count)
    let seconds = 3.0
    for kind in chip.kinds {
      let count = samples.count { Int($0.sensor) == kind && $0.flags & 2 == 0 }
      #expect(Double(count) > 30 * seconds / 2, "sensor \(kind): \(count) samples")
      var identity = binnacle_identity()
      #expect(bench.library.identity(bench.sensors, Int32(kind), &identity) == 0)
      #expect(Int(identity.sensor) == kind && identity.chip != 0)
    }
  }

  @Test func theLSM303DLHCsAccelerometerIsFoundAfterItsMagnetometer() throws {
    let shared = SharedBus([HMC5883LModel(hasThermometer: true)])
    shared.other = SimulatedLSM303DLHCAccelerometer()
    let bench = try SensorBench(["LSM303DLHC"], on: shared)
    let events = bench.run(milliseconds: 2000)
    #expect(Set(events.filter { $0.what == 1 }.map(\.sensor)) == [0, 1])
    #expect(events.allSatisfy { $0.what == 1 })
  }

  @Test func aForeignChipIsNotWrittenTo() throws {
    // An MPU-6050 at the address of an MPU-9250, whose list has no driver for it.
    let bench = try SensorBench(["MPU9250", "ICM20948", "LIS3MDL"], on: SharedBus([MPU6050Model(), LIS3MDLModel()]))
    let events = bench.run(milliseconds: 3000)
    #expect(events.contains { $0.what == 1 && $0.sensor == 0 })
    #expect(!bench.shared.writes.contains { $0.address == 0x68 })
  }

  @Test func anEarlierChipIsPreferredAndALaterOneReplacesIt() throws {
    let (first, second) = (LIS3MDLModel(), QMC5883LModel())
    let bench = try SensorBench(["LIS3MDL", "QMC5883L"], on: SharedBus([first, second]))
    #expect(Set(bench.run(milliseconds: 1000).filter { $0.what == 1 }.map(\.chip)) == [8])
    bench.shared.bus.chips = [second]
    let later = bench.run(milliseconds: 4000)
    #expect(later.contains { $0.what == 3 && $0.chip == 8 })
    #expect(later.last.map { $0.what == 1 && $0.chip == 6 } == true)
  }

  @Test func anEmptyBusIsToldOfAndAChipThatComesLaterIsFound() throws {
    let bench = try SensorBench(["LIS3MDL"], on: SharedBus([]))
    let events = bench.run(milliseconds: 3000)
    #expect(events.count >= 3)
    #expect(events.allSatisfy { $0.what == 3 && $0.fault == 2 && $0.detail == 1 && $0.chip == 8 })
    bench.shared.bus.chips = [LIS3MDLModel()]
    #expect(bench.run(milliseconds: 2000).contains { $0.what == 1 })
  }

  @Test func aLineThatStaysLowIsToldOf() throws {
    let shared = SharedBus([LIS3MDLModel()])
    shared.bus.heldClocks = 1_000_000
    let bench = try SensorBench(["LIS3MDL"], on: shared)
    #expect(bench.run(milliseconds: 2000).allSatisfy { $0.what == 3 })
  }

  @Test(arguments: ["LIS2MDL": 0, "LIS3MDL": 0, "HMC5883L": 0, "LIS3DH": 1, "LSM6DSOX": 2])
  func aChipTestsItself(name: String, kind: Int) throws {
    let chip = try #require(ListedChip.all.first { $0.name == name })
    let bench = try SensorBench([name], on: SharedBus(chip.models(false)))
    _ = bench.run(milliseconds: 1000)
    var result = binnacle_self_test()
    #expect(bench.library.selfTest(bench.sensors, &result) == -9)
    #expect(bench.library.startSelfTest(bench.sensors, Int32(kind)) == 0)
    #expect(bench.library.selfTest(bench.sensors, &result) == 1)
    let meanwhile = bench.run(milliseconds: 1500)
    #expect(bench.library.selfTest(bench.sensors, &result) == 0)
    #expect(result.outcome == 2 && Int(result.sensor) == kind)
    #expect(result.change.0 != 0 && result.change.1 != 0 && result.change.2 != 0)
    // Its samples come again.
    #expect(meanwhile.last.map { $0.what == 1 } == true)
  }
}
