// Distinguishes a field that turned from an instrument that turned, with a gyroscope.

import FieldMonitor
import FixedPoint
import Quantities

/// Compares the compass's heading with one that a gyroscope steadies.
///
/// A field that is turned but has its usual strength and dip looks like a turn to a compass, and the `DisturbanceMonitor` cannot
/// see it. A gyroscope can: the compass's heading is then further from the fused heading than the bounds of both allow.
/// After some time the fused heading follows a lasting disturbance, which ends the finding.
public struct FieldTurnWatch: Equatable, Sendable {
  /// The compass's accuracy when the two headings first disagreed, 1/100 degree. The accuracy of a disturbed heading is larger
  /// and would allow any difference.
  private var accuracy: UInt16 = 0
  /// The number of consecutive readings in which the headings disagree, up to 3.
  private var disagreements: UInt8 = 0
  /// The possible error of the compass's heading, judged by the fused heading; 2^−32 turns.
  private var distance: UInt32 = 0

  public init() {}

  /// A bias with a larger standard deviation is not used, 2^−20 rad/s: 0.2 °/s. In a turn about the vertical alone no other
  /// sensor shows the bias about the vertical. The fused heading is then ahead of the field's by up to eight seconds of bias.
  private static var knownBias: UInt32 { 3660 }

  /// Whether the field turned while the instrument did not, in three consecutive readings.
  public var isTurned: Bool { disagreements == 3 }

  /// Call it when one of the two headings is missing.
  public mutating func forget() { disagreements = 0 }

  /// Compares one reading.
  /// - Parameters:
  ///   - compass: the heading by the field alone, without card and smoothing.
  ///   - stated: its accuracy, 1/100 degree; 95 % of the errors are smaller.
  ///   - fused: the fused heading of the same axis.
  ///   - bound: 95 % of the fused heading's errors are smaller; 2^−32 turns, at most half a turn.
  ///   - turn: the rate about the vertical, 2^−20 rad/s. The two headings may be of moments 50 ms apart.
  ///   - biasDeviation: the largest standard deviation of the gyroscope's bias, 2^−20 rad/s.
  @inline(never)
  public mutating func compare(
    compass: BinaryAngle, accuracy stated: UInt16, fused: BinaryAngle, bound: UInt32, turn: Int32,
    biasDeviation: UInt32
  ) {
    if biasDeviation > Self.knownBias { return forget() }
    if disagreements == 0 { accuracy = stated }
    let difference = compass.shortestDifference(to: fused).magnitude
    distance = difference.addingWithLimit(bound)
    // A hundredth of a degree is 119,305 of 2^−32 turns, and 2^−20 rad/s in 50 ms are 32.6 of them.
    let bounds = (UInt32(truncatingIfNeeded: accuracy) &* 119_305).addingWithLimit(bound)
      .addingWithLimit((turn.magnitude < 1 &<< 25 ? turn.magnitude : 1 &<< 25) &* 33)
    disagreements = difference <= bounds ? 0 : disagreements < 3 ? disagreements &+ 1 : 3
  }

  /// Marks an assessment as disturbed, if the field is: the accuracy is then no better than the distance from the fused heading
  /// plus the fused heading's bound, and the grade is at most 1.
  public func mark(_ assessment: inout HeadingAssessment) {
    guard isTurned, let stated = assessment.accuracy else { return }
    assessment.disturbance = .disturbed
    assessment.doubts.insert(.disturbed)
    let hundredths = (UInt64(product: distance, 36_000) &>> 32).lowHalf &+ 1
    let found = hundredths < 18_000 ? UInt16(truncatingIfNeeded: hundredths) : 18_000
    let accuracy = stated > found ? stated : found
    assessment.accuracy = accuracy
    let most: UInt8 = accuracy <= 4_500 ? 1 : 0
    if assessment.grade > most { assessment.grade = most }
  }
}

extension UInt32 {
  /// The sum, at most half a turn in 2^−32 turns. Both are at most that.
  fileprivate func addingWithLimit(_ more: UInt32) -> UInt32 {
    let sum = self &+ more
    return sum < self || sum > 1 &<< 31 ? 1 &<< 31 : sum
  }
}
