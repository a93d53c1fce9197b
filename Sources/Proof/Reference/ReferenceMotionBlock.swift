// What a block of the motion filter sums, and its low-pass filter, in Double (Protocols/motion/spec.md, section 3).

/// Sums over a block; means once divided.
struct ReferenceMotionSums {
  var force = SIMD3<Double>.zero
  var field = SIMD3<Double>.zero
  var delayEffect = SIMD3<Double>.zero
  var rate = SIMD3<Double>.zero
  var rawRate = SIMD3<Double>.zero
  var rawForce = SIMD3<Double>.zero
  var rotation = [SIMD3<Double>](repeating: .zero, count: 3)
  var rates = 0.0
  var forces = 0.0
  var fields = 0.0
  var rotations = 0.0
  var time = 0.0
  var unmeasured = 0.0

  mutating func add(rotation matrix: ReferenceMatrix3) {
    for i in 0..<3 { rotation[i] += matrix.rows[i] }
    rotations += 1
  }

  /// The seven vectors that are filtered, `nil` where there was no sample: force, rows of the rotation, field, delay, rate.
  var means: [SIMD3<Double>?] {
    func mean(_ v: SIMD3<Double>, _ n: Double) -> SIMD3<Double>? { n == 0 ? nil : v / n }
    return [mean(force, rotations == 0 ? 0 : forces)] + rotation.map { mean($0, rotations) ?? .zero }
      + [mean(field, fields), mean(delayEffect, fields), mean(rate, rates)]
  }
}

/// The coefficients of the low-pass filter for one block's length.
public struct ReferenceLowPass: Sendable {
  public let share: Double

  /// - Parameters:
  ///   - seconds: length of the block.
  ///   - time: the time constant, seconds.
  public init(seconds: Double, time: Double) {
    share = 2.0.squareRoot() * seconds / time
  }
}

/// One filtered vector.
public struct ReferenceFilteredVector: Sendable {
  /// What is low-passed.
  public internal(set) var output = SIMD3<Double>.zero
  private var slope = SIMD3<Double>.zero

  public init() {}

  mutating func settle(_ input: SIMD3<Double>, share: Double) {
    output += (input - output) * share
    slope = .zero
  }

  /// Takes the mean of one block.
  public mutating func step(_ input: SIMD3<Double>, _ filter: ReferenceLowPass) {
    slope += (input - output - slope * 2.0.squareRoot()) * filter.share
    output += slope * filter.share
  }
}

/// The variance of the rate of tilt, from innovations (section 5).
struct ReferenceInnovationNoise: Sendable {
  private var slow = [0.0, 0]
  private var fast = [0.0, 0]
  private var square = ReferenceMotion.startNoise * ReferenceMotion.startNoise
  private var count = 0.0

  mutating func add(_ innovation: Double, axis: Int, seconds: Double) -> Double {
    let each = 2 / (count + 2)
    let all = 2 / (2 * count + 3)
    count += 1
    slow[axis] += (innovation - slow[axis]) * max(each, seconds * 2 / ReferenceMotion.slowTime)
    fast[axis] += (innovation - fast[axis]) * max(each, seconds * 2 / ReferenceMotion.fastTime)
    let distance = fast[axis] - slow[axis]
    square += (distance * distance - square) * max(all, seconds / 10)
    return max(ReferenceMotion.leastNoise * ReferenceMotion.leastNoise, ReferenceMotion.noiseShare * square)
  }
}
