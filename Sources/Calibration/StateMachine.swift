// A calibration from start to commit: events, samples and time in; state, progress and a candidate out.
//
// What leads from where to where stands in StateMachineTable.swift alone; this file makes events of samples, time and
// solver results, and carries the table's actions out.
import Correction
import FixedPoint
import Quantities

/// What the machine asks of a solver. `CalibrationFit` is the one; tests have others.
public protocol CalibrationFitting: ~Copyable {
  /// Forgets all samples.
  mutating func restart()
  /// Directions of the field seen so far.
  var coverage: DirectionCells { get }
  /// Samples that count so far.
  var sampleCount: UInt32 { get }
  mutating func take(field: Vector3, specificForce: Vector3?, at now: Instant) -> SampleVerdict
  mutating func beginSolve()
  /// One bounded slice of a solve.
  mutating func step() -> FitProgress
  var outcome: FitOutcome { get }
  /// The limits that an outcome was held against.
  var configuration: FitConfiguration { get }
  /// Forgets all samples: the next are gravity in micro-g, one for each pose, or a field in nanotesla.
  mutating func restart(forGravity: Bool)
  /// Sample `i`, from 0 on, of those that the fit was not made of, nanotesla; `nil` after the last.
  mutating func heldOut(_ i: Int32) -> Vector3?
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

/// A calibration that runs beside the readings and touches none of them until a commit.
public struct CalibrationMachine<Fit: CalibrationFitting & ~Copyable>: ~Copyable {
  // In the order of size: a Cortex-M0 reaches the first bytes and words with one instruction.
  public private(set) var state = CalibrationState.idle
  /// 0…99 while a calibration runs, 100 after a commit. It never falls within a run.
  public private(set) var percent: UInt8 = 0
  /// Whether a calibration is in use; `adopted` and `erased` keep it true to the facts.
  public private(set) var isCalibrated = false
  /// Whether this run's candidate came into use.
  public private(set) var hasCommitted = false
  /// Whether this run is the accelerometer's: `adopt` then hands over its part of a record.
  public private(set) var isGravity = false
  /// Set by `adopt`: whoever owns the record takes it by `takeCandidate`.
  private var isCandidateReady = false
  private var isFinished = false
  private var mayCollect = true
  /// Samples left out: beyond the range, outliers, taken during a solve.
  public private(set) var rejected: UInt32 = 0
  /// Samples that count: the fit's, read where it changes.
  public private(set) var sampleCount: UInt32 = 0
  /// Events that were illegal.
  public private(set) var refusedEvents: UInt32 = 0
  /// Milliseconds from the start to the last solve.
  public private(set) var duration: UInt32 = 0
  private var delay: UInt32 = 0
  private var seen: UInt32 = 0
  private var overflowed: UInt32 = 0
  private var largestMotion: UInt32 = 0
  private var cells: UInt32 = 0
  private var cellsAtLastSolve: UInt32 = 0
  private var slices: UInt32 = 0
  /// When this state, this run and the gathering began.
  private(set) var entered = Instant(microseconds: 0)
  private(set) var began = Instant(microseconds: 0)
  private var gathering = Instant(microseconds: 0)
  /// When the last sample came, and when one last brought a new direction.
  private var lastSample = Instant(microseconds: 0)
  private var lastNews = Instant(microseconds: 0)
  /// Directions of the field seen so far: the fit's, read where it changes.
  public private(set) var coverage = DirectionCells()
  /// Why the machine is where it is: of the last failure, timeout or deviation.
  public private(set) var reason: CalibrationReason?
  private var firstField: Vector3?
  private var rest = RestDetector()
  /// The fit behind the one in use.
  var background = BackgroundFit()
  public var limits = CalibrationLimits()
  /// The candidate in review, or what the last solve of this run found.
  public private(set) var outcome = FitOutcome()
  public internal(set) var fit: Fit

  public init(_ fit: consuming Fit) {
    self.fit = fit
    follow()
  }

  // MARK: - From the host

