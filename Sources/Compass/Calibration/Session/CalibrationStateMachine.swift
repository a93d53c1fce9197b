// A calibration from start to commit: events, samples and time in; state, progress and a candidate out.
//
// Only CalibrationState.swift contains the transitions. This file turns samples, time and solver results into events,
// and carries out the actions of the table.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// Runs a calibration while readings continue. The readings do not change until a commit.
///
/// In each pass of the main loop, `add` a new sample, `advance(to:)` the time, and call `work(at:)`, which takes at
/// most 25,000 Cortex-M0+ cycles. A solve takes about 80 slices, and some hundred if the sensors are rotated far
/// against each other. Samples that come during a solve are left out. In `review`, a person reads `outcome` and the
/// reasons; then call `handle` with `.commit` or `.discard`. After a commit, `consumeCandidate` returns the result
/// once, for `CalibrationRecord.setMagnetometer(from:)`. The run ends with `.stored` or `.notStored` within 5 s, or
/// with `handle(saving:)`.
///
/// Time may stand still or run backwards, and any input is accepted: limits always end a run. Time has 32 bits: if the
/// caller makes no call for more than 35 minutes, the machine may miss a deadline.
public struct CalibrationMachine<Fit: CalibrationFitting & ~Copyable>: ~Copyable {
  private let inPlace = InPlace()
  /// The state of the calibration.
  public private(set) var state = CalibrationState.idle
  /// Whether a calibration is in use; `adopted` and `erased` keep it up to date.
  public private(set) var isCalibrated = false
  /// Whether this run calibrates the accelerometer.
  public private(set) var isGravity = false
  /// The state of saving the last commit; `consumeCandidate` and `handle(saving:)` change it.
  public private(set) var saving = SavingState.none
  /// How many events were illegal.
  public private(set) var refusedEvents: UInt32 = 0
  /// Microseconds, modulo 2^32: now, and when the last sample came. No limit is above 35 minutes.
  var now: UInt32 = 0
  var lastSample: UInt32 = 0
  var run = CalibrationRun()
  /// The background fit.
  var background = BackgroundRefit()
  /// The candidate in review, or what the last solve of this run found.
  public internal(set) var outcome = FitOutcome()
  public internal(set) var fit: Fit

  public init(_ fit: consuming Fit) { self.fit = fit }

  /// The solver is initialised inside the machine (embedded-swift.md, "In place").
  public init() where Fit == GuidedFit { fit = GuidedFit(.magnetometer) }

  /// 0…99 while a calibration runs, 100 after a commit. It never decreases within a run.
  public var percent: UInt8 { run.percent }
  /// Whether this run's candidate came into use.
  public var hasCommitted: Bool { run.hasCommitted }
  /// Samples left out: beyond the range, outliers, taken during a solve.
  public var rejected: UInt32 { run.rejected }
  /// Samples that count; copied from the fit when they change.
  public var sampleCount: UInt32 { run.sampleCount }
  /// Directions of the field seen so far; copied from the fit when they change.
  public var coverage: DirectionCells { run.coverage }
  /// Milliseconds from the start to the last solve.
  public var duration: UInt32 { run.duration }
  /// The reason for the present state: the last failure, timeout or deviation.
  public var reason: CalibrationReason? { run.reason.code.rawValue == 0 ? nil : run.reason }

  // MARK: - From the host

  /// Starts a calibration after a delay, from `idle`, `monitor` or `failed`.
  /// - Parameters:
  ///   - delayMilliseconds: the delay before the run waits for the instrument to move.
  ///   - refits: whether a fit may continue in the background and replace the result by a better one.
  ///   - ofGravity: whether to calibrate the accelerometer.
  public mutating func start(
    delayMilliseconds: UInt16 = 0, refits: Bool = false, ofGravity: Bool = false, at now: Instant
  ) throws(IllegalCalibrationEvent) {
    try handle(.start, at: now)
    background.isAllowed = refits && !ofGravity
    background.forgetTrial()
    isGravity = ofGravity
    fit.restart(forGravity: ofGravity)
    run.delay = UInt32(delayMilliseconds) &* 1000
    advance(to: now)
  }

