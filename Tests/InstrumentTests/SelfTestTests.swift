// The self-test list on the host.

import SelfTest
import Testing
import Wire

@Suite struct SelfTestTests {
  @Test(arguments: 0..<SelfTest.count)
  func selfTest_onTheHost_passes(_ index: Int) {
    let report = SelfTest.run(index)
    #expect(report.status == .passed, "\(report.name): \(report.measured), limit \(report.limit)")
    #expect(report.index == UInt8(index))
    #expect(report.name.utf8CodeUnitCount <= 64)
  }

  @Test func selfTest_names_areDistinct() {
    let names = Set((0..<SelfTest.count).map { "\(SelfTest.run($0).name)" })
    #expect(names.count == SelfTest.count)
  }
}
