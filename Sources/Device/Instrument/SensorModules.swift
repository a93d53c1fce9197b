// The chips of a board on one bus, as its main loop uses them.

import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

/// The rate of an accelerometer that gives the tilt of a magnetometer's fields, thousandths of a hertz: 100 Hz at least.
///
/// The two measure at times of their own. At 10 Hz each, the force that comes with a field is up to a tenth of a second older: in a
/// turn of 40° a second it is of an attitude 4° away, and a calibration takes this for sensors that are turned against each other.
public func forceRate(besideFieldAt milliHertz: UInt32) -> UInt32 { milliHertz > 100_000 ? milliHertz : 100_000 }

/// The chips that a board may have on its bus, in the order in which they are tried. Each costs the image flash.
public protocol SensorChoice {
  associatedtype Magnetometers: ChipList where Magnetometers.Sample == FieldSample
  associatedtype Accelerometers: ChipList where Accelerometers.Sample == ForceSample
  associatedtype Gyroscopes: ChipList where Gyroscopes.Sample == RateSample
  /// `SensorProbe` if the host can ask for the list of all chips on the bus, otherwise `NoProbe`.
  associatedtype Probe: BusProbe
  /// Whether the host can let a chip test itself (`SensorSelfTest`).
  static var testsChips: Bool { get }
  /// The least rate of magnetometer and accelerometer, whatever the host requests, thousandths of a hertz; 0: as the host
  /// requests.
  static var leastRate: UInt32 { get }
}

/// What lists the chips on a bus, whatever they are.
public protocol BusProbe {
  init()
  /// `.sensorList` or nothing.
  static var capabilities: Capabilities { get }
  /// Whether the list is being made.
  var isRunning: Bool { get }
  /// Begins to look; `step` does the rest.
  mutating func begin()
  /// Asks one question.
  mutating func step<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus)
  /// Answers the host with the complete list.
  func send<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    by instrument: inout CompassInstrument<Navigation, Motion>)
}

extension SensorProbe: BusProbe {
  /// `.sensorList`.
  @inline(__always)
  public static var capabilities: Capabilities { .sensorList }
  /// Passes the list to the instrument.
  @inline(__always)
  public func send<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    by instrument: inout CompassInstrument<Navigation, Motion>
  ) { instrument.send(self) }
}

/// No list, so the host cannot ask for it.
public struct NoProbe: BusProbe {
  @inline(__always)
  public init() {}
  /// None.
  @inline(__always)
  public static var capabilities: Capabilities { .none }
  /// Never.
  @inline(__always)
  public var isRunning: Bool { false }
  /// Does nothing.
  @inline(__always)
  public mutating func begin() {}
  /// Does nothing.
  @inline(__always)
  public mutating func step<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus) {}
  /// Does nothing.
  @inline(__always)
  public func send<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    by instrument: inout CompassInstrument<Navigation, Motion>
  ) {}
}

extension SensorChoice {
  /// As the host requests.
  public static var leastRate: UInt32 { 0 }
}

/// The magnetometer, the accelerometer and the gyroscope that are wired to a board, and the list of what is on their bus.
public struct SensorModules<Choice: SensorChoice, Bus: RegisterBus & ~Copyable>: DeviceSensors, ~Copyable {
  /// The bus, which nothing else may use between two turns of the loop.
  public var bus: Bus
  private var magnetometer = FittedChip<Choice.Magnetometers, Bus>(atLeast: 75_000)
  private var accelerometer = FittedChip<Choice.Accelerometers, Bus>(atLeast: 75_000)
  /// It measures 100 times a second or a little more, whatever the host requests of the other sensors: the fusion adds its rates
  /// up.
  private var gyroscope = FittedChip<Choice.Gyroscopes, Bus>(atLeast: 100_000)
  private var probe = Choice.Probe()
  /// The test of one of the chips.
  private var test = SensorSelfTest()
  private let inPlace = InPlace()

  /// No sensor has answered yet.
  @inline(__always)
  public init(on bus: consuming Bus) { self.bus = bus }

  /// What `Choice` selects.
  @inline(__always)
  public var capabilities: Capabilities {
    Choice.Probe.capabilities.union(Choice.testsChips ? .sensorTest : .none)
  }

