// Why a fit was refused or lowered: figures, limits, and words that are true.

import Foundation
import LinkProtocol
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolStream

/// Turned four times round while rocked by ±`tilt` in a clean field of 48 µT; with gravity.
/// - Parameter disturbance: microtesla on every axis, for 40 of 300 rows.
private func rocked(_ tilt: Double, dip: Double = 65, disturbance: Double = 0) -> String {
  var random = SeededGenerator(seed: 7)
  let rows = (0..<1_500).map { index -> String in
    let i = Double(index)
    let (heading, swing) = (2 * Double.pi * i / 375, tilt * .pi / 180)
    let (roll, pitch) = (swing * sin(0.137 * i + 1), swing * sin(0.11 * i))
    func body(_ v: SIMD3<Double>) -> SIMD3<Double> {
      let a = SIMD3(cos(heading) * v.x + sin(heading) * v.y, cos(heading) * v.y - sin(heading) * v.x, v.z)
      let b = SIMD3(cos(pitch) * a.x - sin(pitch) * a.z, a.y, sin(pitch) * a.x + cos(pitch) * a.z)
      return SIMD3(b.x, cos(roll) * b.y + sin(roll) * b.z, cos(roll) * b.z - sin(roll) * b.y)
    }
    let down = dip * .pi / 180
    var field = body(SIMD3(cos(down), 0, sin(down)) * 48) + SIMD3(12, -8, 20)
    field += random.gaussianVector(sigma: 0.3)
    if index % 300 < 40 { field += SIMD3(repeating: disturbance) }
    let force = body(SIMD3(0, 0, -1))
    return [field.x, field.y, field.z, force.x, force.y, force.z].map { "\($0)" }.joined(separator: ",")
  }
  return "mx,my,mz,ax,ay,az\n" + rows.joined(separator: "\n") + "\n"
}

private func fit(_ text: String, unit: String = "uT") throws -> (json: [String: Any], text: [Substring]) {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "walk.csv")
  let columns = String(text.prefix { $0 != "\n" })
  func run(_ more: [String], terminal: Bool) -> String {
    let spy = SpyConsole(isTerminal: terminal)
    _ = CommandLineTool.binnacle.run(["fit", path, "--columns", columns, "--unit", unit] + more, console: spy.console)
    return spy.results
  }
  let json = try #require(
    JSONSerialization.jsonObject(with: Data(run(["--json"], terminal: false).utf8)) as? [String: Any])
  return (json, run([], terminal: true).split(separator: "\n"))
}

