// Bring-up, sampling and supervision of every sensor chip, one step a poll.
import Quantities
import RawMemory

/// The state of one chip.
///
/// ```
/// freeing ▶ waking ▶ identifying ▶ configuring ▶ readingBack ▶ sampling
///    ▲                                 ▲                          │
///    │                                 └── rate or range changed ◀┤
///    └── 3 bus faults in a row · wrong identity · lost configuration · no data · stuck data (from every state)
/// ```
///
/// A chip that does not measure by itself goes through `pulsing` and `triggering` before each `sampling`.
///
/// A bus fault is tried again after 5 ms. When bring-up begins again because a working chip failed it does so at
/// once; when it failed before the first sample, after 250 ms.
struct SensorMachine: Sendable {
  enum Phase: UInt8, Sendable {
    /// As `freeing`, after an attempt that failed.
    case refused
    case freeing, waking, identifying, configuring, readingBack, pulsing, triggering, sampling
  }

  // In an order that leaves no gaps. The times of 32 bits are differences within minutes.
  /// Nothing happens before.
  var wake = Instant(microseconds: 0)
  /// When the next measurement should be there.
  private var due = Instant(microseconds: 0)
  /// The time and the scale of the last sample.
  var sampled = Instant(microseconds: 0)
  var watch: StuckDataWatch
  /// When the chip last had something new, or was configured; low 32 bits.
  private var lastNews: UInt32 = 0
  /// When supervision was last due; low 32 bits.
  private var lastSupervision: UInt32 = 0
  /// The identity registers as read.
  private(set) var identityBytes: UInt32 = 0
  var range: RangeControl
  var temperatureBytes: UInt16 = 0
  var sampledScale: UInt8 = 0
  var rate: UInt8
  var instance: UInt8 = 0
  /// The address of the chip; 0 for the one of its plan.
  let address: UInt8
  /// The status that came with the last data.
  private(set) var status: UInt8 = 0
  private(set) var phase = Phase.freeing
  /// The next register of the configuration.
  private var step: UInt8 = 0
  /// While it configures: how often `ConfigurationStep.Action.waitFor` has looked. While it samples: how many measurements are
  /// still thrown away.
  private var waits: UInt8 = 0
  private var faults: UInt8 = 0
  /// Of the next measurement.
  var half = PairHalf.first
  private(set) var isIdentified = false
  private(set) var hasTemperature = false
  private var checksConfigurationNext = false
  private var linesAreStuck = false
  /// 0, or during a self-test: the code of the rate that follows the test, plus 1, and `testIsOn` while the test is on.
  private var test: UInt8 = 0
  /// From the first sample after bring-up until a failure that ends it.
  var isAvailable = false

  init(rate: UInt8, scale: UInt8, noise: SensorNoise, address: UInt8) {
    self.rate = rate
    self.address = address
    range = RangeControl(scale: scale)
    watch = StuckDataWatch(noise: noise)
  }

  var progress: SensorProgress {
    phase == .refused ? .refused : phase.rawValue > Phase.readingBack.rawValue || isAvailable ? .fitted : .searching
  }

  /// `SensorDriver.isSound`.
  /// - Parameters:
  ///   - finest: the first code of the chip's scales.
  ///   - widest: the last one.
  @inline(never)
  mutating func isSound(fastestRate: UInt8, scales finest: UInt8, _ widest: UInt8) -> Bool {
    guard Unchecked.isCase(phase, of: 9), Unchecked.isCase(half, of: 3), Unchecked.isCase(watch.noise, of: 2) else {
      return false
    }
    let isConfiguring = phase == .waking || phase == .configuring
    let lastStep: UInt8 = isConfiguring ? 13 : 14
    let later = (test & ~Self.testIsOn) &- (test == 0 ? 0 : 1)
    return step <= lastStep && rate <= fastestRate && later <= fastestRate && range.scale >= finest
      && range.scale <= widest
  }

