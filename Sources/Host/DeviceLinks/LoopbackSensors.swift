// The sensors of a device in this process: a simulated world, or the samples of a port.

import Foundation
import Instrument
import LinkProtocol
import Quantities
import SensorDrivers
import SerialLink
import Simulation

/// Makes samples when they are due in virtual time, and keeps what a check needs of them. It stays when the device restarts.
final class LoopbackSensors: DeviceSensors {
  var sensor: SimulatedSensor?
  private var gyroscope: SimulatedGyroscope?
  private let motion: PathSwitch?
  private var nextRate: UInt64 = 0
  private var nextSample: UInt64 = 0
  private var sampleInterval: UInt64 = 13_333
  /// Every sample that the simulated sensor delivered, with its device microseconds, in the order of time. It is not a
  /// dictionary: rehashing millions of samples would take seconds.
  private(set) var truth: [(time: UInt64, sample: SimulatedSample)] = []
  private var keepsTruth = true
  /// The source of the samples instead of a simulated sensor, and when it was last polled.
  let lines: LineSource?
  private var nextPoll: UInt64 = 0
  /// The forces of the last lines as they were read. A check uses them.
  private var forces: [(time: UInt64, force: Acceleration)] = []
  var lineFailure: LinkError?

  /// Microseconds between two samples of the gyroscope.
  private static let rateInterval: UInt64 = 10_000
  /// Microseconds between two polls of the port. Lines that arrive together get times at least a millisecond apart.
  private static let pollInterval: UInt64 = 1_000
  /// The number of forces that are kept: those of some seconds.
  private static let mostForces = 1024

  init(sensor: SimulatedSensor?, gyroscope: SimulatedGyroscope?, motion: PathSwitch?) {
    self.sensor = sensor
    self.gyroscope = gyroscope
    self.motion = motion
    lines = nil
  }

  init(_ lines: LineSource) {
    self.lines = lines
    motion = nil
  }

  /// The sensors that are certainly there.
  var fitted: Capabilities {
    guard let lines else { return sensor == nil ? .none : Capabilities.magnetometer.union(.accelerometer) }
    return Capabilities.magnetometer.union(lines.hasForce ? .accelerometer : .none)
      .union(lines.hasRate ? .gyroscope : .none)
  }

  /// Seconds by which the gyroscope's samples are late, as set for the board.
  var lag: Double { gyroscope?.model.lag ?? 0 }

  // MARK: - Parts of a device

  /// None: it has no bus.
  var capabilities: Capabilities { .none }
  /// Never.
  var isBusy: Bool { false }

  func poll<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    measureRate(for: &instrument, at: now)
    measureField(for: &instrument, at: now)
    readLine(for: &instrument, at: now)
  }

  func setRate(atLeast milliHertz: UInt32) {
    sampleInterval = 1_000_000_000 / UInt64(SimulatedSensor.milliHertz(atLeast: milliHertz))
  }

  /// Does nothing: there is no bus, so the host cannot ask for it.
  func beginList() {}
  /// Does nothing.
  func continueList<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>
  ) {}
  /// Does nothing: there is no chip, so the host cannot ask for it.
  func beginTest(of kind: SensorKind) {}

  /// Moves the sensor into another field of the Earth. Its next sample is due now.
  func settle(horizontalNanotesla: Double, dipDegrees: Double, at now: UInt64) {
    sensor?.world.horizontalNanotesla = horizontalNanotesla
    sensor?.world.dipDegrees = dipDegrees
    nextSample = now
  }

  // MARK: - Samples

  /// The gyroscope measures at its own fixed times.
  private func measureRate<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    guard now.microseconds >= nextRate, let path = motion?.path ?? sensor?.world.path,
      let (counts, isSaturated) = gyroscope?.sample(along: path, at: Double(now.microseconds) / 1e6)
    else { return }
    nextRate += Self.rateInterval
    guard let rate = SimulatedGyroscope.scale.rate(of: counts) else { return }
    let identity = SimulatedGyroscope.identity
    let sample = RateSample(
      time: now, counts: counts, scale: SimulatedGyroscope.scale, rate: rate, isSaturated: isSaturated,
      origin: SampleOrigin(chip: identity.chip, address: identity.address, instance: 0))
    instrument.receive(possible: .sample(sample), from: identity, at: now)
  }

  private func measureField<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    guard now.microseconds >= nextSample, var sensor else { return }
    nextSample += sampleInterval
    if let motion { sensor.world.path = motion.path }
    let sample = sensor.sample(at: Double(now.microseconds) / 1e6)
    self.sensor = sensor
    if keepsTruth { truth.append((now.microseconds, sample)) }
    if let force = sample.acceleration {
      let own = Acceleration(microG: sensor.world.mounting.sensor(force.microG))
      instrument.receive(.sample(ForceSample(own, at: now)), from: .absent, at: now)
    }
    let field = FieldSample(
      time: now, counts: sample.counts, scale: sample.scale,
      field: sample.scale.field(of: sample.counts) ?? MagneticField(nanotesla: .zero),
      isOverflowed: sample.isOverflowed)
    instrument.receive(.sample(field), from: SimulatedSensor.identity, at: now)
  }

  private func readLine<Navigation: NavigationPart & ~Copyable, Motion: MotionPart & ~Copyable>(
    for instrument: inout CompassInstrument<Navigation, Motion>, at now: Instant
  ) {
    guard let lines, lineFailure == nil, now.microseconds >= nextPoll else { return }
    nextPoll = now.microseconds + Self.pollInterval
    do throws(LinkError) {
      guard let row = try lines.next() else { return }
      if let rate = row.rate {
        let sample = RateSample(time: now, counts: rate.q20, scale: .q20, rate: rate)
        instrument.receive(possible: .sample(sample), from: .absent, at: now)
      }
      if let force = row.acceleration {
        instrument.receive(.sample(ForceSample(force, at: now)), from: .absent, at: now)
        if keepsTruth {
          if forces.count == Self.mostForces { forces.removeFirst(Self.mostForces / 2) }
          forces.append((now.microseconds, force))
        }
      }
      // A chip's own counts determine its range. What is beyond the range is marked as on a board.
      let chip = row.chipSample
      let sample = FieldSample(
        time: now, counts: chip?.counts ?? row.field.nanotesla, scale: chip?.scale ?? .nanotesla, field: row.field,
        isOverflowed: chip.map { $0.scale.isBeyondRange($0.counts) } ?? row.isBeyond)
      instrument.receive(.sample(sample), from: .absent, at: now)
    } catch {
      lineFailure = error
    }
  }

  // MARK: - What a check needs

  /// The sample that the sensor delivered at this device time.
  func sample(at instant: Instant) -> SimulatedSample? {
    var range = truth.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if truth[middle].time == instant.microseconds { return truth[middle].sample }
      range = truth[middle].time < instant.microseconds ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Deletes the samples from before this time.
  func forgetTruth(before instant: Instant) {
    truth.removeFirst(truth.prefix { $0.time < instant.microseconds }.count)
  }

  /// Keeps no samples from now on.
  func forgetTruth() {
    keepsTruth = false
    truth = []
  }

  /// The force of the line that was read at this device time, in the axes of the line.
  func lineForce(at instant: Instant) -> Acceleration? { forces.last { $0.time == instant.microseconds }?.force }
}
