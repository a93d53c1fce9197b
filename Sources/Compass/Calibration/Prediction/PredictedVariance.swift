// The variance of the heading over attitudes, from the covariance of a fit.

import Correction
import FixedPoint

extension HeadingCovariance {
  /// The variance of the heading without the unseen rotation, averaged over all headings and all directions of a tilt,
  /// times cos² of the dip, (1/100 degree)².
  ///
  /// Let down d be tilted by t from z, e be east, n be north and I the dip. The heading error is e·(a + E·(n cos I + d
  /// sin I))/cos I. Averaged over rotations about d and about z, its square leaves seven terms:
  /// docs/notebook/calibration.md, section 5.
  /// - Parameters:
  ///   - tilt: sin² of the tilt, Q16, at most 1/4.
  ///   - sine, cosine: of the dip, Q12.
  mutating func meanVariance(tilt fine: Int32, sine: Int32, cosine: Int32) -> UInt32 {
    let table = entries.span
    func entry(_ i: Int, _ j: Int) -> Int32 { Int32(table[unchecked: Triangle.place(i, j)]) }
    let ss = (fine &+ 8) &>> 4
    let cc = 4096 &- ss
    let c = Int32(bitPattern: UInt32(bitPattern: cc &<< 12).roundedSquareRoot)
    let sineSquare = (sine &* sine) &>> 12
    let cosineSquare = (cosine &* cosine) &>> 12
    let sc = (ss &* cc) &>> 12
    let half = ss &>> 1
    let slope = (sine &* c) &>> 12
    // Each term is Q12 times entries of 15 bits; no sum is above 1.5·2^30.
    let plane = sineSquare &* (ss &- (ss &* half) &>> 12) &+ cosineSquare &* (4096 &- ss &+ (ss &* half) &>> 14)
    let side = sineSquare &* (half &+ cc &- 2 &* sc) &+ cosineSquare &* (half &+ sc &>> 1)
    let twice = sineSquare &* sc &+ cosineSquare &* ((ss &* ss) &>> 14)
    // One term at a time: as one expression it takes the compiler half a minute.
    var sum = (4096 &- half) &* (entry(0, 0) &+ entry(1, 1))
    sum &+= (fine &* entry(2, 2)) &>> 4
    sum &+= plane &>> 12 &* (entry(3, 3) &+ entry(5, 5))
    sum &+= side &>> 12 &* (entry(6, 6) &+ entry(7, 7))
    sum &+= (9 &* twice) &>> 14 &* entry(4, 4)
    sum &+= ((slope &* cc) &>> 11) &* (entry(6, 0) &+ entry(7, 1))
    sum &+= ((3 &* slope &* ss) &>> 12) &* entry(4, 2)
    // Half of it is the variance in Q27; (18000/π)² = 2^25·0.97836.
    let places = 3 &- Int32(exponent)
    let found = sum <= 0 ? 0 : Int64(multiplying: sum, 0x3e9d_53f0).shifted(rightBy: 30 &+ places)
    // sin² times tan², Q26, and half of it.
    let upright = Int64(multiplying: fine &* Int32(bitPattern: vertical &>> 6), 32_828_063) &>> 27
    return UInt32(bitPattern: (found &+ upright).word)
  }
}
