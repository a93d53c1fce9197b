// Bounds and byte order of the reader and the writer.

import Bytes
import TestSupport
import Testing

/// `capacity` bytes of 0xEE, written by `body`; with the writer's position and overrun mark.
func written(_ capacity: Int, _ body: (inout ByteWriter) -> Void) -> (bytes: [UInt8], position: Int, overrun: Bool) {
  var bytes = [UInt8](repeating: 0xee, count: capacity)
  var position = 0
  var overrun = false
  do {
    var writer = ByteWriter(bytes.mutableSpan)
    body(&writer)
    position = writer.position
    overrun = writer.isOverrun
  }
  return (bytes, position, overrun)
}

@Test func reader_integers_areLittleEndian() {
  let bytes: [UInt8] = [0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x04, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08]
  var reader = ByteReader(bytes.span)
  #expect(reader.uint8() == 0x01)
  #expect(reader.uint16() == 0x0203)
  #expect(reader.uint32() == 0x0405_0607)
  #expect(reader.uint64() == 0x0809_0a0b_0c0d_0e0f)
  #expect(reader.remaining == 0 && reader.position == 15 && !reader.isOverrun)
}

@Test func reader_signedIntegers_areTwosComplement() {
  let bytes: [UInt8] = [0x80, 0xff, 0xff, 0x00, 0x00, 0x00, 0x80]
  var reader = ByteReader(bytes.span)
  #expect(reader.int8() == -128)
  #expect(reader.int16() == -1)
  #expect(reader.int32() == Int32.min)
  #expect(reader.isOverrun == false)
}

@Test func reader_pastTheEnd_givesZeroesAndSaysSo() {
  let bytes: [UInt8] = [0xff, 0xff, 0xff]
  var reader = ByteReader(bytes.span)
  #expect(reader.uint32() == 0x00ff_ffff)
  #expect(reader.isOverrun && reader.remaining == 0)
  #expect(reader.uint64() == 0 && reader.uint8() == 0 && reader.int16() == 0)
  #expect(reader.position == 3 && reader.isOverrun)
}

@Test func reader_nothing_isNoOverrunUntilRead() {
  let bytes: [UInt8] = []
  var reader = ByteReader(bytes.span)
  #expect(reader.isOverrun == false)
  #expect(reader.uint8() == 0)
  #expect(reader.isOverrun == true)
}

@Test func writer_integers_areLittleEndian() {
  let result = written(22) { writer in
    writer.uint8(0x01)
    writer.uint16(0x0203)
    writer.uint32(0x0405_0607)
    writer.uint64(0x0809_0a0b_0c0d_0e0f)
    writer.int8(-2)
    writer.int16(-2)
    writer.int32(-2)
  }
  #expect(
    result.bytes == [
      0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x04, 0x0f, 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08, 0xfe, 0xfe, 0xff, 0xfe,
      0xff, 0xff, 0xff,
    ])
  #expect(result.position == 22 && !result.overrun)
}

@Test func writer_pastTheEnd_dropsBytesAndSaysSo() {
  let result = written(3) { $0.uint32(0x0403_0201) }
  #expect(result.bytes == [1, 2, 3] && result.position == 3 && result.overrun)
  let none = written(0) { $0.uint8(1) }
  #expect(none.bytes.isEmpty && none.position == 0 && none.overrun)
}

@Test func readerAndWriter_randomFields_comeBack() {
  let seed: UInt64 = 8
  var random = SeededGenerator(seed: seed)
  for _ in 0..<500 {
    let values = (0..<7).map { _ in random.next() }
    let result = written(22) { writer in
      writer.uint8(UInt8(truncatingIfNeeded: values[0]))
      writer.int8(Int8(truncatingIfNeeded: values[1]))
      writer.uint16(UInt16(truncatingIfNeeded: values[2]))
      writer.int16(Int16(truncatingIfNeeded: values[3]))
      writer.uint32(UInt32(truncatingIfNeeded: values[4]))
      writer.int32(Int32(truncatingIfNeeded: values[5]))
      writer.uint64(values[6])
    }
    var reader = ByteReader(result.bytes.span)
    #expect(reader.uint8() == UInt8(truncatingIfNeeded: values[0]), "seed \(seed)")
    #expect(reader.int8() == Int8(truncatingIfNeeded: values[1]), "seed \(seed)")
    #expect(reader.uint16() == UInt16(truncatingIfNeeded: values[2]), "seed \(seed)")
    #expect(reader.int16() == Int16(truncatingIfNeeded: values[3]), "seed \(seed)")
    #expect(reader.uint32() == UInt32(truncatingIfNeeded: values[4]), "seed \(seed)")
    #expect(reader.int32() == Int32(truncatingIfNeeded: values[5]), "seed \(seed)")
    #expect(reader.uint64() == values[6], "seed \(seed)")
    #expect(!reader.isOverrun && reader.remaining == 0)
  }
}
