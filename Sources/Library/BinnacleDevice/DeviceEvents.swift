// The sensors of C as those of a device: events become samples of the instrument.

import BinnacleC
import CBinnacle
import CBinnacleDevice
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers

extension LinkedSensors: DeviceSensors {
  var capabilities: Capabilities { .sensorList.union(.sensorTest) }
  var isBusy: Bool { probe.isRunning }

  @inline(never)
  mutating func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    var event = binnacle_event()
    while withUnsafeMutablePointer(to: &event, { poll(at: now, $0) }) {
      switch event.sensor {
      case 0:
        let outcome: SensorOutcome<FieldSample> = Self.outcome(event)
        instrument.receive(possible: outcome, from: identity(0), at: now)
      case 1:
        let outcome: SensorOutcome<ForceSample> = Self.outcome(event)
        instrument.receive(possible: outcome, from: identity(1), at: now)
      default:
        if event.what == EventCode.sample { instrument.assume(motionSensors()) }
        let outcome: SensorOutcome<RateSample> = Self.outcome(event)
        instrument.receive(possible: outcome, from: identity(2), at: now)
      }
    }
    instrument.send(&test)
  }

  mutating func setRate(atLeast milliHertz: UInt32) {
    let milliHertz = milliHertz > leastRate ? milliHertz : leastRate
    setRate(0, atLeast: milliHertz)
    setRate(1, atLeast: forceRate(besideFieldAt: milliHertz))
  }

  mutating func beginList() { listIsAsked = true }

  mutating func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>
  ) {
    guard isListing, !probe.isRunning else { return }
    isListing = false
    instrument.send(probe)
  }

  mutating func beginTest(of kind: SensorKind) { test.begin(kind) }

  /// The chip that answered; `.absent` until one has.
  @inline(never)
  private mutating func identity(_ kind: Int) -> SensorIdentity {
    var told = binnacle_identity()
    let isFitted = withUnsafeMutablePointer(to: &told) { describe(kind, $0) }
    return isFitted
      ? SensorIdentity(chip: SensorChip(rawValue: told.chip), address: told.address, identityBytes: told.bytes)
      : .absent
  }

  /// How much older than their time stamps the quantities are.
  @inline(never)
  private mutating func motionSensors() -> MotionSensors {
    var told = binnacle_identity()
    var delays = InlineArray<3, UInt16>(repeating: 0)
    for kind in 0..<3 where withUnsafeMutablePointer(to: &told, { describe(kind, $0) }) {
      delays[kind] = told.delay_microseconds
    }
    // The gyroscope was the last one.
    return MotionSensors(
      field: Int16(truncatingIfNeeded: Int(delays[0])), force: Int16(truncatingIfNeeded: Int(delays[1])),
      rate: delays[2], zeroRateOffset: told.zero_rate_offset)
  }

  /// The parts of an event besides the sample.
  private static func error(_ event: borrowing binnacle_event) -> SensorError {
    SensorError(
      chip: SensorChip(rawValue: event.chip), register: event.fault_register,
      kind: SensorError.Kind(rawValue: event.fault), detail: event.detail)
  }

  private static func outcome<Sample: DriverSample>(_ event: borrowing binnacle_event) -> SensorOutcome<Sample> {
    switch event.what {
    case EventCode.sample:
      .sample(
        Sample(
          counts: Vector3(x: event.counts.0, y: event.counts.1, z: event.counts.2),
          value: Vector3(x: event.value.0, y: event.value.1, z: event.value.2), scale: event.scale,
          isSaturated: event.flags & EventCode.saturated != 0, isStale: event.flags & EventCode.repeated != 0,
          at: Instant(microseconds: event.time_microseconds),
          from: SampleOrigin(chip: SensorChip(rawValue: event.chip), address: event.address, instance: 0),
          temperatureEighths: event.temperature_eighths == Int16.min ? nil : event.temperature_eighths))
    case EventCode.fault: .fault(error(event))
    default: .unavailable(error(event))
    }
  }
}
