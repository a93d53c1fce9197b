// Recordings by others through the program: what is flagged, and what the autopilot's attitude is worth.
import Foundation
import Reference
import TestSupport
import Testing

/// All readings of a recording.
private func stream(_ file: String, _ words: String...) throws -> [JSON] {
  let outcome = try Program.run(
    ["replay", "\(Repository.path("Tests/Data/marg/\(file)"))", "--reference", "10", "--json"] + words)
  try #require(outcome.status == 0, "\(outcome.remarks)")
  return try outcome.lines.map { try JSON(line: $0) }
}

private func isFlagged(_ reading: JSON) throws -> Bool {
  ["suspect", "disturbed"].contains(try reading.text("disturbance"))
}

/// The share of flagged ones, and the time of the first.
private func flags(_ readings: [JSON], from start: Double, to end: Double) throws -> (share: Double, first: Double?) {
  let part = try readings.filter { (start...end).contains(try $0.number("deviceTimeSeconds")) }
  let flagged = try part.filter(isFlagged)
  return (Double(flagged.count) / Double(part.count), try flagged.first?.number("deviceTimeSeconds"))
}

extension EndToEnd {
  @Test func recording_ofAnAttachedMagnet_isFlaggedWhereItIs() throws {
    let readings = try stream(
      "broad_attached_magnet_2cm.csv", "--columns", "mx,-my,-mz,ax,-ay,-az", "--accel-unit", "m/s2", "--time", "t_s")
    #expect(readings.count == 3150, "flagged rows give a reading too")
    let disturbed = try flags(readings, from: 41.1, to: 98.6)
    #expect(disturbed.share >= 0.95)
    #expect(try #require(disturbed.first) - 41.1 <= 1)
    for (start, end) in [(0.0, 40.2), (109.001, 1e9)] {
      #expect(try flags(readings, from: start, to: end).share <= 0.05, "\(start) s")
    }
    for reading in readings where try isFlagged(reading) {
      #expect(try reading.numbers("correctedNanotesla").count == 3 && reading.integer("grade") <= 1)
    }
  }

  @Test func recording_ofAFlight_withTheAutopilotsAttitude_differsByTheDeclination() throws {
    let readings = try stream(
      "quad_flight.csv", "--columns", "mx_mG,my_mG,mz_mG", "--unit", "mG", "--time", "t_ms", "--time-unit", "ms",
      "--attitude", "roll_deg,pitch_deg")
    #expect(readings.count == 6596)
    let errors = try readings.map {
      ReferenceAngle.shortestDifferenceDegrees(
        from: try $0.number("magneticHeadingDegrees"), to: try $0.number("input.yaw_true_deg"))
    }
    let mean = errors.reduce(0, +) / Double(errors.count)
    let deviation = (errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(errors.count)).squareRoot()
    #expect(abs(mean - 10.3) <= 0.5, "\(mean)")
    #expect(deviation <= 4, "\(deviation)")
  }

  @Test func recording_ofAFieldThatTurns_isFlaggedWhileTheInstrumentIsStill() throws {
    let readings = try stream(
      "xio_fusion.csv", "--columns", "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g", "--time", "t_s")
    #expect(try flags(readings, from: 44, to: 57).share <= 0.05)
    let still = try flags(readings, from: 101, to: 114)
    #expect(still.share >= 0.95)
    #expect(try #require(still.first) - 101 <= 1)
  }
}
