// The clean table: its numbers are exact, and its header says how to read it.
import Quantities
import Simulation
import Testing

@testable import Recordings

@Test func cleanCell_isExactAndShort() {
  for (value, decimals, text) in [
    (Int64(0), 3, "0"), (1, 3, "0.001"), (-1, 3, "-0.001"), (1200, 3, "1.2"), (-2_097_152, 3, "-2097.152"),
    (50_000, 3, "50"), (7, 0, "7"), (123_456_789, 6, "123.456789"), (.min, 6, "-9223372036854.775808"),
  ] {
    #expect(CleanTable.text(value, decimals: decimals) == text)
  }
}

@Test func cleanCells_readBackAreTheSameNumbers() throws {
  var generator = SeededGenerator(seed: 43)
  func random(_ limit: Int32) -> Int32 { .random(in: -limit...limit, using: &generator) }
  var rows: [RecordingRow] = []
  for index in 0..<2000 {
    func vector(_ limit: Int32) -> Vector3 { Vector3(x: random(limit), y: random(limit), z: random(limit)) }
    rows.append(
      RecordingRow(
        line: index + 2, time: Instant(microseconds: UInt64(index) * 12_345 + 3),
        field: .init(nanotesla: vector(2_097_152)),
        acceleration: .init(microG: vector(2_147_000_000)), rate: .init(q20: vector(2_147_000_000))))
  }
  let table = CleanTable(hasTime: true, hasForce: true, hasRate: true)
  let text = ([table.header] + rows.map { table.cells($0) }).map { $0.joined(separator: ",") }.joined(separator: "\n")
  let read = try RecordingTable(bytes: Array(text.utf8), name: "clean")
  // Random numbers are no gravity, which is why the columns are named.
  let names = table.header.dropFirst().joined(separator: ",")
  let options = try RecordingOptions(columns: names, time: "t_s")
  #expect(try Recording(table: read, options: options).rows == rows)
}

@Test func cleanHeader_saysUnits() throws {
  var counts = CleanTable(hasTime: false, hasForce: true, hasRate: false, others: ["note"])
  (counts.fieldUnit, counts.fieldDecimals, counts.isForceCounts) = ("counts", 0, true)
  #expect(counts.header == ["mx_counts", "my_counts", "mz_counts", "ax_counts", "ay_counts", "az_counts", "note"])
  let rows = (0..<20).map { "\(300 + $0),\($0 * 7),\(-200 - $0),0.01,0,-1,x" }
  let text = ([counts.header.joined(separator: ",")] + rows).joined(separator: "\n")
  let options = try RecordingColumns(RecordingTable(bytes: Array(text.utf8), name: "counts"), LineColumns()).options
  #expect(options.fieldUnit == .counts && options.field.map(\.name) == ["mx_counts", "my_counts", "mz_counts"])
  #expect(options.acceleration.map(\.name) == ["ax_counts", "ay_counts", "az_counts"])
}
