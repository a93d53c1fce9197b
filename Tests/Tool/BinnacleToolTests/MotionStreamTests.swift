// A gyroscope in a stream: the fused heading beside the compass's, in rows, JSON and sentences.

import Foundation
import Heading
import LinkProtocol
import Motion
import Quantities
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolStream

private func run(_ words: [String]) -> (status: Int32, lines: [Substring], remarks: String) {
  let spy = SpyConsole()
  let status = CommandLineTool.binnacle.run(words, console: spy.console)
  return (status, spy.results.split(separator: "\n"), spy.remarks)
}

private func objects(_ lines: [Substring]) throws -> [[String: Any]] {
  try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
}

/// Half a minute at 100 Hz: 5 s of rest, then turns of 40 °/s to and fro; from 20 to 24 s iron passes.
private func recording(in folder: TemporaryFolder) throws -> String {
  var text = "t,mx,my,mz,ax,ay,az,gx,gy,gz,truth\n"
  var heading = 40.0
  for n in 0..<3000 {
    let time = Double(n) / 100
    let turn = time < 5 ? 0 : 40 * sin(.pi / 4 * (time - 5))
    heading += turn / 100
    let angle = heading * .pi / 180
    let iron = time > 20 && time < 24 ? 8.0 : 0
    let jitter = Double(n % 7 - 3) / 20
    let field = [20 * cos(angle) + jitter, -20 * sin(angle) + iron - jitter, 40 + jitter]
    let rate = [0.5 + jitter, -0.3 - jitter, turn + 0.8 + jitter]
    text += ([time] + field + [0, 0, -1] + rate + [heading]).map { "\($0)" }.joined(separator: ",") + "\n"
  }
  let path = folder.path("turn.csv")
  try text.write(toFile: path, atomically: true, encoding: .utf8)
  return path
}

private let columns = ["--columns", "mx,my,mz,ax,ay,az,gx,gy,gz", "--time", "t"]

