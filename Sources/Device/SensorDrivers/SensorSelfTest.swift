// A chip's test of itself: it makes a field, a force or a turn of known size, and the measurement must change by it.
import Quantities
import RawMemory

/// How a chip tests itself. What the change must be: `SelfTestLimits`.
public struct ChipSelfTest: Sendable {
  /// The register and the bits that switch the test on. The chip's plan writes this register.
  var register: UInt8
  var bits: UInt8
  /// Codes of rate and scale at which the data sheet gives the limits.
  var rate: UInt8
  var scale: UInt8
  /// Measurements thrown away after each configuration, beside those of the plan.
  var settling: UInt8
}

/// How far a test of a chip came; the numbers are those of the link protocol.
public enum SelfTestOutcome: UInt8, Sendable {
  /// No sensor of this kind delivers samples.
  case noSensor
  /// The chip has no test, or its driver does not implement it.
  case noTest
  /// `SensorSelfTest.change` is the result.
  case measured
  /// The chip did not answer, or did not keep what was written.
  case brokenOff
}

/// Lets one chip of a board test itself. It takes less than a second; the instrument must lie still meanwhile.
///
/// The driver continues to measure, at the rate and the scale of the test. The test consumes its samples, and no other part
/// receives them.
/// In each turn of the main loop: `serve` of a driver before its poll, and `take` after it. After all sensors: the instrument's
/// `send`. A kind that no driver has served by then is not on the board.
public struct SensorSelfTest: Sendable {
  private enum Stage: UInt8, Sendable {
    case idle, over
    /// Samples are taken.
    case without, with
    /// The driver has to begin, to switch the test on, to measure as before.
    case begun, switching, ending
  }

  /// Measurements of each mean.
  private static var measurements: UInt8 { 8 }

  private var stage = Stage.idle
  /// What is tested.
  public private(set) var kind = SensorKind.none
  public private(set) var outcome = SelfTestOutcome.noSensor
  private var left: UInt8 = 0
  /// The driver's scale before.
  private var scale: UInt8 = 0
  /// Why the test broke off.
  public private(set) var error: SensorError?
  /// The sum of the measurements with the test on, less that without it.
  private var sum = Vector3.zero

  /// No test runs.
  public init() {}

  /// Whether its enumerations hold cases; the memory may have been overwritten.
  public var isSound: Bool {
    Unchecked.isCase(stage, of: 7) && Unchecked.isCase(kind, of: 4) && Unchecked.isCase(outcome, of: 4)
  }

  /// Begins with the next turn of the main loop.
  public mutating func begin(_ kind: SensorKind) {
    self = SensorSelfTest()
    self.kind = kind
    stage = .begun
  }

  /// Whether the result is there. Ask after all sensors of the board were served.
  public var isOver: Bool { stage == .over || stage == .begun }

  /// The result was sent.
  public mutating func finish() { stage = .idle }

  /// How much each axis has changed, in the unit of the sensor's kind: nanotesla, micro-g or 2^−20 rad/s.
  public var change: Vector3 {
    Vector3(x: Self.mean(sum.x), y: Self.mean(sum.y), z: Self.mean(sum.z))
  }

  private static func mean(_ sum: Int32) -> Int32 { sum / Int32(truncatingIfNeeded: Int(measurements)) }

  /// Whether a driver of this kind has to be served.
  @inline(__always)
  public func calls(_ kind: SensorKind) -> Bool { stage.rawValue >= Stage.begun.rawValue && self.kind == kind }

  /// Does the next step with the driver that is polled next.
  @inline(never)
  mutating func serve(_ machine: inout SensorMachine, _ test: ChipSelfTest?) {
    guard let test, stage != .ending, stage != .begun || machine.isAvailable else {
      if stage == .ending { machine.endTest(scale: scale) } else if machine.isAvailable { outcome = .noTest }
      stage = .over
      return
    }
    if stage == .begun { scale = machine.range.scale }
    machine.begin(test, isOn: stage == .switching)
    stage = stage == .switching ? .with : .without
    left = Self.measurements &+ test.settling
  }

  /// Consumes the result of a sensor's poll, if it belongs to the test. The instrument gets the rest: all results while no test
  /// of this kind runs, otherwise the faults.
  @inline(__always)
  public mutating func consume<Sample: DriverSample>(_ outcome: inout SensorOutcome<Sample>) {
    if kind == Sample.kind, stage == .without || stage == .with { consumeOwn(&outcome) }
  }

  @inline(never)
  private mutating func consumeOwn<Sample: DriverSample>(_ outcome: inout SensorOutcome<Sample>) {
    switch outcome {
    case .nothing: return
    case .sample(let sample):
      if !sample.isStale { add(sample.vector) }
      outcome = .nothing
    case .fault(let error): breakOff(error, .ending)
    // The driver restarts, as before the test.
    case .unavailable(let error): breakOff(error, .over)
    }
  }

  @inline(never)
  private mutating func breakOff(_ error: SensorError, _ stage: Stage) {
    outcome = .brokenOff
    self.error = error
    self.stage = stage
  }

  /// 16 g or 2000 degrees a second, sixteen times, are below 2^30.
  @inline(never)
  private mutating func add(_ vector: Vector3) {
    if left <= Self.measurements {
      let sign: Int32 = stage == .with ? 1 : -1
      sum = Vector3(x: sum.x &+ sign &* vector.x, y: sum.y &+ sign &* vector.y, z: sum.z &+ sign &* vector.z)
    }
    left &-= 1
    guard left == 0 else { return }
    if stage == .with { outcome = .measured }
    stage = stage == .with ? .ending : .switching
  }
}

extension SensorDriver {
  /// Does the test's next step on this chip. Call it before the poll.
  @inline(__always)
  public mutating func serve(_ test: inout SensorSelfTest) {
    if test.calls(Sample.kind) { test.serve(&machine, Chip.selfTest) }
  }
}

extension SensorPair {
  /// Does the test's next step on the fitted chip. Call it before the poll.
  public mutating func serve(_ test: inout SensorSelfTest) {
    if search.candidate == 0 { first.serve(&test) } else { second.serve(&test) }
  }
}

extension LIS2MDLMagnetometer {
  /// Self_test in CFG_REG_C.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x62, bits: 0x02, rate: 3, scale: 26, settling: 1)
  }
}

extension LIS3MDLMagnetometer {
  /// ST in CTRL_REG1, at ±12 gauss and 80 Hz.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x20, bits: 0x01, rate: 7, scale: 24, settling: 1)
  }
}

extension HMC5883LMagnetometer {
  /// Positive bias in configuration register A, at 390 counts a gauss.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x00, bits: 0x01, rate: 6, scale: 13, settling: 1)
  }
}

extension LIS3DHAccelerometer {
  /// ST1:ST0 = 01 in CTRL_REG4, at ±2 g and 100 Hz.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x23, bits: 0x02, rate: 4, scale: 5, settling: 1)
  }
}

extension LSM6DSOXAccelerometer {
  /// ST_XL = 01 in CTRL5_C, at ±4 g and 52 Hz.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x14, bits: 0x01, rate: 2, scale: 10, settling: 2)
  }
}

extension LSM6DSOXGyroscope {
  /// ST_G = 01 in CTRL5_C, at ±2000 °/s and 208 Hz.
  public static var selfTest: ChipSelfTest? {
    ChipSelfTest(register: 0x14, bits: 0x04, rate: 4, scale: 5, settling: 2)
  }
}
