// The self-test list on the host.

import LinkProtocol
import SelfTest
import Testing

private func text(_ name: SelfTestName) -> String {
  let bytes = name.bytes
  return String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
}

@Suite struct SelfTestTests {
  @Test(arguments: 0..<SelfTestList.count)
  func selfTest_onTheHost_passes(_ index: Int) {
    let report = SelfTestList.run(index)
    #expect(report.status == .passed, "\(text(report.name)): \(report.measured), limit \(report.limit)")
    #expect(report.index == UInt8(index))
  }

  @Test func selfTest_names_areDistinctAndShort() {
    let names = (0..<SelfTestList.count).map { text(SelfTestList.run($0).name) }
    #expect(Set(names).count == SelfTestList.count)
    for name in names { #expect(!name.isEmpty && name.utf8.count <= 64 && !name.contains("\n")) }
    #expect(names.last?.hasPrefix("undefined directions") == true)
  }
}
