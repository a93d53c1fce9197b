// A chip's test of itself: it makes a field, a force or a turn of known size, and the measurement must change by it.
import Quantities

/// How a chip tests itself.
public struct ChipSelfTest: Sendable {
  /// The register and the bits that switch the test on.
  var register: UInt8
  var bits: UInt8
  /// Codes of rate and scale at which the data sheet gives the limits.
  var rate: UInt8
  var scale: UInt8
  /// Measurements thrown away after the switch, beside those of the plan.
  var settling: UInt8
  /// What the change must be between on X and Y, and on Z: nanotesla, micro-g or 2^−20 rad/s.
  var levels: (least: Int32, most: Int32)
  var vertical: (least: Int32, most: Int32)
}

/// A chip that can test itself.
public protocol SelfTestingChip: SensorChipDriver {
  static var selfTest: ChipSelfTest { get }
}

/// What a chip's test of itself gave.
public enum ChipSelfTestOutcome: Equatable, Sendable {
  case running
  /// How much each axis changed, in the unit of the chip's kind, and whether that is within the chip's limits.
  case finished(change: Vector3, isPassed: Bool)
  /// The chip did not answer, or did not keep what was written.
  case failed(SensorError)
}

/// Carries out the test of one chip. It takes under a second; the instrument must lie still meanwhile.
///
/// The chip's driver must not be polled during the test. Call `restart()` of the driver afterwards.
public struct SensorSelfTest<Chip: SelfTestingChip>: Sendable {
  /// Measurements of each mean, a power of two.
  private static var measurements: Int32 { 8 }

  private var machine: SensorMachine
  private var trim = Chip.Trim()
  private var isOn = false
  private var left: Int32
  private var settling: UInt8
  private var sums = Vector3.zero
  private var before = Vector3.zero
  private var outcome = ChipSelfTestOutcome.running

  /// - Parameter address: where the chip answers; 0 for the address of its plan.
  public init(at address: UInt8 = 0) {
    let test = Chip.selfTest
    machine = SensorMachine(rate: test.rate, scale: test.scale, noise: .present, address: address)
    left = Self.measurements
    settling = test.settling
  }

  /// Takes at most one step, like `SensorDriver.poll`. After the end it gives the outcome again.
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> ChipSelfTestOutcome {
    guard outcome == .running, now >= machine.wake else { return outcome }
    switch machine.poll(plan, &bus, at: now) {
    case .nothing, .repeated: break
    case .trim(let bytes, let step): trim.load(bytes, step: step)
    case .failed(let error, _): outcome = .failed(error)
    case .data(let bytes, _): add(Chip.counts(bytes, trim: trim))
    }
    return outcome
  }

  /// The chip's plan, with the bits of the test.
  private var plan: ChipPlan {
    let test = Chip.selfTest
    var plan = Chip.plan(rate: test.rate, scale: test.scale)
    if machine.address != 0 { plan.address = machine.address }
    let bits = isOn ? test.bits : 0
    var index = 0
    var isThere = false
    while index < Int(plan.stepCount) {
      if plan.steps[index].register == test.register && plan.steps[index].action == .write {
        plan.steps[index].value |= bits
        isThere = true
      }
      index &+= 1
    }
    if !isThere { plan.append(ConfigurationStep(bits, to: test.register)) }
    return plan
  }

  private mutating func add(_ counts: Vector3) {
    guard settling == 0 else {
      settling &-= 1
      return
    }
    sums = Vector3(x: sums.x &+ counts.x, y: sums.y &+ counts.y, z: sums.z &+ counts.z)
    left &-= 1
    guard left == 0 else { return }
    if isOn {
      judge()
    } else {
      isOn = true
      before = sums
      sums = .zero
      left = Self.measurements
      settling = Chip.selfTest.settling
      machine.configureAgain()
    }
  }

  private mutating func judge() {
    let test = Chip.selfTest
    let change = Vector3(
      x: (sums.x &- before.x) / Self.measurements, y: (sums.y &- before.y) / Self.measurements,
      z: (sums.z &- before.z) / Self.measurements)
    let value = Chip.Sample.rule(of: test.scale)?.value(of: change) ?? .zero
    func fits(_ change: Int32, _ limits: (least: Int32, most: Int32)) -> Bool {
      change.magnitude >= limits.least.magnitude && change.magnitude <= limits.most.magnitude
    }
    outcome = .finished(
      change: value,
      isPassed: fits(value.x, test.levels) && fits(value.y, test.levels) && fits(value.z, test.vertical))
  }
}

extension SensorDriver {
  /// Configures the chip again before the next sample: after something else has written to it.
  public mutating func restart() { machine.configureAgain() }
}

extension LIS2MDLMagnetometer: SelfTestingChip {
  /// Self_test in CFG_REG_C: 15 to 500 milligauss (ST's driver and the data sheet's section 8.17 agree).
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x62, bits: 0x02, rate: 3, scale: 26,
      settling: 1, levels: (1500, 50_000),
      vertical: (1500, 50_000))
  }
}

extension LIS3MDLMagnetometer: SelfTestingChip {
  /// ST in CTRL_REG1, at ±12 gauss and 80 Hz: 1 to 3 gauss on X and Y, 0.1 to 1 gauss on Z. Not confirmed by a second
  /// source.
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x20, bits: 0x01, rate: 7, scale: 24,
      settling: 1, levels: (100_000, 300_000),
      vertical: (10_000, 100_000))
  }
}

extension HMC5883LMagnetometer: SelfTestingChip {
  /// Positive bias in configuration register A, at 390 counts a gauss: 243 to 575 counts (data sheet, "self test
  /// operation"; ArduPilot and Betaflight accept the same).
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x00, bits: 0x01, rate: 6, scale: 13,
      settling: 1, levels: (62_308, 147_436),
      vertical: (62_308, 147_436))
  }
}

extension LIS3DHAccelerometer: SelfTestingChip {
  /// ST1:ST0 = 01 in CTRL_REG4, at ±2 g and 100 Hz: 68 to 1440 mg (data sheet, mechanical characteristics: 17 to 360 counts
  /// of 4 mg; ST's driver accepts the same).
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x23, bits: 0x02, rate: 4, scale: 5,
      settling: 1, levels: (68_000, 1_440_000),
      vertical: (68_000, 1_440_000))
  }
}

extension LSM6DSOXAccelerometer: SelfTestingChip {
  /// ST_XL = 01 in CTRL5_C, at ±4 g and 52 Hz: 50 to 1700 mg (data sheet, mechanical characteristics). Not confirmed by
  /// a second source.
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x14, bits: 0x01, rate: 2, scale: 10,
      settling: 2, levels: (50_000, 1_700_000),
      vertical: (50_000, 1_700_000))
  }
}

extension LSM6DSOXGyroscope: SelfTestingChip {
  /// ST_G = 01 in CTRL5_C, at ±2000 °/s and 208 Hz: 150 to 700 °/s (data sheet, mechanical characteristics), in
  /// 2^−20 rad/s. Not confirmed by a second source.
  public static var selfTest: ChipSelfTest {
    ChipSelfTest(
      register: 0x14, bits: 0x04, rate: 4, scale: 5,
      settling: 2, levels: (2_745_158, 12_810_738),
      vertical: (2_745_158, 12_810_738))
  }
}
