// The calibration fit as the bench calls it: a fit in memory, samples of six words, slices, a digest of the outcome.

import Calibration
import Correction
import Quantities

/// A new fit at `memory`; returns its size.
@c(binnacle_bench_fit_begin)
public func benchFitBegin(_ memory: UnsafeMutableRawPointer) -> UInt32 {
  memory.initializeMemory(as: CalibrationFit.self, to: CalibrationFit(.magnetometer))
  return UInt32(truncatingIfNeeded: MemoryLayout<CalibrationFit>.size)
}

/// Three words of field in nanotesla, three of specific force in micro-g; all zero: none.
@c(binnacle_bench_fit_take)
public func benchFitTake(_ memory: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>) -> UInt32 {
  let fit = memory.assumingMemoryBound(to: CalibrationFit.self)
  let force = Vector3(x: words[3], y: words[4], z: words[5])
  var sample = CalibrationSample(field: Vector3(x: words[0], y: words[1], z: words[2]), specificForce: force)
  let verdict = fit.pointee.add(&sample)
  return UInt32(truncatingIfNeeded: Int(verdict.rawValue))
}

/// Starts the solve.
@c(binnacle_bench_fit_solve)
public func benchFitSolve(_ memory: UnsafeMutableRawPointer) {
  memory.assumingMemoryBound(to: CalibrationFit.self).pointee.beginSolve()
}

/// One slice; returns the progress, and 256 times the stage before it.
@c(binnacle_bench_fit_step)
public func benchFitStep(_ memory: UnsafeMutableRawPointer) -> UInt32 {
  let fit = memory.assumingMemoryBound(to: CalibrationFit.self)
  let stage = UInt32(truncatingIfNeeded: Int(fit.pointee.stageNumber))
  return UInt32(truncatingIfNeeded: Int(fit.pointee.step().rawValue)) | stage &<< 8
}

/// All slices; then all of the outcome that a user sees, as 23 words. Returns the number of slices.
@c(binnacle_bench_fit_whole)
public func benchFitWhole(_ memory: UnsafeMutableRawPointer, _ words: UnsafeMutablePointer<UInt32>) -> UInt32 {
  let fit = memory.assumingMemoryBound(to: CalibrationFit.self)
  var slices: UInt32 = 1
  while fit.pointee.step() != .finished { slices = slices &+ 1 }
  var at = 0
  func put(_ value: Int32) {
    words[at] = UInt32(bitPattern: value)
    at = at &+ 1
  }
  func put(_ value: Vector3) {
    put(value.x)
    put(value.y)
    put(value.z)
  }
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.model.rawValue)))
  put(fit.pointee.outcome.accepted ? 1 : 0)
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.reasons.rawValue)))
  put(fit.pointee.outcome.centre)
  let rows = fit.pointee.outcome.softIron.rows
  put(rows.0)
  put(rows.1)
  put(rows.2)
  put(fit.pointee.outcome.radiusQ8)
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.residual)))
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.heldOutResidual)))
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.predictedWorst)))
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.axisRatio)))
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.tiltSeen)))
  put(Int32(truncatingIfNeeded: Int(fit.pointee.outcome.cellsSeen)))
  put(Int32(bitPattern: fit.pointee.outcome.sampleCount))
  return slices
}
