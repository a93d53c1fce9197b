// CSV recordings: units, signs, and what is said about bad files.

import Foundation
import Quantities
import TestSupport
import Testing

@testable import Recordings

private func recording(_ text: String, _ options: RecordingOptions) throws(RecordingError) -> Recording {
  try Recording(table: RecordingTable(bytes: Array(text.utf8), name: "test.csv"), options: options)
}

private func failure(_ text: String, _ options: RecordingOptions) -> RecordingError? {
  do {
    _ = try recording(text, options)
    return nil
  } catch {
    return error
  }
}

@Test func csv_readsCommentsQuotesAndLineEnds() throws {
  let text =
    "\u{feff}# source: here\r\n#licence: free\r\n\r\n"
    + " a ,\"b, c\",\"d\"\"e\"\r\n1,2,\"x\r\ny\"\r\n# more\r\n 3 , 4 ,\r\n"
  let table = try RecordingTable(bytes: Array(text.utf8), name: "t")
  #expect(table.comments == ["source: here", "licence: free", "more"])
  #expect(table.header == ["a", "b, c", "d\"e"])
  #expect(table.rows.map(\.cells) == [["1", "2", "x\r\ny"], ["3", "4", ""]])
  #expect(table.rows.map(\.line) == [5, 8])
}

@Test(arguments: ["\n", "\r\n", "\r"], [true, false])
func csv_endsWithOrWithoutALineEnd(end: String, last: Bool) throws {
  let text = ["a,b,c", "1,2,3", "4,5,6"].joined(separator: end) + (last ? end : "")
  let table = try RecordingTable(bytes: Array(text.utf8), name: "t")
  #expect(table.rows.map(\.cells) == [["1", "2", "3"], ["4", "5", "6"]])
  #expect(table.rows.map(\.line) == [2, 3])
}

@Test(arguments: [
  (FieldUnit.microtesla, "0.0205", Int32(21)), (.microtesla, "-0.0205", -20), (.nanotesla, "20000.5", 20001),
  (.milligauss, "1.5", 150), (.gauss, "0.5", 50_000), (.gauss, "-5e-1", -50_000), (.counts, "-2047", -2047),
])
func field_isRoundedHalfUpToNanotesla(unit: FieldUnit, cell: String, expected: Int32) throws {
  let options = try RecordingOptions(columns: "x,y,z", fieldUnit: unit)
  let row = try #require(try recording("x,y,z\n\(cell),0,0\n", options).rows.first)
  #expect(row.field.nanotesla == Vector3(x: expected, y: 0, z: 0))
  #expect(row.acceleration == nil && row.time == nil && row.input.isEmpty)
}

@Test(arguments: [
  (AccelerationUnit.metresPerSecondSquared, "9.80665", Int32(1_000_000)), (.standardGravity, "-0.25", -250_000),
  (.milliG, "1.0005", 1001), (.metresPerSecondSquared, "0", 0),
])
func acceleration_isRoundedHalfUpToMicroG(unit: AccelerationUnit, cell: String, expected: Int32) throws {
  let options = try RecordingOptions(columns: "x,y,z,a,b,c", accelerationUnit: unit)
  let row = try #require(try recording("a,b,c,x,y,z\n0,0,\(cell),1,2,3\n", options).rows.first)
  #expect(row.acceleration?.microG == Vector3(x: 0, y: 0, z: expected))
}

@Test func columns_areTakenInOrderAndNegated() throws {
  let options = try RecordingOptions(
    columns: "my, -mx,-\"m, z\",-ax,ay,-az", fieldUnit: .nanotesla, accelerationUnit: .milliG, time: "t",
    timeUnit: .milliseconds)
  let text = "note,t,mx,my,\"m, z\",ax,ay,az,extra\nhi,12.5,1,2,3,4,5,6,7e3\n"
  let row = try #require(try recording(text, options).rows.first)
  #expect(row.field.nanotesla == Vector3(x: 2, y: -1, z: -3))
  #expect(row.acceleration?.microG == Vector3(x: -4000, y: 5000, z: -6000))
  #expect(row.time == Instant(microseconds: 12_500))
  #expect(row.input == [RecordingCell(name: "note", text: "hi"), RecordingCell(name: "extra", text: "7e3")])
  #expect(row.input.map(\.number) == [nil, 7000])
}

