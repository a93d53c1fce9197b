// Requests and replies on a line that loses, delays and repeats them.
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TestSupport
import Testing

@Test(.waits) func request_lostReply_isAskedAgainWithTheSameToken() throws {
  let bench = SessionBench { device, request in
    // The first reply is lost on the line.
    if device.requests.count > 1 {
      device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
    }
  }
  bench.session.replyTimeout = 1
  try bench.session.setRate(hertz: 50)
  let requests = bench.device.requests
  #expect(requests.count == 2)
  #expect(requests.first == requests.last)
  #expect(requests.first?.payload == [0x20, 0x4e, 0, 0], "20,000 µs")
}

/// A line whose other side takes 16 bytes a twentieth of a second, as an emulator on a machine with much to do.
private final class StarvedStream: ByteStream, @unchecked Sendable {
  private let base: MemoryStream
  private let lock = NSLock()
  private var waiting: [UInt8] = []

  init(_ base: MemoryStream) {
    self.base = base
    Thread.detachNewThread { [weak self] in
      while let self {
        let piece = self.lock.withLock {
          defer { self.waiting.removeFirst(min(16, self.waiting.count)) }
          return Array(self.waiting.prefix(16))
        }
        do { try self.base.write(piece, deadline: .after(seconds: 5)) } catch { return }
        usleep(50_000)
      }
    }
  }

  var name: String { base.name }
  var untaken: Int { lock.withLock { waiting.count } }
  func read(into buffer: UnsafeMutableRawBufferPointer, deadline: Deadline) throws(LinkError) -> Int {
    try base.read(into: buffer, deadline: deadline)
  }
  func write(_ bytes: UnsafeRawBufferPointer, deadline: Deadline) throws(LinkError) {
    lock.withLock { waiting += bytes }
  }
  func close() { base.close() }
}

@Test(.waits) func request_thatTheOtherSideStillTakes_isSentOnce() throws {
  let (host, board) = MemoryStream.pair(names: ("memory:board", "memory:host"))
  let device = FakeDevice(on: board) { device, request in
    device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
  }
  let session = DeviceSession(StarvedStream(host))
  // A record needs 0.7 s on this line.
  session.replyTimeout = 0.2
  session.attempts = 2
  try session.setCalibration([UInt8](repeating: 7, count: 216))
  #expect(device.requests.count == 1)
  #expect(session.slowestAnswer > 0.4)
}

@Test(.waits) func request_whoseReplyComesBroken_isAskedAgainAtOnce() throws {
  let bench = SessionBench { device, request in
    if device.requests.count <= 8 {
      device.send(bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0])
    } else {
      device.send(.mounting, token: request.token) { $0.append(UInt8(3)) }
    }
  }
  // Eight silences of this length would be more than the three that end a request.
  bench.session.replyTimeout = 30
  let start = MonotonicClock.nanoseconds()
  #expect(try bench.session.mounting().rawValue == 3)
  #expect(bench.device.requests.count == 9)
  #expect(MonotonicClock.nanoseconds() - start < 30_000_000_000)
  #expect(bench.session.counters.corrupt == 8)
}

@Test(.waits) func request_whoseRepliesAreAllBroken_isGivenUp() throws {
  let bench = SessionBench { device, _ in device.send(bytes: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0]) }
  bench.session.replyTimeout = 30
  bench.session.attempts = 1
  let error = sessionError { () throws(SessionError) in try bench.session.start(.readings) }
  guard case .silent(_, .startStreams, _) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
  #expect(bench.device.requests.count == 10)
}

@Test func request_withoutAnyReply_isSilentAfterThreeAttempts() throws {
  let bench = SessionBench { _, _ in }
  bench.session.replyTimeout = 0.1
  let error = sessionError { () throws(SessionError) in try bench.session.start(.readings) }
  guard case .silent("memory:board", .startStreams, _) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
  // The last one may still be under way to the device, which reads on a thread of its own.
  for _ in 0..<1000 where bench.device.requests.count < 3 { usleep(10_000) }
  #expect(bench.device.requests.count == 3)
  #expect(error?.exitStatus == 3)
  #expect(error?.description.contains("did not answer startStreams within 0.3 s.\nCheck the cable") == true)
}

