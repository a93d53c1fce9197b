// Averages that forget: exponential, with a time constant that is a power of two (or one and a half) in microseconds.

import FixedPoint

/// How far an average moves towards a new value, as a fraction in Q16.
enum Share {
  /// dt / τ with τ = 2^`power` µs, at most 1 − 2^−16. Within 1/τ of the true 1 − exp(−dt/τ) for dt ≪ τ.
  /// - Parameter power: 16…31.
  @inline(__always)
  static func of(_ elapsed: UInt32, power: UInt32) -> UInt32 {
    let share = elapsed &>> (power &- 16)
    return share > 0xffff ? 0xffff : share
  }
}

/// An average that moves by `share` of its distance, rounded to nearest, without a long product.
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

/// `value` limited to ±4095.
@inline(__always)
func limited(_ value: Int32) -> Int32 { value > 4095 ? 4095 : value < -4095 ? -4095 : value }

/// The same to Q32.
@inline(__always)
func squareQ32(_ value: Int32) -> UInt32 { UInt32(bitPattern: squareQ31(value)) &<< 1 }
