// Rotates artificial vectors into the body frame and applies an iron matrix, to create artificial samples.
import Foundation
import Quantities
import Reference
import Simulation

/// Rotations and matrices of artificial samples.
package enum FrameRotation {
  /// Rotates a vector from world axes (north, east, down) to body axes; angles in degrees.
  static func body(_ v: SIMD3<Double>, yaw: Double, pitch: Double, roll: Double) -> SIMD3<Double> {
    let (y, p, r) = (yaw * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    let a = SIMD3(cos(y) * v.x + sin(y) * v.y, cos(y) * v.y - sin(y) * v.x, v.z)
    let b = SIMD3(cos(p) * a.x - sin(p) * a.z, a.y, sin(p) * a.x + cos(p) * a.z)
    return SIMD3(b.x, cos(r) * b.y + sin(r) * b.z, cos(r) * b.z - sin(r) * b.y)
  }

  /// The inverse of a matrix by Cramer's rule; argument and result are stored by columns.
  static func inverted(_ m: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let rows = [cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])]
    let determinant = (m[0] * rows[0]).sum()
    return (0..<3).map { i in SIMD3(rows[0][i], rows[1][i], rows[2][i]) / determinant }
  }

  /// Rounds to whole numbers.
  package static func whole(_ v: SIMD3<Double>) -> Vector3 {
    Vector3(x: Int32(v.x.rounded()), y: Int32(v.y.rounded()), z: Int32(v.z.rounded()))
  }
}

/// The way back from body axes to what the sensor of an instrument measures: the inverse of the mounting, then S⁻¹, then
/// the hard iron.
package struct SensorInverse: Sendable {
  /// By columns.
  private let inverse: [SIMD3<Double>]
  private let hardIron: SIMD3<Double>

  package init(record: ReferenceRecord, mounting: ReferenceMounting) {
    hardIron = record.hardIronNanotesla
    let axes: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    // The columns of the matrix from the sensor's field without offset to the body field.
    let rows = record.softIronQ24.map { SIMD3<Double>($0) / 16_777_216 }
    let forward = axes.map { axis in
      mounting.body(SIMD3((rows[0] * axis).sum(), (rows[1] * axis).sum(), (rows[2] * axis).sum()))
    }
    inverse = FrameRotation.inverted(forward)
  }

  /// What the sensor measures in a field in body axes, nanotesla.
  package func sensor(_ field: SIMD3<Double>) -> SIMD3<Double> {
    inverse[0] * field.x + inverse[1] * field.y + inverse[2] * field.z + hardIron
  }
}
