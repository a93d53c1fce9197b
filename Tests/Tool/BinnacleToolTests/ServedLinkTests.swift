// What the pages of `serve` see of a link, and which of their commands reach it.
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import Synchronization
import TestSupport
import Testing
import WebServer

@testable import ToolCommandLine
@testable import ToolConnection
@testable import ToolServe
@testable import ToolStream

/// The answer of a command, once it has come.
private final class Answer: Sendable {
  private let kept = Mutex<CommandAnswer?>(nil)
  var value: CommandAnswer? { kept.withLock { $0 } }
  var take: @Sendable (CommandAnswer) -> Void { { [self] answer in kept.withLock { $0 = answer } } }
}

private func ask(_ link: ServedLink, _ name: String, _ body: String = "") -> CommandAnswer? {
  let answer = Answer()
  link.perform(name, body: Array(body.utf8), reply: answer.take)
  return answer.value
}

private func fields(_ link: ServedLink) throws -> [String: Any] {
  try #require(
    JSONSerialization.jsonObject(with: Data(link.status(isReadOnly: false).utf8)) as? [String: Any])
}

@Test func status_tellsStateAndHowLongItLasts() throws {
  let now = Mutex<UInt64>(0)
  let clock = { @Sendable in now.withLock { $0 } }
  let seconds = { (value: UInt64) in now.withLock { $0 = value * 1_000_000_000 } }
  let link = ServedLink("<script>", relay: FrameRelay(), version: "9.9", now: clock)
  seconds(2)
  #expect(try fields(link)["state"] as? String == "waiting" && fields(link)["since"] as? Double == 2)
  link.reportReading()
  seconds(5)
  #expect(try fields(link)["state"] as? String == "connected" && fields(link)["since"] as? Double == 3)
  link.become(.lost, "the cable")
  #expect(try fields(link)["message"] as? String == "the cable" && fields(link)["since"] as? Double == 0)
  link.become(.connected)
  #expect(try fields(link)["message"] is NSNull && fields(link)["version"] as? String == "9.9")
  #expect(try fields(link)["link"] as? String == "<script>" && fields(link)["capture"] == nil)
  // What the user was told is news for a minute, also across a change of the state.
  link.announce("pico is back")
  link.become(.connected)
  seconds(64)
  #expect(try fields(link)["message"] as? String == "pico is back")
  seconds(65)
  #expect(try fields(link)["message"] is NSNull)
}

