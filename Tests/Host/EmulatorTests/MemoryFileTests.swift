// Where an emulated board's memory lies, and what is said when it cannot lie there.
import Foundation
import TestSupport
import Testing

@testable import Emulator

@Test func memoryFile_isMadeBlank_andKept() throws {
  let folder = try TemporaryFolder()
  let state = folder.path("a/b")
  do {
    let file = try MemoryFile(board: "x", in: state, size: 64)
    #expect(file.path == state + "/x-records.bin")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data(repeating: 0xff, count: 64))
    try Data(repeating: 3, count: 64).write(to: URL(fileURLWithPath: file.path), options: [])
  }
  let again = try MemoryFile(board: "x", in: state, size: 64)
  #expect(try Data(contentsOf: URL(fileURLWithPath: again.path)) == Data(repeating: 3, count: 64))
}

@Test func memoryFile_withoutAFolder_leavesNothing() throws {
  let file = try MemoryFile(board: "x", in: nil, size: 64)
  // Another process can open it, but no folder holds a name of it.
  #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data(repeating: 0xff, count: 64))
  let name = try FileManager.default.destinationOfSymbolicLink(atPath: file.path)
  #expect(name.hasSuffix(".bin (deleted)"), "\(name)")
}

private func reason(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}

@Test func memoryFile_inUse_ofAnotherSize_orOutOfReach_isToldWithItsFolder() throws {
  let folder = try TemporaryFolder()
  let held = try MemoryFile(board: "x", in: folder.url.path, size: 64)
  let inUse = reason { _ = try MemoryFile(board: "x", in: folder.url.path, size: 64) }
  #expect(inUse.contains("another emulator or simulation uses it") && inUse.contains(folder.url.path))
  // A board of another name has a memory of its own.
  #expect(reason { _ = try MemoryFile(board: "y", in: folder.url.path, size: 64) } == "no error")
  #expect(held.path.hasSuffix("x-records.bin"))
  _ = try folder.write("short", to: "z-records.bin")
  #expect(reason { _ = try MemoryFile(board: "z", in: folder.url.path, size: 64) }.contains("has 5 bytes and not 64"))
  let file = try folder.write("", to: "file")
  let told = reason { _ = try MemoryFile(board: "x", in: file, size: 64) }
  #expect(told.contains("cannot keep the board's memory: \(file) is a file"), "\(told)")
  #expect(reason { _ = try MemoryFile(board: "x", in: file + "/deeper", size: 64) }.contains("\(file) is a file"))
  let refused = reason { _ = try MemoryFile(board: "x", in: "/proc/none/here", size: 64) }
  #expect(refused.contains("/proc/none cannot be made"), "\(refused)")
  // What is missing is made.
  #expect(reason { _ = try MemoryFile(board: "x", in: folder.path("a/b/c"), size: 64) } == "no error")
}

@Test func stateFolder_forABoardWithoutMemoryFile_isRefused() throws {
  let firmware = try EchoFirmware("microbit")
  let folder = try TemporaryFolder()
  let told = reason {
    _ = try EmulatedBoard(board: "microbit", image: firmware.image, stateFolder: folder.url.path)
  }
  #expect(told.contains("emulator:microbit keeps nothing in a file"))
}

@Test func commandLine_namesTheMemoryFile_withItsCommasDoubled() throws {
  let machine = try EmulatedMachine.named("lm3s6965evb")
  let line = machine.commandLine(image: "i", memoryFile: "/a,b/c", extra: [])
  #expect(line.contains("if=none,id=records,format=raw,file=/a,,b/c"))
  #expect(machine.memory?.size == 4096)
  #expect(try EmulatedMachine.named("microbit").memory == nil)
}
