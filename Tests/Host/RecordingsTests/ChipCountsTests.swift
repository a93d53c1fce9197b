// Raw counts of a known chip in a recording.
import Quantities
import Testing

@testable import Recordings

@Suite struct ChipCountsTests {
  @Test(
    arguments: [
      ("qmc5883l@2G", [8.333_333_333, 8.333_333_333, 8.333_333_333]),
      ("QMC5883L@8g", [33.333_333_333, 33.333_333_333, 33.333_333_333]),
      ("lsm303dlhc@1.3", [90.909_090_909, 90.909_090_909, 102.040_816_327]), ("lis2mdl", [150, 150, 150]),
      ("lis3mdl@16G", [58.445_353_594, 58.445_353_594, 58.445_353_594]), ("ak8963", [150, 150, 150]),
    ] as [(String, [Double])])
  func magnetometers_haveTheirWorth(text: String, nanotesla: [Double]) throws {
    let counts = try #require(try ChipCounts(text, .magnetometer, option: "--unit"))
    for axis in 0..<3 { #expect(abs(counts.worth[axis] - nanotesla[axis]) < 0.005, "\(text)") }
  }

  @Test func accelerometers_haveTheirWorth() throws {
    let counts = try #require(try ChipCounts("mpu6050@4g", .accelerometer, option: "--accel-unit"))
    #expect(abs(counts.worth[0] - 1_000_000 / 8192) < 0.001)
    #expect(try ChipCounts("g", .accelerometer, option: "--accel-unit") == nil)
    #expect(try ChipCounts("uT", .magnetometer, option: "--unit") == nil)
  }

  @Test(
    arguments: [
      ("qmc5883l@4G", "which range of the QMC5883L?", "Use one of: qmc5883l@2G, qmc5883l@8G."),
      ("qmc5883l", "which range of the QMC5883L?", "Use one of: qmc5883l@2G, qmc5883l@8G."),
      ("qmc5883k@2G", "“qmc5883k” is no known chip of this kind", "Did you mean qmc5883l?"),
      ("lis2mdl@8G", "which range of the LIS2MDL?", "Use lis2mdl@49G."),
    ])
  func mistakes_areNamed(text: String, message: String, advice: String) {
    let error = #expect(throws: RecordingError.self) { try ChipCounts(text, .magnetometer, option: "--unit") }
    #expect(error?.message == message && error?.advice == advice)
    #expect(error?.place == "--unit \(text)")
  }

  /// Rows of counts become nanotesla and micro-g, with the signs of the columns.
  @Test func rowsOfCounts_areRead() throws {
    let table = try RecordingTable(
      bytes: Array("x,y,z,ax,ay,az\n1200,-2400,3600,0,0,-16384\n".utf8), name: "counts.csv")
    var options = try RecordingOptions(
      columns: "x,-y,-z,ax,ay,az", field: UnitOption(option: "--unit", value: "qmc5883l@2G"),
      acceleration: UnitOption(option: "--accel-unit", value: "mpu6050@2g"), time: nil, timeUnit: .seconds)
    #expect(options.fieldUnit == .nanotesla && options.accelerationUnit == .milliG)
    let recording = try Recording(table: table, options: options)
    #expect(recording.rows[0].field.nanotesla == Vector3(x: 10_000, y: 20_000, z: -30_000))
    #expect(recording.rows[0].acceleration?.microG == Vector3(x: 0, y: 0, z: -1_000_000))
    let vectors = try MeasuredVectors(table: table, options: options)
    #expect(abs(vectors.field[0].y - 20_000) < 0.001 && abs(vectors.acceleration[0].z + 1000) < 0.001)
    options.fieldCounts = nil
    #expect(try MeasuredVectors(table: table, options: options).field[0].y == 2400)
  }
}