  /// Handles one event from the host or the store. The machine makes the other events itself.
  /// - Throws: if the table has no row for the event in this state. Nothing changes then.
  public mutating func handle(_ event: CalibrationEvent, at now: Instant) throws(IllegalCalibrationEvent) {
    self.now = now.low
    let before = state
    if fire(event) { return }
    refusedEvents &+= 1
    throw IllegalCalibrationEvent(event: event, state: before)
  }

  /// Moves the start of this run to another time. Use it if the samples have their own time.
  public mutating func rebase(to time: Instant) {
    now = time.low
    lastSample = now
    run.entered = now
    run.began = now
    run.gathering = now
    run.lastNews = now
  }

  /// Records that a calibration came into use in another way, or was removed.
  public mutating func setCalibrated(_ isInUse: Bool, at now: Instant) {
    // First the flag, because it decides to which state a run returns. Then the event, if the table has it.
    self.now = now.low
    if state == .idle || state == .monitor {
      if !fire(isInUse ? .adopted : .erased) { refusedEvents &+= 1 }
    }
    isCalibrated = isInUse
  }

  /// Returns the candidate, once, after a commit. Report the outcome of storing it with `stored` or `notStored`.
  public mutating func consumeCandidate() -> FitOutcome? { saving.handle(.used) ? outcome : nil }

  /// Reports the store's progress with the last commit: `begun`, and then `succeeded` or `failed`; or `unavailable`.
  /// The end of the write also ends the run, unless the run has already passed its deadline.
  /// - Returns: whether the event was legal. The end of an older commit's write is illegal while a newer commit waits.
  @discardableResult
  public mutating func handle(saving event: SavingEvent, at now: Instant) -> Bool {
    guard saving.handle(event) else { return false }
    if event != .begun, state == .committed {
      self.now = now.low
      fire(event == .succeeded ? .stored : .notStored)
    }
    return true
  }

  /// Records why the field monitor wants a new calibration; `nil` if its finding belongs to another record.
  public mutating func reportDeviation(_ why: CalibrationReason?, at now: Instant) {
    guard state == .monitor else { return }
    guard let why else {
      if run.reason.isQuestion { run.reason.code.rawValue = 0 }
      return
    }
    self.now = now.low
    fire(.deviated)
    run.reason = why
  }

  // MARK: - From the sensor

  /// Adds one new sample. Do not add a repetition of the last one.
  /// - Parameters:
  ///   - field: sensor axes, nanotesla; a sample beyond ±2^21 is left out.
  ///   - isOverflowed: an axis is beyond the sensor's range. Five such samples, if they are more than one in 50, end the run.
  ///   - specificForce: micro-g in the same axes as the field; `nil` without an accelerometer.
  public mutating func add(
    _ field: MagneticField, isOverflowed: Bool, specificForce: Acceleration?, at now: Instant
  ) {
    var sample = CalibrationSample(field: field.nanotesla, specificForce: specificForce?.microG, at: now.low)
    add(&sample, isOverflowed, at: now.low)
  }

