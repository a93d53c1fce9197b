// The part of an instrument that a board's main program chooses: with a gyroscope or without.

import Heading
import LinkProtocol
import Quantities

/// What the fusion of gyroscope, accelerometer and magnetometer needs of an instrument. `MotionUnit` does all of it. A board
/// without a gyroscope uses `WithoutMotion`, and its image contains none of that code.
public protocol MotionPart: ~Copyable {
  init()

  /// `.motion` or nothing, for hello.
  static var capabilities: Capabilities { get }

  /// Whether samples are fused. It is a constant, so that an image without the fusion does not prepare its input.
  static var fuses: Bool { get }

  /// The board is looking whether it has a gyroscope.
  mutating func seek()

  /// Takes a field in body axes, after the record.
  mutating func add(field: CorrectedField, at time: Instant, isInjected: Bool)

  /// Takes a specific force in body axes, after the record.
  mutating func add(force: Acceleration, at time: Instant, isInjected: Bool)

  /// Receives the compass's heading and its assessment, and marks the assessment where the field turned and the instrument did
  /// not.
  mutating func receive(_ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment)

  /// Whether the last reading was marked so.
  var isFieldTurned: Bool { get }

  /// Does at most one slice of work.
  mutating func work()

  /// Tells a calibration that wants samples what the gyroscope knows, before it gets this one.
  /// - Parameters:
  ///   - sample: sensor axes.
  ///   - force: sensor axes, as the calibration will get it; a better one takes its place.
  /// - Returns: whether the calibration is to get the sample.
  static func guide<Way: WayPart & ~Copyable>(
    _ sample: FieldSample, _ force: inout Acceleration?, in instrument: inout CompassInstrument<Way, Self>
  ) -> Bool

  /// Does one slice of the alignment of the three sensors, when a calibration has a result.
  static func align<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>)

  /// Appends to a calibration's report what it found of the three sensors.
  /// - Returns: the number of reasons.
  static func appendReasons<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>) -> UInt8

  /// Writes what is known of the gyroscope.
  func describe(_ hello: inout Hello)

  /// Sends a `periodicMotion` if the host wants it.
  static func tell<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>)

  /// Carries out the request in the decoder's frame, which is about motion, and answers it.
  static func carryOut<Way: WayPart & ~Copyable>(
    _ kind: MessageKind, in instrument: inout CompassInstrument<Way, Self>)
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
  public mutating func add(field: CorrectedField, at time: Instant, isInjected: Bool) {}
  /// Does nothing.
  @inline(__always)
  public mutating func add(force: Acceleration, at time: Instant, isInjected: Bool) {}
  /// Does nothing.
  @inline(__always)
  public mutating func receive(_ evidence: inout HeadingEvidence, _ assessment: inout HeadingAssessment) {}
  /// No.
  @inline(__always)
  public var isFieldTurned: Bool { false }
  /// Does nothing.
  @inline(__always)
  public mutating func work() {}
  /// Knows nothing.
  @inline(__always)
  public static func guide<Way: WayPart & ~Copyable>(
    _ sample: FieldSample, _ force: inout Acceleration?, in instrument: inout CompassInstrument<Way, Self>
  ) -> Bool { true }
  /// Does nothing.
  @inline(__always)
  public static func align<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>) {}
  /// Appends nothing.
  @inline(__always)
  public static func appendReasons<Way: WayPart & ~Copyable>(
    in instrument: inout CompassInstrument<Way, Self>
  ) -> UInt8 { 0 }
  /// Writes nothing.
  @inline(__always)
  public func describe(_ hello: inout Hello) {}
  /// Sends nothing.
  @inline(__always)
  public static func tell<Way: WayPart & ~Copyable>(in instrument: inout CompassInstrument<Way, Self>) {}
  /// Refuses the request, because the capability is missing.
  public static func carryOut<Way: WayPart & ~Copyable>(
    _ kind: MessageKind, in instrument: inout CompassInstrument<Way, Self>
  ) {
    instrument.refuse(lacking: .motion)
  }
}
