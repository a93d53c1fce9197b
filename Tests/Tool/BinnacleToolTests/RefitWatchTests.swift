// The watch over later fits, of boards that do not stay or do not get on.
import Calibration
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import TestSupport
import Testing

@testable import ToolCalibration
@testable import ToolCommandLine

@Test func refitWatch_ofABoardThatRestarts_endsWithThat() {
  let (host, board) = MemoryStream.pair(names: ("memory:board", "memory:host"))
  let device = FakeDevice(on: board) { device, request in
    var report = CalibrationReport()
    // After a restart there is no report, and the clock has fallen.
    let isBefore = device.requests.count < 3
    report.time = Instant(microseconds: isBefore ? 60_000_000 : 1_000_000)
    report.flags = isBefore ? .present : .none
    let answer = report
    device.send(.calibrationReport, token: request.token) { answer.append(to: &$0) }
  }
  defer { withExtendedLifetime(device) {} }
  let watch = RefitWatch(session: DeviceSession(host), bench: nil, seconds: 30) { _, _ in }
  let error = #expect(throws: CommandError.self) { try watch.run() }
  #expect(error?.status == .linkLost && error?.description.contains("memory:board restarted") == true)
}

@Test func refitWatch_ofABoardThatStoresForEver_endsAllTheSame() throws {
  let (host, board) = MemoryStream.pair()
  let device = FakeDevice(on: board) { device, request in
    var report = CalibrationReport()
    report.flags = .present
    report.time = Instant(microseconds: UInt64(device.requests.count) * 20_000_000)
    report.state = CalibrationState.committed.rawValue
    for code in [CalibrationReason.Code.triedOnOld, .triedOnNew] {
      report.add(
        ReportedReason(code: code.rawValue, weight: .note, measured: Int32(device.requests.count), limit: 100))
    }
    let answer = report
    device.send(.calibrationReport, token: request.token) { answer.append(to: &$0) }
  }
  defer { withExtendedLifetime(device) {} }
  let watch = RefitWatch(session: DeviceSession(host), bench: nil, seconds: 30) { _, _ in }
  #expect(try watch.run() == 0)
  #expect(device.requests.count < 6)
}
