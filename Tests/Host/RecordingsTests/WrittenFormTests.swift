// The forms in which programs write one and the same recording: headers, dates, units, gaps.

import Foundation
import Quantities
import RecordingText
import Testing

@testable import Recordings

/// A sensor that is turned every way: hard iron 12, −34, 8 and 48 µT around it; and gravity in m/s².
private let samples: [(field: SIMD3<Double>, force: SIMD3<Double>)] = (0..<120).map { index in
  let height = 1 - 2 * (Double(index) + 0.5) / 120
  let (radius, turn) = ((1 - height * height).squareRoot(), Double(index) * 2.399963)
  let direction = SIMD3(radius * cos(turn), radius * sin(turn), height)
  return (direction * 48 + SIMD3(12, -34, 8), SIMD3(direction.y, -direction.x, direction.z) * 9.8)
}

private func cells(_ vector: SIMD3<Double>, _ size: Double = 1, decimals: Int = 4) -> [String] {
  [vector.x, vector.y, vector.z].map { String(format: "%.\(decimals)f", $0 * size) }
}

private func text(_ head: [String], _ row: (Int) -> [String], separator: String = ",") -> String {
  (head + samples.indices.map { row($0).joined(separator: separator) }).joined(separator: "\n") + "\n"
}

private struct Read {
  let columns: RecordingColumns
  let recording: Recording

  init(_ text: String, _ given: LineColumns = LineColumns()) throws {
    let table = try RecordingTable(bytes: Array(text.utf8), name: "t.csv")
    columns = try RecordingColumns(table, given)
    recording = try Recording(table: table, options: columns.options)
  }

  /// Whether the rows are the samples, within `tolerance` µT.
  func isField(within tolerance: Double = 0.01) -> Bool {
    recording.rows.count == samples.count
      && zip(recording.rows, samples).allSatisfy { row, sample in
        let found = row.field.nanotesla
        let error = SIMD3(Double(found.x), Double(found.y), Double(found.z)) / 1000 - sample.field
        return max(error.max(), -error.min()) <= tolerance
      }
  }

  /// The seconds between the first row and the last one.
  var seconds: Double? {
    guard let first = recording.rows.first?.time, let last = recording.rows.last?.time else { return nil }
    return Double(last.microseconds - first.microseconds) / 1e6
  }

  func remarks(_ part: String) -> Bool { columns.remarks.contains { $0.contains(part) } }
}

@Suite struct WrittenFormTests {
  @Test(arguments: [
    ["time,acc,acc,acc,mag,mag,mag", ",x,y,z,x,y,z"],
    ["Time,Accelerometer (m/s2),,,Magnetometer (uT),,", "s,X,Y,Z,X,Y,Z"],
  ])
  func header_inTwoLines_namesBothSensors(head: [String]) throws {
    let found = try Read(
      text(head) { [String(format: "%.2f", Double($0) / 20)] + cells(samples[$0].force) + cells(samples[$0].field) })
    #expect(found.isField() && found.columns.options.acceleration.count == 3 && found.seconds == 5.95)
  }

  @Test func axesWithoutASensor_areNoField_ifTheyHaveTheLengthOfGravity() throws {
    let two = text(["t,x,y,z,x.1,y.1,z.1"]) { ["\($0)"] + cells(samples[$0].force) + cells(samples[$0].field) }
    #expect { try Read(two) } throws: { "\($0)".contains("--columns 5,6,7") || "\($0)".contains("x.1,y.1,z.1") }
  }

  @Test(arguments: [
    ("2024-03-01 12:34:%06.3f +0100", 5.95), ("2024-03-01 12:34:%06.3f UTC", 5.95), ("2024-03-01T12:34:%06.3fZ", 5.95),
    ("01-Mar-2024 12:34:%06.3f", 5.95), ("03/01/2024 12:34:%06.3f", 5.95), ("01.03.2024 12:34:%06.3f", 5.95),
    ("1/3/2024 1:34:%06.3f PM", 5.95), ("20240301T1234%06.3fZ", 5.95), ("12:34:%06.3f", 5.95),
  ])
  func dateAndTime_areRead(form: String, seconds: Double) throws {
    let found = try Read(
      text(["time,mx_uT,my_uT,mz_uT"]) { [String(format: form, Double($0) / 20)] + cells(samples[$0].field) })
    #expect(found.isField() && abs((found.seconds ?? 0) - seconds) < 1e-6, "\(form)")
  }

  @Test func dateBesideTime_isNotTheTime_andMidnightIsPassed() throws {
    let found = try Read(
      text(["date,time,mx,my,mz"]) {
        let second = 86_397 + Double($0) / 20
        let (day, rest) = (second >= 86_400 ? 2 : 1, second.truncatingRemainder(dividingBy: 86_400))
        let clock = String(
          format: "%02d:%02d:%06.3f", Int(rest) / 3600, Int(rest) / 60 % 60, rest.truncatingRemainder(dividingBy: 60))
        return ["2024-03-0\(day)", clock] + cells(samples[$0].field)
      })
    #expect(found.isField() && found.seconds == 5.95 && found.recording.passed.runs == 1)
  }

  @Test(arguments: [
    ("Time (min)", 1 / 60.0), ("Elapsed [h]", 1 / 3600.0), ("epoch_ms", 1000.0), ("ts", 1.0), ("t (d)", 1 / 86_400.0),
  ])
  func unitOfTheTime_isThatOfItsName(name: String, size: Double) throws {
    let found = try Read(
      text(["\(name),mx,my,mz"]) { [String(format: "%.9f", Double($0) / 20 * size)] + cells(samples[$0].field) })
    #expect(found.isField() && abs((found.seconds ?? 0) - 5.95) < 0.001, "\(name)")
  }

