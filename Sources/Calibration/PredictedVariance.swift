// The variance of the heading over attitudes, from the covariance of a fit.
import Correction
import FixedPoint
import Quantities

extension Prediction {
  /// A sixteenth of the variances of the heading in four attitudes, (1/100 degree)².
  /// - Parameters:
  ///   - side: which side is down, 0…3.
  ///   - tilt: degrees from level, at most 45.
  ///   - sine, cosine: of the dip, Q12.
  static func variance(
    _ covariance: inout HeadingCovariance, side: Int32, tilt: Int32, sine: Int32, cosine: Int32, up axis: Int32
  ) -> UInt32 {
    // sin and cos of the tilt, Q12: t − t³/6, 1 − t²/2 + t⁴/24.
    let t = tilt &* 71 &+ tilt &>> 1
    let tt = (t &* t) &>> 12
    let s = t &- ((tt &* t) &>> 12) / 6
    let c = 4096 &- tt &>> 1 &+ ((tt &* tt) &>> 12) / 24
    var total: UInt32 = 0
    var pose: Int32 = 0
    while pose < 4 {
      // Down: tilted towards one of four sides; north: square to it, turned by quarter turns.
      let sx = side == 0 ? s : side == 2 ? 0 &- s : 0
      let sy = side == 1 ? s : side == 3 ? 0 &- s : 0
      let down = Vector3(x: sx, y: sy, z: c)
      // Two directions square to down and to each other: along the tilt and across.
      let along = Vector3(x: side & 1 == 0 ? c : 0, y: side & 1 == 1 ? c : 0, z: 0 &- (side & 2 == 0 ? s : 0 &- s))
      let across = Vector3(x: side & 1 == 1 ? 4096 : 0, y: side & 1 == 0 ? 4096 : 0, z: 0)
      let quarter = pose
      func north(_ a: Int32, _ b: Int32) -> Int32 {
        quarter == 0 ? a : quarter == 1 ? b : quarter == 2 ? 0 &- a : 0 &- b
      }
      func field(_ a: Int32, _ b: Int32, _ d: Int32) -> Int32 {
        (north(a, b) &* cosine &+ d &* sine) &>> 12
      }
      let w = Vector3(
        x: field(along.x, across.x, down.x), y: field(along.y, across.y, down.y), z: field(along.z, across.z, down.z))
      let error = covariance.headingError(field: turned(w, axis), down: turned(down, axis)) ?? 18_000
      total = total &+ (UInt32(error) &* UInt32(error)) &>> 4
      pose = pose &+ 1
    }
    return total
  }

  /// z becomes the axis that stands upright.
  private static func turned(_ v: Vector3, _ axis: Int32) -> Vector3 {
    axis == 0 ? Vector3(x: v.z, y: v.x, z: v.y) : axis == 1 ? Vector3(x: v.y, y: v.z, z: v.x) : v
  }
}
