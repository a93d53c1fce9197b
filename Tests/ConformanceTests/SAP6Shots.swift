// Shots of a cave-survey instrument. They show the quality of a calibration by how constant the line of sight stays.

import Foundation
import Recordings
import Reference
import Testing

/// The shots of one SAP6 unit in its device frame (Tests/Data/README.md): the pointing axis is +Y, and the mapped
/// acceleration points down.
struct SAP6Shots: Sendable {
  static let devices = ["BB", "CF", "FG", "IB"]
  /// Field in microtesla and down in metres per second squared, as measured.
  var field: [SIMD3<Double>]
  var down: [SIMD3<Double>]
  /// 0: any orientation. 1 and 2: eight shots each along one line, with different rolls.
  var run: [Int]

  /// Reads the shots and converts them to the device frame as the author does: magnetometer (x, y, −z), accelerometer
  /// (−y, −x, z).
  init(folder: String, device: String) throws(RecordingError) {
    let table = try RecordingTable(path: "\(folder)/marg/sap6_shots.csv")
    let chosen = [RowCondition(column: "device", value: device)]
    let vectors = try MeasuredVectors(
      table: table, options: RecordingOptions(columns: "mx_uT,my_uT,-mz_uT,-gy_ms2,-gx_ms2,gz_ms2"), where: chosen)
    field = vectors.field
    down = vectors.acceleration
    run = try MeasuredVectors(table: table, options: RecordingOptions(columns: "run,run,run"), where: chosen)
      .field.map { Int($0.x) }
  }

  /// Standard deviations after calibration with the given functions. The two sensors are aligned for a constant dip,
  /// and the pointing axis is tilted for constant azimuths.
  /// - Parameter rotation: the rotation of the calibrated field; computed here if it is `nil`.
  func steadiness(
    field correct: (SIMD3<Double>) -> SIMD3<Double>, down level: (SIMD3<Double>) -> SIMD3<Double>,
    rotation: ReferenceMatrix3? = nil
  ) -> (azimuthDegrees: [Double], dipDegrees: Double) {
    let pairs = zip(field, down).map { ReferencePair(field: correct($0), down: level($1)) }
    let turn = rotation ?? ReferenceAlignment.rotation(pairs)
    let aligned = pairs.map { $0.turned(turn) }
    let runs = [1, 2].map { number in zip(aligned, run).filter { $0.1 == number }.map(\.0) }
    let axis = ReferenceAlignment.steadyAxis(near: SIMD3(0, 1, 0), in: runs)
    return (
      runs.map { run in ReferenceAlignment.spread(ReferenceAlignment.unwrapped(run.map { $0.azimuthDegrees(of: axis) }))
      },
      ReferenceAlignment.spread(aligned.map(\.dipDegrees))
    )
  }

  /// The author's own hard iron for the unit, device frame, microtesla.
  static func authorCentre(folder: String, device: String) throws -> SIMD3<Double> {
    struct Unit: Decodable {
      struct Calibration: Decodable {
        struct Sensor: Decodable { var centre: [Double] }
        var mag: Sensor
      }
      var calib: Calibration
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/marg/sap6_author_calibration.json"))
    let centre = try #require(try JSONDecoder().decode([String: Unit].self, from: data)[device]?.calib.mag.centre)
    return SIMD3(centre[0], centre[1], centre[2])
  }
}
