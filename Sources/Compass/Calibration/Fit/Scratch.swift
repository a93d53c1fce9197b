// One block of memory for the parts of a fit that are needed one after the other.

import FixedPoint
import Quantities
import RawMemory

/// First the search for the sphere and, behind it, the recent samples; then the solver of a model; then its prediction;
/// then the solver of the next model. Each part is completely initialised before its use, and is not used any more when
/// the next part begins.
struct Scratch: ~Copyable {
  /// The offset of the recent samples, in bytes. They lie behind the search, because both are in use while samples
  /// come.
  static var recentOffset: Int { 12 }
  /// Bytes of the memory: enough for the largest part, which a test checks.
  static var size: Int { MemoryLayout<SharedStorage<9>>.size }
  private var memory = SharedStorage<9>()

  init() {}

  /// The search for the sphere by which outliers are recognised.
  var search: RobustSphere {
    @inline(__always) mutating _read { yield memory[RobustSphere.self, at: 0] }
    @inline(__always) _modify { yield &memory[RobustSphere.self, at: 0] }
  }
  /// The recent samples.
  var recent: RecentSamples {
    @inline(__always) mutating _read { yield memory[RecentSamples.self, at: Self.recentOffset] }
    @inline(__always) _modify { yield &memory[RecentSamples.self, at: Self.recentOffset] }
  }
  /// The solver of the current model.
  var solver: ModelSolver {
    @inline(__always) mutating _read { yield memory[ModelSolver.self, at: 0] }
    @inline(__always) _modify { yield &memory[ModelSolver.self, at: 0] }
  }
  /// The prediction of the heading error for the solved model.
  var prediction: Prediction {
    @inline(__always) mutating _read { yield memory[Prediction.self, at: 0] }
    @inline(__always) _modify { yield &memory[Prediction.self, at: 0] }
  }
}
