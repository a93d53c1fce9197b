// Products of 32-bit values with nothing wider than 32 bits, for cores whose multiplier gives no upper half.

/// a·b/2^32 to −2…+1, a quarter short in the mean.
///
/// Three products of halves; the product of the two lower ones is left out. The same bits on every core.
@inline(__always)
func highProduct(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  return aHigh &* bHigh &+ ((aHigh &* bLow) &>> 16) &+ ((aLow &* bHigh) &>> 16) &+ 1
}

/// a·b/2^30, the product of two numbers with 30 fraction bits: to −4…+1 of it, one short in the mean; exact where one
/// of them is a multiple of 2^16.
///
/// |a| + |b| must be at most 2^31 (2.0): then the sum of the middle products, at most (|a| + |b|)·(2^16 − 1)/2^16, fits.
@inline(never)
func product30(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  let middle = aHigh &* bLow &+ aLow &* bHigh
  return (aHigh &* bHigh) &<< 2 &+ (middle &+ 0x2000) &>> 14
}

/// Sine and cosine of an angle in 2^−32 turns, with 30 fraction bits; within 1e-8, exact at quarter turns.
@inline(never)
func sineAndCosine(_ angle: UInt32) -> (sine: Int32, cosine: Int32) {
  // The nearest quarter turn is taken off; at most 45° remain, as radians with 30 fraction bits.
  let quarters = (angle &+ 0x2000_0000) &>> 30
  let x = product30(Int32(bitPattern: (angle &- (quarters &<< 30)) &<< 1), 843_314_857)
  let square = product30(x, x)
  // Interpolated at Chebyshev's points in the square on 0…(π/4)²: within 2e-11 and 2e-10.
  var odd = product30(square, 2_926) &- 213_031
  odd = product30(square, odd) &+ 8_947_847
  odd = product30(square, odd) &- 178_956_971
  let sine = x &+ product30(x, product30(square, odd))
  var even = product30(square, 26_268) &- 1_491_169
  even = product30(square, even) &+ 44_739_225
  even = product30(square, even) &- 536_870_912
  let cosine = 0x4000_0000 &+ product30(square, even)
  switch quarters {
  case 0: return (sine, cosine)
  case 1: return (cosine, 0 &- sine)
  case 2: return (0 &- sine, 0 &- cosine)
  default: return (0 &- cosine, sine)
  }
}
