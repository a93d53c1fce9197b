// Sums of all products of coordinates up to the fourth degree: everything a fit needs to know about the samples.
import FixedPoint
import Quantities

/// The number of samples and 34 sums, of x^a·y^b·z^c for 1 ≤ a + b + c ≤ 4, about an origin that follows the data.
///
/// Coordinates are 15 bits and sign, x = (m − origin)/2^e with the smallest e that the range seen allows. Degree 1 is
/// kept as it is (Q15); degrees 2, 3 and 4 in Q30, rounded. Widths: docs/calibration.md, section 3.
struct Moments {
  /// Number, x, y, z, xx, xy, xz, yy, yz, zz, xxx … zzzz: `index` gives the place.
  var sums = InlineArray<35, Int64>(repeating: 0)
  /// In 1/256 of the samples' unit.
  var origin = Vector3.zero
  /// How many samples the sums of the third and fourth degree have been made up for: they lack half a unit for each of
  /// the others, since rounding down costs less.
  private var settled: Int32 = 0
  /// e + 8: coordinates are (256·m − origin) / 2^shift.
  var shift: Int32 = 0

  init() {}

  /// The number of samples.
  var count: Int32 { Int32(truncatingIfNeeded: sums[0]) }

  /// The place of x^a·y^b·z^c: by degree, then by the degree without x, then by c.
  @inline(__always)
  static func index(_ a: Int32, _ b: Int32, _ c: Int32) -> Int {
    let degree = a &+ b &+ c
    let rest = b &+ c
    // 0, 1, 4, 10, 20: the tetrahedral numbers.
    let base = degree &* (degree &+ 1) &* (degree &+ 2)
    // (base/6 without a division: base ≤ 120 and 43/256 is 1/6 to within 1/128 of it.)
    return Int(truncatingIfNeeded: (base &* 43) &>> 8 &+ (rest &* (rest &+ 1)) &>> 1 &+ c)
  }

  // MARK: - One sample

  /// 256·`sample` − origin. Components within ±2^21 fit 30 bits.
  @inline(__always)
  func relative(_ sample: Vector3) -> Vector3 {
    Vector3(
      x: (sample.x &<< 8) &- origin.x, y: (sample.y &<< 8) &- origin.y, z: (sample.z &<< 8) &- origin.z)
  }

  /// Adds a sample, each component within ±2^21.
  mutating func add(_ sample: Vector3) {
    if sums[0] == 0 { origin = Vector3(x: sample.x &<< 8, y: sample.y &<< 8, z: sample.z &<< 8) }
    let v = relative(sample)
    let largest = v.x.magnitude | v.y.magnitude | v.z.magnitude
    var needed = shift
    while largest &>> UInt32(bitPattern: needed) > 0x7fff { needed = needed &+ 1 }
    if needed != shift { rescale(to: needed) }
    let half = (1 &<< needed) &>> 1
    accumulate((v.x &+ half) &>> needed, (v.y &+ half) &>> needed, (v.z &+ half) &>> needed)
  }

  /// Coordinates within ±2^15.
  private mutating func accumulate(_ x: Int32, _ y: Int32, _ z: Int32) {
    sums[0] &+= 1
    raise(1, x)
    raise(2, y)
    raise(3, z)
    let xx = Halves(x &* x)
    let xy = Halves(x &* y)
    let xz = Halves(x &* z)
    let yy = Halves(y &* y)
    let yz = Halves(y &* z)
    let zz = Halves(z &* z)
    raise(4, xx.whole)
    raise(5, xy.whole)
    raise(6, xz.whole)
    raise(7, yy.whole)
    raise(8, yz.whole)
    raise(9, zz.whole)
    raise(10, xx.times(x))
    raise(11, xx.times(y))
    raise(12, xx.times(z))
    raise(13, yy.times(x))
    raise(14, xy.times(z))
    raise(15, zz.times(x))
    raise(16, yy.times(y))
    raise(17, yy.times(z))
    raise(18, zz.times(y))
    raise(19, zz.times(z))
    raise(20, xx.times(xx))
    raise(21, xx.times(xy))
    raise(22, xx.times(xz))
    raise(23, xx.times(yy))
    raise(24, xx.times(yz))
    raise(25, xx.times(zz))
    raise(26, xy.times(yy))
    raise(27, xz.times(yy))
    raise(28, xy.times(zz))
    raise(29, xz.times(zz))
    raise(30, yy.times(yy))
    raise(31, yy.times(yz))
    raise(32, yy.times(zz))
    raise(33, yz.times(zz))
    raise(34, zz.times(zz))
  }

  @inline(__always)
  private mutating func raise(_ place: Int, _ value: Int32) { sums[place] &+= Int64(widening: value) }