  /// Starts a calibration after a delay.
  /// - Parameters:
  ///   - refits: whether it may go on behind what it finds, and replace it by something better.
  ///   - ofGravity: whether it is the accelerometer's.
  public mutating func start(
    delayMilliseconds: UInt16 = 0, refits: Bool = false, ofGravity: Bool = false, at now: Instant
  ) throws(IllegalCalibrationEvent) {
    try handle(.start, at: now)
    background.isAllowed = refits && !ofGravity
    isGravity = ofGravity
    fit.restart(forGravity: ofGravity)
    follow()
    delay = UInt32(delayMilliseconds) &* 1000
    advance(to: now)
  }

  /// Carries out one event.
  public mutating func handle(_ event: CalibrationEvent, at now: Instant) throws(IllegalCalibrationEvent) {
    guard let transition = CalibrationTransition.of(event, in: state, facts) else {
      refusedEvents &+= 1
      throw IllegalCalibrationEvent(event: event, state: state)
    }
    if event == .finish {
      isFinished = true
      mayCollect = false
    }
    note(event, at: now)
    if transition.next != state { entered = now }
    state = transition.next
    carryOut(transition.action, at: now)
    updatePercent()
  }

  /// Begins this run at another time: that of samples which bring a time of their own.
  public mutating func rebase(to time: Instant) {
    entered = time
    began = time
    gathering = time
    lastSample = time
    lastNews = time
  }

  /// A calibration came into use by another way, or was taken away.
  public mutating func setCalibrated(_ isInUse: Bool, at now: Instant) {
    // First the fact: where a run leads home depends on it. Only then the event, where the table has it.
    let event: CalibrationEvent = isInUse ? .adopted : .erased
    if state == .idle || state == .monitor { _ = try? handle(event, at: now) }
    isCalibrated = isInUse
  }

  /// The candidate, once, after a commit. Answer with `stored` or `notStored`.
  public mutating func takeCandidate() -> FitOutcome? {
    guard isCandidateReady else { return nil }
    isCandidateReady = false
    return outcome
  }

  /// The field monitor's finding, and why; `nil`: what was found is of another record.
  public mutating func deviate(_ why: CalibrationReason?, at now: Instant) {
    guard state == .monitor else { return }
    guard let why else {
      if reason?.isQuestion == true { reason = nil }
      return
    }
    fire(.deviated, at: now)
    reason = why
  }

  // MARK: - From the sensor

  /// Takes one new sample; a repetition of the last one does not belong here.
  public mutating func take(
    _ field: MagneticField, isOverflowed: Bool, specificForce: Acceleration?, at now: Instant
  ) {
    guard state.wantsSamples else {
      if state.isSolving { rejected &+= 1 }
      if isRefitting, !isOverflowed { takeBehind(field, specificForce: specificForce, at: now) }
      return
    }
    lastSample = now
    seen &+= 1
    guard !isOverflowed else {
      overflowed &+= 1
      rejected &+= 1
      let isTooMuch = overflowed >= CalibrationLimits.fewOverflows && overflowed &* 50 > seen
      if isTooMuch { fire(.saturated, at: now) }
      return
    }
    var sample = field.nanotesla
    var force = specificForce?.microG
    if isGravity {
      guard let still = force, rest.tellsRest(force: still, field: sample) else { return }
      sample = rest.mean
      force = nil
    }
    if state == .seeking {
      // A first rest is as good as motion.
      if !isGravity, !isMotion(field) { return }
      fire(.moved, at: now)
    }
    switch fit.take(field: sample, specificForce: force, at: now) {
    case .accepted, .repeated, .full: break
    case .saturated, .outlier: rejected &+= 1
    }
    follow()
    let count = coverage.count
    if count > cells { lastNews = now }
    cells = count
    tryToSolve(at: now)
  }

