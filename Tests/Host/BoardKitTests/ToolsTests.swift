// The programs of the Swift toolchain are those beside its compiler, whatever stands before them on PATH.
import Foundation
import TestSupport
import Testing

@testable import BoardKit

/// A folder of programs that are shell scripts.
private func programs(_ scripts: [String: String], in folder: URL) throws {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (name, script) in scripts {
    let file = folder.appendingPathComponent(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }
}

@Test(arguments: [true, false])
func toolOfSwift_isTheToolchainsAndNotTheFirstOnPath(isBesideSwift: Bool) throws {
  let folder = try TemporaryFolder()
  let (strangers, launchers) = (folder.url.appending(path: "strangers"), folder.url.appending(path: "launchers"))
  let toolchain = folder.url.appending(path: "usr/bin")
  try programs(["llvm-objcopy": "exit 9"], in: strangers)
  try programs(["llvm-objcopy": "echo ours"], in: toolchain)
  // A launcher is in a folder of its own, and knows the toolchain.
  let information = #"{"paths": {"runtimeResourcePath": "\#(folder.url.path)/usr/lib/swift"}}"#
  try programs(["swift": "echo '\(information)'"], in: isBesideSwift ? toolchain : launchers)
  let tools = Tools(environment: ["PATH": [strangers, launchers, toolchain].map(\.path).joined(separator: ":")])
  let found = try tools.besideSwift("llvm-objcopy")
  #expect(try tools.run(found, []) == "ours\n")
  #expect(throws: BoardError.self) { try tools.besideSwift("llvm-absent") }
}
