// The sensors of a bus of this computer: a search by identities, then a driver of each kind.

import Instrument
import LinkProtocol
import Quantities
import SensorDrivers

/// The sensors on a bus. A board's image has the few drivers that its flash can hold, and tries them in turn; here all drivers
/// are at hand, so a probe asks the known addresses once, and only the drivers of what it found touch the bus.
///
/// The search is repeated while there is no magnetometer, or after a chip was lost. For a chip that was never there it is repeated
/// some seconds long, because chips start slowly, and then no more: the bus of a computer has other chips, too.
final class BusSensors<Bus: RegisterBus>: DeviceSensors {
  private var bus: Bus
  private var magnetometer = Slot<FieldSample>(atLeast: 75_000)
  private var accelerometer = Slot<ForceSample>(atLeast: forceRate(besideFieldAt: 75_000))
  private var gyroscope = Slot<RateSample>(atLeast: 100_000)
  private var probe = SensorProbe()
  private var purpose = Purpose.search
  private var isListWanted = false
  private var nextSearch: Instant? = Instant(microseconds: 0)
  private var test = SensorSelfTest()
  /// The kind whose turn it is.
  private var kind = SensorKind.gyroscope
  /// Whether a test was asked for, and no round over all kinds has begun since.
  private var testIsNew = false
  /// Searches that have ended.
  private var searches = 0

  private enum Purpose {
    case search, list
  }

  /// Microseconds between two searches.
  private static var pause: UInt32 { 2_000_000 }
  /// Searches for chips that were never there.
  private static var earlySearches: Int { 3 }
  /// As `MotionModules.leastRate`: the fusion needs forces and fields so often.
  private static var leastRate: UInt32 { MotionModules.leastRate }

  init(on bus: Bus) { self.bus = bus }

  /// The chips in use: magnetometer, accelerometer, gyroscope; `.absent` for what is not there.
  var identities: [SensorIdentity] { [magnetometer.identity, accelerometer.identity, gyroscope.identity] }

  // MARK: - Parts of a device

  var capabilities: Capabilities { .sensorList.union(.sensorTest) }
  var isBusy: Bool { probe.isRunning }

