// The device's clock against the host's: what is claimed must hold.
import Foundation
import HostSession
import LinkProtocol
import Quantities
import TestSupport
import Testing

/// Two clocks and a line between them whose delays differ both ways.
private struct SimulatedClocks {
  var generator: SeededGenerator
  /// Host nanoseconds at device time 0, and how much faster the device's clock runs.
  let offset: Int64
  let drift: Double
  var now: UInt64

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    offset = Int64.random(in: 1_000_000_000...2_000_000_000_000, using: &generator)
    drift = Double.random(in: -50e-6...50e-6, using: &generator)
    now = UInt64(offset) + UInt64.random(in: 0...5_000_000_000, using: &generator)
  }

  /// What the device's clock shows at a host time; whole microseconds.
  func device(at host: UInt64) -> Instant {
    Instant(microseconds: UInt64(Double(Int64(host) - offset) * (1 + drift) / 1000))
  }

  mutating func roundTrip() -> ClockEstimate {
    let sent = now
    let read = sent + UInt64.random(in: 1_000...40_000_000, using: &generator)
    let received = read + UInt64.random(in: 1_000...40_000_000, using: &generator)
    now = received + UInt64.random(in: 0...300_000_000, using: &generator)
    return ClockEstimate(sent: sent, received: received, device: device(at: read))
  }
}

@Test(arguments: 1...200 as ClosedRange<UInt64>)
func clockEstimate_boundsTheTrueOffset(seed: UInt64) {
  var clocks = SimulatedClocks(seed: seed)
  let start = clocks.now
  let estimate = clocks.roundTrip()
  // As long as both clocks run alike: the true offset is that of the moment.
  let trueOffset = Int64(start) - Int64(Double(Int64(start) - clocks.offset) * (1 + clocks.drift))
  let error = abs(estimate.offsetNanoseconds - trueOffset)
  // 80 ms of round trip at 50 ppm.
  #expect(error <= estimate.uncertaintyNanoseconds + 4_000, "seed \(seed)")
}

@Test(arguments: 1...100 as ClosedRange<UInt64>)
func clockTrack_boundsTheTimeOfEveryReadingBetweenEstimates(seed: UInt64) {
  var clocks = SimulatedClocks(seed: seed)
  var track = ClockTrack()
  let start = clocks.now
  for _ in 0..<30 { track.add(clocks.roundTrip()) }
  let end = clocks.now
  let last = track.estimates[track.estimates.count - 1].device
  for _ in 0..<200 {
    let moment = UInt64.random(in: start...end, using: &clocks.generator)
    let shown = clocks.device(at: moment)
    guard shown >= track.estimates[0].device, shown <= last, let host = track.host(at: shown) else { continue }
    // A grain of one microsecond, either way.
    let isWithin = host.lowerBound - 1_000 <= Int64(moment) && Int64(moment) <= host.upperBound + 1_000
    #expect(isWithin, "seed \(seed): \(moment) not in \(host)")
    #expect(Double(host.upperBound - host.lowerBound) / 2e9 <= track.uncertainty.worst + 2e-9)
  }
}

@Test func clockTrack_deviceThatStoodStill_widensWhatIsPossible() {
  var track = ClockTrack()
  track.add(ClockEstimate(sent: 1_000_000, received: 1_002_000, device: Instant(microseconds: 1_000)))
  // The machine was stopped for 5 ms between the two.
  track.add(ClockEstimate(sent: 16_000_000, received: 16_002_000, device: Instant(microseconds: 11_000)))
  guard let host = track.host(at: Instant(microseconds: 6_000)) else {
    Issue.record("nothing is known")
    return
  }
  #expect(host.contains(6_001_000), "stopped after it")
  #expect(host.contains(11_001_000), "stopped before it")
  #expect(track.uncertainty.worst >= 0.0025)
}

/// One stall says little of the other readings.
@Test func clockTrack_typicalUncertainty_isThatOfHalfTheTimes() {
  var track = ClockTrack()
  #expect(track.uncertainty == (0, 0))
  for step in 0..<9 as Range<UInt64> {
    let stall: UInt64 = step < 6 ? 0 : 40_000_000
    let sent = step * 100_000_000 + stall
    track.add(
      ClockEstimate(sent: sent, received: sent + 2_000_000, device: Instant(microseconds: step * 100_000 + 1_000)))
  }
  #expect(abs(track.uncertainty.typical - 0.001_001) < 1e-6)
  #expect(abs(track.uncertainty.worst - 0.061_001) < 1e-6)
}

/// As QEMU did on a machine that was stopped again and again for 0.7 s: its guest's clock made up for a part of each.
@Test func clockTrack_deviceThatHurriedAfterItStoodStill_mayHaveBeenAheadInBetween() {
  var track = ClockTrack()
  func add(device: UInt64, offset: Int64, uncertainty: Int64) {
    track.add(
      ClockEstimate(
        offsetNanoseconds: offset, uncertaintyNanoseconds: uncertainty, device: Instant(microseconds: device)))
  }
  add(device: 1_701_543, offset: 861_946_981_483, uncertainty: 345_330)
  add(device: 2_013_265, offset: 862_494_976_257, uncertainty: 18_065_754)
  add(device: 2_638_115, offset: 862_675_759_755, uncertainty: 7_597_651)
  // The reading was of a field that was gone by 864.572 s.
  #expect(track.host(at: Instant(microseconds: 2_185_583))?.contains(864_571_000_000) == true)
}

