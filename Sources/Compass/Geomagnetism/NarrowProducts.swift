// Products of 32-bit values with nothing wider than 32 bits, for cores whose multiplier gives no upper half.

/// a·b/2^32 with an error of −2…+1, on average 1/4 too small.
///
/// Three products of halves; the product of the two lower ones is left out. The same bits on every core.
@inline(__always)
func highProduct(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  return aHigh &* bHigh &+ ((aHigh &* bLow) &>> 16) &+ ((aLow &* bHigh) &>> 16) &+ 1
}

/// a·b/2^30, the product of two numbers with 30 fraction bits: with an error of −4…+1, on average 1 too small; exact
/// where one of them is a multiple of 2^16.
///
/// |a| + |b| must be at most 2^31 (2.0): then the sum of the middle products, at most (|a| + |b|)·(2^16 − 1)/2^16, fits.
@inline(never)
func product30(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  let middle = aHigh &* bLow &+ aLow &* bHigh
  return (aHigh &* bHigh) &<< 2 &+ (middle &+ 0x2000) &>> 14
}
