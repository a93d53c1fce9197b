// Messages between host and device about a running calibration (Protocols/link/spec.md, "Calibration").

import Quantities
import RawMemory

/// Asks for a calibration.
public struct CalibrationStart: Message, Equatable, Sendable {
  /// Bits of the request.
  public struct Flags: FlagSet {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Samples come by `injectSample`, and the calibration uses their time.
    public static var injected: Flags { Flags(rawValue: 1) }
    /// The device may continue to fit after the result, and replace it by a fit that is better on old and new samples.
    public static var refits: Flags { Flags(rawValue: 2) }
    /// The accelerometer is calibrated, from samples at rest, instead of the magnetometer.
    public static var accelerometer: Flags { Flags(rawValue: 4) }
  }

  /// Which calibration is started, and with which samples.
  public var flags: Flags
  /// Milliseconds from the request until the calibration begins, 0…`maximumDelay`.
  public var delayMilliseconds: UInt16

  /// One minute.
  public static var maximumDelay: UInt16 { 60_000 }

  public init(flags: Flags = .none, delayMilliseconds: UInt16 = 0) {
    self.flags = flags
    self.delayMilliseconds = delayMilliseconds
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(flags.rawValue)
    frame.append(UInt8(0))
    frame.append(delayMilliseconds)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    flags = Flags(rawValue: reader.uint8())
    _ = reader.uint8()
    delayMilliseconds = reader.uint16()
    if reader.isOverrun { return nil }
  }
}

/// A command to a running calibration: the number of the event in Protocols/calibration/transitions.json, 1 (cancel) to
/// 5 (discard).
public struct CalibrationCommand: Message, Equatable, Sendable {
  public var event: UInt8

  /// The commands of a run; `Protocols/calibration/spec.md`, section 4, says what each does.
  public static var cancel: CalibrationCommand { CalibrationCommand(event: 1) }
  public static var dismiss: CalibrationCommand { CalibrationCommand(event: 2) }
  public static var finish: CalibrationCommand { CalibrationCommand(event: 3) }
  public static var commit: CalibrationCommand { CalibrationCommand(event: 4) }
  public static var discard: CalibrationCommand { CalibrationCommand(event: 5) }

  public init(event: UInt8) { self.event = event }
  public func append(to frame: inout FrameBuffer) { frame.append(event) }
  public init?(payload: Span<UInt8>) {
    guard payload.count >= 1 else { return nil }
    event = payload[0]
  }
}

/// The progress of a calibration: how far it is, what it has seen, and what it needs next.
public struct CalibrationProgress: PlainMessage, Equatable, Sendable {
  public var time = Instant(microseconds: 0)
  /// `CalibrationState` of Protocols/calibration.
  public var state: UInt8 = 0
  /// 100 only after success.
  public var percent: UInt8 = 0
  /// Why it is in this state: a reason code of Protocols/calibration, section 6; 0: none.
  public var reason: UInt8 = 0
  /// What would help: an advice code of Protocols/calibration, section 5; 0: nothing.
  public var advice: UInt8 = 0
  /// Samples that were added to the sums.
  public var samples: UInt32 = 0
  /// Samples that were left out: outliers, samples with overflow, and samples that came during a solve.
  public var rejected: UInt32 = 0
  public var coverage = DirectionCells()
  /// Largest tilt away from level seen so far in 1/100 degree; `unknownAngle` without an accelerometer.
  public var tilt: UInt16 = CalibrationProgress.unknownAngle
  /// Seconds until the time limit of the state.
  public var secondsLeft: UInt16 = 0
  /// Model order and predicted worst heading error (1/100 degree) of the last solve of this run.
  public var modelOrder: UInt8 = 0
  public var grade: UInt8 = 0
  public var predictedError: UInt16 = CalibrationProgress.unknownAngle
  private var flags: UInt16 = 0
  // These fields are not aligned to four bytes, so they are stored in halves.
  private var measuredHalves = HalvedWord()
  private var limitHalves = HalvedWord()

  /// Whether the accelerometer is calibrated. The angles are then tilt errors, and the directions those of the specific
  /// force.
  public var isAccelerometer: Bool {
    get { flags & 1 != 0 }
    set { flags = newValue ? 1 : 0 }
  }
  /// The measured value that belongs to `reason`.
  public var measured: Int32 {
    get { measuredHalves.value }
    set { measuredHalves.value = newValue }
  }
  /// The allowed value, in the reason's unit.
  public var limit: Int32 {
    get { limitHalves.value }
    set { limitHalves.value = newValue }
  }

  /// The tilt of a run that has seen no sample.
  public static var unknownAngle: UInt16 { 0xffff }

  public static var imageLength: Int { 50 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
}

/// The device asks whether the calibration should be shown.
public struct CalibrationPrompt: PlainMessage, Equatable, Sendable {
  public var time = Instant(microseconds: 0)
  /// Why it asks: a prompt code of Protocols/calibration, section 7.
  public var reason: UInt8 = 0
  public var state: UInt8 = 0
  /// How often the device has asked since boot, including this time.
  public var count: UInt16 = 0
  public var measured: Int32 = 0
  public var limit: Int32 = 0

  public static var imageLength: Int { 20 }

  public init() {}

  public init?(payload: Span<UInt8>) { self.init(image: payload) }
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
