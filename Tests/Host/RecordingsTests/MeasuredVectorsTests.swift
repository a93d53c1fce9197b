// Columns in the file's own unit, for fits.

import Recordings
import TestSupport
import Testing

private let text = """
  # a comment
  device,mx,my,mz,a
  BB,1,2,3,7
  # another
  CF,4,5.5,-6e1,8
  BB,7,8,9,9

  """

private func table(_ text: String) throws -> RecordingTable {
  try RecordingTable(bytes: Array(text.utf8), name: "walk.csv")
}

private func vectors(_ columns: String, where conditions: [String] = [], _ text: String = text) throws
  -> MeasuredVectors
{
  try MeasuredVectors(
    table: table(text), options: RecordingOptions(columns: columns),
    where: conditions.map { option throws in try RowCondition(option: option) })
}

@Test func columns_areTakenInOrderWithTheirSigns() throws {
  let found = try vectors("mz,-mx,my")
  #expect(found.field == [SIMD3(3, -1, 2), SIMD3(-60, -4, 5.5), SIMD3(9, -7, 8)])
  #expect(found.acceleration.isEmpty)
  #expect(found.lines == [3, 5, 6])
  #expect(try vectors("mx,my,mz,-a,a,mx").acceleration.first == SIMD3(-7, 7, 1))
}

@Test func where_keepsTheRowsThatMeetEveryCondition() throws {
  #expect(try vectors("mx,my,mz", where: ["device=BB"]).lines == [3, 6])
  #expect(try vectors("mx,my,mz", where: ["device=BB", "mx=7.0"]).lines == [6])
  let error = try #require(throws: RecordingError.self) { try vectors("mx,my,mz", where: ["device=XX"]) }
  #expect(error.exitStatus == 6 && error.description.contains("XX"))
  #expect(throws: RecordingError.self) { try RowCondition(option: "device") }
  #expect(throws: RecordingError.self) { try RowCondition(option: "=BB") }
}

@Test(arguments: [
  ("mx,my,mz", "mx,my,mz\n1,,3\n", "my"), ("mx,my,mz", "mx,my,mz\n1,2,x\n", "mz"),
  ("mx,my,mz", "mx,my,mz\n1,2,nan\n", "mz"), ("mx,my,mz", "mx,my,mz\n", "no rows"), ("mx,my,mz", "", "header"),
  ("mx,my,mz", "mx,my,mz\n1,2\n", "2 cells"),
])
func badFile_isRefusedByName(columns: String, text: String, named: String) throws {
  let error = try #require(throws: RecordingError.self) { try vectors(columns, text) }
  #expect(error.exitStatus == 6)
  #expect(error.description.contains("walk.csv") && error.description.contains(named), "\(error.description)")
}

@Test(arguments: [
  ("mx,my,mz\n29,84,-32,63,12,5\n", "Are its commas decimal marks?"),
  ("mx,my,mz\n\"29,847\",\"-32,632\",\"12,501\"\n", "a decimal point, not a comma"),
  ("mx,my,mz\n1,2,3\n4,5,6,7\n", "Correct or remove the row"),
])
func badFile_saysWhatIsMostLikelyMeant(text: String, advice: String) throws {
  let error = try #require(throws: RecordingError.self) { try vectors("mx,my,mz", text) }
  #expect(error.exitStatus == 6 && error.description.contains(advice), "\(error.description)")
  #expect(error.description.split(separator: "\n").count == 2)
}

@Test(arguments: ["29.84,-32.63,12.5\n28.1,-33,12\n", "#mx,my,mz\n29.84,-32.63,12.5\n28.1,-33,12\n"])
func rows_withoutNamesOrWithNamesInAComment_areRead(text: String) throws {
  let found = try vectors("mx,my,mz", text)
  #expect(found.field == [SIMD3(29.84, -32.63, 12.5), SIMD3(28.1, -33, 12)])
}

@Test func unknownColumnOrCondition_isTheOptionsFault() throws {
  let error = try #require(throws: RecordingError.self) { try vectors("mx,my,mz", where: ["devise=BB"]) }
  #expect(error.kind == .unknownColumn && error.exitStatus == 2)
  #expect(error.description.contains("device"))
  let column = try #require(throws: RecordingError.self) { try vectors("mq,my,mz") }
  #expect(column.kind == .unknownColumn && column.exitStatus == 2)
  #expect(column.description.contains("walk.csv") && column.description.contains("mq"))
}
