// Exponential averages with a time constant of a power of two, or one and a half times that, in microseconds.

import FixedPoint

/// How far an average moves towards a new value, as a fraction in Q16.
enum Share {
  /// dt / τ with τ = 2^`power` µs, at most 1 − 2^−16. For dt ≪ τ this is close to the exact 1 − exp(−dt/τ).
  /// - Parameter power: 16…31.
  @inline(__always)
  static func of(_ elapsed: UInt32, power: UInt32) -> UInt32 {
    let share = elapsed &>> (power &- 16)
    return share > 0xffff ? 0xffff : share
  }
}

/// The shares of one sample in the averages, computed from the time since the previous sample.
struct Pace {
  /// For averages over the last one to two seconds: τ = 2^22/3 µs = 1.4 s.
  var recent: UInt32
  /// For averages over a quarter of a second: τ = 2^18 µs.
  var quick: UInt32
  var isFirst: Bool

  @inline(__always)
  init(_ elapsed: UInt32, isFirst: Bool) {
    let share = Share.of(elapsed, power: 21) &+ Share.of(elapsed, power: 22)
    recent = share > 0xffff ? 0xffff : share
    quick = Share.of(elapsed, power: 18)
    self.isFirst = isFirst
  }
}

/// A quantity with a fast mean and a slower mean square.
struct Track {
  /// The fast mean, Q28: Q12 with 16 fraction bits.
  private var mean: Int32 = 0
  /// The slower mean square, Q31.
  var variance: Int32 = 0

  /// Adds a value, Q12 within ±4095.
  /// - Returns: the mean, Q12.
  @inline(never)
  mutating func follow(_ value: Int32, _ pace: inout Pace) -> Int32 {
    variance = moved(variance, towards: squareQ31(value), share: pace.recent)
    mean = pace.isFirst ? value &<< 16 : moved(mean, towards: value &<< 16, share: pace.quick)
    return mean.shifted(rightBy: 16)
  }

  /// Sets the mean to this value, Q12.
  mutating func begin(at value: Int32) { mean = value &<< 16 }
}

/// Moves an average by `share` of its distance to the sample, rounded to nearest, without a 64-bit product.
/// - Parameters:
///   - average: ±2^28, or a variance in Q31, 0…2^31 − 1.
///   - sample: in the same unit; their difference fits 31 bits and sign.
@inline(__always)
func moved(_ average: Int32, towards sample: Int32, share: UInt32) -> Int32 {
  let difference = sample &- average
  let low = (UInt32(bitPattern: difference & 0xffff) &* share &+ 0x8000) &>> 16
  return average &+ (difference &>> 16) &* Int32(bitPattern: share) &+ Int32(bitPattern: low)
}

/// value², Q12 to Q31, of a value limited to ±4095/4096.
@inline(__always)
func squareQ31(_ value: Int32) -> Int32 { (value &* value) &<< 7 }

/// `time` + `elapsed`, µs, limited to 2^30, a quarter of an hour; `time` is below that.
@inline(never)
func added(_ time: UInt32, _ elapsed: UInt32) -> UInt32 {
  let limit: UInt32 = 1 &<< 30
  let sum = time &+ (elapsed < limit ? elapsed : limit)
  return sum < limit ? sum : limit
}

/// `value` limited to ±4095.
@inline(__always)
func limited(_ value: Int32) -> Int32 { value > 4095 ? 4095 : value < -4095 ? -4095 : value }
