// Captures: what is written comes back, and every way a file can be spoilt has its name.

import Foundation
import TestSupport
import Testing

@testable import Recordings

private let header = CaptureHeader(linkName: "emulator:microbit", startMicroseconds: 1_700_000_000_123_456)

/// A closed capture with three chunks, its bytes and where each chunk starts.
private func sample(in folder: TemporaryFolder) throws -> (path: String, bytes: [UInt8], starts: [Int]) {
  let path = folder.path("sample.capture")
  let writer = try CaptureWriter(path: path, header: header)
  var starts: [Int] = []
  for (kind, bytes) in [(CaptureKind.sent, [UInt8](0...9)), (.received, [0]), (.note, Array("pulled".utf8))] {
    starts.append(Int(writer.length))
    try writer.append(kind, bytes, at: UInt64(1_000 * starts.count))
  }
  starts.append(Int(writer.length))
  try writer.close(at: 5_000)
  return (path, Array(try Data(contentsOf: URL(fileURLWithPath: path))), starts)
}

/// The chunks of a file and the error that ended it.
private func read(_ path: String) -> (chunks: [CaptureChunk], error: CaptureError?) {
  var chunks: [CaptureChunk] = []
  do {
    let reader = try CaptureReader(path: path)
    while let chunk = try reader.next() { chunks.append(chunk) }
    return (chunks, nil)
  } catch {
    return (chunks, error)
  }
}

private func read(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> (chunks: [CaptureChunk], error: CaptureError?)
{
  let path = folder.path("spoilt.capture")
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  return read(path)
}

@Test func capture_comesBackAsWritten() throws {
  let folder = try TemporaryFolder()
  let (path, _, _) = try sample(in: folder)
  let reader = try CaptureReader(path: path)
  #expect(reader.header == header)
  #expect(try reader.next() == CaptureChunk(kind: .sent, microseconds: 1_000, bytes: [UInt8](0...9)))
  #expect(try reader.next() == CaptureChunk(kind: .received, microseconds: 2_000, bytes: [0]))
  #expect(try reader.next() == CaptureChunk(kind: .note, microseconds: 3_000, bytes: Array("pulled".utf8)))
  #expect(try reader.next() == nil)
  #expect(try reader.next() == nil)
  #expect(reader.chunks == 3)
}

@Test func capture_hasTheBytesOfTheSpecification() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("x")
  let writer = try CaptureWriter(path: path, header: CaptureHeader(linkName: "x", startMicroseconds: 0))
  try writer.append(.received, [0], at: 1)
  try writer.close(at: 1)
  let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  // The example stands in the specification as indented lines of hexadecimal bytes.
  let specification = try String(contentsOfFile: Repository.path("Protocols/capture/spec.md"), encoding: .utf8)
  let example = specification.split(separator: "\n").filter { $0.hasPrefix("    ") }
    .joined(separator: " ").split(separator: " ").compactMap { UInt8($0, radix: 16) }
  #expect(bytes.count == 27 + 19 + 22)
  #expect(bytes == example)
}

@Test func capture_ofManyRandomChunksComesBack() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("many")
  let seed: UInt64 = 20_260_101
  var state = seed
  func random() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
  var chunks: [CaptureChunk] = []
  let writer = try CaptureWriter(path: path, header: header)
  for i in 0..<2_000 {
    let bytes = (0..<Int(random() % 300 + 1)).map { _ in UInt8(truncatingIfNeeded: random()) }
    let chunk = CaptureChunk(
      kind: random() % 2 == 0 ? .received : .sent, microseconds: UInt64(i) * 20_000, bytes: bytes)
    try writer.append(chunk.kind, chunk.bytes, at: chunk.microseconds)
    chunks.append(chunk)
  }
  try writer.close(at: 0)
  let result = read(path)
  #expect(result.error == nil)
  #expect(result.chunks == chunks, "seed \(seed)")
}

@Test(.enabled(if: Repository.hasPython))
func capture_isReadTheSameByTheIndependentReader() throws {
  let folder = try TemporaryFolder()
  let (path, bytes, _) = try sample(in: folder)
  let program = Repository.path("Protocols/tools/read_capture.py")
  let reader = try TemporaryProcess("python3", [program, path])
  let expected = """
    link emulator:microbit start 1700000000123456
    1000 sent 00010203040506070809
    2000 received 00
    3000 note 70756c6c6564

    """
  #expect(reader.finish() == expected)
  #expect(reader.process.terminationStatus == 0)
  let cut = folder.path("cut")
  try Data(bytes.dropLast()).write(to: URL(fileURLWithPath: cut))
  let second = try TemporaryProcess("python3", [program, cut])
  #expect(second.finish().hasPrefix(expected))
  #expect(second.process.terminationStatus == 1)
}

