// The part of an instrument that a board's main program chooses: with a gyroscope or without.

import Binnacle
import LinkProtocol
import Quantities
import SensorDrivers

/// The fusion of gyroscope, accelerometer and magnetometer in an instrument. `MotionUnit` implements all of it. A board
/// without a gyroscope uses `WithoutMotion`, and its image contains none of that code.
public protocol MotionPart: ~Copyable {
  init()

  /// `.motion` or nothing; reported in hello.
  static var capabilities: Capabilities { get }

  /// Whether samples are fused. It is a constant, so that an image without the fusion does not prepare its input.
  static var fuses: Bool { get }

  /// Reports that the board is searching for a gyroscope.
  mutating func seek()

  /// Sets the delays of the sensors of this board (`CompassInstrument.assume`).
  mutating func assume(_ sensors: MotionSensors)

  /// Passes the result of a gyroscope's driver to an instrument with this part
  /// (`CompassInstrument.receive(possible:from:at:)`).
  static func receive<Navigation: NavigationPart & ~Copyable>(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity,
    for instrument: inout CompassInstrument<Navigation, Self>, at now: Instant)

  /// Sets how the sensors are mounted.
  mutating func setMounting(_ mounting: AxisRemap)

  /// Adds the last field of the compass.
  mutating func addField(of compass: inout Compass, isInjected: Bool)

  /// Adds the last force of the compass.
  mutating func addForce(of compass: inout Compass, isInjected: Bool)

  /// Passes the last samples of the compass to its calibration.
  mutating func calibrate(
    _ calibration: inout CompassCalibration, with compass: inout Compass, isInjected: Bool, at now: Instant)

  /// Does one slice of the alignment of the three sensors, when a calibration has a result.
  mutating func align(_ calibration: inout CompassCalibration, of compass: inout Compass)

  /// Does at most one slice of work.
  mutating func work()

  /// Assesses the last samples of the compass.
  mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32)

  /// Assesses samples that have their own time.
  mutating func readSamples(_ compass: inout Compass, into reading: inout CompassReading)

  /// Reports that the meter begins to measure a zero point.
  mutating func beginZero()

  /// Reports that the zero point has been measured. Call it at each sample of the field from then on.
  mutating func holdZero()

  /// How far the instrument has turned since the zero point, hundredths of a degree; `nil` without a gyroscope.
  var turnSinceZero: UInt32? { get }

  /// Appends the findings about the three sensors to a calibration's report.
  /// - Returns: the number of reasons.
  func appendReasons(to frame: inout FrameBuffer) -> UInt8

  /// Writes the gyroscope's identity and state.
  func describe(_ hello: inout Hello)

  /// Sends the fused heading, if the host has requested it with each reading.
  mutating func send(_ line: inout Transmitter, about compass: inout Compass, at now: Instant)

  /// Carries out a request about motion.
  mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, about compass: inout Compass,
    _ capabilities: Capabilities, at now: Instant
  ) -> Answer
}

/// An instrument without the fusion. It refuses requests about motion with the missing capability.
public struct WithoutMotion: MotionPart {
  public init() {}
  /// None.
  public static var capabilities: Capabilities { .none }
  /// No.
  public static var fuses: Bool { false }
  /// Does nothing.
  @inline(__always)
  public mutating func seek() {}
  /// Does nothing.
  @inline(__always)
  public mutating func assume(_ sensors: MotionSensors) {}
  /// Does nothing: an instrument without the fusion has no use for rates.
  @inline(__always)
  public static func receive<Navigation: NavigationPart & ~Copyable>(
    possible outcome: SensorOutcome<RateSample>, from identity: SensorIdentity,
    for instrument: inout CompassInstrument<Navigation, WithoutMotion>, at now: Instant
  ) {}
  /// Does nothing.
  @inline(__always)
  public mutating func setMounting(_ mounting: AxisRemap) {}
  /// Does nothing.
  @inline(__always)
  public mutating func addField(of compass: inout Compass, isInjected: Bool) {}
  /// Does nothing.
  @inline(__always)
  public mutating func addForce(of compass: inout Compass, isInjected: Bool) {}
  /// Adds the samples to the calibration as measured.
  @inline(__always)
  public mutating func calibrate(
    _ calibration: inout CompassCalibration, with compass: inout Compass, isInjected: Bool, at now: Instant
  ) { calibration.addSample(of: &compass, at: now) }
  /// Does nothing.
  @inline(__always)
  public mutating func align(_ calibration: inout CompassCalibration, of compass: inout Compass) {}
  /// Does nothing.
  @inline(__always)
  public mutating func work() {}
  /// The compass alone.
  @inline(__always)
  public mutating func read(
    _ compass: inout Compass, into reading: inout CompassReading, at now: Instant, timeout: UInt32
  ) { compass.read(into: &reading, at: now, timeout: timeout) }
  /// The compass alone.
  @inline(__always)
  public mutating func readSamples(_ compass: inout Compass, into reading: inout CompassReading) {
    compass.read(into: &reading, at: compass.samples.fieldTime)
  }
  /// Does nothing.
  @inline(__always)
  public mutating func beginZero() {}
  /// Does nothing.
  @inline(__always)
  public mutating func holdZero() {}
  /// Not known.
  @inline(__always)
  public var turnSinceZero: UInt32? { nil }
  /// Appends nothing.
  @inline(__always)
  public func appendReasons(to frame: inout FrameBuffer) -> UInt8 { 0 }
  /// Writes nothing.
  @inline(__always)
  public func describe(_ hello: inout Hello) {}
  /// Sends nothing.
  @inline(__always)
  public mutating func send(_ line: inout Transmitter, about compass: inout Compass, at now: Instant) {}
  /// Refuses the request, because the capability is missing.
  public mutating func answer(
    _ request: borrowing FrameBuffer, _ line: inout Transmitter, about compass: inout Compass,
    _ capabilities: Capabilities, at now: Instant
  ) -> Answer { .lacking(.motion) }
}
