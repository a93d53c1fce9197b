// Flags and stated accuracy on recordings by others, against what is known of each: docs/heading.md, "Recordings".
//
// Every limit is the issue's; what is reached is printed with `BINNACLE_FIGURES=1` and stands in docs/notebook/heading.md.

import FieldMonitor
import Foundation
import Recordings
import Reference
import TestSupport
import Testing

private let printsFigures = ProcessInfo.processInfo.environment["BINNACLE_FIGURES"] != nil

private func figure(_ name: String, _ value: Double) -> Double {
  if printsFigures { print("figure: \(name) = \((value * 10_000).rounded() / 10_000)") }
  return value
}

private func broad(_ name: String) throws -> MonitoredRecording {
  try MonitoredRecording(
    name,
    options: RecordingOptions(
      columns: "mx,-my,-mz,ax,-ay,-az", fieldUnit: .microtesla, accelerationUnit: .metresPerSecondSquared,
      time: "t_s", timeUnit: .seconds))
}

private func isAtRest(_ row: MonitoredRow) -> Bool { row.rate(["gx", "gy", "gz"]) < 0.1 }

/// Optical heading less magnetic: the sensor's x axis in east-north-up is the first column of q's matrix.
private func opticalError(_ row: MonitoredRow) -> Double {
  let (w, x, y, z) = (row.at("qw"), row.at("qx"), row.at("qy"), row.at("qz"))
  let truth = ReferenceAngle.degrees(y: 1 - 2 * (y * y + z * z), x: 2 * (x * y + w * z)) ?? .nan
  return shortest(truth - (row.heading ?? .nan))
}

private func covers(_ row: MonitoredRow, _ error: Double) -> Bool { abs(error) <= row.accuracy ?? 180 }

private func quad(attitude: (String, String)? = nil) throws -> MonitoredRecording {
  try MonitoredRecording(
    "quad_flight.csv",
    options: RecordingOptions(
      columns: "mx_mG,my_mG,mz_mG,ax,ay,az", fieldUnit: .milligauss, accelerationUnit: .metresPerSecondSquared,
      time: "t_ms", timeUnit: .milliseconds), attitude: attitude)
}

private func xio() throws -> MonitoredRecording {
  try MonitoredRecording(
    "xio_fusion.csv",
    options: RecordingOptions(
      columns: "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g", fieldUnit: .microtesla, accelerationUnit: .standardGravity,
      time: "t_s", timeUnit: .seconds))
}

@Test func accuracy_onSlowRotationsCoversTheErrorAndStaysSmall() throws {
  let rest = try broad("broad_slow_rotation_breaks.csv").rows.filter(isAtRest)
  let error = meanAndDeviation(rest.map(opticalError))
  #expect(rest.count == 2075)
  #expect(abs(figure("slow: mean error at rest", error.mean)) < 0.815)
  #expect(figure("slow: deviation at rest", error.deviation) < 2.545)
  #expect(figure("slow: median stated at rest", median(rest.compactMap(\.accuracy))) <= 8)
  #expect(figure("slow: covered at rest", share(rest) { covers($0, opticalError($0)) }) >= 0.95)
  #expect(figure("slow: flagged at rest", share(rest, \.isFlagged)) <= 0.05)
  let all = try broad("broad_slow_rotation_breaks.csv").rows
  #expect(figure("slow: covered, all", share(all) { covers($0, opticalError($0)) }) >= 0.95)
  #expect(figure("slow: flagged, all", share(all, \.isFlagged)) <= 0.05)
}

@Test func fieldMonitor_flagsAnAttachedMagnetAndNothingElse() throws {
  let recording = try broad("broad_attached_magnet_2cm.csv")
  let disturbed = recording.rows(from: 41.1, to: 98.6)
  let clean = recording.rows.filter { $0.time < 40.2 || $0.time > 109 }
  #expect(figure("magnet: disturbed rows flagged", share(disturbed, \.isFlagged)) >= 0.95)
  let first = try #require(disturbed.first { $0.isFlagged })
  #expect(figure("magnet: first flag after", first.time - 41.1) <= 1)
  #expect(figure("magnet: clean rows flagged", share(clean, \.isFlagged)) <= 0.05)
  // Attached: whoever turns it turns the magnet too.
  let named = disturbed.filter { $0.status.cause != .undetermined }
  #expect(figure("magnet: named a steady offset", share(named) { $0.status.cause == .steadyOffset }) >= 0.5)
}

