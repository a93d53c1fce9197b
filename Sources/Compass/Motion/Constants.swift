// The constants of the filter, each with its unit and its place in the specification (Protocols/motion/spec.md).

/// Constants as compact numbers; `MotionConstantsTests` holds them to their decimal values.
enum Constants {
  // MARK: - Units

  /// One unit of the field's sums in microtesla: 4 nT / 2^5.
  static var fieldUnit: CompactNumber { CompactNumber(mantissa: 4_294_967, exponent: -35) }
  /// One unit of the sums of rate × field in microtesla a second: 64 nT/s / 2^5.
  static var delayUnit: CompactNumber { CompactNumber(mantissa: 4_294_967, exponent: -31) }
  /// 4 nT in microtesla.
  static var ironUnit: CompactNumber { CompactNumber(mantissa: 4_294_967, exponent: -30) }
  /// A microsecond in seconds.
  static var microsecond: CompactNumber { CompactNumber(mantissa: 4_398_047, exponent: -42) }
  /// 2^−32 turns in radians.
  static var turnUnit: CompactNumber { CompactNumber(mantissa: 6_588_397, exponent: -52) }
  /// A radian in turns.
  static var turnPerRadian: CompactNumber { CompactNumber(mantissa: 5_340_354, exponent: -25) }

  // MARK: - Upright

