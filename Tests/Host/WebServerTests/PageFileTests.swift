// Page and report in the program are those in the folders.
import Foundation
import TestSupport
import Testing

@testable import WebServer

@Test func embeddedPage_isTheFolder_fileByFile() throws {
  let folder = Repository.folder.appendingPathComponent("Sources/Web/Page")
  let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
  var expected: [String: Data] = [:]
  for case let file as URL in walk where !file.hasDirectoryPath && !file.path.hasSuffix(".d.ts") {
    expected[String(file.path.dropFirst(folder.path.count + 1))] = try Data(contentsOf: file)
  }
  // The core is built apart from the sources.
  let embedded = PageFile.embedded().filter { $0.path != "binnacle-page.wasm" }
  #expect(
    Set(embedded.map(\.path)) == Set(expected.keys), "run python3 Sources/Host/CPage/table.py, and build again")
  for file in embedded { #expect(expected[file.path] == Data(file.bytes), "\(file.path): build again") }
  #expect(expected.count > 10)
  for file in embedded where file.path.hasSuffix(".js") {
    #expect(file.type.hasPrefix("text/javascript"), "\(file.path)")
  }
}

@Test func filesOfAReport_areTheFolder_andAreNotServed() throws {
  let folder = Repository.folder.appendingPathComponent("Sources/Web/Report")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  let embedded = PageFile.ofReport()
  #expect(Set(embedded.map(\.path)) == Set(names), "run python3 Sources/Host/CPage/table.py, and build again")
  for file in embedded {
    #expect(
      try Data(contentsOf: folder.appendingPathComponent(file.path)) == Data(file.bytes), "\(file.path): build again")
  }
  #expect(Set(PageFile.embedded().map(\.path)).isDisjoint(with: names))
}
