// The rotation between the two sensors of a recording, in integers and in Double.

import Calibration
import Correction
import Quantities
import Recordings
import Reference

/// The rotation of a recording's calibrated field into the axes of its gravity.
package struct RecordingAlignment: Sendable {
  /// The rotation vector of the corrected field, degrees.
  package var rotationDegrees: SIMD3<Double>
  package var dipDegrees: Double
  /// Standard deviation of the dip without and with the rotation, degrees.
  package var spreadBeforeDegrees: Double
  package var spreadDegrees: Double
  /// The standard deviation of the rotation about the axis that is known least, degrees.
  package var deviationDegrees: Double
  /// The number of rows at rest from which it was computed.
  package var pairs: Int
  /// The rotation as a matrix.
  package var rotation: ReferenceMatrix3

  init(_ rotation: ReferenceMatrix3, deviationDegrees: Double, _ pairs: [ReferencePair]) {
    self.rotation = rotation
    self.deviationDegrees = deviationDegrees
    rotationDegrees = rotation.rotationVector * (180 / Double.pi)
    let dips = pairs.map { $0.turned(rotation).dipDegrees }
    dipDegrees = dips.reduce(0, +) / Double(dips.count)
    spreadDegrees = ReferenceAlignment.spread(dips)
    spreadBeforeDegrees = ReferenceAlignment.spread(pairs.map(\.dipDegrees))
    self.pairs = pairs.count
  }

  /// The angle of the rotation, degrees.
  package var angleDegrees: Double { (rotationDegrees * rotationDegrees).sum().squareRoot() }

  /// In integers, from corrected fields and directions of gravity in whole numbers of any scale.
  ///
  /// It is one pass, as on a device: the prior knowledge about the rotation counts once.
  package static func integer(_ pairs: [(field: Vector3, down: Vector3)]) -> RecordingAlignment? {
    var fit = AlignmentFit()
    for pair in pairs { fit.add(field: pair.field, down: pair.down) }
    guard let found = fit.solve() else { return nil }
    return RecordingAlignment(
      found.turn.matrix, deviationDegrees: Double(found.deviation) / 100, pairs.map { Self.pair($0.field, $0.down) })
  }

  /// In Double, without a prior.
  static func double(_ pairs: [ReferencePair]) -> RecordingAlignment? {
    guard pairs.count >= 8 else { return nil }
    let rotation = ReferenceAlignment.rotation(pairs)
    return RecordingAlignment(
      rotation, deviationDegrees: ReferenceAlignment.deviationDegrees(pairs, rotation), pairs)
  }

  private static func pair(_ field: Vector3, _ down: Vector3) -> ReferencePair {
    ReferencePair(
      field: SIMD3(Double(field.x), Double(field.y), Double(field.z)),
      down: SIMD3(Double(down.x), Double(down.y), Double(down.z)))
  }
}

extension FitOutcome {
  /// S·(m − h) as a device computes it from a record of this outcome, in 1/256 of the samples' unit.
  package func corrected(_ sample: Vector3) -> Vector3 {
    var record = CalibrationRecord()
    record.hardIron = centre
    record.softIron = softIron
    return record.apply(to: MagneticField(nanotesla: sample)).q8Nanotesla
  }
}

extension RecordingFit {
  /// The rotation between the two sensors, from the rows at rest; `nil` without acceleration, or if the rows do not
  /// determine an ellipsoid.
  ///
  /// The accelerometer is used as it is or as calibrated by the same fit, whichever makes the dip more constant. For
  /// rows in motion, the fit may make the accelerometer worse.
  package func alignment(isPlain: Bool) -> (integer: RecordingAlignment?, double: RecordingAlignment?) {
    guard !accelerations.isEmpty else { return (nil, nil) }
    let forces = accelerations.map(\.microG)
    var run = FitRun(samples: forces, configuration: .accelerometer)
    // In a recording in motion the acceleration varies more than gravity alone.
    run.configuration.isPlain = false
    let force = IntegerFit.outcome(of: run)
    let whole = forces.map { v in v.isWithin(1 << 21) ? v : .zero }
    let asItIs = whole.map { Vector3(x: $0.x << 4, y: $0.y << 4, z: $0.z << 4) }
    let calibrated = force.accepted ? whole.map { $0 == .zero ? $0 : force.corrected($0) } : asItIs
    let field = self.run(isPlain: isPlain)
    let outcome = IntegerFit.outcome(of: field)
    let exact = double(isPlain: isPlain)
    func found(_ forces: [Vector3]) -> (integer: RecordingAlignment?, double: RecordingAlignment?) {
      let resting = Self.resting(forces)
      return (integer(outcome, field.samples, forces, resting), double(exact, forces, resting))
    }
    let plain = found(asItIs)
    guard force.accepted else { return plain }
    let other = found(calibrated)
    return (Self.steadier(plain.integer, other.integer), Self.steadier(plain.double, other.double))
  }

