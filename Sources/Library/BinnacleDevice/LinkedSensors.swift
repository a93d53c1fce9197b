// The sensors on a bus whose functions C has: a search by identities, and one driver of each kind.

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Instrument
import Quantities
import RawMemory
import SensorDrivers

/// The state of the driver for one kind of sensor.
struct LinkedDriver {
  /// The index of no chip.
  static var none: UInt8 { 0xff }
  /// Words of a `binnacle_driver`, which has room for the driver of any chip.
  static var words: Int { 14 }

  /// The least data rate, thousandths of a hertz.
  var rate: UInt32
  /// The chip's index in the list.
  var chip = LinkedDriver.none
  /// The chip with which the next search starts: after a refusal the next chip is tried.
  var start: UInt8 = 0
  /// Where it was found.
  var address: UInt8 = 0
  /// Whether to report that the search has found no chip.
  var isAwaited = false

  init(atLeast milliHertz: UInt32) { rate = milliHertz }

  var isFitted: Bool { chip != Self.none }
}

/// A self-test of a chip, as a `binnacle_test_state`.
struct LinkedTest {
  /// Not used: the value is after the first word, as in every object.
  private var mark: UInt64 = 0
  var test = SensorSelfTest()

  init() {}
}

/// The magnetometer, the accelerometer and the gyroscope of a bus.
struct LinkedSensors: ~Copyable {
  /// Three of `binnacle_driver`.
  private var storage = InlineArray<42, UInt64>(repeating: 0)
  var drivers: InlineArray<3, LinkedDriver>
  var probe = SensorProbe()
  var running = LinkedTest()
  /// When the next search begins.
  var searchTime = Instant(microseconds: 0)
  let bus: LinkedBus
  let leastRate: UInt32
  /// The sensor that is polled next.
  var turn: UInt8 = 0
  /// Searches that have ended, `earlySearches` at most.
  private var searches: UInt8 = 0
  /// Whether a test was started, and no round over all sensors has ended since.
  var testIsNew = false
  /// Whether the probe makes the list of all chips, and whether it was asked for.
  var isListing = false
  var listIsAsked = false
  private let inPlace = InPlace()

  /// The test of one of the chips.
  var test: SensorSelfTest {
    @inline(__always) get { running.test }
    @inline(__always) _modify { yield &running.test }
  }

  /// Whether the memory still contains sensors.
  var isSound: Bool { turn <= 4 && bus.isSound && probe.isSound && running.test.isSound }

  /// Microseconds between two searches for missing sensors.
  static var pause: UInt32 { 500_000 }
  /// Searches for sensors that were never there: chips start slowly.
  private static var earlySearches: UInt8 { 5 }

  /// - Parameter least: the lowest rate, even if a host requests less, thousandths of a hertz.
  init(_ bus: UnsafeRawPointer?, atLeast milliHertz: UInt32, notBelow least: UInt32 = 0) {
    leastRate = least
    drivers = InlineArray(repeating: LinkedDriver(atLeast: milliHertz))
    self.bus = LinkedBus(place: bus)
    drivers[1].rate = forceRate(besideFieldAt: milliHertz)
    drivers[2].rate = 100_000
  }

  /// Looks at the sensors in turn, the gyroscope first, because its time counts most, and the magnetometer after the accelerometer,
  /// which gives the tilt of its field.
  /// - Returns: whether there is news.
  @inline(never)
  mutating func poll(at now: Instant, _ event: UnsafeMutablePointer<binnacle_event>) -> Bool {
    while turn < 3 {
      let kind = 2 &- Int(turn)
      turn &+= 1
      if drive(kind, at: now, event) { return true }
    }
    if turn == 3 {
      turn = 4
      search(at: now)
    }
    if tell(event, at: now) { return true }
    turn = 0
    testIsNew = false
    begin(event, sensor: 0, at: now)
    return false
  }

