// The forms of a calibration for other projects: each is read by the equation that its owner states, and must correct an
// uncorrected sample as ours does.
import Correction
import Foundation
import Quantities
import Recordings
import Reference
import SerialLink
import TerminalInterface
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCalibration
@testable import ToolCommandLine
@testable import ToolFit

/// A correction with three different offsets, six different numbers of S, and no turn. Nanotesla.
private let symmetric: AppliedCorrection = {
  var correction = AppliedCorrection(CalibrationRecord())
  correction.offset = SIMD3(12_345.5, -6_789.25, 31_000.125)
  correction.matrix = ReferenceMatrix3([SIMD3(1.07, 0.02, -0.03), SIMD3(0.02, 0.96, 0.05), SIMD3(-0.03, 0.05, 0.98)])
  correction.strength = 48_123
  return correction
}()

/// The same, turned to gravity by 7° about an oblique axis.
private let turned: AppliedCorrection = {
  var correction = symmetric
  correction.matrix = ReferenceMatrix3(rotationVector: SIMD3(0.1, -0.05, 0.05)) * symmetric.matrix
  return correction
}()

/// An uncorrected sample, nanotesla.
private let sample = SIMD3<Double>(-20_123, 41_777, 9_001)

private func ours(_ correction: AppliedCorrection) -> SIMD3<Double> {
  correction.matrix * (sample - correction.offset)
}

private func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

/// Numbers of 24 bits leave 1 part in 2^24 of 60,000 nT in each of some ten terms.
private let tolerance = 0.05

private func print(_ form: RecordForm, _ correction: AppliedCorrection, sensor: Int = 0) throws -> String {
  let spy = SpyConsole()
  let words = ["fit", "-", "--as", sensor == 0 ? form.rawValue : "\(form.rawValue):\(sensor)"]
  let arguments = try CommandLineParser.parse(
    Array(words.dropFirst()), for: FitCommand(), path: "fit", console: spy.console)
  let wanted = try #require(try WantedForm(arguments))
  try wanted.write(json: [:], correction: correction, to: spy.console) { CalibrationRecord() }
  return spy.results
}

/// `NAME,VALUE` or a line of QGroundControl's file.
private func parameters(_ text: String) -> [String: Double] {
  var found: [String: Double] = [:]
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    let cells = line.split { $0 == "," || $0 == "\t" }.map(String.init)
    let (name, value) = cells.count == 2 ? (cells[0], cells[1]) : (cells[2], cells[3])
    found[name] = Double(value)
  }
  return found
}

