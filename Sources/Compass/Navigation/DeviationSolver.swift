// A deviation card from a swing: compass headings with the deviation found on each.

import FixedPoint
import IntegerTrigonometry
import Quantities

/// Sums up a swing and solves for the five coefficients by least squares. For eight equal steps this is the classical
/// analysis (A is the mean, B is half of east minus west, …).
///
/// 280 bytes of state. The sums are scaled numbers, so that no number of headings overflows them.
public struct DeviationSolver: Sendable {
  /// Why there is no card.
  public enum Refusal: Equatable, Sendable {
    /// Fewer than five headings cannot determine five coefficients.
    case tooFew
    /// The headings cover too small a part of the circle: `missingSectors` of the eight 45° sectors have no heading. At
    /// most one may be missing.
    case tooNarrow(missingSectors: UInt8)
    /// A coefficient exceeds 45°: this is not a deviation; something else is wrong.
    case tooLarge
  }

  /// A card, or why there is none.
  public enum Outcome: Equatable, Sendable {
    case card(DeviationCard)
    case refused(Refusal)
  }

  private var normal = [15 of ScaledNumber](repeating: .zero)
  private var right = [5 of ScaledNumber](repeating: .zero)
  /// The number of headings.
  public private(set) var count: UInt16 = 0
  /// One bit for each 45° sector around north, north-east, …: set if the sector has a heading.
  public private(set) var sectors: UInt8 = 0

  public init() {}

  /// Adds one heading.
  /// - Parameters:
  ///   - compass: the heading that the compass showed.
  ///   - deviation: magnetic minus compass heading, in 2^−32 turns, east positive.
  public mutating func add(compass: BinaryAngle, deviation: Int32) {
    if count == UInt16.max { return }
    count = count &+ 1
    sectors |= 1 &<< UInt8(truncatingIfNeeded: (compass.rawValue &+ 0x1000_0000) &>> 29)
    let once = FineAngle(compass.signed).sineAndCosine
    let twice = FineAngle((compass + compass).signed).sineAndCosine
    var basis = [5 of ScaledNumber](repeating: .one)
    basis[1] = once.sine
    basis[2] = once.cosine
    basis[3] = twice.sine
    basis[4] = twice.cosine
    let value = ScaledNumber(
      UInt64(widening: deviation.magnitude), exponent: 0, isNegative: deviation < 0)
    var cell = 0
    for row in 0..<5 {
      for column in 0...row {
        normal[cell] = normal[cell] + basis[row] * basis[column]
        cell &+= 1
      }
      right[row] = right[row] + basis[row] * value
    }
  }

  /// The card, or why there is none.
  public func solve() -> Outcome {
    if count < 5 { return .refused(.tooFew) }
    let missing = UInt8(truncatingIfNeeded: 8 &- sectors.nonzeroBitCount)
    if missing > 1 { return .refused(.tooNarrow(missingSectors: missing)) }
    // Cholesky without roots: L D Lᵀ in place, lower triangle by rows.
    var matrix = normal
    var vector = right
    for row in 0..<5 {
      for column in 0...row {
        var sum = matrix[Self.cell(row, column)]
        for k in 0..<column {
          sum =
            sum - matrix[Self.cell(row, k)] * matrix[Self.cell(column, k)] * matrix[Self.cell(k, k)]
        }
        if row == column {
          if sum.isZero || sum.isNegative { return .refused(.tooNarrow(missingSectors: missing)) }
          matrix[Self.cell(row, column)] = sum
        } else {
          matrix[Self.cell(row, column)] = sum.divided(by: matrix[Self.cell(column, column)])
        }
      }
      for k in 0..<row { vector[row] = vector[row] - matrix[Self.cell(row, k)] * vector[k] }
    }
    for row in 0..<5 { vector[row] = vector[row].divided(by: matrix[Self.cell(row, row)]) }
    for step in 1..<5 {
      let row = 4 &- step
      for k in (row &+ 1)..<5 { vector[row] = vector[row] - matrix[Self.cell(k, row)] * vector[k] }
    }
    for row in 0..<5 where !vector[row].isBelow(power: 29) { return .refused(.tooLarge) }
    return .card(
      DeviationCard(
        a: Self.whole(vector[0]), b: Self.whole(vector[1]), c: Self.whole(vector[2]), d: Self.whole(vector[3]),
        e: Self.whole(vector[4])))
  }

  private static func cell(_ row: Int, _ column: Int) -> Int { row &* (row &+ 1) / 2 &+ column }

  private static func whole(_ value: ScaledNumber) -> Int32 { Int32(truncatingIfNeeded: value.whole(unit: 0)) }
}
