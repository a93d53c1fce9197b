// The normal equations of a model, entry by entry from the moments, without the bias that noise adds.

import Correction
import FixedPoint
import Quantities
import RawMemory

/// The columns of equation (1) in docs/notebook/calibration.md that a model has. A column is one of the ten monomials
/// 1, x, y, z, xx, xy, xz, yy, yz, zz, which are numbered in this order, or the difference of two monomials.
struct ModelColumns {
  let order: ModelOrder
  /// The axis perpendicular to the plane, for the planar model.
  let normal: Int8
  private let size: Int8
  /// Where the columns of this model start in the table.
  private let start: Int8

  init(order: ModelOrder, normal: Int32) {
    self.order = order
    self.normal = Int8(truncatingIfNeeded: normal)
    size = Int8(truncatingIfNeeded: Int32(bitPattern: (0x96450 as UInt32) &>> (4 &* UInt32(order.rawValue))) & 15)
    start = order == .planar ? 9 &+ 5 &* self.normal : 0
  }

  var isSound: Bool {
    Unchecked.isCase(order, of: 5) && normal >= 0 && normal < 3 && size >= 0 && size <= 9 && start >= 0 && start < 24
  }

  /// The number of columns without the right-hand side.
  var count: Int { Int(truncatingIfNeeded: Int32(size)) }

  /// Column `number`: its monomial; in the upper four bits the monomial that is subtracted from it, or 15.
  func terms(_ number: Int) -> Int32 {
    Int32(Tables.columns[unchecked: Int(truncatingIfNeeded: Int32(start)) &+ number])
  }
}

/// The places of products of monomials in the sums.
private enum Tables {
  /// The columns of the spatial models, then those of the planes perpendicular to x, y and z.
  #if objectFormat(ELF)
    @section(".rodata.calibration.columns")
  #endif
  static let columns: [24 of UInt8] = [
    0xf0, 0xf1, 0xf2, 0xf3, 0x94, 0x97, 0xf5, 0xf6, 0xf8,
    0xf0, 0xf2, 0xf3, 0x97, 0xf8, 0xf0, 0xf1, 0xf3, 0x94, 0xf6, 0xf0, 0xf1, 0xf2, 0x74, 0xf5,
  ]

  /// The place, among the sums, of the product of the monomials m and n; stored at 10·m + n.
  #if objectFormat(ELF)
    @section(".rodata.calibration.products")
  #endif
  static let products: [100 of UInt8] = [
    0, 1, 5, 15, 2, 6, 16, 9, 19, 25,
    1, 2, 6, 16, 3, 7, 17, 10, 20, 26,
    5, 6, 9, 19, 7, 10, 20, 12, 22, 28,
    15, 16, 19, 25, 17, 20, 26, 22, 28, 31,
    2, 3, 7, 17, 4, 8, 18, 11, 21, 27,
    6, 7, 10, 20, 8, 11, 21, 13, 23, 29,
    16, 17, 20, 26, 18, 21, 27, 23, 29, 32,
    9, 10, 12, 22, 11, 13, 23, 14, 24, 30,
    19, 20, 22, 28, 21, 23, 29, 24, 30, 33,
    25, 26, 28, 31, 27, 29, 32, 30, 33, 34,
  ]
}

/// The means of the monomials over the samples, without the bias of the noise variance s (section 2). The unit of
/// length is the power of two near the spread of the samples. All means are multiplied by the same number from 1/2 to
/// 1, which is entry 0. Q55; no entry is beyond ±16.
struct UnbiasedMoments: ~Copyable {
  private(set) var values = InlineArray<35, Int64>(repeating: 0)

  init() {}

  /// The place of the product of two of the first ten monomials.
  @inline(__always)
  static func place(_ m: Int, _ n: Int) -> Int {
    Int(truncatingIfNeeded: Int32(Tables.products[unchecked: 10 &* m &+ n]))
  }