@Test func capture_splitsLongPayloads() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("long")
  let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
  let writer = try CaptureWriter(path: path, header: header)
  try writer.append(.received, [], at: 0)
  try writer.append(.received, bytes, at: 9)
  try writer.close(at: 9)
  let result = read(path)
  #expect(result.chunks.map(\.bytes.count) == [65_536, 65_536, 18_928])
  #expect(result.chunks.flatMap(\.bytes) == bytes)
}

@Test func capture_ofAKilledWriterKeepsEverythingWritten() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("killed")
  let writer = try CaptureWriter(path: path, header: header)
  try writer.append(.received, [1, 2, 3], at: 1)
  try writer.append(.received, [4], at: 2)
  // Nobody closes; the file is read as it stands.
  let result = read(path)
  #expect(result.chunks.map(\.bytes) == [[1, 2, 3], [4]])
  #expect(result.error?.kind == .truncated(offset: writer.length, chunks: 2))
}

@Test func capture_cutAnywhereGivesTheWholeChunksBefore() throws {
  let folder = try TemporaryFolder()
  let (_, bytes, starts) = try sample(in: folder)
  for length in 0..<bytes.count {
    let result = try read(Array(bytes[..<length]), in: folder)
    let whole = max(0, starts.filter { $0 <= length }.count - 1)
    #expect(result.chunks.count == whole, "cut to \(length)")
    if length == 0 {
      #expect(result.error?.kind == .empty)
      continue
    }
    guard case .truncated(_, let chunks) = result.error?.kind else {
      Issue.record("cut to \(length): \(String(describing: result.error))")
      continue
    }
    #expect(Int(chunks) == whole)
    #expect(result.error?.exitStatus == 6)
  }
}

@Test func capture_withAnyByteChangedIsNotAccepted() throws {
  let folder = try TemporaryFolder()
  let (_, bytes, starts) = try sample(in: folder)
  for index in bytes.indices {
    var spoilt = bytes
    spoilt[index] ^= 0x10
    let result = try read(spoilt, in: folder)
    #expect(result.error != nil, "byte \(index)")
    // The chunks before the spoilt byte are given.
    #expect(result.chunks.count >= max(0, starts.filter { $0 <= index }.count - 1), "byte \(index)")
    #expect(result.chunks.count <= 3)
  }
}

@Test func capture_withBytesAfterItsEndIsDamaged() throws {
  let folder = try TemporaryFolder()
  let (_, bytes, _) = try sample(in: folder)
  let result = try read(bytes + [0], in: folder)
  #expect(result.chunks.count == 3)
  #expect(result.error?.kind == .damaged(offset: UInt64(bytes.count), chunks: 3))
}

@Test func capture_skipsKindsItDoesNotKnow() throws {
  let folder = try TemporaryFolder()
  var bytes = CaptureFormat.encode(header)
  bytes += CaptureFormat.encode(kind: 77, microseconds: 1, payload: [9, 9])
  bytes += CaptureFormat.encode(kind: 0, microseconds: 2, payload: [5])
  bytes += CaptureFormat.encode(kind: 255, microseconds: 3, payload: [2, 0, 0, 0])
  let result = try read(bytes, in: folder)
  #expect(result.error == nil)
  #expect(result.chunks == [CaptureChunk(kind: .received, microseconds: 2, bytes: [5])])
}

@Test func file_thatIsNoCaptureIsForeign() throws {
  let folder = try TemporaryFolder()
  let text = try read(Array("t_s,ax,ay,az\n1,2,3,4\n".utf8), in: folder)
  #expect(text.error?.kind == .foreign(looksLikeText: true))
  #expect(text.error?.description.contains("binnacle replay ") == true)
  let binary = try read([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0], in: folder)
  #expect(binary.error?.kind == .foreign(looksLikeText: false))
  // A capture sent through a text conversion has lost its carriage return.
  let (_, bytes, _) = try sample(in: folder)
  let converted = try read(bytes.filter { $0 != 0x0d }, in: folder)
  #expect(converted.error?.kind == .foreign(looksLikeText: false))
}

@Test func capture_ofAnotherVersionSaysWhich() throws {
  let folder = try TemporaryFolder()
  var (_, bytes, _) = try sample(in: folder)
  bytes[8] = 2
  let result = try read(bytes, in: folder)
  #expect(result.error?.kind == .version(found: 2))
  #expect(result.error?.description.contains("format 2") == true)
}