  /// Whether the field has moved by more than turning in the Earth's field by 15° does, at its weakest.
  private mutating func isMotion(_ field: MagneticField) -> Bool {
    guard let first = firstField else {
      firstField = field.nanotesla
      return false
    }
    let v = field.nanotesla
    let change = Vector3(x: v.x &- first.x, y: v.y &- first.y, z: v.z &- first.z)
    if change.x.magnitude > largestMotion { largestMotion = change.x.magnitude }
    if change.y.magnitude > largestMotion { largestMotion = change.y.magnitude }
    if change.z.magnitude > largestMotion { largestMotion = change.z.magnitude }
    return largestMotion > CalibrationLimits.motion
  }

  /// A first solve when the directions seen have grown by enough, or when no more are to be expected.
  private mutating func tryToSolve(at now: Instant) {
    mayCollect = !isFinished && now.elapsed(since: lastNews) < limits.newsMicroseconds
    guard state == .collecting, hasEnough else { return }
    if cells >= cellsAtLastSolve &+ CalibrationLimits.cellsBetweenSolves || !mayCollect { fire(.covered, at: now) }
  }

  // MARK: - From time

  /// Lets time pass: deadlines and samples that do not come.
  public mutating func advance(to now: Instant) {
    let passed = now.elapsed(since: entered)
    switch state {
    case .armed: if passed >= delay { fire(.ready, at: now) }
    case .seeking:
      if passed >= limits.seekingMicroseconds {
        fire(.deadline, at: now)
      } else if now.elapsed(since: lastSample) > limits.staleMicroseconds {
        fire(.stale, at: now)
      }
    case .collecting:
      if now.elapsed(since: gathering) >= limits.collectingMicroseconds {
        mayCollect = false
        fire(.deadline, at: now)
      } else if now.elapsed(since: lastSample) > limits.staleMicroseconds {
        fire(.stale, at: now)
      }
    case .review: if passed >= limits.reviewMicroseconds { fire(.deadline, at: now) }
    case .committed: if passed >= limits.committedMicroseconds { fire(.deadline, at: now) }
    case .failed: if passed >= limits.failedMicroseconds { fire(.deadline, at: now) }
    case .idle, .refining, .fitting, .verifying, .monitor: break
    }
  }

  // MARK: - Slices of work

  /// One bounded slice of what is to be computed, if anything.
  public mutating func work(at now: Instant) {
    if state == .verifying { return fire(outcome.accepted ? .verified : .refuted, at: now) }
    if isRefitting { return workBehind(at: now) }
    guard state.isSolving else {
      // While it collects, the fit looks for what outliers are told by.
      if state.wantsSamples { _ = fit.step() }
      return
    }
    slices &+= 1
    updatePercent()
    guard fit.step() == .finished else { return }
    follow()
    outcome = fit.outcome
    duration = now.elapsed(since: began) / 1000
    if state == .refining {
      fire(isEnough(outcome) ? .solved : .wanting, at: now)
    } else {
      fire(outcome.model == .none ? .unsolved : .solved, at: now)
    }
  }

  /// The fit behind the one in use has won.
  mutating func refit(at now: Instant) {
    follow()
    outcome = fit.outcome
    fire(.refitted, at: now)
  }

  /// Whether more samples would hardly better the result.
  private func isEnough(_ found: FitOutcome) -> Bool {
    found.accepted && found.model == .ellipsoid && found.grade == 3
      && (isGravity || cells >= CalibrationLimits.cellsForEnough)
  }

  // MARK: - Inside

  private mutating func follow() {
    coverage = fit.coverage
    sampleCount = fit.sampleCount
  }

  private var hasEnough: Bool { sampleCount >= fewestSamples }

  private var fewestSamples: UInt32 {
    isGravity ? CalibrationLimits.fewestPoses : CalibrationLimits.fewestSamples
  }

  private var facts: CalibrationFacts {
    CalibrationFacts(isCalibrated: isCalibrated, hasEnough: hasEnough, mayCollect: mayCollect)
  }

  /// An event of the machine's own; it makes only those that the table has.
  private mutating func fire(_ event: CalibrationEvent, at now: Instant) {
    do throws(IllegalCalibrationEvent) { try handle(event, at: now) } catch {}
  }

