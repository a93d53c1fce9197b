// What the motion filter gave on trials with optical truth.

/// Root mean squares of one trial's errors while it moves, in degrees.
public struct MotionErrors: Equatable, Sendable {
  public var total = 0.0
  public var heading = 0.0
  public var inclination = 0.0
}

/// A rest of the instrument within a trial.
public struct MotionRest: Equatable, Sendable {
  public let seconds: Double
  /// How far the bias at its end was from the mean rate of it, degrees a second.
  public let biasError: Double
}

/// What one trial gave at one rate.
public struct MotionTrialResult: Sendable {
  public let name: String
  /// Whose samples these are; `nil` for BROAD's sensor.
  public let device: String?
  /// Samples a second.
  public let hertz: Double
  /// Of the integers, and of the same equations in Double.
  public var integer = MotionErrors()
  public var double = MotionErrors()
  /// The largest angle between the two attitudes, degrees.
  public var difference = 0.0
  /// The heading's error of each row that counts, and what was stated for 95 % of them; degrees, of the integers.
  public var errors: [Double] = []
  public var bounds: [Double] = []
  /// The total error of the last row that counts, degrees.
  public var end = 0.0
  /// The rests of three seconds and more.
  public var rests: [MotionRest] = []

  /// The share of rows within what was stated.
  public var coverage: Double { Double(zip(errors, bounds).count { $0 <= $1 }) / Double(errors.count) }
}

/// All trials at one rate.
public struct MotionRateResult: Sendable {
  /// Rows of which one sample is the mean.
  public let group: Int
  public let trials: [MotionTrialResult]
  /// The inclination of the same trials without the field, six axes; degrees. `nil` where it was not run.
  public var withoutField: Double?

  /// Samples a second.
  public var hertz: Double { 1e6 / MotionCheck.period / Double(group) }
  public var integer: MotionErrors { mean(\.integer) }
  public var double: MotionErrors { mean(\.double) }
  public var difference: Double { trials.map(\.difference).max() ?? 0 }
  /// The trial with the largest total error.
  public var worst: MotionTrialResult? { trials.max { $0.integer.total < $1.integer.total } }

  /// Trial 27 has an error that nothing observes: a phone beside the sensor. It is left out of what follows.
  private var known: [MotionTrialResult] { trials.filter { !$0.name.hasPrefix("27") } }
  /// The share of all rows within the stated accuracy.
  public var coverage: Double {
    let rows = known.map { Double($0.errors.count) }.reduce(0, +)
    return rows == 0 ? 1 : known.map { $0.coverage * Double($0.errors.count) }.reduce(0, +) / rows
  }
  /// The least such share of one trial.
  public var leastCoverage: Double { known.map(\.coverage).min() ?? 1 }
  /// The mean stated accuracy over the error that 95 % of all rows are below.
  public var ratio: Double {
    let errors = known.flatMap(\.errors).sorted()
    let bounds = known.flatMap(\.bounds)
    guard !errors.isEmpty else { return 1 }
    return bounds.reduce(0, +) / Double(bounds.count) / errors[errors.count * 95 / 100]
  }

  /// The rests of all trials, and the largest distance of the bias from their mean rate.
  public var rests: [MotionRest] { trials.flatMap(\.rests) }
  public var biasError: Double { rests.map(\.biasError).max() ?? 0 }

  private func mean(_ errors: KeyPath<MotionTrialResult, MotionErrors>) -> MotionErrors {
    var sum = MotionErrors()
    for trial in trials {
      sum.total += trial[keyPath: errors].total / Double(trials.count)
      sum.heading += trial[keyPath: errors].heading / Double(trials.count)
      sum.inclination += trial[keyPath: errors].inclination / Double(trials.count)
    }
    return sum
  }

  /// Whether what is stated is as narrow as wanted. `isPassed` does not ask for it.
  public var isSharp: Bool { ratio <= MotionCheck.wantedRatio }

  /// Whether every limit is kept.
  /// - Parameter isSample: 15 s of one trial, most of them the filter's first seconds: more degrees are allowed.
  public func isPassed(isSample: Bool) -> Bool {
    guard let limit = isSample ? MotionCheck.sampleLimit : MotionCheck.limits[group] else { return false }
    let found = integer
    return found.total <= limit.total && found.heading <= limit.heading && found.inclination <= limit.inclination
      && coverage >= 0.95 && leastCoverage >= 0.85 && biasError <= MotionCheck.largestBiasError
      && difference <= MotionCheck.largestDifference
  }
}

/// All trials with one fault at one rate.
public struct MotionFaultResult: Sendable {
  public let fault: MotionFault
  public let rate: MotionRateResult

  public init(fault: MotionFault, rate: MotionRateResult) {
    self.fault = fault
    self.rate = rate
  }

  /// Degrees: of the heading, for the start in motion of the total.
  public var error: Double { fault == .startInMotion ? rate.integer.total : rate.integer.heading }
  /// The same of VQF, recorded.
  public var vqf: Double? { MotionPeers.vqf(under: fault, group: rate.group) }

  /// The largest error that is accepted, degrees.
  public var limit: Double? {
    fault == .startInMotion ? MotionCheck.largestAfterStart : fault.isHeldToVQF ? vqf : nil
  }

  /// Whether coverage and error keep the fault's limits.
  public var isPassed: Bool { rate.coverage >= fault.leastCoverage && error <= limit ?? .infinity }
}

/// All trials of one device under one condition.
public struct MotionDeviceResult: Sendable {
  /// The device, and the condition where the files' names have one.
  public let name: String
  /// Its trials, in the order of their names.
  public let trials: [MotionTrialResult]

  /// The results by device, in the order of their names.
  public static func groups(_ trials: [MotionTrialResult]) -> [MotionDeviceResult] {
    Dictionary(grouping: trials) { $0.device ?? "" }.map { MotionDeviceResult(name: $0.key, trials: $0.value) }
      .sorted { $0.name < $1.name }
  }

  private var rate: MotionRateResult { MotionRateResult(group: 1, trials: trials) }
  /// Of the integers, degrees; means of the trials.
  public var errors: MotionErrors { rate.integer }
  /// The largest angle between integers and Double, degrees.
  public var difference: Double { rate.difference }
  /// The share of rows within the stated accuracy.
  public var coverage: Double { rate.coverage }
  /// That of the worst trial.
  public var leastCoverage: Double { rate.leastCoverage }
  /// The mean stated accuracy over the error that 95 % of the rows are below.
  public var ratio: Double { rate.ratio }
  /// The largest total error at the end of a trial, degrees.
  public var end: Double { trials.map(\.end).max() ?? 0 }

  /// Whether 90 % of the rows are within the stated accuracy, and no trial ends more than 30° from the truth.
  public var isPassed: Bool { coverage >= 0.9 && end <= 30 }
}
