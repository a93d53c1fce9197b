// How far the heading may be off: the calibration's covariance, turned into degrees for one attitude.

import FixedPoint
import Quantities

/// The uncertainty of a calibration: the covariance of the error that remains after correction, and a lower bound.
///
/// After correction, a field with the direction w (unit vector) has the error a + E·w in units of its strength, E
/// symmetric with trace 0. The axes are those of the sensor, exchanged so that z is the one that was vertical
/// (`upright`). The eight unknowns are, in this order, a.x, a.y, a.z, p = (E.xx − E.yy)/2, E.zz, E.xy, E.xz, E.yz.
/// docs/notebook/calibration.md, section 5.
public struct HeadingCovariance: Equatable, Sendable {
  public var exponent: Int8 = 0
  /// The sensor's axis that is z here, 0…2; x and y are the next two, cyclically.
  public var upright: UInt8 = 2
  /// Variance of a rotation between field sensor and body about each axis, which a fit of lengths cannot find, 2^−30
  /// rad².
  public var rotation: UInt32 = 0
  /// Variance of a.z beside its entry, Q16: for a planar calibration, the variance of the whole vertical field. In the
  /// common format of the entries it would cost the others their digits.
  public var vertical: UInt32 = 0
  /// The lower triangle, row by row: entry · 2^(`exponent` − 15), in squared units (radians when w is perpendicular to
  /// them).
  public var entries = InlineArray<36, Int16>(repeating: 0)

  public init() {}

  public static func == (a: HeadingCovariance, b: HeadingCovariance) -> Bool {
    guard a.exponent == b.exponent, a.upright == b.upright, a.rotation == b.rotation, a.vertical == b.vertical else {
      return false
    }
    var i = 0
    while i < 36 {
      if a.entries[i] != b.entries[i] { return false }
      i = i &+ 1
    }
    return true
  }

  /// The standard deviation of the heading for one attitude.
  /// - Parameters:
  ///   - field: the corrected field, any scale; it is used with its own length.
  ///   - down: the direction of gravity (minus the specific force), any scale, same axes.
  /// - Returns: 1/100 degree, at most 18,000; `nil` where the heading is undefined (field along gravity).
  public func headingError(field: Vector3, down: Vector3) -> UInt16? {
    guard let w = field.turned(upright: upright).unitQ12, let d = down.turned(upright: upright).unitQ12 else {
      return nil
    }
    // East, of length cos(dip), Q12: 13 bits from 24 by 12.
    let east = Vector3(
      x: (d.y &* w.z &- d.z &* w.y &+ 0x800) &>> 12, y: (d.z &* w.x &- d.x &* w.z &+ 0x800) &>> 12,
      z: (d.x &* w.y &- d.y &* w.x &+ 0x800) &>> 12)
    // cos²(dip), Q24. Below 1/1000 of the field there is no north.
    let horizontal = east.x &* east.x &+ east.y &* east.y &+ east.z &* east.z
    guard horizontal > 16_384 else { return nil }
    let sum = halfVariance(along: Self.halfGradient(east, w))
    // variance · 2^−exponent = sum·2^−22 / (h·2^−24)².
    let ratio = UInt32(bitPattern: horizontal) &>> 8  // Q16
    let inverse = 0xffff_ffff / ratio  // Q16: 1/cos²
    /// Q22 over cos⁴, Q30.
    func overHorizontal(_ value: UInt32) -> UInt64 {
      let once = UInt64(product: value, inverse) &>> 16
      return UInt64(product: UInt32(truncatingIfNeeded: once > 0xffff_ffff ? 0xffff_ffff : once), inverse) &>> 8
    }
    let scaled = overHorizontal(UInt32(bitPattern: sum))
    let power = Int32(exponent)
    var variance =
      power >= 0
      ? scaled &<< UInt64(widening: UInt32(bitPattern: power))
      : scaled &>> UInt64(widening: UInt32(bitPattern: 0 &- power))
    // Q16·Q16, at most 2^38.
    let across = UInt32(bitPattern: east.z &* east.z) &>> 8
    variance = variance &+ overHorizontal(UInt32(truncatingIfNeeded: UInt64(product: across, vertical) &>> 10))
    // ρ about the vertical, and about north times the tangent of the dip: ρ²(1 + tan²) = ρ²/cos².
    variance = variance &+ UInt64(product: rotation, inverse) &>> 16
    // Above π rad the heading is not known at all. Q30 → Q15 → 1/100 degree: 18000/π/2^15 = 11459/65536.
    if variance > 10 &<< 30 { return 18_000 }
    let degrees = (variance &<< 4).squareRoot &>> 2
    return UInt16(truncatingIfNeeded: (degrees &* 11_459) &>> 16)
  }

