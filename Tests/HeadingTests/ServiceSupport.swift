// Evidence for the heading service, in degrees.

import FieldMonitor
import Heading
import Quantities

/// Degrees as a direction.
func turn(_ degrees: Double) -> BinaryAngle {
  BinaryAngle(rawValue: UInt32(truncatingIfNeeded: Int64((degrees / 360 * 4_294_967_296).rounded())))
}

/// A direction in degrees, 0 up to but not including 360.
func degrees(_ angle: BinaryAngle) -> Double { Double(angle.rawValue) * 360 / 4_294_967_296 }

/// The shortest way between two directions in degrees.
func apart(_ a: BinaryAngle, _ b: BinaryAngle) -> Double {
  Double(a.shortestDifference(to: b).magnitude) * 360 / 4_294_967_296
}

func at(_ seconds: Double) -> Instant { Instant(microseconds: UInt64((seconds * 1e6).rounded())) }

/// A good sample at a place with this horizontal field: calibrated, level, at rest.
func evidence(
  _ heading: Double?, at seconds: Double, horizontal: UInt32 = 20_000,
  force: Vector3? = Vector3(x: 0, y: 0, z: -1_000_000),
  calibration: CalibrationError = .assumed, status: FieldStatus? = nil
) -> HeadingEvidence {
  var findings = FieldStatus()
  findings.strengthNanotesla = 48_000
  return HeadingEvidence(
    time: at(seconds),
    solution: heading.map {
      HeadingSolution(
        heading: turn($0), roll: .zero, pitch: .zero, dip: turn(65), horizontalNanotesla: horizontal)
    },
    specificForce: force.map { Acceleration(microG: $0) }, calibration: calibration, status: status ?? findings)
}

/// A field with this declination and a horizontal part of 20,000 nT.
func field(declination: Double, horizontal: UInt32 = 20_000) -> GeomagneticField {
  GeomagneticField(
    q8Nanotesla: .zero, horizontalQ8: horizontal << 8, totalQ8: 48_000 << 8, declination: turn(declination),
    dip: turn(65))
}

extension HeadingService {
  /// Judges one sample of a tilted instrument.
  mutating func judge(_ evidence: HeadingEvidence) -> HeadingJudgement { judge(evidence, mode: 2) }
}

/// Deterministic: a service that knows a declination, or none.
func service(declination: Double? = nil) -> HeadingService {
  var service = HeadingService()
  if let declination { service.know(field(declination: declination)) }
  return service
}
