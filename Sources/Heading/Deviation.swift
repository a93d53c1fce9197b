// Applying a deviation card.

import Cordic
import FixedPoint
import Quantities

extension DeviationCard {
  /// The deviation at a compass heading, in 2^−32 turns, east positive; within 4 units of the exact sum.
  public func deviation(at compass: BinaryAngle) -> Int32 {
    let once = Cordic.sineCosine(compass)
    let twice = Cordic.sineCosine(compass + compass)
    // Each product is at most 2^59; the sum of four fits.
    let sum =
      Int64(product: b, once.sine) &+ Int64(product: c, once.cosine) &+ Int64(product: d, twice.sine)
      &+ Int64(product: e, twice.cosine)
    return a &+ Int32(truncatingIfNeeded: sum.shiftedHalfUp(rightBy: 30))
  }

  /// Compass heading to magnetic heading.
  public func magnetic(compass: BinaryAngle) -> BinaryAngle {
    BinaryAngle(rawValue: compass.rawValue &+ UInt32(bitPattern: deviation(at: compass)))
  }
}
