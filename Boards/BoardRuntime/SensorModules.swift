// What a board with modules on its sensor bus does with them in each turn of its main loop.

import Instrument
import Quantities
import RawMemory
import SensorDrivers

/// The rate of an accelerometer that gives the tilt of a magnetometer's fields, thousandths of a hertz: 100 Hz at least.
///
/// The two measure at times of their own. At 10 Hz each, the force that comes with a field is up to a tenth of a second older: in a
/// turn of 40° a second it is of an attitude 4° away, and a calibration takes this for sensors that are turned against each other.
public func forceRate(besideFieldAt milliHertz: UInt32) -> UInt32 { milliHertz > 100_000 ? milliHertz : 100_000 }

/// The magnetometer and the accelerometer that are wired to a board, and the list of what is on their bus.
public struct SensorModules<Bus: RegisterBus & ~Copyable>: ~Copyable {
  private var magnetometer = FittedChip<ModuleMagnetometers, Bus>()
  private var accelerometer = FittedChip<ModuleAccelerometers, Bus>()
  private var probe = SensorProbe()
  /// The test of one of their chips, or of the gyroscope's.
  var test = SensorSelfTest()
  private var sabotage = Sabotage()
  private let inPlace = InPlace()

  /// No sensor has answered yet.
  public init() {}

  /// How much older field and force are than their time stamps.
  var delays: ModuleDelays { ModuleDelays(field: magnetometer.delay, force: accelerometer.delay) }

  /// Whether the list is being made. A main loop that sleeps does not do so meanwhile: each turn asks one question.
  public var isBusy: Bool { probe.isRunning }

  /// Does what is due on the bus, and passes on what came of it. Most turns have no news, and the identity is not computed for
  /// them. The force comes first: it gives the tilt of the field that comes with it.
  @inline(__always)
  public mutating func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ bus: inout Bus, for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    let force = accelerometer.poll(&bus, &test, at: now)
    if case .nothing = force {} else { instrument.receive(possible: force, from: accelerometer.identity, at: now) }
    let field = magnetometer.poll(&bus, &test, at: now)
    if case .nothing = field {
    } else {
      instrument.receive(sabotage.altered(field), from: magnetometer.identity, at: now)
    }
    instrument.send(&test)
  }

  /// Does an action that is about sensors, and nothing for any other.
  /// - Parameter least: the least rate of both sensors, whatever the link asks, thousandths of a hertz.
  @inline(__always)
  public mutating func carryOut(_ action: BoardAction, atLeast least: UInt32) {
    if case .setSensorRate(let asked) = action {
      let milliHertz = asked > least ? asked : least
      magnetometer.setRate(atLeast: milliHertz)
      accelerometer.setRate(atLeast: forceRate(besideFieldAt: milliHertz))
    }
    if case .listSensors = action { probe.begin() }
    if case .testSensor(let kind) = action { test.begin(kind) }
    if case .provoke(let provocation) = action { sabotage.provocation = provocation }
  }

  /// Asks the next question for the list, if one was asked for, and answers when it is whole.
  @inline(__always)
  public mutating func list<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ bus: inout Bus, for instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    guard probe.isRunning else { return }
    probe.step(&bus)
    if !probe.isRunning { instrument.send(probe) }
  }
}
