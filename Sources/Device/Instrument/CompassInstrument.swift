// The device half without input and output: bytes, samples and time go in, bytes come out.
//
// A board's main loop passes input to it and sends its bytes. Nothing here waits, allocates or reads a clock.

import LinkProtocol
import Quantities
import RawMemory
import SensorDrivers

/// A compass on a link: a decoder for requests, a transmitter for answers, and a device between them.
///
/// `Navigation` selects an instrument with navigation (`NavigationUnit`) or without (`WithoutNavigation`). `Motion` selects an
/// instrument that fuses the rates of a gyroscope (`MotionUnit`) or one without a gyroscope (`WithoutMotion`).
public struct CompassInstrument<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>: ~Copyable {
  private let inPlace = InPlace()
  var device: Device<Navigation, Motion>
  var decoder = FrameDecoder()
  var line: Transmitter

  public init(identity: DeviceIdentity) {
    device = Device(identity)
    line = Transmitter(baud: identity.baud)
  }

  /// An instrument on a board whose magnetometer's axes are not forward, right and down.
  /// - Parameter mounting: how the magnetometer is mounted. It is in force after every start until the host sets
  ///   another.
  public init(identity: DeviceIdentity, mounting: AxisRemap) {
    self.init(identity: identity)
    device.setMounting(mounting)
  }

  // MARK: - Input

  /// Receives one byte from the line. A complete request is carried out at once.
  @inline(never)
  public mutating func receive(_ byte: UInt8, at now: Instant) {
    guard decoder.feed(byte) == .frame else { return }
    let answer = device.answer(decoder, &line, at: now)
    line.send(answer, to: decoder.frame.header)
  }

  /// Receives the result of the magnetometer's driver.
  public mutating func receive(
    _ outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) { device.receive(outcome, from: identity, &line, at: now) }

  /// Receives the result of the accelerometer's driver, in the axes of the magnetometer. Calibration and readings use it while
  /// it is new enough.
  public mutating func receive(
    _ outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) { device.receive(outcome, from: identity, &line, at: now) }

  /// Receives the result of a magnetometer's driver on a board that may have no magnetometer, such as an emulator. The
  /// sensor counts as present from its first sample on. Until then, it is no fault that it does not answer.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<FieldSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample = outcome { device.found(.magnetometer) }
    if case .unavailable = outcome { device.sensor.isSought = false }
    if device.sensor.isFitted { receive(outcome, from: identity, at: now) }
  }

  /// The same for the driver of an accelerometer that the board may not have.
  @inline(never)
  public mutating func receive(
    possible outcome: SensorOutcome<ForceSample>, from identity: SensorIdentity, at now: Instant
  ) {
    if case .sample = outcome { device.found(.accelerometer) }
    if case .unavailable = outcome { device.accelerometer.isSought = false }
    if device.accelerometer.isFitted { receive(outcome, from: identity, at: now) }
  }

  /// Sets which sensors the board may have. Call it before the main loop. Hello reports these sensors as *starting*
  /// until the first search is over, so that a host waits.
  public mutating func seek(_ possible: Capabilities) {
    device.sensor.isSought = possible.contains(.magnetometer)
    device.accelerometer.isSought = possible.contains(.accelerometer)
    if possible.contains(.gyroscope) { device.motion.seek() }
  }

  /// Stores the deepest use of the stack so far, as the board's start-up code measures it.
  public mutating func setStackHighWater(bytes: UInt32) { device.counts.stackHighWater = bytes }

  /// Answers with what the board has found on its sensor bus, after `BoardAction.listSensors`.
  public mutating func send(_ probe: borrowing SensorProbe) { device.send(probe, &line) }

  /// Answers with the result of a chip's self-test after `BoardAction.testSensor`, when the test is over.
  @inline(__always)
  public mutating func send(_ test: inout SensorSelfTest) { if test.isOver { sendResult(of: &test) } }

  @inline(never)
  private mutating func sendResult(of test: inout SensorSelfTest) { device.send(&test, &line) }

  // MARK: - One slice of work

  /// Does the pending work: at most one slice of a calibration, one slice of the world model, one reading, one
  /// statistics message and one self-test.
  @inline(never)
  public mutating func run(at now: Instant) {
    line.advance(to: now)
    device.run(decoder, &line, at: now)
  }

  // MARK: - Output

  /// Sets whether the line in use has the baud rate of the identity. A USB port has no rate: its host accepts bytes
  /// when it can, and `SerialPort.canSend` returns how many.
  public mutating func setLineHasRate(_ hasRate: Bool) { line.setLineHasRate(hasRate) }

  /// The next byte for the line; `nil` when there is nothing to send.
  @inline(never)
  public mutating func nextByte() -> UInt8? { line.nextByte() }

  /// The next action that the board must do. Call it until it returns `nil`.
  @inline(never)
  public mutating func nextAction() -> BoardAction? { device.nextAction(lineIsAtRest: line.isAtRest) }
}