@Test func capture_doesNotOverwriteUnlessAsked() throws {
  let folder = try TemporaryFolder()
  let (path, bytes, _) = try sample(in: folder)
  #expect(throws: CaptureError(kind: .exists, path: path)) { try CaptureWriter(path: path, header: header) }
  #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
  try CaptureWriter(path: path, header: header, replacing: true).close(at: 0)
  #expect(read(path).chunks.isEmpty)
}

@Test func capture_intoAMissingFolderSaysWhy() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("none/x.capture")
  do {
    _ = try CaptureWriter(path: path, header: header)
    Issue.record("written to \(path)")
  } catch {
    #expect(error.exitStatus == 6 && error.description.contains("No such file or directory"))
  }
  #expect(read(path).error?.exitStatus == 5)
}

@Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
func capture_ontoAFullDeviceSaysSo() {
  #expect(throws: CaptureError(kind: .diskFull(bytes: 0), path: "/dev/full")) {
    try CaptureWriter(path: "/dev/full", header: header, replacing: true)
  }
}

/// A disk with room for so many bytes; takes what fits, then refuses, as file systems do.
private final class SmallDisk: CaptureOutput {
  var content: [UInt8] = []
  var capacity: Int
  var code: Int32 = ENOSPC
  /// How many calls are answered with EINTR first.
  var interruptions = 0

  init(capacity: Int) { self.capacity = capacity }

  func write(_ bytes: UnsafeRawBufferPointer) -> (count: Int, code: Int32) {
    if interruptions > 0 {
      interruptions -= 1
      return (-1, EINTR)
    }
    let part = min(bytes.count, capacity - content.count)
    guard part > 0 else { return (-1, code) }
    content += bytes.prefix(part)
    return (part, 0)
  }

  func truncate(to length: UInt64) { content.removeSubrange(Int(length)...) }
  func synchronize() -> Int32 { 0 }
  func close() -> Int32 { 0 }
}

@Test func capture_onAFullDiskKeepsEveryWholeChunk() throws {
  let folder = try TemporaryFolder()
  for capacity in 60..<140 {
    let disk = SmallDisk(capacity: capacity)
    let writer = try CaptureWriter(path: "small", header: header, output: disk)
    var written = 0
    var failure: CaptureError?
    for i in 0..<10 where failure == nil {
      do {
        try writer.append(.received, [UInt8](repeating: UInt8(i), count: 10), at: UInt64(i))
        written += 1
      } catch {
        failure = error
      }
    }
    #expect(failure?.kind == .diskFull(bytes: UInt64(disk.content.count)))
    #expect(throws: CaptureError.self) { try writer.append(.received, [1], at: 99) }
    #expect(throws: CaptureError.self) { try writer.close(at: 99) }
    let result = try read(disk.content, in: folder)
    #expect(result.chunks.count == written, "capacity \(capacity)")
    #expect(result.error?.kind == .truncated(offset: UInt64(disk.content.count), chunks: UInt32(written)))
  }
}

/// An empty file would refuse the next attempt, and holds nothing.
@Test func capture_ofWhichNothingWasKept_leavesNoFile() throws {
  let folder = try TemporaryFolder()
  for (capacity, isKept) in [(0, false), (20, false), (60, false), (100, true)] {
    let path = try folder.write("", to: "full-\(capacity)")
    do {
      let writer = try CaptureWriter(path: path, header: header, output: SmallDisk(capacity: capacity), isNew: true)
      for i in 0..<10 { try? writer.append(.received, [UInt8](repeating: 1, count: 10), at: UInt64(i)) }
      #expect(throws: CaptureError.self) { try writer.close(at: 99) }
    } catch {
      #expect(error.kind == .diskFull(bytes: 0))
    }
    #expect(FileManager.default.fileExists(atPath: path) == isKept, "capacity \(capacity)")
  }
}

@Test func capture_goesOnAfterAnInterruptedWrite() throws {
  let disk = SmallDisk(capacity: 1_000)
  disk.interruptions = 3
  let writer = try CaptureWriter(path: "small", header: header, output: disk)
  disk.interruptions = 3
  try writer.append(.sent, [1, 2], at: 0)
  try writer.close(at: 0)
  #expect(disk.content.count == Int(writer.length))
}

@Test func capture_onABrokenDiskSaysWhatTheSystemSays() throws {
  let disk = SmallDisk(capacity: 60)
  disk.code = EIO
  let writer = try CaptureWriter(path: "small", header: header, output: disk)
  do {
    try writer.append(.sent, [UInt8](repeating: 0, count: 100), at: 0)
    Issue.record("written")
  } catch {
    #expect(error.description.contains("Input/output error") && error.exitStatus == 6)
  }
}
