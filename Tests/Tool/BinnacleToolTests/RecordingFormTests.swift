// Forms in which programs, sketches and logging systems write the samples of one world.

import Foundation
import TestSupport
import Testing

private typealias Sample = (m: SIMD3<Double>, a: SIMD3<Double>)

/// A sensor that is turned every way, µT and g; hard iron 12, −34, 8.
private let samples: [Sample] = (0..<180).map { index in
  let height = 1 - 2 * (Double(index) + 0.5) / 180
  let (radius, turn) = ((1 - height * height).squareRoot(), Double(index) * 2.399963)
  let field = SIMD3(radius * cos(turn), radius * sin(turn), height) * 48
  let force = SIMD3(-radius * cos(turn + 1), -radius * sin(turn + 1), -height)
  return (SIMD3(field.x * 1.03, field.y * 0.98, field.z * 0.99) + SIMD3(12, -34, 8), force)
}

private func text(_ value: Double) -> String { String(format: "%.5f", value) }
private func comma(_ value: Double) -> String { String(format: "%.4f", value).replacing(".", with: ",") }
private func list(_ v: SIMD3<Double>, _ factor: Double = 1, _ mark: String = ",") -> String {
  [v.x, v.y, v.z].map { String(format: "%.9g", $0 * factor) }.joined(separator: mark)
}
private func clock(_ index: Int) -> String { String(format: "10:15:%02d.%03d", 12 + index / 50, index % 50 * 20) }

/// A form, what its numbers are of a microtesla, and whether it has an acceleration.
private struct Form: Sendable {
  var name: String
  var size = 1.0
  var unit = "uT"
  var hasForce = false
  var head: [String] = []
  var tail: [String] = []
  var rows: @Sendable (Int, SIMD3<Double>, SIMD3<Double>) -> [String]
  /// What stands between the rows.
  var mark = "\n"

  var text: String {
    let body = samples.enumerated().map { rows($0, $1.m, $1.a).joined(separator: "\n") }.joined(separator: mark)
    return (head + [body] + tail).joined(separator: mark == "," ? "" : "\n") + "\n"
  }
}

private func sample(_ index: Int) -> String {
  let m = samples[index].m
  return "{\"mx\":\(text(m.x)),\"my\":\(text(m.y)),\"mz\":\(text(m.z))}"
}

private let json: @Sendable (Int, SIMD3<Double>, SIMD3<Double>) -> [String] = { _, m, _ in
  ["{\"mx\":\(text(m.x)),\"my\":\(text(m.y)),\"mz\":\(text(m.z))}"]
}