/// The matrix that both autopilots make of six parameters.
private func matrix(_ d: [Double?], _ o: [Double?]) throws -> ReferenceMatrix3 {
  let (d, o) = (try d.map { try #require($0) }, try o.map { try #require($0) })
  return ReferenceMatrix3([SIMD3(d[0], o[0], o[1]), SIMD3(o[0], d[1], o[2]), SIMD3(o[1], o[2], d[2])])
}

@Test(arguments: [1, 2, 3])
func ardupilotForm_correctsAsArduPilotDoes(sensor: Int) throws {
  // AP_Compass_Backend::correct_field: mag += offsets; mag *= scale; mag = [diagonals, offdiagonals]·mag. Milligauss.
  let found = parameters(try print(.ardupilot, symmetric, sensor: sensor == 1 ? 0 : sensor))
  let n = sensor == 1 ? "" : "\(sensor)"
  #expect(found.count == 10)
  let offsets = try "XYZ".map { try #require(found["COMPASS_OFS\(n)_\($0)"]) }
  let m = try matrix("XYZ".map { found["COMPASS_DIA\(n)_\($0)"] }, "XYZ".map { found["COMPASS_ODI\(n)_\($0)"] })
  let milligauss = sample / 100 + SIMD3(offsets[0], offsets[1], offsets[2])
  let theirs = m * (milligauss * (try #require(found["COMPASS_SCALE\(n)"]))) * 100
  #expect(distance(theirs, ours(symmetric)) < tolerance)
}

@Test(arguments: [0, 3])
func px4Form_correctsAsPX4Does(sensor: Int) throws {
  // sensor_calibration::Magnetometer::Correct: rotation·(scale·(data − offset)). Gauss.
  let found = parameters(try print(.px4, symmetric, sensor: sensor))
  #expect(found.count == 9)
  func three(_ name: String) -> [Double?] { "XYZ".map { found["CAL_MAG\(sensor)_\($0)\(name)"] } }
  let off = try three("OFF").map { try #require($0) }
  let theirs = try matrix(three("SCALE"), three("ODIAG")) * (sample / 100_000 - SIMD3(off[0], off[1], off[2]))
  #expect(distance(theirs * 100_000, ours(symmetric)) < tolerance)
}

@Test func motionCalPacket_correctsAsTheSketchesDo() throws {
  // NXPMotionSense.h and Adafruit_AHRS's calibration.ino: 117, 84, sixteen floats, CRC; 6–8 the offset, 10–15 xx yy zz xy xz yz.
  let packet = try MotionCalPacket(symmetric)
  let bytes = packet.bytes
  #expect(bytes.count == 68 && bytes[0] == 117 && bytes[1] == 84)
  let cal = (0..<16).map { index in
    let at = 2 + 4 * index
    return Double(
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }))
  }
  #expect(cal[..<6].allSatisfy { $0 == 0 } && abs(cal[9] - 48.123) < 1e-5)
  let v = sample / 1000 - SIMD3(cal[6], cal[7], cal[8])
  let theirs = SIMD3(
    v.x * cal[10] + v.y * cal[13] + v.z * cal[14], v.x * cal[13] + v.y * cal[11] + v.z * cal[15],
    v.x * cal[14] + v.y * cal[15] + v.z * cal[12])
  #expect(distance(theirs * 1000, ours(symmetric)) < tolerance)
  // The check of the whole packet is 0, which is how the sketches look at it; that of “123456789” is published.
  #expect(MotionCalPacket.check(bytes) == 0)
  #expect(MotionCalPacket.check(Array("123456789".utf8)) == 0x4b37)
  // On a terminal it is text.
  let spy = SpyConsole(isTerminal: true)
  let arguments = try CommandLineParser.parse(
    ["-", "--as", "motioncal"], for: FitCommand(), path: "fit", console: spy.console)
  try #require(try WantedForm(arguments)).write(json: [:], correction: symmetric, to: spy.console) {
    CalibrationRecord()
  }
  #expect(spy.results == bytes.map { String(format: "%02x", $0) }.joined() + "\n")
}

@Test func adafruitForm_correctsAsTheLibraryDoes() throws {
  // Adafruit_Sensor_Calibration::calibrate: m − mag_hardiron, then mag_softiron by rows. µT.
  let text = try print(.adafruit, turned)
  let fields = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  let hard = try #require(fields["mag_hardiron"] as? [Double])
  let soft = try #require(fields["mag_softiron"] as? [Double])
  #expect(hard.count == 3 && soft.count == 9 && fields["mag_field"] as? Double == 48.123)
  #expect(fields["gyro_zerorate"] as? [Double] == [0, 0, 0] && fields["accel_zerog"] as? [Double] == [0, 0, 0])
  let m = sample / 1000 - SIMD3(hard[0], hard[1], hard[2])
  let theirs = SIMD3(
    m.x * soft[0] + m.y * soft[1] + m.z * soft[2], m.x * soft[3] + m.y * soft[4] + m.z * soft[5],
    m.x * soft[6] + m.y * soft[7] + m.z * soft[8])
  #expect(distance(theirs * 1000, ours(turned)) < tolerance)
}

/// All numbers of a text in which every number has a point or stands alone.
private func numbers(_ text: some StringProtocol) -> [Double] {
  text.split { !"0123456789.eE+-".contains($0) }.compactMap { Double($0) }
}

@Test func fusionForm_correctsAsFusionDoes() throws {
  // FusionCalibrationMagnetic: softIronMatrix·(uncalibrated − hardIronOffset); FusionMatrix is by rows.
  let text = try print(.fusion, turned)
  let begin = try #require(text.range(of: "softIronMatrix = {{")).upperBound
  let middle = try #require(text.range(of: "hardIronOffset = {{"))
  let (soft, hard) = (numbers(text[begin..<middle.lowerBound]), numbers(text[middle.upperBound...]))
  try #require(soft.count == 9 && hard.count == 3)
  let m = ReferenceMatrix3(stride(from: 0, to: 9, by: 3).map { SIMD3(soft[$0], soft[$0 + 1], soft[$0 + 2]) })
  let theirs = m * (sample / 1000 - SIMD3(hard[0], hard[1], hard[2])) * 1000
  #expect(distance(theirs, ours(turned)) < tolerance)
  #expect(text.contains("measurements in uT"))
}

@Test func magnetoForm_correctsAsMagnetoSays() throws {
  // corrected = A⁻¹·(raw − b)
  let lines = try print(.magneto, turned).split(separator: "\n").filter { !$0.hasPrefix("#") }
  try #require(lines.count == 6 && lines[0].contains("(b)") && lines[2].contains("(A-1)"))
  func row(_ line: Substring) -> SIMD3<Double> { SIMD3(line.split(separator: "\t").compactMap { Double($0) }) }
  let theirs = ReferenceMatrix3(lines[3...].map(row)) * (sample / 1000 - row(lines[1])) * 1000
  #expect(distance(theirs, ours(turned)) < tolerance)
}

@Test func formWithASymmetricMatrix_leavesTheTurnOut_andSaysSo() throws {
  #expect(distance(turned.symmetric * sample, symmetric.matrix * sample) < 1e-6)
  #expect(abs(turned.turnDegrees - 0.015.squareRoot() * 180 / .pi) < 1e-6, "|(0.1, −0.05, 0.05)|² = 0.015")
  for form in RecordForm.allCases where form.isForeign {
    let doubt = turned.doubt(form)
    #expect((doubt != nil) == [.ardupilot, .px4, .motioncal].contains(form), "\(form)")
    #expect(doubt?.contains("7.0°") != false)
    #expect(symmetric.doubt(form) == nil)
  }
}

@Test func formInCounts_isRefusedWhereAStrengthIsNeeded() throws {
  var counts = symmetric
  counts.unit = .counts
  for form in RecordForm.allCases where form.isForeign {
    if [.magneto, .fusion].contains(form) {
      #expect(try print(form, counts).contains("in counts"))
    } else {
      #expect(throws: CommandError.self, "\(form)") { try print(form, counts) }
    }
  }
}

@Test func fitInAForm_namesTheColumns_andCorrectsAsItsJSON() throws {
  let words = [
    "fit", "Tests/Data/marg/sap6_shots.csv", "--columns", "my_uT,-mx_uT,mz_uT", "--unit", "uT", "--where", "device=BB",
  ]
  func result(_ more: [String]) -> String {
    let spy = SpyConsole()
    #expect(CommandLineTool.binnacle.run(words + more, console: spy.console) == 0)
    return spy.results
  }
  let json = try #require(
    try JSONSerialization.jsonObject(with: Data(result(["--json"]).utf8)) as? [String: Any])
  let integer = try #require(json["integer"] as? [String: Any])
  let centre = SIMD3(try #require(integer["centre"] as? [Double]))
  let rows = try #require(integer["softIron"] as? [[Double]]).map { SIMD3($0) }
  let raw = SIMD3<Double>(11, -22, 33)
  let wanted = ReferenceMatrix3(rows) * (raw - centre)

  let text = result(["--as", "magneto"])
  #expect(text.contains("Axes: x = my_uT, y = -mx_uT, z = mz_uT."))
  let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  func row(_ line: Substring) -> SIMD3<Double> { SIMD3(line.split(separator: "\t").compactMap { Double($0) }) }
  #expect(distance(ReferenceMatrix3(lines[3...].map(row)) * (raw - row(lines[1])), wanted) < 1e-5)
}

@Test(arguments: [
  (["--as", "px4:4"], "--as takes "), (["--as", "json:1"], "--as takes "),
  (["--as", "arduplot"], "did you mean ardupilot?"),
  (["--send", "/dev/null"], "Add --as motioncal"), (["--as", "px4", "--send", "/dev/null"], "Give --as motioncal"),
])
func form_thatDoesNotExist_isRefused(words: [String], complaint: String) {
  let spy = SpyConsole()
  let all = ["fit", "Tests/Data/mag/handheld_counts.csv", "--columns", "mx,my,mz"] + words
  #expect(CommandLineTool.binnacle.run(all, console: spy.console) == 2)
  #expect(spy.results.isEmpty && spy.remarks.contains(complaint), "\(spy.remarks)")
}

/// A sketch as NXPMotionSense and Adafruit_AHRS have it: it prints lines, receives a packet, and prints what it uses.
private func sketch(on terminal: TemporaryTerminal, uses: Bool) {
  Thread.detachNewThread {
    // The line is there again and again, because what comes before the port is opened may be lost.
    for _ in 0..<600 where terminal.controller >= 0 {
      terminal.send(Array("Raw:1,2,3,4,5,6,7,8,9\r\n".utf8))
      Thread.sleep(forTimeInterval: 0.01)
    }
  }
  Thread.detachNewThread {
    // Before the port is raw, its own echo comes back: as the sketches do, look for a packet whose check is right.
    var bytes: [UInt8] = []
    var packet: [UInt8]?
    while packet == nil, terminal.controller >= 0 {
      let more = terminal.receive()
      if more.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
      bytes += more
      packet = bytes.indices.lazy.map { Array(bytes[$0...].prefix(MotionCalPacket.length)) }.first {
        $0.count == MotionCalPacket.length && $0[0] == 117 && $0[1] == 84 && MotionCalPacket.check($0) == 0
      }
    }
    let shown = (0..<10).map { index in
      let bits = (0..<4).reduce(0) { $0 | UInt32(packet?[2 + 4 * index + $1] ?? 0) << (8 * UInt32($1)) }
      return uses ? Float(bitPattern: bits) : 0
    }
    let text = "\r\nCal1:" + shown.map { String(format: "%.3f", $0) }.joined(separator: ",") + "\r\n"
    for _ in 0..<100 where terminal.controller >= 0 {
      terminal.send(Array(text.utf8))
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}

@Test func packetSentToASketch_isUsed_andAnythingElseIsAnError() throws {
  let packet = try MotionCalPacket(symmetric)
  let good = try TemporaryTerminal()
  sketch(on: good, uses: true)
  let spy = SpyConsole()
  try SketchPort.send(packet, to: good.path, spy.console)
  #expect(spy.remarks == "binnacle: \(good.path) uses the calibration\n")

  let bad = try TemporaryTerminal()
  sketch(on: bad, uses: false)
  let refusal = #expect(throws: CommandError.self) {
    try SketchPort.send(packet, to: bad.path, spy.console, answerSeconds: 0.5)
  }
  #expect(refusal?.status == .verdictFailed, "\(String(describing: refusal))")
  #expect(refusal?.description.contains("-6.789,31.000,48.123") == true)

  let mute = try TemporaryTerminal()
  let silence = #expect(throws: CommandError.self) {
    try SketchPort.send(packet, to: mute.path, spy.console, startSeconds: 0.1)
  }
  #expect(silence?.status == .cannotOpen)
  for terminal in [good, bad, mute] { terminal.hangUp() }
}
