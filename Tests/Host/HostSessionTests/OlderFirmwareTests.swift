// A board with firmware of protocol version 1: its hello and its calibration, and nothing else.
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TestSupport
import Testing

/// What the frames' vectors of version 1 hold: bytes from before there was a version 2.
private func vector(_ name: String) throws -> [UInt8] {
  struct Case: Decodable {
    var name: String
    var payload: String
  }
  struct File: Decodable { var cases: [Case] }
  let file = URL(fileURLWithPath: Repository.path("Protocols/link/vectors/frames.json"))
  let cases = try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).cases
  let digits = Array(try #require(cases.first { $0.name == name }).payload)
  return try stride(from: 0, to: digits.count, by: 2).map {
    try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
  }
}

/// A session with a board of version 1 whose store holds `record`, and which takes another.
private func bench(_ record: [UInt8]) throws -> SessionBench {
  let hello = try vector("hello of version 1")
  #expect(hello.count == 100 && hello[0] == 1 && hello[1] == 1)
  let bench = SessionBench { device, request in
    switch MessageKind(rawValue: request.kind) {
    case .getHello: device.send(.hello, token: request.token) { $0.append(hello.span) }
    case .getCalibration: device.send(.calibration, token: request.token) { $0.append(record.span) }
    case .getStoredRecord:
      device.send(.storedRecord, token: request.token) {
        StoredRecord(status: .present, slot: 0, slots: 1, sequence: 3).append(to: &$0)
        $0.append(record.span)
      }
    default:
      device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
    }
  }
  return bench
}

@Test func olderFirmware_hello_isReadAndItsCalibrationTakenAway() throws {
  let record = try vector("setCalibration, record of version 1")
  let bench = try bench(record)
  let hello = try bench.session.open(patience: 5)
  #expect(bench.session.version == 1 && hello.protocolMaximum == 1)
  #expect(hello.accelerometer == FittedSensor() && hello.gyroscope == FittedSensor())
  #expect(try bench.session.calibration() == record)
  let stored = try bench.session.storedRecord()
  #expect(stored.bytes == record && stored.state.status == .present)
}

@Test func olderFirmware_takesACalibration_andIsErased() throws {
  let record = try vector("setCalibration")
  let bench = try bench(record)
  try bench.session.open(patience: 5)
  try bench.session.setCalibration(record)
  try bench.session.store(record: record)
  try bench.session.eraseRecords()
  let kinds = bench.device.requests.map(\.kind).suffix(3)
  #expect(
    kinds == [MessageKind.setCalibration.rawValue, MessageKind.storeRecord.rawValue, MessageKind.eraseRecords.rawValue])
  #expect(bench.device.requests.suffix(3).prefix(2).allSatisfy { $0.payload == record })
}

@Test func olderFirmware_readings_areRefusedWithWhatToDo() throws {
  let bench = try bench([UInt8](repeating: 0, count: 80))
  try bench.session.open(patience: 5)
  let asked = bench.device.requests.count
  let error = sessionError { () throws(SessionError) in try bench.session.start(.readings) }
  #expect(error?.exitStatus == 4)
  let lines = error?.description.split(separator: "\n") ?? []
  #expect(lines.count == 3)
  #expect(lines.first?.hasSuffix("speaks protocol 1; this program speaks 2.") == true)
  #expect(error?.description.contains("Flash the board with the firmware") == true)
  #expect(error?.description.contains("keeps its calibration") == true)
  #expect(error?.description.contains("binnacle calibration export memory:board compass.json") == true)
  #expect(bench.device.requests.count == asked, "nothing was asked of the board")
  #expect(sessionError { () throws(SessionError) in try bench.session.selfTest { _ in } }?.exitStatus == 4)
}

@Test func device_ofBothVersions_isUsedInTheHigher() throws {
  var hello = plainHello()
  (hello.protocolMinimum, hello.protocolMaximum) = (1, 9)
  let answer = hello
  let bench = SessionBench { device, request in device.send(.hello, token: request.token) { answer.append(to: &$0) } }
  try bench.session.open(patience: 5)
  #expect(bench.session.version == 2)
  #expect(bench.device.requests.first?.payload == [1, 2])
}
