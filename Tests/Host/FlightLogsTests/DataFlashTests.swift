// The reader of ArduPilot's logs: descriptions, units, damage. Tests/python/test_flight_logs.py holds it against pymavlink.
import Testing

@testable import FlightLogs

private struct Kept: DataFlashReceiver {
  var records: [(name: String, values: [String: Double])] = []

  mutating func record(_ name: String, _ fields: [String: LogField], _ bytes: ArraySlice<UInt8>) {
    records.append((name, fields.compactMapValues { $0.number(bytes) }))
  }
}

private func text(_ text: String, _ count: Int) -> [UInt8] {
  Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
}

private func describe(_ type: UInt8, _ name: String, _ letters: String, _ columns: String, _ length: UInt8) -> [UInt8] {
  [0xa3, 0x95, 0x80, type, length] + text(name, 4) + text(letters, 16) + text(columns, 64)
}

private func read(_ bytes: [UInt8]) -> DataFlashReader<Kept> {
  var reader = DataFlashReader(Kept())
  for byte in bytes { reader.read([byte]) }
  reader.finish()
  return reader
}

@Test func dataFlash_everyLetter_isItsNumber() {
  let letters = "bBhHiIfgcCeELM"
  let body: [UInt8] =
    [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0x80, 0, 0, 0xc0, 0x3f]
    + [0x00, 0x3e, 0x9c, 0xff, 100, 0, 0x9c, 0xff, 0xff, 0xff, 200, 0, 0, 0, 0x80, 0x96, 0x98, 0, 7]
  let names = letters.map { "c\($0)" }.joined(separator: ",")
  let kept = read(describe(9, "ALL", letters, names, UInt8(3 + body.count)) + [0xa3, 0x95, 9] + body)
  #expect(kept.lostBytes == 0)
  #expect(
    kept.receiver.records.first?.values == [
      "cb": -1, "cB": 255, "ch": -1, "cH": 65535, "ci": -1, "cI": 2_147_483_649, "cf": 1.5, "cg": 1.5, "cc": -1,
      "cC": 1,
      "ce": -1, "cE": 2, "cL": 1, "cM": 7,
    ])
}

@Test func dataFlash_unitsAndMultipliers_giveMilligauss() {
  let fmtu = describe(2, "FMTU", "QBNN", "TimeUS,FmtType,UnitIds,MultIds", 3 + 8 + 1 + 32)
  let mult = describe(3, "MULT", "Qbd", "TimeUS,Id,Mult", 3 + 17)
  let time = [UInt8](repeating: 0, count: 8)
  let units: [UInt8] = [0xa3, 0x95, 2] + time + [9] + text("sG-", 16) + text("FD-", 16)
  let factor: [UInt8] =
    [0xa3, 0x95, 3] + time + [UInt8(ascii: "D")]
    + (0..<8).map { UInt8(truncatingIfNeeded: (1e-4).bitPattern >> (8 * $0)) }
  let mag = describe(9, "MAG", "Bhh", "T,MagX,Other", 8)
  let row: [UInt8] = [0xa3, 0x95, 9, 1, 100, 0, 100, 0]
  // The descriptions may come in any order.
  for order in [
    [fmtu, mult, mag, units, factor], [mag, mult, factor, fmtu, units], [fmtu, mag, units, mult, factor],
  ] {
    let kept = read(Array((order + [row]).joined()))
    let values = kept.receiver.records.last?.values
    #expect(values?["Other"] == 100 && abs((values?["MagX"] ?? 0) - 10) < 1e-9, "1e-4 gauss is 0.1 milligauss")
  }
}

@Test func dataFlash_garbageAndLyingLength_areSkipped() {
  let mag = describe(9, "MAG", "h", "MagX", 5)
  func row(_ value: UInt8) -> [UInt8] { [0xa3, 0x95, 9, value, 0] }
  let garbage: [UInt8] = [0xa3, 0x95, 9, 0xa3, 0x95, 0x77, 1, 2, 3]
  let lie = describe(9, "MAG", "h", "MagX", 77)
  let kept = read(mag + row(1) + garbage + row(2) + row(3) + lie.dropLast(4) + row(4) + row(5) + [0xa3, 0x95, 9, 1])
  #expect(kept.receiver.records.compactMap { $0.values["MagX"] } == [1, 2, 3, 4, 5])
  #expect(kept.lostBytes == UInt64(garbage.count + lie.count - 4 + 4))
}

@Test func nearestSample_ofEachRow_isFoundAlsoWhenItComesLater() {
  var nearest = NearestSample()
  func value(_ time: UInt64) -> SIMD3<Float> { SIMD3(repeating: Float(time)) }
  var found: [Int: Float] = [:]
  func store(_ list: [(track: Int, row: Int, value: SIMD3<Float>)]) { for one in list { found[one.row] = one.value.x } }
  store(nearest.join(100_000, value(100_000)))
  nearest.wait(104_000, track: 0, row: 0)
  nearest.wait(108_000, track: 0, row: 1)
  #expect(found.isEmpty)
  store(nearest.join(110_000, value(110_000)))
  // A row that comes after its neighbours in time.
  nearest.wait(101_000, track: 0, row: 2)
  store(nearest.join(120_000, value(120_000)))
  nearest.wait(130_000, track: 0, row: 3)
  nearest.wait(999_000_000, track: 0, row: 4)
  store(nearest.rest())
  #expect(found == [0: 100_000, 1: 110_000, 2: 100_000, 3: 120_000])
}

@Test func orientations_areRotations_andSomeAreKnown() {
  for number in 0... {
    guard let turn = LogMatrix(orientation: number) else {
      #expect(number == 41)
      break
    }
    let product = turn * turn.transposed
    for (row, wanted) in [
      (product.rows.0, SIMD3<Double>(1, 0, 0)), (product.rows.1, SIMD3(0, 1, 0)), (product.rows.2, SIMD3(0, 0, 1)),
    ] {
      #expect(((row - wanted) * (row - wanted)).sum() < 1e-20, "\(number)")
    }
    let (a, b, c) = turn.rows
    let cross = SIMD3(b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x)
    #expect(abs((a * cross).sum() - 1) < 1e-10, "\(number) is no mirror")
  }
  // Yaw 90: the sensor's x points right. Roll 180: y and z are reversed. Pitch 90: x points up.
  #expect(LogMatrix(orientation: 2).map { $0 * SIMD3(1, 0, 0) } == SIMD3(0, 1, 0))
  #expect(LogMatrix(orientation: 8).map { $0 * SIMD3(1, 2, 3) } == SIMD3(1, -2, -3))
  #expect(LogMatrix(orientation: 24).map { $0 * SIMD3(1, 0, 0) } == SIMD3(0, 0, -1))
}
