// The triangle of two places and the pole, in forms that stay accurate when the places are close or opposite.
//
// With D = (φ2 − φ1)/2, S = (φ2 + φ1)/2 and L = λ/2, half the longitude difference, Napier's analogies (J. Napier,
// "Mirifici logarithmorum canonis constructio", 1619; I. Todhunter, "Spherical Trigonometry", 1886, section 52) give
// half the sum and half the difference of the angles at the two places as directions of plane vectors:
//   (α1 + 180° − α2)/2 = angle of (x, y) = (sin S sin L, cos D cos L)      whose length is cos(σ/2)
//   (α1 − 180° + α2)/2 = angle of (x, y) = (cos S sin L, −sin D cos L)     whose length is sin(σ/2)
// with σ the angle between the places (Delambre's analogies give the lengths). Four products of sines, no sum: nothing
// can cancel, neither for places ten metres apart nor ten metres from each other's antipode.

import FixedPoint
import Quantities

struct SphericalTriangle {
  typealias SineAndCosine = (sine: ScaledNumber, cosine: ScaledNumber)
  typealias Plane = (x: ScaledNumber, y: ScaledNumber)

  /// Its direction is (α1 + 180° − α2)/2, its length cos(σ/2).
  var sum: Plane
  /// Its direction is (α1 − 180° + α2)/2, its length sin(σ/2).
  var difference: Plane

  /// From two places on the Earth. From pole to pole the difference wraps around, which changes only the side of the
  /// direction.
  @inline(__always)
  init(from start: Position, to end: Position) {
    self.init(
      difference: FineAngle(half: end.latitude &- start.latitude).sineAndCosine,
      sum: FineAngle(half: end.latitude &+ start.latitude).sineAndCosine,
      longitude: FineAngle(half: end.longitude &- start.longitude).sineAndCosine)
  }

  /// From sine and cosine of half the difference and half the sum of the latitudes, and of half the difference of the
  /// longitudes.
  @inline(never)
  init(difference d: SineAndCosine, sum s: SineAndCosine, longitude l: SineAndCosine) {
    sum = (s.sine * l.sine, d.cosine * l.cosine)
    difference = (s.cosine * l.sine, -(d.sine * l.cosine))
  }

  /// The direction at the first place; and at the second place, pointing away from the first. The angle of a zero
  /// vector is zero here; `Earth.leg` handles these cases.
  var bearings: (initial: BinaryAngle, final: BinaryAngle) {
    let half = FineAngle.of(y: sum.y, x: sum.x) ?? .zero
    let other = FineAngle.of(y: difference.y, x: difference.x) ?? .zero
    return (half + other, other - half + .halfTurn)
  }

  /// The east and north parts of the direction at the first place, times sin σ. They are twice the product of the two
  /// vectors as complex numbers.
  var departure: (east: ScaledNumber, north: ScaledNumber) {
    (
      (sum.x * difference.y + sum.y * difference.x).scaled(by: 1),
      (sum.x * difference.x - sum.y * difference.y).scaled(by: 1)
    )
  }

  /// sin²(σ/2) and cos²(σ/2); the larger one is 1 minus the smaller.
  @inline(never)
  var halfSquares: (sine: ScaledNumber, cosine: ScaledNumber) {
    let haversine = difference.x * difference.x + difference.y * difference.y
    if haversine.isBelow(power: -1) { return (haversine, .one - haversine) }
    let complement = sum.x * sum.x + sum.y * sum.y
    return (.one - complement, complement)
  }

  /// σ in radians, 0…π, with a relative error of 2^−29.
  var distance: ScaledNumber {
    let half = halfSquares
    return Earth.arc(sine: (half.sine * half.cosine).squareRoot.scaled(by: 1), cosine: half.cosine - half.sine)
  }
}

extension Earth {
  /// The angle of (cosine, sine) in radians, −π…π, with a relative error of 2^−29; only the ratio of the two matters.
  ///
  /// Below 1/32 the arc comes from the series of arcsine. Above, one step improves the angle from Cordic: the sine of
  /// the remaining difference follows from the sine and cosine of that angle.
  static func arc(sine: ScaledNumber, cosine: ScaledNumber) -> ScaledNumber {
    if sine.isBelow(power: -5), !cosine.isNegative {
      let square = sine * sine
      // s + s³/6 + 3s⁵/40; the next term is below 2^−34.
      return sine + sine * square * (.sixth + square * .threeFortieths)
    }
    guard let rough = FineAngle.of(y: sine, x: cosine) else { return .zero }
    // For the antipode, the angle is half a turn with the sign of the sine.
    let angle =
      rough == .halfTurn && !sine.isNegative ? FineAngle(units: 1 &<< 55) : FineAngle(rough.signed)
    let (roughSine, roughCosine) = angle.sineAndCosine
    return angle.radians + (sine * roughCosine - cosine * roughSine)
  }
}

extension ScaledNumber {
  /// 1/6 = 0xAAAAAAAB · 2^−34 and 3/40 = 0x9999999A · 2^−35.
  fileprivate static var sixth: ScaledNumber { ScaledNumber(0xAAAA_AAAB, exponent: -34) }
  fileprivate static var threeFortieths: ScaledNumber { ScaledNumber(0x9999_999A, exponent: -35) }
}