@Test func recording_withRates_isFusedThroughADisturbance() throws {
  let folder = try TemporaryFolder()
  let outcome = run(["replay", "\(try recording(in: folder))", "--json"] + columns)
  #expect(outcome.status == 0, "\(outcome.remarks)")
  let rows = try objects(outcome.lines)
  #expect(rows.count == 3000)
  var worst = (shown: 0.0, compass: 0.0)
  var sources = Set<String>()
  var outside = 0
  for row in rows.dropFirst(600) {
    let motion = try #require(row["motion"] as? [String: Any])
    let input = try #require(row["input"] as? [String: Any])
    let truth = try #require(input["truth"] as? Double)
    #expect(motion["fused"] as? Bool == true)
    let shown = try #require(row["magneticHeadingDegrees"] as? Double)
    let accuracy = try #require(row["accuracyDegrees"] as? Double)
    let part = try #require(row["compass"] as? [String: Any])
    let compass = try #require(part["magneticHeadingDegrees"] as? Double)
    let error = abs((shown - truth).remainder(dividingBy: 360))
    worst.shown = max(worst.shown, error)
    worst.compass = max(worst.compass, abs((compass - truth).remainder(dividingBy: 360)))
    outside += error > accuracy ? 1 : 0
    sources.insert(try #require(row["source"] as? String))
    // Nobody calls a disturbed compass clear.
    if part["disturbance"] as? String == "disturbed" { #expect(row["disturbance"] as? String == "disturbed") }
  }
  // Iron of 8 µT beside 20 µT turns a compass by up to 24°.
  #expect(worst.shown < 4 && worst.compass > 15, "\(worst)")
  #expect(outside < 120 && !sources.isDisjoint(with: ["gyroscope", "both"]), "\(outside) of 2400, \(sources)")
}

@Test func recording_withRates_isTheCompassAloneOnRequest() throws {
  let folder = try TemporaryFolder()
  let path = try recording(in: folder)
  let alone = run(["replay", "\(path)", "--json", "--readings", "20", "--no-gyro"] + columns)
  let without = run([
    "replay", "\(path)", "--json", "--readings", "20", "--columns", "mx,my,mz,ax,ay,az", "--time", "t",
  ])
  #expect(alone.status == 0 && alone.lines.count == 20)
  for (a, b) in zip(try objects(alone.lines), try objects(without.lines)) {
    #expect(a["motion"] == nil && a["compass"] == nil && a["source"] as? String == "compass")
    #expect(a["magneticHeadingDegrees"] as? Double == b["magneticHeadingDegrees"] as? Double)
  }
}

@Test(arguments: [
  (["--columns", "mx,my,mz,ax,ay,az,gx,gy,gz"], "--time NAME"),
  (["--columns", "mx,my,mz", "--gyro-unit", "dps"], "--gyro-unit is for columns"),
  (columns + ["--gyro-unit", "rpm"], "dps, rad/s, mdps, counts"),
  (["--columns", "mx,my,mz,ax,ay,az,gx", "--time", "t"], "three, six or nine"),
])
func recording_withRatesThatCannotServe_isRefused(options: [String], text: String) throws {
  let folder = try TemporaryFolder()
  let outcome = run(["replay", "\(try recording(in: folder))"] + options)
  #expect(outcome.status == 2 && outcome.remarks.contains(text), "\(outcome.remarks)")
}

@Test func simulated_inWaves_isFusedAndReplaysAlike() throws {
  let folder = try TemporaryFolder()
  let file = folder.path("waves.binnacle")
  let words = ["--check", "--json", "--duration", "12", "--rate", "5"]
  let live = run(["stream", "simulated?motion=waves", "--capture", file] + words)
  #expect(live.status == 0, "\(live.remarks)")
  let rows = try objects(live.lines.dropLast())
  let last = try #require(rows.last?["motion"] as? [String: Any])
  #expect(last["fused"] as? Bool == true)
  // Of a circle in 10 s.
  let turn = try #require(last["turnDegreesPerSecond"] as? Double)
  #expect(abs(turn - 36) < 3)
  let roll = rows.compactMap { ($0["motion"] as? [String: Any])?["rollDegrees"] as? Double }
  #expect(try #require(roll.max()) > 12 && #require(roll.min()) < -12)
  let replay = run(["replay", file, "--check", "--json"])
  #expect(replay.lines.dropLast() == live.lines.dropLast())
}

/// The bias of the simulated gyroscope is the one that the fusion finds, and no bias is none.
@Test func simulated_gyroscope_hasTheErrorsOfItsOptions() throws {
  func bias(_ options: String) throws -> [Double] {
    let outcome = run(["stream", "simulated?circle=3600&\(options)", "--json", "--duration", "6", "--rate", "5"])
    #expect(outcome.status == 0, "\(outcome.remarks)")
    let last = try #require(try objects(outcome.lines.dropLast()).last?["motion"] as? [String: Any])
    return try #require(last["biasDegreesPerSecond"] as? [Double])
  }
  for (found, wanted) in zip(try bias("gyro-bias=0.4,-0.7,0.3&gyro-scale=0&gyro-lag=0"), [0.4, -0.7, 0.3]) {
    // The circle turns by 0.1 °/s about the vertical.
    #expect(abs(found - wanted) < 0.2)
  }
  #expect(try bias("gyro-bias=0").allSatisfy { abs($0) < 0.2 })
}

@Test func simulated_withoutGyroscope_hasNoMotion() throws {
  let outcome = run(["stream", "simulated?gyro=off", "--json", "--readings", "3"])
  #expect(outcome.status == 0)
  #expect(try objects(outcome.lines).allSatisfy { $0["motion"] == nil })
}

@Test func live_withoutGyroscopeOnRequest_isTheCompasssPart() throws {
  let folder = try TemporaryFolder()
  let file = folder.path("waves.binnacle")
  let words = ["--json", "--duration", "12", "--rate", "5"]
  #expect(run(["stream", "simulated?motion=waves", "--capture", file] + words).status == 0)
  let both = try objects(run(["replay", file, "--json"]).lines)
  let alone = try objects(run(["replay", file, "--json", "--no-gyro"]).lines)
  #expect(both.count == alone.count && both.count > 50)
  for (row, own) in zip(both, alone) {
    #expect(own["motion"] == nil && own["compass"] == nil && own["source"] as? String == "compass")
    guard let part = row["compass"] as? [String: Any] else { continue }
    for key in ["magneticHeadingDegrees", "accuracyDegrees", "grade"] {
      #expect(own[key] as? Double == part[key] as? Double, "\(key)")
    }
  }
}

/// Half a minute of turns, with the axis Z of the gyroscope reversed.
@Test func recording_withAReversedAxis_saysSo_andIsTheCompass() throws {
  let folder = try TemporaryFolder()
  let path = try recording(in: folder)
  let words = ["--columns", "mx,my,mz,ax,ay,az,gx,gy,-gz", "--time", "t", "--json"]
  let outcome = run(["replay", "\(path)"] + words)
  #expect(
    outcome.remarks.contains("its axis that points down is reversed")
      && outcome.remarks.contains("--columns …,gx,gy,-gz"), "\(outcome.remarks)")
  let rows = try objects(outcome.lines)
  let found = try #require(
    rows.firstIndex { ($0["motion"] as? [String: Any])?["reason"] as? String == "axesWrong" })
  // 5 s of rest, then 60° in the next four.
  #expect(found < 1_500, "\(found)")
  for row in rows[(found + 1)...] { #expect(row["source"] as? String == "compass") }
  let last = try #require(rows.last?["motion"] as? [String: Any])
  #expect(
    last["axesFault"] as? String == "reversed" && last["axesFaultAt"] as? String == "down"
      && last["axesArrangement"] as? String == "+x, +y, -z")
}

