// binnacle calibrate --axes: finds the real directions of the sensors' axes from six poses.

import Calibration
import Correction
import Foundation
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Simulation
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Guides the user through the poses and reports the result.
final class AxisGuide {
  private let connection: Connection
  private let console: Console
  private let mode: OutputMode
  private let agrees: Bool
  private let pointsDown: Bool
  private var session: DeviceSession { connection.session }
  private var isCalibrated = false

  /// The number of readings for one pose.
  private static let readings = 10

  init(_ connection: Connection, _ arguments: ParsedArguments, pointsDown: Bool) {
    self.connection = connection
    self.pointsDown = pointsDown
    console = arguments.console
    mode = arguments.outputMode
    agrees = arguments.flag(.yes)
  }

  func run() throws -> ExitStatus {
    if mode == .human { console.line(connection.title) }
    let device = try DeviceRecord(connection)
    isCalibrated = device.record.modelOrder != .none
    if !isCalibrated, !connection.link.canMove {
      console.remark("binnacle: the compass is not calibrated; its hard iron may hide the field. Calibrate first.")
    }
    try session.stop(Streams(rawValue: 0xff))
    let mounting = try session.mounting()
    var check = AxisCheck()
    var hasForce = true
    let poses: [AxisPose] = [.level, .noseDown, .rightSideDown, .upsideDown, .noseUp, .leftSideDown]
    for (index, pose) in poses.enumerated() {
      guard try hold(pose, number: index + 1, of: poses.count) else {
        console.remark("binnacle: ended; nothing was changed")
        return .verdictFailed
      }
      let sample = try average(device.record)
      hasForce = hasForce && sample.force != nil
      check.add(field: sample.field, specificForce: sample.force ?? .zero, pose: pose)
    }
    connection.link.move(along: nil)
    // The link already gives the specific force in body axes, so its arrangement should be the identity.
    let force = hasForce ? check.accelerometer() : nil
    let field = check.magnetometer(
      accelerometer: force?.outcome == .certain ? force?.arrangement : nil, pointsDown: pointsDown)
    return printFinding(field: field, force: force, mounting: mounting)
  }

  // MARK: - Poses

  /// - Returns: false if the user wants to end.
  private func hold(_ pose: AxisPose, number: Int, of count: Int) throws -> Bool {
    if connection.link.canMove {
      connection.link.move(along: .held(Self.attitude(pose, number)))
      if mode == .human { console.line("\(number) of \(count): \(Self.words(pose))") }
      _ = try session.receive(deadline: .after(seconds: 0.2))
      return !Interrupt.isRequested
    }
    console.remark("\(number) of \(count): \(Self.words(pose)), keep it still, then Enter")
    while !Interrupt.isRequested {
      if agrees || !Question.canBeAsked { return true }
      if Question.line(within: 0.2) != nil { return true }
    }
    return false
  }

  static func words(_ pose: AxisPose) -> String {
    switch pose {
    case .level: "lay it level, top up"
    case .upsideDown: "turn it upside down"
    case .noseDown: "point the nose to the ground"
    case .noseUp: "point the nose to the sky"
    case .rightSideDown: "lay it on its right side"
    case .leftSideDown: "lay it on its left side"
    }
  }

  /// The simulated instrument's attitude in a pose, with another heading each time.
  private static func attitude(_ pose: AxisPose, _ number: Int) -> Attitude {
    let heading = Double(number) * 83
    return switch pose {
    case .level: Attitude(headingDegrees: heading)
    case .upsideDown: Attitude(headingDegrees: heading, rollDegrees: 180)
    case .noseDown: Attitude(headingDegrees: heading, pitchDegrees: -90)
    case .noseUp: Attitude(headingDegrees: heading, pitchDegrees: 90)
    case .rightSideDown: Attitude(headingDegrees: heading, rollDegrees: 90)
    case .leftSideDown: Attitude(headingDegrees: heading, rollDegrees: -90)
    }
  }

  /// The mean of a few readings: the field in sensor axes, without the hard iron, and the specific force.
  private func average(_ record: CalibrationRecord) throws -> (field: Vector3, force: Vector3?) {
    try session.setRate(hertz: 20)
    connection.beginCounting()
    try session.start(.readings)
    var fields = SIMD3<Double>.zero
    var forces = SIMD3<Double>.zero
    var count = 0
    var withForce = 0
    let deadline = session.stream.deadline(seconds: 10)
    while count < Self.readings, !deadline.hasPassed {
      guard let frame = try session.receive(deadline: .after(seconds: 0.2)), frame.kind == .reading,
        let reading: Reading = frame.message(), !reading.flags.contains(.overflow), reading.reason != .sensorStarting
      else { continue }
      let field = record.apply(to: reading.field).q8Nanotesla
      fields += SIMD3(Double(field.x), Double(field.y), Double(field.z)) / 256
      if reading.flags.contains(.specificForce) {
        let force = reading.specificForce.microG
        forces += SIMD3(Double(force.x), Double(force.y), Double(force.z))
        withForce += 1
      }
      count += 1
    }
    try session.stop(.readings)
    guard count > 0 else { throw CommandError(.linkLost, "No reading came from \(session.stream.name) for 10 s.") }
    func vector(_ sum: SIMD3<Double>, _ n: Int) -> Vector3 {
      let mean = sum / Double(n)
      return Vector3(x: Int32(mean.x.rounded()), y: Int32(mean.y.rounded()), z: Int32(mean.z.rounded()))
    }
    return (vector(fields, count), withForce == count ? vector(forces, count) : nil)
  }

