// A small world for the field monitor: a field, an instrument that turns in it, something that disturbs it.

import FieldMonitor
import Foundation
import Quantities
import TestSupport

typealias Triple = SIMD3<Double>

func dot(_ a: Triple, _ b: Triple) -> Double { (a * b).sum() }
func length(_ a: Triple) -> Double { dot(a, a).squareRoot() }

/// The field and gravity of one place, seen by an instrument that turns.
struct Scene {
  var strength = 48_000.0
  var dip = 65.0
  var noise = 0.0
  /// Interval between samples, seconds.
  var interval = 0.05
  var time = 1.0
  /// Heading, pitch, roll in degrees.
  var heading = 30.0
  var pitch = 0.0
  var roll = 0.0
  /// Body axes, nanotesla.
  var attached = Triple.zero
  /// North-east-down, nanotesla.
  var surroundings = Triple.zero
  /// North-east-down, g: the body's own acceleration.
  var acceleration = Triple.zero
  /// Body axes, g: what the accelerometer adds.
  var bias = Triple.zero
  /// The accelerometer's driver turns all signs round.
  var isForceReversed = false
  var isOverflowed = false
  var generator: SeededGenerator

  init(seed: UInt64 = 1) { generator = SeededGenerator(seed: seed) }

  /// World to body: heading, then pitch, then roll.
  func body(_ v: Triple) -> Triple {
    let (h, p, r) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    let a = Triple(v.x * cos(h) + v.y * sin(h), -v.x * sin(h) + v.y * cos(h), v.z)
    let b = Triple(a.x * cos(p) - a.z * sin(p), a.y, a.x * sin(p) + a.z * cos(p))
    return Triple(b.x, b.y * cos(r) + b.z * sin(r), -b.y * sin(r) + b.z * cos(r))
  }

  /// The next sample; the time moves on.
  mutating func next() -> FieldObservation {
    let earth = Triple(cos(dip * .pi / 180), 0, sin(dip * .pi / 180)) * strength
    var field = body(earth + surroundings) + attached
    field += generator.gaussianVector(sigma: noise)
    let force = (body(acceleration - Triple(0, 0, 1)) + bias) * (isForceReversed ? -1 : 1)
    let down = -force
    let measured = length(down) == 0 ? nil : dot(field, down) / (length(field) * length(down))
    time += interval
    func whole(_ v: Triple, _ scale: Double) -> Vector3 {
      Vector3(
        x: Int32((v.x * scale).rounded()), y: Int32((v.y * scale).rounded()), z: Int32((v.z * scale).rounded()))
    }
    return FieldObservation(
      time: Instant(microseconds: UInt64((time * 1e6).rounded())),
      field: CorrectedField(q8Nanotesla: whole(field, 256)),
      specificForce: Acceleration(microG: whole(force, 1e6)),
      dip: measured.map { angle(asin(max(-1, min(1, $0))) * 180 / .pi) }, isOverflowed: isOverflowed)
  }

  /// What a good calibration would expect here.
  var expectation: FieldExpectation {
    FieldExpectation(strengthNanotesla: UInt32(strength), dip: angle(dip), residualNanotesla: UInt32(noise))!
  }
}
