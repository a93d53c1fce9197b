// The triangle of two places and the pole, in forms that lose nothing when the places are close or opposite.
//
// With φ the latitudes, λ the longitude difference, and σ the angle between the places:
//   tan(initial) = y / x,  y = sin λ cos φ2,  x = sin(φ2 − φ1) + 2 sin φ1 cos φ2 sin²(λ/2)
// and the final direction likewise from the other end. Near the antipode the sum for x cancels; there
//   x = sin(φ2 + φ1) − 2 sin φ1 cos φ2 cos²(λ/2)
// does not. The textbook form cos φ1 sin φ2 − sin φ1 cos φ2 cos λ cancels for close places. Half the angle:
//   sin²(σ/2) = sin²((φ2 − φ1)/2) + cos φ1 cos φ2 sin²(λ/2)    (haversine; R. W. Sinnott, Sky and Telescope 68, 1984)
//   cos²(σ/2) = sin²((φ2 + φ1)/2) + cos φ1 cos φ2 cos²(λ/2).

import FixedPoint
import Quantities

struct SphericalTriangle {
  var sineLatitude1: ScaledNumber
  var cosineLatitude1: ScaledNumber
  var sineLatitude2: ScaledNumber
  var cosineLatitude2: ScaledNumber
  /// sin λ.
  var sineLongitude: ScaledNumber
  /// sin²(λ/2), or −cos²(λ/2) when |λ| > 90°.
  var squareLongitude: ScaledNumber
  /// sin(φ2 − φ1), or sin(φ2 + φ1) when |λ| > 90°.
  var sineBetween: ScaledNumber
  /// sin²(σ/2) and cos²(σ/2).
  var haversine: ScaledNumber
  var complement: ScaledNumber

  init(latitude1: FineAngle, latitude2: FineAngle, longitude: FineAngle) {
    (sineLatitude1, cosineLatitude1) = latitude1.sineAndCosine
    (sineLatitude2, cosineLatitude2) = latitude2.sineAndCosine
    let (sineHalf, cosineHalf) = FineAngle(units: longitude.units &>> 1).sineAndCosine
    sineLongitude = (sineHalf * cosineHalf).scaled(by: 1)
    let (sineDifference, cosineDifference) = FineAngle(units: (latitude2.units &- latitude1.units) &>> 1).sineAndCosine
    let (sineSum, cosineSum) = FineAngle(units: (latitude2.units &+ latitude1.units) &>> 1).sineAndCosine
    let cosines = cosineLatitude1 * cosineLatitude2
    let (sineSquare, cosineSquare) = (sineHalf * sineHalf, cosineHalf * cosineHalf)
    haversine = sineDifference * sineDifference + cosines * sineSquare
    complement = sineSum * sineSum + cosines * cosineSquare
    // 90° are 2^54 units.
    if longitude.units.magnitude <= 1 &<< 54 {
      sineBetween = (sineDifference * cosineDifference).scaled(by: 1)
      squareLongitude = sineSquare
    } else {
      sineBetween = (sineSum * cosineSum).scaled(by: 1)
      squareLongitude = -cosineSquare
    }
    isFar = longitude.units.magnitude > 1 &<< 54
  }

  /// Whether |λ| > 90°.
  var isFar: Bool

  /// East and north parts of the direction at the first place, times sin σ.
  var departure: (east: ScaledNumber, north: ScaledNumber) {
    (
      sineLongitude * cosineLatitude2,
      sineBetween + (sineLatitude1 * cosineLatitude2 * squareLongitude).scaled(by: 1)
    )
  }

  /// East and north parts of the direction at the second place, times sin σ.
  var arrival: (east: ScaledNumber, north: ScaledNumber) {
    let between = isFar ? -sineBetween : sineBetween
    return (
      sineLongitude * cosineLatitude1,
      between - (sineLatitude2 * cosineLatitude1 * squareLongitude).scaled(by: 1)
    )
  }

  /// sin σ, never negative.
  var sineDistance: ScaledNumber { (haversine * complement).squareRoot.scaled(by: 1) }
  var cosineDistance: ScaledNumber { complement - haversine }

  /// σ in radians, 0…π, within 2^−29 of itself.
  var distance: ScaledNumber { Earth.arc(sine: sineDistance, cosine: cosineDistance) }
}

extension Earth {
  /// The angle of (cosine, sine) in radians, −π…π, within 2^−29 of itself; both need only be in proportion.
  ///
  /// Below 1/32 the arc is its sine's series. Above, Cordic's angle is improved by one step: the sine of what is missing
  /// follows from that angle's own sine and cosine.
  static func arc(sine: ScaledNumber, cosine: ScaledNumber) -> ScaledNumber {
    if sine.isBelow(power: -5), !cosine.isNegative {
      let square = sine * sine
      // s + s³/6 + 3s⁵/40; what follows is below 2^−34.
      return sine + sine * square * (.sixth + square * .threeFortieths)
    }
    guard let rough = FineAngle.of(y: sine, x: cosine) else { return .zero }
    // The antipode is half a turn on the side of the sine.
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
