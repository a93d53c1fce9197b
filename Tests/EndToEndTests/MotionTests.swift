// The fusion with a gyroscope in real firmware: a Cortex-M4 and a Cortex-M33 find what this process finds, bit for bit.
import Foundation
import Reference
import TestSupport
import Testing

extension EndToEnd {
  @Test(arguments: ["mps2-an386", "mps2-an505"])
  func motion_onOtherCores_isThatOfThisProcess(board: String) throws {
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
      "replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az,gx,gy,gz", "--time", "t", "--json",
    ]
    let here = try Program.run(words)
    let there = try Program.run(words + ["--on", "emulator:\(board)"])
    #expect(here.status == 0 && there.status == 0, "\(there.remarks)")
    // The check of the axes computes between samples: how far it is when a sample is told depends on the processor's time.
    func told(_ lines: [String]) -> [String] { lines.map { $0.replacing(#/,"axesConfirmed":\[[^\]]*\]/#, with: "") } }
    #expect(told(here.lines) == told(there.lines))
    let last = try #require(here.lines.last)
    #expect(last.contains("\"fused\":true"), "\(last)")
  }

  /// A trial of BROAD in a room, with optical truth: the fused heading against the compass's, in motion and at rest.
  @Test func recording_withAGyroscope_isNearerToTheOpticalTruth() throws {
    let outcome = try Program.run([
      "replay", "\(Repository.path("Tests/Data/marg/broad_slow_rotation_breaks.csv"))",
      "--columns", "mx,-my,-mz,ax,-ay,-az,gx,-gy,-gz", "--unit", "uT", "--accel-unit", "m/s2", "--gyro-unit", "rad/s",
      "--time", "t_s", "--json",
    ])
    #expect(outcome.status == 0, "\(outcome.remarks)")
    var squares = (fused: 0.0, compass: 0.0)
    var rows = 0.0
    var inside = 0.0
    for reading in try outcome.lines.map({ try JSON(line: $0) }) {
      func value(_ name: String) throws -> Double { try reading.number("input.\(name)") }
      let (w, x, y, z) = (try value("qw"), try value("qx"), try value("qy"), try value("qz"))
      // With the nose up or down there is not much of a heading.
      let isLevel = abs(2 * (x * z - w * y)) < 0.9
      guard isLevel, try reading.flag("motion.fused"), !reading.isNull("compass.magneticHeadingDegrees") else {
        continue
      }
      // Magnetic north lies 0.81° from optical north (Tests/Data/README.md).
      let truth = atan2(1 - 2 * (y * y + z * z), 2 * (x * y + w * z)) * 180 / .pi + 0.81
      func error(_ name: String) throws -> Double {
        ReferenceAngle.shortestDifferenceDegrees(from: truth, to: try reading.number(name))
      }
      let (fused, compass) = (try error("motion.magneticHeadingDegrees"), try error("compass.magneticHeadingDegrees"))
      squares = (squares.fused + fused * fused, squares.compass + compass * compass)
      inside += try abs(fused) <= reading.number("motion.accuracyDegrees") ? 1 : 0
      rows += 1
    }
    #expect(rows == 3924)
    // docs/notebook/motion.md has the figures: 1.63° and 6.68° RMS.
    #expect((squares.fused / rows).squareRoot() < 1.635 && (squares.compass / rows).squareRoot() > 6.67)
    #expect(inside / rows > 0.95)
  }
}
