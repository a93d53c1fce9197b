// Bring-up, sampling and supervision of every sensor chip, one step a poll.
import Quantities

/// What one step of the machine gave.
enum SensorStep {
  case nothing
  /// New data bytes.
  case data(RegisterBytes)
  /// The chip has nothing new: the last sample stands again.
  case repeated
  case failed(SensorError, isAvailable: Bool)
}

/// The state of one chip.
///
/// ```
/// freeing ▶ identifying ▶ configuring ▶ readingBack ▶ sampling
///    ▲                        ▲                          │
///    │                        └── rate or range changed ◀┤
///    └── 3 bus faults in a row · wrong identity · lost configuration · no data · stuck data (from every state)
/// ```
///
/// A bus fault is tried again after 5 ms. When bring-up begins again because a working chip failed it does so at
/// once; when it failed before the first sample, after 250 ms.
struct SensorMachine: Sendable {
  enum Phase: UInt8, Sendable {
    /// As `freeing`, after an attempt that failed.
    case refused
    case freeing, identifying, configuring, readingBack, sampling
  }

  // In an order that leaves no gaps: 96 bytes.
  /// Nothing happens before.
  var wake = Instant(microseconds: 0)
  /// When the next measurement should be there.
  private var due = Instant(microseconds: 0)
  /// When the chip last had something new, or was configured.
  private var lastNews = Instant(microseconds: 0)
  private var nextSupervision = Instant(microseconds: 0)
  /// When the last sample was measured, and by which scale.
  var sampled = Instant(microseconds: 0)
  var watch: StuckDataWatch
  /// The identity registers as read.
  private(set) var identityBytes: UInt32 = 0
  var range: RangeControl
  var sampledScale: UInt8 = 0
  var temperatureBytes: UInt16 = 0
  var rate: UInt8
  var instance: UInt8 = 0
  private(set) var phase = Phase.freeing
  /// The next register of the configuration.
  private var step: UInt8 = 0
  private var discards: UInt8 = 0
  private var faults: UInt8 = 0
  private(set) var isIdentified = false
  private(set) var hasTemperature = false
  private var checksConfigurationNext = false
  private var linesAreStuck = false
  /// From the first sample after bring-up until a failure that ends it.
  var isAvailable = false

  init(rate: UInt8, scale: UInt8, noise: SensorNoise) {
    self.rate = rate
    range = RangeControl(scale: scale)
    watch = StuckDataWatch(noise: noise)
  }

  var progress: SensorProgress {
    phase == .refused ? .refused : phase == .sampling || isAvailable ? .fitted : .searching
  }