  private static func steadier(_ a: RecordingAlignment?, _ b: RecordingAlignment?) -> RecordingAlignment? {
    guard let a, let b else { return a ?? b }
    return a.spreadDegrees < b.spreadDegrees ? a : b
  }

  /// The rows at rest: the length of the specific force is within 1 % of its median.
  static func resting(_ forces: [Vector3]) -> [Int] {
    let lengths = forces.map { v in length(v) }
    let middle = lengths.sorted()[lengths.count / 2]
    return lengths.indices.filter { abs(lengths[$0] - middle) < 0.01 * middle }
  }

  private func integer(
    _ outcome: FitOutcome, _ samples: [Vector3], _ forces: [Vector3], _ resting: [Int]
  ) -> RecordingAlignment? {
    guard outcome.model.rawValue >= ModelOrder.axisAligned.rawValue else { return nil }
    let finding = FitFinding(outcome)
    let vectors = samples.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    return RecordingAlignment.integer(
      Self.some(of: resting, vectors, finding).map { row in
        let down = forces[row]
        return (outcome.corrected(samples[row]), Vector3(x: -down.x, y: -down.y, z: -down.z))
      })
  }

  private func double(_ exact: FitFinding, _ forces: [Vector3], _ resting: [Int]) -> RecordingAlignment? {
    RecordingAlignment.double(pairs(exact, forces, resting))
  }

  /// Calibrated field and down of the rows at rest; empty if the rows do not determine an ellipsoid.
  func pairs(_ exact: FitFinding, _ forces: [Vector3], _ resting: [Int]) -> [ReferencePair] {
    guard exact.model.rawValue >= ModelOrder.axisAligned.rawValue else { return [] }
    // Only directions count, so any length is possible whose square fits into a Double.
    let factor = FitScale.middle(field)?.factor ?? 1
    return Self.some(of: resting, field, exact).map { row in
      let v = forces[row]
      return ReferencePair(
        field: exact.softIron * ((field[row] - exact.centre) * factor),
        down: -SIMD3(Double(v.x), Double(v.y), Double(v.z)))
    }
  }

  /// As many pairs as a device has samples in its reservoir. Errors of neighbouring rows are similar, and more rows
  /// would outweigh the prior knowledge about such a rotation.
  private static let mostPairs = 48

  /// Rows that fit the model, evenly chosen. During a long rest, in which nothing moves by 1/16 of the radius, only as
  /// many rows are used as one chosen row represents.
  private static func some(of rows: [Int], _ samples: [SIMD3<Double>], _ finding: FitFinding) -> [Int] {
    var fair: [Int] = []
    var place = SIMD3(repeating: Double.infinity)
    var rested = 0
    for row in rows where finding.holds(samples[row]) {
      let here = finding.softIron * (samples[row] - finding.centre)
      if ((here - place) * (here - place)).sum() < finding.radius * finding.radius / 256 {
        rested += 1
        if rested > rows.count / mostPairs { continue }
      } else {
        (place, rested) = (here, 0)
      }
      fair.append(row)
    }
    let count = min(fair.count, mostPairs)
    return (0..<count).map { fair[$0 * fair.count / count] }
  }

  private static func length(_ v: Vector3) -> Double {
    let d = SIMD3(Double(v.x), Double(v.y), Double(v.z))
    return (d * d).sum().squareRoot()
  }
}
