// Evidence for the heading service, in degrees.

import FieldMonitor
import Foundation
import Heading
import Quantities
import TestSupport

/// The shortest way between two directions in degrees.
func apart(_ a: BinaryAngle, _ b: BinaryAngle) -> Double {
  abs(a.shortestDifference(to: b).binaryDegrees)
}

func at(_ seconds: Double) -> Instant { Instant(microseconds: UInt64((seconds * 1e6).rounded())) }

/// What a service is told about one sample, for tests that keep several.
struct Evidence {
  var time: Instant
  var heading: BinaryAngle?
  var horizontal: UInt32
  var force: Acceleration?
  var calibration: CalibrationError
  var status: FieldStatus
}

/// What tilt compensation finds at this attitude, from a field and a force whose lengths are of no matter to it.
func solution(
  heading: Double = 0, pitch: Double = 0, dip: Double = 65, strength: Double = 48_000, roll: Double = 0,
  force: Double = 1_000_000
) throws -> HeadingSolution {
  let (h, p, r, d) = (heading * .pi / 180, pitch * .pi / 180, roll * .pi / 180, dip * .pi / 180)
  func body(_ north: Double, _ down: Double) -> SIMD3<Double> {
    let level = SIMD3(north * cos(h), -north * sin(h), down)
    let nodding = SIMD3(level.x * cos(p) - level.z * sin(p), level.y, level.x * sin(p) + level.z * cos(p))
    return SIMD3(nodding.x, nodding.y * cos(r) + nodding.z * sin(r), nodding.z * cos(r) - nodding.y * sin(r))
  }
  func whole(_ v: SIMD3<Double>) -> Vector3 {
    Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }
  return try TiltCompensation.solve(
    field: CorrectedField(q8Nanotesla: whole(body(strength * 256 * cos(d), strength * 256 * sin(d)))),
    specificForce: Acceleration(microG: whole(body(0, -force))))
}

/// A good sample at a place with this horizontal field: calibrated, level, at rest.
func evidence(
  _ heading: Double?, at seconds: Double, horizontal: UInt32 = 20_000,
  force: Vector3? = Vector3(x: 0, y: 0, z: -1_000_000),
  calibration: CalibrationError = .assumed, status: FieldStatus? = nil
) -> Evidence {
  let findings = FieldStatus()
  return Evidence(
    time: at(seconds), heading: heading.map(angle), horizontal: horizontal,
    force: force.map { Acceleration(microG: $0) }, calibration: calibration, status: status ?? findings)
}

/// A field with this declination and a horizontal part of 20,000 nT.
func field(declination: Double, horizontal: UInt32 = 20_000) -> GeomagneticField {
  GeomagneticField(
    q8Nanotesla: .zero, horizontalQ8: horizontal << 8, totalQ8: 48_000 << 8, declination: angle(declination),
    dip: angle(65))
}

extension HeadingService {
  /// Assesses one sample at a dip of 65°, whose tangent is 2.145.
  mutating func assess(_ sample: Evidence, mode: UInt8 = 2) -> HeadingAssessment {
    var evidence = HeadingEvidence(
      FieldObservation(
        time: sample.time, field: CorrectedField(q8Nanotesla: .zero), specificForce: sample.force,
        dip: sample.heading == nil ? nil : angle(65)),
      calibration: sample.calibration, mode: mode)
    if let heading = sample.heading {
      evidence.isSolved = true
      evidence.solution = HeadingSolution(
        heading: heading, dip: angle(65), horizontalNanotesla: sample.horizontal,
        gains: ErrorGains(field: 22_933, tilt: 18_837))
    }
    var status = sample.status
    var assessment = HeadingAssessment()
    assess(&evidence, &status, into: &assessment)
    return assessment
  }
}

/// Deterministic: a service that knows a declination, or none.
func service(declination: Double? = nil) -> HeadingService {
  var service = HeadingService()
  if let declination { service.setField(field(declination: declination)) }
  return service
}
