// What the field monitor expects, and how it continues when that changes.

import FixedPoint
import Quantities

extension DisturbanceMonitor {
  /// The expected field; `nil` while nothing is known. Setting it restarts the monitor.
  public var expectation: FieldExpectation? {
    get { isExpecting ? expected : nil }
    set {
      isExpecting = newValue != nil
      expected = newValue ?? .anywhere
      restart()
    }
  }
  /// Sets `expectation` in place; see the initialiser of `FieldExpectation`.
  /// - Parameters:
  ///   - strengthNanotesla: from the record; 0 if unknown.
  ///   - dip: from the world model, or else from the record.
  ///   - residualNanotesla: from the record; 0 or 65535 if unknown.
  ///   - worldNanotesla: the strength of the world model's field; 0 if unknown.
  ///   - continuing: whether the samples continue, at a place that is known better or again. The monitor then keeps its
  ///     state and findings, and its means are converted to the new expectation. But it restarts if only the former
  ///     expectation was the reason to doubt the last sample.
  /// - Returns: whether it has kept them.
  @discardableResult
  public mutating func expect(
    strengthNanotesla: UInt32, dip: BinaryAngle?, residualNanotesla: UInt32, worldNanotesla: UInt32,
    continuing: Bool = false
  ) -> Bool {
    let wasExpecting = isExpecting
    let former = expected.dip
    let limit = expected.strengthLimit
    let wasStrengthBeyond = farDeviation.magnitude > limit.magnitude
    let wasDipBeyond = isDipBeyond(FieldExpectation.dipLimit)
    isExpecting = expected.set(strengthNanotesla, dip, residualNanotesla, worldNanotesla: worldNanotesla)
    guard continuing, wasExpecting, isExpecting, !isFirst else {
      restart()
      return false
    }
    strength.begin(at: farDeviation)
    if expected.otherNanotesla != 0 { reconsider(isFirst: true) }
    if let former, let dip, let deviation = status.dipDeviation {
      // As in `followDip`, 2^−16 turn to Q12 rad.
      let converted = limited(deviation &- (former.shortestDifference(to: dip) &>> 16 &* 25_736) &>> 16)
      self.dip.begin(at: converted)
      status.dipDeviation = converted
    }
    // Half the limits: a magnet that was beyond them seldom fits another place so well.
    guard wasStrengthBeyond || wasDipBeyond, status.state != .clear, !status.reasons.isSensorFault,
      farDeviation.magnitude < limit.magnitude &>> 1, !(wasDipBeyond && isDipBeyond(FieldExpectation.dipLimit &>> 1))
    else { return true }
    restart()
    return false
  }

  /// Whether the mean deviation of the dip is beyond the limit, Q12 rad.
  private func isDipBeyond(_ limit: Int32) -> Bool {
    guard let deviation = status.dipDeviation, !status.reasons.contains(.forceUntrusted) else { return false }
    return deviation.magnitude > limit.magnitude
  }

  /// Removes the expectation and restarts the monitor.
  public mutating func expectNothing() {
    isExpecting = false
    restart()
  }

  /// The findings about the last sample if somebody else knows the vertical better than an accelerated force. A deviation of
  /// the dip is then a disturbance only as far as that vertical shows it. A field that is doubted stays so: beside a magnet that
  /// turns with the instrument, strength and dip fit by chance again and again, while the heading is wrong.
  /// - Parameter dip: Q12 rad.
  @inline(never)
  public func status(withDip dip: Int32) -> FieldStatus {
    var status = self.status
    // 1 %: the force is accelerated.
    guard status.state == .clear, status.offsetSquared != 0, forceVariance > squareQ31(41), let known = expected.dip
    else { return status }
    // 2^−16 turn to Q12 rad: 2π·4096/65536 = 25736/65536.
    let deviation = limited(dip &- (known.signed &>> 16 &* 25_736) &>> 16)
    let seen = UInt32(bitPattern: squareQ31(deviation)) &+ UInt32(bitPattern: squareQ31(status.strengthDeviation))
    // 3.5°, a usual deviation of dip and strength, Q31 rad².
    if seen < status.offsetSquared { status.offsetSquared = seen < 8_000_000 ? 0 : seen }
    return status
  }

  /// How far the strength of the last sample deviates from the expected strength, Q12.
  var farDeviation: Int32 {
    FieldExpectation.farDeviation(
      status.strengthSquared, Int32(bitPattern: expected.strengthNanotesla &>> 2), expected.inverse)
  }
}
