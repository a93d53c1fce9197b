// What a fit holds one after the other, in one place.
import FixedPoint
import Quantities

/// What is told by the samples right before, and lost where a solve begins: the motion meanwhile is not known.
struct Trail {
  /// The last sample taken, and the last that the reservoir was offered. None is beyond 2^21, from where every other is
  /// apart.
  var lastKept = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var lastOffered = Vector3(x: 1 &<< 30, y: 0, z: 0)
  var differences = Roughness.Differences()
  /// The share of samples outside the gate among the last 32 or so, Q16.
  var outsideShare: UInt32 = 0
  /// The number of samples at which the next search starts.
  var nextSearch: UInt32
  /// The sum of the last 32 steps or so from one sample to the next.
  private var steps: UInt32 = 0
  /// Whether the last step was a jump.
  private var hasJumped = false

  init(nextSearch: UInt32) { self.nextSearch = nextSearch }

  /// Whether a step is one of the motion. What comes and goes from one sample to the next is none: a jump has to last.
  /// It is further than four usual steps and `size`.
  @inline(__always)
  mutating func follows(_ step: UInt32, size: UInt32) -> Bool {
    // The first sample follows none.
    if step &>> 24 != 0 { return true }
    if steps == 0 { steps = step &<< 5 }
    let jump = steps &>> 3 &+ size
    let hadJumped = hasJumped
    hasJumped = step > jump
    // A jump counts as no more than it must be.
    steps = steps &- steps &>> 5 &+ (hasJumped ? jump : step)
    return hadJumped || !hasJumped
  }
}

/// First the search for the sphere, beside it the way lately; then a model's solver, then its prediction, then the next
/// model's solver: when one of them begins the one before is not needed any more, and it begins with all of its members
/// set.
struct Scratch: ~Copyable {
  /// The way lately, behind the search.
  static var trailOffset: Int { 12 }
  /// Room for the largest: a test holds them to it.
  static var room: Int { MemoryLayout<InlineArray<9, Int64>>.size }
  private var words = InlineArray<9, Int64>(repeating: 0)

  init() {}

  var search: UnsafeMutablePointer<RobustSphere> { mutating get { place() } }
  /// Behind the search: both go on while samples come.
  var trail: UnsafeMutablePointer<Trail> { mutating get { place(Self.trailOffset) } }
  var solver: UnsafeMutablePointer<ModelSolver> { mutating get { place() } }
  var prediction: UnsafeMutablePointer<Prediction> { mutating get { place() } }

  /// Where it lies does not change: the fit that it is part of is never moved (`InPlace`).
  @inline(__always)
  private mutating func place<Part: ~Copyable>(_ offset: Int = 0) -> UnsafeMutablePointer<Part> {
    withUnsafeMutablePointer(to: &words) {
      UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: Part.self)
    }
  }
}
