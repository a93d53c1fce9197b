// Every parser of what others send, as a function of bytes that takes anything.

import BoardKit
import Correction
import FlightLogs
import Foundation
import LinkProtocol
import Marine
import Recordings

/// A parser and the valid inputs that random changes begin with.
package struct FuzzedParser: Sendable {
  package let name: String
  package let seeds: @Sendable () -> [[UInt8]]
  package let parse: @Sendable ([UInt8]) -> Void

  /// All of them.
  package static let all: [FuzzedParser] = [
    FuzzedParser(name: "frames", seeds: Seeds.frames, parse: frames),
    FuzzedParser(name: "records", seeds: Seeds.records, parse: record),
    FuzzedParser(name: "captures", seeds: Seeds.captures, parse: capture),
    FuzzedParser(name: "text", seeds: Seeds.texts, parse: text),
    FuzzedParser(name: "live-text", seeds: Seeds.texts, parse: liveText),
    FuzzedParser(name: "logs", seeds: Seeds.logs, parse: log),
    FuzzedParser(name: "zip", seeds: Seeds.archives, parse: archive),
    FuzzedParser(name: "nmea", seeds: Seeds.sentences, parse: sentences),
    FuzzedParser(name: "gpsd", seeds: Seeds.reports, parse: reports),
    FuzzedParser(name: "uf2", seeds: Seeds.uf2, parse: uf2),
    FuzzedParser(name: "hex", seeds: Seeds.hex, parse: hex),
    FuzzedParser(name: "elf", seeds: Seeds.elf, parse: elf),
  ]

  private static func frames(_ bytes: [UInt8]) {
    var decoder = FrameDecoder()
    for byte in bytes { _ = decoder.feed(byte) }
  }

  private static func record(_ bytes: [UInt8]) {
    // With its own checksum and with a right one: most changes would end at the first.
    for bytes in [bytes, Checksums.repairedRecord(bytes)] {
      if let record = try? CalibrationRecord(bytes: bytes.span) { _ = record.bytes() }
    }
  }

  private static func capture(_ bytes: [UInt8]) {
    for bytes in [bytes, Checksums.repairedCapture(bytes)] {
      guard let reader = try? CaptureReader(bytes: bytes) else { continue }
      while (try? reader.next()) ?? nil != nil {}
    }
  }

  private static func text(_ bytes: [UInt8]) {
    guard let table = try? RecordingTable(bytes: bytes, name: "input") else { return }
    // Where a unit is asked for, microtesla is the answer.
    for unit in [nil, UnitOption(FieldUnit.microtesla)] {
      let given = LineColumns(columns: nil, field: unit)
      guard let columns = try? RecordingColumns(table, given, allowsPlane: true) else { continue }
      _ = try? Recording(table: table, options: columns.options)
      break
    }
  }

  private static func liveText(_ bytes: [UInt8]) {
    var reader = LineReader(name: "input", columns: LineColumns(), beginsAnywhere: true)
    let middle = bytes.count / 2
    _ = try? reader.rows(bytes[..<middle])
    _ = try? reader.decide()
    _ = try? reader.rows(bytes[middle...])
    _ = try? reader.finish()
  }

  private static func log(_ bytes: [UInt8]) {
    guard var log = FlightLog(first: bytes) else { return }
    log.read(bytes)
    _ = log.finish()
  }

  private static func archive(_ bytes: [UInt8]) {
    guard let archive = ZipArchive(bytes) else { return }
    // One large file unpacked is enough of them.
    for entry in archive.entries.prefix(3) { _ = archive.contents(entry) }
  }

  private static func sentences(_ bytes: [UInt8]) {
    for bytes in [bytes, Checksums.repairedSentences(bytes)] {
      var reader = SentenceReader()
      var receiver = PositionReceiver()
      for sentence in reader.read(bytes) { _ = receiver.receive(Statement(sentence)) }
      if let sentence = reader.finish() { _ = receiver.receive(Statement(sentence)) }
    }
  }

  private static func reports(_ bytes: [UInt8]) {
    let line = String(decoding: bytes, as: UTF8.self)
    _ = DaemonReport.kind(line: line)
    _ = DaemonReport.fix(line: line)
  }

  private static func uf2(_ bytes: [UInt8]) {
    do throws(FlashDefect) {
      let content = try UF2.content(of: bytes, family: 0xe48b_ff56)
      try content.check(in: 0x1000_0000..<0x1020_0000)
      try content.check(isOf: "pico", among: ["pico", "microbit"])
    } catch {}
  }

  private static func hex(_ bytes: [UInt8]) {
    do throws(FlashDefect) {
      let content = try IntelHex.content(of: bytes)
      try content.check(in: 0..<0x8_0000)
      try content.check(isOf: "microbit", among: ["pico", "microbit"])
    } catch {}
  }

  private static func elf(_ bytes: [UInt8]) { _ = try? ELFFile(path: "input", bytes: bytes) }
}
