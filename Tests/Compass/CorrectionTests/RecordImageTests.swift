// The record and the matrix in memory: every number and every byte at its place.

import Quantities
import RawMemory
import Testing

@testable import Correction

@Test func matrix_entries_areItsRowsInOrder() {
  for place in 0..<9 {
    var numbers = [Int32](repeating: 0, count: 9)
    numbers[place] = .min + Int32(place)
    func row(_ first: Int) -> Vector3 { Vector3(x: numbers[first], y: numbers[first + 1], z: numbers[first + 2]) }
    let matrix = MatrixQ24(row(0), row(3), row(6))
    let entries = matrix.entries
    #expect((0..<9).map { entries[$0] } == numbers)
    #expect(matrix != MatrixQ24(.zero, .zero, .zero))
  }
}

@Test func record_inMemory_isItsBytes() {
  #expect(MemoryLayout<CalibrationRecord>.size == CalibrationRecord.length && _isPOD(CalibrationRecord.self))
  #expect(MemoryLayout<CalibrationRecord>.stride == CalibrationRecord.length, "no gap")
  for offset in 0..<CalibrationRecord.length {
    for value in UInt8.min...UInt8.max {
      var bytes = [UInt8](repeating: 0x5a, count: CalibrationRecord.length)
      bytes[offset] = value
      var (record, same) = (CalibrationRecord(), CalibrationRecord())
      record.setImage(0..<CalibrationRecord.length, from: bytes.span)
      same.setImage(0..<CalibrationRecord.length, from: bytes.span)
      #expect(record.withImage { image in (0..<image.count).map { image[$0] } } == bytes)
      let written = record.bytes()
      #expect((0..<212).allSatisfy { written[$0] == bytes[$0] }, "byte \(offset), value \(value)")
      #expect(record == same)
      bytes[offset] ^= 1
      same.setImage(offset..<(offset + 1), from: bytes.span)
      #expect(record != same)
    }
  }
}