private let forms: [Form] = [
  // Decimal commas behind labels.
  Form(name: "decimal commas") { _, m, _ in ["mx: \(comma(m.x)); my: \(comma(m.y)); mz: \(comma(m.z))"] },
  Form(name: "decimal commas and a unit") { _, m, _ in ["X=\(comma(m.x)) Y=\(comma(m.y)) Z=\(comma(m.z)) uT"] },
  Form(name: "decimal commas between commas") { _, m, _ in ["mx:\(comma(m.x)),my:\(comma(m.y)),mz:\(comma(m.z))"] },
  Form(name: "decimal commas of one label") { _, m, _ in ["Mag: \(comma(m.x)) \(comma(m.y)) \(comma(m.z)) uT"] },
  Form(name: "decimal commas, some numbers whole") { index, m, _ in
    ["mx: \(index % 3 == 0 ? "\(Int(m.x.rounded()))" : comma(m.x)); my: \(comma(m.y)); mz: \(comma(m.z))"]
  },
  // A label a line.
  Form(name: "Teleplot") { _, m, _ in [">mx:\(text(m.x))", ">my:\(text(m.y))", ">mz:\(text(m.z))"] },
  Form(name: "Teleplot with times and units") { index, m, _ in
    zip(["mx", "my", "mz"], [m.x, m.y, m.z]).map { ">\($0):\(1_627_551_892_437 + 20 * index):\(text($1))§uT|g" }
  },
  Form(name: "Teleplot with others", hasForce: true) { _, m, a in
    [
      ">temp:21.5", ">mx:\(text(m.x))", ">my:\(text(m.y))", ">mz:\(text(m.z))", ">ax:\(text(a.x))",
      ">ay:\(text(a.y))", ">az:\(text(a.z))",
    ]
  },
  Form(name: "a label a line") { _, m, _ in ["mx: \(text(m.x))", "my: \(text(m.y))", "mz: \(text(m.z))"] },
  Form(name: "a label a line that begins in the midst", head: ["my: 1.5", "mz: -3"]) { _, m, _ in
    ["mx: \(text(m.x))", "my: \(text(m.y))", "mz: \(text(m.z))"]
  },
  Form(name: "a label a line with units") { _, m, _ in
    ["-----", "Mag X: \(text(m.x)) uT", "Mag Y: \(text(m.y)) uT", "Mag Z: \(text(m.z)) uT", ""]
  },
  Form(name: "a sensor a line", hasForce: true) { _, m, a in
    [
      "Accel X: \(text(a.x * 9.81)), Y: \(text(a.y * 9.81)), Z: \(text(a.z * 9.81)) m/s^2",
      "Gyro X: 0.01, Y: 0.02, Z: 0.00 rad/s", "Mag X: \(text(m.x)), Y: \(text(m.y)), Z: \(text(m.z)) uT", "",
    ]
  },
  Form(name: "rostopic echo", size: 1e-6, unit: "T") { index, m, _ in
    [
      "header:", "  seq: \(index)", "  stamp:", "    secs: \(1_609_060_336 + index / 50)",
      "    nsecs: \(index % 50 * 20_000_000)", "  frame_id: \"imu\"", "magnetic_field:", "  x: \(m.x * 1e-6)",
      "  y: \(m.y * 1e-6)", "  z: \(m.z * 1e-6)", "magnetic_field_covariance: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]", "---",
    ]
  },
  // Whole documents.
  Form(name: "list of objects", head: ["["], tail: ["]"], rows: json, mark: ",\n"),
  Form(name: "list of objects in one line", head: ["["], tail: ["]"], rows: json, mark: ","),
  Form(
    name: "list of objects over lines", head: ["["], tail: ["]"],
    rows: { _, m, _ in ["  {", "    \"mx\": \(m.x),", "    \"my\": \(m.y),", "    \"mz\": \(m.z)", "  }"] }, mark: ",\n"
  ),
  Form(
    name: "list within an object", head: ["{\"device\": \"a phone\", \"rates\": [1, 2], \"samples\": ["], tail: ["]}"],
    rows: { _, m, _ in ["{\"magnetometer\": {\"x\": \(m.x),", " \"y\": \(m.y), \"z\": \(m.z)}}"] }, mark: ",\n"),
  Form(
    name: "list of lists", head: ["["], tail: ["]"], rows: { _, m, _ in ["[\(list(m, 1, ", "))]"] }, mark: ","),
  Form(
    name: "Sensor Logger's JSON", head: ["["], tail: ["]"],
    rows: { index, m, a in
      [("Accelerometer", a * 9.81), ("Magnetometer", m)].map { name, v in
        "{\"sensor\":\"\(name)\",\"time\":\"\(1_743_585_300_000_000_000 + index * 20_000_000)\",\"seconds_elapsed\":\"\(Double(index) / 50)\","
          + "\"z\":\"\(v.z)\",\"y\":\"\(v.y)\",\"x\":\"\(v.x)\"}" + (name == "Accelerometer" ? "," : "")
      }
    }, mark: ",\n"),
  // Rows of several sensors, and rows that come late.
  Form(name: "a sensor's name in a cell", head: ["epoch_ms,sensor,x,y,z"]) { index, m, a in
    ["\(index * 20),acc,\(list(a, 9.81))", "\(index * 20),mag,\(list(m))"]
  },
  Form(
    name: "a kind that comes late", size: 10, unit: "mG",
    head: ["FMT, 129, 23, MAG, QBhhh, TimeUS,I,MagX,MagY,MagZ"]
      + Array(repeating: "GPS, 1, 2, 3, 4, 5", count: 20_500)
  ) { index, m, _ in ["MAG, \(index * 20_000), 0, \(list(m, 10, ", "))"] },
  Form(name: "rows that come late", head: (0..<20_500).map { "boot: step \($0) done" }) { _, m, _ in
    ["mx: \(text(m.x)), my: \(text(m.y)), mz: \(text(m.z))"]
  },
  // Programs.
  Form(
    name: "AndroSensor", hasForce: true,
    head: [
      "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);LINEAR ACCELERATION X (m/s²);"
        + "LINEAR ACCELERATION Y (m/s²);LINEAR ACCELERATION Z (m/s²);GYROSCOPE X (rad/s);GYROSCOPE Y (rad/s);"
        + "GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);MAGNETIC FIELD Y (μT);MAGNETIC FIELD Z (μT);"
        + "ORIENTATION X (°);Satellites in range;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS"
    ]
  ) { index, m, a in
    ["\(list(a, 9.81, ";"));0;0;0;0.1;0.2;0.3;\(list(m, 1, ";"));10;7 / 12;\(index * 20);2014-05-13 10-12-13_000"]
  },
  Form(name: "Physics Toolbox", hasForce: true, head: ["time,gFx,gFy,gFz,wx,wy,wz,Bx,By,Bz"]) { index, m, a in
    [String(format: "12:%06.3f,", Double(index) / 50) + "\(list(a)),0.1,0.2,0.3,\(list(m))"]
  },
  Form(
    name: "WitMotion", hasForce: true,
    head: [
      "time\tDeviceName\tAccX(g)\tAccY(g)\tAccZ(g)\tAsX(°/s)\tAsY(°/s)\tAsZ(°/s)\tAngleX(°)\tHX(uT)\tHY(uT)\tHZ(uT)\tQ0()"
    ]
  ) { index, m, a in
    [
      "2023-09-01 \(clock(index))\tWT901BLE68(e3:c3:54:b0:11:43)\t\(list(a, 1, "\t"))\t1\t2\t3\t10\t\(list(m, 1, "\t"))\t1"
    ]
  },
  Form(
    name: "WitMotion in Chinese", hasForce: true,
    head: ["时间\t设备名称\t加速度X(g)\t加速度Y(g)\t加速度Z(g)\t角速度X(°/s)\t角速度Y(°/s)\t角速度Z(°/s)\t磁场X(uT)\t磁场Y(uT)\t磁场Z(uT)"]
  ) { index, m, a in
    ["2023-09-01 \(clock(index))\tWT901BLE68(e3:c3:54:b0:11:43)\t\(list(a, 1, "\t"))\t1\t2\t3\t\(list(m, 1, "\t"))"]
  },
  Form(
    name: "Shimmer Consensys", size: 1 / 48.0, unit: "arbitrary", hasForce: true,
    head: [
      "\"sep=\\t\"",
      "Shimmer_FC32_Timestamp_Unix_CAL\tShimmer_FC32_Accel_LN_X_CAL\tShimmer_FC32_Accel_LN_Y_CAL\tShimmer_FC32_Accel_LN_Z_CAL\t"
        + "Shimmer_FC32_Mag_X_CAL\tShimmer_FC32_Mag_Y_CAL\tShimmer_FC32_Mag_Z_CAL\t",
      "ms\tm/(s^2)\tm/(s^2)\tm/(s^2)\tlocal_flux*\tlocal_flux*\tlocal_flux*\t",
    ]
  ) { index, m, a in ["\(1_425_914_720_000 + index * 20)\t\(list(a, 9.81, "\t"))\t\(list(m, 1 / 48.0, "\t"))\t"] },
  Form(
    name: "a table of a ROS message", size: 1e-6, unit: "T", hasForce: true,
    head: [
      "Time,header.seq,header.frame_id,linear_acceleration.x,linear_acceleration.y,linear_acceleration.z,"
        + "magnetic_field.x,magnetic_field.y,magnetic_field.z,magnetic_field_covariance_0"
    ]
  ) { index, m, a in ["\(1_609_060_336 + Double(index) / 50),\(index),imu,\(list(a, 9.81)),\(list(m, 1e-6)),0"] },
  Form(
    name: "Betaflight's blackbox", size: 10.9, unit: "counts", hasForce: true,
    head: [
      "loopIteration, time (us), gyroADC[0], gyroADC[1], gyroADC[2], accSmooth[0], accSmooth[1], accSmooth[2], magADC[0], magADC[1], magADC[2]"
    ]
  ) { index, m, a in ["\(index), \(index * 20_000), 1, 2, 3, \(list(a, 2048, ", ")), \(list(m, 10.9, ", "))"] },
  Form(name: "CoolTerm") { index, m, _ in ["2024-03-01 \(clock(index)) \(list(m))"] },
  Form(name: "CoolTerm with tabs") { index, m, _ in ["\(clock(index))\t\(list(m, 1, ", "))"] },
  Form(name: "seconds before an arrow") { index, m, _ in ["\(Double(index) / 50) > \(list(m, 1, " "))"] },
  Form(
    name: "minicom's greeting",
    head: ["Welcome to minicom 2.8", "", "Port /dev/ttyUSB0, 10:15:12", "", "Press CTRL-A Z for help", ""]
  ) { _, m, _ in ["[2024-03-01 10:15:12] \(list(m, 1, " "))"] },
  Form(
    name: "LabVIEW's measurement file",
    head: ["LabVIEW Measurement\t", "Separator\tTab", "***End_of_Header***\t", "X_Value\tmx\tmy\tmz\tComment"]
  ) { index, m, _ in ["\(Double(index) / 50)\t\(list(m, 1, "\t"))"] },
  Form(name: "Zephyr's sample", size: 0.01, unit: "G") { _, m, _ in
    [
      "LIS2MDL: Magn (Gauss): x: \(text(m.x * 0.01)), y: \(text(m.y * 0.01)), z: \(text(m.z * 0.01))",
      "LIS2MDL: 25.0 C",
    ]
  },
  // Cells and names.
  Form(name: "a column of remarks", head: ["t_s,mx_uT,my_uT,mz_uT,note"]) { index, m, _ in
    ["\(Double(index) / 50),\(list(m)),\(index % 3 == 0 ? "turned" : "")"]
  },
  Form(name: "a column of remarks after decimal commas", head: ["\u{feff}t_s;mx_uT;my_uT;mz_uT;note"]) { index, m, _ in
    ["\(comma(Double(index) / 50));\(comma(m.x));\(comma(m.y));\(comma(m.z));\(index % 5 == 1 ? "hier" : "")"]
  },
  Form(name: "remarks without their separator", head: ["t_s,mx_uT,my_uT,mz_uT,note"]) { index, m, _ in
    ["\(Double(index) / 50),\(list(m))\(index % 3 == 0 ? ",turned" : "")"]
  },
  Form(name: "columns without names that end", head: ["mx_uT,my_uT,mz_uT,,,"]) { index, m, _ in
    ["\(list(m)),,\(index < 40 ? "0.5" : "")"]
  },
  Form(name: "a header that is too short", head: ["mx_uT\tmy_uT\tmz_uT"]) { index, m, _ in
    ["\(list(m, 1, "\t"))\t\(text(0.25 * Double(index % 7)))\t21.5"]
  },
  Form(name: "names of columns behind the first", head: ["mx my mz"]) { index, m, _ in
    ["\(index + 1) \(list(m, 1, " "))"]
  },
  Form(name: "a header that is too long", head: ["t_s,mx_uT,my_uT,mz_uT,lat,lon,speed"]) { index, m, _ in
    ["\(text(Double(index) / 50)),\(list(m))"]
  },
  Form(
    name: "names of each kind in comments",
    head: [
      "% a phone", "% acceleration: 'ACCE;AppTimestamp(s);Acc_X(m/s^2);Acc_Y(m/s^2);Acc_Z(m/s^2);Accuracy(integer)'",
      "% rates: 'GYRO;AppTimestamp(s);Gyr_X(rad/s);Gyr_Y(rad/s);Gyr_Z(rad/s);Accuracy(integer)'",
      "% field: 'MAGN;AppTimestamp(s);Mag_X(uT);;Mag_Y(uT);Mag_Z(uT);Accuracy(integer)'", "",
    ]
  ) { index, m, a in
    let time = text(Double(index) / 50)
    return [
      "ACCE;\(time);\(list(a, 9.81, ";"));3", "GYRO;\(time);0.1;0.2;0.3;3", "MAGN;\(time);\(list(m, 1, ";"));3",
    ]
  },
  Form(
    name: "names of one kind in a comment",
    head: ["# MAG,time_ms,mag_x_uT,mag_y_uT,mag_z_uT"]
  ) { index, m, a in ["ACC,\(index * 20),\(list(a, 9.81))", "MAG,\(index * 20),\(list(m))"] },
  Form(
    name: "names of each kind above the rows", head: ["ACC,time_ms,ax,ay,az", "MAG,time_ms,mx,my,mz,temp"]
  ) { index, m, a in ["ACC,\(index * 20),\(list(a, 9.81))", "MAG,\(index * 20),\(list(m)),21.5"] },
  // Samples.
  Form(name: "several samples in an object") { index, m, _ in
    index % 2 == 1
      ? [] : ["{\"t\": \(index), \"samples\": [\(sample(index)), \(sample(index + 1))]}"]
  },
  Form(name: "several samples in lists for each axis") { index, _, _ in
    guard index % 3 == 0 else { return [] }
    let few = (index..<(index + 3)).map { samples[$0].m }
    func values(_ axis: Int) -> String { few.map { text($0[axis]) }.joined(separator: ",") }
    return ["{\"t\":\(index),\"mx\":[\(values(0))],\"my\":[\(values(1))],\"mz\":[\(values(2))]}"]
  },
  Form(name: "an axis a line", head: ["time,axis,value"]) { index, m, _ in
    zip(["x", "y", "z"], [m.x, m.y, m.z]).map { "\(text(Double(index) / 50)),\($0),\(text($1))" }
  },
  Form(name: "an axis a line with decimal commas") { _, m, _ in
    zip(["Mag X", "Mag Y", "Mag Z"], [m.x, m.y, m.z]).map { "\($0);\(comma($1))" }
  },
  Form(name: "NMEA between the rows") { index, m, _ in
    ["$GPRMC,101512,A,4724.00,N,00830.00,E,0.0,,010324,,*1B", "\(list(m))"]
  },
  Form(name: "attributes of XML") { _, m, _ in ["<sample mx=\"\(text(m.x))\" my=\"\(text(m.y))\" mz=\"\(text(m.z))\"/>"]
  },
]

