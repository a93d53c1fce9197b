// Finds the real directions of the sensors' axes from a few poses of the instrument.
//
// Swapped, flipped or mirrored axes pass every other test: the fit of an ellipsoid does not detect them, and a heading
// that is checked only while level may even be right. Gravity and the dip reveal them (Protocols/calibration/spec.md,
// section 8).
import FixedPoint
import Quantities
import RawMemory

/// The body axis that points to the ground: a pose in which a person can hold an instrument.
public enum AxisPose: UInt8, Sendable {
  case noseDown = 0
  case noseUp = 1
  case rightSideDown = 2
  case leftSideDown = 3
  case level = 4
  case upsideDown = 5

  /// The body axis: 0 forward, 1 right, 2 down.
  public var axis: UInt8 { rawValue &>> 1 }
  /// Whether the opposite end of the axis points to the ground.
  public var isOpposite: Bool { rawValue & 1 == 1 }
}

/// The directions of three sensor axes in the body: a rotation, or a rotation combined with a mirror image, which no
/// rotation can undo.
public struct AxisArrangement: Equatable, Hashable, Sendable {
  /// The sensor axes for forward and right.
  public var remap: AxisRemap
  /// Whether the sensor's down axis is the opposite of `remap.down`.
  public var isMirrored: Bool

  public init(_ remap: AxisRemap, isMirrored: Bool = false) {
    self.remap = remap
    self.isMirrored = isMirrored
  }

  /// 24 rotations, and the same 24 combined with a mirror image.
  public static var count: Int { 48 }

  public init(index: Int) {
    remap = AxisRemap(rawValue: UInt8(truncatingIfNeeded: index &>> 1)) ?? .identity
    isMirrored = index & 1 == 1
  }

  /// The sensor axis that points down.
  public var down: AxisRemap.SignedAxis { isMirrored ? remap.down.opposite : remap.down }

  /// Whether every axis points opposite to `mounting`. A dip with the wrong sign causes this.
  public func isOpposite(of mounting: AxisRemap) -> Bool {
    remap.forward == mounting.forward.opposite && remap.right == mounting.right.opposite
      && down == mounting.down.opposite
  }

  /// Rotates the vector `sensor` into the body frame.
  public func body(_ sensor: Vector3) -> Vector3 {
    var v = remap.body(sensor)
    if isMirrored { v.z = v.z.negatedWithSaturation }
    return v
  }
}

/// The result of the poses for one sensor.
public struct AxisFinding: Equatable, Sendable {
  /// Whether the arrangement is certain, or why not.
  public enum Outcome: UInt8, Sendable {
    /// The arrangement is certain.
    case certain = 0
    /// There are fewer poses than necessary, or not all three axes were held to the ground.
    case tooFewPoses = 1
    /// Two arrangements fit about equally well.
    case ambiguous = 2
    /// The real attitudes differ from the poses by more than about 35°.
    case notHeld = 3
    /// The field is too near to horizontal to tell a sensor from its mirror image.
    case dipTooSmall = 4
    /// The field is not equally strong in all poses: the hard iron was not subtracted, or iron is near.
    case fieldVaries = 5
    /// An axis of the sensor gives the same value in every pose, or the same values as another axis.
    case axisLost = 6
  }

  /// Whether the arrangement is certain, and if not, why.
  public var outcome: Outcome
  public var arrangement: AxisArrangement
  /// How much the poses disagree, in 1/1000 of the measured values: with the best arrangement and with the next best.
  public var disagreement: Int32
  public var nextDisagreement: Int32
}

/// Collects poses and finds how the axes of the sensors point.
public struct AxisCheck {
  /// One pose, measured at rest: the axes of both sensors as measured, 14 bits and sign.
  private struct Held {
    var field = Vector3.zero
    var down = Vector3.zero
    var pose = AxisPose.level
  }

  private var held = InlineArray<8, Held>(repeating: Held())
  /// How many poses have been recorded, at most `capacity`.
  public private(set) var count = 0
  private var number: Int64 { Int64(widening: Int32(truncatingIfNeeded: count)) }

  /// The largest number of poses.
  public static var capacity: Int { 8 }
  /// The smallest number of poses that can give a result.
  public static var fewest: Int { 4 }

  public init() {}

