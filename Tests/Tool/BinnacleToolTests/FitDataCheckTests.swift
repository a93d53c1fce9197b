// What `binnacle fit` remarks on a recording's numbers before its verdict.

import FitComparison
import Foundation
import Quantities
import Recordings
import Reference
import TestSupport
import Testing
import Verdict

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolStream

private func run(_ words: [String]) -> (status: Int32, results: String, remarks: String) {
  let spy = SpyConsole(isTerminal: false)
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results, spy.remarks)
}

/// Directions along a spiral from pole to pole, times `radius`.
private func sphere(_ count: Int, radius: Double) -> [SIMD3<Double>] {
  (0..<count).map { index in
    let t = (Double(index) + 0.5) / Double(count)
    let (azimuth, z) = (2 * Double.pi * 9.3 * t, 1 - 2 * t)
    let level = (1 - z * z).squareRoot()
    return SIMD3(level * cos(azimuth), level * sin(azimuth), z) * radius
  }
}

/// `fit` of these rows, and what it says besides the result.
private func fit(
  _ rows: [SIMD3<Double>], unit: String = "uT", acceleration: [SIMD3<Double>] = []
) throws -> (status: Int32, results: String, remarks: String) {
  let folder = try TemporaryFolder()
  func text(_ v: SIMD3<Double>) -> String { "\(v.x),\(v.y),\(v.z)" }
  let lines = rows.indices.map { index in
    text(rows[index]) + (acceleration.isEmpty ? "" : "," + text(acceleration[index]))
  }
  let columns = acceleration.isEmpty ? "mx,my,mz" : "mx,my,mz,ax,ay,az"
  let path = try folder.write(([columns] + lines).joined(separator: "\n") + "\n", to: "walk.csv")
  return run(["fit", path, "--columns", columns, "--unit", unit, "--json"])
}

/// A program that reads the result alone would take a clipped recording for a sound one.
@Test func fit_tellsProgramsWhatItRemarks() throws {
  func remarks(_ results: String) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(results.utf8)) as? [String: Any]
    return try #require(object?["remarks"] as? [String])
  }
  #expect(try remarks(fit(sphere(400, radius: 45)).results).isEmpty)
  let clipped = try fit(sphere(400, radius: 45).map { SIMD3(min($0.x, 40), $0.y, $0.z) })
  let told = try remarks(clipped.results)
  #expect(told.count == 1 && told[0].hasPrefix("mx reads exactly 40") && clipped.remarks == "binnacle: \(told[0])\n")
  // Such an ellipsoid would be off by more than it predicts.
  #expect(clipped.status == 1 && clipped.results.components(separatedBy: #""saturated""#).count >= 3)
}

@Test func fitDataCheck_ofASoundRecording_saysNothing() throws {
  let (status, _, remarks) = try fit(sphere(400, radius: 45))
  #expect(status == 0 && remarks.isEmpty, "\(remarks)")
  // Coarse steps: the last one of each axis is as frequent as the others.
  let coarse = sphere(2_000, radius: 45).map { ($0 / 5).rounded(.toNearestOrEven) * 5 }
  #expect(try fit(coarse).remarks.isEmpty)
  for file in ["mag/handheld_counts.csv", "mag/qmc5883l_raw.csv"] {
    let words = ["fit", Repository.path("Tests/Data/\(file)"), "--columns", "mx,my,mz", "--unit", "counts", "--json"]
    #expect(run(words).remarks.isEmpty, "\(file)")
  }
}

@Test func fitDataCheck_namesAnAxisThatIsStuckOrReadTwice() throws {
  let rows = sphere(400, radius: 45)
  #expect(try fit(rows.map { SIMD3($0.x, 12.5, $0.z) }).remarks.contains("my reads 12.5 in every row"))
  #expect(try fit(rows.map { SIMD3($0.x, $0.x, $0.z) }).remarks.contains("my is the same as mx in every row"))
  #expect(try fit(rows.map { SIMD3($0.x, $0.y, -$0.y) }).remarks.contains("mz is the negative of my in every row"))
  let still = try fit(Array(repeating: SIMD3(20, 3, 40), count: 100)).remarks
  #expect(still == "binnacle: every row is the same: did the sensor run?\n")
}

