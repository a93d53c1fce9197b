// What the state machine needs of a solver, and the samples that it passes.

import Correction
import Quantities

/// A sample of the field, with gravity if it is known. It is one value, so that it is passed by its address.
public struct CalibrationSample: Sendable {
  /// Sensor axes, within ±2^21.
  public var field: Vector3
  /// Same axes; zero: not known.
  public var specificForce: Vector3
  /// Microseconds, modulo 2^32. If all samples have the same time, the time is not known.
  public var time: UInt32

  public init(field: Vector3, specificForce: Vector3?, at time: UInt32 = 0) {
    self.field = field
    self.specificForce = specificForce ?? .zero
    self.time = time
  }
}

/// What the machine needs of a solver. `GuidedFit` is the solver of the product; tests have others.
public protocol CalibrationFitting: ~Copyable {
  /// Forgets all samples.
  mutating func restart()
  /// Directions of the field seen so far.
  var coverage: DirectionCells { get }
  /// Samples that count so far.
  var sampleCount: UInt32 { get }
  mutating func add(_ sample: inout CalibrationSample) -> SampleOutcome
  mutating func beginSolve()
  /// One bounded slice of a solve.
  mutating func step() -> FitProgress
  var outcome: FitOutcome { get }
  /// The limits that an outcome is compared with.
  var configuration: FitConfiguration { get }
  /// Sets the axis of the samples that is vertical while the instrument is level.
  mutating func setLevel(axis: UInt8)
  /// Forgets all samples: the next are gravity in micro-g, one for each pose, or a field in nanotesla.
  mutating func restart(forGravity: Bool)
  /// Sample `i`, 0…39, nanotesla, if the fit did not use it; `nil` if the fit used it, and after the last sample.
  mutating func heldOut(_ i: Int32) -> Vector3?
  /// How far a sample is from the ellipsoid of the outcome, 1/1000 % of its radius.
  mutating func deviation(of sample: inout Vector3) -> UInt32
}

extension CalibrationFitting where Self: ~Copyable {
  /// A solver without planar models needs no such axis.
  public mutating func setLevel(axis: UInt8) {}

  /// The same, by values.
  public mutating func add(field: Vector3, specificForce: Vector3?, at now: Instant) -> SampleOutcome {
    var sample = CalibrationSample(field: field, specificForce: specificForce, at: now.low)
    return add(&sample)
  }
}
