// Two constant rotations between a filter's attitudes and an optical reference with its own frames.

import Reference

/// A motion capture has its own frame, and its markers are not aligned with the sensor's axes. So an attitude q is compared as
/// left·q·right, with the two rotations for which the mean square distance to the truth is smallest.
struct FrameFit {
  private(set) var left = ReferenceQuaternion.identity
  private(set) var right = ReferenceQuaternion.identity

  /// No rotation.
  init() {}

  /// Fits each rotation in turn, while the other stays constant.
  init(_ attitudes: [ReferenceQuaternion], _ truth: [ReferenceQuaternion]) {
    for _ in 0..<15 {
      left = Self.mean(zip(attitudes, truth).map { $1 * ($0 * right).conjugate })
      right = Self.mean(zip(attitudes, truth).map { (left * $0).conjugate * $1 })
    }
  }

  /// The mean rotation: the one with the largest sum of squared products with all others (Markley, Cheng, Crassidis,
  /// Oshman, *Journal of Guidance, Control, and Dynamics* 30(4), 2007), found by the power method.
  private static func mean(_ rotations: [ReferenceQuaternion]) -> ReferenceQuaternion {
    var sums = [SIMD4<Double>](repeating: .zero, count: 4)
    for q in rotations {
      let v = SIMD4(q.w, q.v.x, q.v.y, q.v.z)
      for i in 0..<4 { sums[i] += v * v[i] }
    }
    // A rotation among them is nearer to their mean than to the other eigenvectors.
    var mean = rotations.first.map { SIMD4($0.w, $0.v.x, $0.v.y, $0.v.z) } ?? SIMD4(1, 0, 0, 0)
    for _ in 0..<60 {
      let next = SIMD4((sums[0] * mean).sum(), (sums[1] * mean).sum(), (sums[2] * mean).sum(), (sums[3] * mean).sum())
      let length = (next * next).sum().squareRoot()
      if length == 0 { return .identity }
      mean = next / length
    }
    return ReferenceQuaternion(w: mean.x, v: SIMD3(mean.y, mean.z, mean.w))
  }
}
