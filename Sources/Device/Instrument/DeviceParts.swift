// The parts of a device besides its instrument, as `DeviceLoop` uses them. A requirement is something that the host or the
// instrument can ask for: a part that leaves one out does not compile.

import LinkProtocol
import Quantities
import SensorDrivers

/// The sensors of a device, with their bus.
public protocol DeviceSensors: ~Copyable {
  /// What they can do in addition to measuring: `.sensorList`, `.sensorTest`. The host can ask only for these. Sensors that
  /// are certainly there are in the identity of the device; others count from their first sample on.
  var capabilities: Capabilities { get }

  /// Whether a turn should follow at once, because a list is being made. A main loop that sleeps does not sleep then.
  var isBusy: Bool { get }

  /// Does what is due, and passes samples and faults to the instrument. It never waits. The rates come before the forces, and
  /// the forces before the fields: a force gives the tilt of the field that comes with it.
  mutating func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant)

  /// Lets the magnetometer measure at least this often, thousandths of a hertz.
  mutating func setRate(atLeast milliHertz: UInt32)

  /// Begins to find out which chips are on the bus. `continueList` sends the answer.
  mutating func beginList()

  /// Does the next step of a list that was begun, and sends it when it is complete (`CompassInstrument.send`).
  mutating func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>)

  /// Lets the chip of this kind test itself. `poll` sends the answer.
  mutating func beginTest(of kind: SensorKind)
}

/// The memory of a device for its records; `RecordKeeper` or `WithoutRecords`.
public protocol DeviceRecords: ~Copyable {
  /// `.storage` or nothing.
  var capabilities: Capabilities { get }

  /// Whether a request is in progress. A main loop that sleeps does not sleep then: each turn does one slice.
  var isBusy: Bool { get }

  /// Gives the instrument the record with which it starts. This takes a bounded time.
  mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>)

  /// Begins to carry out a request of the instrument.
  mutating func carryOut<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ request: StorageRequest, for instrument: borrowing CompassInstrument<Navigation, Motion>)

  /// Does one slice of the request in progress, if there is one, and passes on its outcome.
  mutating func run<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant)
}

/// What runs the loop: the processor of a board, or a program in which a device lives.
public protocol DeviceProcessor: ~Copyable {
  /// What it can do on request: `.provocation`, `.loader`. The host can ask only for these.
  var capabilities: Capabilities { get }

  /// The greatest depth of the stack so far, bytes; 0 if it is not measured.
  mutating func stackHighWater() -> UInt32

  /// Causes this failure, to show that failures are reported: a trap, a hard fault or a hang.
  mutating func fail(_ failure: Provocation)

  /// Restarts. Everything in the queue has been sent, and a UART has had time to send it.
  mutating func reset()

  /// Restarts into the boot loader, under the same conditions.
  mutating func enterLoader()
}

/// No sensor at all: samples are injected over the link, or the owner of the loop passes them to its instrument.
public struct WithoutSensors: DeviceSensors {
  /// The rate that the host has requested of the magnetometer, thousandths of a hertz; 0 if it has not requested one. An owner
  /// that passes samples can use it.
  public private(set) var milliHertz: UInt32 = 0

  public init() {}

  /// None.
  public var capabilities: Capabilities { .none }
  /// Never.
  public var isBusy: Bool { false }
  /// Does nothing.
  @inline(__always)
  public mutating func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {}
  /// Stores the rate.
  public mutating func setRate(atLeast milliHertz: UInt32) { self.milliHertz = milliHertz }
  /// Does nothing: there is no bus, so the host cannot ask for it.
  public mutating func beginList() {}
  /// Does nothing.
  @inline(__always)
  public mutating func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>
  ) {}
  /// Does nothing: there is no chip, so the host cannot ask for it.
  public mutating func beginTest(of kind: SensorKind) {}
}

/// No memory for records, so the host cannot ask for it.
public struct WithoutRecords: DeviceRecords {
  public init() {}

  /// None.
  public var capabilities: Capabilities { .none }
  /// Never.
  public var isBusy: Bool { false }
  /// Does nothing: the instrument starts without a record.
  @inline(__always)
  public mutating func begin<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>
  ) {}
  /// Does nothing.
  @inline(__always)
  public mutating func carryOut<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ request: StorageRequest, for instrument: borrowing CompassInstrument<Navigation, Motion>
  ) {}
  /// Does nothing.
  @inline(__always)
  public mutating func run<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    _ instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {}
}

/// The processor of a device inside another program, which must not stop. It stores what was requested; the owner of the loop
/// looks at `ending` after each turn, and makes the device anew.
public struct HostedProcessor: DeviceProcessor {
  /// How the device ended.
  public enum Ending: Equatable, Sendable {
    /// It runs.
    case none
    /// It was requested to restart, or to restart into a boot loader.
    case reset, loader
    /// It was requested to fail in this way.
    case failed(Provocation)
  }

  /// How the device ended; `none` while it runs.
  public private(set) var ending = Ending.none
  /// `.provocation`, if the owner shows failures.
  public let capabilities: Capabilities

  /// - Parameter canFail: whether the host may request failures.
  public init(canFail: Bool) { capabilities = canFail ? .provocation : .none }

  /// Not measured.
  public mutating func stackHighWater() -> UInt32 { 0 }
  /// Stores the failure.
  public mutating func fail(_ failure: Provocation) { ending = .failed(failure) }
  /// Stores the request.
  public mutating func reset() { ending = .reset }
  /// Stores the request. There is no boot loader, so the host cannot ask for it.
  public mutating func enterLoader() { ending = .loader }
}
