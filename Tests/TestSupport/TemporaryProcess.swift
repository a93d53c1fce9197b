// A program that runs beside a test and ends with it.
import Foundation

/// A child process with its input and output at hand, killed when the value goes away.
package final class TemporaryProcess: @unchecked Sendable {
  package let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  package init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit {
    end()
  }

  /// Waits for one line of its output.
  package func line() -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for the program to end and returns the rest of its output.
  package func finish() -> String {
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self)
  }

  /// Kills it.
  package func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