  /// The binary logarithm of the unit of length, in units of 2^15 coordinates; `nil` when all samples are equal.
  static func lengthExponent(_ moments: inout Moments) -> Int32? {
    // Σ r⁴ from the products of xx, yy and zz.
    var sum: Int64 = 0
    var first: UInt32 = 0x974
    while first != 0 {
      var second: UInt32 = 0x974
      while second != 0 {
        let at = place(Int(truncatingIfNeeded: first & 15), Int(truncatingIfNeeded: second & 15))
        sum = sum &+ moments.sums[unchecked: at]
        second = second &>> 4
      }
      first = first &>> 4
    }
    if sum <= 0 { return nil }
    // 1/2 ≤ mean r⁴ over the unit's fourth power < 16.
    return (sum.bitLength &- moments.sums[0].bitLength) &>> 2
  }

  /// - Parameters:
  ///   - exponent: the exponent of the unit of length.
  ///   - noise: s in squared units, Q32; the last two bits are ignored.
  mutating func set(_ moments: inout Moments, exponent: Int32, noise: Int32) {
    // With an exponent of 1 at most this is never below 0.
    let up = 55 &- moments.sums[0].bitLength
    var place = 35
    while place > 0 {
      place = place &- 1
      let shift = up &- Moments.degree(place) &* exponent
      values[unchecked: place] = moments.sums[unchecked: place] &<< Int64(widening: shift)
    }
    if noise == 0 { return }
    // Hermite polynomials remove the noise, axis by axis: x² → x² − s, x³ → x³ − 3sx, x⁴ → x⁴ − 6sx² + 3s².
    let once = noise &>> 2
    let threefold = once &+ once &+ once
    var square = 4
    // A bit for each of the ten monomials that contains the axis.
    var having: UInt32 = 0x072
    while true {
      // Monomials times x². The higher powers come first, because they need the old values of the lower ones. x⁴ is x⁴
      // − 3sx² − 3s(x² − s).
      var left = 10
      while left >= 0 {
        let lower = left == 0 ? square : left &- 1
        let hasAxis = having &>> UInt32(truncatingIfNeeded: lower) & 1 != 0
        values[unchecked: Self.place(square, lower)] &-=
          values[unchecked: Self.place(0, lower)].scaled(byQ30: hasAxis ? threefold : once)
        left = left &- 1
      }
      if square == 9 { return }
      having = square == 4 ? 0x1a4 : 0x348
      square = square == 4 ? 7 : 9
    }
  }

  /// The mean of the product of two columns.
  static func entry(_ all: inout UnbiasedMoments, _ first: Int32, _ second: Int32) -> Int64 {
    let whole = mean(&all, first & 15, second)
    return first < 0xf0 ? whole &- mean(&all, first &>> 4, second) : whole
  }

  /// The mean of the product of a monomial and a column.
  @inline(never)
  private static func mean(_ all: inout UnbiasedMoments, _ monomial: Int32, _ column: Int32) -> Int64 {
    let row = Int(truncatingIfNeeded: monomial)
    let whole = all.values[unchecked: place(row, Int(truncatingIfNeeded: column & 15))]
    return column < 0xf0 ? whole &- all.values[unchecked: place(row, Int(truncatingIfNeeded: column &>> 4))] : whole
  }

  /// The mean of monomial `m` times a polynomial of the first monomials, in 2^(25 − f) if the coefficients are Qf.
  @inline(never)
  static func mean(_ all: inout UnbiasedMoments, _ m: Int, times polynomial: Span<Int32>) -> Int64 {
    var sum: Int64 = 0
    var n = polynomial.count
    while n > 0 {
      n = n &- 1
      let coefficient = polynomial[unchecked: n]
      if coefficient != 0 { sum = sum &+ all.values[unchecked: place(m, n)].scaled(byQ30: coefficient) }
    }
    return sum
  }
}
