// Distinguishes with a gyroscope between a field that turned and an instrument that turned.

import FieldMonitor
import FixedPoint
import Quantities

/// Compares the compass's heading with the fused heading, which a gyroscope stabilises.
///
/// If the field turns without a change of strength and dip, this looks like a turn of the instrument, and the
/// `DisturbanceMonitor` cannot detect it. With a gyroscope, the compass's heading then differs from the fused heading
/// by more than the sum of both error bounds. After some time, the fused heading follows a lasting disturbance, and the
/// finding ends.
public struct FieldTurnWatch: Equatable, Sendable {
  /// The compass's accuracy when the two headings first disagreed, 1/100 degree. The accuracy of a disturbed heading is
  /// worse and would allow any difference.
  private var accuracy: UInt16 = 0
  /// The number of consecutive readings in which the headings disagree, up to 3.
  private var disagreements: UInt8 = 0
  /// The difference between the compass's heading and the fused heading; 2^−32 turns.
  private var distance: UInt32 = 0

  public init() {}

  /// A bias with a larger standard deviation is not used, 2^−20 rad/s: 0.2 °/s. While the instrument turns only about
  /// the vertical, no other sensor shows the bias about the vertical. The fused heading then leads the field's heading
  /// by up to eight seconds times the bias.
  private static var knownBias: UInt32 { 3660 }

  /// Whether, in three consecutive readings, the field turned and the instrument did not.
  public var isTurned: Bool { disagreements == 3 }

  /// Call this if one of the two headings is missing.
  public mutating func forget() { disagreements = 0 }

  /// Compares the two headings of one reading.
  /// - Parameters:
  ///   - compass: the heading by the field alone, without deviation card and smoothing.
  ///   - stated: its accuracy, 1/100 degree; 95 % of the errors are smaller.
  ///   - fused: the fused heading of the same axis.
  ///   - bound: 95 % of the fused heading's errors are smaller; 2^−32 turns, at most half a turn.
  ///   - turn: the rate about the vertical, 2^−20 rad/s. It matters because the two headings may be 50 ms apart.
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
    // A hundredth of a degree is 119,305 · 2^−32 turns. In 50 ms, 2^−20 rad/s are 32.6 · 2^−32 turns.
    let bounds = (UInt32(truncatingIfNeeded: accuracy) &* 119_305).addingWithLimit(bound)
      .addingWithLimit((turn.magnitude < 1 &<< 25 ? turn.magnitude : 1 &<< 25) &* 33)
    disagreements = difference <= bounds ? 0 : disagreements < 3 ? disagreements &+ 1 : 3
  }

  /// Marks an assessment as disturbed if the field has turned. The accuracy is then at least the difference from the
  /// fused heading plus the bound of the fused heading, and the grade is at most 1.
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
  /// The sum of two angles of at most half a turn, limited to half a turn; 2^−32 turns.
  fileprivate func addingWithLimit(_ more: UInt32) -> UInt32 {
    let sum = self &+ more
    return sum < self || sum > 1 &<< 31 ? 1 &<< 31 : sum
  }
}