  /// Whether the count and the poses are within their ranges; the memory may have been overwritten.
  public var isSound: Bool {
    guard count >= 0, count <= Self.capacity else { return false }
    for i in 0..<count where !Unchecked.isCase(held[i].pose, of: 6) { return false }
    return true
  }

  /// Adds a sample at rest. Samples beyond eight are ignored.
  /// - Parameters:
  ///   - field: the magnetometer's axes, hard iron subtracted, nanotesla, each within ±2^21.
  ///   - specificForce: the accelerometer's axes, micro-g, each within ±2^21. Zero means that there is no
  ///     accelerometer; then the pose is assumed to be exact.
  public mutating func add(field: Vector3, specificForce: Vector3, pose: AxisPose) {
    guard count < Self.capacity else { return }
    // Dividing ±2^21 by 2^7 or 2^6 leaves 2^14 for the field and 2^15 for the force: sums of three products stay below
    // 2^31.
    held[count] = Held(
      field: Vector3(
        x: field.x.shifted(rightBy: 7), y: field.y.shifted(rightBy: 7), z: field.z.shifted(rightBy: 7)),
      down: Vector3(
        x: 0 &- specificForce.x.shifted(rightBy: 6), y: 0 &- specificForce.y.shifted(rightBy: 6),
        z: 0 &- specificForce.z.shifted(rightBy: 6)),
      pose: pose)
    count &+= 1
  }

  /// Whether each body axis has pointed to the ground with one of its ends, and there are enough poses.
  public var isComplete: Bool {
    var axes: UInt8 = 0
    for i in 0..<count { axes |= 1 &<< held[i].pose.axis }
    return axes == 7 && count >= Self.fewest
  }

  // MARK: - Accelerometer

  /// Finds the directions of the accelerometer's axes in the body: in every pose, gravity must point along the axis
  /// that the pose names.
  public func accelerometer() -> AxisFinding {
    var search = Search()
    var length: Int64 = 0
    for i in 0..<count { length &+= Self.size(held[i].down) }
    for index in 0..<AxisArrangement.count {
      let arrangement = AxisArrangement(index: index)
      var agreement: Int64 = 0
      for i in 0..<count {
        let v = arrangement.body(held[i].down)
        agreement &+= Int64(widening: Self.component(v, along: held[i].pose))
      }
      search.offer(index, length &- agreement)
    }
    var finding = search.finding(scale: length)
    if !isComplete { finding.outcome = .tooFewPoses }
    // 35° is the limit for a pose that is not held as asked: cos 35° = 0.82. The limit applies to the sum over all
    // poses.
    if finding.outcome == .certain, finding.disagreement > 180 { finding.outcome = .notHeld }
    if finding.outcome == .ambiguous, length > 0, hasLostAxis(ofForce: true) { finding.outcome = .axisLost }
    return finding
  }

  // MARK: - Magnetometer

  /// Finds the directions of the magnetometer's axes in the body: in every attitude of the instrument, the component of
  /// the field along gravity is the same.
  /// - Parameters:
  ///   - accelerometer: the accelerometer's arrangement, from `accelerometer()`; `nil` means that the poses are assumed
  ///     to be exact.
  ///   - pointsDown: whether the field points down at the instrument's place, as it does north of the magnetic equator.
  public func magnetometer(accelerometer: AxisArrangement?, pointsDown: Bool) -> AxisFinding {
    var search = Search()
    var total: Int64 = 0
    for i in 0..<count { total &+= Self.size(held[i].field) }
    let mean = count > 0 ? total / number : 0
    for index in 0..<AxisArrangement.count {
      let arrangement = AxisArrangement(index: index)
      var sum: Int64 = 0
      for i in 0..<count { sum &+= vertical(i, arrangement, accelerometer) }
      // A sensor and its point reflection differ only in the sign of the dip.
      guard count > 0, (sum >= 0) == pointsDown else { continue }
      let average = sum / number
      var spread: Int64 = 0
      for i in 0..<count {
        spread &+= Self.distance(vertical(i, arrangement, accelerometer), average)
      }
      search.offer(index, spread / number, sum: sum)
    }
    var finding = search.finding(scale: mean)
    if !isComplete {
      finding.outcome = .tooFewPoses
    } else if search.hasFound {
      let average = search.bestSum / number
      // A vertical component below a tenth of the strength means a dip below 6°, which is less than the accuracy of the
      // poses.
      if Self.distance(average, 0) &* 10 < mean { finding.outcome = .dipTooSmall }
      // In every attitude a calibrated sensor measures the same strength.
      var spread: Int64 = 0
      for i in 0..<count { spread &+= Self.distance(Self.size(held[i].field), mean) }
      if spread / number &* 8 > mean { finding.outcome = .fieldVaries }
      if finding.outcome != .certain, hasLostAxis(ofForce: false) { finding.outcome = .axisLost }
    }
    return finding
  }