  @inline(never)
  private mutating func add(_ sample: inout CalibrationSample, _ isOverflowed: Bool, at time: UInt32) {
    now = time
    lastSample = time
    if !state.wantsSamples {
      if state.isSolving { run.rejected &+= 1 }
      if !isOverflowed { addInBackground(&sample) }
      return
    }
    run.seen &+= 1
    if isOverflowed {
      run.overflowed &+= 1
      run.rejected &+= 1
      let isTooMuch = run.overflowed >= CalibrationLimits.fewOverflows && run.overflowed &* 50 > run.seen
      if isTooMuch { fire(.saturated) }
      return
    }
    if isGravity {
      guard sample.specificForce != .zero, run.rest.detectsRest(force: sample.specificForce, field: sample.field) else {
        return
      }
      sample.field = run.rest.mean
      sample.specificForce = .zero
    }
    if state == .seeking {
      // For an accelerometer, the first rest counts as motion.
      if !isGravity, !isMotion(&sample.field) { return }
      fire(.moved)
    }
    let result = fit.add(&sample)
    if result == .saturated || result == .outlier { run.rejected &+= 1 }
    follow()
    let count = run.coverage.count
    if count > run.cells { run.lastNews = time }
    run.cells = count
    // A first solve starts when enough new directions were seen, or when no more are expected.
    run.isComplete = run.isFinished || since(run.lastNews) >= CalibrationLimits.newsMicroseconds
    let isDue = run.isComplete || count >= run.cellsAtLastSolve &+ CalibrationLimits.cellsBetweenSolves
    if isDue, state == .collecting, hasEnough { fire(.covered) }
  }

  /// Whether the field has changed by more than a turn of 15° would change it where the Earth's field is weakest.
  private mutating func isMotion(_ field: inout Vector3) -> Bool {
    if !run.hasFirst {
      run.hasFirst = true
      run.firstField = field
    }
    let motion = field.largestDifference(from: &run.firstField)
    if motion > run.largestMotion { run.largestMotion = motion }
    return run.largestMotion > CalibrationLimits.motion
  }

  // MARK: - From time

  /// Advances the time: checks the deadlines, and whether samples still come.
  public mutating func advance(to now: Instant) {
    self.now = now.low
    if state.hasDeadline, passed >= allowed {
      if state == .collecting { run.isComplete = true }
      fire(state == .armed ? .ready : .deadline)
    } else if state.wantsSamples, since(lastSample) > CalibrationLimits.staleMicroseconds {
      fire(.stale)
    }
  }

  /// Microseconds until the time of this state is over; 0 for a state without a time limit.
  public mutating func timeLeft(at now: Instant) -> UInt32 {
    self.now = now.low
    let passed = passed
    let allowed = allowed
    return passed < allowed ? allowed &- passed : 0
  }

  /// Microseconds that this state may last; 0: no limit.
  private var allowed: UInt32 {
    state == .armed ? run.delay : UInt32(state.fiveSeconds) &* 5_000_000
  }

  /// Microseconds that this state has lasted. Solves during gathering are included.
  private var passed: UInt32 {
    since(state == .collecting || state == .refining ? run.gathering : run.entered)
  }

  /// Microseconds since `then`; 0 if the clock ran backwards.
  @inline(never)
  private func since(_ then: UInt32) -> UInt32 {
    let passed = Int32(bitPattern: now &- then)
    return passed < 0 ? 0 : UInt32(bitPattern: passed)
  }

  // MARK: - Slices of work

  /// Does one bounded slice of the pending computation, if there is any.
  public mutating func work(at now: Instant) {
    self.now = now.low
    if state == .verifying {
      fire(outcome.accepted ? .verified : .refuted)
    } else if isRefitting {
      workBehind()
    } else if state.isSolving {
      run.slices &+= 1
      updatePercent()
      if fit.step() == .finished { conclude() }
    } else if state.wantsSamples {
      // While it collects samples, the fit searches for the sphere by which outliers are recognised.
      _ = fit.step()
    }
  }

  /// Ends a solve: evaluates its result.
  private mutating func conclude() {
    copyOutcome()
    run.duration = since(run.began) / 1000
    if outcome.model == .none {
      fire(state == .refining ? .wanting : .unsolved)
    } else {
      fire(state == .refining && !isEnough ? .wanting : .solved)
    }
  }

  /// Copies the result of the fit into the run.
  mutating func copyOutcome() {
    follow()
    outcome = fit.outcome
  }

  /// Whether more samples would hardly improve the result.
  private var isEnough: Bool {
    outcome.accepted && outcome.model == .ellipsoid && outcome.grade == 3
      && (isGravity || run.cells >= CalibrationLimits.cellsForEnough)
  }

