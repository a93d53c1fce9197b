// Hello: versions, message tables, and lines on which somebody else talks.
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TestSupport
import Testing

/// What `open` says when the device answers with this hello.
private func opening(_ change: (inout Hello) -> Void) -> (hello: Hello?, error: SessionError?) {
  var hello = plainHello()
  change(&hello)
  let answer = hello
  let bench = SessionBench { device, request in device.send(.hello, token: request.token) { answer.append(to: &$0) } }
  var found: Hello?
  let error = sessionError { () throws(SessionError) in found = try bench.session.open(patience: 5) }
  return (found, error)
}

/// What `open` says when the line brings these bytes and nothing else.
private func opening(onto bytes: [UInt8]) -> SessionError? {
  let (host, board) = MemoryStream.pair(names: ("line", "device"))
  try? board.write(bytes, deadline: .after(seconds: 1))
  return sessionError { () throws(SessionError) in _ = try DeviceSession(host).open(patience: 0.2) }
}

@Test func hello_newerDevice_namesBothVersionsAndUpdatesTheHost() {
  let (_, error) = opening {
    ($0.protocolMinimum, $0.protocolMaximum) = (2, 3)
    ($0.firmwareMajor, $0.firmwareMinor, $0.firmwarePatch) = (4, 5, 6)
  }
  #expect(error?.exitStatus == 4)
  let lines = error?.description.split(separator: "\n") ?? []
  #expect(lines.first == "memory:board (firmware 4.5.6) speaks protocol 2 to 3; this program speaks 1.")
  #expect(lines.last?.hasPrefix("Update the binnacle program") == true)
  #expect(lines.count == 2)
}

@Test func hello_olderDevice_isToBeFlashed() {
  let (_, error) = opening { ($0.protocolMinimum, $0.protocolMaximum) = (0, 0) }
  #expect(error?.exitStatus == 4)
  #expect(error?.description.contains("speaks protocol 0; this program speaks 1.\nFlash the board") == true)
}

@Test func hello_rangeThatReachesOurs_isAccepted() {
  let (hello, error) = opening { ($0.protocolMinimum, $0.protocolMaximum) = (0, 9) }
  #expect(error == nil)
  #expect(hello?.protocolMaximum == 9)
}

@Test func hello_otherMessageTable_isANoticeAndNoMore() {
  let (hello, error) = opening { $0.messageTableHash ^= 1 }
  #expect(error == nil)
  #expect(
    hello?.tableRemark
      == "the board's message table differs from this program's; messages and fields that one side lacks are ignored")
  #expect(opening { _ in }.hello?.tableRemark == nil)
}

@Test func open_afterGarbage_findsTheHello() throws {
  var generator = SeededGenerator(seed: 7)
  let garbage = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
  let bench = SessionBench { device, request in
    device.send(bytes: garbage + [0])
    device.send(.hello, token: request.token) { plainHello().append(to: &$0) }
  }
  #expect(try bench.session.open(patience: 5).boardText == "fake")
  #expect(bench.session.counters.frames == 1)
  #expect(bench.session.counters.corrupt > 0)
}

@Test(.waits) func open_deafMoment_isAskedAgain() throws {
  let bench = SessionBench { device, request in
    // Still booting when the first two came.
    if device.requests.count > 2 { device.send(.hello, token: request.token) { plainHello().append(to: &$0) } }
  }
  #expect(try bench.session.open(patience: 5).boardText == "fake")
  #expect(Set(bench.device.requests.map(\.token)).count == 1)
}

@Test(.waits) func open_saysWhatItSawInsteadOfABoard() {
  let sentence = "$GPHDT,274.07,T*03\r\n"
  #expect(opening(onto: [])?.description.contains("as a Binnacle board: nothing came.") == true)
  #expect(
    opening(onto: Array(sentence.utf8))?.description.contains("it speaks NMEA 0183 ($GPHDT,274.07,T*03") == true)
  #expect(
    opening(onto: Array("login: \r\n".utf8))?.description.contains("it sends text (“login:") == true)
  #expect(opening(onto: Array("$GPHDT,wrong*FF\r\n".utf8))?.description.contains("it sends text") == true)
  #expect(
    opening(onto: (0..<100).map { UInt8($0 * 37 % 256) | 0x80 })?.description
      .contains("100 bytes came that are not Binnacle frames (wrong baud rate") == true)
  for bytes in [[], Array(sentence.utf8)] {
    #expect(opening(onto: bytes)?.exitStatus == 5)
    #expect(opening(onto: bytes)?.description.split(separator: "\n").count == 2)
  }
}

@Test func open_framesThatAnswerNothing_areToldFromNoise() {
  let frames = (0..<3).flatMap { number in
    FakeDevice.frame(MessageKind.reading.rawValue, sequence: number) { for _ in 0..<94 { $0.append(UInt8(1)) } }
  }
  let lines = opening(onto: frames)?.description.split(separator: "\n") ?? []
  #expect(lines.first == "line does not answer as a Binnacle board: it sends frames of a board, but answers nothing.")
  #expect(lines.last?.contains("TX leads to the board's RX") == true)
}

@Test func open_loginThatShowsWhatItIsSent_isText() {
  let login = "Debian GNU/Linux 12 bench ttyS0\r\n\r\nbench login: ".utf8 + (0..<100).map { 0x80 | UInt8($0) }
  #expect(opening(onto: Array(login))?.description.contains("it sends text (“Debian GNU/Linux 12 bench ttyS0") == true)
}

@Test func hello_nameThatMovesTheCursor_isMadeHarmless() {
  let (hello, _) = opening { $0.board.bytes[1] = 0x1b }
  #expect(hello?.boardText == "f?ke")
}

@Test(.waits) func open_lineThatEchoes_isToldFromABoard() {
  let (host, board) = MemoryStream.pair(names: ("line", "echo"))
  let echo = FakeDevice(on: board) { device, request in
    device.send(request.kind, token: request.token) { frame in
      for byte in request.payload { frame.append(byte) }
    }
  }
  defer { withExtendedLifetime(echo) {} }
  let error = sessionError { () throws(SessionError) in _ = try DeviceSession(host).open(patience: 1.5) }
  #expect(error?.exitStatus == 5)
  #expect(error?.description.contains("it sends back what it is sent") == true, "\(String(describing: error))")
}

@Test(.waits) func open_endlessGarbage_isGivenUpInTime() {
  // By the clock from here on: before it began, the test may have waited for others.
  let limit = Deadline.after(seconds: 20)
  let (host, board) = MemoryStream.pair(capacity: 1 << 20, names: ("line", "device"))
  Thread.detachNewThread {
    let garbage = [UInt8](repeating: 0xaa, count: 65_536)
    // Until the other side closes; the last 5 s end a test that failed.
    let end = Deadline.after(seconds: 5)
    while !end.hasPassed, (try? board.write(garbage, deadline: .after(seconds: 1))) != nil {}
    board.close()
  }
  let error = sessionError { () throws(SessionError) in _ = try DeviceSession(host).open(patience: 0.5) }
  #expect(error?.exitStatus == 5, "\(String(describing: error))")
  #expect(error?.description.contains("bytes came that are not Binnacle frames") == true)
  let waited = sessionError { () throws(SessionError) in
    let frame = try DeviceSession(host).receive(deadline: .after(seconds: 0.2))
    #expect(frame == nil)
  }
  #expect(waited == nil, "\(String(describing: waited))")
  #expect(!limit.hasPassed)
  host.close()
}
