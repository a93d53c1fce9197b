// The normal equations of a model, entry by entry from the moments, freed of the bias that noise adds.
import Correction
import FixedPoint
import Quantities

/// Which columns of equation (1) in docs/calibration.md a model has.
struct ModelColumns {
  let order: ModelOrder
  /// Of the planar model: the axis square to the plane.
  let normal: Int32

  /// Columns without the right-hand side, which has this number.
  var count: Int {
    switch order {
    case .none: 0
    case .planar: 5
    case .sphere: 4
    case .axisAligned: 6
    case .ellipsoid: 9
    }
  }

  /// Column `number` as up to three monomials. A monomial is a byte, two bits for each exponent from x on; a byte each
  /// from the lowest on, the highest byte is the sign mask: bit n set negates monomial n.
  func terms(_ number: Int) -> UInt32 {
    if order == .planar { return planarTerms(number) }
    if number == count { return 0x0020_0802 }  // xx + yy + zz
    switch number {
    case 0: return 0x00ff_ff00  // 1
    case 1: return 0x00ff_ff01
    case 2: return 0x00ff_ff04
    case 3: return 0x00ff_ff10
    case 4: return 0x02ff_2002  // xx − zz
    case 5: return 0x02ff_2008  // yy − zz
    case 6: return 0x00ff_ff05
    case 7: return 0x00ff_ff11
    default: return 0x00ff_ff14
    }
  }

  /// The same in the plane of `first` and `second`.
  private func planarTerms(_ number: Int) -> UInt32 {
    let p: UInt32 = 1 &<< UInt32(bitPattern: 2 &* first)
    let q: UInt32 = 1 &<< UInt32(bitPattern: 2 &* second)
    switch number {
    case 0: return 0x00ff_ff00
    case 1: return 0x00ff_ff00 | p
    case 2: return 0x00ff_ff00 | q
    case 3: return 0x02ff_0000 | (2 &* q) &<< 8 | 2 &* p
    case 4: return 0x00ff_ff00 | p &+ q
    default: return 0x00ff_0000 | (2 &* q) &<< 8 | 2 &* p
    }
  }

  var first: Int32 { normal == 0 ? 1 : 0 }
  var second: Int32 { normal == 2 ? 1 : 2 }
}

/// Moments with the noise variance s taken out (section 2), all in Q30 times the number of samples.
struct UnbiasedMoments: ~Copyable {
  private var values: InlineArray<35, Int64>

  /// - Parameters:
  ///   - mantissa, exponent: s = mantissa · 2^−(32 + exponent), in units of (2^15 coordinates)².
  init(_ moments: inout Moments, noise mantissa: UInt32, exponent: Int32) {
    values = moments.sums
    values[0] = moments.sums[0] &<< 30
    values[1] &<<= 15
    values[2] &<<= 15
    values[3] &<<= 15
    if mantissa == 0 { return }
    func noise(_ value: Int64) -> Int64 { value.scaled(byQ32: mantissa).shifted(rightBy: exponent) }
    // s times the lower moments, unbiased or not as each form needs.
    let n1 = noise(values[0])
    let n2 = noise(n1)
    let sx = noise(values[1])
    let sy = noise(values[2])
    let sz = noise(values[3])
    let sxx = noise(values[4])
    let sxy = noise(values[5])
    let sxz = noise(values[6])
    let syy = noise(values[7])
    let syz = noise(values[8])
    let szz = noise(values[9])
    values[4] &-= n1
    values[7] &-= n1
    values[9] &-= n1
    values[10] &-= 3 &* sx
    values[11] &-= sy
    values[12] &-= sz
    values[13] &-= sx
    values[15] &-= sx
    values[16] &-= 3 &* sy
    values[17] &-= sz
    values[18] &-= sy
    values[19] &-= 3 &* sz
    values[20] &-= 6 &* sxx &- 3 &* n2
    values[21] &-= 3 &* sxy
    values[22] &-= 3 &* sxz
    values[23] &-= sxx &+ syy &- n2
    values[24] &-= syz
    values[25] &-= sxx &+ szz &- n2
    values[26] &-= 3 &* sxy
    values[27] &-= sxz
    values[28] &-= sxy
    values[29] &-= 3 &* sxz
    values[30] &-= 6 &* syy &- 3 &* n2
    values[31] &-= 3 &* syz
    values[32] &-= syy &+ szz &- n2
    values[33] &-= 3 &* syz
    values[34] &-= 6 &* szz &- 3 &* n2
  }

  /// The moments, for `entry`.
  var table: Span<Int64> {
    @_lifetime(borrow self)
    borrowing get { values.span }
  }

  /// The sum over the samples of the product of two columns, Q30.
  static func entry(_ values: Span<Int64>, _ first: UInt32, _ second: UInt32) -> Int64 {
    var sum: Int64 = 0
    var i: UInt32 = 0
    while i < 24 {
      let a = (first &>> i) & 0xff
      if a == 0xff { break }
      var j: UInt32 = 0
      while j < 24 {
        let b = (second &>> j) & 0xff
        if b == 0xff { break }
        // Exponents up to 4 need three bits: they are added one by one.
        let value = values[
          unchecked: Moments.index(
            Int32(bitPattern: (a & 3) &+ (b & 3)), Int32(bitPattern: ((a &>> 2) & 3) &+ ((b &>> 2) & 3)),
            Int32(bitPattern: (a &>> 4) &+ (b &>> 4)))]
        let sign = (first &>> (24 &+ (i &>> 3))) ^ (second &>> (24 &+ (j &>> 3)))
        sum = sign & 1 == 1 ? sum &- value : sum &+ value
        j = j &+ 8
      }
      i = i &+ 8
    }
    return sum
  }
}