/// A sample that is repeated may be older than the first look at the clock.
@Test func clockTrack_beforeTheFirstEstimate_knowsOnlyTheLatestMoment() {
  var track = ClockTrack()
  track.add(ClockEstimate(sent: 90_000_000, received: 92_000_000, device: Instant(microseconds: 60_000)))
  guard let host = track.host(at: Instant(microseconds: 50_000)) else {
    Issue.record("nothing is known")
    return
  }
  #expect(host.contains(81_000_000), "it ran all the time")
  #expect(host.contains(60_000_000), "it stood still for 20 ms")
  #expect(!host.contains(82_002_000), "it cannot have run faster")
}

@Test func clockTrack_forgetting_keepsWhatReadingsAskFor_andHowUncertainItWas() {
  var whole = ClockTrack()
  for step in 0..<1_000 as Range<UInt64> {
    let stall: UInt64 = step < 300 ? 0 : 40_000_000
    let sent = step * 100_000_000 + stall
    whole.add(
      ClockEstimate(sent: sent, received: sent + 2_000_000, device: Instant(microseconds: step * 100_000 + 1_000)))
  }
  var track = whole
  for moment in stride(from: 0 as UInt64, through: 99_000_000, by: 700_000) {
    track.forget(before: Instant(microseconds: moment))
    #expect(track.host(at: Instant(microseconds: moment)) == whole.host(at: Instant(microseconds: moment)))
  }
  #expect(track.estimates.count == 14, "from the last before 98.7 s on")
  #expect(track.uncertainty == whole.uncertainty)
}

@Test func clockTrack_withoutEstimates_knowsNothing() {
  #expect(ClockTrack().host(at: Instant(microseconds: 5)) == nil)
}

@Test func clockTrack_readingOlderThanTheLooksBeforeIt_settlesNothingThatIsStillToCome() {
  var track = ClockTrack()
  #expect(track.settled(lastReading: Instant(microseconds: 10)) == nil, "no look yet")
  for device in [100_000, 200_000, 300_000] as [UInt64] {
    track.add(ClockEstimate(sent: device * 1000, received: device * 1000 + 1000, device: Instant(microseconds: device)))
  }
  #expect(track.settled(lastReading: nil) == nil, "the first reading may be as old as it likes")
  // A sensor at 7.5 Hz: the next reading may be of 153 ms, which is before two of the looks.
  #expect(track.settled(lastReading: Instant(microseconds: 20_000)) == Instant(microseconds: 20_000))
  #expect(track.settled(lastReading: Instant(microseconds: 290_000)) == Instant(microseconds: 200_000))
}

@Test func clockTrack_filterThatKeepsReadingsBack_settlesWhatNoReadingCanBeOf() {
  var track = ClockTrack()
  func settled(afterLookAt seconds: UInt64) -> UInt64? {
    let device = Instant(microseconds: seconds * 1_000_000)
    track.add(ClockEstimate(sent: seconds * 1_000_000_000, received: seconds * 1_000_000_000 + 1000, device: device))
    return track.settled(lastReading: Instant(microseconds: 1_000_000))?.microseconds
  }
  #expect(settled(afterLookAt: 4) == nil)
  for look in [5, 6, 7] as [UInt64] { #expect(settled(afterLookAt: look) == 1_000_000) }
  #expect(settled(afterLookAt: 60) == 2_000_000, "5 s before the look at 7 s")
  #expect(settled(afterLookAt: 61) == 55_000_000)
}

@Test(.waits) func synchronise_takesTheShortestTrip() throws {
  let bench = SessionBench { device, request in
    if device.requests.count != 3 { usleep(300_000) }
    device.send(.pong, token: request.token) { $0.append(UInt64(1234)) }
  }
  let estimate = try bench.session.synchronise(rounds: 4)
  #expect(estimate.device == Instant(microseconds: 1234))
  #expect(estimate.uncertaintyNanoseconds < 150_000_000)
}

@Test func clock_ofAnAbsurdDeviceTime_overflowsNothing() {
  var track = ClockTrack()
  track.add(ClockEstimate(sent: 1_000_000, received: 2_000_000, device: Instant(microseconds: 0)))
  track.add(ClockEstimate(sent: 3_000_000, received: 4_000_000, device: Instant(microseconds: .max)))
  #expect(track.host(at: Instant(microseconds: .max)) != nil)
  #expect(Instant(microseconds: 1_500_000).seconds(since: Instant(microseconds: 0)) == 1.5)
  #expect(Instant(microseconds: 0).seconds(since: Instant(microseconds: 1_500_000)) == -1.5)
}
