// The rotation between the two sensors of a recording, in integers and in Double side by side.

import Calibration
import Correction
import Quantities
import Recordings
import Reference

/// What brings the calibrated field of a recording to its gravity.
public struct RecordingAlignment: Sendable {
  /// Rotation vector of the corrected field, degrees.
  public var rotationDegrees: SIMD3<Double>
  public var dipDegrees: Double
  /// Standard deviation of the dip without and with the rotation, degrees.
  public var spreadBeforeDegrees: Double
  public var spreadDegrees: Double
  /// Rows at rest that it rests on.
  public var pairs: Int
  /// The rotation as a matrix.
  public var rotation: ReferenceMatrix3

  init(_ rotation: ReferenceMatrix3, vector: SIMD3<Double>, _ pairs: [ReferencePair]) {
    self.rotation = rotation
    rotationDegrees = vector * (180 / Double.pi)
    let dips = pairs.map { $0.turned(rotation).dipDegrees }
    dipDegrees = dips.reduce(0, +) / Double(dips.count)
    spreadDegrees = ReferenceAlignment.spread(dips)
    spreadBeforeDegrees = ReferenceAlignment.spread(pairs.map(\.dipDegrees))
    self.pairs = pairs.count
  }

  /// In integers, from corrected fields and directions of gravity in whole numbers of any scale.
  ///
  /// Two passes: what is of second order in the first is gone in the second.
  static func integer(_ pairs: [(field: Vector3, down: Vector3)]) -> RecordingAlignment? {
    var turn = MatrixQ24.identity
    var total = SIMD3<Double>.zero
    for _ in 0..<2 {
      var fit = AlignmentFit()
      for pair in pairs { fit.take(field: Self.product(turn, pair.field), down: pair.down) }
      guard let found = fit.solve() else { return nil }
      turn = turn.turned(by: found.rotation)
      // Of small rotations: the vectors add up.
      total += SIMD3(Double(found.rotation.x), Double(found.rotation.y), Double(found.rotation.z)) / 0x1p24
    }
    return RecordingAlignment(ReferenceMatrix3(turn), vector: total, pairs.map { Self.pair($0.field, $0.down) })
  }

  /// In Double, without a prior.
  static func double(_ pairs: [ReferencePair]) -> RecordingAlignment? {
    guard pairs.count >= 8 else { return nil }
    let rotation = ReferenceAlignment.rotation(pairs)
    // Of a small rotation: half of its antisymmetric part.
    let r = rotation.rows
    let vector = SIMD3(r[2].y - r[1].z, r[0].z - r[2].x, r[1].x - r[0].y) / 2
    return RecordingAlignment(rotation, vector: vector, pairs)
  }

  private static func pair(_ field: Vector3, _ down: Vector3) -> ReferencePair {
    ReferencePair(
      field: SIMD3(Double(field.x), Double(field.y), Double(field.z)),
      down: SIMD3(Double(down.x), Double(down.y), Double(down.z)))
  }

  /// What the device computes in `CalibrationRecord.apply`, without a centre.
  private static func product(_ matrix: MatrixQ24, _ v: Vector3) -> Vector3 {
    func row(_ s: Vector3) -> Int32 {
      let sum = Int64(s.x) * Int64(v.x) + Int64(s.y) * Int64(v.y) + Int64(s.z) * Int64(v.z)
      return Int32(clamping: (sum + 1 << 23) >> 24)
    }
    return Vector3(x: row(matrix.rows.0), y: row(matrix.rows.1), z: row(matrix.rows.2))
  }
}

extension FitOutcome {
  /// S·(m − h) as a device computes it from a record of this outcome, 1/256 of the samples' unit.
  func corrected(_ sample: Vector3) -> Vector3 {
    var record = CalibrationRecord()
    record.hardIron = centre
    record.softIron = softIron
    return record.apply(to: MagneticField(nanotesla: sample)).q8Nanotesla
  }
}

extension RecordingFit {
  /// The rotation between the two sensors, each calibrated by the same fit, from the rows at rest; `nil` without
  /// acceleration, or where no ellipsoid is determined.
  ///
  /// At rest: the length of the specific force is within 1 % of its middle. At most 2,000 rows, evenly chosen.
  public func alignment(isPlain: Bool) -> (integer: RecordingAlignment?, double: RecordingAlignment?) {
    guard !accelerations.isEmpty else { return (nil, nil) }
    let forces = accelerations.map(\.microG)
    var run = FitRun(samples: forces, configuration: .accelerometer)
    // A recording in motion has a wider range than its gravity.
    run.configuration.isPlain = false
    let force = IntegerFit.outcome(of: run)
    func level(_ v: Vector3) -> Vector3 {
      force.accepted ? force.corrected(v) : Vector3(x: v.x << 4, y: v.y << 4, z: v.z << 4)
    }
    let leveled = forces.map { v in v.isWithin(1 << 21) ? level(v) : .zero }
    let lengths = leveled.map { v in Self.length(v) }
    let middle = lengths.sorted()[lengths.count / 2]
    let resting = lengths.indices.filter { abs(lengths[$0] - middle) < 0.01 * middle }
    guard resting.count >= 8 else { return (nil, nil) }
    let count = min(resting.count, AlignmentFit.mostPairs)
    let chosen = (0..<count).map { resting[$0 * resting.count / count] }

    let field = IntegerFit.outcome(of: self.run(isPlain: isPlain))
    let samples = self.run(isPlain: isPlain).samples
    var integer: RecordingAlignment?
    if field.model.rawValue >= ModelOrder.axisAligned.rawValue {
      integer = RecordingAlignment.integer(
        chosen.map { index in
          let down = leveled[index]
          return (field.corrected(samples[index]), Vector3(x: -down.x, y: -down.y, z: -down.z))
        })
    }
    let exact = double(isPlain: isPlain)
    guard exact.model.rawValue >= ModelOrder.axisAligned.rawValue else { return (integer, nil) }
    let gravity = FitFinding(force)
    // Directions only: of any length whose square a Double holds.
    let factor = FitScale.middle(self.field)?.factor ?? 1
    return (
      integer,
      RecordingAlignment.double(
        chosen.map { index in
          let v = SIMD3(Double(forces[index].x), Double(forces[index].y), Double(forces[index].z))
          return ReferencePair(
            field: exact.softIron * ((self.field[index] - exact.centre) * factor),
            down: -(force.accepted ? gravity.softIron * (v - gravity.centre) : v))
        })
    )
  }

  private static func length(_ v: Vector3) -> Double {
    let d = SIMD3(Double(v.x), Double(v.y), Double(v.z))
    return (d * d).sum().squareRoot()
  }
}
