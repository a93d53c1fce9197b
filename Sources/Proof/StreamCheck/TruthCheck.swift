// Compares the device with the simulated world around it.

import Foundation
import LinkProtocol
import Quantities
import Reference
import Simulation

/// Checks readings against the fields that were in force when they were measured.
///
/// A reading belongs to a field that was in force within the reading's time ± the uncertainty of that time, and that
/// gives the reading's counts. A reading without such a field fails, because the device reported a field that never
/// existed.
package struct TruthCheck {
  /// True horizontal field, nanotesla; the weakest one if the world moves.
  package private(set) var horizontalNanotesla: Double
  /// The size of one count of the horizontal axes, nanotesla, the largest among the readings; before, 100000/1100.
  package private(set) var countNanotesla: Double

  /// What one count of the accelerometer on both level axes turns the heading by at most, radians: its tilt times the
  /// tangent of the dip, the largest among the readings. 0 for readings without an accelerometer.
  private var tiltRadians = 0.0

  private var errors = ErrorStatistics()
  /// The errors of the difference between true and magnetic headings, if both are given and the world has a place.
  private var declinations = ErrorStatistics()
  /// The number of consecutive magnetic headings, up to the last reading, for which a true heading was expected but
  /// missing.
  private var withoutTrueNorth = 0
  private var worst: [(name: String, value: Double)] = []
  private var unmatched = 0
  private var stale = 0
  private var withoutHeading = 0

  package init(horizontalNanotesla: Double, countNanotesla: Double = 100_000.0 / 1100) {
    self.horizontalNanotesla = horizontalNanotesla
    self.countNanotesla = countNanotesla
  }

  /// Reports the horizontal field that is in force now, nanotesla.
  package mutating func follow(horizontalNanotesla: Double) {
    self.horizontalNanotesla = min(self.horizontalNanotesla, horizontalNanotesla)
  }

  /// Half a count of error on both horizontal axes, and half a nanotesla of rounding on both sides of each, turn a
  /// horizontal field H by at most atan(√½·(c + 1 nT)/H). The numeric limit is added, and what the accelerometer's count
  /// adds by the tilt.
  package var limitDegrees: Double {
    (atan(0.5.squareRoot() * (countNanotesla + 1) / horizontalNanotesla) + tiltRadians) * 180 / Double.pi
      + NumericCheck.limitDegrees
  }

  /// The derivation of the limit, for people.
  package var limitReason: String {
    String(
      format: "atan(sqrt(1/2)*(c + 1 nT)/H) + 1e-4, c = %.3f nT a count, H = %.1f nT horizontal", countNanotesla,
      horizontalNanotesla)
      + (tiltRadians == 0
        ? "" : String(format: ", and %.3f° for a count of the accelerometer", tiltRadians * 180 / Double.pi))
  }

  /// Adds one reading and the fields that were in force around its time.
  package mutating func add(_ reading: Reading, fields: [TrueField]) {
    if reading.flags.contains(.stale) { stale += 1 }
    guard reading.mode != .unavailable else {
      withoutHeading += 1
      return
    }
    let counts = SIMD3(reading.counts.x, reading.counts.y, reading.counts.z)
    if let half = ReferenceConversion.halfCountNanotesla(scale: reading.scale.rawValue) {
      countNanotesla = max(countNanotesla, 2 * half.x)
    }
    addTilt(reading)
    let found = ReferenceAngle.degrees(binary: reading.heading.rawValue)
    let matches = fields.filter { $0.counts == counts }
    let candidates = matches.map {
      (field: $0, error: ReferenceAngle.shortestDifferenceDegrees(from: $0.headingDegrees, to: found))
    }
    // Several fields may give the same counts. The device cannot distinguish them, so the largest error counts.
    guard let worstMatch = candidates.max(by: { abs($0.error) < abs($1.error) }) else {
      unmatched += 1
      return
    }
    if let declination = worstMatch.field.declinationDegrees, let magnetic = reading.assessment.magnetic {
      if let trueNorth = reading.assessment.trueNorth {
        let applied = ReferenceAngle.signedDegrees(binary: (trueNorth - magnetic).rawValue)
        _ = declinations.add(ReferenceAngle.shortestDifferenceDegrees(from: declination, to: applied))
        withoutTrueNorth = 0
      } else {
        withoutTrueNorth += 1
      }
    }
    if errors.add(worstMatch.error) {
      worst = [
        ("sequence", Double(reading.sampleNumber)), ("countX", Double(counts.x)), ("countY", Double(counts.y)),
        ("countZ", Double(counts.z)), ("headingDegrees", found),
        ("trueHeadingDegrees", worstMatch.field.headingDegrees),
      ]
    }
  }

  private mutating func addTilt(_ reading: Reading) {
    guard reading.mode == .tilted,
      let hundred = ReferenceConversion.microG(counts: SIMD3(100, 0, 0), scale: reading.sensors.forceScale)
    else { return }
    let vertical = abs(Double(reading.correctedField.q8Nanotesla.z)) / 256
    tiltRadians = max(tiltRadians, 2.0.squareRoot() * Double(hundred.x) / 1e8 * vertical / horizontalNanotesla)
  }

  /// The verdict on this part.
  package var part: VerdictPart {
    var part = VerdictPart(
      what: "device against the simulated world",
      pass: errors.samples > 0 && unmatched == 0 && withoutHeading == 0 && errors.maxDegrees <= limitDegrees
        && declinations.maxDegrees <= Self.declinationLimit && !lacksTrueNorth,
      samples: errors.samples,
      maxErrorDegrees: errors.maxDegrees, rmsErrorDegrees: errors.rmsDegrees, limitDegrees: limitDegrees,
      limitReason: limitReason, worst: worst,
      counts: [("unmatched", unmatched), ("stale", stale), ("withoutHeading", withoutHeading)])
    if declinations.samples > 0 {
      part.declination = DeclinationPart(
        samples: declinations.samples, maxErrorDegrees: declinations.maxDegrees, limitDegrees: Self.declinationLimit)
    }
    if lacksTrueNorth {
      part.failure = "no true heading beside \(withoutTrueNorth) magnetic ones, at a place with a known declination"
    }
    return part
  }

  /// Whether no true heading came. A few readings are not enough to decide, because the device's world model needs a
  /// moment.
  private var lacksTrueNorth: Bool { declinations.samples == 0 && withoutTrueNorth >= Self.patience }

  /// The number of readings that may come before the first true heading.
  private static let patience = 3

  /// The accuracy that the integer world model promises down to 2000 nT of horizontal field (`binnacle check
  /// world-model`).
  package static let declinationLimit = 0.002
}
