// What a fit holds one after the other, in one place.

import FixedPoint

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
