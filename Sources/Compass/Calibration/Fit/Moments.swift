// Sums of all products of coordinates up to the fourth degree: everything a fit needs to know about the samples.

import FixedPoint
import Quantities

/// The number of samples and 34 sums, of x^a·y^b·z^c for 1 ≤ a + b + c ≤ 4, about an origin that follows the data.
///
/// Coordinates have 15 bits and a sign: x = (m − origin)/2^e, with the smallest e that the values so far allow. All
/// sums are Q30. The sums of the third and fourth degree are rounded down; `centre` corrects for this. Widths:
/// docs/notebook/calibration.md, section 3.
struct Moments {
  /// Ordered by the power of z, then of y, then of x: `Powers` steps through them in this order.
  var sums = InlineArray<35, Int64>(repeating: 0)
  /// In 1/256 of the samples' unit.
  var origin = Vector3.zero
  /// The number of sample pairs, modulo 2^16, for which the mean loss by rounding down (half a unit each) has been
  /// added back.
  private var settled: UInt16 = 0
  private var scale: UInt8 = 0
  /// Whether a sample waits to be summed together with the next one in one pass. Until then only the number of samples
  /// includes it.
  private var isWaiting = false
  /// The coordinates of the waiting sample.
  private var waiting: (x: Int16, y: Int16, z: Int16) = (0, 0, 0)
  /// e + 8: coordinates are (256·m − origin) / 2^shift.
  var shift: Int32 { Int32(scale) }

  init() {}

  /// The number of samples.
  var count: Int32 { Int32(truncatingIfNeeded: sums[0] &>> 30) }

  /// Half of the number of samples. For 2^17 samples the number overflows to 0; their halves are 2^−31 of the sums and
  /// do not matter.
  private var pairs: UInt16 { UInt16(truncatingIfNeeded: count &>> 1) }

  /// The degree a + b + c of the sum at `place`.
  @inline(__always)
  static func degree(_ place: Int) -> Int32 { Int32(Tables.degrees[unchecked: place]) }

  /// The place of x^a·y^b·z^c.
  @inline(__always)
  static func index(_ a: Int32, _ b: Int32, _ c: Int32) -> Int {
    // The first places for the powers of z, 0, 15, 25, 31 and 34 of 35, with six bits each.
    let first = Int32(truncatingIfNeeded: (0x227d_93c0 as UInt32) &>> UInt32(bitPattern: 6 &* c)) & 63
    return Int(truncatingIfNeeded: first &+ b &* (5 &- c) &- (b &* (b &- 1)) &>> 1 &+ a)
  }

  /// The mean of one of the ten monomials 1, x, y, z, xx, xy, xz, yy, yz, zz, Q30; 0 when there are no samples.
  @export(interface) @inline(never)
  mutating func mean(_ monomial: Int32) -> Int32 {
    let place = UnbiasedMoments.place(0, Int(truncatingIfNeeded: monomial))
    let number = count
    return sums[unchecked: place].quotient(by: Int64(widening: number > 1 ? number : 1))
  }

  // MARK: - One sample

  /// Adds a sample, each component within ±2^21.
  @export(interface) @inline(never)
  mutating func add(_ sample: Vector3) {
    // Components within ±2^21 fit 30 bits.
    var v = Vector3(x: sample.x &<< 8, y: sample.y &<< 8, z: sample.z &<< 8)
    if sums[0] == 0 { origin = v }
    v = Vector3(x: v.x &- origin.x, y: v.y &- origin.y, z: v.z &- origin.z)
    let half = (1 &<< shift) &>> 1
    // Magnitudes rounded up; for a negative value the magnitude minus one.
    let largest =
      ((v.x ^ v.x &>> 31) &+ half) | ((v.y ^ v.y &>> 31) &+ half) | ((v.z ^ v.z &>> 31) &+ half)
    if largest &>> shift > 0x7fff {
      Self.rescale(&self, for: largest)
      return add(sample)
    }
    v = Vector3(x: (v.x &+ half) &>> shift, y: (v.y &+ half) &>> shift, z: (v.z &+ half) &>> shift)
    sums[0] &+= 1 &<< 30
    isWaiting = !isWaiting
    if isWaiting {
      waiting = (Int16(truncatingIfNeeded: v.x), Int16(truncatingIfNeeded: v.y), Int16(truncatingIfNeeded: v.z))
    } else {
      Self.accumulate(&self, v.x, v.y, v.z)
    }
  }

  /// Adds the waiting sample alone. Its partner has coordinates 0, which would change only the number of samples, and
  /// the number is left out.
  @inline(never)
  private static func complete(_ moments: inout Moments) {
    if moments.isWaiting { accumulate(&moments, 0, 0, 0) }
    moments.isWaiting = false
  }

