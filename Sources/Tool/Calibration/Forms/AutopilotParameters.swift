// Parameters of two autopilots, as files that their ground stations load.

import Recordings
import Reference

enum AutopilotParameters {
  /// Lines `NAME,VALUE`, which Mission Planner, MAVProxy and QGroundControl read.
  ///
  /// In AP_Compass_Backend::correct_field, the offset is added, then COMPASS_SCALE is a factor, then the matrix. Unit:
  /// milligauss.
  static func ardupilot(_ correction: AppliedCorrection, sensor: Int) throws -> String {
    let (offset, _) = try correction.inUnit(.milligauss, for: .ardupilot)
    let number = sensor == 1 ? "" : "\(sensor)"
    let (diagonal, others) = sixNumbers(correction.symmetric)
    func lines(_ name: String, _ v: SIMD3<Double>) -> [String] {
      zip("XYZ", [v.x, v.y, v.z]).map { "COMPASS_\(name)\(number)_\($0),\(FormNumber.text($1))" }
    }
    return
      ([
        "# Binnacle's calibration of a compass, for ArduPilot: [DIA, ODI]*(field + OFS), OFS in milligauss.",
        "# Axes: \(correction.axes). ArduPilot's are forward, right, down, after COMPASS_ORIENT.",
      ] + lines("OFS", -offset) + lines("DIA", diagonal) + lines("ODI", others) + ["COMPASS_SCALE\(number),1"])
      .joined(separator: "\n")
  }

  /// Lines of vehicle, component, name, value and type, separated by tabs, which QGroundControl loads.
  ///
  /// In sensor_calibration::Magnetometer::Correct, the offset is subtracted, then the matrix and the sensor's rotation
  /// are applied. Unit: gauss. Type 9 is a 32-bit floating-point number.
  static func px4(_ correction: AppliedCorrection, sensor: Int) throws -> String {
    let (offset, _) = try correction.inUnit(.gauss, for: .px4)
    let (diagonal, others) = sixNumbers(correction.symmetric)
    func lines(_ name: String, _ v: SIMD3<Double>) -> [String] {
      zip("XYZ", [v.x, v.y, v.z]).map { "1\t1\tCAL_MAG\(sensor)_\($0)\(name)\t\(FormNumber.text($1))\t9" }
    }
    return
      ([
        "# Onboard parameters for Vehicle 1", "#",
        "# Binnacle's calibration of a compass, for PX4: [SCALE, ODIAG]*(field - OFF), OFF in gauss.",
        "# Axes: \(correction.axes). PX4's are those of sensor_mag, before CAL_MAG\(sensor)_ROT.",
        "# CAL_MAG\(sensor)_ID must already name the sensor: calibrate it once with PX4.", "#",
        "# Vehicle-Id Component-Id Name Value Type",
      ] + lines("OFF", offset) + lines("SCALE", diagonal) + lines("ODIAG", others)).joined(separator: "\n")
  }

  /// The diagonal, and xy, xz, yz.
  private static func sixNumbers(_ m: ReferenceMatrix3) -> (SIMD3<Double>, SIMD3<Double>) {
    (SIMD3(m.rows[0].x, m.rows[1].y, m.rows[2].z), SIMD3(m.rows[0].y, m.rows[0].z, m.rows[1].z))
  }
}
