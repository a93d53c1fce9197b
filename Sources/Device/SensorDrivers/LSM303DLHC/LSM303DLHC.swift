// The LSM303DLHC magnetometer: bring-up, sampling and supervision, one step a poll.
import Quantities

/// ST LSM303DLHC, its magnetometer, on a register bus.
///
/// Call `poll` from the main loop as often as you like: it does at most three bus transactions, never waits, and
/// time comes in as an argument.
///
/// ```
/// freeing ▶ identifying ▶ settingRate ▶ settingGain ▶ settingMode ▶ readingBack ▶ sampling
///    ▲                        ▲                                                      │
///    │                        └────────────── rate or range to change ◀──────────────┤
///    └── 3 bus faults in a row · wrong identity · lost configuration · no data · stuck data (from every state)
/// ```
///
/// A bus fault is tried again after 5 ms. When bring-up begins again because a working chip failed it does so at
/// once; when it failed before the first sample, after 250 ms.
public struct LSM303DLHC: Sendable {
  enum Phase: UInt8, Sendable {
    case freeing, identifying, settingRate, settingGain, settingMode, readingBack, sampling
  }

  /// Bus faults, with no sample and no finished bring-up between them, after which the bus is cleared and the chip
  /// initialised again.
  public static var faultsBeforeRecovery: UInt8 { 3 }
  /// From a bus fault to the next try.
  public static var busRetryMicroseconds: UInt32 { 5000 }
  /// From a failed bring-up to the next.
  public static var bringUpRetryMicroseconds: UInt32 { 250_000 }
  /// Temperature and configuration are read in turn, one each time this has passed.
  public static var supervisionMicroseconds: UInt32 { 500_000 }
  /// Measurements thrown away after a configuration: the one under way used the old gain, and this family of
  /// sensors applies a new gain from the second measurement on (Honeywell HMC5883L rev. E, configuration register B,
  /// the same register set; ST's datasheet is silent).
  static var discardedMeasurements: UInt8 { 2 }

  /// The chip that answered, `.absent` until it has.
  public private(set) var identity = SensorIdentity.absent
  /// Whether samples can be relied on: from the first sample after bring-up until `.unavailable`.
  public private(set) var isAvailable = false
  /// What one count of the next sample is worth.
  public var scale: FieldScale { range.scale }
  /// The chip's data rate in thousandths of a hertz.
  public var milliHertz: UInt32 { Self.milliHertz[Int(rate)] }

  private var phase = Phase.freeing
  private var rate: UInt8
  private var range = RangeControl()
  private var watch: StuckDataWatch
  /// Nothing happens before.
  private var wake = Instant(microseconds: 0)
  /// When the next measurement should be there.
  private var due = Instant(microseconds: 0)
  /// When the chip last had something new, or was configured.
  private var lastNews = Instant(microseconds: 0)
  private var nextSupervision = Instant(microseconds: 0)
  private var checksConfigurationNext = false
  private var discards: UInt8 = 0
  private var faults: UInt8 = 0
  private var linesAreStuck = false
  private var lastSample: FieldSample?
  private var temperatureEighths: Int16?

  /// - Parameters:
  ///   - milliHertz: the least data rate; see `setRate`.
  ///   - noise: `.absent` for an emulated chip, whose still field is no sign of a fault; see `SensorNoise`.
  public init(atLeast milliHertz: UInt32 = 75_000, noise: SensorNoise = .present) {
    rate = Self.rateCode(atLeast: milliHertz)
    watch = StuckDataWatch(noise: noise)
  }

  /// Chooses the slowest data rate of the chip (0.75, 1.5, 3, 7.5, 15, 30, 75, 220 Hz) that is at least
  /// `milliHertz` thousandths of a hertz, or 220 Hz beyond. Takes effect with the next polls.
  public mutating func setRate(atLeast milliHertz: UInt32) {
    let code = Self.rateCode(atLeast: milliHertz)
    guard code != rate else { return }
    rate = code
    configureAgain()
  }

