// What the name of a column says.

import Testing

@testable import RecordingText

private func name(_ text: String, _ unit: String = "") -> ColumnName {
  ColumnName(Array(text.utf8), unit: Array(unit.utf8))
}
private func columns(_ names: [String]) -> [TextColumn] { names.map { TextColumn(name: Array($0.utf8)) } }

@Suite struct ColumnNameTests {
  @Test(
    arguments: [
      ("mx", ColumnQuantity.field, 0, nil), ("mag_y_uT", .field, 1, TextUnit.microtesla),
      ("Mag_Z(uT)", .field, 2, .microtesla), ("magnetometer_ga[0]", .field, 0, .gauss),
      ("Magnetic Field x (µT)", .field, 0, .microtesla), ("walk7MagnetometerUncalibrated.z", .field, 2, nil),
      ("ax_g", .force, 0, .standardGravity), ("gx (m/s2)", .force, 0, .metresPerSecondSquared),
      ("Gyr_X(rad/s)", .rate, 0, .radiansPerSecond), ("磁场X(uT)", .field, 0, .microtesla),
    ] as [(String, ColumnQuantity, Int, TextUnit?)])
  func sensor_isKnownByItsName(text: String, quantity: ColumnQuantity, axis: Int, unit: TextUnit?) {
    let found = name(text)
    #expect(found.quantity == quantity && found.axis == axis && found.unit == unit && !found.isOther, "\(found)")
  }

  @Test(arguments: [
    "rad_mag_x", "deg_mag_y", "mag_x_deg", "mag_x [rad]", "mag_x (°)", "roll", "pitch", "Azimuth", "accuracy", "qx",
    "mag_bias_x", "temperature", "latitude",
  ])
  func angleAndOtherWords_areNoField(text: String) {
    let found = name(text)
    #expect(found.quantity == nil && found.isOther, "\(found)")
  }

  @Test func rowOfUnits_makesAnAngle() { #expect(name("mag_x", "rad").isOther && !name("mag_x", "uT").isOther) }

  @Test func secondMagnetometer_isKept() {
    let found = ColumnFinder(columns(["t", "mag0_x", "mag0_y", "mag0_z", "mag1_x", "mag1_y", "mag1_z"]))
    #expect(found.field?.places == [1, 2, 3] && found.otherFields.map(\.places) == [[4, 5, 6]])
    // A calibration needs the uncorrected one.
    let raw = ColumnFinder(
      columns(["cal_mag_x", "cal_mag_y", "cal_mag_z", "uncal_mag_x", "uncal_mag_y", "uncal_mag_z"]))
    #expect(raw.field?.places == [3, 4, 5])
  }

  @Test(arguments: [
    (["stamp.secs", "stamp.nsecs", "x", "y", "z"], TextUnit.nanoseconds),
    (["sec", "usec", "x", "y", "z"], .microseconds),
    (["tv_sec", "tv_usec", "mx", "my", "mz"], .microseconds),
    (["time (s)", "time (ms)", "mx", "my", "mz"], .milliseconds),
  ])
  func timeInTwoColumns_isFound(names: [String], unit: TextUnit) {
    let found = ColumnFinder(columns(names))
    #expect(found.time?.place == 0 && found.time?.unit == .seconds)
    #expect(found.timePart?.place == 1 && found.timePart?.unit == unit)
  }

  @Test func timesOfDifferentThings_areNotOne() {
    #expect(ColumnFinder(columns(["time_s", "latency_ms", "mx", "my", "mz"])).timePart == nil)
  }
}
