// binnacle check heading --on LINK: compares a device with this process and with Double.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import Quantities
import StreamCheck
import TerminalInterface
import ToolCommandLine
import ToolConnection
import Verdict

/// One run of the check on a device.
final class HeadingCheck {
  private let connection: Connection
  /// The device's code in this process.
  private let host: Connection
  private let samples: HeadingSamples
  private let count: Int
  private let sabotage: Provocation
  private var judge: NumericCheck
  private var differing = 0
  private var firstDifference: (index: Int, found: Reading, expected: Reading)?
  private var damage = DamageSpan()
  private var counters = LineCounters()
  private var stackHighWater: (used: UInt32, size: UInt32) = (0, 0)

  init(_ connection: Connection, samples: HeadingSamples, count: Int, sabotage: Provocation) throws {
    self.connection = connection
    self.samples = samples
    self.count = count
    self.sabotage = sabotage
    host = try Connection(LinkOpener.inProcess(name: "this process"))
    judge = NumericCheck(
      record: samples.record.bytes, mounting: AxisRemap(rawValue: samples.mountingValue) ?? .identity,
      pointing: try connection.pointingAxis(), provocation: sabotage)
  }

  /// Injects all samples; the code in this process also computes each sample, without sabotage. In any case the device
  /// gets back its own calibration and mounting, if it still answers. Its other settings stay, and hold here, too.
  func run(progress console: Console) throws {
    let session = connection.session
    let (calibration, mounting) = (try session.calibration(), try session.mounting())
    do {
      try compute(progress: console)
    } catch {
      try? session.setCalibration(calibration)
      try? session.setMounting(mounting)
      throw error
    }
    try session.setCalibration(calibration)
    try session.setMounting(mounting)
  }

  private func compute(progress console: Console) throws {
    let session = connection.session
    try host.session.takeSettings(of: session)
    for one in [session, host.session] {
      try one.setCalibration(samples.record.bytes)
      try one.setMounting(AxisRemap(rawValue: samples.mountingValue) ?? .identity)
      try beginAnew(one)
    }
    if sabotage == .wire { damage.begin(after: session.extendedSequence) }
    if sabotage != .none { try session.provoke(sabotage) }
    let bar = ProgressBar("heading", total: UInt64(count), unit: "samples", console: console)
    // The host's readings come in batches, one batch before the device's.
    var expected: [Reading] = []
    var base = 0
    try Injector(session: session).run(
      count: count, sample: samples.sample,
      body: { index, reading throws(SessionError) in
        if index == base + expected.count {
          base = index
          expected = try hostReadings(from: base)
        }
        compare(reading, expected[index - base], at: index)
        judge.add(reading)
        bar.update(UInt64(index + 1))
        return !Interrupt.isRequested
      })
    bar.finish()
    if sabotage != .none {
      damage.end(at: session.extendedSequence)
      try session.provoke(.none)
    }
    counters = session.counters
    let statistics = try session.statistics()
    stackHighWater = (statistics.stackHighWater, statistics.stackSize)
  }

  /// Sends a sample with a later time than all that follow. Then the clock steps back for both sides, whatever samples the
  /// device has got before, and both forget those.
  private func beginAnew(_ session: DeviceSession) throws {
    var sample = samples.sample(0)
    sample.time = samples.sample(count).time
    try Injector(session: session).run(count: 1, sample: { _ in sample }, body: { _, _ in false })
  }

  /// The next readings of the device's code in this process; at least one.
  private func hostReadings(from base: Int) throws(SessionError) -> [Reading] {
    var batch: [Reading] = []
    try Injector(session: host.session).run(
      count: min(256, count - base), sample: { samples.sample(base + $0) },
      body: { _, reading in
        batch.append(reading)
        return true
      })
    return batch
  }

  /// Compares everything except the number, which counts the injections since the device's boot.
  private func compare(_ found: Reading, _ expected: Reading, at index: Int) {
    var same = found
    same.sampleNumber = expected.sampleNumber
    guard same != expected else { return }
    differing += 1
    if firstDifference == nil { firstDifference = (index, found, expected) }
  }

  private var isInterrupted: Bool { Interrupt.isRequested }
  private var part: VerdictPart { judge.part }
  var passes: Bool {
    part.pass && differing == 0 && counters.lost == 0 && counters.corrupt == 0 && !isInterrupted
  }

  func show(_ arguments: ParsedArguments) {
    let console = arguments.console
    switch arguments.outputMode {
    case .jsonLines: console.line(json)
    case .human:
      console.line(connection.title)
      for line in VerdictFormat.lines("numeric", part, paint(console)) { console.line(line) }
      console.line("bits   : \(paint(console)(differing == 0, differing == 0 ? "pass" : "FAIL"))  \(bitsText)")
      if let met = judge.meetsExpectedError {
        let expected = Digits.significant(part.degrees.first?.value ?? 0, 6)
        console.line("sabotage: an error of \(expected)° had to appear; \(met ? "it did" : "it did NOT")")
      }
      if let expected = damage.expectedFrames {
        console.line("sabotage: \(expected) frames had to be damaged; \(counters.corrupt) were")
      }
      console.line("verdict: \(paint(console)(passes, passes ? "pass" : "FAIL"))")
    }
  }

  private var bitsText: String {
    guard let first = firstDifference else { return "every reading equals the core of this host" }
    return "\(Digits.grouped(differing)) readings differ; the first is sample \(first.index): heading "
      + "\(first.found.heading.rawValue), here \(first.expected.heading.rawValue)"
  }

  private func paint(_ console: Console) -> (Bool, String) -> String {
    { isGood, text in (isGood ? Colour.good : Colour.bad).paint(text, for: console.results) }
  }

  /// The verdict, as `--json` gives it.
  var json: JSONObject {
    var object = VerdictFormat.json(part)
    object["what"] = "heading"
    object["pass"] = .bool(passes)
    object["device"] = .string(connection.session.stream.name)
    object["board"] = .string(connection.hello.boardText)
    object["imageHash"] = .string(connection.hello.imageHashText)
    object["seed"] = .integer(samples.seed)
    object["differingReadings"] = .integer(differing)
    object["lost"] = .integer(counters.lost)
    object["corrupt"] = .integer(counters.corrupt)
    object["stackHighWaterBytes"] = .integer(stackHighWater.used)
    object["stackBytes"] = .integer(stackHighWater.size)
    if let met = judge.meetsExpectedError { object["metExpectedError"] = .bool(met) }
    if let expected = damage.expectedFrames {
      object["expectedCorrupt"] = .integer(expected)
      object["metExpectedCorrupt"] = .bool(expected == counters.corrupt)
    }
    if isInterrupted { object["interrupted"] = true }
    return object
  }
}