@Test func fitDataCheck_namesTheEndOfTheRange() throws {
  let counts = sphere(1_000, radius: 45).map { ($0 * 1_000).rounded(.down) }
  let low = SIMD3(repeating: -32_768.0)
  let high = SIMD3(repeating: 32_767.0)
  let (_, _, remarks) = try fit(counts.map { $0.clamped(lowerBound: low, upperBound: high) }, unit: "counts")
  for axis in ["mx", "my", "mz"] { #expect(remarks.contains("\(axis) reads exactly 32767"), "\(remarks)") }
  #expect(try fit(counts, unit: "counts").remarks.isEmpty)
}

@Test func rangeEnd_isNone_atRestAndInOneStepOfAnAxisThatHardlyMoves() throws {
  let around = sphere(1_000, radius: 45)
  // A tenth of the rows at rest where y is largest: a remark, no refusal.
  let rest = Array(repeating: SIMD3(0.0, 46, 0), count: 100)
  let ends = SensorRangeLimit.all(of: around + rest)
  #expect(ends.count == 1 && ends[0].axis == 1 && ends[0].rows.count == 100 && !ends[0].isOfSensor)
  // Turned flat on a table: z has two steps.
  let flat = (0..<600).map { index in
    let angle = Double(index) * 0.05
    return SIMD3(20 * cos(angle), 20 * sin(angle), index % 9 == 0 ? 40 : 40.5)
  }
  #expect(SensorRangeLimit.all(of: flat).map(\.isOfSensor) == [false])
  #expect(try fit(flat).status == 0)
  let clipped = SensorRangeLimit.all(of: around.map { SIMD3(max($0.x, -36), $0.y, $0.z) })
  #expect(clipped.count == 1 && clipped[0].isOfSensor && clipped[0].value == -36)
}

@Test func fitDataCheck_namesCountsReadWithoutTheirSign() throws {
  let counts = sphere(1_000, radius: 13_500).map { $0.rounded(.down) }
  let unsigned = counts.map { v in SIMD3((0..<3).map { v[$0] < 0 ? v[$0] + 65_536 : v[$0] }) }
  #expect(try fit(unsigned, unit: "counts").remarks.contains("signed numbers read without their sign?"))
  #expect(try fit(counts, unit: "counts").remarks.isEmpty)
}

@Test func fitDataCheck_namesTheRowThatSetsTheScale() throws {
  var rows = sphere(400, radius: 45)
  rows[100].y = 1e9
  let (status, _, remarks) = try fit(rows)
  #expect(status == 1 && remarks.contains("line 102 is far from all others"), "\(remarks)")
  rows[100].y = 1e300
  #expect(try fit(rows).remarks.contains("line 102 is far from all others"))
  let far = try fit(sphere(400, radius: 45).map { $0 + SIMD3(45e6, 0, 0) }).remarks
  #expect(far.contains("steps of the integer fit's scale, too few"), "\(far)")
}

@Test func fitDataCheck_ofALongRest_blamesNoRow() throws {
  // Three minutes at rest, then a turn every way: no row is a stray, and there are steps enough.
  let rest = (0..<3_600).map { SIMD3(40 + 0.01 * Double($0 % 7), 15, -14) }
  #expect(try fit(rest + sphere(600, radius: 45)).remarks.isEmpty)
}

@Test func fitDataCheck_namesTheUnitOfARefusedStrength() throws {
  let (status, _, remarks) = try fit(sphere(400, radius: 0.45))
  #expect(status == 1 && remarks.contains("are these G? --unit G"), "\(remarks)")
}

/// The specific force of a body whose down leans 30° from the field, as its attitude goes through its directions.
private func leaning(_ rows: [SIMD3<Double>]) -> [SIMD3<Double>] {
  rows.map { field in
    let w = field / (field * field).sum().squareRoot()
    let side = SIMD3(-w.y, w.x, 0)
    let level = (side * side).sum().squareRoot()
    let across = level > 1e-6 ? side / level : SIMD3(1, 0, 0)
    return -(w * cos(0.5) + across * sin(0.5))
  }
}

@Test func fitDataCheck_doubtsAccelerationsThatTheFieldDoesNotFollow() throws {
  let rows = sphere(600, radius: 45)
  let level = try fit(rows, acceleration: rows.map { _ in SIMD3(0, 0, -1) })
  #expect(level.remarks.contains("the dip scatters by"), "\(level.remarks)")
  #expect(level.remarks.contains("with any order and signs of the axes"), "\(level.remarks)")
  #expect(try fit(rows, acceleration: leaning(rows)).remarks.isEmpty)
}

/// Reversed, the dip is as constant as before and has the other sign.
@Test func fitDataCheck_ofAReversedAccelerometer_namesTheColumns() throws {
  let rows = sphere(600, radius: 45)
  let found = try fit(rows, acceleration: leaning(rows).map { -$0 })
  #expect(found.status == 0 && found.remarks.contains("the field points up (dip -61°)"), "\(found.remarks)")
  #expect(found.remarks.contains("--columns=mx,my,mz,-ax,-ay,-az if it reads +1 g"), "\(found.remarks)")
  #expect(found.remarks.contains("--columns=-mx,-my,-mz,ax,ay,az if it reads -1 g"), "\(found.remarks)")
}

/// A reversed field looks the same. Where the recording begins upright, the remark says which it then is.
@Test func fitDataCheck_ofAReversedField_namesBothSensors() throws {
  let rows = sphere(600, radius: 45)
  // The first row lies flat.
  let upright = try #require(leaning(rows).firstIndex { $0.z < -0.85 })
  let order = Array(rows[upright...] + rows[..<upright])
  let found = try fit(order.map { -$0 }, acceleration: leaning(order))
  #expect(found.status == 0 && found.remarks.contains("the field points up (dip -61°)"), "\(found.remarks)")
  #expect(found.remarks.contains("--columns=-mx,-my,-mz,ax,ay,az if it reads -1 g"), "\(found.remarks)")
  #expect(found.remarks.contains("--columns=mx,my,mz,-ax,-ay,-az if it reads +1 g"), "\(found.remarks)")
  #expect(found.remarks.contains("turn right: the heading must grow"), "\(found.remarks)")
  #expect(found.remarks.contains("az is negative: if it lay upright there, the field is reversed"), "\(found.remarks)")
}

/// Each of the other 46 arrangements leaves the dip scattering, and the columns that mend it are named.
@Test func fitDataCheck_ofExchangedAxes_namesTheColumns() throws {
  let rows = sphere(600, radius: 45)
  let force = leaning(rows)
  for wrong in AxisArrangement.all.dropFirst() where wrong != AxisArrangement.identity.negated {
    let findings = try #require(try recording(rows, force.map { wrong($0) }).axes(isPlain: false))
    let options = try RecordingOptions(
      columns: "mx,my,mz,ax,ay,az", fieldUnit: .microtesla, accelerationUnit: .standardGravity)
    let remarks = FitDataCheck.axes(findings, nil, options)
    let acceleration = wrong.inverse([SignedColumn(name: "ax"), SignedColumn(name: "ay"), SignedColumn(name: "az")])
    let field = wrong([SignedColumn(name: "mx"), SignedColumn(name: "my"), SignedColumn(name: "mz")])
    func text(_ columns: [SignedColumn]) -> String {
      columns.map { ($0.isNegated ? "-" : "") + $0.name }.joined(separator: ",")
    }
    let said = try #require(remarks, "\(wrong)")
    #expect(said.contains("--columns=mx,my,mz,\(text(acceleration)) if the field's"), "\(said)")
    #expect(said.contains("--columns=\(text(field)),ax,ay,az if the acceleration's"), "\(said)")
  }
}

/// The tilt of such a fit is wrong, whatever its lengths say.
@Test func fitDataCheck_ofADipThatScatters_isNotGood() throws {
  let rows = sphere(600, radius: 45)
  let force = leaning(rows)
  func grade(_ force: [SIMD3<Double>]) throws -> Int? {
    let found = try fit(rows, acceleration: force)
    let object = try JSONSerialization.jsonObject(with: Data(found.results.utf8)) as? [String: Any]
    return (object?["integer"] as? [String: Any])?["grade"] as? Int
  }
  #expect(try grade(force) == 3)
  #expect(try grade(force.map { SIMD3($0.y, $0.x, $0.z) }) == 0)
}

@Test func fit_ofAxesThatDisagree_isRefused_andNamesTheColumns() throws {
  let rows = sphere(600, radius: 45)
  for wrong in [
    leaning(rows).map { SIMD3($0.x, $0.y, -$0.z) }, leaning(rows).map { SIMD3($0.y, -$0.x, $0.z) },
  ] {
    let found = try fit(rows, acceleration: wrong)
    #expect(found.status == 1 && found.results.contains(#""reasons":["axesDisagree"]"#), "\(found.results)")
    #expect(found.remarks.contains("--columns=mx,my,mz,"), "\(found.remarks)")
    // Double refuses it for the same reason.
    let double = try recording(rows, wrong).double(isPlain: false)
    #expect(!double.accepted && double.grade == 0 && double.reasons == .axesDisagree, "\(double.reasonNames)")
  }
  let right = try recording(rows, leaning(rows)).double(isPlain: false)
  #expect(right.accepted && right.reasons.isEmpty)
  // A wholly reversed force is that of the other hemisphere, and two modules on a breadboard are no fault.
  let cases: [(SIMD3<Double>) -> SIMD3<Double>] = [
    { -$0 }, { ReferenceMatrix3(rotationVector: SIMD3(0, 0, .pi / 4)) * $0 },
  ]
  for change in cases {
    #expect(try recording(rows, leaning(rows).map(change)).double(isPlain: false).accepted)
  }
}

/// Real rows, whose accelerations were once tried reversed and exchanged: each was called good, without a word.
@Test(arguments: [
  // A force that is reversed as a whole is that of the other hemisphere: only said.
  ("mx,-my,-mz,ax,-ay,-az", nil, 0), ("mx,-my,-mz,-ax,ay,az", "--columns=mx,-my,-mz,ax,-ay,-az", 0),
  ("my,mx,mz,ax,ay,az", "--columns=mx,my,mz,ax,ay,az if the acceleration's are", 1),
])
func fitDataCheck_ofARealRecording_namesTheColumns(columns: String, said: String?, status: Int32) {
  let spy = SpyConsole()
  let path = Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv")
  let words = ["fit", path, "--columns", columns, "--unit", "uT", "--accel-unit", "m/s2"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == status)
  if let said { #expect(spy.remarks.contains(said), "\(spy.remarks)") } else { #expect(spy.remarks.isEmpty) }
}

private func recording(_ rows: [SIMD3<Double>], _ acceleration: [SIMD3<Double>]) throws -> RecordingFit {
  try #require(
    RecordingFit(
      .init(field: rows, acceleration: acceleration), unit: .microtesla, accelerationUnit: .standardGravity))
}

/// How far an ellipsoid of these is turned to gravity, degrees.
private func turn(_ rows: [SIMD3<Double>], _ acceleration: [SIMD3<Double>]) throws -> Double {
  let recording = try recording(rows, acceleration)
  let outcome = recording.integer(isPlain: false)
  #expect(outcome.model == .ellipsoid)
  let found = try #require(recording.alignment(isPlain: false).integer).rotationDegrees
  return (found * found).sum().squareRoot()
}

@Test func alignment_isThatOfTheAxes_orNoneOfASwungHand() throws {
  let rows = sphere(3_000, radius: 45)
  let force = leaning(rows)
  #expect(try turn(rows, force) < 0.05)
  // Half a turn about x.
  #expect(abs(try turn(rows, force.map { SIMD3($0.x, -$0.y, -$0.z) }) - 180) < 0.1)
  // Two axes exchanged mirror the acceleration. With its opposite, that is half a turn about x = −y.
  #expect(abs(try turn(rows, force.map { SIMD3($0.y, $0.x, $0.z) }) - 180) < 0.1)
  // A hand that swings it: a tenth of a g to and fro.
  let swung = force.indices.map { i in
    force[i] + SIMD3(sin(0.011 * Double(i)), sin(0.017 * Double(i)), sin(0.007 * Double(i))) * 0.1
  }
  let swing = try turn(rows, swung)
  #expect(swing < 1.5, "\(swing)")
}

/// Two modules on a breadboard: any rotation is found, and what `fit` writes is taken by what reads it.
@Test(arguments: [SIMD3<Double>(0, 0, 30), SIMD3(0, 0, 45), SIMD3(70, -40, 100), SIMD3(0, 40, 0)])
func fit_ofSensorsTurnedAgainstEachOther_isUsable(degrees: SIMD3<Double>) throws {
  let rows = sphere(1_200, radius: 45)
  let rotation = ReferenceMatrix3(rotationVector: degrees * (.pi / 180))
  let found = try fit(rows.map { rotation.transposed * $0 }, acceleration: leaning(rows))
  #expect(found.status == 0 && found.remarks.contains("into the accelerometer's axes"), "\(found.remarks)")
  let object = try #require(
    try JSONSerialization.jsonObject(with: Data(found.results.utf8)) as? [String: Any])
  let alignment = try #require((object["alignment"] as? [String: Any]))
  for name in ["integer", "double"] {
    let one = try #require(alignment[name] as? [String: Any])
    let turn = try #require(one["rotationDegrees"] as? [Double])
    let back = ReferenceMatrix3(rotationVector: SIMD3(turn[0], turn[1], turn[2]) * (.pi / 180))
    let rest = (back * rotation.transposed).rotationVector
    let deviation = try #require(one["rotationDeviationDegrees"] as? Double)
    let error: Double = (rest * rest).sum().squareRoot() * 180 / Double.pi
    #expect(error < 0.3 + 3 * deviation && deviation < 0.3, "\(name) \(error) \(deviation)")
    let dip = try #require(one["dipDegrees"] as? Double)
    #expect(abs(dip - 61.4) < 0.5, "\(name) \(dip)")
  }
  #expect((object["integer"] as? [String: Any])?["grade"] as? Int == 3)
  let folder = try TemporaryFolder()
  let path = folder.path("fit.json")
  try Data(found.results.utf8).write(to: URL(fileURLWithPath: path))
  let record = try CalibrationJSON.read(path: path).record
  let turned = record.apply(to: MagneticField(nanotesla: Vector3(x: 1_000, y: 0, z: 0))).q8Nanotesla
  let expected = rotation * SIMD3(256_000, 0, 0)
  #expect(abs(Double(turned.x) - expected.x) < 3_000 && abs(Double(turned.y) - expected.y) < 3_000)
}

