// Finds the centre of the field's samples from the rotation alone. It works after the first 60° of a movement.

import FixedPoint
import Quantities
import RawMemory

/// Finds the constant field that rotates with the sensor, from raw samples and the gyroscope's attitude at each sample.
///
/// A field f that is constant in the gyroscope's frame is measured as m = Rᵀf + h. The squared residuals are smallest
/// for (I − R̄ᵀR̄)·h = m̄ − R̄ᵀ·mean(R·m) and f = mean(R·m) − R̄·h (docs/notebook/calibration.md, section 11). The
/// memory holds only sums of 16 numbers, and some samples whose directions are computed when the centre is found.
public struct FieldCentre: ~Copyable {
  private let inPlace = InPlace()
  /// Whether `centre` and `radius` are valid.
  public private(set) var isKnown = false
  /// The number of samples in the sums. Samples older than the last 128 or more have half weight, older ones a quarter,
  /// and so on.
  private var count: Int32 = 0
  /// h and the length of f, nanotesla.
  public private(set) var centre = Vector3.zero
  public private(set) var radius: UInt32 = 0
  /// The first sample, nanotesla. The sums and `kept` are relative to it, in units of 32 nT.
  private var origin = Vector3.zero
  private var sum = Vector3.zero
  private var turned = Vector3.zero
  private var rotation = SmallMatrix(x: .zero, y: .zero, z: .zero)
  private var squares: Int64 = 0
  /// The attitude at the last sample that was summed, and at the last sample that was kept.
  private var lastSummed = Quaternion.identity
  private var lastKept = Quaternion.identity
  private var kept = InlineArray<64, ShortVector>(repeating: .zero)
  /// How many samples are kept.
  public private(set) var keptCount: Int32 = 0

  public init() {}

  /// cos 2° and cos 6° in Q30: half of the rotation between two samples that are summed, or kept.
  private static var summedApart: Int32 { 1_073_087_729 }
  private static var keptApart: Int32 { 1_067_859_754 }

  /// Forgets everything.
  public mutating func clear() {
    isKnown = false
    count = 0
    keptCount = 0
  }

  /// A kept sample, nanotesla, rounded to 32 nT.
  /// - Parameter index: 0 ..< `keptCount`.
  public func sample(_ index: Int32) -> Vector3 {
    let v = kept[unchecked: Int(truncatingIfNeeded: index)].vector(unit: 5)
    return Vector3(x: origin.x &+ v.x, y: origin.y &+ v.y, z: origin.z &+ v.z)
  }

  /// Adds one sample. It counts if the instrument has rotated by 4° since the last sample that counted.
  /// - Parameters:
  ///   - field: sensor axes, nanotesla, within ±2^21.
  ///   - attitude: rotates sensor axes into a constant frame.
  public mutating func add(_ field: Vector3, attitude: Quaternion) {
    if count == 0 {
      origin = field
      (sum, turned, squares) = (.zero, .zero, 0)
      rotation = SmallMatrix(x: .zero, y: .zero, z: .zero)
    } else if attitude.isNear(lastSummed, Self.summedApart) {
      return
    }
    let v = Self.rounded(Vector3.difference(field, origin))
    guard v.isWithin((1 &<< 15) &- 1) else { return }
    if keptCount == 0 || !attitude.isNear(lastKept, Self.keptApart) { keep(v, attitude) }
    lastSummed = attitude
    let matrix = attitude.matrixQ13
    sum.add(v)
    turned.add(Self.rounded(matrix.turned(v)))
    rotation.add(matrix)
    squares = squares &+ Int64(halves: v, v)
    count = count &+ 1
    // This keeps the squares below 2^40. It also reduces the weight of old rotations, which have drifted.
    if count == 256 { halve() }
    if count >= 12, count & 3 == 0 { solve() }
  }

  /// v/32, rounded to nearest: rounding down would add a field of 16 nT.
  private static func rounded(_ v: Vector3) -> Vector3 {
    Vector3(x: (v.x &+ 16) &>> 5, y: (v.y &+ 16) &>> 5, z: (v.z &+ 16) &>> 5)
  }

  /// Whether counts and indices are within their ranges; the memory may have been overwritten.
  public var isSound: Bool { keptCount >= 0 && keptCount <= 64 }

  private mutating func keep(_ v: Vector3, _ attitude: Quaternion) {
    guard keptCount < 64 else { return }
    lastKept = attitude
    kept[unchecked: Int(truncatingIfNeeded: keptCount)] = ShortVector(v, unit: 0)
    keptCount = keptCount &+ 1
  }

  private mutating func halve() {
    sum = sum.shifted(rightBy: 1)
    turned = turned.shifted(rightBy: 1)
    rotation.x = rotation.x.shifted(rightBy: 1)
    rotation.y = rotation.y.shifted(rightBy: 1)
    rotation.z = rotation.z.shifted(rightBy: 1)
    squares = squares &>> 1
    count = count &>> 1
  }

  /// The smallest det(I − R̄ᵀR̄) with which the centre counts as determined: 1/24. Each pivot must be at least a tenth.
  private static var leastDeterminant: CompactNumber { CompactNumber(mantissa: 5_592_405, exponent: -27) }
  private static var leastPivot: CompactNumber { CompactNumber(mantissa: 6_710_886, exponent: -26) }

  /// Solves for h and f. If the rotations do not determine them, the earlier solution stays.
  @inline(never)
  private mutating func solve() {
    let share = CompactNumber(count, exponent: 0).reciprocal
    let rows = CompactMatrix(
      x: CompactVector(rotation.x, exponent: -13, times: share),
      y: CompactVector(rotation.y, exponent: -13, times: share),
      z: CompactVector(rotation.z, exponent: -13, times: share))
    let mean = CompactVector(sum, exponent: 0, times: share)
    let meanTurned = CompactVector(turned, exponent: 0, times: share)
    let a = CompactVector(rows.x.x, rows.y.x, rows.z.x)
    let b = CompactVector(rows.x.y, rows.y.y, rows.z.y)
    let c = CompactVector(rows.x.z, rows.y.z, rows.z.z)
    let right = mean - rows.row(meanTurned)
    // I − R̄ᵀR̄.
    let one = CompactNumber.one
    guard
      let solver = SymmetricSolver(
        diagonal: CompactVector(one - a.dot(a), one - b.dot(b), one - c.dot(c)), xy: -a.dot(b), xz: -a.dot(c),
        yz: -b.dot(c), leastPivot: Self.leastPivot),
      Self.leastDeterminant < solver.determinant
    else { return }
    let h = solver.solve(right)
    conclude(h, f: meanTurned - rows * h, mean, meanTurned, share)
  }

  /// Accepts a solution if its residual is small. A field that did not rotate as the gyroscope measures has a large
  /// residual.
  private mutating func conclude(
    _ h: CompactVector, f: CompactVector, _ mean: CompactVector, _ meanTurned: CompactVector, _ share: CompactNumber
  ) {
    let square = CompactNumber(Int32(truncatingIfNeeded: squares &>> 9), exponent: 9) * share
    let rest = square - mean.dot(h) - meanTurned.dot(f)
    let length = f.length.whole(unit: -5)
    // 15 to 200 µT. Soft iron of 2.5 : 1 leaves a sixteenth of the square as residual.
    guard rest < f.dot(f).scaled(by: -3), length > 15_000, length < 200_000 else { return }
    isKnown = true
    radius = UInt32(bitPattern: length)
    let found = h.whole(unit: -5)
    centre = Vector3(x: origin.x &+ found.x, y: origin.y &+ found.y, z: origin.z &+ found.z)
  }
}
