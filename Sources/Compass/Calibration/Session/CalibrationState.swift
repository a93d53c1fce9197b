// The states of a calibration and the transitions between them (Protocols/calibration/spec.md, section 4).
//
// One function holds every transition; a test compares it with Protocols/calibration/transitions.json, row by row.

/// The state of a calibration.
public enum CalibrationState: UInt8, Sendable {
  /// Nothing runs and no calibration is in use.
  case idle = 0
  /// A calibration was requested; its delay runs.
  case armed = 1
  /// Waiting for the instrument to be moved.
  case seeking = 2
  /// Samples are gathered.
  case collecting = 3
  /// A first solve tells whether more samples would help.
  case refining = 4
  /// The final solve.
  case fitting = 5
  /// The candidate is compared with samples that the fit did not use.
  case verifying = 6
  /// The report is ready; the old calibration is still in use.
  case review = 7
  /// The candidate is in use and being stored.
  case committed = 8
  /// A calibration is in use and watched.
  case monitor = 9
  /// The calibration failed, and the reasons can be read. The old calibration is in use.
  case failed = 10

  /// Whether a calibration is under way: from `armed` to `committed`.
  public var isRunning: Bool { rawValue >= Self.armed.rawValue && rawValue <= Self.committed.rawValue }
  /// Whether samples are wanted.
  public var wantsSamples: Bool { self == .seeking || self == .collecting }
  /// Whether a solve is under way.
  public var isSolving: Bool { self == .refining || self == .fitting }
}

/// The events that change the state of a calibration.
public enum CalibrationEvent: UInt8, Sendable {
  // From the host.
  case start = 0
  case cancel = 1
  /// The display was closed. This is neither success nor failure.
  case dismiss = 2
  /// No more movement will come: solve with the samples so far.
  case finish = 3
  case commit = 4
  case discard = 5

  // From time and samples.
  /// The delay is over.
  case ready = 6
  /// The instrument moves.
  case moved = 7
  /// There are enough samples to try a solve.
  case covered = 8
  /// The state's time is over.
  case deadline = 9
  /// Samples no longer come.
  case stale = 10
  /// Too many samples are beyond the sensor's range.
  case saturated = 11

  // From the solver.
  /// The solve gave a model that needs no more samples.
  case solved = 12
  /// The solve gave a model that more samples would improve, or none yet.
  case wanting = 13
  /// The samples do not determine a model.
  case unsolved = 14
  case verified = 15
  case refuted = 16

  // From the store, and from code that replaces records.
  case stored = 17
  case notStored = 18
  /// A calibration came into use in another way: restored at the start, or set by the host.
  case adopted = 19
  /// The calibration in use was removed.
  case erased = 20
  /// The field monitor finds that the calibration in use no longer fits.
  case deviated = 21
  /// The background fit was better on old samples and on new ones.
  case refitted = 22
}

/// An event that the table does not have for the state. Nothing changed.
public struct IllegalCalibrationEvent: Error, Equatable, Sendable {
  public var event: CalibrationEvent
  public var state: CalibrationState

  public init(event: CalibrationEvent, state: CalibrationState) {
    self.event = event
    self.state = state
  }
}

/// The conditions that decide between two rows with the same state and event.
public struct CalibrationFacts: Equatable, Sendable {
  /// A calibration is in use.
  public var isCalibrated: Bool
  /// There are enough samples for a solve.
  public var hasEnough: Bool
  /// Whether the run may wait for more samples.
  public var mayCollect: Bool

  public init(isCalibrated: Bool, hasEnough: Bool, mayCollect: Bool) {
    self.isCalibrated = isCalibrated
    self.hasEnough = hasEnough
    self.mayCollect = mayCollect
  }
}

/// The action that a transition carries out.
public enum CalibrationAction: UInt8, Sendable {
  case none = 0
  /// Forget the last run; the calibration in use stays.
  case prepare = 1
  /// Begin to gather.
  case collect = 2
  /// Continue gathering, and report what is missing.
  case resume = 3
  /// Begin a solve.
  case solve = 4
  /// Compare the candidate with the samples held out.
  case assess = 5
  /// Make the report.
  case report = 6
  /// Take the candidate into use and hand it to the store.
  case adopt = 7
  /// Drop the candidate; the calibration in use stays.
  case drop = 8
  /// Drop the candidate and record why.
  case fail = 9
  /// Record whether it was stored.
  case settle = 10
  /// Ask whether the calibration should be shown.
  case ask = 11
}

/// What an event causes.
public struct CalibrationTransition: Equatable, Sendable {
  public var next: CalibrationState
  public var action: CalibrationAction

  init(_ next: CalibrationState, _ action: CalibrationAction) {
    self.next = next
    self.action = action
  }

