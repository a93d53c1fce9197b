// Places, capabilities, recorded attitudes and the meter's history, as the command line takes and shows them.
import Foundation
import LinkProtocol
import Quantities
import Recordings
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolDevice
@testable import ToolStream

@Test func capabilityNames_areThoseOfHello() {
  var all = Capabilities.none
  for (name, value) in Capabilities.names {
    #expect(value.rawValue.nonzeroBitCount == 1, "\(name)")
    #expect(!all.contains(value), "\(name) is told once")
    all.insert(value)
  }
  #expect(Capabilities.names.contains { $0.name == "magnetometer" } && all.contains(.worldModel))
}

@Test func locationSource_everyForm_isUnderstood() throws {
  #expect(try LocationSource("nmea:/dev/ttyUSB1") == .sentences(path: "/dev/ttyUSB1"))
  #expect(try LocationSource("gpsd") == .daemon(host: "127.0.0.1", port: 2947))
  #expect(try LocationSource("gpsd:boat.local") == .daemon(host: "boat.local", port: 2947))
  #expect(try LocationSource("gpsd:10.0.0.2:2000") == .daemon(host: "10.0.0.2", port: 2000))
  guard case .fixed(let place) = try LocationSource("47.37,8.54,400") else {
    Issue.record("not a place")
    return
  }
  #expect(place.latitude == 47.37 && place.longitude == 8.54 && place.height == 400)
  for bad in ["", "nmea:", "gpsd:", "gpsd:host:0", "gpsd:host:99999", "gpsd:a:1:2", "91,0", "nan,0", "47"] {
    #expect(throws: UsageError.self, "\(bad)") { try LocationSource(bad) }
  }
}

@Test func locationFeed_brokenChecksums_areNoPlace() throws {
  let folder = try TemporaryFolder()
  let path = folder.url.appendingPathComponent("broken.nmea").path
  try Data("$GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A*00\r\n".utf8)
    .write(to: URL(fileURLWithPath: path))
  #expect {
    _ = try LocationFeed(.sentences(path: path)) { _ in }
  } throws: { error in
    "\(error)".contains("1 with a wrong checksum")
      || (error as? CommandError)?.description.contains("wrong checksum") == true
  }
}

@Test(arguments: ["stream", "guide"])
func location_sentencesWithoutChecksums_areNamedAsThat(command: String) throws {
  let folder = try TemporaryFolder()
  let path = folder.path("bare.nmea")
  let line = "$GPRMC,120000.00,A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A\r\n"
  try Data((line + line).utf8).write(to: URL(fileURLWithPath: path))
  let spy = SpyConsole()
  let more = command == "guide" ? ["--to", "47,8"] : ["--readings", "1"]
  let words = [command, "simulated", "--location", "nmea:\(path)"] + more
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 6)
  #expect(spy.remarks.contains("0 with a wrong checksum, 2 without one") && spy.remarks.contains("two digits"))
}

@Test func fieldHistory_isScaledToItsValues() {
  var history = FieldHistory()
  #expect(history.line == "")
  history.add(5)
  #expect(history.line == "▁")
  for value in [0.0, 10, 5] { history.add(value) }
  #expect(history.line == "▅▁█▅")
  for _ in 0..<100 { history.add(1) }
  #expect(history.line.count == 32)
  // 47,000 nT beside differences of some nanotesla would leave nothing to see.
  for value in [3.0, 9] { history.add(value, isDifference: true) }
  #expect(history.line == "▁█")
  history.add(47_000)
  #expect(history.line == "▁")
}

private func recording(_ text: String) throws -> Recording {
  let folder = try TemporaryFolder()
  let path = folder.url.appendingPathComponent("rows.csv").path
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  return try Recording(path: path, options: RecordingOptions(columns: "x,y,z"))
}

@Test func attitude_ofARecording_givesTheForceOfAnInstrumentAtRest() throws {
  var rows = try recording("x,y,z,roll,pitch\n20,0,43,0,0\n20,0,43,90,0\n20,0,43,0,30\n")
  try RecordedAttitude("roll,pitch").apply(to: &rows)
  #expect(
    rows.rows.map { $0.acceleration!.microG } == [
      Vector3(x: 0, y: 0, z: -1_000_000), Vector3(x: 0, y: -1_000_000, z: 0), Vector3(x: 500_000, y: 0, z: -866_025),
    ])
  for bad in ["roll", "roll,pitch,yaw", "roll,"] {
    #expect(throws: UsageError.self) { try RecordedAttitude(bad) }
  }
  var absurd = try recording("x,y,z,roll,pitch\n20,0,43,nan,0\n")
  #expect(throws: CommandError.self) { try RecordedAttitude("roll,pitch").apply(to: &absurd) }
  #expect(throws: CommandError.self) { try RecordedAttitude("r,pitch").apply(to: &absurd) }
  var bare = try recording("x,y,z\n20,0,43\n")
  func refusal(_ rows: inout Recording) -> String {
    do { try RecordedAttitude("r,pitch").apply(to: &rows) } catch { return "\(error)" }
    return "none"
  }
  #expect(refusal(&absurd).contains("columns left are: roll, pitch."))
  #expect(refusal(&bare).contains("None is left: --columns and --time take all that the file has."))
}

@Test func reference_ofARecording_learnsStrengthDipAndResidual() throws {
  var text = "x,y,z,roll,pitch\n"
  for i in 0..<40 { text += i < 20 ? "20,0,\(43 + Double(i % 2) * 0.2),0,0\n" : "90,0,43,0,0\n" }
  var rows = try recording(text)
  try RecordedAttitude("roll,pitch").apply(to: &rows)
  // Rows are a tenth of a second apart: 19 of them, without those of the magnet behind.
  let record = try RecordingModel.learned(rows, seconds: 1.8)
  #expect(abs(Int(record.fieldStrength) - 47_514) < 30 && record.residual > 60 && record.residual < 110)
  #expect(abs(record.dip!.signedDegrees - 65.1) < 0.2)
  #expect(throws: RecordingModel.Lack.rows(4)) { try RecordingModel.learned(rows, seconds: 0.3) }
  for i in rows.rows.indices { rows.rows[i].field.nanotesla = Vector3(x: 0, y: 0, z: 5000) }
  #expect(throws: RecordingModel.Lack.strength(5000)) { try RecordingModel.learned(rows, seconds: 10) }
}