@Test func columns_mustBeThreeOrSix() {
  for bad in ["", "a", "a,b", "a,b,c,d", "a,,c", "a,b,-", "a,b,c,d,e,f,g"] {
    #expect(throws: RecordingError.self, "\(bad)") { try RecordingOptions(columns: bad) }
  }
}

@Test func unknownColumn_suggestsTheNearest() throws {
  let error = try #require(failure("mag_x,mag_y,mag_z\n1,2,3\n", RecordingOptions(columns: "mag_x,mag_y,magz")))
  #expect(error.kind == .unknownColumn && error.exitStatus == 2)
  #expect(error.description.contains("test.csv") && error.description.contains("Did you mean “mag_z”?"))
  let unit = try #require(failure("mx [uT],my,mz,ax\n1,2,3,4\n", RecordingOptions(columns: "mx,my,mz")))
  #expect(unit.advice.contains("Did you mean “mx [uT]”?"), "not ax: \(unit.advice)")
  let time = try #require(failure("a,b,c,zeit\n1,2,3,4\n", RecordingOptions(columns: "a,b,c", time: "seconds")))
  #expect(time.column == "seconds" && time.message.contains("--time"))
  #expect(!time.advice.contains("Did you mean") && time.advice.contains("zeit"))
}

@Test(arguments: ["nan", "NaN", "inf", "-Infinity", "", "1,5x", "0x10", "12abc", "--3", "1e999"])
func cell_thatIsNoNumberNamesItsPlace(cell: String) throws {
  let text = "# c\nmx,my,mz\n1,2,3\n4,\"\(cell)\",6\n"
  let error = try #require(failure(text, RecordingOptions(columns: "mx,my,mz")))
  #expect(error.kind == .cell && error.exitStatus == 6)
  #expect(error.line == 4 && error.column == "my")
  #expect(error.description.hasPrefix("test.csv:4: column “my”: "))
  #expect(error.description.split(separator: "\n").count == 2)
}

@Test func cell_beyondTheRangeNamesTheUnit() throws {
  let options = try RecordingOptions(columns: "x,y,z", fieldUnit: .gauss)
  #expect(try recording("x,y,z\n20.97152,-20.97152,0\n", options).rows.count == 1)
  for bad in ["20.98", "-20.98", "1e300"] {
    let error = try #require(failure("x,y,z\n0,0,\(bad)\n", options))
    #expect(error.kind == .range && error.line == 2 && error.column == "z" && error.advice.contains("--unit G"))
  }
  let force = try #require(
    failure("x,y,z\n0,0,3000\n", RecordingOptions(columns: "x,y,z,x,y,z", fieldUnit: .nanotesla)))
  #expect(force.kind == .range && force.advice.contains("--accel-unit g"))
}

@Test func time_mustNotRunBackwards() throws {
  let options = try RecordingOptions(columns: "x,y,z", time: "t")
  #expect(try recording("t,x,y,z\n1,0,0,0\n1,0,0,0\n", options).rows.count == 2)
  let error = try #require(failure("t,x,y,z\n1,0,0,0\n0.999,0,0,0\n", options))
  #expect(error.kind == .timeOrder && error.line == 3)
  #expect(failure("t,x,y,z\n-1,0,0,0\n", options)?.kind == .range)
}

@Test(arguments: [
  ("", "is empty"), ("# only\n# comments\n", "no rows"), ("x,y,z\n", "no rows"), ("x,y,z\n1,2\n", "2 cells"),
  ("x,y,z\n1,2,3,4\n", "4 cells"), ("x,y,z\n1,\"2,3\n", "never ends"), ("x,y,z\n1,\"2\"5,3\n", "closing quote"),
  ("x,x,z\n1,2,3\n", "twice"),
])
func table_thatIsBrokenSaysHow(text: String, part: String) throws {
  let error = try #require(failure(text, RecordingOptions(columns: "x,y,z")))
  #expect(error.kind == .table && error.exitStatus == 6)
  #expect(error.message.contains(part), "\(error)")
}

@Test(arguments: ["x;y;z\n29,841;-32,637;1,5\n", "# from a spreadsheet\nx\ty\tz\n29,841\t-32,637\t1,5\n"])
func table_withDecimalCommas_isRead(text: String) throws {
  let rows = try recording(text, RecordingOptions(columns: "x,y,z")).rows
  #expect(rows.map(\.field.nanotesla) == [Vector3(x: 29_841, y: -32_637, z: 1_500)])
}

