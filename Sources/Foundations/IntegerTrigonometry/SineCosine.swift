// Sine and cosine: one of 64 exact directions, then a small angle by its series.
//
// The angle that is left, t, is below 90°/128 = 0.0123, so that sin t = t − t³/6 to 3e-12 and 1 − cos t = t²/2 − t⁴/24
// to 1e-14; both are needed to 2^−34 only. All products fit 32 bits, except those with the table.

import FixedPoint
import Quantities

/// Sine and cosine of one angle in Q30: 2^30 stands for 1.
public struct SineCosine: Equatable, Sendable {
  public var sine: Int32
  public var cosine: Int32

  @inlinable @inline(__always)
  public init(sine: Int32, cosine: Int32) {
    self.sine = sine
    self.cosine = cosine
  }
}

extension Cordic {
  /// Sine and cosine of an angle in Q30, −2^30…2^30.
  ///
  /// - Returns: each within 1.5e-9 of the exact value (1.6 units); quarter turns are exact, and an angle that is a
  ///   quarter turn larger has the same two numbers exchanged, one of them negated.
  @export(interface)
  public static func sineCosine(_ angle: BinaryAngle) -> SineCosine {
    let within = angle.rawValue & 0x3fff_ffff
    // The nearest 64th of the quarter turn, and what is left: ±2^23.
    let index = Int(truncatingIfNeeded: (within &+ 0x80_0000) &>> 24)
    let left = Int32(bitPattern: within &- UInt32(truncatingIfNeeded: index) &<< 24)
    let near = Sines.table[unchecked: index]
    let far = Sines.table[unchecked: 64 &- index]

    // t in Q34: 2π·2^2·2^24 times `left`·2^6 is 2^30 too large, below 2^28 after that.
    let t = Int64(0).adding(1_686_629_713, times: left &<< 6).upperWord
    let square = Int64(0).adding(t, times: t).upperWord  // Q36, below 2^24
    let short = square &>> 8  // Q28, 16 bits
    // t³/6: Q22 times Q28 is Q50; 10923/2^16 is 1/6.
    let cubic = ((((t &>> 12) &* short) &>> 16) &* 10_923) &>> 16
    // t⁴/24 in Q34: Q56 over 2^16·64·24.
    let fourth = Int32(bitPattern: ((UInt32(bitPattern: short &* short) &>> 16) &* 43) &>> 16)
    let sine = t &- cubic
    let versine = square &>> 3 &- fourth

    // sin(a + t) = sin a − sin a·(1 − cos t) + cos a·sin t; Q30 times Q34 has Q32 in its upper word.
    let a = Int32(bitPattern: near &>> 1)
    let b = Int32(bitPattern: far &>> 1)
    let rise = Int64(0).adding(b, times: sine).adding(a, times: 0 &- versine).upperWord
    let fall = Int64(0).adding(a, times: sine).adding(b, times: versine).upperWord
    let s = Int32(bitPattern: (near &+ UInt32(bitPattern: (rise &+ 1) &>> 1) &+ 1) &>> 1)
    let c = Int32(bitPattern: (far &- UInt32(bitPattern: (fall &+ 1) &>> 1) &+ 1) &>> 1)

    // A half turn changes both signs. A quarter turn exchanges sine and cosine and changes one sign.
    let half = Int32(bitPattern: angle.rawValue) &>> 31
    let found = SineCosine(sine: (s ^ half) &- half, cosine: (c ^ half) &- half)
    if angle.rawValue & 0x4000_0000 == 0 { return found }
    return SineCosine(sine: found.cosine, cosine: 0 &- found.sine)
  }
}

private enum Sines {
  /// sin(i·90°/64) for i = 0…64 in Q31, rounded to nearest (computed with 60 digits).
  #if objectFormat(ELF)
    @section(".rodata.cordic.sines")
  #endif
  static let table: [65 of UInt32] = [
    0, 52_701_887, 105_372_028, 157_978_697, 210_490_206, 262_874_923, 315_101_295, 367_137_861, 418_953_276,
    470_516_330, 521_795_963, 572_761_285, 623_381_598, 673_626_408, 723_465_451, 772_868_706, 821_806_413,
    870_249_095, 918_167_572, 965_532_978, 1_012_316_784, 1_058_490_808, 1_104_027_237, 1_148_898_640,
    1_193_077_991, 1_236_538_675, 1_279_254_516, 1_321_199_781, 1_362_349_204, 1_402_678_000, 1_442_161_874,
    1_480_777_044, 1_518_500_250, 1_555_308_768, 1_591_180_426, 1_626_093_616, 1_660_027_308, 1_692_961_062,
    1_724_875_040, 1_755_750_017, 1_785_567_396, 1_814_309_216, 1_841_958_164, 1_868_497_586, 1_893_911_494,
    1_918_184_581, 1_941_302_225, 1_963_250_501, 1_984_016_189, 2_003_586_779, 2_021_950_484, 2_039_096_241,
    2_055_013_723, 2_069_693_342, 2_083_126_254, 2_095_304_370, 2_106_220_352, 2_115_867_626, 2_124_240_380,
    2_131_333_572, 2_137_142_927, 2_141_664_948, 2_144_896_910, 2_146_836_866, 2_147_483_648,
  ]
}
