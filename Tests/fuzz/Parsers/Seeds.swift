// Valid inputs of each parser, small: from Tests/Data, or made here.

import BoardKit
import Correction
import Foundation
import LinkProtocol
import RawMemory

enum Seeds {
  /// The beginnings of the files in a folder of Tests/Data.
  private static func files(_ folder: String, _ count: Int) -> [[UInt8]] {
    let place = URL(fileURLWithPath: "Tests/Data/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: place.appendingPathComponent(name))).map { Array($0.prefix(count)) }
    }
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func frames() -> [[UInt8]] {
    (0..<40).map { kind in
      var frame = FrameBuffer()
      frame.begin(FrameHeader(kind: UInt8(kind), token: 7, sequence: 3))
      for byte in 0..<(kind * 5 % 200) { frame.append(UInt8(byte % 7 == 0 ? 0 : byte)) }
      var bytes = [UInt8](repeating: 0, count: FrameLimits.maximumEncoded)
      var span = bytes.mutableSpan
      let count = frame.encode(into: &span)
      return Array(bytes.prefix(count))
    }
  }

  static func records() -> [[UInt8]] {
    let bytes = CalibrationRecord.identity.bytes()
    return [bytes.indices.map { bytes[$0] }]
  }

  static func captures() -> [[UInt8]] {
    let name = Array("serial:/dev/ttyACM0".utf8)
    var file: [UInt8] = [0x89, 0x42, 0x4e, 0x43, 0x4c, 0x0d, 0x0a, 0x1a, 1, 0] + little(UInt16(26 + name.count))
    file += little(Int64(1_700_000_000_000_000)) + little(UInt16(name.count)) + name + [0, 0, 0, 0]
    for kind in 0..<4 as Range<UInt8> {
      file +=
        [0xc5, kind] + little(UInt32(9)) + little(UInt64(kind) * 1000) + [1, 2, 3, 4, 5, 6, 7, 8, 0] + [0, 0, 0, 0]
    }
    file += [0xc5, 255] + little(UInt32(4)) + little(UInt64(5000)) + little(UInt32(4)) + [0, 0, 0, 0]
    return [Checksums.repairedCapture(file)]
  }

  static func texts() -> [[UInt8]] { files("recordings", 1200) + files("marg", 600) + files("mag", 600) }

  static func sentences() -> [[UInt8]] { files("nmea", 700) }

  static func reports() -> [[UInt8]] {
    [
      #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"2026-01-02T03:04:05.000Z","lat":47.37,"lon":8.54,"altHAE":408.0,"epx":3.1,"epy":4.2,"track":10.3,"speed":0.09,"eph":9.0}"#,
      #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
      #"{"class":"SKY","satellites":[{"PRN":5,"el":29.0,"used":true},{"PRN":7,"az":null}],"tag":"é\n"}"#,
    ].map { Array($0.utf8) }
  }

  static func uf2() -> [[UInt8]] {
    let image = (0..<700).map { UInt8(truncatingIfNeeded: $0) } + Array("pico\0".utf8)
    return [UF2.file(image, at: 0x1000_0000, family: 0xe48b_ff56)]
  }

  static func hex() -> [[UInt8]] {
    let records: [[UInt8]] =
      [[2, 0, 0, 4, 0, 0]] + (0..<8).map { [16, 0, 16 * $0, 0] + [UInt8](repeating: $0, count: 16) }
      + [[2, 0, 0, 2, 16, 0], [4, 0, 0, 5, 0, 0, 1, 1], [0, 0, 0, 1]]
    let lines = records.map { record in
      ":" + (record + [0 &- record.reduce(0, &+)]).map { String(format: "%02X", $0) }.joined() + "\r\n"
    }
    return [Array(lines.joined().utf8)]
  }

  /// A file with a section of bytes, a note with a build id and the names.
  static func elf() -> [[UInt8]] {
    let names = Array("\0.text\0.note.gnu.build-id\0.strtab\0".utf8)
    let note =
      little(UInt32(4)) + little(UInt32(8)) + little(UInt32(3)) + Array("GNU\0".utf8) + [1, 2, 3, 4, 5, 6, 7, 8]
    let (text, sections) = (52, 52 + 16 + note.count + names.count)
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1] + [UInt8](repeating: 0, count: 9)
    file += little(UInt16(2)) + little(UInt16(40)) + little(UInt32(1)) + little(UInt32(1)) + little(UInt32(0))
    file += little(UInt32(sections)) + little(UInt32(0)) + little(UInt16(52)) + little(UInt16(32)) + little(UInt16(0))
    file += little(UInt16(40)) + little(UInt16(4)) + little(UInt16(3))
    file += [UInt8](repeating: 7, count: 16) + note + names
    func header(_ words: [Int]) -> [UInt8] { words.flatMap { little(UInt32($0)) } }
    file += header([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + header([1, 1, 6, 0, text, 16, 0, 0, 4, 0])
    file += header([7, 7, 2, 16, text + 16, note.count, 0, 0, 4, 0])
    file += header([26, 3, 0, 0, text + 16 + note.count, names.count, 0, 0, 1, 0])
    return [file]
  }

  /// An archive with one stored file.
  static func archives() -> [[UInt8]] {
    let (name, content) = (Array("Raw Data.csv".utf8), Array("t,mx,my,mz\n0,1,2,3\n".utf8))
    let sizes = little(UInt32(content.count)) + little(UInt32(content.count)) + little(UInt16(name.count))
    var file: [UInt8] =
      [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sizes + [0, 0] + name + content
    let directory = file.count
    file += [0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + sizes
    file += [UInt8](repeating: 0, count: 12) + little(UInt32(0)) + name
    let length = file.count - directory
    file += [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + little(UInt32(length)) + little(UInt32(directory)) + [0, 0]
    return [file]
  }

  static func logs() -> [[UInt8]] { [px4(), arduPilot()] }

  private static func px4() -> [UInt8] {
    var log: [UInt8] = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35, 1] + little(UInt64(7))
    func message(_ type: Character, _ body: [UInt8]) {
      log += little(UInt16(body.count)) + [type.asciiValue ?? 0] + body
    }
    message("B", [UInt8](repeating: 0, count: 40))
    message("F", Array("sensor_mag:uint64_t timestamp;uint32_t device_id;float x;float y;float z;".utf8))
    message("P", [UInt8(19)] + Array("float CAL_MAG0_XOFF".utf8) + little(Float(0.25).bitPattern))
    message("A", [0] + little(UInt16(3)) + Array("sensor_mag".utf8))
    for row in 0..<6 {
      message(
        "D",
        little(UInt16(3)) + little(UInt64(1000 * row)) + little(UInt32(9)) + little(Float(0.2).bitPattern)
          + little(Float(0.1).bitPattern) + little(Float(0.4).bitPattern))
    }
    return log
  }

  private static func arduPilot() -> [UInt8] {
    func text(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
    func describe(_ type: UInt8, _ name: String, _ letters: String, _ columns: String, _ length: UInt8) -> [UInt8] {
      [0xa3, 0x95, 0x80, type, length] + text(name, 4) + text(letters, 16) + text(columns, 64)
    }
    var log = describe(0x80, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns", 89)
    log += describe(9, "MAG", "QBhhh", "TimeUS,I,MagX,MagY,MagZ", 18)
    for row in 0..<6 {
      log += [0xa3, 0x95, 9] + little(UInt64(1000 * row)) + [0] + little(Int16(200)) + little(Int16(-30))
      log += little(Int16(400))
    }
    return log
  }
}
