// Products of 32-bit values with only 32-bit operations, for cores whose multiplier gives no upper half.

/// a·b/2^32 with an error of −2…+1, on average 1/4 too small.
///
/// It adds three products of 16-bit halves and leaves out the product of the two lower halves. Every core gives the
/// same bits.
@inline(__always)
func highProduct(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  return aHigh &* bHigh &+ ((aHigh &* bLow) &>> 16) &+ ((aLow &* bHigh) &>> 16) &+ 1
}

/// a·b/2^30, the product of two numbers with 30 fraction bits. The error is −4…+1, on average the product is 1 too
/// small. It is exact if one factor is a multiple of 2^16.
///
/// |a| + |b| must be at most 2^31 (2.0): then the sum of the middle products, at most (|a| + |b|)·(2^16 − 1)/2^16, fits.
@inline(never)
func product30(_ a: Int32, _ b: Int32) -> Int32 {
  let (aHigh, aLow) = (a &>> 16, a & 0xffff)
  let (bHigh, bLow) = (b &>> 16, b & 0xffff)
  let middle = aHigh &* bLow &+ aLow &* bHigh
  return (aHigh &* bHigh) &<< 2 &+ (middle &+ 0x2000) &>> 14
}
