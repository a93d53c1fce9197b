// The file of the library Adafruit_Sensor_Calibration.

import Recordings
import TerminalInterface

enum AdafruitFile {
  /// One object. The library computes mag_softiron·(m − mag_hardiron) in µT, the matrix by rows.
  static func object(_ correction: AppliedCorrection) throws -> JSONObject {
    let (offset, strength) = try correction.inUnit(.microtesla, for: .adafruit)
    func list(_ v: SIMD3<Double>) -> [JSONValue] { [v.x, v.y, v.z].map { .significant($0, digits: 9) } }
    let zeros = JSONValue.array([.integer(0), .integer(0), .integer(0)])
    return [
      "mag_hardiron": .array(list(offset)), "mag_softiron": .array(correction.matrix.rows.flatMap(list)),
      "mag_field": .significant(strength, digits: 9), "gyro_zerorate": zeros, "accel_zerog": zeros,
    ]
  }
}
