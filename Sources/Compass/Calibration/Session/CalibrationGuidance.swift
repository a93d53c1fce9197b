// What a gyroscope tells a calibration. An image without one contains nothing of it.

import Correction
import Quantities

extension CalibrationMachine where Fit: ~Copyable {
  /// The instrument has been turned: a run that waits for that begins to gather.
  public mutating func reportTurn(at now: Instant) {
    guard state == .seeking else { return }
    self.now = now.low
    fire(.moved)
  }

  /// The instrument is at rest, although the field may change: a run that waits for a movement goes on waiting. Call it in the
  /// place of `add`.
  public mutating func reportRest(at now: Instant) {
    guard state == .seeking else { return }
    self.now = now.low
    lastSample = now.low
    run.hasFirst = false
  }
}

extension CalibrationMachine where Fit == GuidedFit {
  /// Takes the centre of the field's samples as the rotation tells it; it counts until a solve has found one.
  /// - Parameters:
  ///   - centre: sensor axes, nanotesla, within ±2^21.
  ///   - radius: the strength of the field, nanotesla.
  /// - Returns: whether no direction has been seen from this centre yet: pass earlier samples to `show`.
  public mutating func settle(onCentre centre: Vector3, radius: UInt32) -> Bool {
    fit.settle(onCentre: centre, radius: radius)
    return fit.coverage == DirectionCells()
  }

  /// Counts the direction of an earlier sample, nanotesla.
  public mutating func show(_ field: Vector3) { fit.show(field) }
}

extension FitOutcome {
  /// S·(m − h) in 1/256 nT, without the rotation into the axes of gravity.
  /// - Parameter field: m, sensor axes, nanotesla, within ±2^21.
  public mutating func applied(to field: Vector3) -> Vector3 {
    corrected(
      Vector3(
        x: (field.x &<< 8) &- centre.x, y: (field.y &<< 8) &- centre.y, z: (field.z &<< 8) &- centre.z))
  }
}
