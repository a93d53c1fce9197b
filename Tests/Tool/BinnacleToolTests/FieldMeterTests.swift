// binnacle field-meter: what its rows say, and what it says of a sensor that tells nothing.
import Foundation
import LinkProtocol
import Quantities
import SerialLink
import Synchronization
import TestSupport
import Testing

@testable import BinnacleTool
@testable import ToolCommandLine
@testable import ToolDevice

@Test func meterRow_ofADifference_saysWhetherMotionIsSeen() {
  var report = MeterReport()
  report.flags = .difference
  #expect(FieldMeterCommand.row(report).hasSuffix(" less zero, tilt unseen"))
  report.flags = MeterReport.Flags.difference.union(.guarded)
  #expect(FieldMeterCommand.row(report).hasSuffix(" less zero"))
  report.flags = .none
  #expect(!FieldMeterCommand.row(report).contains("zero"))
}

private func lastRow(_ spy: SpyConsole) throws -> [String: Any] {
  let line = try #require(spy.results.split(separator: "\n").last)
  return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

/// Row A22: `simulated` turns. Its zero point is refused, with what moved, by how much, and what to do.
@Test func meter_zeroOfAnInstrumentThatTurns_isRefusedAndSaysWhy() throws {
  let spy = SpyConsole()
  let words = ["field-meter", "simulated", "--zero", "32", "--readings", "8", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  let last = try lastRow(spy)
  #expect(last["zeroLost"] as? Bool == true && last["zeroLoss"] as? String == "fieldMoved")
  #expect(last["zeroing"] as? Bool == false && last["differenceNanotesla"] is NSNull)
  #expect(try #require(last["zeroMovedNanotesla"] as? Double) > 3_000)
  #expect(spy.remarks.contains("no zero point: the field moved while the zero point was taken, by "), "\(spy.remarks)")
  #expect(spy.remarks.contains("; 3 µT are allowed.\nLay the instrument down"), "\(spy.remarks)")
}

@Test(arguments: [true, false])
func meter_zeroOfAnInstrumentAtRest_isTakenAndSaysWhatIsNotSeen(hasGyroscope: Bool) throws {
  let spy = SpyConsole()
  let world = "simulated?circle=3600" + (hasGyroscope ? "" : "&gyro=off")
  let words = ["field-meter", world, "--zero", "4", "--readings", "12", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  let last = try lastRow(spy)
  #expect(last["zeroLost"] as? Bool == false && last["zeroWatched"] as? Bool == true)
  #expect(last["zeroTurnWatched"] as? Bool == hasGyroscope && last["zeroLoss"] is NSNull)
  #expect(try #require(last["differenceMagnitudeNanotesla"] as? Double) < 1_000)
  #expect(
    spy.remarks.contains("a turn on the level shows as a magnet") != hasGyroscope, "\(spy.remarks)")
}

/// Beside a strong magnet no sample is a measurement, and the zero point would be waited for without an end.
@Test func meter_zeroBesideASaturatingMagnet_endsWithAReason() throws {
  var report = MeterReport()
  report.flags = MeterReport.Flags.taking.union(.saturated)
  var saturation = ZeroSaturation(rate: 10)
  let first = (0..<29).filter { _ in saturation.prevents(report) }
  let isThen = saturation.prevents(report)
  #expect(first.isEmpty && isThen)
  // A magnet that was only moved past.
  saturation = ZeroSaturation(rate: 10)
  for index in 0..<100 {
    report.flags = index % 20 == 0 ? .taking : MeterReport.Flags.taking.union(.saturated)
    let isVain = saturation.prevents(report)
    #expect(!isVain)
  }
  report.flags = .saturated
  let later = (0..<100).filter { _ in saturation.prevents(report) }
  #expect(later.isEmpty, "without a zero point nothing is waited for")
}

@Test(.waits) func meter_zeroOfASaturatedPort_endsTheCommand() throws {
  let terminal = try TemporaryTerminal()
  let isOver = Mutex(false)
  Thread.detachNewThread {
    // A QMC5883L beyond its range of ±2 G.
    while !isOver.withLock({ $0 }) {
      terminal.send(Array("32767,120,-3000\r\n".utf8))
      usleep(20_000)
    }
  }
  defer { isOver.withLock { $0 = true } }
  let spy = SpyConsole()
  let link = "csv:\(terminal.path)?columns=1,2,3&unit=qmc5883l@2G"
  let words = ["field-meter", link, "--zero", "8", "--readings", "300", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 1, "\(spy.remarks)")
  #expect(spy.remarks.contains("no zero point: for 3 s the field was beyond the range of the sensor"), "\(spy.remarks)")
  #expect(spy.results.split(separator: "\n").count < 60)
}

/// A turn that went on all the time is no bias: the fusion knows the gyroscope's own within seconds.
@Test func meter_zeroOfASlowTurn_endsOnceTheBiasIsKnown() throws {
  let spy = SpyConsole()
  let words = ["field-meter", "simulated?circle=60", "--zero", "4", "--readings", "60", "--json"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  let last = try lastRow(spy)
  #expect(last["zeroLoss"] as? String == "turned" && last["differenceNanotesla"] is NSNull, "\(last)")
}

/// Row A23: the three axes and the strength are plotted, each by itself.
@Test func fieldPlot_showsThreeAxesAndTheStrength() {
  var plot = FieldPlot()
  for step in 0..<4 as Range<Int32> {
    var report = MeterReport()
    report.field = MagneticField(nanotesla: Vector3(x: step * 100, y: -step * 100, z: 7))
    report.magnitude = step == 2 ? 500 : 400
    plot.add(report)
  }
  #expect(FieldPlot.head == "  x           y           z           strength  ")
  #expect(plot.line == "  ▁▃▆█        █▆▃▁        ▁▁▁▁        ▁▁█▁      ")
}

/// Answers as a board with a sensor in this state, which tells no sample.
private func meter(state: SensorState, event: SensorEvent?, isDeaf: Bool = false) throws -> (
  status: Int32, remarks: String, begun: [UInt8]
) {
  let server = try TemporaryServer()
  let spy = SpyConsole()
  let running = RunningCommand(["field-meter", server.link, "--readings", "3", "--rate", "1000"], spy)
  let device = FakeDevice(on: try server.accept()) { device, request in
    if isDeaf, device.requests.contains(where: { $0.kind == MessageKind.startStreams.rawValue && $0 != request }) {
      return
    }
    if request.kind == MessageKind.getHello.rawValue {
      var hello = Hello(board: BoardName("fake"))
      hello.capabilities = .magnetometer
      hello.sensorState = state
      let answer = hello
      device.send(.hello, token: request.token) { answer.append(to: &$0) }
      return
    }
    device.send(.acknowledged, token: request.token)
    if request.kind == MessageKind.startStreams.rawValue, let event {
      device.send(.sensorEvent) { event.append(to: &$0) }
    }
  }
  let status = running.wait()
  let begun = device.requests.filter { $0.kind == MessageKind.startStreams.rawValue }.flatMap(\.payload)
  return (status, spy.remarks, begun)
}

@Test(.waits) func meter_ofASensorOutOfOrder_namesItAndItsReason() throws {
  let event = SensorEvent(
    time: Instant(microseconds: 1), state: .unavailable, chip: 1, register: 0x0a, kind: 2, detail: 1)
  let told = try meter(state: .unavailable, event: event)
  #expect(told.status == 3)
  #expect(told.remarks.contains("its magnetometer does not work (no answer from LSM303DLHC)"))
  #expect(!told.remarks.contains("cable"), "\(told.remarks)")
  #expect(told.begun == [Streams.meter.union(.sensorEvents).rawValue])
}

@Test(.waits) func meter_ofASensorOutOfOrderBefore_isNamedByHello() throws {
  let told = try meter(state: .unavailable, event: nil)
  #expect(told.status == 3 && told.remarks.contains("its magnetometer does not work."), "\(told.remarks)")
}

@Test(.waits) func meter_ofALineThatFellSilent_blamesTheLine() throws {
  let told = try meter(state: .ready, event: nil, isDeaf: true)
  #expect(told.status == 3 && told.remarks.contains("Check the cable"), "\(told.remarks)")
}

@Test(.waits) func meter_ofABoardThatAnswersAndTellsNothing_doesNotBlameTheLine() throws {
  let told = try meter(state: .ready, event: nil)
  #expect(told.status == 3 && told.remarks.contains("answers, but has sent no reading"), "\(told.remarks)")
}

@Test func meter_history_standsInOneColumn() throws {
  let spy = SpyConsole(isTerminal: true)
  let words = ["field-meter", "simulated", "--zero", "2", "--readings", "5"]
  #expect(CommandLineTool.binnacle.run(words, console: spy.console) == 0)
  let lines = spy.results.split(separator: "\n")
  let head = try #require(lines.first).map { $0 }
  // The heads of the plots are the last four words.
  let columns = head.indices.filter { $0 > 0 && head[$0] != " " && head[$0 - 1] == " " }.suffix(4)
  #expect(String(head.suffix(from: columns.last ?? 0)).trimmingCharacters(in: .whitespaces) == "strength")
  #expect(lines.count == 6)
  for line in lines.dropFirst().map({ $0.map { $0 } }) {
    let bars = line.indices.filter { $0 > 0 && "▁▂▃▄▅▆▇█".contains(line[$0]) && line[$0 - 1] == " " }
    #expect(bars == Array(columns), "\(String(line))")
  }
}

/// A command on a thread of its own.
private final class RunningCommand: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var status: Int32 = -1

  init(_ words: [String], _ spy: SpyConsole) {
    Thread.detachNewThread { [self] in
      status = CommandLineTool.binnacle.run(words, console: spy.console)
      done.signal()
    }
  }

  func wait() -> Int32 {
    done.wait()
    return status
  }
}