  @inline(never)
  private mutating func drive(_ kind: Int, at now: Instant, _ event: UnsafeMutablePointer<binnacle_event>) -> Bool {
    guard drivers[kind].isFitted else { return false }
    let news = command(kind, DriverCommand.poll, 0, at: now, event)
    if news < 0 {
      // Its memory was overwritten: start the search again.
      drivers[kind].start = drivers[kind].chip &+ 1
      drivers[kind].chip = LinkedDriver.none
      return false
    }
    if news & DriverNews.refusal != 0, event.pointee.what == EventCode.unavailable {
      drivers[kind].start = drivers[kind].chip &+ 1
      drivers[kind].chip = LinkedDriver.none
      drivers[kind].isAwaited = true
    }
    if event.pointee.address == 0 { event.pointee.address = drivers[kind].address }
    return news & DriverNews.event != 0
  }

  /// Lets a driver carry out a command, if there is one.
  @inline(never)
  private mutating func command(
    _ kind: Int, _ command: UInt32, _ argument: UInt32, at now: Instant, _ event: UnsafeMutablePointer<binnacle_event>
  ) -> Int32 {
    let (address, chip) = (bus.address, UInt32(drivers[kind].chip))
    return withUnsafeMutablePointer(to: &running) { test in
      withUnsafeMutablePointer(to: &storage[kind &* LinkedDriver.words]) { storage in
        binnacle_port_drive(
          address, chip, UInt32(truncatingIfNeeded: kind), command, UnsafeMutableRawPointer(storage), argument,
          UnsafeMutableRawPointer(test), now.microseconds, UnsafeMutableRawPointer(event))
      }
    }
  }

  // MARK: - The search

  /// Does one step of the search for missing sensors, or of the requested list.
  @inline(never)
  private mutating func search(at now: Instant) {
    if !probe.isRunning {
      if listIsAsked {
        listIsAsked = false
        isListing = true
        probe.begin()
      } else if !isListing, now >= searchTime, isIncomplete {
        probe.begin()
      }
      return
    }
    var bus = self.bus
    if !isListing {
      bus.hidden = HiddenAddresses(first: hidden(0), second: hidden(1), third: hidden(2))
    }
    probe.step(&bus)
    if probe.isRunning || isListing { return }
    if searches < Self.earlySearches { searches &+= 1 }
    searchTime = now.advanced(by: Self.pause)
    for kind in 0..<3 where !drivers[kind].isFitted { fit(kind, at: now) }
  }

  private func hidden(_ kind: Int) -> UInt8 { drivers[kind].isFitted ? drivers[kind].address : 0 }

  /// Whether a sensor is missing that the search goes on for: the magnetometer, and any that was there. For others the chips of
  /// the bus, which may be any, are asked in the first seconds alone.
  private var isIncomplete: Bool {
    var isFirst = true
    for kind in 0..<3 where lists(kind) {
      if !drivers[kind].isFitted, isFirst || drivers[kind].start > 0 || searches < Self.earlySearches { return true }
      isFirst = false
    }
    return false
  }

  /// The description of a chip in the list; below 0 after the end of the list.
  private func facts(_ chip: UInt8) -> Int32 { binnacle_port_chip(bus.address, UInt32(chip)) }

  private static func has(_ facts: Int32, _ kind: Int) -> Bool {
    facts &>> Int32(truncatingIfNeeded: kind &+ 8) & 1 != 0
  }

  private static func isApart(_ facts: Int32, _ kind: Int) -> Bool {
    facts &>> Int32(truncatingIfNeeded: kind &+ 11) & 1 != 0
  }

  /// Whether a chip of the list measures this.
  func lists(_ kind: Int) -> Bool { firstChip(kind) != LinkedDriver.none }

  @inline(never)
  private func firstChip(_ kind: Int) -> UInt8 {
    var chip: UInt8 = 0
    while true {
      let facts = facts(chip)
      if facts < 0 { return LinkedDriver.none }
      if Self.has(facts, kind) { return chip }
      chip &+= 1
    }
  }

