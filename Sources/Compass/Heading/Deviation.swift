// How a deviation card is applied.

import FixedPoint
import IntegerTrigonometry
import Quantities

extension DeviationCard {
  /// The deviation at a compass heading, in 2^−32 turns, east positive; within 4 units of the exact sum.
  public func deviation(at compass: BinaryAngle) -> Int32 {
    let once = Cordic.sineCosine(compass)
    let twice = Cordic.sineCosine(compass + compass)
    // Each product is at most 2^59, so the sum of four fits. The shift leaves 32 bits.
    let sum = Int64(0).adding(b, times: once.sine).adding(c, times: once.cosine)
      .adding(d, times: twice.sine).adding(e, times: twice.cosine)
    return a &+ sum.upperWord(shiftedLeft: 2)
  }

  /// Converts a compass heading to a magnetic heading.
  public func magnetic(compass: BinaryAngle) -> BinaryAngle {
    BinaryAngle(rawValue: compass.rawValue &+ UInt32(bitPattern: deviation(at: compass)))
  }
}
