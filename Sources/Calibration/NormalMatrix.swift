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
  private var values = InlineArray<35, Int64>(repeating: 0)

  init() {}

  /// - Parameters:
  ///   - mantissa, exponent: s = mantissa · 2^−(32 + exponent), in units of (2^15 coordinates)².
  mutating func set(_ moments: inout Moments, noise mantissa: UInt32, exponent: Int32) {
    var at = 0
    while at < 35 {
      values[at] = moments.sums[at]
      at = at &+ 1
    }
    values[0] &<<= 30
    values[1] &<<= 15
    values[2] &<<= 15
    values[3] &<<= 15
    if mantissa == 0 { return }
    // s times the moments of degree 0, 1 and 2, unbiased or not as each form needs.
    var lower = InlineArray<10, Int64>(repeating: 0)
    var place = 0
    while place < 10 {
      lower[place] = values[place].scaled(byQ32: mantissa).shifted(rightBy: exponent)
      place = place &+ 1
    }
    // s² times the number.
    let square = lower[0].scaled(byQ32: mantissa).shifted(rightBy: exponent)
    // Hermite's polynomials, exponent by exponent: x^a → x^a − (a over 2) s x^(a−2) + …, the last for a = 4 and x²y².
    var b: Int32 = 0
    while b <= 4 {
      var c: Int32 = 0
      while b &+ c <= 4 {
        var a: Int32 = 0
        while a &+ b &+ c <= 4 {
          let x = Self.pairs(a)
          let y = Self.pairs(b)
          let z = Self.pairs(c)
          var change: Int64 = 0
          if x != 0 { change = change &+ x.times(lower[Moments.index(a &- 2, b, c)]) }
          if y != 0 { change = change &+ y.times(lower[Moments.index(a, b &- 2, c)]) }
          if z != 0 { change = change &+ z.times(lower[Moments.index(a, b, c &- 2)]) }
          let both = x &* y &+ y &* z &+ x &* z &+ (x == 6 || y == 6 || z == 6 ? 3 : 0)
          if both != 0, a &+ b &+ c == 4 { change = change &- both.times(square) }
          values[Moments.index(a, b, c)] &-= change
          a = a &+ 1
        }
        c = c &+ 1
      }
      b = b &+ 1
    }
  }

  /// (n over 2): 0, 0, 1, 3, 6.
  @inline(__always)
  private static func pairs(_ n: Int32) -> Int32 { (n &* (n &- 1)) &>> 1 }

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

extension Int32 {
  /// `value` taken 0 to 6 times.
  @inline(__always)
  fileprivate func times(_ value: Int64) -> Int64 {
    var sum: Int64 = 0
    var left = self
    while left != 0 {
      sum = sum &+ value
      left = left &- 1
    }
    return sum
  }
}