  /// The low-pass filter's time constant while nothing is agitated, seconds; it is twice as long while all is. Until so many
  /// seconds have passed the mean takes its place.
  static var tiltTime: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -21) }
  /// Half of the extra time constant comes at this square of the force's distance from its low-passed one: (0.3 g)².
  static var agitation: CompactNumber { CompactNumber(mantissa: 6_039_798, exponent: -26) }
  /// What a second without a rate takes from it: e^(−30).
  static var agitationLost: CompactNumber { CompactNumber(mantissa: 7_864_320, exponent: -18) }
  /// The mean of that square follows in five seconds.
  static var agitationPerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -25) }
  /// √2.
  static var rootOfTwo: CompactNumber { CompactNumber(mantissa: 5_931_642, exponent: -22) }
  /// −√2.
  static var minusRootOfTwo: CompactNumber { CompactNumber(mantissa: -5_931_642, exponent: -22) }
  /// 1/3.
  static var third: CompactNumber { CompactNumber(mantissa: 5_592_405, exponent: -24) }

  // MARK: - Bias and scale

  /// 0.01 °/s in rad/s.
  static var offsetUnit: CompactNumber { CompactNumber(mantissa: 5_996_906, exponent: -35) }
  /// What the bias's variance grows by in a second: (0.1 °/s)²/50 s.
  static var biasGrowth: CompactNumber { CompactNumber(mantissa: 4_287_109, exponent: -46) }
  /// Variance of the rate at rest: (0.05 °/s)².
  static var biasRestNoise: CompactNumber { CompactNumber(mantissa: 6_698_608, exponent: -43) }
  /// The least variance of the rate of tilt in motion: (0.1 °/s)².
  static var biasMotionNoise: CompactNumber { CompactNumber(mantissa: 6_698_608, exponent: -41) }
  /// Innovations of an axis in motion, one in two blocks, are followed in two seconds and in five: 2/time.
  static var innovationFast: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -22) }
  static var innovationSlow: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -24) }
  /// The square of what is left between them, and of the hard iron's innovations, follows in ten seconds.
  static var innovationPerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// Variance of the bias with which down is good enough for a calibration: (0.2 °/s)².
  static var biasOfDown: CompactNumber { CompactNumber(mantissa: 6_698_608, exponent: -39) }
  /// Largest bias: 25 °/s.
  static var biasMost: CompactNumber { CompactNumber(mantissa: 7_320_441, exponent: -24) }
  /// Largest innovation: 2 °/s.
  static var biasLimit: CompactNumber { CompactNumber(mantissa: 4_685_083, exponent: -27) }
  /// Variance of the scale error at the start: (1.3 %)².
  static var scaleVariance: CompactNumber { CompactNumber(mantissa: 5_806_796, exponent: -35) }
  /// What the scale's variance grows by in a second.
  static var scaleGrowth: CompactNumber { CompactNumber(mantissa: 7_985_918, exponent: -45) }
  /// The scale error is applied above this many standard deviations.
  static var scaleGate: CompactNumber { CompactNumber(mantissa: 4_660_270, exponent: -23) }
  /// How much a second without a rate raises the measurement variances in its block.
  static var saturationWeight: CompactNumber { CompactNumber(mantissa: 4_612_584, exponent: -17) }

  // MARK: - Rest

  /// Time constant of the mean rate and force, seconds.
  static var restTime: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -23) }
  /// Seconds without motion that make a rest.
  static var restDelay: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -22) }
  /// Largest mean rate at rest, rad/s.
  static var restRate: CompactNumber { CompactNumber(mantissa: 4_697_620, exponent: -27) }

  /// Seconds until the field's drift is the mean of a fixed time.
  static var driftOpenTime: CompactNumber { CompactNumber(mantissa: 7_077_888, exponent: -19) }
  /// What makes a drift of the distance, over the seconds since the start: 9/2.
  static var driftAtStart: CompactNumber { CompactNumber(mantissa: 4_718_592, exponent: -20) }
  /// 1/4.
  static var quarter: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -24) }
  /// Variance of a rate about a level axis while the field does not confirm a rest: (0.1 °/s)².
  static var biasLevelNoise: CompactNumber { CompactNumber(mantissa: 6_698_608, exponent: -41) }
  /// The square of the largest turn about the vertical at rest: (0.25 °/s)².
  static var restTurn: CompactNumber { CompactNumber(mantissa: 5_233_287, exponent: -38) }

  // MARK: - Hard iron and delay

  /// Variance of the hard iron at the start: (30 µT)².
  static var ironVariance: CompactNumber { CompactNumber(mantissa: 7_372_800, exponent: -13) }
  /// What it grows by in a second, µT².
  static var ironGrowth: CompactNumber { CompactNumber(mantissa: 7_118_125, exponent: -23) }
  /// The least variance of one row of the hard iron, µT².
  static var ironNoise: CompactNumber { CompactNumber(mantissa: 7_944_454, exponent: -17) }
  /// The variance is so many times the mean square of the innovations, where that is more.
  static var ironShare: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -20) }
  /// The hard iron is applied above this, µT.
  static var ironGate: CompactNumber { CompactNumber(mantissa: 4_301_364, exponent: -20) }
  /// Variance of the delay at the start: (6.4 ms)².
  static var delayVariance: CompactNumber { CompactNumber(mantissa: 5_712_226, exponent: -37) }
  /// What it grows by in a second, s².
  static var delayGrowth: CompactNumber { CompactNumber(mantissa: 5_297_394, exponent: -49) }
  /// Largest correction of the delay, seconds.
  static var delayLimit: CompactNumber { CompactNumber(mantissa: 5_368_709, exponent: -28) }

  // MARK: - Heading

  /// Variance of the heading at the start, rad².
  static var openVariance: CompactNumber { CompactNumber(mantissa: 5_033_165, exponent: -24) }
  /// For so many seconds it stays there.
  static var openTime: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -21) }
  /// What the variance grows by in a second, rad².
  static var rateNoise: CompactNumber { CompactNumber(mantissa: 4_944_925, exponent: -37) }
  /// What a bias's variance counts for in a second: seconds.
  static var biasCoherence: CompactNumber { CompactNumber(mantissa: 7_969_178, exponent: -21) }
  /// Growth by the square of the rate: s.
  static var turnNoise: CompactNumber { CompactNumber(mantissa: 7_023_865, exponent: -43) }
  /// Share of the scale's variance times the turn's square.
  static var scaleShare: CompactNumber { CompactNumber(mantissa: 4_252_726, exponent: -28) }
  /// Growth by the square of the seconds without a rate.
  static var lostNoise: CompactNumber { CompactNumber(mantissa: 6_686_761, exponent: -22) }
  /// Variance of one magnetic heading, rad²: (14°)². Successive ones have the same error: a room's field varies from place to
  /// place, and a block is too short to get anywhere.
  static var fieldNoise: CompactNumber { CompactNumber(mantissa: 8_013_471, exponent: -27) }
  /// Variance by the square of the relative distance of the strength.
  static var strengthNoise: CompactNumber { CompactNumber(mantissa: 7_929_856, exponent: -18) }
  /// Variance by the square of the distance of the dip, rad.
  static var dipNoise: CompactNumber { CompactNumber(mantissa: 6_553_600, exponent: -18) }
  /// Time constant of the strength's and dip's reference, seconds.
  static var referencePerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -27) }
  /// How the square of an innovation becomes variance: bridging.
  static var bridgeGain: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -19) }
  /// The square of an innovation that is not remembered.
  static var bridgeFree: CompactNumber { CompactNumber(mantissa: 7_212_410, exponent: -33) }
  /// How a strange strength slows its reference: by e^(−100·distance²).
  static var strengthTrust: CompactNumber { CompactNumber(mantissa: 6_553_600, exponent: -16) }

  // MARK: - Accuracy

  /// Seconds of the mean innovation.
  static var accuracyPerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// Seconds over which it fades what the field turned the heading by.
  static var pulledPerSecond: CompactNumber { CompactNumber(mantissa: 4_473_924, exponent: -29) }
  /// What keeps a single measurement from having all weight: (15°)².
  static var accuracyWeight: CompactNumber { CompactNumber(mantissa: 4_599_569, exponent: -26) }
  /// Share of the filter's own variance.
  static var accuracyOfVariance: CompactNumber { CompactNumber(mantissa: 7_549_747, exponent: -23) }
  /// Share of the square of the mean innovation.
  static var accuracyOfMean: CompactNumber { CompactNumber(mantissa: 7_356_809, exponent: -23) }
  /// Share of the square of what the field turned the heading by.
  static var accuracyOfPull: CompactNumber { CompactNumber(mantissa: 4_241_280, exponent: -28) }
  /// Share of the variance of the bias about the vertical: (3 s)².
  static var accuracyOfBias: CompactNumber { CompactNumber(mantissa: 4_718_592, exponent: -19) }
  /// The least variance: (1.8°)².
  static var accuracyFloor: CompactNumber { CompactNumber(mantissa: 4_238_963, exponent: -32) }
}
