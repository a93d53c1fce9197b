// The main loop of every device: boards, simulations, the web page, and firmware of others.

import LinkProtocol
import Quantities
import RawMemory

/// An action that the instrument needs from its device, because it cannot do it itself. `DeviceLoop` passes each to the part
/// that does it.
enum BoardAction: Equatable {
  /// Restart the processor. Everything in the queue has been sent, and a UART has had time to send it.
  case reset
  /// Restart into the boot loader, under the same conditions.
  case enterLoader
  /// Set the magnetometer to measure at least this often.
  case setSensorRate(milliHertz: UInt32)
  /// Pass a request to the record store.
  case storage(StorageRequest)
  /// Find out which chips are on the sensor bus.
  case listSensors
  /// Let the chip of this kind test itself.
  case testSensor(SensorKind)
  /// Cause this failure: a trap, a hard fault or a hang.
  case fail(Provocation)
}

/// A serial line as the loop uses it; the UART of a chip is one. No function waits.
public protocol SerialPort: ~Copyable {
  /// Whether it sends bytes at the rate of the identity. A USB port has no rate: its host accepts bytes when it can.
  var hasRate: Bool { get }
  /// The next byte that has arrived.
  mutating func receive() -> UInt8?
  /// Whether it accepts a byte now.
  mutating func canSend() -> Bool
  /// Sends a byte. Call it only if `canSend` was true.
  mutating func send(_ byte: UInt8)
  /// The bytes of this turn are complete. A port that collects bytes in packets sends them.
  mutating func flush()
}

/// A device: an instrument, its sensors, its records and its processor.
///
/// The owner calls `begin` once. If it can read and write a line, each pass of its loop then calls `poll` and
/// `turn(at:on:)`. If it moves the bytes itself, it calls `receive` for each byte that arrives, `run`, and `nextByte` until
/// there is no byte. Nothing here waits, allocates or reads a clock.
///
/// What the parts can do is added to the capabilities of the identity, so a host cannot ask for anything that no part does.
public struct DeviceLoop<
  Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable, Sensors: DeviceSensors & ~Copyable,
  Records: DeviceRecords & ~Copyable, Processor: DeviceProcessor & ~Copyable
>: ~Copyable {
  private let inPlace = InPlace()
  /// What computes, and talks to the host.
  public var instrument: CompassInstrument<Navigation, Motion>
  /// What measures.
  public var sensors: Sensors
  /// Where records are stored.
  public var records: Records
  /// What restarts.
  public var processor: Processor

  /// The parts are made in their final place.
  /// - Parameters:
  ///   - identity: the capabilities of the parts are added to it.
  ///   - mounting: how the magnetometer is mounted. It is in force after every start until the host sets another.
  @inline(__always)
  public init(
    identity: DeviceIdentity, mounting: AxisRemap? = nil, sensors: @autoclosure () -> Sensors,
    records: @autoclosure () -> Records, processor: @autoclosure () -> Processor
  ) {
    self.sensors = sensors()
    self.records = records()
    self.processor = processor()
    instrument = CompassInstrument(
      identity,
      parts: self.sensors.capabilities.union(self.records.capabilities).union(self.processor.capabilities))
    if let mounting { instrument.setMounting(mounting) }
  }

  /// Reads the record with which the instrument starts. Call it once, before the loop and before a watchdog is started.
  /// - Parameter possible: the sensors that the device may have. Hello reports them as *starting* until the first search is
  ///   over, so that a host waits.
  @inline(__always)
  public mutating func begin(seeking possible: Capabilities) {
    instrument.seek(possible)
    records.begin(&instrument)
  }

  /// Whether the next turn should follow at once. A loop that sleeps does not sleep then.
  @inline(__always)
  public var isBusy: Bool { records.isBusy || sensors.isBusy }

  // MARK: - A loop with a line

  /// Polls the sensors, which takes up to some milliseconds.
  @inline(__always)
  public mutating func poll(at now: Instant) { sensors.poll(for: &instrument, at: now) }

  /// Receives bytes, does one slice of work, sends bytes, and carries out what the host has requested.
  /// - Parameter now: read after the sensors were polled: a host takes the time in an answer for one between its question and
  ///   the answer.
  @inline(__always)
  public mutating func turn<Port: SerialPort & ~Copyable>(at now: Instant, on port: inout Port) {
    instrument.setLineHasRate(port.hasRate)
    while let byte = port.receive() { instrument.receive(byte, at: now) }
    instrument.run(at: now)
    while port.canSend(), let byte = instrument.nextByte() { port.send(byte) }
    port.flush()
    carryOut(at: now)
  }

  // MARK: - A loop whose owner moves the bytes

  /// Receives one byte from the line. A complete request is answered at once; `run` carries out what takes longer.
  @inline(__always)
  public mutating func receive(_ byte: UInt8, at now: Instant) { instrument.receive(byte, at: now) }

  /// Polls the sensors, does one slice of work, and carries out what the host has requested.
  @inline(__always)
  public mutating func run(at now: Instant) {
    poll(at: now)
    instrument.run(at: now)
    carryOut(at: now)
  }

  /// The next byte for the line; `nil` when there is nothing to send.
  @inline(__always)
  public mutating func nextByte() -> UInt8? { instrument.nextByte() }

  // MARK: - Actions

  /// Carries out what the host has requested, and continues with what takes several turns.
  @inline(__always)
  private mutating func carryOut(at now: Instant) {
    instrument.counts.stackHighWater = processor.stackHighWater()
    while let action = instrument.nextAction() {
      switch action {
      case .setSensorRate(let milliHertz): sensors.setRate(atLeast: milliHertz)
      case .listSensors: sensors.beginList()
      case .testSensor(let kind): sensors.beginTest(of: kind)
      case .storage(let request): records.carryOut(request, for: instrument)
      // On a board, these do not return. Otherwise the owner ends the device.
      case .fail(let failure): return processor.fail(failure)
      case .reset: return processor.reset()
      case .enterLoader: return processor.enterLoader()
      }
    }
    sensors.continueList(for: &instrument)
    records.run(&instrument, at: now)
  }
}
