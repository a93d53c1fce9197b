// Input from a gyroscope to a calibration. An image without a gyroscope contains none of this code.

import Correction
import Quantities

extension CalibrationMachine where Fit: ~Copyable {
  /// Reports that the instrument has been turned. A run that waits for movement then begins to collect samples.
  public mutating func reportTurn(at now: Instant) {
    guard state == .seeking else { return }
    self.now = now.low
    fire(.moved)
  }

  /// Reports that the instrument is at rest, although the field may change. A run that waits for movement continues to
  /// wait. Call this instead of `add`.
  public mutating func reportRest(at now: Instant) {
    guard state == .seeking else { return }
    self.now = now.low
    lastSample = now.low
    run.hasFirst = false
  }
}

extension CalibrationMachine where Fit == GuidedFit {
  /// Sets the centre of the field's samples, as found from the gyroscope's rotation. It is used until a solve has found
  /// a centre.
  /// - Parameters:
  ///   - centre: sensor axes, nanotesla, within ±2^21.
  ///   - radius: the strength of the field, nanotesla.
  /// - Returns: whether no direction has been counted from this centre yet. Then pass the earlier samples to `show`.
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
