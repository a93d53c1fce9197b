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
  public let b0: Double
  public let a1: Double
  public let a2: Double

  /// - Parameter seconds: length of the block.
  public init(seconds: Double) {
    let x = 0.5.squareRoot() * seconds / ReferenceMotion.tiltTime
    let c = sine(x) / cosine(x)
    let d = c * c + 2.0.squareRoot() * c + 1
    b0 = c * c / d
    a1 = 2 * (c * c - 1) / d
    a2 = (c * c - 2.0.squareRoot() * c + 1) / d
  }
}

/// One filtered vector.
struct ReferenceFilteredVector: Sendable {
  var output = SIMD3<Double>.zero
  private var first = SIMD3<Double>.zero
  private var second = SIMD3<Double>.zero

  mutating func settle(_ input: SIMD3<Double>, share: Double, _ filter: ReferenceLowPass) {
    output += (input - output) * share
    first = output * (1 - filter.b0)
    second = output * (filter.b0 - filter.a2)
  }

  mutating func step(_ input: SIMD3<Double>, _ filter: ReferenceLowPass) {
    output = input * filter.b0 + first
    first = input * (2 * filter.b0) - output * filter.a1 + second
    second = input * filter.b0 - output * filter.a2
  }
}
