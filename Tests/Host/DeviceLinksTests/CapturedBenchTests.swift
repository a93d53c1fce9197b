// The world around a board, out of what a capture noted about it.
import HostSession
import LinkProtocol
import Quantities
import Simulation
import Testing

@testable import DeviceLinks

/// A reading of the emulated chip at this device time.
private func reading(at microseconds: UInt64, _ counts: Vector3) -> Reading {
  var reading = Reading()
  reading.time = Instant(microseconds: microseconds)
  reading.scale = FieldScale(rawValue: 1)
  reading.counts = counts
  return reading
}

/// Device time 0 at host time 0, known to 2 µs.
private func clock() -> ClockTrack {
  var clock = ClockTrack()
  clock.add(ClockEstimate(sent: 0, received: 2_000, device: Instant(microseconds: 1)))
  return clock
}

@Test func capturedBench_knowsAFieldWhoseChangeWasUnderWay() throws {
  let notes = [
    "clock offset 0 uncertainty 2000 device 1", "world horizontal 20000.0 hard-iron 60000.0 60000.0 60000.0",
    "field 80000 60000 102890 began 0 ended 1000", "field 60000 40000 102890 began 1000000000 ended \(UInt64.max)",
  ]
  let bench = try #require(Benches.captured(notes))
  #expect(bench.horizontalNanotesla == 20_000 && !bench.usesDeviceClock)
  let first = bench.fields(of: reading(at: 500_000, Vector3(x: 880, y: 660, z: 1008)), clock: clock())
  #expect(first.map(\.headingDegrees) == [0])
  #expect(first.map(\.counts) == [SIMD3(880, 660, 1008)])
  // After the change began, either field may be there.
  let second = bench.fields(of: reading(at: 1_500_000, Vector3(x: 660, y: 440, z: 1008)), clock: clock())
  #expect(second.map(\.headingDegrees) == [0, 90])
}

@Test func capturedBench_ofASimulationGoesByDeviceTime() throws {
  let notes = ["simulated horizontal 20000.0", "sample 250 counts 220 -2 420 heading 0.486"]
  let bench = try #require(Benches.captured(notes))
  #expect(bench.horizontalNanotesla == 20_000 && bench.usesDeviceClock)
  let fields = bench.fields(of: reading(at: 250, .zero), clock: ClockTrack())
  #expect(fields == [TrueField(counts: SIMD3(220, -2, 420), headingDegrees: 0.486)])
  #expect(bench.fields(of: reading(at: 251, .zero), clock: ClockTrack()).isEmpty)
}

@Test func capturedBench_ofASimulationAtAPlace_knowsItsDeclination() throws {
  let notes = ["simulated horizontal 21574.2 declination 3.65", "sample 250 counts 220 -2 420 heading 0.486"]
  let bench = try #require(Benches.captured(notes))
  #expect(bench.horizontalNanotesla == 21_574.2)
  #expect(bench.fields(of: reading(at: 250, .zero), clock: ClockTrack()).map(\.declinationDegrees) == [3.65])
}

@Test(arguments: [
  [], ["stream readings 3 real 1"], ["world horizontal 20000.0 hard-iron 1.0 2.0 nonsense"],
  ["world horizontal 20000.0 hard-iron 1.0 2.0 3.0", "field 1 2 3 began 9 ended 8"],
  ["world horizontal 20000.0 hard-iron 1.0 2.0 3.0", "field 1 2 \(Int.max) began 8 ended 9"],
])
func capturedBench_isNoneWithoutSoundNotes(notes: [String]) {
  #expect(Benches.captured(notes) == nil)
}
