// A driver: a chip and the machine that all chips share.
import Quantities

/// Brings a chip up, samples it and supervises it.
///
/// Call `poll` from the main loop as often as you like: it does at most three bus transactions, never waits, and
/// time comes in as an argument. `SensorMachine` has the steps.
public struct SensorDriver<Chip: SensorChipDriver>: Sensor, Sendable {
  public typealias Sample = Chip.Sample

  var machine: SensorMachine
  private var trim = Chip.Trim()

  /// - Parameters:
  ///   - milliHertz: the least data rate; see `setRate`.
  ///   - address: where the chip answers, 7 bits, or its select line on SPI; 0 for the address of its plan.
  ///   - noise: `.absent` for an emulated chip, whose still field is no sign of a fault; see `SensorNoise`.
  @inline(__always)
  public init(atLeast milliHertz: UInt32 = 75_000, at address: UInt8 = 0, noise: SensorNoise = .present) {
    machine = SensorMachine(
      rate: Chip.rateCode(atLeast: milliHertz), scale: Chip.finestScale, noise: noise, address: address)
  }

  /// The chip that answered; `.absent` until it has.
  public var identity: SensorIdentity {
    guard machine.isIdentified else { return .absent }
    let plan = self.plan
    return SensorIdentity(chip: plan.chip, address: plan.address, identityBytes: machine.identityBytes)
  }

  /// Whether samples can be relied on: from the first sample after bring-up until `.unavailable`.
  public var isAvailable: Bool { machine.isAvailable }
  public var milliHertz: UInt32 { Chip.milliHertz(rate: machine.rate) }
  public var delay: UInt16 { Chip.delay(rate: machine.rate) }
  public var zeroRateOffset: UInt16 { Chip.zeroRateOffset }
  public var scaleCode: UInt8 { machine.range.scale }
  public var progress: SensorProgress { machine.progress }

  /// Whether what the driver chooses by is within its ranges, so that no poll looks beyond a table; the memory may have been
  /// overwritten. Other numbers may be anything: they are only wrong.
  public var isSound: Bool {
    // `mutating`: no copy of the machine.
    mutating get { machine.isSound(fastestRate: Chip.fastestRate, scales: Chip.finestScale, Chip.widestScale) }
  }

  /// Whether the last attempt of a bring-up failed.
  public var isRefused: Bool { @inline(__always) mutating get { machine.phase == .refused } }

  /// Chooses the slowest rate that is at least `milliHertz` thousandths of a hertz, or the fastest.
  public mutating func setRate(atLeast milliHertz: UInt32) {
    machine.setRate(Chip.rateCode(atLeast: milliHertz))
  }

  /// Numbers the sensor among those of its kind on the board.
  public mutating func setInstance(_ instance: UInt8) { machine.instance = instance }

  /// Does at most one step: a transaction of bring-up, or one sample. It never waits.
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> SensorOutcome<Sample> {
    if now < machine.wake { return .nothing }
    var plan = self.plan
    if let test = Chip.selfTest, machine.isTestOn { plan.add(test.bits, to: test.register) }
    switch machine.poll(plan, &bus, at: now) {
    case .nothing: return .nothing
    case .failed(let error, let isAvailable): return isAvailable ? .fault(error) : .unavailable(error)
    case .trim(let bytes, let step):
      trim.load(bytes, step: step)
      return .nothing
    case .repeated: return sample(machine.watch.last, plan, machine.sampledScale, isSaturated: false, isStale: true)
    case .data(let bytes, let half):
      if Chip.Trim.keepsPair {
        addToPair(bytes, half)
        if half == .first { return .nothing }
      }
      machine.sampled = now
      machine.sampledScale = machine.range.scale
      machine.isAvailable = true
      return sample(
        bytes, plan, machine.sampledScale, isSaturated: half == .secondOfSaturated, isStale: false)
    }
  }

  private var plan: ChipPlan {
    var plan = Chip.plan(rate: machine.rate, scale: machine.range.scale)
    if machine.address != 0 { plan.address = machine.address }
    return plan
  }

  /// Adds one measurement to a pair: half of the difference is the field without the bridge's offset. The half count
  /// that is dropped is far below the noise of such chips.
  private mutating func addToPair(_ bytes: RegisterBytes, _ half: PairHalf) {
    let counts = Chip.counts(bytes, trim: trim)
    guard half == .first else {
      let pair = trim.pair
      trim.pair = Vector3(x: (pair.x &- counts.x) &>> 1, y: (pair.y &- counts.y) &>> 1, z: (pair.z &- counts.z) &>> 1)
      return
    }
    trim.pair = counts
    if Chip.isSaturated(bytes, status: machine.status) { machine.half = .secondOfSaturated }
  }

  /// Makes the sample. A new one may change the range.
  /// - Parameter isSaturated: whether the first measurement of a pair was.
  private mutating func sample(
    _ bytes: RegisterBytes, _ plan: borrowing ChipPlan, _ scale: UInt8, isSaturated: Bool, isStale: Bool
  ) -> SensorOutcome<Sample> {
    let read = Chip.Trim.keepsPair ? trim.pair : Chip.counts(bytes, trim: trim)
    // The scale stays among the chip's, and its counts within its registers, so this always has a value.
    guard let rule = Sample.rule(of: scale) else { return .nothing }
    let counts = Chip.frame.rightHanded(read, largest: rule.largestRegister)
    guard let value = rule.value(of: counts) else { return .nothing }
    let isSaturated =
      isSaturated || rule.isBeyondRange(counts) || Chip.isSaturated(bytes, status: machine.status)
    if !isStale { control(counts, rule, isSaturated) }
    let origin = SampleOrigin(chip: plan.chip, address: plan.address, instance: machine.instance)
    return .sample(
      Sample(
        counts: counts, value: value, scale: scale, isSaturated: isSaturated, isStale: isStale, at: machine.sampled,
        from: origin, temperatureEighths: temperatureEighths))
  }

  private mutating func control(_ counts: Vector3, _ rule: ScaleRule, _ isSaturated: Bool) {
    let hasChanged: Bool
    if isSaturated {
      hasChanged = machine.range.addOverflow(widest: Chip.widestScale)
    } else {
      let finer = machine.range.scale == Chip.finestScale ? nil : Sample.rule(of: machine.range.scale &- 1)
      hasChanged = machine.range.add(
        isSmall: finer.map { rule.isSmall(counts, for: $0) } ?? false, at: machine.sampled)
    }
    if hasChanged { machine.configureAgain() }
  }

  private var temperatureEighths: Int16? {
    guard machine.hasTemperature else { return nil }
    var bytes = RegisterBytes(repeating: 0)
    bytes[0] = UInt8(truncatingIfNeeded: machine.temperatureBytes &>> 8)
    bytes[1] = UInt8(truncatingIfNeeded: machine.temperatureBytes)
    return Chip.temperatureEighths(bytes)
  }
}

extension SensorDriver: Magnetometer where Chip.Sample == FieldSample {}
extension SensorDriver: Accelerometer where Chip.Sample == ForceSample {}
extension SensorDriver: Gyroscope where Chip.Sample == RateSample {}
