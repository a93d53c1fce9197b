// Heading and stated accuracy of the motion filter in Double (Protocols/motion/spec.md, sections 7 and 8).

/// The heading's filter of one state.
struct ReferenceMotionHeading: Sendable {
  static let fieldNoise = radians(17.0)
  static let (strengthNoise, dipNoise) = (6.6, 3.6)
  static let (bridgeGain, bridgeFree) = (11.0, radians(2.8))
  static let (bridgeExplained, bridgeTime) = (2.0, 0.75)
  static let referenceTime = 17.0

  private(set) var turn = 0.0
  private(set) var isReady = false
  private(set) var variance = 0.3
  private var rateVariance = 0.0
  private var strength = 0.0
  private var dip = 0.0
  private var bridge = 0.0
  private var evidence = 0.0
  private(set) var accuracy = ReferenceMotionAccuracy()
  private var fast = 0.0
  private var slow = 0.0
  /// rad/s.
  private(set) var drift = 0.0

  mutating func grow(by more: Double, rateVariance: Double) {
    variance = min(0.3, variance + more)
    self.rateVariance = rateVariance
  }

  /// What one field did: the innovation, its variance, the gain, and whether the bias learns from it.
  struct Step {
    var innovation: Double
    var variance: Double
    var gain: Double
    var teaches: Bool
  }

  /// Turns the heading towards that of a field.
  /// - Returns: `nil` for the first field.
  mutating func correct(by field: SIMD3<Double>, seconds: Double, age: Double, blocks: Double) -> Step? {
    let isOpen = age < 3
    let level = (field.x * field.x + field.y * field.y).squareRoot()
    let (length, angle) = ((field * field).sum().squareRoot(), arctangent(field.z, level))
    let measured = arctangent(-field.y, field.x)
    if !isReady {
      (isReady, turn, strength, dip) = (true, measured, length, angle)
      (fast, slow) = (measured, measured)
      return nil
    }
    let innovation = (measured - turn).remainder(dividingBy: 2 * .pi)
    let strange = (length - strength) / strength
    let (unlike, tilted) = (Self.strengthNoise * strange, Self.dipNoise * (angle - dip))
    let distance = unlike * unlike + tilted * tilted
    var noise = Self.fieldNoise * Self.fieldNoise + distance
    if isOpen {
      variance = max(variance, 0.3)
    } else {
      let jump = (measured - slow).remainder(dividingBy: 2 * .pi)
      let full = radians(10) * radians(10)
      let sudden = jump * jump / (full + 16 * rateVariance) + distance / full
      evidence = max(evidence * Self.decay(seconds / 60), min(1, sudden))
      let explained = Self.bridgeFree * Self.bridgeFree + Self.bridgeExplained * variance
      let bridged = evidence * Self.bridgeGain * (innovation * innovation - explained)
      bridge = max(bridge * Self.decay(seconds / Self.bridgeTime), bridged)
      noise += bridge
    }
    let sum = variance + noise
    let gain = variance / sum
    turn = (turn + gain * innovation).remainder(dividingBy: 2 * .pi)
    variance *= 1 - gain
    follow(measured, seconds, age)
    let share = max(seconds / Self.referenceTime * Self.decay(100 * strange * strange), 1 / blocks)
    strength += share * (length - strength)
    dip += share * (angle - dip)
    if !isOpen {
      accuracy.add(
        innovation: innovation, step: gain * innovation, noise: noise, variance: variance,
        rateVariance: rateVariance, seconds: seconds)
    }
    return Step(innovation: innovation, variance: sum, gain: gain, teaches: !isOpen)
  }

  private mutating func follow(_ measured: Double, _ seconds: Double, _ age: Double) {
    func followed(_ angle: Double, in time: Double) -> Double {
      let step = (measured - angle).remainder(dividingBy: 2 * .pi) * min(1, seconds / time)
      return (angle + step).remainder(dividingBy: 2 * .pi)
    }
    fast = followed(fast, in: min(1, age / 8))
    slow = followed(slow, in: min(4, age / 2))
    drift = (fast - slow).remainder(dividingBy: 2 * .pi) / min(3, age * 2 / 9)
  }

  static func decay(_ x: Double) -> Double { 1 / (1 + x + x * x / 2) }
}

/// The heading's stated error, 95 %.
struct ReferenceMotionAccuracy: Sendable {
  private var weighted = 0.0
  private var weight = 0.0
  private var squares = 0.0
  private var pulled = 0.0
  /// Radians.
  private(set) var bound = Double.pi

  mutating func add(
    innovation: Double, step: Double, noise: Double, variance: Double, rateVariance: Double, seconds: Double
  ) {
    let share = weight == 0 ? 1 : seconds / 10
    let each = 1 / (noise + radians(15) * radians(15))
    weight += share * (each - weight)
    weighted += share * (each * innovation - weighted)
    squares += share * (each * innovation * innovation - squares)
    pulled += step - pulled * seconds / 120
    let mean = weighted / weight
    let square =
      0.7 * variance + 0.8 * mean * mean + 0.04 * pulled * pulled + 16.0 * rateVariance
      + 0.08 * squares / weight + radians(0.7) * radians(0.7)
    bound = min(.pi, 2 * square.squareRoot())
  }
}

func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
