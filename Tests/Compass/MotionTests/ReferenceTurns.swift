// What turns tell of other sensors, in Double: docs/notebook/calibration.md, section 11.

import Reference
import Simulation

/// The constant part of a field that turns with the sensor.
public struct ReferenceFieldCentre: Sendable {
  /// h and f of m = Rᵀf + h.
  public var centre: SIMD3<Double>
  public var field: SIMD3<Double>
  /// The determinant of I − R̄ᵀR̄; 0 where nothing is determined.
  public var determinant: Double

  /// - Parameter samples: what was measured, and the rotation R of the sensor's axes into a frame that stands still.
  public init(_ samples: [(measured: SIMD3<Double>, attitude: ReferenceQuaternion)]) {
    let count = Double(samples.count)
    let mean = samples.reduce(SIMD3<Double>.zero) { $0 + $1.measured } / count
    let turned = samples.reduce(SIMD3<Double>.zero) { $0 + $1.attitude.turned($1.measured) } / count
    var rows = [SIMD3<Double>](repeating: .zero, count: 3)
    for sample in samples {
      let matrix = sample.attitude.matrix
      for row in 0..<3 { rows[row] += matrix.rows[row] / count }
    }
    let rotation = ReferenceMatrix3(rows)
    let square = rotation.transposed * rotation
    let normal = ReferenceMatrix3((0..<3).map { ReferenceMatrix3.identity.rows[$0] - square.rows[$0] })
    determinant = normal.determinant
    centre = normal.inverse * (mean - rotation.transposed * turned)
    field = turned - rotation * centre
  }
}

/// The rotation F of a sensor of a vector that stands still in the world against the gyroscope: y = F·g.
public struct ReferenceTurnAlignment: Sendable {
  /// What the sensor measured before and after a turn, with any length, and the turn from the attitude after to that before.
  public typealias Pair = (before: SIMD3<Double>, after: SIMD3<Double>, turn: ReferenceQuaternion)

  /// F.
  public var rotation = ReferenceQuaternion.identity
  /// The largest standard deviation about an axis, radians.
  public var deviation = Double.nan

  /// - Parameter steps: of the least squares.
  public init(_ pairs: [Pair], steps: Int = 3) {
    for _ in 0..<steps {
      var rows = [SIMD3<Double>](repeating: .zero, count: 3)
      var right = SIMD3<Double>.zero
      var squares = 0.0
      for pair in pairs {
        let before = rotation.conjugate.turned(pair.before / Self.length(pair.before))
        let after = rotation.conjugate.turned(pair.after / Self.length(pair.after))
        let rest = after - pair.turn.conjugate.turned(before)
        // The columns of δ ↦ (δ − turnᵀδ) × after.
        let columns = ReferenceMatrix3.identity.rows.map {
          cross($0 - pair.turn.conjugate.turned($0), after)
        }
        for i in 0..<3 {
          rows[i] += SIMD3(
            (columns[i] * columns[0]).sum(), (columns[i] * columns[1]).sum(), (columns[i] * columns[2]).sum())
          right[i] += (columns[i] * rest).sum()
        }
        squares += (rest * rest).sum()
      }
      let inverse = ReferenceMatrix3(rows).inverse
      rotation = (rotation * ReferenceQuaternion(rotationVector: inverse * right)).normalised
      let largest = max(inverse.rows[0].x, inverse.rows[1].y, inverse.rows[2].z)
      deviation = (squares / Double(2 * pairs.count - 3) * largest).squareRoot()
    }
  }

  private static func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
}