@Test(arguments: [6.0, 9, 12, 15])
func fit_ofACleanRocking_blamesTheTiltAndSaysWhatToDo(tilt: Double) throws {
  let (json, lines) = try fit(rocked(tilt))
  let found = try #require(json["integer"] as? [String: Any])
  #expect(found["model"] as? String == "planar" && found["accepted"] as? Bool == false)
  let line = try #require(lines.first { $0.contains("Tilted ±") }, "\(lines)")
  #expect(line.contains("too much for a flat fit, too little for a full one; or the field was disturbed."))
  #expect(line.contains(" %  at most 10 %  "), "\(line)")
  #expect(lines.contains { $0.contains("Tilt it to 30° and more, or keep it level") })
  #expect(!lines.contains { $0.contains("something disturbed the field") }, "\(lines)")
  for line in lines { #expect(line.count <= 120, "\(line)") }
  let measures = try #require(found["measures"] as? [[String: Any]])
  #expect(measures.compactMap { $0["reason"] as? String } == found["reasons"] as? [String])
  let residual = try #require(measures.first { $0["reason"] as? String == "residual" })
  #expect(residual["unit"] as? String == "%" && residual["limit"] as? Double == 10)
  #expect(residual["ofLargerModel"] as? Bool == false && (residual["measured"] as? Double ?? 0) > 10)
}

@Test func fit_ofALevelDisturbance_doesNotSpeakOfATilt() throws {
  let (json, lines) = try fit(rocked(0.5, disturbance: 9))
  let found = try #require(json["double"] as? [String: Any])
  #expect(found["model"] as? String == "planar" && found["accepted"] as? Bool == false, "\(found)")
  #expect(lines.contains { $0.contains("something disturbed the field") } && !lines.contains { $0.contains("Tilted") })
}

@Test func fit_thatIsLowered_saysWhatToExpectAndHowFarToTilt() throws {
  let (json, lines) = try fit(rocked(2))
  let found = try #require(json["integer"] as? [String: Any])
  #expect(found["reasons"] as? [String] == ["notDetermined", "lowered"])
  let worst = try #require(found["predictedHeadingErrorDegrees"] as? Double)
  let tilt = try #require(found["tiltSeenDegrees"] as? Int)
  let expected = "±\(tilt)°  at least ±30°  Tilt seen ±\(tilt)°: planar model, expect \(String(format: "%.1f", worst))°"
  #expect(lines.contains { $0.contains(expected) }, "\(lines)")
  #expect(lines.contains { $0.contains("Tilt it to 30° and more for a full one: 2° to 3° are usual then.") })
  let measures = try #require(found["measures"] as? [[String: Any]])
  #expect(measures.last?["measured"] as? Int == tilt && measures.last?["limit"] as? Int == 30)
  #expect(measures.first?["measured"] is NSNull && measures.first?["limit"] is NSNull)
}

@Test func fit_refusedForItsStrength_givesItInTheFilesUnit() throws {
  let rows = rocked(180).split(separator: "\n").dropFirst().map { row in
    row.split(separator: ",").prefix(3).map { "\((Double($0) ?? 0) / 20)" }.joined(separator: ",")
  }
  let (json, lines) = try fit("mx,my,mz\n" + rows.joined(separator: "\n") + "\n")
  for side in ["integer", "double"] {
    let measures = try #require((json[side] as? [String: Any])?["measures"] as? [[String: Any]])
    #expect(measures.compactMap { $0["reason"] as? String } == ["fieldStrength"])
    #expect(abs((measures[0]["measured"] as? Double ?? 0) - 2.4) < 0.05, "\(measures)")
    #expect(abs((measures[0]["limit"] as? Double ?? 0) - 15) < 0.01, "\(measures)")
  }
  #expect(lines.contains { $0.hasPrefix("2.40 uT  at least 15 uT  This strength") }, "\(lines)")
}

@Test func report_ofAFlatFitThatWasTilted_saysSo() {
  func lines(_ change: (inout CalibrationReport) -> Void = { _ in }) -> String {
    var report = CalibrationReport()
    (report.modelOrder, report.tilt, report.residual) = (1, 1_600, 3_551)
    report.add(ReportedReason(code: 5, weight: .refused, measured: 3_551, limit: 1_000))
    report.add(ReportedReason(code: 7, weight: .refused, measured: 3_620, limit: 1_500))
    change(&report)
    return CalibrationFormat.lines(report).joined(separator: "\n")
  }
  #expect(lines().contains("refused: the samples lie 35.51 % off the flat fit, 10.00 % at most"))
  #expect(lines().contains("  note: Tilted ±16°: too much for a flat fit, too little for a full one; or the field was"))
  #expect(lines().contains("\n        Tilt it to 30° and more, or keep it level;"))
  // What is tilted so far has seen all of the field, if it has three axes.
  #expect(lines { $0.tilt = 3_900 }.contains("too little for a full one"))
  #expect(lines { $0.tilt = 4_000 }.contains("  note: Tilted ±40°, and yet near a plane: an axis may be dead, or"))
  #expect(lines { $0.tilt = 18_000 }.contains("\n        Look whether all three axes follow when it turns;"))
  // Held level, in space, with a magnet passing by, or taken: a tilt explains nothing.
  for other in [
    lines { $0.tilt = 200 }, lines { $0.modelOrder = 4 }, lines { $0.tilt = 0xffff }, lines { $0.flags = .accepted },
    lines { $0.add(ReportedReason(code: 6, weight: .refused, measured: 900, limit: 300)) },
    lines { $0.residual = 9_000 },
  ] { #expect(!other.contains("Tilted"), "\(other)") }
  #expect(CalibrationText.text(5, measured: 612, limit: 500).contains("6.12 % off the ellipsoid"))
  #expect(!CalibrationText.text(7, measured: 0xffff, limit: 1_500).contains("655"))
}

/// Two fields in one recording: the search does not settle, and yet nothing is wrong with the directions.
@Test func fit_ofTwoInstrumentsInOneFile_doesNotBlameTheDirectionsAlone() throws {
  let path = Repository.path("Tests/Data/marg/sap6_shots.csv")
  let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  let shots = lines.filter { $0.hasPrefix("BB,") || $0.hasPrefix("CF,") }
  let rows = shots.map { $0.split(separator: ",")[3...5].joined(separator: ",") }
  let (json, words) = try fit(("mx,my,mz\n" + rows.joined(separator: "\n") + "\n"))
  let found = try #require(json["integer"] as? [String: Any])
  #expect(found["reasons"] as? [String] == ["notDetermined"])
  #expect(words.contains { $0.contains("or not on one surface: turn it every way, away from iron") }, "\(words)")
}

@Test func fit_acceptedAsAPlane_marksTheReasonsOfTheEllipsoid() throws {
  let (json, lines) = try fit(rocked(1))
  let found = try #require(json["integer"] as? [String: Any])
  #expect(found["model"] as? String == "planar" && found["accepted"] as? Bool == true)
  let measures = try #require(found["measures"] as? [[String: Any]])
  let open = try #require(measures.first { $0["reason"] as? String == "notDetermined" }, "\(measures)")
  #expect(open["ofLargerModel"] as? Bool == true)
  #expect(lines.contains { $0.contains("An ellipsoid is not determined: too little tilt for one.") }, "\(lines)")
}

@Test func fit_withGravity_saysWhatEachPredictionIsOf() throws {
  let (json, lines) = try fit(rocked(40))
  #expect(json["headingErrorsOf"] as? [String: String] == ["integer": "R·S·(m − h)", "double": "S·(m − h)"])
  #expect(lines.contains { $0.hasPrefix("Double: of S·(m − h), which may be rotated by up to 2°") }, "\(lines)")
}
