// Long checks show that they go on: on a terminal, and nowhere else.
import HostSession
import Links
import SerialLink
import Simulation
import Testing

@testable import BinnacleTool

/// A device that hears the first words and nothing after them.
private final class DeafDevice: ByteStream, @unchecked Sendable {
  let name = "deaf"
  private let device = LoopbackDevice(
    name: "deaf", sensor: SimulatedSensor(world: World(path: .circles(each: 10)), seed: 1))
  private var writes = 0

  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    try device.read(into: buffer, deadline: deadline)
  }

  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    writes += 1
    if writes == 1 { try device.write(bytes, deadline: deadline) }
  }

  func close() { device.close() }
}

@Test func checkLink_ofADeviceThatDoesNotAnswer_showsThatItGoesOn() throws {
  for isTerminal in [true, false] {
    let spy = SpyConsole(isTerminal: isTerminal)
    try LinkCheck(HostSession(DeafDevice()), frames: 2).run(progress: spy.console)
    #expect(spy.remarks.contains("link  [") == isTerminal, "\(spy.remarks)")
    #expect(spy.remarks.isEmpty != isTerminal && spy.results.isEmpty)
  }
}

@Test(arguments: [true, false])
func checkCalibration_showsEveryPhase(isTerminal: Bool) {
  let spy = SpyConsole(isTerminal: isTerminal)
  _ = CommandLineTool.binnacle.run(
    ["check", "calibration", "--worlds", "4", "--outliers", "2", "--json"], console: spy.console)
  for phase in ["calibration  [", "outliers  ["] { #expect(spy.remarks.contains(phase) == isTerminal) }
  #expect(spy.remarks.isEmpty != isTerminal)
}

@Test(arguments: [true, false])
func checkOrdering_showsHowFarItIs(isTerminal: Bool) {
  let spy = SpyConsole(isTerminal: isTerminal)
  #expect(CommandLineTool.binnacle.run(["check", "ordering", "--tier", "tiny", "--json"], console: spy.console) == 1)
  #expect(spy.remarks.contains("ordering  [") == isTerminal)
  #expect(spy.remarks.isEmpty != isTerminal)
}
