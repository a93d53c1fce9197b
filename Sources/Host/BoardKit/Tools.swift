// Finds and runs the programs that build and read images.
import Foundation
import TerminalInterface

/// The folders of the programs.
package struct Tools: Sendable {
  let searchPath: [String]

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    searchPath = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }

  /// The path of a program on the search path.
  func find(_ name: String, package: String) throws(BoardError) -> URL {
    for folder in searchPath {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    throw .toolMissing(name: name, package: package)
  }

  func swift() throws(BoardError) -> URL {
    do {
      return try find("swift", package: "")
    } catch {
      throw .toolMissing(name: "swift", package: nil)
    }
  }

  /// A program of the Swift toolchain, from the folder of its compiler. One of the same name on the search path may be of
  /// another version, which cannot read this compiler's files.
  func besideSwift(_ name: String) throws(BoardError) -> URL {
    let swift = try swift()
    let beside = swift.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name)
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    // `swift` is a launcher, which knows where the toolchain is.
    let told = try run(swift, ["-print-target-info"], keepingRemarks: false)
    guard let target = try? ForeignJSON.decode(TargetInformation.self, from: told.utf8) else {
      throw .toolMissing(name: name, package: nil)
    }
    // …/usr/lib/swift
    let file = URL(fileURLWithPath: target.paths.runtimeResourcePath)
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("bin/\(name)")
    guard FileManager.default.isExecutableFile(atPath: file.path) else { throw .toolMissing(name: name, package: nil) }
    return file
  }

  /// The part of what `swift -print-target-info` says that is needed.
  private struct TargetInformation: Decodable {
    struct Paths: Decodable { let runtimeResourcePath: String }
    let paths: Paths
  }

  /// The compiler's runtime library for this core. It has 64-bit arithmetic, and division for cores without it.
  func libgcc(for architecture: Architecture, core: String) throws(BoardError) -> String {
    let (program, package) = architecture.compiler
    let gcc = try find(program, package: package)
    let path = try run(gcc, architecture.compilerOptions(core: core) + ["-print-libgcc-file-name"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard FileManager.default.fileExists(atPath: path) else {
      throw .toolMissing(name: "libgcc for \(core)", package: package)
    }
    return path
  }

  /// Runs a program to its end. Returns its standard output, and also its error output if `keepingRemarks`.
  @discardableResult
  func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, keepingRemarks: Bool = true
  ) throws(BoardError) -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = keepingRemarks ? pipe : FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw .toolFailed(name: program.lastPathComponent, status: 127, output: "\(error)")
    }
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try InputFile.output(of: process, from: pipe, upTo: .image)
    } catch {
      throw .toolFailed(name: program.lastPathComponent, status: process.terminationStatus, output: "\(error)")
    }
    let output = String(decoding: bytes, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw .toolFailed(name: program.lastPathComponent, status: process.terminationStatus, output: output)
    }
    return output
  }
}