  /// Half the gradient of the heading, Q11, but for the factor 1/cos²: no component above 2^12.
  @inline(__always)
  private static func halfGradient(_ east: Vector3, _ w: Vector3) -> [8 of Int32] {
    var g = InlineArray<8, Int32>(repeating: 0)
    let xx = east.x &* w.x
    let yy = east.y &* w.y
    g[0] = east.x
    g[1] = east.y
    g[2] = east.z
    g[3] = (xx &- yy) &>> 12
    g[4] = (east.z &* w.z &- (xx &+ yy) &>> 1) &>> 12
    g[5] = (east.x &* w.y &+ east.y &* w.x) &>> 12
    g[6] = (east.x &* w.z &+ east.z &* w.x) &>> 12
    g[7] = (east.y &* w.z &+ east.z &* w.y) &>> 12
    return g
  }

  /// Half the variance times cos⁴, Q23 · 2^exponent, at least 0.
  @inline(__always)
  private func halfVariance(along g: [8 of Int32]) -> Int32 {
    // Σ g_i (C_ii g_i + 2 Σ_{j<i} C_ij g_j): 15 + 13 bits eight times, 31; the sum in Q(12 + 15), then Q(8 + 12 + …).
    var sum: Int32 = 0
    // A span: embedded-swift.md, "Copies".
    let table = entries.span
    var place = 0
    var i = 0
    while i < 8 {
      var row: Int32 = 0
      var j = 0
      while j < i {
        row = row &+ Int32(table[unchecked: place]) &* g[unchecked: j]
        place = place &+ 1
        j = j &+ 1
      }
      row = row &+ (Int32(table[unchecked: place]) &* g[unchecked: i]) &>> 1
      place = place &+ 1
      // 2·row·g: row in Q27 → Q13; the product in Q25, eight times at most 2^28.
      sum = sum &+ ((row &>> 14) &* g[unchecked: i]) &>> 2
      i = i &+ 1
    }
    // Q23: twice it is Q22.
    return sum < 0 ? 0 : sum
  }
}

extension Vector3 {
  /// The vector in axes whose z is axis `axis` (0…2) of these: x, y and z are exchanged cyclically.
  public func turned(upright axis: UInt8) -> Vector3 {
    axis == 2 ? self : axis == 0 ? Vector3(x: y, y: z, z: x) : Vector3(x: z, y: x, z: y)
  }

  /// The vector scaled to a length of 2^12, components rounded; `nil` for zero.
  public var unitQ12: Vector3? {
    let v = mantissa(bits: 15)
    if v == .zero { return nil }
    // |v|² < 3·2^30; 2^27/|v|, Q12 in units of 2^15.
    let square = UInt32(bitPattern: v.x &* v.x) &+ UInt32(bitPattern: v.y &* v.y) &+ UInt32(bitPattern: v.z &* v.z)
    let inverse = Int32(bitPattern: (1 &<< 27) / square.squareRoot)
    func scaled(_ c: Int32) -> Int32 { (c &* inverse &+ 0x4000) &>> 15 }
    return Vector3(x: scaled(v.x), y: scaled(v.y), z: scaled(v.z))
  }
}