  /// Adds the waiting sample and another to all sums except the number.
  ///
  /// One loop for all sums: embedded-swift.md, "Loops".
  @inline(never)
  private static func accumulate(_ moments: inout Moments, _ x: Int32, _ y: Int32, _ z: Int32) {
    let (otherX, otherY, otherZ) = (
      Int32(moments.waiting.x), Int32(moments.waiting.y), Int32(moments.waiting.z)
    )
    var first: Int32 = 1 &<< 30
    var second = first
    var ofZ = first
    var otherOfZ = ofZ
    var ofYZ = ofZ
    var otherOfYZ = ofZ
    var place = 1
    var headroom: Int32 = 4
    var headroomForAll = headroom
    var left = headroom
    while true {
      left = left &- 1
      // Most passes only step the power of x: the compiler should keep their code contiguous.
      if _fastPath(left >= 0) {
        first = Self.times(first, otherX)
        second = Self.times(second, x)
      } else {
        headroom = headroom &- 1
        if _fastPath(headroom >= 0) {
          otherOfYZ = Self.times(otherOfYZ, otherY)
          ofYZ = Self.times(ofYZ, y)
        } else {
          headroomForAll = headroomForAll &- 1
          if headroomForAll < 0 { return }
          headroom = headroomForAll
          otherOfZ = Self.times(otherOfZ, otherZ)
          ofZ = Self.times(ofZ, z)
          otherOfYZ = otherOfZ
          ofYZ = ofZ
        }
        first = otherOfYZ
        second = ofYZ
        left = headroom
      }
      // Both terms are below 2^30.
      moments.sums[unchecked: place] &+= Int64(widening: first &+ second)
      place = place &+ 1
    }
  }

  /// ⌊product·x / 2^15⌋, |product| ≤ 2^30 and |x| < 2^15.
  @inline(__always)
  private static func times(_ product: Int32, _ x: Int32) -> Int32 {
    (product &>> 15) &* x &+ ((product & 0x7fff) &* x) &>> 15
  }

  // MARK: - Scale and origin

  /// Makes the coordinates coarser until a coordinate of `largest`/256 fits.
  @inline(never)
  private static func rescale(_ moments: inout Moments, for largest: Int32) {
    complete(&moments)
    let before = moments.shift
    var needed = before
    repeat { needed = needed &+ 1 } while largest &>> needed > 0x7fff
    let step = needed &- before
    moments.scale = UInt8(truncatingIfNeeded: needed)
    // At most an eighth of the halves that the samples so far lost is still missing.
    moments.settled = moments.pairs
    var place = 35
    while place > 0 {
      place = place &- 1
      // Rounded down: half a unit does not matter in the sums.
      moments.sums[unchecked: place] = moments.sums[unchecked: place] &>> Int64(widening: degree(place) &* step)
    }
  }

  /// Moves the origin to the mean, rounded to a whole coordinate. One call moves one axis (0, 1, 2).
  @export(interface)
  mutating func centre(axis: Int32) {
    Self.complete(&self)
    if settled != pairs { settle() }
    let mean = mean(axis &+ 1).shifted(rightBy: 15)
    if mean == 0 { return }
    translate(axis, by: mean &<< 15)
    let way = mean &<< shift
    if axis == 0 { origin.x = origin.x &+ way }
    if axis == 1 { origin.y = origin.y &+ way }
    if axis == 2 { origin.z = origin.z &+ way }
  }

  /// Adds to the sums of the third and fourth degree what rounding down removed (half a unit each).
  private mutating func settle() {
    let half = Int64(widening: Int32(pairs &- settled))
    settled = pairs
    var place = 35
    while place > 0 {
      place = place &- 1
      if Self.degree(place) > 2 { sums[unchecked: place] &+= half }
    }
  }

  /// Replaces x by x − d in every sum, d in Q30: a Taylor shift in each chain of powers of x with the same powers of y
  /// and z.
  private mutating func translate(_ axis: Int32, by d: Int32) {
    var powers = Powers()
    while powers.highest >= 0 {
      var pass: Int32 = 1
      while pass <= powers.highest {
        var power = powers.highest
        var to = Self.place(axis, power, powers)
        while power >= pass {
          power = power &- 1
          let from = Self.place(axis, power, powers)
          sums[unchecked: to] &-= sums[unchecked: from].scaled(byQ30: d)
          to = from
        }
        pass = pass &+ 1
      }
      _ = powers.advance()
    }
  }

  /// The place of x^a·y^b·z^c after exchanging x with `axis`.
  @inline(never)
  private static func place(_ axis: Int32, _ a: Int32, _ powers: Powers) -> Int {
    let c = powers.c
    let b = 4 &- powers.highest &- c
    return index(axis == 0 ? a : axis == 1 ? b : c, axis == 1 ? a : b, axis == 2 ? a : c)
  }
}

private enum Tables {
  #if objectFormat(ELF)
    @section(".rodata.calibration.degrees")
  #endif
  static let degrees: [35 of UInt8] = [
    0, 1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 1, 2, 3, 4, 2, 3, 4, 3, 4, 4, 2, 3, 4, 3, 4, 4, 3, 4, 4, 4,
  ]
}

/// Steps through the powers of y and z in the order of the sums, with the highest power of x in each chain.
struct Powers {
  /// The highest power of x, 4 − b − c; below 0 after the last chain.
  var highest: Int32 = 4
  /// The power of z.
  var c: Int32 = 0

  /// Goes to the next chain. Returns whether it has the same power of z.
  @inline(__always)
  mutating func advance() -> Bool {
    highest = highest &- 1
    if highest >= 0 { return true }
    c = c &+ 1
    highest = 4 &- c
    return false
  }
}
