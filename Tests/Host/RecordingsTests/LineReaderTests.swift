// Lines as sketches print them: named, labelled, bare, and those of MotionCal.

import Foundation
import Quantities
import Testing

@testable import Recordings

private func read(
  _ text: String, _ columns: LineColumns = LineColumns(), beginsAnywhere: Bool = false
) throws -> (fields: [Vector3], forces: [Vector3?], reader: LineReader) {
  var reader = LineReader(name: "port", columns: columns, beginsAnywhere: beginsAnywhere)
  // One byte at a time, as a line brings them.
  var rows = try text.utf8.flatMap { byte in try reader.rows([byte]) }
  rows += try reader.finish()
  return (rows.map(\.field.nanotesla), rows.map { $0.acceleration?.microG }, reader)
}

@Test(arguments: [
  "12.5,-3,41\n", "12.5;-3;41\r\n", "12.5\t-3\t41\n", "12.5 -3   41", "12.5, -3, 41,\n", "mx,my,mz\n12.5,-3,41\n",
  "hello\nmx:12.5,my:-3,mz:41\n", "X: 12.5 Y: -3  Z: 41 uT\n", "mx=12.5 my=-3 mz=41\n", "# note\n\n12.5,-3,41\n",
])
func lines_ofThreeNumbers_areAField(text: String) throws {
  let found = try read(text)
  #expect(found.fields == [Vector3(x: 12_500, y: -3_000, z: 41_000)], "\(text)")
  #expect(found.forces == [nil])
}

@Test func lines_withoutNames_areTakenByPlace() throws {
  let six = try read("0,0,1,12.5,-3,41\n", LineColumns(columns: "4,-5,6,1,2,-3"))
  #expect(six.fields == [Vector3(x: 12_500, y: 3_000, z: 41_000)])
  #expect(six.forces == [Vector3(x: 0, y: 0, z: -1_000_000)])
  // Nobody says which three of them are the field.
  let error = #expect(throws: RecordingError.self) { try read("0,0,1,12.5,-3,41\n") }
  #expect("\(try #require(error))".contains("six numbers a line, no header"))
}

@Test func lines_withoutNames_thatAreAskedForByName_areThreeOrRefused() throws {
  #expect(try read("1,2,3\n", LineColumns(columns: "my,-mx,mz")).fields == [Vector3(x: 2_000, y: -1_000, z: 3_000)])
  let error = #expect(throws: RecordingError.self) {
    try read("1,2,3,4,5,6\n", LineColumns(columns: "mx,my,mz,ax,ay,az"))
  }
  #expect("\(try #require(error))".contains("Give places, 1 to 6, such as --columns 1,2,3"))
}

@Test func lines_ofMotionCal_haveTheirOwnUnits() throws {
  let lines = "Raw:0,0,8192,16,0,0,125,-30,410\r\nUni:0,0,9.8,0,0,0,12.5,-3,41\r\nRaw:8192,0,0,0,0,0,1,2,3\r\n"
  let found = try read(lines)
  #expect(found.fields == [Vector3(x: 12_500, y: -3_000, z: 41_000), Vector3(x: 100, y: 200, z: 300)])
  #expect(found.forces == [Vector3(x: 0, y: 0, z: 1_000_000), Vector3(x: 1_000_000, y: 0, z: 0)])
  #expect(found.reader.skipped == 0)
  // Another order of the axes.
  let turned = try read(lines, LineColumns(columns: "mx,-my,-mz,ax,-ay,-az"))
  #expect(turned.fields[0] == Vector3(x: 12_500, y: 3_000, z: -41_000))
  #expect(turned.forces[0] == Vector3(x: 0, y: 0, z: -1_000_000))
}

@Test func table_ofMotionCalsLines_isReadAsItIs() throws {
  let table = try RecordingTable(
    bytes: Array("Raw:0,0,8192,16,0,0,125,-30,410\r\nUni:1\r\nRaw:1,2\n".utf8), name: "cap.txt")
  #expect(table.header == ["ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz"])
  #expect(table.rows.map(\.cells) == [["0.0", "0.0", "1.0", "1.0", "0.0", "0.0", "12.5", "-3.0", "41.0"]])
}

@Test func lines_thatAreNoRows_arePassedOverAndCounted() throws {
  let found = try read("Compass v1 ready\n1,2\n12.5,-3,41\n12.5,nan,41\n9,8,7,6\n1,2,3\n")
  #expect(found.fields.count == 2 && found.reader.skipped == 4)
  #expect(found.reader.firstSkipped == "Compass v1 ready")
  // The first line of a port may be cut, and "2.5" for 12.5 would not show.
  #expect(
    try read("2.5,-3,41\n12.5,-3,41\n", beginsAnywhere: true).fields == [Vector3(x: 12_500, y: -3_000, z: 41_000)])
  // A column that is asked for and not there is no skipped line.
  #expect(throws: RecordingError.self) { try read("mx,my,mz\n1,2,3\n", LineColumns(columns: "bx,by,bz")) }
}

@Test func lines_withATime_keepIt() throws {
  var reader = LineReader(
    name: "port",
    columns: LineColumns(columns: "mx,my,mz", field: .init(.milligauss), time: "ms", timeUnit: .milliseconds)
  )
  let rows = try reader.rows("ms,mx,my,mz,t\n20,1,2,3,9\n40,1,2,4,9\n".utf8) + reader.finish()
  #expect(rows.map(\.time?.microseconds) == [20_000, 40_000] && rows[1].field.nanotesla.z == 400)
  #expect(rows[0].input == [RecordingCell(name: "t", text: "9")])
}

@Test func counts_whoseRowsComeLate_areReadOnce() throws {
  // 16,000 rows of another sensor before the first that is asked for: whoever begins again with each piece takes minutes.
  let lines = ["id,x,y,z"] + (0..<16_000).map { "a,\($0 % 700),-300,\($0 % 9)" } + ["b,100,-200,300", "b,101,-200,300"]
  let bytes = Array(lines.joined(separator: "\n").utf8)
  var reader = LineReader(
    name: "port", columns: LineColumns(columns: "x,y,z", field: .init(.counts)),
    where: [RowCondition(column: "id", value: "b")])
  var rows: [RecordingRow] = []
  for start in stride(from: 0, to: bytes.count, by: 1024) {
    rows += try reader.rows(bytes[start..<min(start + 1024, bytes.count)])
  }
  rows += try reader.finish()
  let scale = try #require(reader.countScale)
  #expect(scale == 128 && reader.options?.fieldScale == 128)
  #expect(rows.map(\.field.nanotesla.x) == [12_800, 12_928])
  #expect(rows.map(\.line) == [16_002, 16_003])
}
