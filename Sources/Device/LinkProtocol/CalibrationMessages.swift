// Messages between host and device about a running calibration (Protocols/link/spec.md, "Calibration").

import Quantities
import RawMemory

extension CalibrationStart {
  /// Bits of the request.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Samples come by `injectSample`, and the calibration uses their time.
    public static var injected: Flags { Flags(rawValue: 1) }
    /// The device may continue to fit after the result, and may replace the result by a fit that is better on old and
    /// new samples.
    public static var refits: Flags { Flags(rawValue: 2) }
    /// The accelerometer is calibrated, from samples at rest, instead of the magnetometer.
    public static var accelerometer: Flags { Flags(rawValue: 4) }
  }

  /// The largest delay: one minute, in milliseconds.
  public static var maximumDelay: UInt16 { 60_000 }
}

extension CalibrationCommand {
  /// The commands of a run; `Protocols/calibration/spec.md`, section 4, says what each does.
  public static var cancel: CalibrationCommand { CalibrationCommand(event: 1) }
  public static var dismiss: CalibrationCommand { CalibrationCommand(event: 2) }
  public static var finish: CalibrationCommand { CalibrationCommand(event: 3) }
  public static var commit: CalibrationCommand { CalibrationCommand(event: 4) }
  public static var discard: CalibrationCommand { CalibrationCommand(event: 5) }
}

extension CalibrationProgress {
  /// Whether the accelerometer is calibrated. The angles are then tilt errors, and the directions those of the specific
  /// force.
  public var isAccelerometer: Bool {
    get { subject & 1 != 0 }
    set { subject = newValue ? 1 : 0 }
  }

  /// The tilt of a run that has seen no sample.
  public static var unknownAngle: UInt16 { 0xffff }
}

/// The answer of the host, and for how long it holds.
public struct PromptAnswer: Message, Equatable, Sendable {
  /// What a person answered.
  public enum Answer: UInt8, Sendable {
    /// Ask again when there is a reason.
    case ask = 0
    /// Yes: the host shows the calibration and will start it.
    case show = 1
    /// No.
    case suppress = 2
  }
  /// For how long the answer holds.
  public enum Scope: UInt8, Sendable {
    /// For this question only.
    case once = 0
    /// Until the next `getHello`.
    case session = 1
    /// Until the device gets another answer or its store is erased; without a store, until it restarts.
    case device = 2
  }

  /// The answer, and for how long it holds.
  public var answer: Answer
  public var scope: Scope
  /// Seconds between two questions; 0: no change.
  public var intervalSeconds: UInt16

  public init(_ answer: Answer, for scope: Scope, intervalSeconds: UInt16 = 0) {
    self.answer = answer
    self.scope = scope
    self.intervalSeconds = intervalSeconds
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(answer.rawValue)
    frame.append(scope.rawValue)
    frame.append(intervalSeconds)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let first = reader.uint8()
    let second = reader.uint8()
    intervalSeconds = reader.uint16()
    guard !reader.isOverrun, let answer = Answer(rawValue: first), let scope = Scope(rawValue: second) else {
      return nil
    }
    self.answer = answer
    self.scope = scope
  }
}