@Test func accuracy_besideAnAttachedMagnetCoversTheErrorOfUnflaggedRows() throws {
  let recording = try broad("broad_attached_magnet_2cm.csv")
  let unflagged = recording.rows.filter { !$0.isFlagged }
  #expect(figure("magnet: unflagged covered", share(unflagged) { covers($0, opticalError($0)) }) >= 0.95)
  let rest = unflagged.filter(isAtRest)
  #expect(figure("magnet: median stated at rest", median(rest.compactMap(\.accuracy))) <= 8)
  let moving = unflagged.filter { !isAtRest($0) }
  _ = figure("magnet: unflagged moving covered", share(moving) { covers($0, opticalError($0)) })
  let flagged = recording.rows.filter(\.isFlagged)
  #expect(figure("magnet: flagged covered", share(flagged) { covers($0, opticalError($0)) }) >= 0.8)
  _ = figure("magnet: median stated, flagged", median(flagged.compactMap(\.accuracy)))
}

@Test func accuracy_inFlightCoversTheError() throws {
  let rows = try quad().rows
  let slow = rows.filter { $0.at("gps_speed_ms") < 0.3 }
  let fast = rows.filter { $0.at("gps_speed_ms") >= 0.3 }
  #expect(slow.count == 2106)
  #expect(fast.count == 4490)
  func error(_ row: MonitoredRow) -> Double { shortest(row.at("yaw_true_deg") - (row.heading ?? .nan)) }
  func off(_ row: MonitoredRow) -> Double { shortest(error(row) - 10.3) }
  let standing = meanAndDeviation(slow.map(error))
  #expect(abs(figure("quad: mean below 0.3 m/s", standing.mean) - 10) <= 0.5)
  #expect(figure("quad: deviation below 0.3 m/s", standing.deviation) <= 3.8)
  #expect(figure("quad: median stated below 0.3 m/s", median(slow.compactMap(\.accuracy))) <= 25)
  _ = figure("quad: covered below 0.3 m/s", share(slow) { covers($0, off($0)) })
  #expect(figure("quad: covered above", share(fast) { covers($0, off($0)) }) >= 0.95)
  #expect(figure("quad: median stated above", median(fast.compactMap(\.accuracy))) <= 50)
  _ = figure("quad: flagged below 0.3 m/s", share(slow, \.isFlagged))
  _ = figure("quad: flagged above", share(fast, \.isFlagged))
}

@Test func heading_inFlightWithTheAutopilotsAttitudeDiffersByTheDeclination() throws {
  let rows = try quad(attitude: ("roll_deg", "pitch_deg")).rows
  let error = meanAndDeviation(rows.map { shortest($0.at("yaw_true_deg") - ($0.heading ?? .nan)) })
  #expect(abs(figure("quad, attitude given: mean", error.mean) - 10.3) <= 0.5)
  #expect(figure("quad, attitude given: deviation", error.deviation) <= 4.0)
  _ = figure("quad, attitude given: flagged", share(rows, \.isFlagged))
  _ = figure("quad, attitude given: median stated", median(rows.compactMap(\.accuracy)))
  func off(_ row: MonitoredRow) -> Double { shortest(row.at("yaw_true_deg") - (row.heading ?? .nan) - 10.3) }
  _ = figure("quad, attitude given: covered", share(rows) { covers($0, off($0)) })
}

@Test func heading_whileTurningFollowsTheGyroAndIsNotFlagged() throws {
  let recording = try xio()
  let turning = recording.rows(from: 44, to: 57)
  #expect(figure("xio: flagged in 44–57 s", share(turning, \.isFlagged)) <= 0.05)
  // Yaw by the gyro: z up in the file, so that clockwise is −z.
  var yaw = 0.0
  var last: Double?
  var differences: [Double] = []
  for row in turning {
    if let last { yaw -= row.at("gz_dps") * (row.time - last) }
    last = row.time
    if row.tilt < 5, let heading = row.heading { differences.append(shortest(heading - yaw)) }
  }
  // About their first, so that the mean is not taken across half a turn.
  let start = try #require(differences.first)
  let error = meanAndDeviation(differences.map { shortest($0 - start) })
  #expect(differences.count > 200)
  #expect(figure("xio: heading less gyro yaw, deviation", error.deviation) <= 6)
}

@Test func fieldMonitor_flagsAFieldThatTurnsWhileTheInstrumentIsStill() throws {
  let recording = try xio()
  let still = recording.rows(from: 101, to: 114)
  #expect(figure("xio: flagged in 101–114 s", share(still, \.isFlagged)) >= 0.95)
  let first = try #require(still.first { $0.isFlagged })
  #expect(figure("xio: first flag after", first.time - 101) <= 1)
  _ = figure("xio: first 30 s flagged", share(recording.rows(from: 0, to: 30), \.isFlagged))
}
