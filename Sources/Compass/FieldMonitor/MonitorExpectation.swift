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
  ///   - sample: the newest sample.
  ///   - isContinued: whether the samples continue at a place that is known better or again. The monitor then keeps its
  ///     state and findings, and its means are converted to the new expectation. Otherwise it restarts. It restarts also
  ///     if the new expectation explains the newest sample, and the former one did not.
  /// - Returns: whether it has kept them.
  @discardableResult
  public mutating func expect(
    strengthNanotesla: UInt32, dip: BinaryAngle?, residualNanotesla: UInt32, worldNanotesla: UInt32,
    newest sample: FieldObservation, isContinued: Bool
  ) -> Bool {
    let wasExpecting = isExpecting
    let former = expected.dip
    var field = sample.field.q8Nanotesla
    if isContinued, field != .zero { status.strengthSquared = Self.energy(of: &field, dropping: 10) }
    let wasExplained = explains(sample.dip, halves: 2)
    isExpecting = expected.set(strengthNanotesla, dip, residualNanotesla, worldNanotesla: worldNanotesla)
    guard isContinued, wasExpecting, isExpecting, !isFirst else {
      restart()
      return false
    }
    strength.begin(at: farDeviation)
    if expected.otherNanotesla != 0 { reconsider(isFirst: true) }
    // Half the limits: a magnet that was beyond them seldom fits another place so well.
    if !wasExplained, !status.reasons.isSensorFault, !sample.isOverflowed, explains(sample.dip, halves: 1) {
      restart()
      return false
    }
    if let former, let dip, let deviation = status.dipDeviation {
      self.dip.begin(at: limited(deviation &- Self.q12Radians(former.shortestDifference(to: dip))))
    }
    return true
  }

  /// Whether this dip and the last strength deviate by at most so many halves of their limits.
  private func explains(_ measured: BinaryAngle?, halves: Int32) -> Bool {
    var deviation: Int32 = 0
    if let known = expected.dip, let measured {
      deviation = limited(Self.q12Radians(known.shortestDifference(to: measured)))
    }
    return Int32(bitPattern: farDeviation.magnitude) &<< 1 <= expected.strengthLimit &* halves
      && Int32(bitPattern: deviation.magnitude) &<< 1 <= FieldExpectation.dipLimit &* halves
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
    let deviation = limited(dip &- Self.q12Radians(known.signed))
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