  /// Whether the list is being made: each turn asks one question.
  @inline(__always)
  public var isBusy: Bool { probe.isRunning }

  /// Does the next step on the bus if one is due, and passes on its result. Most turns have no news; if there are several drivers, the
  /// identity is not computed for them. The gyroscope comes first: its time counts most.
  @inline(__always)
  public mutating func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    if Choice.Gyroscopes.count > 0 { pollGyroscope(for: &instrument, at: now) }
    let force = accelerometer.poll(&bus, &test, isTestable: Choice.testsChips, at: now)
    if Choice.Accelerometers.count > 1, case .nothing = force {
    } else if Choice.Accelerometers.count > 0 {
      instrument.receive(possible: force, from: accelerometer.identity, at: now)
    }
    let field = magnetometer.poll(&bus, &test, isTestable: Choice.testsChips, at: now)
    if Choice.Magnetometers.count > 1, case .nothing = field {
    } else if Choice.Magnetometers.count > 0 {
      instrument.receive(possible: field, from: magnetometer.identity, at: now)
    }
    if Choice.testsChips { instrument.send(&test) }
  }

  @inline(never)
  private mutating func pollGyroscope<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    let outcome = gyroscope.poll(&bus, &test, isTestable: Choice.testsChips, at: now)
    if case .nothing = outcome { return }
    if case .sample = outcome {
      instrument.assume(
        MotionSensors(
          field: Int16(truncatingIfNeeded: Int(magnetometer.delay)),
          force: Int16(truncatingIfNeeded: Int(accelerometer.delay)), rate: gyroscope.delay,
          zeroRateOffset: gyroscope.zeroRateOffset))
    }
    instrument.receive(possible: outcome, from: gyroscope.identity, at: now)
  }

  /// Sets the rates of magnetometer and accelerometer.
  @inline(__always)
  public mutating func setRate(atLeast milliHertz: UInt32) {
    let milliHertz = milliHertz > Choice.leastRate ? milliHertz : Choice.leastRate
    magnetometer.setRate(atLeast: milliHertz)
    accelerometer.setRate(atLeast: forceRate(besideFieldAt: milliHertz))
  }

  /// Begins to ask the questions of the list.
  @inline(__always)
  public mutating func beginList() { probe.begin() }

  /// Asks the next question for the list, if one was requested, and answers when it is complete.
  @inline(__always)
  public mutating func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    guard isBusy else { return }
    probe.step(&bus)
    if !probe.isRunning { probe.send(by: &instrument) }
  }

  /// Begins the test with the next turn.
  @inline(__always)
  public mutating func beginTest(of kind: SensorKind) { if Choice.testsChips { test.begin(kind) } }
}

// MARK: - Sensor modules of any kind

/// The magnetometers for a board with none of its own, to which modules are wired.
public typealias ModuleMagnetometers = Chips<
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

/// The accelerometers for such a board.
public typealias ModuleAccelerometers = Chips<
  MPU6050Accelerometer, Chips<MPU6500Accelerometer, Chips<LIS3DHAccelerometer, LastChip<LSM6DSOXAccelerometer>>>
>

/// The gyroscopes for such a board.
public typealias ModuleGyroscopes = Chips<
  MPU6050Gyroscope, Chips<MPU6500Gyroscope, LastChip<LSM6DSOXGyroscope>>
>

/// Modules with a magnetometer, and perhaps an accelerometer.
public enum CompassModules: SensorChoice {
  public typealias Magnetometers = ModuleMagnetometers
  public typealias Accelerometers = ModuleAccelerometers
  public typealias Gyroscopes = NoChip<RateSample>
  public typealias Probe = SensorProbe
  /// Yes.
  public static var testsChips: Bool { true }
}

/// Modules with a magnetometer, and perhaps an accelerometer and a gyroscope.
public enum MotionModules: SensorChoice {
  public typealias Magnetometers = ModuleMagnetometers
  public typealias Accelerometers = ModuleAccelerometers
  public typealias Gyroscopes = ModuleGyroscopes
  public typealias Probe = SensorProbe
  /// Yes.
  public static var testsChips: Bool { true }
  /// The fusion needs forces and fields more often than a slow stream of readings does: 50 times a second.
  public static var leastRate: UInt32 { 50_000 }
}
