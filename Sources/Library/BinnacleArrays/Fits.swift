// The calibration fit of binnacle_arrays.h: a whole recording at once.

// The functions have the names of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Binnacle
import CBinnacle

@c @implementation
public func binnacle_array_fit(
  _ count: Int, _ samples: UnsafePointer<Int32>?, _ force: UnsafePointer<Int32>?, _ times: UnsafePointer<UInt64>?,
  _ settings: UnsafePointer<binnacle_fit_settings>?, _ result: UnsafeMutablePointer<binnacle_fit_result>?
) -> binnacle_result {
  var arguments = Arguments(count)
  arguments.need(settings)
  arguments.need(result)
  if count != 0 {
    arguments.need(samples)
    arguments.may(force)
    arguments.may(times)
  }
  guard arguments.code == Code.success, let settings, let result else { return arguments.code }
  guard count <= Int(truncatingIfNeeded: CalibrationFit.mostSamples), let configuration = limits(settings.pointee)
  else { return Code.range }
  var fit = CalibrationFit(configuration)
  if let samples {
    var i = 0
    while i < count {
      let time = times.map { Instant(microseconds: $0[i]) } ?? Instant(microseconds: 0)
      _ = fit.add(field: vector(samples, i), specificForce: force.map { vector($0, i) }, at: time)
      // The search for outliers continues between samples.
      _ = fit.step()
      i = i &+ 1
    }
  }
  fit.beginSolve()
  // A solve takes some hundred steps; one that did not end would be abandoned.
  var steps = 0
  while fit.step() == .working, steps < 100_000 { steps = steps &+ 1 }
  var outcome = fit.outcome
  report(&outcome, configuration, &result.pointee)
  return Code.success
}

/// The limits of a fit; `nil` for numbers outside their range.
private func limits(_ settings: binnacle_fit_settings) -> FitConfiguration? {
  guard settings.sensor_range >= 1, settings.sensor_range <= 1 &<< 21, settings.lowest_strength >= 0,
    settings.highest_strength >= settings.lowest_strength
  else { return nil }
  var configuration = FitConfiguration.magnetometer
  configuration.isPlain = settings.is_plain != 0
  configuration.sensorRange = settings.sensor_range
  configuration.lowestStrength = settings.lowest_strength
  configuration.highestStrength = settings.highest_strength
  return configuration
}

private func report(_ outcome: inout FitOutcome, _ limits: FitConfiguration, _ result: inout binnacle_fit_result) {
  result = binnacle_fit_result()
  result.centre_q8 = (outcome.centre.x, outcome.centre.y, outcome.centre.z)
  result.soft_iron_q24 = entries(outcome.softIron)
  result.radius_q8 = outcome.radiusQ8
  result.samples = outcome.sampleCount
  let remainder = outcome.centreRemainder
  result.centre_remainder_q16 = (remainder.x, remainder.y, remainder.z)
  result.model = outcome.model.rawValue
  result.is_accepted = outcome.accepted ? 1 : 0
  result.grade = outcome.grade
  result.tilt_seen = outcome.tiltSeen
  result.directions_seen = outcome.cellsSeen
  result.typical_error_centidegrees = outcome.predictedTypical
  result.worst_error_centidegrees = outcome.predictedWorst
  result.largest_error_centidegrees = outcome.largestError
  result.residual_millipercent = outcome.residual
  result.held_out_millipercent = outcome.heldOutResidual
  result.left_out_permille = outcome.strayShare
  result.reasons = (
    reason(&outcome, limits, 0), reason(&outcome, limits, 1), reason(&outcome, limits, 2),
    reason(&outcome, limits, 3), reason(&outcome, limits, 4), reason(&outcome, limits, 5),
    reason(&outcome, limits, 6), reason(&outcome, limits, 7), reason(&outcome, limits, 8),
    reason(&outcome, limits, 9), reason(&outcome, limits, 10), reason(&outcome, limits, 11),
    reason(&outcome, limits, 12), reason(&outcome, limits, 13)
  )
}

private func reason(_ outcome: inout FitOutcome, _ limits: FitConfiguration, _ bit: UInt16) -> binnacle_fit_reason {
  var limits = limits
  var result = binnacle_fit_reason()
  let reason = FitReasons(rawValue: 1 &<< bit)
  guard outcome.reasons.contains(reason), let told = CalibrationReason(&outcome, bit: bit, &limits) else {
    return result
  }
  let found = limits.measure(reason, of: &outcome)
  let isBeyond = found.measured > found.limit
  // A strength may be below its limit, which is then the lowest.
  let isOwn = reason == .fieldStrength ? isBeyond == (found.limit == limits.highestStrength) : isBeyond
  result.measured = told.measured
  result.limit = told.limit
  result.holds = 1
  result.is_own = isOwn ? 1 : 0
  return result
}

/// A matrix row by row.
private func entries(_ m: MatrixQ24) -> (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) {
  let (a, b, c) = m.rows
  return (a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z)
}

@c @implementation
public func binnacle_array_align(
  _ count: Int, _ field: UnsafePointer<Int32>?, _ down: UnsafePointer<Int32>?,
  _ rotation: UnsafeMutablePointer<binnacle_rotation>?
) -> binnacle_result {
  var arguments = Arguments(count)
  arguments.need(rotation)
  if count != 0 {
    arguments.need(field)
    arguments.need(down)
  }
  guard arguments.code == Code.success, let rotation else { return arguments.code }
  // More would overflow the sums.
  guard count <= 2_000 else { return Code.range }
  guard let field, let down else { return Code.nothing }
  var search = Triangle()
  search.beginSearch()
  var found = Alignment(&search)
  var isOver = false
  while !isOver {
    var i = 0
    while i < count {
      search.addPair(vector(field, i), vector(down, i))
      i = i &+ 1
    }
    guard search.pairs >= Triangle.fewestPairs else { return Code.nothing }
    var step: Int32 = 0
    while step < search.stepsOfPass {
      search.computeStep()
      step = step &+ 1
    }
    isOver = search.endPass()
    if search.isBest(isOver) { found = Alignment(&search) }
    if isOver { isOver = found.spread <= Triangle.constantSpread || !search.beginNext() }
  }
  rotation.pointee.matrix_q24 = entries(MatrixQ24.identity.turned(by: found.turn))
  return Code.success
}
