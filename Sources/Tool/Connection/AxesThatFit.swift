// The order and signs of the axes with which field and gravity agree: one text for `fit` and `calibrate`.

import FitComparison
import Recordings

/// The arrangement of the accelerometer's axes with which the dip is constant.
package struct AxesThatFit: Equatable, Sendable {
  /// Of the acceleration, if the field's axes are right. The inverse is that of the field, if the acceleration's are.
  private let arrangement: AxisArrangement

  init(_ arrangement: AxisArrangement) { self.arrangement = arrangement }

  /// The arrangement nearest to the rotation in a result.
  ///
  /// An arrangement and its negative leave the same dip, except for its sign: the place decides.
  /// - Parameters:
  ///   - correction: R·S of the result, three rows of any scale. S is symmetric.
  ///   - dipDegrees: with that rotation, positive when the field points down.
  ///   - pointsDown: whether the Earth's field points down at the place, as north of the magnetic equator.
  package init(correction rows: [SIMD3<Double>], dipDegrees: Double, pointsDown: Bool) {
    let nearest = AxisArrangement.nearestRotation(to: rows).inverse
    arrangement = (dipDegrees >= 0) == pointsDown ? nearest : nearest.negated
  }

  /// The two ways to correct the axes, a line each, without a full stop.
  /// - Parameters:
  ///   - columns: the columns of field and acceleration, as the user chose them; `nil` for the axes of a device.
  ///   - option: what chooses the columns, such as `--columns=`.
  package func text(columns: (field: [SignedColumn], acceleration: [SignedColumn])?, option: String) -> String {
    func list(_ columns: [SignedColumn]) -> String { Self.option("", columns) }
    guard let (field, acceleration) = columns else {
      return
        "take \(list(acceleration(of: Self.axes))) as the accelerometer's X,Y,Z if the magnetometer's axes are right,\n"
        + "\(list(self.field(of: Self.axes))) as the magnetometer's X,Y,Z if the accelerometer's are"
    }
    return Self.option(option, field + self.acceleration(of: acceleration)) + " if the field's are right,\n"
      + Self.option(option, self.field(of: field) + acceleration) + " if the acceleration's are"
  }

  /// An option with columns, as one word of a shell.
  package static func option(_ option: String, _ columns: [SignedColumn]) -> String {
    (option + columns.map(\.text).joined(separator: ",")).shellWord
  }

  /// Three columns or axes of the accelerometer, in this arrangement.
  package func acceleration(of columns: [SignedColumn]) -> [SignedColumn] { arrangement(columns) }

  /// Three columns or axes of the magnetometer, in the arrangement that has the same effect.
  package func field(of columns: [SignedColumn]) -> [SignedColumn] { arrangement.inverse(columns) }

  /// The axes of a device's sensor.
  package static let axes = ["X", "Y", "Z"].map { SignedColumn(name: $0) }
}