  // MARK: - Inside

  @inline(never)
  private mutating func follow() {
    run.coverage = fit.coverage
    run.sampleCount = fit.sampleCount
  }

  private var hasEnough: Bool { run.sampleCount >= fewestSamples }

  private var fewestSamples: UInt32 {
    isGravity ? CalibrationLimits.fewestPoses : CalibrationLimits.fewestSamples
  }

  /// Carries out an event if the table has a row for it. Returns whether it has one.
  @discardableResult @inline(never)
  mutating func fire(_ event: CalibrationEvent) -> Bool {
    let facts = CalibrationFacts(isCalibrated: isCalibrated, hasEnough: hasEnough, mayCollect: !run.isComplete)
    guard let transition = CalibrationTransition.of(event, in: state, facts) else { return false }
    if event == .finish {
      run.isFinished = true
      run.isComplete = true
    }
    recordReason(for: event)
    if transition.next != state { run.entered = now }
    state = transition.next
    carryOut(transition.action)
    updatePercent()
    return true
  }

  /// Records the reason for a deadline or a failure before the state changes.
  private mutating func recordReason(for event: CalibrationEvent) {
    switch event {
    case .stale: give(.stale, since(lastSample) / 1000, CalibrationLimits.staleMicroseconds / 1000)
    case .saturated: give(.beyondRange, run.overflowed &* 1000 / run.seen, 20)
    case .unsolved, .refuted:
      var bit: UInt16 = 0
      run.reason.code.rawValue = 0
      while bit < FitReasons.count, run.reason.code.rawValue == 0 {
        if let found = reason(bit: bit) { run.reason = found }
        bit &+= 1
      }
    case .notStored: give(.notStored, 1, 0)
    case .deadline:
      switch state {
      case .seeking: give(.noMotion, run.largestMotion, CalibrationLimits.motion)
      case .collecting: if !hasEnough { give(.tooFewSamples, run.sampleCount, fewestSamples) }
      case .review: give(.reviewExpired, CalibrationLimits.reviewSeconds, CalibrationLimits.reviewSeconds)
      case .committed: give(.notStored, 2, 0)
      default: break
      }
    default: break
    }
  }

  @inline(never)
  private mutating func give(_ code: CalibrationReason.Code, _ measured: UInt32, _ limit: UInt32) {
    run.reason = CalibrationReason(code, Int32(bitPattern: measured), Int32(bitPattern: limit))
  }

  private mutating func carryOut(_ action: CalibrationAction) {
    switch action {
    case .none, .assess, .report, .ask, .fail: break
    case .settle: beginRefit()
    case .prepare:
      outcome.clear()
      saving.handle(.drop)
      run = CalibrationRun()
      run.entered = now
      run.began = now
      lastSample = now
    case .collect:
      run.gathering = now
      run.lastNews = now
    case .resume: run.cellsAtLastSolve = run.cells
    case .solve:
      run.slices = 0
      fit.beginSolve()
    case .adopt:
      saving.handle(.commit)
      run.hasCommitted = true
      isCalibrated = true
      keepHeldOut()
    case .drop:
      saving.handle(.drop)
      run.percent = 0
    }
  }

  private mutating func updatePercent() {
    var reached: UInt32
    switch state {
    case .idle, .failed, .armed: return
    case .seeking: reached = 1
    case .collecting, .refining: reached = 2 &+ (run.cells < 78 ? run.cells : 78)
    case .fitting: reached = 81 &+ (run.slices < 56 ? run.slices &>> 2 : 14)
    case .verifying: reached = 96
    case .review: reached = 98
    case .committed: reached = 99
    case .monitor: reached = run.hasCommitted ? 100 : 0
    }
    if reached > UInt32(run.percent) { run.percent = UInt8(truncatingIfNeeded: reached) }
  }
}
