// The fusion with a gyroscope in real firmware: a Cortex-M4 finds what this process finds, bit for bit.
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  @Test func motion_onACortexM4_isThatOfThisProcess() throws {
    let folder = try TemporaryFolder()
    var text = "t,mx,my,mz,ax,ay,az,gx,gy,gz\n"
    for n in 0..<600 {
      // At rest for 2 s, then to and fro, with noise of a few counts.
      let time = Double(n) / 50
      let turn = time < 2 ? 0 : 60 * sin(1.5 * (time - 2))
      let angle = (time < 2 ? 0 : 40 * (1 - cos(1.5 * (time - 2)))) * .pi / 180
      let jitter = Double(n * 37 % 11 - 5) / 50
      let row = [
        time, 20 * cos(angle) + jitter, -20 * sin(angle) - jitter, 41 + jitter, jitter / 20, -jitter / 30, -1,
        0.4 + jitter, -0.7 - jitter, turn + 1.1 + jitter,
      ]
      text += row.map { "\($0)" }.joined(separator: ",") + "\n"
    }
    let path = folder.path("turn.csv")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let words = [
      "stream", "recording:\(path)", "--columns", "mx,my,mz,ax,ay,az,gx,gy,gz", "--time", "t", "--json",
    ]
    let here = try Program.run(words)
    let there = try Program.run(words + ["--on", "emulator:mps2-an386"])
    #expect(here.status == 0 && there.status == 0, "\(there.remarks)")
    #expect(here.lines == there.lines)
    let last = try #require(here.lines.last)
    #expect(last.contains("\"fused\":true"), "\(last)")
  }
}