@Test func sentences_ofAnInaccurateHeading_areWithheldAndSaidSo() throws {
  let folder = try TemporaryFolder()
  // Iron that stays from the first row on: nobody knows the heading.
  var text = "t,mx,my,mz,ax,ay,az\n"
  for n in 0..<300 {
    let jitter = Double(n % 7 - 3) / 20
    text += "\(Double(n) / 20),\(20 + jitter),\(16 - jitter),\(43 + jitter),0,0,-1\n"
  }
  let path = folder.path("magnet.csv")
  try text.write(toFile: path, atomically: true, encoding: .utf8)
  let record = folder.path("record.json")
  let fields = #""hardIronNanotesla": [0, 0, 0], "fieldStrengthNanotesla": 47423, "dipDegrees": 65"#
  try "{\(fields), \"predictedHeadingErrorDegrees\": {\"typical\": 0.5, \"worst\": 1}}".write(
    toFile: record, atomically: true, encoding: .utf8)
  let words = ["replay", "\(path)", "--columns", "mx,my,mz,ax,ay,az", "--time", "t", "--calibration", record]
  let sent = run(words + ["--nmea"])
  #expect(!sent.lines.contains { $0.contains("HDM") }, "\(sent.lines.prefix(5))")
  #expect(sent.remarks.contains("no heading is sent") && sent.remarks.contains("--worst"), "\(sent.remarks)")
  let all = run(words + ["--nmea", "--worst", "180"])
  #expect(all.lines.contains { $0.contains("HDM") })
  let unused = run(words + ["--worst", "20"])
  #expect(unused.status == 2 && unused.remarks.contains("Add --nmea"), "\(unused.remarks)")
}

@Test func rateOfTurn_isSentOnlyIfItIsKnown() throws {
  var reading = Reading()
  reading.mode = .tilted
  var motion = FusionReport()
  motion.stateCode = 2
  motion.reason = UnfusedReason.none
  motion.attitudeW = 1_073_741_824
  var output = SentenceOutput(isSimulated: false)
  func turn(_ degrees: Double, deviation: Double) -> Bool {
    motion.rateOfTurn = Int32(degrees * 18_301)
    motion.biasDeviation = UInt32(deviation * 18_301)
    return output.lines(reading, motion).contains { $0.contains("ROT") }
  }
  // 0.2 °/s are 12° a minute; or a tenth of the rate.
  #expect(turn(0.6, deviation: 0.09) && !turn(0.6, deviation: 0.11))
  #expect(turn(-10, deviation: 0.4) && !turn(-10, deviation: 0.6))
}

@Test func sentences_haveTheReadingsHeading_andTheGyroscopesTurn() throws {
  var reading = Reading()
  reading.mode = .tilted
  var assessment = HeadingAssessment()
  assessment.magnetic = BinaryAngle(rawValue: 0x1000_0000)
  assessment.accuracy = 400
  reading.assessment = assessment
  var motion = FusionReport()
  motion.stateCode = 2
  motion.reason = UnfusedReason.none
  motion.flags = .fused
  // The fusion's own heading is a part, and is not sent.
  motion.magneticHeading = BinaryAngle(rawValue: 0x4000_0000)
  motion.accuracy = 150
  // 2 °/s to starboard; rolled by 30°, starboard down.
  motion.rateOfTurn = 36_602
  motion.attitudeW = 1_037_154_959
  motion.attitude = Vector3(x: 277_904_834, y: 0, z: 0)
  var output = SentenceOutput(isSimulated: false)
  let lines = output.lines(reading, motion)
  #expect(lines.contains { $0.hasPrefix("$HCHDM,22.5,M") }, "\(lines)")
  #expect(lines.contains { $0.hasPrefix("$HCROT,120.0,A") }, "\(lines)")
  #expect(lines.contains { $0.hasPrefix("$HCXDR,A,0.0,D,PTCH,A,30.0,D,ROLL") }, "\(lines)")
  // A dead gyroscope tells nothing.
  motion.reason = .silent
  motion.flags = .none
  motion.accuracy = nil
  output.addGap()
  let alone = output.lines(reading, motion)
  #expect(alone.contains { $0.hasPrefix("$HCHDM,22.5,M") } && !alone.contains { $0.contains("ROT") }, "\(alone)")
  #expect(MotionFormat.tilt(motion) == nil)
}

@Test func simulated_turningAboutTheVertical_isNotCalledDisturbed() throws {
  // The bias about the vertical cannot be known there, and the fused heading is off: no reason to blame the field.
  let outcome = run(["stream", "simulated", "--check", "--readings", "150", "--json"])
  #expect(outcome.status == 0, "\(outcome.remarks)")
  let readings = try objects(outcome.lines).filter { $0["disturbance"] != nil }
  #expect(readings.count == 150)
  #expect(readings.allSatisfy { $0["disturbance"] as? String == "clear" })
}