  @Test func dateOfASpreadsheet_countsDays() throws {
    let found = try Read(
      text(["Date,mx,my,mz"]) {
        [String(format: "%.9f", 45_352.5 + Double($0) / 20 / 86_400)] + cells(samples[$0].field)
      })
    #expect(abs((found.seconds ?? 0) - 5.95) < 0.001)
  }

  @Test(arguments: [
    ("Hx[A/m],Hy[A/m],Hz[A/m]", 1 / 1.256637, FieldUnit.amperesPerMetre), ("Hx (Oe),Hy (Oe),Hz (Oe)", 0.01, .gauss),
    ("Bx (gamma),By (gamma),Bz (gamma)", 1000, .nanotesla),
  ])
  func unitOfTheField_isThatOfItsName(head: String, size: Double, unit: FieldUnit) throws {
    let found = try Read(text([head]) { cells(samples[$0].field, size, decimals: 6) })
    #expect(found.isField() && found.columns.options.fieldUnit == unit)
  }

  @Test func volts_haveNoStrength() throws {
    let found = try Read(text(["Bx (mV),By (mV),Bz (mV)"]) { cells(samples[$0].field) })
    #expect(found.columns.options.fieldUnit == .counts)
  }

  @Test func raw_isNoUnitOfNumbersWithFractions() throws {
    let head = ["mag_raw_x,mag_raw_y,mag_raw_z"]
    #expect(try Read(text(head) { cells(samples[$0].field) }).isField())
    let counts = try Read(text(head) { cells(samples[$0].field, 100, decimals: 0) })
    #expect(counts.columns.options.fieldUnit == .counts)
  }

  @Test func ratesWithoutAUnit_areNamed() throws {
    let head = ["t,mx,my,mz,ax,ay,az,gx,gy,gz"]
    let rows = text(head) {
      ["\(Double($0) / 20)"] + cells(samples[$0].field) + cells(samples[$0].force) + cells(samples[$0].force)
    }
    let found = try Read(rows)
    #expect(found.remarks("the rates gx,gy,gz have no unit") && found.columns.options.rate.isEmpty)
    let millidegrees = try Read(rows.replacingOccurrences(of: "gx,gy,gz", with: "gx_mdps,gy_mdps,gz_mdps"))
    #expect(
      millidegrees.columns.options.rateUnit == .millidegreesPerSecond && millidegrees.columns.options.rate.count == 3)
  }

  @Test func timeInAnUnknownForm_isLeftOut() throws {
    let found = try Read(text(["time,mx,my,mz"]) { ["frame \($0) of 120"] + cells(samples[$0].field) })
    #expect(found.isField() && found.seconds == nil && found.remarks("the time time is in no form that is known here"))
  }

  @Test func rowsWithoutAField_areLeftOut() throws {
    let rows = text(["t,ax,ay,az,mx,my,mz"]) { index in
      let time = "\(Double(index) / 20)"
      let plain = (0..<3).map {
        ([time] + cells(samples[index].force) + ["", "", "\($0)"].map { _ in "" }).joined(separator: ",")
      }
      return [
        (plain + [([time] + cells(samples[index].force) + cells(samples[index].field)).joined(separator: ",")]).joined(
          separator: "\n")
      ]
    }
    let found = try Read(rows)
    #expect(
      found.isField() && found.recording.passed.withoutField == 3 * samples.count && found.recording.passed.count == 0)
    let none = text(["t,ax,ay,az,mx,my,mz"]) { ["\($0)"] + cells(samples[$0].force) + ["", "", ""] }
    #expect { try Read(none) } throws: { "\($0)".contains("every cell of the column is empty") }
  }

  @Test func decimalCommasInQuotes_andTheMinusOfTypography_areRead() throws {
    let commas = try Read(
      text(["mx,my,mz"]) {
        cells(samples[$0].field, decimals: 2).map { "\"" + $0.replacingOccurrences(of: ".", with: ",") + "\"" }
      })
    #expect(commas.isField())
    let minus = try Read(
      text(["mx,my,mz"]) { cells(samples[$0].field).map { $0.replacingOccurrences(of: "-", with: "\u{2212}") } })
    #expect(minus.isField())
  }

  @Test(arguments: [
    "igrf_x_nT,igrf_y_nT,igrf_z_nT", "mag_cal_x,mag_cal_y,mag_cal_z", "mag_x_filt,mag_y_filt,mag_z_filt",
  ])
  func numbersOfTheSensor_arePreferred(other: String) throws {
    let found = try Read(
      text(["\(other),mag_x,mag_y,mag_z"]) { cells(samples[$0].field * 0.9) + cells(samples[$0].field) })
    #expect(found.isField(), "\(found.columns.remarks)")
  }

  @Test func rowsOfSeveralSensors_areToldBySensor() throws {
    let rows = text(["t,sensor_id,mx,my,mz"]) { ["\($0)", "\($0 % 2)"] + cells(samples[$0].field) }
    #expect(try Read(rows).remarks("sensor_id has 2 values; if they are sensors, --where sensor_id=0 takes"))
    let one = text(["t,sensor_id,mx,my,mz"]) { ["\($0)", "3"] + cells(samples[$0].field) }
    #expect(try !Read(one).remarks("--where"))
  }

  @Test func time_thatIsNamed_hasTheUnitOfItsName() throws {
    let rows = text(["counter_ms,time,mx,my,mz"]) { ["\($0 * 50)", "\($0)"] + cells(samples[$0].field) }
    var given = LineColumns()
    given.time = "counter_ms"
    #expect(try Read(rows, given).seconds == 5.95)
  }
}