@Test func table_complainsOnlyOfColumnsThatAreAskedFor() throws {
  let table = try RecordingTable(bytes: Array("x,y,z,t,t,,\n1,2,3,4,5,,\n6,7,8,9,0,,\n".utf8), name: "t")
  let vectors = try MeasuredVectors(table: table, options: RecordingOptions(columns: "x,y,z"))
  #expect(vectors.field == [SIMD3(1, 2, 3), SIMD3(6, 7, 8)])
  let rows = try Recording(table: table, options: RecordingOptions(columns: "x,y,z")).rows
  #expect(rows[0].input.map(\.name) == ["t", "t"])
  for column in ["t", ""] {
    #expect(throws: RecordingError.self) { try table.index(of: column, for: "--time") }
  }
  let time = try #require(failure("x,y,z,t,t\n1,2,3,4,5\n", RecordingOptions(columns: "x,y,z", time: "t")))
  #expect(time.kind == .table && time.column == "t" && time.message.contains("twice"), "\(time)")
  let unknown = try #require(failure("x,y,,\n1,2,,\n", RecordingOptions(columns: "x,y,z")))
  #expect(unknown.advice.hasSuffix("The columns are: x, y."), "\(unknown)")
}

@Test func table_takesIndentedCommentsAndBlankLinesForWhatTheyAre() throws {
  let text = "  # first\n\t\n x,y,z\n  # note\n1,2,3\n   \n\t# last, with a comma\n 4,5,6\n  "
  let table = try RecordingTable(bytes: Array(text.utf8), name: "t")
  #expect(table.comments == ["first", "note", "last, with a comma"])
  #expect(table.rows == [.init(line: 5, cells: ["1", "2", "3"]), .init(line: 8, cells: ["4", "5", "6"])])
}

@Test func table_countsOneInTheSingular() throws {
  let error = try #require(failure("x,y,z\n1,2,3\n4\n", RecordingOptions(columns: "x,y,z")))
  #expect(error.message == "the row has 1 cell where the header names 3 columns")
}

@Test func table_thatIsNotTextSaysSo() {
  #expect(throws: RecordingError.self) { try RecordingTable(bytes: [0x78, 0x2c, 0xff, 0x0a], name: "b") }
  #expect(throws: RecordingError.self) { try RecordingTable(bytes: [0x78, 0x2c, 0x00, 0x0a], name: "b") }
}

@Test func file_thatCannotBeOpenedSaysWhy() throws {
  let folder = try TemporaryFolder()
  for (path, reason) in [(folder.path("none.csv"), "no such file"), (folder.url.path, "folder")] {
    do {
      _ = try RecordingTable(path: path)
      Issue.record("\(path) was read")
    } catch {
      #expect(error.kind == .cannotOpen && error.exitStatus == 5 && error.message.contains(reason))
    }
  }
}

@Test func unit_thatIsUnknownListsThoseThereAre() {
  #expect(throws: Never.self) { try FieldUnit(option: "--unit", value: "mG") }
  do {
    _ = try AccelerationUnit(option: "--accel-unit", value: "m/s")
    Issue.record("m/s was taken")
  } catch {
    #expect(error.exitStatus == 2 && error.advice.contains("g, mg, m/s2"))
  }
}

@Test func documentOfManyLists_isReadByTheLengthThatMostHave() throws {
  // To compare each list with every other one takes 1.6 thousand million steps.
  let others = (0..<40_000).map { "\"a\($0 % 7)\":[1,2,3,\(["4", "4,5"][$0 % 2])]" }
  let text = "{\"short\":[1,2],\(others.joined(separator: ","))}"
  let table = try RecordingTable(bytes: Array(text.utf8), name: "lists.json")
  #expect(table.header.count == 20_000 && table.rows.count == 4)
}

@Test(arguments: ["((", "()", "[ ]", "(((", "[](", "()()"]) func lineOfBracketsAlone_isPassedOver(line: String) throws {
  let rows = (0..<20).map { "((\($0), 2, 3), (4, 5, \($0)))" }
  let text = ([rows[0], line] + rows).joined(separator: "\n")
  let table = try RecordingTable(bytes: Array(text.utf8), name: "brackets.txt")
  // A row without numbers, which a fit passes over and tells.
  #expect(table.rows.count == 22)
}
