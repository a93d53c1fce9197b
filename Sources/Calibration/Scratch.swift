// What a fit holds one after the other, in one place.
import FixedPoint

/// First the search for the sphere, then a model's solver, then its prediction, then the next model's solver: when one of
/// them begins the one before is not needed any more, and it begins with all of its members set.
struct Scratch: ~Copyable {
  /// Room for the largest: a test holds them to it.
  static var room: Int { MemoryLayout<InlineArray<9, Int64>>.size }
  private var words = InlineArray<9, Int64>(repeating: 0)

  init() {}

  var search: UnsafeMutablePointer<RobustSphere> { mutating get { place() } }
  var solver: UnsafeMutablePointer<ModelSolver> { mutating get { place() } }
  var prediction: UnsafeMutablePointer<Prediction> { mutating get { place() } }

  /// Where it lies does not change: the fit that it is part of is never moved (`InPlace`).
  @inline(__always)
  private mutating func place<Part: ~Copyable>() -> UnsafeMutablePointer<Part> {
    withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Part.self) }
  }
}
