// binnacle calibrate --accelerometer without a person: the instrument is moved by the program, or gets simulated
// samples.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Moves a simulated or emulated instrument from pose to pose while the device calibrates its accelerometer.
///
/// The simulated board has an accelerometer, which gets known errors and is held in each pose until the device has
/// accepted the pose. An emulated board has none, so the samples of such a sensor are injected.
final class PoseGuide {
  /// The samples of an injected pose: the first one, 64 for the mean, and some more.
  private static let samples = 70
  private static let noiseMicroG = 2_000.0

  private let connection: Connection
  private let isInjected: Bool
  private let isHeld: Bool
  private var sensor: SimulatedSensor
  private var next = 0
  private var hasFinished = false
  /// Microseconds of the last injected sample.
  private var time: UInt64 = 1_000_000

  /// - Throws: an error if the device has no accelerometer and accepts no injected samples.
  init(_ connection: Connection) throws {
    self.connection = connection
    let capabilities = connection.hello.capabilities
    isInjected = !capabilities.contains(.accelerometer)
    isHeld = !isInjected && connection.link.canMove
    guard !isInjected || (!connection.link.isReal && capabilities.contains(.injection)) else {
      throw CommandError(
        .usage,
        "\(connection.session.stream.name) has no accelerometer, so there is nothing to calibrate.\n"
          + "Its compass can be calibrated without one: leave out --accelerometer.")
    }
    var model = SensorModel(
      scale: .nanotesla, noiseNanotesla: 200, accelerationNoiseMicroG: Self.noiseMicroG)
    model.accelerometer = .typical
    if isHeld { connection.link.exchangeAccelerometer(.typical, noiseMicroG: Self.noiseMicroG) }
    // The noise of the mean of 64 samples.
    model.accelerationNoiseMicroG /= 8
    sensor = SimulatedSensor(world: World(), model: model, seed: 5)
  }

  var flags: CalibrationStart.Flags { isInjected ? .accelerometer.union(.injected) : .accelerometer }

  /// Whether the program itself moves through the poses.
  var isByItself: Bool { isInjected || isHeld }

  /// What the user reads at the start.
  var introduction: String {
    isInjected
      ? "This board has no accelerometer: it gets samples of one with known errors. Ctrl-C cancels."
      : isHeld
        ? "The simulated instrument is laid down in turn; its accelerometer has known errors. Ctrl-C cancels."
        : "Hold the board still with each side up in turn, about a second each. Poses with an edge or a corner up improve the result. "
          + "Enter ends early, Ctrl-C cancels."
  }

  // MARK: - Poses

  /// Goes to the next pose when the device needs one.
  /// - Returns: the new progress, if it had to be requested.
  func advance(_ progress: CalibrationProgress?) throws -> CalibrationProgress? {
    guard isByItself else { return nil }
    let poses = Attitude.restingPoses
    if isHeld {
      if next == 0 || Int(progress?.samples ?? 0) >= next {
        if next == poses.count { return try finish() }
        connection.link.move(along: .held(poses[next]))
        next += 1
      }
      return nil
    }
    let progress = try connection.session.calibrationProgress()
    // The states are seeking and collecting. During a solution the device would miss samples.
    guard progress.state == 2 || progress.state == 3 else { return progress }
    guard next < poses.count else { return try finish() }
    let pose = poses[next]
    next += 1
    // All samples are equal: only their mean counts, and a sample that has to be sent twice changes nothing.
    sensor.world.path = .held(pose)
    let sample = sensor.sample(at: 0)
    try inject([SimulatedSample](repeating: sample, count: Self.samples)) { _, _ in }
    return try connection.session.calibrationProgress()
  }

  private func finish() throws -> CalibrationProgress? {
    if !hasFinished { try connection.session.command(.finish) }
    hasFinished = true
    return try connection.session.calibrationProgress()
  }

  /// Sends samples at 75 per second.
  private func inject(_ measured: [SimulatedSample], _ body: (Int, Reading) -> Void) throws {
    let samples = measured.enumerated().map { index, sample in
      InjectedSample(
        time: Instant(microseconds: time + UInt64(index + 1) * 13_333), scale: .nanotesla, counts: sample.counts,
        specificForce: sample.acceleration)
    }
    time += UInt64(samples.count) * 13_333
    func use(_ index: Int, _ reading: Reading) -> Bool {
      body(index, reading)
      return !Interrupt.isRequested
    }
    try Injector(session: connection.session).run(count: samples.count, sample: { samples[$0] }, body: use)
  }

  // MARK: - Comparison with the true attitude

  /// The error of the down direction in 145 attitudes, from level to 30° of tilt, in degrees; nil on real hardware, and
  /// if the user wants to end.
  func tiltError() throws -> (rms: Double, maximum: Double, samples: Int)? {
    guard isByItself, connection.hello.capabilities.contains(.injection) else { return nil }
    let attitudes =
      [Attitude(headingDegrees: 0)]
      + (0..<24).flatMap { direction in
        stride(from: 5.0, through: 30, by: 5).map { tilt in
          let around = Double(direction) * Double.pi / 12
          return Attitude(
            headingDegrees: Double(direction) * 37, pitchDegrees: tilt * cos(around), rollDegrees: tilt * sin(around))
        }
      }
    let noise = sensor.model.accelerationNoiseMicroG
    sensor.model.accelerationNoiseMicroG = 0
    defer { sensor.model.accelerationNoiseMicroG = noise }
    var squares = 0.0
    var maximum = 0.0
    let samples = attitudes.map { attitude in
      sensor.world.path = .held(attitude)
      return sensor.sample(at: 0)
    }
    try inject(samples) { index, reading in
      let up = World(path: .held(attitudes[index])).specificForceMicroG(at: 0)
      let measured = reading.specificForce.microG
      let found = SIMD3(Double(measured.x), Double(measured.y), Double(measured.z))
      let across = SIMD3(
        up.y * found.z - up.z * found.y, up.z * found.x - up.x * found.z, up.x * found.y - up.y * found.x)
      let error = atan2((across * across).sum().squareRoot(), (up * found).sum()) * 180 / Double.pi
      squares += error * error
      maximum = max(maximum, error)
    }
    if Interrupt.isRequested { return nil }
    return ((squares / Double(attitudes.count)).squareRoot(), maximum, attitudes.count)
  }
}
