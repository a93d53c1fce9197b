// Nine clocks and a stop, on two simulated wires.
import SensorDrivers
import TestSupport
import Testing

@Suite struct BusClearTests {
  @Test(arguments: 0...9)
  func clearStuckBus_clocksUntilTheDeviceLetsGoAndStops(held: Int) {
    var lines = SimulatedLines(heldClocks: held)
    #expect(clearStuckBus(&lines))
    let clocks = Array(repeating: ["c-", "c+"], count: held).flatMap { $0 }
    #expect(lines.transcript == clocks + ["c-", "d-", "c+", "d+", "stop"])
  }

  @Test func clearStuckBus_givesUpAfterNineClocks() {
    var lines = SimulatedLines(heldClocks: 10)
    #expect(!clearStuckBus(&lines))
    #expect(lines.transcript == Array(repeating: ["c-", "c+"], count: 9).flatMap { $0 })
  }

  @Test func clearStuckBus_waitsForAStretchedClock() {
    var lines = SimulatedLines(heldClocks: 3)
    lines.stretchedHalfPeriods = 200
    #expect(clearStuckBus(&lines))
    #expect(lines.transcript.last == "stop")
    #expect(lines.halfPeriods > 4 * 200)
  }

  @Test func clearStuckBus_endsWhenTheClockNeverRises() {
    var lines = SimulatedLines(heldClocks: 3)
    lines.stretchedHalfPeriods = 1_000_000
    #expect(!clearStuckBus(&lines))
    #expect(lines.transcript == ["c-", "c+"])
    #expect(lines.halfPeriods <= 10_000)
  }
}
