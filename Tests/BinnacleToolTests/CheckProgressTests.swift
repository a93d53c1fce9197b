// Long checks show that they go on, on a terminal and nowhere else; and the check of a link takes lateness for no loss.
import Foundation
import HostSession
import Links
import SerialLink
import Simulation
import Testing

@testable import BinnacleTool

/// A device that hears the first words and nothing after them, or is heard late after some of them.
private final class OddDevice: ByteStream, @unchecked Sendable {
  let name = "odd"
  private let device = LoopbackDevice(
    name: "odd", sensor: SimulatedSensor(world: World(path: .circles(each: 10)), seed: 1))
  private let hears: Int
  private let isLateAfter: [Int]
  private var isHeardFrom = Date.distantPast
  private var writes = 0

  init(hears: Int = .max, isLateAfter: [Int] = []) { (self.hears, self.isLateAfter) = (hears, isLateAfter) }

  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    while isHeardFrom > Date() {
      if deadline.hasPassed { return 0 }
      usleep(1_000)
    }
    return try device.read(into: buffer, deadline: deadline)
  }

  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    writes += 1
    if isLateAfter.contains(writes) { isHeardFrom = Date() + 1.3 }
    if writes <= hears { try device.write(bytes, deadline: deadline) }
  }

  func close() { device.close() }
}

@Test func checkLink_ofADeviceThatDoesNotAnswer_showsThatItGoesOn() throws {
  for isTerminal in [true, false] {
    let spy = SpyConsole(isTerminal: isTerminal)
    try LinkCheck(HostSession(OddDevice(hears: 1)), frames: 2).run(progress: spy.console)
    #expect(spy.remarks.contains("link  [") == isTerminal, "\(spy.remarks)")
    #expect(spy.remarks.isEmpty != isTerminal && spy.results.isEmpty)
  }
}

@Test func checkLink_ofADeviceThatAnswersLate_losesNothing() throws {
  // The third frame goes alone, the thirtieth among others, the last is the fortieth.
  let session = HostSession(OddDevice(isLateAfter: [4, 31, 41]))
  let check = LinkCheck(session, frames: 40)
  try check.run(progress: SpyConsole(isTerminal: false).console)
  #expect(try check.passes(session.statistics()))
}

@Test(arguments: [true, false])
func checkCalibration_showsEveryPhase(isTerminal: Bool) {
  let spy = SpyConsole(isTerminal: isTerminal)
  _ = CommandLineTool.binnacle.run(
    ["check", "calibration", "--worlds", "4", "--outliers", "2", "--json"], console: spy.console)
  for phase in ["calibration  [", "outliers  ["] { #expect(spy.remarks.contains(phase) == isTerminal) }
  #expect(spy.remarks.isEmpty != isTerminal)
}

@Test func checkOrdering_showsHowFarItIs() {
  let spy = SpyConsole(isTerminal: true)
  #expect(CommandLineTool.binnacle.run(["check", "ordering", "--tier", "tiny", "--json"], console: spy.console) == 1)
  #expect(spy.remarks.contains("ordering  ["))
}
