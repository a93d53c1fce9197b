// Firmware with one wrong constant: whoever checks a stream must notice.
import BoardKit
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test func alteredConstant_failsTheStreamAndTheSelfTest() throws {
    let folder = try TemporaryFolder()
    // Only what images are built from is copied; the rest of the package is there by name.
    for name in ["Package.swift", "Sources", "Boards"] {
      try FileManager.default.copyItem(atPath: Repository.path(name), toPath: folder.path(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Tests"), withDestinationPath: Repository.path("Tests"))
    let file = folder.path("Sources/Foundations/Quantities/ScaleTable.swift")
    let source = try String(contentsOfFile: file, encoding: .utf8)
    try #require(source.components(separatedBy: "20_000, 220, 196").count == 2, "the gain stands in \(file) once")
    try Data(source.replacingOccurrences(of: "20_000, 220, 196", with: "20_000, 222, 196").utf8).write(
      to: URL(fileURLWithPath: file))
    let project = Project(root: folder.url, hasSources: true)
    let image = try BoardBuilder(project).build(project.board(named: "lm3s6965evb"))
    #expect(try image.imageHash() != Images.of("lm3s6965evb").imageHash())

    let outcome = try Program.run(
      "stream", "emulator:lm3s6965evb", "--readings", "60", "--rate", "50", "--check", "--json", root: folder.url.path)
    #expect(outcome.status == 1, "\(outcome.remarks)")
    let verdict = try outcome.verdict()
    #expect(try verdict.flag("pass") == false)
    #expect(try verdict.flag("numeric.pass") == false)
    #expect(try verdict.flag("truth.pass") == false)
    #expect(try verdict.integer("numeric.fieldMismatches") == 60)
    // It failed for the reason it was given: counts worth 1/1110 gauss in X and Y.
    for reading in try outcome.readings() {
      let (counts, field) = (try reading.numbers("counts"), try reading.numbers("fieldNanotesla"))
      for (axis, perGauss) in [1110.0, 1110, 980].enumerated() {
        #expect(field[axis] == (counts[axis] * 100_000 / perGauss + 0.5).rounded(.down))
      }
    }

    let tests = try Program.run("selftest", "emulator:lm3s6965evb", "--json", root: folder.url.path)
    #expect(tests.status == 1)
    let failed = try tests.readings().filter { try $0.text("status") == "failed" }
    #expect(try failed.map { try $0.text("test") } == ["counts to nT and micro-g, mismatches"])
  }
}