  /// Takes at most one step: a bus transaction of bring-up, or one sample.
  /// - Parameter now: device time; must not run backwards.
  public mutating func poll<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus, at now: Instant) -> SensorOutcome {
    if now < wake { return .nothing }
    do throws(SensorError) {
      switch phase {
      case .freeing:
        // A microcontroller that was reset in the middle of a read leaves the chip holding the data line, so the
        // bus is cleared before the first attempt too. Whether it worked is judged by the chip's answer.
        linesAreStuck = !bus.recover()
        faults = 0
        phase = .identifying
      case .identifying:
        try identify(&bus)
        phase = .settingRate
      case .settingRate:
        try write(Self.configurationA(rate: rate), to: Register.configurationA, &bus)
        phase = .settingGain
      case .settingGain:
        try write(Self.configurationB(gain: range.scale.rawValue), to: Register.configurationB, &bus)
        phase = .settingMode
      case .settingMode:
        try write(Self.continuousMode, to: Register.mode, &bus)
        phase = .readingBack
      case .readingBack:
        try checkConfiguration(&bus)
        beginSampling(at: now)
      case .sampling:
        return try sample(&bus, at: now)
      }
      return .nothing
    } catch {
      return fail(error, at: now)
    }
  }

  // MARK: - Bring-up

  private mutating func identify<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus) throws(SensorError) {
    let found = try read(Register.identity, count: 3, &bus)
    var index = 0
    while index < 3 {
      guard found[index] == Self.identityBytes[index] else {
        throw SensorError(
          chip: .lsm303dlhc, register: Register.identity &+ UInt8(truncatingIfNeeded: index), kind: .wrongIdentity,
          expected: Self.identityBytes[index], found: found[index])
      }
      index &+= 1
    }
    linesAreStuck = false
    identity = SensorIdentity(
      chip: .lsm303dlhc, address: Self.address,
      identityBytes: UInt32(found[0]) | UInt32(found[1]) &<< 8 | UInt32(found[2]) &<< 16)
  }

  /// Compares CRA_REG_M, CRB_REG_M and MR_REG_M with what was written.
  private func checkConfiguration<Bus: RegisterBus & ~Copyable>(_ bus: inout Bus) throws(SensorError) {
    let expected: InlineArray<3, UInt8> = [
      Self.configurationA(rate: rate), Self.configurationB(gain: range.scale.rawValue), Self.continuousMode,
    ]
    let found = try read(Register.configurationA, count: 3, &bus)
    var index = 0
    while index < 3 {
      guard (expected[index] ^ found[index]) & Self.configurationMask[index] == 0 else {
        throw SensorError(
          chip: .lsm303dlhc, register: Register.configurationA &+ UInt8(truncatingIfNeeded: index),
          kind: .configurationNotKept, expected: expected[index], found: found[index])
      }
      index &+= 1
    }
  }

  private mutating func beginSampling(at now: Instant) {
    phase = .sampling
    faults = 0
    discards = Self.discardedMeasurements
    lastNews = now
    due = now.advanced(by: period)
    wake = due
    nextSupervision = due
    checksConfigurationNext = false
  }

  /// Writes all three registers again before the next sample; bring-up that has not come to them yet will do so anyway.
  private mutating func configureAgain() {
    guard phase.rawValue > Phase.settingRate.rawValue else { return }
    phase = .settingRate
    wake = Instant(microseconds: 0)
  }

  // MARK: - Sampling

  private var period: UInt32 { Self.periodMicroseconds[Int(rate)] }
  /// How long the chip may have nothing new: four periods, because its clock may differ, and 10 ms.
  private var longestSilence: UInt32 { period &* 4 &+ 10_000 }

  /// Status and data are two transactions, because they cannot be one: after OUT_Y_L_M (0x08) the register pointer
  /// goes back to OUT_X_H_M (0x03) and never reaches SR_REG_M (0x09). Status comes first, so that the data is at least
  /// as new as the flag; while the six bytes are read the chip locks them (LOCK in SR_REG_M). A read cut off by a
  /// fault leaves them locked until the next whole read, which is what a retry is.
  private mutating func sample<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorOutcome {
    if now >= nextSupervision { try supervise(&bus, at: now) }
    let status = try read(Register.status, count: 1, &bus)
    guard status[0] & Self.dataReady != 0 else { return try waitLonger(&bus, at: now) }
    let bytes = try read(Register.data, count: 6, &bus)

    faults = 0
    lastNews = now
    due = due.advanced(by: period)
    if due <= now { due = now.advanced(by: period) }
    wake = due
    if discards > 0 {
      discards &-= 1
      return .nothing
    }
    if watch.note(RawSample(bytes), at: now) {
      throw SensorError(chip: .lsm303dlhc, register: Register.data, kind: .stuckData, detail: watch.repetitions)
    }
    let scale = range.scale
    // RangeControl keeps the scale within 1…7, so this always decodes.
    guard let measurement = Self.decode(bytes, scale: scale) else { return .nothing }
    if range.note(measurement, at: now) { configureAgain() }
    let sample = FieldSample(
      time: now, counts: measurement.counts, scale: scale, field: measurement.field,
      isOverflowed: measurement.isOverflowed, temperatureEighths: temperatureEighths)
    lastSample = sample
    isAvailable = true
    return .sample(sample)
  }

  /// Nothing new: looks again after a quarter of a period. Each whole period too late gives the last sample again,
  /// marked stale; beyond `longestSilence` the chip is initialised again.
  private mutating func waitLonger<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) throws(SensorError) -> SensorOutcome {
    let silence = now.elapsed(since: lastNews)
    if silence > longestSilence {
      // A chip that lost its supply sleeps with its registers at their defaults: say that, if it is so.
      try checkConfiguration(&bus)
      let milliseconds = silence / 1000
      throw SensorError(
        chip: .lsm303dlhc, register: Register.status, kind: .notReady,
        detail: milliseconds > 0xffff ? UInt16.max : UInt16(truncatingIfNeeded: milliseconds))
    }
    wake = now.advanced(by: period &>> 2)
    guard now.elapsed(since: due) >= period else { return .nothing }
    due = due.advanced(by: period)
    guard isAvailable, var sample = lastSample else { return .nothing }
    sample.isStale = true
    return .sample(sample)
  }

  /// Reads the temperature and the configuration in turn.
  private mutating func supervise<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) throws(SensorError) {
    if checksConfigurationNext {
      try checkConfiguration(&bus)
    } else {
      let bytes = try read(Register.temperature, count: 2, &bus)
      temperatureEighths = Self.temperatureEighths(high: bytes[0], low: bytes[1])
    }
    checksConfigurationNext.toggle()
    nextSupervision = now.advanced(by: Self.supervisionMicroseconds)
  }

  // MARK: - Failure

  /// The one place that decides what a failure leads to.
  private mutating func fail(_ error: SensorError, at now: Instant) -> SensorOutcome {
    if error.kind == .bus {
      faults &+= 1
      if faults < Self.faultsBeforeRecovery {
        wake = now.advanced(by: Self.busRetryMicroseconds)
        return isAvailable ? .fault(error) : .unavailable(error)
      }
    }
    wake = isAvailable ? now : now.advanced(by: Self.bringUpRetryMicroseconds)
    phase = .freeing
    isAvailable = false
    return .unavailable(error)
  }

  // MARK: - Bus

  private func read<Bus: RegisterBus & ~Copyable>(
    _ register: UInt8, count: Int, _ bus: inout Bus
  ) throws(SensorError) -> RegisterBytes {
    do throws(BusFault) {
      return try bus.read(from: register, of: Self.address, count: count)
    } catch {
      throw busError(error, register)
    }
  }

  private func write<Bus: RegisterBus & ~Copyable>(
    _ value: UInt8, to register: UInt8, _ bus: inout Bus
  ) throws(SensorError) {
    do throws(BusFault) {
      try bus.write(value, to: register, of: Self.address)
    } catch {
      throw busError(error, register)
    }
  }

  /// Lines that stayed low explain every fault that follows.
  private func busError(_ fault: BusFault, _ register: UInt8) -> SensorError {
    SensorError(chip: .lsm303dlhc, register: register, bus: linesAreStuck ? .stuckLow : fault)
  }
}