  /// Takes one step.
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
        phase = plan.identity.count > 0 ? .identifying : .configuring
      case .identifying:
        try identify(plan, &bus)
        phase = .configuring
      case .configuring:
        let next = plan.writes[Int(step)]
        do throws(BusFault) {
          try bus.write(next.value, to: next.register, of: plan.address)
        } catch {
          throw busError(error, plan, next.register)
        }
        linesAreStuck = false
        step &+= 1
        if step == plan.writeCount { phase = .readingBack }
      case .readingBack:
        try checkConfiguration(plan, &bus)
        isIdentified = true
        beginSampling(plan, at: now)
      case .sampling:
        return try sample(plan, &bus, at: now)
      }
      return .nothing
    } catch {
      return fail(error, at: now)
    }
  }

  // MARK: - Bring-up

  private mutating func identify<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    let found = try read(plan.identity, plan, &bus)
    var bytes: UInt32 = 0
    var index: UInt8 = 0
    while index < plan.identity.count {
      let byte = found[Int(index)]
      let expected = UInt8(truncatingIfNeeded: plan.identityBytes &>> (UInt32(index) &* 8))
      guard byte == expected else {
        throw SensorError(
          chip: plan.chip, register: plan.identity.register &+ index, kind: .wrongIdentity, expected: expected,
          found: byte)
      }
      bytes |= UInt32(byte) &<< (UInt32(index) &* 8)
      index &+= 1
    }
    identityBytes = bytes
    isIdentified = true
  }

  /// Compares the configuration with what was written.
  private mutating func checkConfiguration<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) {
    let found = try read(plan.readBack, plan, &bus)
    var index = 0
    while index < Int(plan.writeCount) {
      let write = plan.writes[index]
      let offset = write.register &- plan.readBack.register
      if write.mask != 0, offset < plan.readBack.count {
        let byte = found[Int(offset)]
        guard (write.value ^ byte) & write.mask == 0 else {
          throw SensorError(
            chip: plan.chip, register: write.register, kind: .configurationNotKept, expected: write.value, found: byte)
        }
      }
      index &+= 1
    }
  }

  private mutating func beginSampling(_ plan: borrowing ChipPlan, at now: Instant) {
    phase = .sampling
    faults = 0
    discards = plan.discards
    lastNews = now
    due = now.advanced(by: plan.period)
    wake = due
    nextSupervision = due
    checksConfigurationNext = false
  }

  /// Writes all registers again before the next sample; bring-up that has not come to them yet will do so anyway.
  mutating func configureAgain() {
    guard phase.rawValue > Phase.configuring.rawValue || phase == .configuring && step > 0 else { return }
    phase = .configuring
    step = 0
    wake = Instant(microseconds: 0)
  }

  // MARK: - Sampling

  /// Status comes first, so that the data is at least as new as the flag.
  private mutating func sample<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorStep {
    if now >= nextSupervision { try supervise(plan, &bus, at: now) }
    let status = try read(RegisterBurst(1, from: plan.statusRegister), plan, &bus)
    guard status[0] & plan.readyMask != 0 else { return try waitLonger(plan, &bus, at: now) }
    let bytes = try read(plan.data, plan, &bus)

    faults = 0
    lastNews = now
    due = due.advanced(by: plan.period)
    if due <= now { due = now.advanced(by: plan.period) }
    wake = due
    if discards > 0 {
      discards &-= 1
      return .nothing
    }
    if watch.note(bytes, count: plan.data.count, at: now) {
      throw SensorError(chip: plan.chip, register: plan.data.register, kind: .stuckData, detail: watch.repetitions)
    }
    return .data(bytes)
  }

  /// Nothing new: looks again after a quarter of a period. Each whole period too late gives the last sample again,
  /// marked stale; after four periods, because the chip's clock may differ, and 10 ms it is initialised again.
  private mutating func waitLonger<Bus: RegisterBus & ~Copyable>(
    _ plan: borrowing ChipPlan, _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorStep {
    let silence = now.elapsed(since: lastNews)
    if silence > plan.period &* 4 &+ 10_000 {
      // A chip that lost its supply sleeps with its registers at their defaults: say that, if it is so.
      try checkConfiguration(plan, &bus)
      let milliseconds = silence / 1000
      throw SensorError(
        chip: plan.chip, register: plan.statusRegister, kind: .notReady,
        detail: milliseconds > 0xffff ? UInt16.max : UInt16(truncatingIfNeeded: milliseconds))
    }
    wake = now.advanced(by: plan.period &>> 2)
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
    nextSupervision = now.advanced(by: SensorTiming.supervisionMicroseconds)
  }

  // MARK: - Failure

  /// The one place that decides what a failure leads to.
  private mutating func fail(_ error: SensorError, at now: Instant) -> SensorStep {
    if error.kind == .bus {
      faults &+= 1
      if faults < SensorTiming.faultsBeforeRecovery {
        wake = now.advanced(by: SensorTiming.busRetryMicroseconds)
        return .failed(error, isAvailable: isAvailable)
      }
    }
    wake = isAvailable ? now : now.advanced(by: SensorTiming.bringUpRetryMicroseconds)
    phase = .refused
    isAvailable = false
    return .failed(error, isAvailable: false)
  }

  // MARK: - Bus

  @inline(never)
  private mutating func read<Bus: RegisterBus & ~Copyable>(
    _ burst: RegisterBurst, _ plan: borrowing ChipPlan, _ bus: inout Bus
  ) throws(SensorError) -> RegisterBytes {
    let flag = burst.count > 1 ? plan.burstFlag : 0
    do throws(BusFault) {
      let bytes = try bus.read(from: burst.register | flag, of: plan.address, count: Int(burst.count))
      linesAreStuck = false
      return bytes
    } catch {
      throw busError(error, plan, burst.register)
    }
  }

  /// Lines that stayed low explain every fault that follows.
  private func busError(_ fault: BusFault, _ plan: borrowing ChipPlan, _ register: UInt8) -> SensorError {
    SensorError(chip: plan.chip, register: register, bus: linesAreStuck ? .stuckLow : fault)
  }
}

/// The times that every driver keeps.
public enum SensorTiming {
  /// Bus faults, with no sample and no finished bring-up between them, after which the bus is cleared and the chip
  /// initialised again.
  public static var faultsBeforeRecovery: UInt8 { 3 }
  /// From a bus fault to the next try.
  public static var busRetryMicroseconds: UInt32 { 5000 }
  /// From a failed bring-up to the next.
  public static var bringUpRetryMicroseconds: UInt32 { 250_000 }
  /// Temperature and configuration are read in turn, one each time this has passed.
  public static var supervisionMicroseconds: UInt32 { 500_000 }
}
