// Bounds and byte order of the reader.

import RawMemory
import Testing

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
