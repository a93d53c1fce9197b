// The states of a calibration and what leads from one to another (Protocols/calibration/spec.md, section 4).
//
// One function holds every transition; a test compares it with Protocols/calibration/transitions.json, row by row.

/// Where a calibration stands.
public enum CalibrationState: UInt8, Sendable {
  /// Nothing runs and no calibration is in use.
  case idle = 0
  /// Asked for; the delay that was asked for runs.
  case armed = 1
  /// Waiting for the instrument to be moved.
  case seeking = 2
  /// Samples are gathered.
  case collecting = 3
  /// A first solve tells whether more samples would help.
  case refining = 4
  /// The final solve.
  case fitting = 5
  /// The candidate is held against samples that the fit did not see.
  case verifying = 6
  /// The report is ready; the old calibration is still in use.
  case review = 7
  /// The candidate is in use and being stored.
  case committed = 8
  /// A calibration is in use and watched.
  case monitor = 9
  /// It did not work, and the reasons are there to read. The old calibration is in use.
  case failed = 10

  /// Whether a calibration is under way: from `armed` to `committed`.
  public var isRunning: Bool { rawValue >= Self.armed.rawValue && rawValue <= Self.committed.rawValue }
  /// Whether samples are wanted.
  public var wantsSamples: Bool { self == .seeking || self == .collecting }
  /// Whether a solve is under way.
  public var isSolving: Bool { self == .refining || self == .fitting }
}

/// What can happen to a calibration.
public enum CalibrationEvent: UInt8, Sendable {
  // From the host.
  case start = 0
  case cancel = 1
  /// The display was closed: neither success nor loss.
  case dismiss = 2
  /// No more movement will come: make of it what there is.
  case finish = 3
  case commit = 4
  case discard = 5

  // From time and samples.
  /// The delay is over.
  case ready = 6
  /// The instrument moves.
  case moved = 7
  /// There is enough to try a solve.
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
  /// The solve gave a model that more samples would better, or none yet.
  case wanting = 13
  /// No model can be made of the samples.
  case unsolved = 14
  case verified = 15
  case refuted = 16

  // From the store and from whoever sets records.
  case stored = 17
  case notStored = 18
  /// A calibration came into use by another way: restored at start, or set by the host.
  case adopted = 19
  /// The calibration in use was taken away.
  case erased = 20
  /// The field monitor finds that the calibration in use no longer fits.
  case deviated = 21
  /// The fit behind the one in use was better on old samples and on new ones.
  case refitted = 22

  /// Whether the host sends it.
  public var isCommand: Bool { rawValue <= Self.discard.rawValue }
}

/// What decides between two rows of the same state and event.
public struct CalibrationFacts: Equatable, Sendable {
  /// A calibration is in use.
  public var isCalibrated: Bool
  /// There are enough samples for a solve.
  public var hasEnough: Bool
  /// More samples may be waited for.
  public var mayCollect: Bool

  public init(isCalibrated: Bool, hasEnough: Bool, mayCollect: Bool) {
    self.isCalibrated = isCalibrated
    self.hasEnough = hasEnough
    self.mayCollect = mayCollect
  }
}

/// What is done on the way from one state to the next.
public enum CalibrationAction: UInt8, Sendable {
  case none = 0
  /// Forget the last run; the calibration in use stays.
  case prepare = 1
  /// Begin to gather.
  case collect = 2
  /// Go on gathering, and say what is missing.
  case resume = 3
  /// Begin a solve.
  case solve = 4
  /// Hold the candidate against the samples kept aside.
  case judge = 5
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

/// One row of the table.
public struct CalibrationTransition: Equatable, Sendable {
  public var next: CalibrationState
  public var action: CalibrationAction

  init(_ next: CalibrationState, _ action: CalibrationAction) {
    self.next = next
    self.action = action
  }

  /// What `event` does in `state`, or `nil` when it is illegal there: then nothing changes.
  public static func of(
    _ event: CalibrationEvent, in state: CalibrationState, _ facts: CalibrationFacts
  ) -> CalibrationTransition? {
    // Where one is when nothing runs.
    let home: CalibrationState = facts.isCalibrated ? .monitor : .idle
    switch (state, event) {
    case (.idle, .start), (.monitor, .start), (.failed, .start): return Self(.armed, .prepare)
    case (.idle, .adopted): return Self(.monitor, .none)
    case (.monitor, .adopted): return Self(.monitor, .none)
    case (.monitor, .erased): return Self(.idle, .none)
    case (.monitor, .deviated): return Self(.monitor, .ask)
    case (.monitor, .refitted): return Self(.committed, .adopt)

    case (.armed, .cancel), (.armed, .dismiss), (.seeking, .cancel), (.seeking, .dismiss), (.collecting, .cancel),
      (.collecting, .dismiss), (.refining, .cancel), (.refining, .dismiss), (.fitting, .cancel), (.fitting, .dismiss),
      (.verifying, .cancel), (.verifying, .dismiss), (.review, .cancel), (.review, .dismiss), (.review, .discard),
      (.review, .deadline):
      return Self(home, .drop)
    case (.failed, .cancel), (.failed, .dismiss), (.failed, .deadline): return Self(home, .none)

    case (.armed, .ready): return Self(.seeking, .none)
    case (.seeking, .moved): return Self(.collecting, .collect)
    case (.seeking, .deadline), (.seeking, .stale), (.seeking, .saturated): return Self(.failed, .fail)

    case (.collecting, .covered), (.collecting, .finish):
      return facts.hasEnough ? Self(.refining, .solve) : nil
    case (.collecting, .deadline): return facts.hasEnough ? Self(.refining, .solve) : Self(.failed, .fail)
    case (.collecting, .stale), (.collecting, .saturated): return Self(.failed, .fail)

    case (.refining, .solved): return Self(.fitting, .solve)
    case (.refining, .wanting): return facts.mayCollect ? Self(.collecting, .resume) : Self(.fitting, .solve)
    case (.fitting, .solved): return Self(.verifying, .judge)
    case (.fitting, .unsolved): return Self(.failed, .fail)
    case (.verifying, .verified): return Self(.review, .report)
    case (.verifying, .refuted): return Self(.failed, .fail)

    case (.review, .commit): return Self(.committed, .adopt)
    case (.committed, .stored), (.committed, .notStored), (.committed, .deadline): return Self(.monitor, .settle)
    default: return nil
    }
  }
}