@Test func request_refused_saysWhyAndIsNotRepeated() throws {
  let bench = SessionBench { device, request in
    device.send(.refused, token: request.token) {
      Refusal(kind: request.kind, reason: .outOfRange, detail: 10, limit: 1000).append(to: &$0)
    }
  }
  let error = sessionError { () throws(SessionError) in try bench.session.setRate(hertz: 100_000) }
  #expect(bench.device.requests.count == 1)
  #expect(error?.description == "memory:board refused setRate: 10 is out of range, the limit is 1000.")
}

private func refuseAsBusy(_ device: FakeDevice, _ request: FakeDevice.Request) {
  device.send(.refused, token: request.token) {
    Refusal(kind: request.kind, reason: .busy, detail: 0, limit: 0).append(to: &$0)
  }
}

@Test func request_refusedAsBusy_isAskedAgainUntilItIsTime() throws {
  let bench = SessionBench { device, request in
    if device.requests.count < 4 {
      refuseAsBusy(device, request)
    } else {
      device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
    }
  }
  try bench.session.interruptStorage(after: 3)
  #expect(bench.device.requests.count == 4)
}

@Test func request_refusedAsBusyForEver_isGivenUp() throws {
  let bench = SessionBench(refuseAsBusy)
  bench.session.replyTimeout = 0.1
  let error = sessionError { () throws(SessionError) in try bench.session.interruptStorage(after: 3) }
  #expect(
    error?.description == "memory:board refused interruptStorage: an earlier request of this kind is still running.")
  #expect((2...7).contains(bench.device.requests.count))
}

/// What was asked decides what is true after the store failed.
@Test func request_notStored_saysWhatIsTrueNowAndWhatToDo() throws {
  func told(_ code: Int32, _ ask: (DeviceSession) throws -> Void) -> String {
    let bench = SessionBench { device, request in
      device.send(.refused, token: request.token) {
        Refusal(kind: request.kind, reason: .notStored, detail: code, limit: 0).append(to: &$0)
      }
    }
    do {
      try ask(bench.session)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }
  let stored = told(20) { try $0.store(record: [1, 2, 3]) }
  #expect(
    stored.hasPrefix(
      "memory:board uses this calibration but could not store it: the memory could not be written. "
        + "After a restart the stored one is in use again.\nStore it again"), "\(stored)")
  let erased = told(19) { try $0.eraseRecords() }
  #expect(
    erased.hasPrefix(
      "memory:board did not erase the calibration: the memory could not be erased. It is in use as before"), "\(erased)"
  )
  #expect(erased.contains("\nErase again") && erased.contains("disk full"))
  let answered = told(21) { try $0.answerPrompt(PromptAnswer(.suppress, for: .device)) }
  #expect(
    answered.hasPrefix(
      "memory:board accepted the answer but could not store it: the memory read back something else. "
        + "It holds until a restart.\nAnswer again"), "\(answered)")
  #expect(told(18) { try $0.store(record: [1]) }.contains("it is too small for records"))
  for text in [stored, erased, answered] { #expect(text.split(separator: "\n").count == 2, "\(text)") }
}

@Test func request_replyToAnotherToken_isIgnored() throws {
  let bench = SessionBench { device, request in
    device.send(.mounting, token: request.token &+ 1) { $0.append(UInt8(7)) }
    device.send(.reading)
    device.send(.mounting, token: request.token) { $0.append(UInt8(3)) }
  }
  #expect(try bench.session.mounting().rawValue == 3)
}

@Test func request_lateSecondReply_isNotTakenForAnAnswerToALaterRequest() throws {
  let bench = SessionBench { device, request in
    let answer = device.requests.count
    device.send(.mounting, token: request.token) { $0.append(UInt8(answer % 24)) }
    // A repeated request is answered twice; the second answer to the first one comes late.
    if answer == 1 { device.send(.mounting, token: request.token) { $0.append(UInt8(23)) } }
  }
  // Tokens come round after 255 requests.
  for turn in 1...256 {
    let answer = try bench.session.mounting().rawValue
    #expect(Int(answer) == turn % 24, "request \(turn)")
  }
}

