// The correction as plain numbers, from which the formats of other projects are made.

import Correction
import Foundation
import Quantities
import Recordings
import Reference
import TerminalInterface
import ToolCommandLine

/// corrected = M·(m − h): h is subtracted first, then M multiplies.
package struct AppliedCorrection {
  /// The vector h, in `unit`.
  package var offset: SIMD3<Double>
  /// The matrix M: S, or R·S if the field is rotated to the accelerometer's axes.
  package var matrix: ReferenceMatrix3
  /// The length of a corrected sample in `unit`; `nil` if unknown.
  package var strength: Double?
  package var unit: FieldUnit
  /// The meaning of x, y and z.
  package var axes = "forward, right, down"

  /// - Parameter scale: nanotesla per `unit` in the record, if the unit has no size.
  package init(_ record: CalibrationRecord, unit counted: FieldUnit? = nil, scale: Double? = nil) {
    func vector(_ v: Vector3, _ scale: Double) -> SIMD3<Double> { SIMD3(Double(v.x), Double(v.y), Double(v.z)) / scale }
    offset = vector(record.hardIron, 256 * (scale ?? 1))
    let rows = record.softIron.rows
    matrix = ReferenceMatrix3([rows.0, rows.1, rows.2].map { vector($0, 0x1p24) })
    strength = record.fieldStrength == 0 ? nil : Double(record.fieldStrength) / (scale ?? 1)
    unit = scale == nil ? .nanotesla : counted ?? .counts
    axes = "those of the device's sensor"
  }

  package init(offset: SIMD3<Double>, matrix: ReferenceMatrix3, strength: Double?, unit: FieldUnit, axes: String) {
    (self.offset, self.matrix, self.strength, self.unit, self.axes) = (offset, matrix, strength, unit, axes)
  }

  /// The offset and the strength in another unit.
  /// - Throws: a `CommandError` with status 6 if the numbers have no strength.
  func inUnit(_ wanted: FieldUnit, for form: RecordForm) throws -> (offset: SIMD3<Double>, strength: Double) {
    guard unit.hasStrength else {
      throw CommandError(
        .badFile,
        "The fit is in \(unit == .counts ? "counts" : "arbitrary units"), and \(form.rawValue) needs the field's strength.\n"
          + "Fit again with --unit uT, nT, mG, G or the chip's counts such as qmc5883l@2G, or use --as magneto.")
    }
    let factor = unit.nanotesla / wanted.nanotesla
    return (offset * factor, (strength ?? 0) * factor)
  }

  /// The matrix without the rotation, for formats that hold only six of its numbers.
  package var symmetric: ReferenceMatrix3 { (matrix.transposed * matrix).symmetricSquareRoot ?? matrix }

  /// The angle by which the matrix rotates a field, degrees.
  package var turnDegrees: Double {
    let r = (matrix * symmetric.inverse).rows
    // The sine is in half of the antisymmetric part. A cosine near 1 would lose a small angle.
    let axis = SIMD3(r[2].y - r[1].z, r[0].z - r[2].x, r[1].x - r[0].y) / 2
    return atan2((axis * axis).sum().squareRoot(), (r[0].x + r[1].y + r[2].z - 1) / 2) * 180 / .pi
  }

  /// What a format cannot hold, in one sentence; `nil` if it holds everything.
  package func doubt(_ form: RecordForm) -> String? {
    let isSymmetric = [.ardupilot, .px4, .motioncal].contains(form)
    guard isSymmetric, turnDegrees >= 0.05 else { return nil }
    return "\(form.rawValue) has no place for the turn of \(Digits.fixed(turnDegrees, 1))° between the two sensors; "
      + "it gets the correction in the magnetometer's own axes"
  }
}

extension AppliedCorrection {
  /// The default of COMPASS_OFFS_MAX, milligauss: AP_COMPASS_OFFSETS_MAX_DEFAULT in AP_Compass.cpp of ArduPilot 4.
  private static let ardupilotMost = 1800.0
  /// MAG_MAX_OFFSET_LEN in mag_calibration.cpp of PX4, gauss for each axis.
  private static let px4Most = 1.3

  /// A limit of the receiver that the offset exceeds, in one sentence; `nil` if there is none.
  package func limit(_ form: RecordForm) -> String? {
    guard unit.hasStrength else { return nil }
    let gauss = offset * unit.nanotesla / FieldUnit.gauss.nanotesla
    let largest = max(abs(gauss.x), abs(gauss.y), abs(gauss.z))
    // ArduPilot compares each axis when it calibrates, and the length of the vector before it arms.
    let milligauss = (gauss * gauss).sum().squareRoot() * 1000
    if form == .ardupilot, milligauss > Self.ardupilotMost {
      return "ArduPilot refuses offsets beyond COMPASS_OFFS_MAX, \(Digits.fixed(Self.ardupilotMost, 0)) mG unless you "
        + "raise it: the largest here is \(Digits.fixed(largest * 1000, 0)) mG, and the vector has "
        + "\(Digits.fixed(milligauss, 0)) mG. Move the sensor away from the iron"
    }
    if form == .px4, largest > Self.px4Most {
      return "PX4's own calibration warns of offsets beyond \(Digits.fixed(Self.px4Most, 1)) G, because the sensor may "
        + "saturate: the largest here is \(Digits.fixed(largest, 2)) G. Move the sensor away from the iron"
    }
    return nil
  }
}

/// Numbers in these formats: nine digits represent each 32-bit number exactly.
enum FormNumber {
  static func text(_ value: Double) -> String { String(format: "%.9g", value == 0 ? 0 : value) }

  /// A literal for C.
  static func c(_ value: Double) -> String {
    let text = text(value)
    return text.contains { ".e".contains($0) } ? text + "f" : text + ".0f"
  }

  static func list(_ v: SIMD3<Double>, _ text: (Double) -> String = Self.text) -> String {
    [v.x, v.y, v.z].map(text).joined(separator: ", ")
  }
}