  /// Why a deadline or a failure came, before the state is left.
  private mutating func note(_ event: CalibrationEvent, at now: Instant) {
    switch (state, event) {
    case (.seeking, .deadline):
      reason = CalibrationReason(.noMotion, Int32(truncatingIfNeeded: largestMotion), CalibrationLimits.motionLimit)
    case (_, .stale):
      let waited = now.elapsed(since: lastSample) / 1000
      reason = CalibrationReason(
        .stale, Int32(truncatingIfNeeded: waited), Int32(truncatingIfNeeded: limits.staleMicroseconds / 1000))
    case (_, .saturated):
      reason = CalibrationReason(.beyondRange, Int32(truncatingIfNeeded: overflowed &* 1000 / seen), 20)
    case (.collecting, .deadline) where !hasEnough:
      reason = CalibrationReason(
        .tooFewSamples, Int32(truncatingIfNeeded: sampleCount), Int32(truncatingIfNeeded: fewestSamples))
    case (.fitting, .unsolved), (.verifying, .refuted): reason = CalibrationReason(firstOf: outcome, fit.configuration)
    case (.review, .deadline):
      let limit = Int32(truncatingIfNeeded: limits.reviewMicroseconds / 1_000_000)
      reason = CalibrationReason(.reviewExpired, limit, limit)
    case (.committed, .notStored): reason = CalibrationReason(.notStored, 1, 0)
    case (.committed, .deadline): reason = CalibrationReason(.notStored, 2, 0)
    default: break
    }
  }

  private mutating func carryOut(_ action: CalibrationAction, at now: Instant) {
    switch action {
    case .none, .judge, .report, .ask, .fail: break
    case .settle: beginRefit()
    case .prepare: prepare(at: now)
    case .collect:
      gathering = now
      lastNews = now
    case .resume: cellsAtLastSolve = cells
    case .solve:
      slices = 0
      fit.beginSolve()
    case .adopt:
      isCandidateReady = true
      isCalibrated = true
      hasCommitted = true
      keepHeldOut()
    case .drop:
      isCandidateReady = false
      percent = 0
    }
  }

  private mutating func prepare(at now: Instant) {
    outcome = FitOutcome()
    reason = nil
    percent = 0
    rejected = 0
    duration = 0
    isCandidateReady = false
    hasCommitted = false
    began = now
    gathering = now
    lastSample = now
    lastNews = now
    delay = 0
    seen = 0
    overflowed = 0
    firstField = nil
    rest = RestDetector()
    largestMotion = 0
    cells = 0
    cellsAtLastSolve = 0
    isFinished = false
    mayCollect = true
  }

  private mutating func updatePercent() {
    let reached: UInt32
    switch state {
    case .idle, .failed, .armed: reached = 0
    case .seeking: reached = 1
    case .collecting, .refining: reached = 2 &+ (cells < 78 ? cells : 78)
    case .fitting: reached = 81 &+ (slices < 56 ? slices &>> 2 : 14)
    case .verifying: reached = 96
    case .review: reached = 98
    case .committed: reached = 99
    case .monitor: reached = hasCommitted ? 100 : 0
    }
    if reached > UInt32(percent) { percent = UInt8(truncatingIfNeeded: reached) }
  }

  /// Microseconds until the state's time is over; 0 for a state without end.
  public mutating func timeLeft(at now: Instant) -> UInt32 {
    let (since, allowed): (Instant, UInt32) =
      switch state {
      case .armed: (entered, delay)
      case .seeking: (entered, limits.seekingMicroseconds)
      case .collecting, .refining: (gathering, limits.collectingMicroseconds)
      case .review: (entered, limits.reviewMicroseconds)
      case .committed: (entered, limits.committedMicroseconds)
      case .failed: (entered, limits.failedMicroseconds)
      case .idle, .fitting, .verifying, .monitor: (entered, 0)
      }
    let passed = now.elapsed(since: since)
    return passed < allowed ? allowed &- passed : 0
  }
}