@Test func request_shortReply_isReportedAndDoesNotPass() {
  let bench = SessionBench { device, request in device.send(.calibration, token: request.token) { $0.append(UInt32(1)) }
  }
  let error = sessionError { () throws(SessionError) in _ = try bench.session.calibration() }
  guard case .malformed(_, .getCalibration) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
  #expect(error?.exitStatus == 4)
}

@Test func request_otherSideGone_isLost() {
  let (host, board) = MemoryStream.pair()
  let session = DeviceSession(host)
  board.close()
  let error = sessionError { () throws(SessionError) in try session.start(.readings) }
  guard case .link(.lost) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
  #expect(error?.exitStatus == 3)
}

@Test func selfTest_resultsComeInOrderUntilAcknowledged() throws {
  let bench = SessionBench { device, request in
    device.send(.reading)
    for index in UInt8(0)..<3 {
      device.send(.selfTestResult, token: request.token) { frame in
        for byte in [index, 3, index == 1 ? 0 : 1, 0] { frame.append(UInt8(byte)) }
        frame.append(Int32(-5) &+ Int32(index))
        frame.append(Int32(7))
        frame.append(UInt16(4))
        for byte in "name".utf8 { frame.append(byte) }
        // A field of a later version.
        frame.append(UInt32(0xffff_ffff))
      }
    }
    device.send(.acknowledged, token: request.token) { Acknowledgement(kind: request.kind).append(to: &$0) }
  }
  var lines: [SelfTestLine] = []
  try bench.session.selfTest { lines.append($0) }
  #expect(lines.map(\.index) == [0, 1, 2])
  #expect(lines.map(\.status) == [.passed, .failed, .passed])
  #expect(lines.map(\.measured) == [-5, -4, -3])
  #expect(lines.allSatisfy { $0.total == 3 && $0.limit == 7 && $0.name == "name" })
}

@Test func selfTest_busyDevice_isRefused() {
  let bench = SessionBench { device, request in
    device.send(.refused, token: request.token) {
      Refusal(kind: request.kind, reason: .busy, detail: 0, limit: 0).append(to: &$0)
    }
  }
  let error = sessionError { () throws(SessionError) in try bench.session.selfTest { _ in } }
  #expect(error?.description == "memory:board refused selfTest: an earlier request of this kind is still running.")
}

@Test func selfTest_deviceThatOnlyStreams_isSilentInTheEnd() {
  let ended = NSLock()
  nonisolated(unsafe) var isOver = false
  let bench = SessionBench { device, _ in
    while !ended.withLock({ isOver }) {
      device.send(.reading)
      usleep(10_000)
    }
  }
  bench.session.selfTestTimeout = 0.3
  let error = sessionError { () throws(SessionError) in try bench.session.selfTest { _ in } }
  ended.withLock { isOver = true }
  guard case .silent(_, .selfTest, _) = error else {
    Issue.record("\(String(describing: error))")
    return
  }
}

@Test func request_answeredLate_isMeasuredFromTheFirstQuestion() throws {
  let bench = SessionBench { device, request in
    if device.requests.count > 2 { device.send(.mounting, token: request.token) { $0.append(UInt8(3)) } }
  }
  bench.session.replyTimeout = 0.2
  _ = try bench.session.mounting()
  #expect(bench.session.slowestAnswer > 0.35)
}

@Test(arguments: [
  (RefusalReason.unknownKind.rawValue, "Flash the board with the firmware that belongs to this binnacle program."),
  (200, "Update the binnacle program: the board's firmware seems to be newer."),
])
func refusal_ofAnotherFirmware_saysWhichSideToUpdate(reason: UInt8, advice: String) {
  let bench = SessionBench { device, request in
    device.send(.refused, token: request.token) { frame in
      for byte in [request.kind, reason, 0, 0, 0, 0, 0, 0, 0, 0] { frame.append(byte) }
    }
  }
  let error = sessionError { () throws(SessionError) in try bench.session.start(.readings) }
  #expect(error?.description.split(separator: "\n").last.map(String.init) == advice, "\(String(describing: error))")
}