  func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    // One kind a turn: a sample has the time of its turn, which may not wait for the transfers of another sensor. The force
    // comes before the field, whose tilt it gives.
    switch kind {
    case .gyroscope:
      pollGyroscope(for: &instrument, at: now)
      kind = .accelerometer
    case .accelerometer:
      let force = accelerometer.poll(&bus, &test, at: now)
      instrument.receive(possible: force, from: accelerometer.identity, at: now)
      kind = .magnetometer
    default:
      let field = magnetometer.poll(&bus, &test, at: now)
      instrument.receive(possible: field, from: magnetometer.identity, at: now)
      kind = .gyroscope
      // A test that no sensor has begun in a whole round is for none.
      if !testIsNew { instrument.send(&test) }
      testIsNew = false
    }
    let hasLost = gyroscope.dropRefused() || accelerometer.dropRefused()
    if magnetometer.dropRefused() || hasLost { nextSearch = now.advanced(by: Self.pause) }
    search(for: &instrument, at: now)
  }

  private func pollGyroscope<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    let outcome = gyroscope.poll(&bus, &test, at: now)
    if case .sample = outcome {
      instrument.assume(
        MotionSensors(
          field: Int16(clamping: magnetometer.driver?.delay ?? 0),
          force: Int16(clamping: accelerometer.driver?.delay ?? 0), rate: gyroscope.driver?.delay ?? 0,
          zeroRateOffset: gyroscope.driver?.zeroRateOffset ?? 0))
    }
    instrument.receive(possible: outcome, from: gyroscope.identity, at: now)
  }

  func setRate(atLeast milliHertz: UInt32) {
    let milliHertz = max(milliHertz, Self.leastRate)
    magnetometer.setRate(atLeast: milliHertz)
    accelerometer.setRate(atLeast: forceRate(besideFieldAt: milliHertz))
  }

  func beginList() { isListWanted = true }

  func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    if probe.isRunning {
      if purpose == .list {
        probe.step(&bus)
        if !probe.isRunning { instrument.send(probe) }
      }
    } else if isListWanted {
      isListWanted = false
      purpose = .list
      probe.begin()
    }
  }

  func beginTest(of kind: SensorKind) {
    test.begin(kind)
    testIsNew = true
  }

  // MARK: - The search

  /// Asks the next question of a search, or begins one that is due.
  private func search<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    guard probe.isRunning else {
      guard let nextSearch, now >= nextSearch, !isListWanted else { return }
      self.nextSearch = nil
      purpose = .search
      return probe.begin()
    }
    guard purpose == .search else { return }
    probe.step(&bus)
    guard !probe.isRunning else { return }
    let found = (0..<probe.count).map { probe.findings[$0] }
    let isStuck = probe.lines.contains(.dataIsLow) || probe.lines.contains(.clockIsLow)
    let absence = SensorError(chip: .absent, register: 0, bus: isStuck ? .stuckLow : .addressNotAcknowledged)
    if !gyroscope.fit(found, \.rate) {
      instrument.receive(possible: SensorOutcome<RateSample>.unavailable(absence), from: .absent, at: now)
    }
    if !accelerometer.fit(found, \.force) {
      instrument.receive(possible: SensorOutcome<ForceSample>.unavailable(absence), from: .absent, at: now)
    }
    if !magnetometer.fit(found, \.field) {
      instrument.receive(possible: SensorOutcome<FieldSample>.unavailable(absence), from: .absent, at: now)
    }
    searches += 1
    let isEarly = searches < Self.earlySearches && (accelerometer.driver == nil || gyroscope.driver == nil)
    if magnetometer.isMissing || accelerometer.isMissing || gyroscope.isMissing || isStuck || isEarly {
      nextSearch = now.advanced(by: Self.pause)
    }
  }

  // MARK: - One kind of sensor

  /// The sensor of one kind, if there is one.
  private struct Slot<Sample: DriverSample> {
    private(set) var driver: (any BusDriver<Sample>)?
    private var milliHertz: UInt32
    /// The place of the driver's chip in `BusChip.all`.
    private var place = 0
    /// Where the next search begins: after a refusal, another chip has its turn.
    private var start = 0
    private var wasFitted = false

    init(atLeast milliHertz: UInt32) { self.milliHertz = milliHertz }

    var identity: SensorIdentity { driver?.identity ?? .absent }

    /// Whether another search could help: a heading needs a magnetometer, and a chip that was lost may come back.
    var isMissing: Bool { driver == nil && (wasFitted || Sample.kind == .magnetometer) }

    mutating func poll(_ bus: inout Bus, _ test: inout SensorSelfTest, at now: Instant) -> SensorOutcome<Sample> {
      guard driver != nil else { return .nothing }
      driver?.serve(&test)
      guard var outcome = driver?.poll(&bus, at: now) else { return .nothing }
      test.consume(&outcome)
      return outcome
    }

    mutating func setRate(atLeast milliHertz: UInt32) {
      self.milliHertz = milliHertz
      driver?.setRate(atLeast: milliHertz)
    }

    /// Gives up a chip that does not answer, or did not keep its configuration.
    /// - Returns: whether there was one.
    mutating func dropRefused() -> Bool {
      guard driver?.progress == .refused else { return false }
      driver = nil
      start = place + 1
      return true
    }

    /// Makes the driver of the first chip that was found and measures this, from `start` on, unless there is one.
    /// - Returns: whether there is a driver now.
    mutating func fit(_ found: [ProbeFinding], _ maker: KeyPath<BusChip, BusChip.Maker<Sample>?>) -> Bool {
      if driver != nil { return true }
      let count = BusChip.all.count
      for step in 0..<count {
        let index = (start + step) % count
        let chip = BusChip.all[index]
        guard let make = chip[keyPath: maker], let finding = found.first(where: { $0.chip == chip.chip }) else {
          continue
        }
        (driver, place, wasFitted) = (make(finding.address, milliHertz), index, true)
        return true
      }
      return false
    }
  }
}
