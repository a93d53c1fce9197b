// Heading and stated accuracy of the motion filter in Double (Protocols/motion/spec.md, sections 7 and 8).

/// The heading's filter of one state.
struct ReferenceMotionHeading: Sendable {
  private(set) var turn = 0.0
  private(set) var isReady = false
  private(set) var variance = 0.3
  private var rateVariance = 0.0
  private var strength = 0.0
  private var dip = 0.0
  private var bridge = 0.0
  private(set) var accuracy = ReferenceMotionAccuracy()
  private var fast = 0.0
  private var slow = 0.0
  /// rad/s.
  private(set) var drift = 0.0

  mutating func grow(by more: Double, rateVariance: Double) {
    variance = min(0.3, variance + more)
    self.rateVariance = rateVariance
  }

  mutating func add(_ field: SIMD3<Double>, seconds: Double, age: Double, blocks: Double) {
    let isOpen = age < 3
    let level = (field.x * field.x + field.y * field.y).squareRoot()
    let (length, angle) = ((field * field).sum().squareRoot(), arctangent(field.z, level))
    let measured = arctangent(-field.y, field.x)
    if !isReady {
      (isReady, turn, strength, dip) = (true, measured, length, angle)
      (fast, slow) = (measured, measured)
      return
    }
    let innovation = (measured - turn).remainder(dividingBy: 2 * .pi)
    let strange = (length - strength) / strength
    let distance = 5.5 * 5.5 * strange * strange + 5 * 5 * (angle - dip) * (angle - dip)
    var noise = radians(14) * radians(14) + distance
    if isOpen {
      variance = max(variance, 0.3)
    } else {
      let free = radians(1.66022868)
      bridge = max(
        bridge * Self.decay(seconds), 8 * (innovation * innovation - free * free - 4 * variance))
      noise += bridge
    }
    let gain = variance / (variance + noise)
    turn = (turn + gain * innovation).remainder(dividingBy: 2 * .pi)
    variance *= 1 - gain
    follow(measured, seconds, age)
    let share = max(seconds / 20 * Self.decay(100 * strange * strange), 1 / blocks)
    strength += share * (length - strength)
    dip += share * (angle - dip)
    if !isOpen {
      accuracy.add(
        innovation: innovation, step: gain * innovation, noise: noise, variance: variance,
        rateVariance: rateVariance, seconds: seconds)
    }
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
    pulled += step - pulled * seconds / 120
    let mean = weighted / weight
    let square =
      0.9 * variance + 0.877 * mean * mean + 0.0158 * pulled * pulled
      + 3 * 3 * rateVariance + radians(1.8) * radians(1.8)
    bound = min(.pi, 2 * square.squareRoot())
  }
}

func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
