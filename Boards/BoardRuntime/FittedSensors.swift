// The magnetometers, accelerometers and gyroscopes that may be wired to a board with none of its own. The first of each kind
// that answers is used.

import Instrument
import Quantities
import RawMemory
import SensorDrivers

// MARK: - The chips, in the order in which they are tried

typealias ModuleMagnetometers = Chips<
  LSM303DLHCMagnetometer,
  Chips<
    LIS2MDLMagnetometer,
    Chips<
      QMC5883LMagnetometer,
      Chips<
        QMC5883PMagnetometer,
        Chips<
          HMC5883LMagnetometer, Chips<LIS3MDLMagnetometer, Chips<MMC5603Magnetometer, LastChip<MMC5983MAMagnetometer>>>
        >
      >
    >
  >
>

typealias ModuleAccelerometers = Chips<
  MPU6050Accelerometer, Chips<MPU6500Accelerometer, Chips<LIS3DHAccelerometer, LastChip<LSM6DSOXAccelerometer>>>
>

typealias ModuleGyroscopes = Chips<
  MPU6050Gyroscope, Chips<MPU6500Gyroscope, LastChip<LSM6DSOXGyroscope>>
>

// MARK: - Lists

/// Drivers of one kind, counted from 0 on.
protocol ChipList {
  associatedtype Sample: DriverSample
  /// How many there are.
  static var count: UInt8 { get }
  /// - Parameter milliHertz: the least data rate of each, thousandths of a hertz.
  init(atLeast milliHertz: UInt32)
  /// Lets `search` poll the driver at `index` of this list.
  /// - Parameter count: of the whole list.
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ index: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Sample>
  /// The identity of the chip at `index`.
  func identity(_ index: UInt8) -> SensorIdentity
  /// The delay of the chip at `index`.
  func delay(_ index: UInt8) -> UInt16
  /// The zero-rate offset of the chip at `index`, 1/100 °/s.
  func zeroRateOffset(_ index: UInt8) -> UInt16
  /// Changes the least data rate of each.
  mutating func setRate(atLeast milliHertz: UInt32)
  /// Does what `test` wants of the chip at `index`.
  mutating func serve(_ index: UInt8, _ test: inout SensorSelfTest)
}

/// A chip and those after it.
struct Chips<Chip: SensorChipDriver, Rest: ChipList>: ChipList where Chip.Sample == Rest.Sample {
  private var driver: SensorDriver<Chip>
  private var rest: Rest

  @inline(__always)
  static var count: UInt8 { 1 &+ Rest.count }

  @inline(__always)
  init(atLeast milliHertz: UInt32) {
    driver = SensorDriver(atLeast: milliHertz)
    rest = Rest(atLeast: milliHertz)
  }

  @inline(__always)
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ index: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Chip.Sample> {
    index == 0
      ? search.poll(&driver, &bus, at: now, of: count) : rest.poll(index &- 1, &search, &bus, at: now, of: count)
  }

  @inline(__always)
  func identity(_ index: UInt8) -> SensorIdentity { index == 0 ? driver.identity : rest.identity(index &- 1) }

  @inline(__always)
  func delay(_ index: UInt8) -> UInt16 { index == 0 ? driver.delay : rest.delay(index &- 1) }
  func zeroRateOffset(_ index: UInt8) -> UInt16 {
    index == 0 ? driver.zeroRateOffset : rest.zeroRateOffset(index &- 1)
  }

  @inline(__always)
  mutating func setRate(atLeast milliHertz: UInt32) {
    driver.setRate(atLeast: milliHertz)
    rest.setRate(atLeast: milliHertz)
  }

  @inline(__always)
  mutating func serve(_ index: UInt8, _ test: inout SensorSelfTest) {
    if index == 0 { driver.serve(&test) } else { rest.serve(index &- 1, &test) }
  }
}

/// The end of a list.
struct LastChip<Chip: SensorChipDriver>: ChipList {
  private var driver: SensorDriver<Chip>

  @inline(__always)
  static var count: UInt8 { 1 }

  @inline(__always)
  init(atLeast milliHertz: UInt32) { driver = SensorDriver(atLeast: milliHertz) }