  /// What `event` does in `state`, or `nil` when it is illegal there: then nothing changes.
  @inline(never)
  public static func of(
    _ event: CalibrationEvent, in state: CalibrationState, _ facts: CalibrationFacts
  ) -> CalibrationTransition? {
    var holding: UInt32 = 0
    if facts.hasEnough { holding |= Row.ifEnough }
    if facts.mayCollect { holding |= Row.ifMore }
    var i = 0
    while i < 31 {
      let row = Row.all[unchecked: i]
      i = i &+ 1
      let isFrom = row &>> UInt32(state.rawValue) & 1 != 0
      guard isFrom, row &>> Row.eventAt & 31 == UInt32(event.rawValue), row & Row.conditions & ~holding == 0 else {
        continue
      }
      let action = CalibrationAction(rawValue: UInt8(truncatingIfNeeded: row &>> Row.actionAt & 15)) ?? .none
      let next = CalibrationState(rawValue: UInt8(truncatingIfNeeded: row &>> Row.nextAt & 15))
      return Self(next ?? (facts.isCalibrated ? .monitor : .idle), action)
    }
    return nil
  }
}

/// The table: the first matching row counts. A row has the states that it starts from, as bits; then the event, the
/// next state and the action.
private enum Row {
  static var eventAt: UInt32 { 11 }
  static var nextAt: UInt32 { 16 }
  static var actionAt: UInt32 { 20 }
  /// The row applies only when there are enough samples, or when the run may wait for more.
  static var ifEnough: UInt32 { 1 &<< 24 }
  static var ifMore: UInt32 { 1 &<< 25 }
  static var conditions: UInt32 { 3 &<< 24 }
  /// Not a state of its own: it stands for `monitor` or `idle`, the state while nothing runs.
  static var home: UInt32 { 15 }

  @inline(__always)
  static func row(
    _ states: UInt32, _ event: CalibrationEvent, _ next: UInt32, _ action: CalibrationAction, _ condition: UInt32 = 0
  ) -> UInt32 {
    states | UInt32(event.rawValue) &<< eventAt | next &<< nextAt | UInt32(action.rawValue) &<< actionAt | condition
  }

  @inline(__always)
  static func bit(_ state: CalibrationState) -> UInt32 { 1 &<< UInt32(state.rawValue) }
  @inline(__always)
  static func to(_ state: CalibrationState) -> UInt32 { UInt32(state.rawValue) }

  static let all: [31 of UInt32] = [
    row(bit(.idle) | bit(.monitor) | bit(.failed), .start, to(.armed), .prepare),
    row(bit(.idle) | bit(.monitor), .adopted, to(.monitor), .none),
    row(bit(.monitor), .erased, to(.idle), .none),
    row(bit(.monitor), .deviated, to(.monitor), .ask),
    row(bit(.monitor), .refitted, to(.committed), .adopt),

    // From armed to review.
    row(0b1111_1110, .cancel, home, .drop),
    row(0b1111_1110, .dismiss, home, .drop),
    row(bit(.review), .discard, home, .drop),
    row(bit(.review), .deadline, home, .drop),
    row(bit(.failed), .cancel, home, .none),
    row(bit(.failed), .dismiss, home, .none),
    row(bit(.failed), .deadline, home, .none),

    row(bit(.armed), .ready, to(.seeking), .none),
    row(bit(.seeking), .moved, to(.collecting), .collect),
    row(bit(.collecting), .covered, to(.refining), .solve, ifEnough),
    row(bit(.collecting), .finish, to(.refining), .solve, ifEnough),
    row(bit(.collecting), .deadline, to(.refining), .solve, ifEnough),
    row(bit(.seeking) | bit(.collecting), .deadline, to(.failed), .fail),
    row(bit(.seeking) | bit(.collecting), .stale, to(.failed), .fail),
    row(bit(.seeking) | bit(.collecting), .saturated, to(.failed), .fail),

    row(bit(.refining), .solved, to(.fitting), .solve),
    row(bit(.refining), .wanting, to(.collecting), .resume, ifMore),
    row(bit(.refining), .wanting, to(.fitting), .solve),
    row(bit(.fitting), .solved, to(.verifying), .assess),
    row(bit(.fitting), .unsolved, to(.failed), .fail),
    row(bit(.verifying), .verified, to(.review), .report),
    row(bit(.verifying), .refuted, to(.failed), .fail),

    row(bit(.review), .commit, to(.committed), .adopt),
    row(bit(.committed), .stored, to(.monitor), .settle),
    row(bit(.committed), .notStored, to(.monitor), .settle),
    row(bit(.committed), .deadline, to(.monitor), .settle),
  ]
}