  // MARK: - Result

  private func printFinding(field: AxisFinding, force: AxisFinding?, mounting: AxisRemap) -> ExitStatus {
    let isRight =
      field.outcome == .certain && !field.arrangement.isMirrored && field.arrangement.remap == mounting
      && (force == nil || force?.arrangement == AxisArrangement(.identity))
    if mode == .jsonLines {
      console.line(
        [
          "what": "axes", "pass": .bool(isRight), "magnetometer": .object(fields(field)),
          "accelerometer": force.map { .object(fields($0)) } ?? .null,
          "mountingInUse": .integer(mounting.rawValue),
        ] as JSONObject)
      return isRight ? .pass : .verdictFailed
    }
    console.line("")
    console.line("magnetometer   " + words(field))
    // A calibration of the compass does not change the accelerometer.
    if let force { console.line("accelerometer  " + Self.words(force, isCalibrated: true)) }
    if isRight {
      console.line(Colour.good.paint("The axes are what the firmware believes.", for: console.results))
    } else {
      for line in Self.advice(field: field, force: force, mounting: mounting) { console.line(line) }
    }
    return isRight ? .pass : .verdictFailed
  }

  /// What to do if the axes differ from those in the firmware.
  /// - Parameter force: the accelerometer's finding, in body axes; nil without an accelerometer.
  static func advice(field: AxisFinding, force: AxisFinding?, mounting: AxisRemap) -> [String] {
    guard field.outcome == .certain else { return [] }
    let remap = field.arrangement.remap
    if field.arrangement.isMirrored {
      var lines = ["Mirrored: no mounting helps. The driver exchanges two axes, or has the sign of one or all wrong."]
      if field.arrangement.isOpposite(of: mounting) {
        lines.append("Or the place is south of the magnetic equator: see --south.")
      } else if force == nil {
        // The poses are assumed to be right. If two opposite poses were exchanged, the result is the same.
        lines.append("Or two poses were exchanged, such as nose up and nose down: run it again.")
      }
      return lines
    }
    if remap == mounting {
      guard let force, force.outcome == .certain else { return [] }
      return [
        "The magnetometer's axes are what the firmware believes, the accelerometer's are not: "
          + "correct the accelerometer's driver."
      ]
    }
    return [
      "The firmware uses mounting \(mounting.rawValue); use this one:",
      "  AxisRemap(forward: .\(remap.forward), right: .\(remap.right))    mounting \(remap.rawValue)",
    ]
  }

  private func fields(_ finding: AxisFinding) -> JSONObject {
    let arrangement = finding.arrangement
    return [
      "verdict": .string("\(finding.outcome)"), "forward": .string(Self.axis(arrangement.remap.forward)),
      "right": .string(Self.axis(arrangement.remap.right)), "down": .string(Self.axis(arrangement.down)),
      "isMirrored": .bool(arrangement.isMirrored),
      "mounting": arrangement.isMirrored ? .null : .integer(arrangement.remap.rawValue),
      "disagreementPercent": .fixed(Double(finding.disagreement) / 10, decimals: 1),
      "nextDisagreementPercent": .fixed(Double(finding.nextDisagreement) / 10, decimals: 1),
    ]
  }

  private func words(_ finding: AxisFinding) -> String { Self.words(finding, isCalibrated: isCalibrated) }

  /// - Parameter isCalibrated: whether the hard iron was subtracted from the field. Otherwise it may hide the poses.
  static func words(_ finding: AxisFinding, isCalibrated: Bool) -> String {
    let arrangement = finding.arrangement
    let axes =
      "forward \(axis(arrangement.remap.forward)), right \(axis(arrangement.remap.right)), "
      + "down \(axis(arrangement.down))" + (arrangement.isMirrored ? " (mirrored)" : "")
    let fit =
      "poses disagree by \(Digits.fixed(Double(finding.disagreement) / 10, 1)) %, "
      + "next best \(Digits.fixed(Double(finding.nextDisagreement) / 10, 1)) %"
    switch finding.outcome {
    case .certain: return "\(axes)   (\(fit))"
    case .tooFewPoses: return "not enough poses"
    case .ambiguous where !isCalibrated, .notHeld where !isCalibrated, .dipTooSmall where !isCalibrated,
      .fieldVaries where !isCalibrated:
      return "not clear: \(fit). Iron may hide the field: calibrate the compass first."
    case .ambiguous: return "not clear: \(fit). Hold the poses more exactly, at other headings."
    case .notHeld: return "the poses were not held as asked: \(fit)"
    case .axisLost where !isCalibrated:
      return "an axis reads the same in every pose. Iron may hide the field: calibrate the compass first."
    case .fieldVaries:
      return "not clear: the field is not equally strong in all poses. Move away from iron, or calibrate the compass."
    case .axisLost:
      return "an axis reads the same in every pose, or the same as another axis: check the sensor and its driver."
    case .dipTooSmall: return "the field lies too flat here to tell a sensor from its mirror image"
    }
  }

  private static func axis(_ axis: AxisRemap.SignedAxis) -> String {
    ["+X", "−X", "+Y", "−Y", "+Z", "−Z"][Int(axis.rawValue)]
  }
}
