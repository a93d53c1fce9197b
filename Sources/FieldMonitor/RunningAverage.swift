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

/// ⌊value · share / 2^16⌋ without a long product: both halves stay below 2^32.
@inline(__always)
func scaled(_ value: UInt32, by share: UInt32) -> UInt32 {
  (value &>> 16) &* share &+ ((value & 0xffff) &* share) &>> 16
}

/// The average of a variance in Q32 (0…1), never stalling: a step of 2^−32 is 1.5e-5 squared.
@inline(__always)
func moved(_ variance: UInt32, towards sample: UInt32, share: UInt32) -> UInt32 {
  // Convex, so that the sum cannot exceed the larger of the two.
  variance &- scaled(variance, by: share) &+ scaled(sample, by: share)
}

/// The average of a signed value with 16 fraction bits below the value's own.
/// - Parameters:
///   - average: |·| ≤ 2^28.
///   - sample: |·| ≤ 2^12, in units of 2^16 of the average.
@inline(__always)
func moved(_ average: Int32, towards sample: Int32, share: UInt32) -> Int32 {
  let difference = sample &<< 16 &- average
  let factor = Int32(bitPattern: share)
  let low = Int32(bitPattern: (UInt32(bitPattern: difference & 0xffff) &* share) &>> 16)
  return average &+ (difference &>> 16) &* factor &+ low
}

/// value², Q12 to Q32, of a value limited to ±4095/4096.
@inline(__always)
func squareQ32(_ value: Int32) -> UInt32 { UInt32(bitPattern: value &* value) &<< 8 }

/// `value` limited to ±4095.
@inline(__always)
func limited(_ value: Int32) -> Int32 { value > 4095 ? 4095 : value < -4095 ? -4095 : value }