  /// Does one step.
  @inline(never)
  mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) -> SensorStep {
    do throws(SensorError) {
      switch phase {
      case .refused, .freeing:
        // A microcontroller that was reset in the middle of a read leaves the chip holding the data line, so the
        // bus is cleared before the first attempt too. Whether it worked is judged by the chip's answer.
        linesAreStuck = !bus.recover()
        faults = 0
        step = 0
        waits = 0
        phase = plan.stepsBeforeIdentity > 0 ? .waking : plan.identity.count > 0 ? .identifying : .configuring
      case .waking:
        let loaded = try configure(plan, &bus, at: now)
        if step >= plan.stepsBeforeIdentity { phase = plan.identity.count > 0 ? .identifying : .configuring }
        return loaded
      case .identifying:
        try identify(plan, &bus)
        phase = .configuring
      case .configuring:
        let loaded = try configure(plan, &bus, at: now)
        if step == plan.stepCount { phase = .readingBack }
        return loaded
      case .readingBack:
        try checkConfiguration(plan, &bus)
        isIdentified = true
        beginSampling(plan, at: now)
      case .pulsing:
        try write(half == .first ? plan.trigger.set : plan.trigger.reset, to: plan.trigger.register, plan, &bus)
        rest(UInt32(plan.trigger.pause) &* 1000, from: now)
        phase = .triggering
      case .triggering:
        try write(plan.trigger.command, to: plan.trigger.register, plan, &bus)
        due = now.advanced(by: plan.trigger.duration)
        wake = due
        phase = .sampling
      case .sampling:
        return try sample(plan, &bus, at: now)
      }
      return .nothing
    } catch {
      return fail(error, at: now)
    }
  }

  // MARK: - Bring-up

  /// Carries out the next step of the configuration.
  private mutating func configure<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorStep {
    let next = plan.steps[Int(step)]
    var outcome = SensorStep.nothing
    rest(UInt32(next.pause) &* 1000, from: now)
    switch next.action {
    case .write: try write(next.value, to: next.register, plan, &bus)
    case .reset:
      do throws(BusFault) { try bus.write(next.value, to: next.register, of: plan.address) } catch {}
    case .writeInBank:
      try write(plan.readBackBank, to: plan.bankRegister, plan, &bus)
      try write(next.value, to: next.register, plan, &bus)
      try write(0, to: plan.bankRegister, plan, &bus)
    case .writeToBridge:
      // The bridge has two addresses, by a pin of its own.
      do throws(BusFault) { try bus.write(next.value, to: next.register, of: plan.bridge) } catch {
        do throws(BusFault) { try bus.write(next.value, to: next.register, of: plan.bridge | 1) } catch {
          throw busError(error, plan, next.register)
        }
      }
    case .writeOnSPI: if bus.isSPI { try write(next.value, to: next.register, plan, &bus) }
    case .load:
      outcome = .trim(try read(RegisterBurst(next.value, from: next.register), plan, &bus), step: step)
    case .waitFor:
      let found = try read(RegisterBurst(1, from: next.register), plan, &bus)
      guard found[0] & next.mask == next.value else {
        waits &+= 1
        if waits < ConfigurationStep.tries { return .nothing }
        throw mismatch(plan, next.register, .configurationNotKept, expected: next.value, found: found[0])
      }
      wake = now
    }
    waits = 0
    step &+= 1
    return outcome
  }

  private mutating func identify<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    let found = try read(plan.identity, plan, &bus)
    var bytes: UInt32 = 0
    var index: UInt8 = 0
    while index < plan.identity.count {
      let byte = found[Int(index)]
      let expected = UInt8(truncatingIfNeeded: plan.identityBytes &>> (UInt32(index) &* 8))
      guard Self.isIdentity(byte, expected: expected, others: index == 0 ? plan.otherIdentities : 0) else {
        throw mismatch(plan, plan.identity.register &+ index, .wrongIdentity, expected: expected, found: byte)
      }
      bytes |= UInt32(byte) &<< (UInt32(index) &* 8)
      index &+= 1
    }
    identityBytes = bytes
    isIdentified = true
  }

  private static func isIdentity(_ byte: UInt8, expected: UInt8, others: UInt16) -> Bool {
    if byte == expected { return true }
    let isOther = byte == UInt8(truncatingIfNeeded: others) || byte == UInt8(truncatingIfNeeded: others &>> 8)
    return isOther && byte != 0
  }

  /// Compares the configuration with what was written.
  @inline(never)
  private mutating func checkConfiguration<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    if plan.readBackBank != 0 { try write(plan.readBackBank, to: plan.bankRegister, plan, &bus) }
    try compare(plan.readBack, plan, &bus)
    try compare(plan.otherReadBack, plan, &bus)
    if plan.readBackBank != 0 { try write(0, to: plan.bankRegister, plan, &bus) }
  }

  @inline(never)
  private mutating func compare<Bus: RegisterBus & ~Copyable>(
    _ burst: RegisterBurst, _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    guard burst.count > 0 else { return }
    let found = try read(burst, plan, &bus)
    let action = plan.readBackBank != 0 ? ConfigurationStep.Action.writeInBank : .write
    var index = 0
    while index < Int(plan.stepCount) {
      let step = plan.steps[index]
      let offset = step.register &- burst.register
      if step.action == action, step.mask != 0, offset < burst.count {
        let byte = found[Int(offset)]
        guard (step.value ^ byte) & step.mask == 0 else {
          throw mismatch(plan, step.register, .configurationNotKept, expected: step.value, found: byte)
        }
      }
      index &+= 1
    }
  }

  private mutating func beginSampling(_ plan: borrowing ChipPlan, at now: Instant) {
    faults = 0
    waits = plan.discards
    lastNews = now.low
    due = now.advanced(by: plan.period)
    lastSupervision = due.low &- SensorTiming.supervisionMicroseconds
    checksConfigurationNext = false
    half = .first
    beginMeasurement(plan, at: plan.trigger.duration > 0 ? now : due)
  }

  /// The chip measures by itself, and has something at `time`; or a measurement is started then.
  private mutating func beginMeasurement(_ plan: borrowing ChipPlan, at time: Instant) {
    wake = time
    phase = plan.trigger.duration == 0 ? .sampling : plan.trigger.set != 0 ? .pulsing : .triggering
  }

  /// Writes all registers again before the next sample; bring-up that has not come to them yet will do so anyway.
  mutating func configureAgain() {
    guard phase.rawValue > Phase.configuring.rawValue || phase == .configuring && step > 0 else { return }
    phase = .configuring
    step = 0
    waits = 0
    wake = Instant(microseconds: 0)
  }

  /// Sets the rate's code; during a test, the one after it.
  @inline(never)
  mutating func setRate(_ code: UInt8) {
    if test != 0 {
      test = test & Self.testIsOn | code &+ 1
    } else if code != rate {
      rate = code
      configureAgain()
    }
  }

  // MARK: - A test of the chip by itself

  private static var testIsOn: UInt8 { 0x80 }

  /// Whether the plan has the bits that switch the test on.
  var isTestOn: Bool { test >= Self.testIsOn }

  /// Measures as the test requires.
  /// - Parameter isOn: whether the chip shall apply the test's field or force.
  mutating func begin(_ wanted: ChipSelfTest, isOn: Bool) {
    if test == 0 { test = rate &+ 1 }
    if isOn { test |= Self.testIsOn }
    rate = wanted.rate
    range = RangeControl(scale: wanted.scale)
    configureAgain()
  }

  /// Measures as before the test.
  mutating func endTest(scale: UInt8) {
    forgetTest()
    range = RangeControl(scale: scale)
    configureAgain()
  }

  /// Ends a self-test after the chip was lost. The bring-up then writes all registers, so no setting of the test remains, and
  /// the range is chosen by the next samples.
  private mutating func forgetTest() {
    guard test != 0 else { return }
    rate = test & ~Self.testIsOn &- 1
    test = 0
  }

  // MARK: - Sampling

  /// Status comes first, so that the data is at least as new as the flag.
  private mutating func sample<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorStep {
    if now.low &- lastSupervision >= SensorTiming.supervisionMicroseconds { try supervise(plan, &bus, at: now) }
    if plan.readyMask != 0 {
      status = try read(RegisterBurst(1, from: plan.statusRegister), plan, &bus)[0]
      guard status & plan.readyMask != 0 else { return try waitLonger(plan, &bus, at: now) }
    }
    let bytes = try read(plan.data, plan, &bus)

    faults = 0
    lastNews = now.low
    due = due.advanced(by: plan.period &- plan.trigger.duration)
    if due <= now { due = plan.trigger.duration > 0 ? now : now.advanced(by: plan.period) }
    let measured = half
    if plan.trigger.set != 0 { half = measured == .first ? .second : .first }
    beginMeasurement(plan, at: due)
    if waits > 0 {
      waits &-= 1
      return .nothing
    }
    if measured != .first { return .data(bytes, half: measured) }
    if watch.add(bytes, count: plan.data.count, at: now) {
      throw SensorError(chip: plan.chip, register: plan.data.register, kind: .stuckData, detail: watch.repetitions)
    }
    return .data(bytes, half: .first)
  }

  /// Nothing new: looks again after a quarter of a period. Each whole period too late gives the last sample again,
  /// marked stale; after four periods, because the chip's clock may differ, and 10 ms it is initialised again.
  private mutating func waitLonger<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorStep {
    let silence = now.low &- lastNews
    if silence > plan.period &* 4 &+ 10_000 {
      // A chip that lost its supply sleeps, with its registers at their defaults. Report this if it is the reason.
      try checkConfiguration(plan, &bus)
      let milliseconds = silence / 1000
      throw SensorError(
        chip: plan.chip, register: plan.statusRegister, kind: .notReady,
        detail: milliseconds > 0xffff ? UInt16.max : UInt16(truncatingIfNeeded: milliseconds))
    }
    rest(plan.period &>> 2, from: now)
    guard now.elapsed(since: due) >= plan.period else { return .nothing }
    due = due.advanced(by: plan.period)
    return isAvailable ? .repeated : .nothing
  }

  /// Reads the temperature and the configuration in turn; without a temperature only the configuration.
  private mutating func supervise<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) {
    let hasTemperature = plan.temperature.count > 0
    if checksConfigurationNext || !hasTemperature {
      try checkConfiguration(plan, &bus)
    } else {
      let bytes = try read(plan.temperature, plan, &bus)
      temperatureBytes = UInt16(bytes[0]) &<< 8 | UInt16(bytes[1])
      self.hasTemperature = true
    }
    checksConfigurationNext.toggle()
    lastSupervision = now.low
  }

  // MARK: - Failure

  /// Decides what follows a failure. No other function does.
  private mutating func fail(_ error: SensorError, at now: Instant) -> SensorStep {
    if error.kind == .bus {
      faults &+= 1
      if faults < SensorTiming.faultsBeforeRecovery {
        rest(SensorTiming.busRetryMicroseconds, from: now)
        return .failed(error, isAvailable: isAvailable)
      }
    }
    forgetTest()
    rest(isAvailable ? 0 : SensorTiming.bringUpRetryMicroseconds, from: now)
    phase = .refused
    isAvailable = false
    return .failed(error, isAvailable: false)
  }

  /// Nothing happens for so many microseconds. A sum of 64 bits, needed in many places: embedded-swift.md, "Calls".
  @inline(never)
  private mutating func rest(_ microseconds: UInt32, from now: Instant) { wake = now.advanced(by: microseconds) }

  /// A register has a wrong value. One function for all registers needs less code than one for each.
  @inline(never)
  private func mismatch(
    _ plan: borrowing ChipPlan, _ register: UInt8, _ kind: SensorError.Kind, expected: UInt8, found: UInt8
  ) -> SensorError {
    SensorError(chip: plan.chip, register: register, kind: kind, expected: expected, found: found)
  }

  // MARK: - Bus

  @inline(never)
  private mutating func read<Bus: RegisterBus & ~Copyable>(
    _ burst: RegisterBurst, _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) -> RegisterBytes {
    let flag = burst.count > 1 ? bus.isSPI ? plan.burstFlagOnSPI : plan.burstFlag : 0
    do throws(BusFault) {
      let bytes = try bus.read(from: burst.register | flag, of: plan.address, count: Int(burst.count))
      linesAreStuck = false
      return bytes
    } catch {
      throw busError(error, plan, burst.register)
    }
  }

  @inline(never)
  private mutating func write<Bus: RegisterBus & ~Copyable>(
    _ value: UInt8, to register: UInt8, _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    do throws(BusFault) {
      try bus.write(value, to: register, of: plan.address)
    } catch {
      throw busError(error, plan, register)
    }
    linesAreStuck = false
  }

  /// Lines that stayed low explain every fault that follows.
  @inline(never)
  private func busError(_ fault: BusFault, _ plan: borrowing ChipPlan, _ register: UInt8) -> SensorError {
    SensorError(chip: plan.chip, register: register, bus: linesAreStuck ? .stuckLow : fault)
  }
}

extension Instant {
  /// The low 32 bits: enough for differences below 71 minutes.
  fileprivate var low: UInt32 { UInt32(truncatingIfNeeded: microseconds) }
}
