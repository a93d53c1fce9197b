// How errors of field and tilt change the heading. The gains use the same products as the heading and are computed with
// it.
//
// Let |u| = 1, S = uy² + uz², T = uy·my + uz·mz and E = (d × m)ₓ. The tangent of the dip towards north and the tangent
// of the pitch towards the forward axis add up as vectors to (−T, ux·E)/(H·S). The square of this vector's length is
// tan²δ + tan²θ + 2·tan δ·tan θ·cos ψ, so no angle is needed. Both gains are within one per cent, which is enough for
// an estimate of errors. docs/fixed-point.md, "Dip and gains".

import FixedPoint
import Quantities

/// The factors with which the variances of field and tilt add to the variance of the heading; Q12. The largest number
/// means that the error has no limit.
public struct ErrorGains: Equatable, Sendable {
  /// (F/H)² = 1/cos² of the dip.
  public var field: UInt32
  /// tan² of the dip + tan² of the pitch + 2·tan(dip)·tan(pitch)·cos(heading).
  public var tilt: UInt32

  public init(field: UInt32, tilt: UInt32) {
    self.field = field
    self.tilt = tilt
  }

  /// The heading is unknown.
  public static var unlimited: ErrorGains { ErrorGains(field: UInt32.max, tilt: UInt32.max) }

  /// - Parameters:
  ///   - whole: (|u|·F)², over 2^92.
  ///   - inverse: 2^31/√((|u|·H)²·4^half/2^92).
  @inline(__always)
  init(whole: UInt32, inverse: UInt32, half: UInt32, up: Up, length: Up.Length, products: Products) {
    // If the horizontal field is less than 1/64 to 1/500 of the whole, the gain has no limit. Otherwise the fixed shift
    // by 18 gives Q12.
    if half > 9 {
      self = .unlimited
      return
    }
    // x·inverse²·2^−32 is x·2^(46 − 2·half) divided by (|u|·H)². 20 bits of x and 12 bits of the square are used.
    let factor = (inverse &* inverse) &>> 20
    let places = 18 &- half &- half
    // The square of (t, ux·E), divided by the lengths. Each component has 15 bits; E and t are divided by 2^46, ux is
    // in Q15.
    let across = products.across.upperWord &>> 14
    let inverseLength = Int32(bitPattern: length.inverse)
    let forward = ((up.direction.x &>> 15) &* inverseLength) &>> Int32(bitPattern: 16 &- length.inverseShift)
    let turned = (forward &* (products.east.upperWord &>> 14)) &>> 15
    let square = UInt32(bitPattern: across &* across &+ turned &* turned)
    let level = ((square &>> 12) &* factor) &>> places
    self.init(field: ((whole &>> 12) &* factor) &>> places, tilt: Self.steepened(level, up, length))
  }

  /// `level`·(|u|²/s)², where s = uy² + uz² is the part of |u|² across the forward axis.
  @inline(__always)
  private static func steepened(_ level: UInt32, _ up: Up, _ length: Up.Length) -> UInt32 {
    var left = UInt32(bitPattern: up.acrossSquared.upperWord) &<< 2
    var zeros: UInt32 = 0
    // Up to a pitch of 60°, three doublings are enough.
    while left < 1 &<< 31 {
      // At a pitch of 86° and more, the forward axis is almost vertical, and a small tilt changes its heading without
      // limit.
      if zeros == 12 { return UInt32.max }
      left = left &<< 1
      zeros = zeros &+ 1
    }
    // −2^31/top within half a per cent, from a straight line and one step of Newton's method.
    let top = left &>> 16
    let line = top &- 95_951
    let reciprocal = 0 &- UInt32(bitPattern: Int32(bitPattern: ((top &* line) &>> 16) &* line) &>> 15)
    // |u|²/s in Q8, at least 1.
    let ratio = ((UInt32(bitPattern: length.squared.upperWord) &>> 14) &* reciprocal) &>> (23 &- zeros)
    if ratio > 0xffff { return UInt32.max }
    let product = UInt64(halves: level, ratio &* ratio)
    return product.highHalf >= 1 &<< 16 ? UInt32.max : (product.highHalf &<< 16) | (product.lowHalf &>> 16)
  }
}