  @inline(__always)
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _: UInt8, _ search: inout SensorSearch, _ bus: inout Bus, at now: Instant, of count: UInt8
  ) -> SensorOutcome<Chip.Sample> { search.poll(&driver, &bus, at: now, of: count) }

  @inline(__always)
  func identity(_: UInt8) -> SensorIdentity { driver.identity }

  @inline(__always)
  func delay(_: UInt8) -> UInt16 { driver.delay }
  func zeroRateOffset(_: UInt8) -> UInt16 { driver.zeroRateOffset }

  @inline(__always)
  mutating func setRate(atLeast milliHertz: UInt32) { driver.setRate(atLeast: milliHertz) }

  @inline(__always)
  mutating func serve(_: UInt8, _ test: inout SensorSelfTest) {
    driver.serve(&test)
  }
}

// MARK: - The fitted sensors

/// The fitted chip of a list, if there is one. It has functions of its own, because a driver needs much stack, which the
/// rest of the loop must not carry; and it cannot be copied, so that it is made in its place. It is generic so that the
/// compiler sees it together with the board's bus.
struct FittedChip<List: ChipList, Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var search = SensorSearch()
  private var list: List
  private let inPlace = InPlace()

  /// None of them has answered yet.
  @inline(never)
  init(atLeast milliHertz: UInt32 = 75_000) { list = List(atLeast: milliHertz) }

  /// Does what is due on the bus, and returns what came of it.
  /// - Parameter test: may take it.
  @inline(__always)
  mutating func poll(
    _ bus: inout Bus, _ test: inout SensorSelfTest, at now: Instant
  ) -> SensorOutcome<List.Sample> {
    if test.calls(List.Sample.kind) { serve(&test) }
    var outcome = poll(&bus, at: now)
    test.consume(&outcome)
    return outcome
  }

  @inline(never)
  private mutating func poll(_ bus: inout Bus, at now: Instant) -> SensorOutcome<List.Sample> {
    list.poll(search.candidate, &search, &bus, at: now, of: List.count)
  }

  @inline(never)
  private mutating func serve(_ test: inout SensorSelfTest) { list.serve(search.candidate, &test) }

  /// The chip that answered.
  var identity: SensorIdentity { @inline(never) get { list.identity(search.candidate) } }

  /// How much older the quantity is than its time stamp, microseconds.
  var delay: UInt16 { @inline(never) get { list.delay(search.candidate) } }
  /// The zero-rate offset of the chip that answers, 1/100 °/s.
  var zeroRateOffset: UInt16 { list.zeroRateOffset(search.candidate) }

  /// Lets the chip measure at least as often as this.
  @inline(never)
  mutating func setRate(atLeast milliHertz: UInt32) { list.setRate(atLeast: milliHertz) }
}

/// How much older than their time stamps the quantities of magnetometer and accelerometer are, microseconds.
struct ModuleDelays {
  var field: UInt16
  var force: UInt16
}

/// The fitted gyroscope, if there is one. It measures 100 times a second or a little more, whatever the link asks of the
/// other sensors: the fusion adds its rates up.
public struct FittedGyroscope<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var chip = FittedChip<ModuleGyroscopes, Bus>(atLeast: 100_000)

  /// None of them has answered yet.
  @inline(never)
  public init() {}

  /// Does what is due on the bus, and passes on what came of it. Poll it before the other sensors: its time counts most.
  /// - Parameter modules: the board's other two sensors.
  @inline(never)
  public mutating func poll<Navigation: NavigationPart & ~Copyable>(
    _ bus: inout Bus, beside modules: inout SensorModules<Bus>,
    for instrument: inout CompassInstrument<Navigation, MotionUnit>, at now: Instant
  ) {
    let outcome = chip.poll(&bus, &modules.test, at: now)
    if case .nothing = outcome { return }
    if case .sample = outcome {
      let delays = modules.delays
      instrument.assume(
        MotionSensors(
          field: Int16(truncatingIfNeeded: Int(delays.field)), force: Int16(truncatingIfNeeded: Int(delays.force)),
          rate: chip.delay, zeroRateOffset: chip.zeroRateOffset))
    }
    instrument.receive(possible: outcome, from: chip.identity, at: now)
  }
}