@Test func capture_isKnownAsOne_beforeItPlays_andSeeksWithinItsBounds() throws {
  let folder = try TemporaryFolder()
  let path = folder.path("run.binnacle")
  let spy = SpyConsole()
  let words = ["simulated", "--duration", "2s", "--json", "--capture", path]
  let arguments = try CommandLineParser.parse(words, for: StreamCommand(), path: "stream", console: spy.console)
  #expect(try StreamCommand().run(arguments) == .pass)
  let relay = FrameRelay()
  let link = ServedLink("capture:\(path)", relay: relay, version: "0")
  let playback = CapturePlayback(try CaptureTrack(path: path), relay: relay, link: link)
  func player() throws -> [String: Any] { try #require(try fields(link)["capture"] as? [String: Any]) }
  #expect(try player()["position"] as? Double == 0 && player()["atEnd"] as? Bool == false)
  // The simulated device was as fast as its host.
  #expect(try (player()["duration"] as? Double ?? 0) > 0)
  for (body, status) in [
    ("{\"position\":1e9,\"speed\":100}", 200), ("{\"position\":-1}", 400), ("{\"speed\":0}", 400),
    ("{\"paused\":1}", 400), ("{\"to\":1}", 400),
  ] { #expect(ask(link, "seek", body)?.status == status, "\(body)") }
  for command in ServedLink.liveCommands { #expect(ask(link, command)?.status == 409, "\(command)") }
  let end = Date().addingTimeInterval(10)
  playback.run { (try? player()["atEnd"] as? Bool) == true || Date() > end }
  #expect(try player()["atEnd"] as? Bool == true)
  #expect(try player()["position"] as? Double == player()["duration"] as? Double)
  #expect(relay.counters.frames > 20)
}

@Test(arguments: [
  ("format", "{}", 404), ("reset", "", 404), ("selfTest/../reset", "", 404), ("setPlace", "[1]", 400),
  ("setPlace", "{\"latitude\":", 400), ("setPlace", "\u{0}", 400),
  ("setPlace", String(repeating: "[", count: 30_000), 400),
  ("setPlace", String(repeating: "{\"a\":", count: 10_000), 400), ("seek", "{\"position\":1}", 409),
])
func command_thatIsNone_reachesNoDevice(name: String, body: String, status: Int) {
  let link = ServedLink("simulated", relay: FrameRelay(), version: "0")
  #expect(ask(link, name, body)?.status == status)
  #expect(link.removeCommands().isEmpty)
}

@Test func command_waitsForTheLinksThread_andNoMoreThanAFew() {
  let link = ServedLink("simulated", relay: FrameRelay(), version: "0")
  var answers: [Answer] = []
  for _ in 0..<40 {
    answers.append(Answer())
    link.perform("selfTest", body: [], reply: answers[answers.count - 1].take)
  }
  #expect(answers.prefix(16).allSatisfy { $0.value == nil })
  #expect(answers.dropFirst(16).allSatisfy { $0.value?.status == 429 })
  // At the end nobody waits for ever.
  link.end()
  #expect(answers.prefix(16).allSatisfy { $0.value?.status == 503 })
  #expect(ask(link, "selfTest")?.status == 503)
}

@Test func command_whileTheLinkIsLost_saysSoAtOnce() {
  let link = ServedLink("simulated", relay: FrameRelay(), version: "0")
  link.become(.lost, "the cable")
  #expect(ask(link, "startCalibration")?.status == 503)
  #expect(link.removeCommands().isEmpty)
}

// MARK: - A live device

/// Commands that pages send while a simulated instrument streams, and the answers.
private func streaming(_ commands: [(String, String)], seconds: String = "3") throws -> (
  answers: [CommandAnswer?], kinds: Set<UInt8>, link: ServedLink
) {
  let words = ["simulated", "--duration", seconds, "--json"]
  let spy = SpyConsole()
  let arguments = try CommandLineParser.parse(words, for: StreamCommand(), path: "stream", console: spy.console)
  let relay = FrameRelay()
  let kinds = Mutex<Set<UInt8>>([])
  let states = CalibrationStates()
  let link = ServedLink("simulated", relay: relay, version: "0")
  let connection = try Connection(
    "simulated",
    tap: { stream in
      relay.tap(stream) { kind, payload in
        kinds.withLock { _ = $0.insert(kind) }
        states.add(kind: kind, payload: payload)
      }
    })
  let answers = commands.map { _ in Answer() }
  for (command, answer) in zip(commands, answers) {
    link.perform(command.0, body: Array(command.1.utf8), reply: answer.take)
  }
  let attendant = ServeAttendant(link, arguments, states)
  try connection.use {
    let report = StreamReport(console: spy.console, mode: .human, isForeign: true)
    let live = LiveStream(connection, options: try StreamOptions(arguments), report: report)
    live.attendant = attendant
    _ = try live.run(console: spy.console)
  }
  return (answers.map(\.value), kinds.withLock { $0 }, link)
}

@Test func commands_ofAPage_areCarriedOutByTheDevice() throws {
  let (answers, kinds, link) = try streaming([
    ("setPlace", "{\"latitude\":47.4,\"longitude\":8.5,\"height\":400,\"date\":\"2026-07-02\"}"),
    ("setHeading", "{\"true\":true,\"smooth\":1.5,\"orientation\":\"landscape-left\"}"),
    ("setHeading", "{\"smooth\":null}"), ("setFix", "{\"latitude\":47.4,\"longitude\":8.5,\"accuracy\":8}"),
    ("setDestination", "{\"latitude\":47.5,\"longitude\":8.5}"), ("zeroPoint", "{\"on\":true}"),
    ("startCalibration", "{}"),
    ("abortCalibration", ""), ("selfTest", ""), ("calibrationRecord", ""),
  ])
  for answer in answers { #expect(answer?.status == 200, "\(answer?.json ?? "none")") }
  #expect(answers[8]?.json.contains("\"pass\":true") == true && answers[8]?.json.contains("\"pass\":false") == false)
  #expect(answers[9]?.json.contains("\"record\":\"eyJ3aGF0Ijoi") == true, "a JSON file in base64")
  // What a page needs has passed by, also what the device sends only when it is asked.
  let needed: [MessageKind] = [
    .hello, .headingSettings, .localField, .calibration, .mounting, .reading, .meterReading, .periodicCalibration,
    .calibrationReport, .calibrationProgress, .periodicGuidance,
  ]
  for kind in needed { #expect(kinds.contains(kind.rawValue), "\(kind)") }
  #expect(try fields(link)["state"] as? String == "connected")
}

@Test(arguments: [
  ("setPlace", "{\"latitude\":91,\"longitude\":0}", 400), ("setPlace", "{\"latitude\":1}", 400),
  ("setPlace", "{\"latitude\":1,\"longitude\":1,\"date\":\"today\"}", 400),
  ("setPlace", "{\"latitude\":\"1\",\"longitude\":1}", 400), ("setPlace", "{\"place\":1}", 400),
  ("setDestination", "{\"latitude\":91,\"longitude\":0}", 400), ("setDestination", "{\"longitude\":1}", 400),
  ("setDestination", "{\"latitude\":1,\"longitude\":181}", 400), ("setDestination", "{\"place\":\"here\"}", 400),
  ("setFix", "{}", 400), ("setFix", "{\"latitude\":1,\"longitude\":1,\"accuracy\":-1}", 400),
  ("setFix", "{\"latitude\":1,\"longitude\":-180.5}", 400),
  ("setFix", "{\"latitude\":1,\"longitude\":1,\"time\":5}", 400),
  ("setHeading", "{\"card\":\"/etc/passwd\"}", 400), ("setHeading", "{\"location\":\"nmea:/etc/passwd\"}", 400),
  ("setHeading", "{\"smooth\":61}", 400), ("setHeading", "{\"orientation\":\"sideways\"}", 400),
  ("setHeading", "{\"mounting\":\"+X,+X\"}", 400), ("setHeading", "{\"true\":true}", 400),
  ("zeroPoint", "{\"on\":1}", 400), ("startCalibration", "{\"planar\":2}", 400), ("commitCalibration", "", 409),
  ("abortCalibration", "", 409),
])
func command_thatTheDeviceMustNotGet_changesNothing(name: String, body: String, status: Int) throws {
  let (answers, _, _) = try streaming([(name, body), ("calibrationRecord", "")], seconds: "500ms")
  #expect(answers[0]?.status == status, "\(answers[0]?.json ?? "none")")
  #expect(answers[0]?.json.hasPrefix("{\"error\":\"") == true)
  let (before, _, _) = try streaming([("calibrationRecord", "")], seconds: "500ms")
  #expect(answers[1] == before[0])
}
