// Tangents and cosines good to a percent, for errors of errors: straight lines between 64 points of a quarter turn.

import FixedPoint
import Quantities

enum Coarse {
  /// tan of a signed angle within ±90°, Q8, limited to ±64: within 0.5 % to 78°, 3 % to 86°.
  static func tangent(_ angle: BinaryAngle) -> Int32 {
    let raw = angle.signed
    let sign = raw &>> 31
    let size = (raw ^ sign) &- sign
    // The quarter turn itself has no next point.
    if size >= 1 &<< 30 { return (16_383 ^ sign) &- sign }
    return (tangentLine(size) ^ sign) &- sign
  }

  /// cos, Q15: within 1e-4.
  static func cosine(_ angle: BinaryAngle) -> Int32 {
    let raw = angle.signed
    let sign = raw &>> 31
    // ±180° itself stays −2^31 and is 2^31 − 1 here.
    let size = raw ^ sign
    if size < 1 &<< 30 { return cosineLine(size) }
    return 0 &- cosineLine(Int32.max &- size)
  }

  // The tables are named in each: one handed on would be copied to the stack.

  /// - Parameter size: 0…2^30 − 1, a quarter turn.
  private static func tangentLine(_ size: Int32) -> Int32 {
    let index = Int(truncatingIfNeeded: size &>> 24)
    let here = Int32(truncatingIfNeeded: CoarseTable.tangent[unchecked: index])
    let next = Int32(truncatingIfNeeded: CoarseTable.tangent[unchecked: index &+ 1])
    return here &+ ((next &- here) &* ((size &>> 16) & 0xff)) &>> 8
  }

  private static func cosineLine(_ size: Int32) -> Int32 {
    let index = Int(truncatingIfNeeded: size &>> 24)
    let here = Int32(truncatingIfNeeded: CoarseTable.cosine[unchecked: index])
    let next = Int32(truncatingIfNeeded: CoarseTable.cosine[unchecked: index &+ 1])
    return here &+ ((next &- here) &* ((size &>> 16) & 0xff)) &>> 8
  }
}

private enum CoarseTable {
  /// 256 · tan(90°·i/64), the last limited.
  #if objectFormat(ELF)
    @section(".rodata.heading.tangent")
  #endif
  static let tangent: [65 of UInt16] = [
    0, 6, 13, 19, 25, 32, 38, 44, 51, 57, 64, 71, 78, 85, 92, 99, 106, 113, 121, 129, 137, 145, 153, 162, 171, 180,
    190, 200, 210, 221, 232, 244, 256, 269, 282, 297, 312, 328, 345, 363, 383, 404, 427, 452, 479, 509, 541, 578, 618,
    664, 715, 775, 844, 925, 1022, 1140, 1287, 1475, 1726, 2076, 2599, 3471, 5211, 10428, 16383,
  ]
  /// 32767 · cos(90°·i/64).
  #if objectFormat(ELF)
    @section(".rodata.heading.cosine")
  #endif
  static let cosine: [65 of UInt16] = [
    32767, 32757, 32728, 32678, 32609, 32521, 32412, 32285, 32137, 31971, 31785, 31580, 31356, 31113, 30852, 30571,
    30273, 29956, 29621, 29268, 28898, 28510, 28105, 27683, 27245, 26790, 26319, 25832, 25329, 24811, 24279, 23731,
    23170, 22594, 22005, 21403, 20787, 20159, 19519, 18868, 18204, 17530, 16846, 16151, 15446, 14732, 14010, 13279,
    12539, 11793, 11039, 10278, 9512, 8739, 7962, 7179, 6393, 5602, 4808, 4011, 3212, 2410, 1608, 804, 0,
  ]
}
