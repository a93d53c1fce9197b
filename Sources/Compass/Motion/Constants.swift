// The constants of the filter, each with its unit and its place in the specification (Protocols/motion/spec.md).

/// Constants as compact numbers. `MotionConstantsTests` compares them with their decimal values.
enum Constants {
  // MARK: - Units

  /// One unit of the field's sums: 4 nT / 2^5, in microtesla.
  static var fieldUnit: CompactNumber { CompactNumber(mantissa: 4_294_967, exponent: -35) }
  /// One unit of the sums of rate × field: 64 nT/s / 2^5, in microtesla per second.
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

  /// The low-pass filter's time constant at zero agitation, 2.2 s.
  static var tiltTime: CompactNumber { CompactNumber(mantissa: 4_613_734, exponent: -21) }
  /// How much longer it is at large agitation: 0.7 times as much.
  static var agitatedTime: CompactNumber { CompactNumber(mantissa: 6_459_228, exponent: -22) }
  /// Until this many seconds have passed, the mean of all blocks replaces the filter.
  static var settleTime: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -21) }
  /// With a bias whose standard deviation is 2.1 °/s, the times of the filter are halved at first: seconds per radian.
  static var perHasteRate: CompactNumber { CompactNumber(mantissa: 7_152_259, exponent: -18) }
  /// After 7.7 seconds, half of this effect is left: per second.
  static var perHasteTime: CompactNumber { CompactNumber(mantissa: 4_357_718, exponent: -25) }
  /// The agitation at which the time constant has half of its increase: (0.3 g)². Agitation is the mean square of the
  /// force's distance from the low-passed force.
  static var agitation: CompactNumber { CompactNumber(mantissa: 6_039_798, exponent: -26) }
  /// One second without a rate reduces the agitation by the factor e^(−30).
  static var agitationLost: CompactNumber { CompactNumber(mantissa: 7_864_320, exponent: -18) }
  /// Share per second of the agitation's mean: time constant five seconds.
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
  /// Growth of the bias's variance per second: (0.07 °/s)²/50 s.
  static var biasGrowth: CompactNumber { CompactNumber(mantissa: 4_201_367, exponent: -47) }
  /// Variance of the rate at rest: (0.038 °/s)².
  static var biasRestNoise: CompactNumber { CompactNumber(mantissa: 7_738_232, exponent: -44) }
  /// The smallest variance of the tilt rate in motion: (0.12 °/s)².
  static var biasMotionNoise: CompactNumber { CompactNumber(mantissa: 4_822_998, exponent: -40) }
  /// Time constants of the two means of innovations in motion: 2.2 and 4.1 seconds. Each axis has one
  /// innovation in two blocks, so the share per second is 2/time.
  static var innovationFast: CompactNumber { CompactNumber(mantissa: 7_626_007, exponent: -23) }
  static var innovationSlow: CompactNumber { CompactNumber(mantissa: 8_184_008, exponent: -24) }
  /// The mean square of the difference of both means before the first innovation: (0.35 °/s)².
  static var innovationStart: CompactNumber { CompactNumber(mantissa: 5_128_622, exponent: -37) }
  /// The factor from this mean square to the variance of the tilt rate.
  static var innovationShare: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -21) }
  /// Share per second of the mean squares of the difference of both means, and of the hard iron's innovations: time
  /// constant ten seconds.
  static var innovationPerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// The largest variance of the bias for which down is good enough for a calibration: (0.2 °/s)².
  static var biasOfDown: CompactNumber { CompactNumber(mantissa: 6_698_608, exponent: -39) }
  /// Largest bias: 25 °/s.
  static var biasMost: CompactNumber { CompactNumber(mantissa: 7_320_441, exponent: -24) }
  /// Largest innovation: 2 °/s.
  static var biasLimit: CompactNumber { CompactNumber(mantissa: 4_685_083, exponent: -27) }
  /// Or so many standard deviations of what the filter expects, if that is more.
  static var limitDeviations: CompactNumber { CompactNumber(mantissa: 7_969_178, exponent: -22) }
  /// Variance of the scale error at the start: (2 %)².
  static var scaleVariance: CompactNumber { CompactNumber(mantissa: 6_871_948, exponent: -34) }
  /// Growth of the scale's variance per second.
  static var scaleGrowth: CompactNumber { CompactNumber(mantissa: 4_310_086, exponent: -43) }
  /// The scale error is applied in full if it is larger than this many standard deviations.
  static var scaleGate: CompactNumber { CompactNumber(mantissa: 4_660_270, exponent: -23) }
  /// How much one second without a rate increases the measurement variances of its block.
  static var saturationWeight: CompactNumber { CompactNumber(mantissa: 4_612_584, exponent: -17) }

  // MARK: - Rest

  /// Time constant of the mean rate and force, seconds.
  static var restTime: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -23) }
  /// Largest mean rate at rest, rad/s.
  static var restRate: CompactNumber { CompactNumber(mantissa: 4_697_620, exponent: -27) }

  /// Until this many seconds since the start, the field's drift is averaged over a growing time; afterwards over a
  /// fixed time.
  static var driftOpenTime: CompactNumber { CompactNumber(mantissa: 7_077_888, exponent: -19) }
  /// Divided by the seconds since the start, the factor from the distance of the two means to a drift: 9/2.
  static var driftAtStart: CompactNumber { CompactNumber(mantissa: 4_718_592, exponent: -20) }
  /// 1/4.
  static var quarter: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -24) }
  /// Variance of a rate about a level axis if the field does not confirm the rest: (0.13 °/s)².
  static var biasLevelNoise: CompactNumber { CompactNumber(mantissa: 5_660_324, exponent: -40) }
  /// The same while the measured rate is constant: (0.06 °/s)².
  static var biasCalmNoise: CompactNumber { CompactNumber(mantissa: 4_822_998, exponent: -42) }
  /// The square of the largest rate about the vertical at rest: (0.25 °/s)².
  static var restTurn: CompactNumber { CompactNumber(mantissa: 5_233_287, exponent: -38) }

  // MARK: - Hard iron and delay

  /// Variance of the hard iron at the start: (30 µT)².
  static var ironVariance: CompactNumber { CompactNumber(mantissa: 7_372_800, exponent: -13) }
  /// Growth of the hard iron's variance per second, µT².
  static var ironGrowth: CompactNumber { CompactNumber(mantissa: 7_118_125, exponent: -23) }
  /// The smallest variance of one row of the hard iron, µT².
  static var ironNoise: CompactNumber { CompactNumber(mantissa: 7_944_454, exponent: -17) }
  /// The variance is at least this many times the mean square of the innovations.
  static var ironShare: CompactNumber { CompactNumber(mantissa: 5_242_880, exponent: -19) }
  /// The hard iron is applied in full if it is larger than this, µT.
  static var ironGate: CompactNumber { CompactNumber(mantissa: 7_340_032, exponent: -21) }
  /// Variance of the delay at the start: (6.4 ms)².
  static var delayVariance: CompactNumber { CompactNumber(mantissa: 5_712_226, exponent: -37) }
  /// Growth of the delay's variance per second, s².
  static var delayGrowth: CompactNumber { CompactNumber(mantissa: 5_297_394, exponent: -49) }
  /// Largest correction of the delay, seconds.
  static var delayLimit: CompactNumber { CompactNumber(mantissa: 5_368_709, exponent: -28) }

  // MARK: - Heading

  /// Variance of the heading at the start, rad².
  static var openVariance: CompactNumber { CompactNumber(mantissa: 5_033_165, exponent: -24) }
  /// The seconds for which the variance stays at this value.
  static var openTime: CompactNumber { CompactNumber(mantissa: 6_291_456, exponent: -21) }
  /// Growth of the heading's variance per second, rad².
  static var rateNoise: CompactNumber { CompactNumber(mantissa: 5_629_500, exponent: -37) }
  /// The factor from the bias's variance to the growth of the heading's variance per second, in seconds.
  static var biasCoherence: CompactNumber { CompactNumber(mantissa: 4_404_019, exponent: -20) }
  /// Growth of the heading's variance for each square of the rate: s.
  static var turnNoise: CompactNumber { CompactNumber(mantissa: 7_023_865, exponent: -43) }
  /// The share of (scale variance × rotation²) that is added to the heading's variance.
  static var scaleShare: CompactNumber { CompactNumber(mantissa: 4_252_726, exponent: -28) }
  /// Growth of the heading's variance for each square of the seconds without a rate.
  static var lostNoise: CompactNumber { CompactNumber(mantissa: 6_686_761, exponent: -22) }
  /// Variance of one magnetic heading, rad²: (17°)². Successive headings have the same error: the field in a room
  /// varies from place to place, and the instrument does not move far during a block.
  static var fieldNoise: CompactNumber { CompactNumber(mantissa: 5_907_891, exponent: -26) }
  /// Increase of that variance for each square of the relative deviation of the strength.
  static var strengthNoise: CompactNumber { CompactNumber(mantissa: 5_709_496, exponent: -17) }
  /// Increase of that variance for each square of the deviation of the dip, rad.
  static var dipNoise: CompactNumber { CompactNumber(mantissa: 6_794_772, exponent: -19) }
  /// Share per second of the references of strength and dip.
  static var referencePerSecond: CompactNumber { CompactNumber(mantissa: 7_895_160, exponent: -27) }
  /// The factor from the square of a sudden innovation to additional variance, which bridges a disturbance.
  static var bridgeGain: CompactNumber { CompactNumber(mantissa: 5_767_168, exponent: -19) }
  /// The square of an innovation up to which nothing is bridged.
  static var bridgeFree: CompactNumber { CompactNumber(mantissa: 5_128_622, exponent: -31) }
  /// How many times the variance of the heading explains an innovation.
  static var bridgeExplained: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -21) }
  /// How fast the bridge decays, as a share per second.
  static var bridgePerSecond: CompactNumber { CompactNumber(mantissa: 5_592_405, exponent: -22) }
  /// The square of a jump of the field that is full evidence of a disturbance: (10°)².
  static var jumpSquare: CompactNumber { CompactNumber(mantissa: 8_177_012, exponent: -28) }
  /// The additional variance from strength and dip that is full evidence is (10°)²; its inverse.
  static var evidenceOfDistance: CompactNumber { CompactNumber(mantissa: 4_302_840, exponent: -17) }
  /// How fast the evidence decays, as a share per second: the time constant is one minute.
  static var evidencePerSecond: CompactNumber { CompactNumber(mantissa: 4_473_924, exponent: -28) }
  /// The largest share of the bias's gain with which the innovation of the heading teaches it.
  static var teaching: CompactNumber { CompactNumber(mantissa: 4_949_279, exponent: -23) }
  /// The variance of the bias about the vertical at which half of this share is used: (1.2 °/s)².
  static var knownRate: CompactNumber { CompactNumber(mantissa: 7_535_934, exponent: -34) }
  /// A deviating strength slows its reference down by the factor e^(−100·deviation²).
  static var strengthTrust: CompactNumber { CompactNumber(mantissa: 6_553_600, exponent: -16) }

  // MARK: - Accuracy

  /// Share per second of the mean innovation.
  static var accuracyPerSecond: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }
  /// How fast the sum of the field's corrections of the heading decays, as a share per second.
  static var pulledPerSecond: CompactNumber { CompactNumber(mantissa: 4_473_924, exponent: -29) }
  /// A variance that limits the weight of a single measurement: (15°)².
  static var accuracyWeight: CompactNumber { CompactNumber(mantissa: 4_599_569, exponent: -26) }
  /// The share of the filter's own variance in the stated accuracy.
  static var accuracyOfVariance: CompactNumber { CompactNumber(mantissa: 5_872_026, exponent: -23) }
  /// The share of the squared mean innovation.
  static var accuracyOfMean: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -23) }
  /// The share of the squared sum of the field's corrections.
  static var accuracyOfPull: CompactNumber { CompactNumber(mantissa: 5_368_709, exponent: -27) }
  /// The share of the variance of the bias about the vertical, s².
  static var accuracyOfBias: CompactNumber { CompactNumber(mantissa: 4_194_304, exponent: -18) }
  /// The share of the mean square of the innovations: how much the field varies at this place.
  static var accuracyOfSquares: CompactNumber { CompactNumber(mantissa: 5_368_709, exponent: -26) }
  /// The smallest variance: (0.7°)².
  static var accuracyFloor: CompactNumber { CompactNumber(mantissa: 5_128_622, exponent: -35) }
}