  /// A product of two coordinates, 2^15·high + low with −2^14 ≤ low < 2^14.
  private struct Halves {
    let whole: Int32
    let high: Int32
    let low: Int32

    /// |product| ≤ 2^30.
    @inline(__always)
    init(_ product: Int32) {
      whole = product
      high = (product &+ 0x4000) &>> 15
      low = product &- (high &<< 15)
    }

    /// ⌊whole·x / 2^15⌋. |high·x| ≤ 2^30 and |low·x| ≤ 2^29.
    @inline(__always)
    func times(_ x: Int32) -> Int32 { high &* x &+ (low &* x) &>> 15 }

    /// ⌊whole·whole′ / 2^30⌋, without low·low′. Both cross products together stay below 2^30.
    @inline(__always)
    func times(_ other: Halves) -> Int32 {
      high &* other.high &+ (high &* other.low &+ low &* other.high) &>> 15
    }
  }

  // MARK: - Scale and origin

  /// Makes up for the halves that the sums lack.
  private mutating func settle() {
    let half = Int64(widening: (count &- settled) &>> 1)
    settled = count
    var place = 35
    while place > 10 {
      place = place &- 1
      sums[unchecked: place] &+= half
    }
  }

  /// Makes coordinates 2^(`newShift` − `shift`) times as coarse.
  private mutating func rescale(to newShift: Int32) {
    settle()
    let step = UInt32(bitPattern: newShift &- shift)
    shift = newShift
    var place = 1
    var end = 4
    var bits = step
    while place < 35 {
      // A whole degree at a time.
      if bits > 31 {
        while place < end {
          sums[unchecked: place] = sums[unchecked: place].shifted(rightBy: Int32(bitPattern: bits))
          place = place &+ 1
        }
      }
      let up = 32 &- bits
      while place < end {
        // Word by word: the 64-bit shift by a variable is a call.
        let value = UInt64(bitPattern: sums[unchecked: place])
        let rounding = (value.lowHalf &>> (bits &- 1)) & 1
        let low = (value.lowHalf &>> bits) | (value.highHalf &<< up)
        let high = Int32(bitPattern: value.highHalf) &>> Int32(bitPattern: bits)
        sums[unchecked: place] = Int64(high: high, low: low) &+ Int64(bitPattern: UInt64(widening: rounding))
        place = place &+ 1
      }
      bits = bits &+ step
      end = end == 4 ? 10 : end == 10 ? 20 : 35
    }
  }

  /// Moves the origin to the mean, rounded to a whole coordinate. One axis (0, 1, 2) a call.
  mutating func centre(axis: Int32) {
    let total = sums[Int(truncatingIfNeeded: axis) &+ 1]
    if sums[0] == 0 { return }
    settle()
    // |mean| ≤ 2^16; the quotient is rounded by adding half the divisor to a non-negative dividend.
    let shifted = total &+ (sums[0] &<< 17)
    let mean = (shifted &+ (sums[0] &>> 1)).quotient(by: sums[0]) &- (1 &<< 17)
    if mean == 0 { return }
    translate(axis, by: mean)
    let way = mean &<< shift
    if axis == 0 { origin.x = origin.x &+ way }
    if axis == 1 { origin.y = origin.y &+ way }
    if axis == 2 { origin.z = origin.z &+ way }
  }

  /// x ← x − d in every sum: Taylor shifts of the chains of powers of x with the same powers of the other two.
  private mutating func translate(_ axis: Int32, by d: Int32) {
    let wide = Int64(widening: d)
    // The powers of the other two: 0, 0 to 3, 0 with a sum of at most 3.
    var b: Int32 = 0
    var c: Int32 = 0
    while b <= 3 {
      let highest = 4 &- b &- c
      var pass: Int32 = 1
      while pass <= highest {
        var power = highest
        var to = Self.place(axis, power, b, c)
        while power >= pass {
          let from = Self.place(axis, power &- 1, b, c)
          let product = sums[unchecked: from] &* wide
          sums[unchecked: to] &-= power &+ b &+ c <= 2 ? product : product.shifted(rightBy: 15)
          to = from
          power = power &- 1
        }
        pass = pass &+ 1
      }
      c = c &+ 1
      if b &+ c > 3 {
        b = b &+ 1
        c = 0
      }
    }
  }

  /// The place of x^a·y^b·z^c, with x and the axis exchanged.
  @inline(never)
  private static func place(_ axis: Int32, _ a: Int32, _ b: Int32, _ c: Int32) -> Int {
    index(axis == 0 ? a : axis == 1 ? b : c, axis == 1 ? a : b, axis == 2 ? a : c)
  }
}