  /// Creates the driver of the first chip that was found, from `start` on.
  @inline(never)
  private mutating func fit(_ kind: Int, at now: Instant) {
    var best = LinkedDriver.none
    var place: UInt8 = 0
    var chip: UInt8 = 0
    while true {
      let facts = facts(chip)
      if facts < 0 { break }
      if Self.has(facts, kind), let address = address(of: chip, facts) {
        // The first one at or after the start, else the first one.
        let isLater = chip >= drivers[kind].start
        if best == LinkedDriver.none || isLater && best < drivers[kind].start {
          best = chip
          place = Self.isApart(facts, kind) ? 0 : address
        }
      }
      chip &+= 1
    }
    drivers[kind].isAwaited = best == LinkedDriver.none && chip > 0
    if best == LinkedDriver.none { return }
    drivers[kind].chip = best
    drivers[kind].address = place
    var event = binnacle_event()
    let code = withUnsafeMutablePointer(to: &event) {
      command(kind, DriverCommand.begin | UInt32(place) &<< 8, drivers[kind].rate, at: now, $0)
    }
    if code < 0 {
      drivers[kind].start = best &+ 1
      drivers[kind].chip = LinkedDriver.none
    }
  }

  /// Where a chip of the list was found, now or by the driver of another kind.
  @inline(never)
  private func address(of chip: UInt8, _ facts: Int32) -> UInt8? {
    for kind in 0..<3 where drivers[kind].chip == chip && !Self.isApart(facts, kind) { return drivers[kind].address }
    for index in 0..<probe.count where Int32(probe.findings[index].chip.rawValue) == facts & 0xff {
      return probe.findings[index].address
    }
    return nil
  }

  /// Reports a kind of sensor that a search has not found.
  @inline(never)
  private mutating func tell(_ event: UnsafeMutablePointer<binnacle_event>, at now: Instant) -> Bool {
    if probe.isRunning { return false }
    for kind in 0..<3 where drivers[kind].isAwaited && !drivers[kind].isFitted {
      drivers[kind].isAwaited = false
      let chip = firstChip(kind)
      if chip == LinkedDriver.none { continue }
      begin(event, sensor: UInt8(truncatingIfNeeded: kind), at: now)
      let isStuck = probe.lines.contains(.dataIsLow) || probe.lines.contains(.clockIsLow)
      report(
        event,
        SensorError(
          chip: SensorChip(rawValue: UInt8(truncatingIfNeeded: facts(chip))), register: 0,
          bus: isStuck ? .stuckLow : .addressNotAcknowledged), EventCode.unavailable)
      return true
    }
    return false
  }

  // MARK: - Requests

  /// Changes the least data rate of a kind.
  @inline(never)
  mutating func setRate(_ kind: Int, atLeast milliHertz: UInt32) {
    drivers[kind].rate = milliHertz
    guard drivers[kind].isFitted else { return }
    var event = binnacle_event()
    _ = withUnsafeMutablePointer(to: &event) {
      command(kind, DriverCommand.setRate, milliHertz, at: Instant(microseconds: 0), $0)
    }
  }

  /// The description of the driver of a kind; false if there is none.
  @inline(never)
  mutating func describe(_ kind: Int, _ identity: UnsafeMutablePointer<binnacle_identity>) -> Bool {
    guard drivers[kind].isFitted else { return false }
    let (address, chip) = (bus.address, UInt32(drivers[kind].chip))
    let code = withUnsafeMutablePointer(to: &storage[kind &* LinkedDriver.words]) {
      binnacle_port_describe(
        address, chip, UInt32(truncatingIfNeeded: kind), UnsafeMutableRawPointer($0), UnsafeMutableRawPointer(identity))
    }
    return code == Code.success && identity.pointee.chip != 0
  }
}
