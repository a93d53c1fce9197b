// The vector files are what their generator makes.

import Foundation
import Testing

private let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

@Test(.enabled(if: python != nil))
func vectors_areWhatTheGeneratorMakes() throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: python ?? "")
  process.arguments = [protocols.appendingPathComponent("tools/make_vectors.py").path, "--check"]
  let errors = Pipe()
  process.standardError = errors
  try process.run()
  let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "\(message)")
}
