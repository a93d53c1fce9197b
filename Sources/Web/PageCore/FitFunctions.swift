// The calibration fit for recordings: samples in, a record out.

import Calibration
import Correction
import Quantities

/// A fit of the device.
struct PageFit: ~Copyable {
  var fit: CalibrationFit
  let isNanotesla: Bool

  init(isNanotesla: Bool) {
    self.isNanotesla = isNanotesla
    fit = CalibrationFit(isNanotesla ? .magnetometer : .counts)
  }
}

/// What a fit found, as JavaScript reads it.
struct PageFitOutcome {
  /// 1/256 of the samples' unit.
  var centre: (Int32, Int32, Int32) = (0, 0, 0)
  /// The rows of the correcting matrix, 2^−24.
  var softIron: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
  /// 1/256 of the samples' unit.
  var radius: Int32 = 0
  var samples: UInt32 = 0
  var reasons: UInt32 = 0
  /// 1/1000 %.
  var residual: UInt16 = 0
  var heldOut: UInt16 = 0
  /// 1/100 degree; 65535: not known.
  var typical: UInt16 = 0
  var worst: UInt16 = 0
  var isAccepted: UInt8 = 0
  var model: UInt8 = 0
  var grade: UInt8 = 0
  var directions: UInt8 = 0
  var tilt: UInt8 = 0
}

/// Bytes of a fit.
@c(pageFitSize)
public func pageFitSize() -> Int32 { objectSize(PageFit.self) }

/// Makes a fit without samples.
/// - Parameter unit: 0: samples are nanotesla; 1: they have another unit, and any strength is accepted.
@c(pageFitInit)
public func pageFitInit(_ memory: UnsafeMutableRawPointer?, _ unit: Int32) -> Int32 {
  guard unit == 0 || unit == 1 else { return PageCode.range }
  return initialise(memory, PageKind.fit) { PageFit(isNanotesla: unit == 0) }
}

/// Adds one sample.
/// - Parameters:
///   - words: x, y, z of the field, within ±2^21, and x, y, z of the force in µg, the same axes.
///   - hasForce: 0: the last three words have no meaning.
/// - Returns: 0 it counts, 1 too near the last one, 2 beyond the sensor's range, 3 outlier, 4 the fit is full.
///   Below 0: a `PageCode`.
@c(pageFitAdd)
public func pageFitAdd(
  _ memory: UnsafeMutableRawPointer?, _ words: UnsafePointer<Int32>?, _ hasForce: Int32, _ time: UInt64
) -> Int32 {
  guard let fit = value(of: memory, PageKind.fit, as: PageFit.self) else { return PageCode.kind }
  guard isGood(UnsafeRawPointer(words), alignment: 4), let words else { return PageCode.address }
  let field = Vector3(x: words[0], y: words[1], z: words[2])
  let limit: UInt32 = 1 &<< 21
  guard field.x.magnitude <= limit, field.y.magnitude <= limit, field.z.magnitude <= limit else {
    return PageCode.range
  }
  let force = hasForce == 0 ? nil : Vector3(x: words[3], y: words[4], z: words[5])
  let outcome = fit.pointee.fit.add(field: field, specificForce: force, at: Instant(microseconds: time))
  // The search for outliers continues between samples.
  _ = fit.pointee.fit.step()
  return Int32(truncatingIfNeeded: Int(outcome.rawValue))
}

/// Solves with the samples so far.
/// - Parameters:
///   - outcome: room for 80 bytes, a `PageFitOutcome`.
///   - record: room for 216 bytes: a record with the result, if it is accepted and its unit is nanotesla.
/// - Returns: 1 when the record was written, else 0. Below 0: a `PageCode`.
@c(pageFitSolve)
public func pageFitSolve(
  _ memory: UnsafeMutableRawPointer?, _ outcome: UnsafeMutableRawPointer?, _ record: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  guard let fit = value(of: memory, PageKind.fit, as: PageFit.self) else { return PageCode.kind }
  guard isGood(UnsafeRawPointer(outcome), alignment: 4), let outcome, let record else { return PageCode.address }
  fit.pointee.fit.beginSolve()
  // A solution takes some hundred steps; one that does not end is abandoned.
  var left = 100_000
  while left > 0, fit.pointee.fit.step() == .working { left &-= 1 }
  let found = fit.pointee.fit.outcome
  outcome.storeBytes(of: PageFitOutcome(found), as: PageFitOutcome.self)
  guard found.accepted, fit.pointee.isNanotesla else { return 0 }
  var made = CalibrationRecord.identity
  made.setMagnetometer(from: found)
  let bytes = made.bytes()
  for i in 0..<CalibrationRecord.length { record[i] = bytes[i] }
  return 1
}

extension PageFitOutcome {
  init(_ found: FitOutcome) {
    centre = (found.centre.x, found.centre.y, found.centre.z)
    let rows = found.correction.rows
    softIron = (
      rows.0.x, rows.0.y, rows.0.z, rows.1.x, rows.1.y, rows.1.z, rows.2.x, rows.2.y, rows.2.z
    )
    radius = found.radiusQ8
    samples = found.sampleCount
    reasons = UInt32(truncatingIfNeeded: Int(found.reasons.rawValue))
    residual = found.residual
    heldOut = found.heldOutResidual
    typical = found.predictedTypical
    worst = found.predictedWorst
    isAccepted = found.accepted ? 1 : 0
    model = found.model.rawValue
    grade = found.grade
    directions = found.cellsSeen
    tilt = found.tiltSeen
  }
}