@Test func alignment_leavesOutWhatTheFitDoes() throws {
  let rows = sphere(3_000, radius: 45)
  var wild = rows
  for i in stride(from: 30, to: 3_000, by: 60) { wild[i] = SIMD3(90, 60, -70) }
  #expect(try turn(wild, leaning(rows)) < 0.05)
}

@Test func fitDataCheck_doubtsAnEllipsoidOfFewDirections() throws {
  let recording = try #require(
    RecordingFit(.init(field: sphere(400, radius: 45)), unit: .microtesla, accelerationUnit: .standardGravity))
  var finding = recording.integer(isPlain: false)
  finding.model = .ellipsoid
  finding.cellsSeen = 14
  #expect(FitDataCheck.directions(finding) == nil)
  finding.cellsSeen = 13
  #expect(FitDataCheck.directions(finding)?.contains("13 directions are too few") == true)
  finding.model = .planar
  #expect(FitDataCheck.directions(finding) == nil)
}

@Test func fitDataCheck_thinsWhatIsTooLong() throws {
  let rows = sphere(FitDataCheck.mostRows + 1, radius: 45)
  let (thin, remark) = FitDataCheck.thinned(.init(field: rows, acceleration: rows))
  #expect(thin.field.count == FitDataCheck.mostRows / 2 + 1 && thin.acceleration == thin.field)
  #expect(thin.field[1] == rows[2] && remark?.contains("one row in 2 is fitted") == true)
  #expect(FitDataCheck.thinned(.init(field: Array(rows.dropLast()))).remark == nil)
}

@Test func fit_whereGravityIsKnown_isImportedTurned() throws {
  let words = [
    "fit", Repository.path("Tests/Data/marg/sap6_shots.csv"), "--columns",
    "mx_uT,my_uT,-mz_uT,gy_ms2,gx_ms2,-gz_ms2", "--unit", "uT", "--accel-unit", "m/s2", "--where", "device=BB",
    "--json",
  ]
  let text = run(words).results
  let folder = try TemporaryFolder()
  let record = try CalibrationJSON.read(path: folder.write(text, to: "fit.json")).record
  let rows = [record.softIron.rows.0, record.softIron.rows.1, record.softIron.rows.2]
  let s = rows.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) / 0x1p24 }
  // Of R·S with a small R the antisymmetric part is half of R's vector times the trace less S: here S is near 1.
  let turn = SIMD3(s[2].y - s[1].z, s[0].z - s[2].x, s[1].x - s[0].y) / 2 * 180 / .pi
  // The README's alignment of unit BB: 1.6 to 1.7 degrees, most of it about forward.
  #expect(abs(turn.x + 1.56) < 0.1 && abs(turn.y - 0.11) < 0.1 && abs(turn.z - 0.63) < 0.1, "\(turn)")
}