  /// Whether an axis carries no information of its own: over all poses, the axis, or its sum or difference with another
  /// axis, changes by at most a tenth of the largest change of any axis.
  private func hasLostAxis(ofForce: Bool) -> Bool {
    /// The range of a weighted sum of the three axes over all samples; the arguments are the weights.
    func range(_ x: Int32, _ y: Int32, _ z: Int32) -> Int32 {
      var low = Int32.max
      var high = Int32.min
      for i in 0..<count {
        let v = ofForce ? held[i].down : held[i].field
        let value = x &* v.x &+ y &* v.y &+ z &* v.z
        low = min(low, value)
        high = max(high, value)
      }
      return high &- low
    }
    let (x, y, z) = (range(1, 0, 0), range(0, 1, 0), range(0, 0, 1))
    // Two values at a time: `min` with three or more arguments would allocate an array.
    let sums = min(min(range(1, 1, 0), range(0, 1, 1)), range(1, 0, 1))
    let differences = min(min(range(1, -1, 0), range(0, 1, -1)), range(1, 0, -1))
    let least = min(min(min(x, y), z), min(sums, differences))
    return least &* 10 <= max(max(x, y), z)
  }

  private static func distance(_ a: Int64, _ b: Int64) -> Int64 { a < b ? b &- a : a &- b }

  /// The component of the field towards the ground in sample `i`, in units of the field.
  private func vertical(_ i: Int, _ arrangement: AxisArrangement, _ accelerometer: AxisArrangement?) -> Int64 {
    let field = arrangement.body(held[i].field)
    guard let accelerometer else { return Int64(widening: Self.component(field, along: held[i].pose)) }
    let down = accelerometer.body(held[i].down)
    let product = field.x &* down.x &+ field.y &* down.y &+ field.z &* down.z
    // 1 g is 15,625 in these units.
    return Int64(widening: product / 15_625)
  }

  private static func component(_ v: Vector3, along pose: AxisPose) -> Int32 {
    let value = pose.axis == 0 ? v.x : pose.axis == 1 ? v.y : v.z
    return pose.isOpposite ? 0 &- value : value
  }

  private static func size(_ v: Vector3) -> Int64 {
    let square =
      UInt64(product: v.x.magnitude, v.x.magnitude) &+ UInt64(product: v.y.magnitude, v.y.magnitude)
      &+ UInt64(product: v.z.magnitude, v.z.magnitude)
    return Int64(bitPattern: UInt64(widening: square.squareRoot))
  }

  /// Remembers the best and the next best arrangement.
  private struct Search {
    private var best = 0
    private var bestCost = Int64.max
    private var nextCost = Int64.max
    private(set) var bestSum: Int64 = 0

    var hasFound: Bool { bestCost != Int64.max }

    mutating func offer(_ index: Int, _ cost: Int64, sum: Int64 = 0) {
      if cost < bestCost {
        nextCost = bestCost
        (best, bestCost, bestSum) = (index, cost, sum)
      } else if cost < nextCost {
        nextCost = cost
      }
    }

    /// The best arrangement is certain if it is twice as good as the next, and better by 5 % of the measured values.
    func finding(scale: Int64) -> AxisFinding {
      let cost = Self.share(bestCost, scale)
      let next = Self.share(nextCost, scale)
      let isClear = next >= 2 &* cost && next &- cost >= 50
      return AxisFinding(
        outcome: isClear ? .certain : .ambiguous, arrangement: AxisArrangement(index: best), disagreement: cost,
        nextDisagreement: next)
    }

    private static func share(_ cost: Int64, _ scale: Int64) -> Int32 {
      guard scale > 0, cost != Int64.max else { return 100_000 }
      let value = cost &* 1000 / scale
      return value < 100_000 ? Int32(truncatingIfNeeded: value) : 100_000
    }
  }
}