@Suite struct RecordingFormTests {
  @Test(arguments: forms.indices) func form_isReadWithoutAnyOption(place: Int) throws {
    let form = forms[place]
    let folder = try TemporaryFolder()
    let outcome = RecordingOutcome(["fit", try folder.write(form.text, to: "form.txt"), "--json"])
    let fit = try outcome.fit()
    let rows = try #require(fit["rows"] as? Int)
    #expect((180...181).contains(rows) && fit["unit"] as? String == form.unit, "\(form.name): \(outcome.remarks)")
    #expect(fit["hasAcceleration"] as? Bool == form.hasForce, "\(form.name): \(outcome.remarks)")
    let centre = try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double], "\(outcome.remarks)")
    for (axis, iron) in [12.0, -34, 8].enumerated() {
      #expect(abs(centre[axis] / form.size - iron) < 0.1, "\(form.name): \(centre), \(outcome.remarks)")
    }
  }

  @Test func anotherSensor_isChosenByItsName() throws {
    let form = try #require(forms.first { $0.name == "a sensor's name in a cell" })
    let folder = try TemporaryFolder()
    let path = try folder.write(form.text, to: "long.csv")
    let outcome = RecordingOutcome(["fit", path, "--json", "--where", "sensor=acc", "--unit", "counts"])
    let fit = try outcome.fit()
    let centre = try #require((fit["integer"] as? [String: Any])?["centre"] as? [Double])
    #expect(fit["rows"] as? Int == 180 && abs(centre[0]) < 0.1, "\(outcome.remarks)")
  }

  @Test func lists_ofAxes_areColumns() throws {
    func column(_ axis: Int) -> String { "[" + samples.map { "\($0.m[axis])" }.joined(separator: ", ") + "]" }
    let folder = try TemporaryFolder()
    let text = "{\"rate\": 50, \"mag\": {\"x\": \(column(0)),\n \"y\": \(column(1)), \"z\": \(column(2))}}\n"
    let fit = try RecordingOutcome(["fit", try folder.write(text, to: "axes.json"), "--json"]).fit()
    #expect(fit["rows"] as? Int == 180)
  }
}
