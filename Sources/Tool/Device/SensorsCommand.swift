// binnacle sensors: lists the chips on a board's sensor bus, and reports errors of the wiring.
import HostSession
import LinkProtocol
import Quantities
import TerminalInterface
import ToolCommandLine
import ToolConnection

package struct SensorsCommand: Subcommand {
  package let name = "sensors"
  package let summary = "list the chips on a board's sensor bus, and what is wrong with the wiring"
  package let arguments = [CommandArgument("LINK", .one, "the device; see `binnacle help links`")]
  package static let selfTest = CommandOption.flag(
    "self-test", "let the chips in use test themselves; keep the board still")
  package let options = [Self.selfTest, CommandOption.json]
  package let examples = [
    CommandExample("sensors auto", "what is wired to the board that is plugged in"),
    CommandExample("sensors emulator:pico", "the same on an emulated Raspberry Pi Pico"),
    CommandExample("sensors emulator:microbit-v2 --self-test", "do the chips measure what their makers promise?"),
  ]
  package let notes = [
    "The board asks the addresses of the chips that it knows; to tell some chips apart, it inverts one bit of a register "
      + "and restores it. A chip without a driver is shown with its answer. docs/sensors.md has the table of chips.",
    "With --self-test each chip makes a field, a force or a turn of its own, and measures it. The change "
      + "of each axis must be within the limits of the data sheet. The command names chips without such a "
      + "test. The test takes less than a second for each chip; meanwhile the board has no heading.",
    "The status is 0 when a magnetometer is in use, otherwise 1; with --self-test 1 when a chip failed, otherwise 0.",
    ShopModule.note,
  ]

  package init() {}

  package func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let connection = try Connection(arguments.positionals[0])
    let console = arguments.console
    connection.printRemarks(on: console)
    if arguments.flag(Self.selfTest) { return try testChips(connection, arguments.outputMode, console) }
    let canList = connection.hello.capabilities.contains(.sensorList)
    // The device finds its accelerometer some time after its start, and the list takes some time, so the hello is read
    // again.
    let (list, hello, held) = try connection.use {
      let list = canList ? try connection.session.sensorList() : nil
      return (list, try connection.session.openWhenReady(), connection.link.remarks)
    }
    let report = SensorReport(list, hello, held: held)
    switch arguments.outputMode {
    case .jsonLines: console.line(report.json)
    case .human:
      console.line(connection.title)
      for line in report.lines { console.line(line) }
    }
    return report.isUsable ? .pass : .verdictFailed
  }

  private func testChips(_ connection: Connection, _ mode: OutputMode, _ console: Console) throws -> ExitStatus {
    let canTest = connection.hello.capabilities.contains(.sensorTest)
    let report = try connection.use {
      let hello = try connection.session.openWhenReady()
      return try SensorTestReport(hello, canTest ? { try connection.session.testSensor($0) } : nil)
    }
    switch mode {
    case .jsonLines: console.line(report.json)
    case .human:
      console.line(connection.title)
      for line in report.lines { console.line(line) }
    }
    return report.passes ? .pass : .verdictFailed
  }
}

/// The chips on a board's sensor bus, as text and as JSON.
struct SensorReport {
  /// One chip.
  struct Row: Equatable {
    var address: UInt8
    var chip: String
    /// The register that was read and its value; empty if the board did not report them.
    var answer: String
    var use: String
  }

  private(set) var rows: [Row] = []
  /// What to do next, the most likely cause first.
  private(set) var advice: [String] = []
  /// Whether a magnetometer is in use.
  let isUsable: Bool

  /// - Parameters:
  ///   - list: what the device found; `nil` for a device that cannot search.
  ///   - held: what is to be said of addresses that the kernel of this computer has: nobody else can ask them.
  init(_ list: SensorList?, _ hello: Hello, held: [String] = []) {
    isUsable = hello.sensorState == .ready || hello.sensorState == .starting
    let used = Self.used(hello)
    guard let list else {
      rows = used.map { Row(address: $0.address, chip: Self.name($0.chip), answer: "", use: $0.kind) }
      advice = [
        used.isEmpty
          ? "This board has no sensor of its own, and cannot list a bus."
          : "This board cannot list its bus: these are the sensors that it uses."
      ]
      return
    }
    let findings = (0..<list.count).map { list[$0] }
    rows = findings.map { finding in
      Row(
        address: finding.address, chip: finding.chip == .absent ? "not known" : Self.name(finding.chip),
        answer: Self.answer(finding), use: Self.use(of: finding, among: used))
    }
    advice =
      (findings.isEmpty && !held.isEmpty ? held : Self.wiring(list.lines, findings)) + Self.second(findings, used)
      + Self.remarks(findings) + Self.hidden(findings)
    if !isUsable && !findings.isEmpty && findings.contains(where: { $0.chip != .absent }) {
      advice.append("No magnetometer is in use: the board's firmware has no driver for what is wired to it.")
    }
  }

  // MARK: - What is used

  static func used(_ hello: Hello) -> [(address: UInt8, chip: SensorChip, kind: String)] {
    var used: [(address: UInt8, chip: SensorChip, kind: String)] = []
    if hello.sensorChip != 0 {
      used.append((hello.sensorAddress, SensorChip(rawValue: hello.sensorChip), "magnetometer"))
    }
    for (sensor, kind) in [(hello.accelerometer, "accelerometer"), (hello.gyroscope, "gyroscope")]
    where sensor.chip != 0 {
      used.append((sensor.address, SensorChip(rawValue: sensor.chip), kind))
    }
    return used
  }

  private static func use(
    of finding: ProbeFinding, among used: [(address: UInt8, chip: SensorChip, kind: String)]
  ) -> String {
    let kinds = used.filter { $0.address == finding.address }.map(\.kind)
    return kinds.isEmpty ? "not used" : kinds.joined(separator: ", ")
  }

  /// The name of a package without the word for one of its sensors.
  static func name(_ chip: SensorChip) -> String {
    let name = "\(chip.name)"
    return String(name.split(separator: " ").first ?? "")
  }

  private static func answer(_ finding: ProbeFinding) -> String {
    let bytes = (0..<UInt32(min(finding.count, 4))).map { hex(UInt8(truncatingIfNeeded: finding.bytes >> (8 * $0))) }
    return "0x\(hex(finding.register)) = \(bytes.joined(separator: " "))"
  }

  private static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }

  // MARK: - What is wrong

  private static func wiring(_ lines: BusLines, _ findings: [ProbeFinding]) -> [String] {
    if lines.contains(.clockIsLow) && lines.contains(.dataIsLow) {
      return [
        "SCL and SDA both stay low: wrong voltage suspected, as the sensor has no supply, or both lines are short-circuited to "
          + "ground. Measure 3.3 V between the sensor's VIN (or 3V3) and GND."
      ]
    }
    if lines.contains(.clockIsLow) {
      return [
        "SCL stays low: it is short-circuited to ground, or a chip without supply pulls it down (wrong voltage). Take the chips "
          + "off one by one."
      ]
    }
    if lines.contains(.dataIsLow) {
      return [
        lines.contains(.areKnown)
          ? "SDA stays low, and nine clocks did not free it: a chip hangs, or the line is short-circuited to ground. Switch "
            + "the sensor's supply off and on."
          : "A line of the bus stays low: a chip hangs or has no supply, or a line is "
            + "short-circuited to ground. Switch the sensor's supply off and on, and measure SCL and SDA."
      ]
    }
    if findings.isEmpty {
      return [
        "Nothing answers at any address. Check that SDA and SCL are not exchanged, that VIN (or 3V3) has 3.3 V, and that GND is "
          + "connected. If all is, wrong voltage is suspected: a module whose VIN wants 5 V is silent at 3.3 V, and so is a chip "
          + "that had 5 V at its 3.3 V pin. A module in SPI mode (CS low) does not answer either."
      ]
    }
    if findings.count > 2 && findings.allSatisfy({ $0.chip == .absent && $0.bytes & 0xff == 0xff }) {
      return [
        "Every address answers with 0xFF alone: no chip drives SDA. Check that SDA is connected, and that each line has one "
          + "pull-up resistor to 3.3 V."
      ]
    }
    return []
  }

  /// A remark about a second chip. The board uses the first that it finds, in its own order.
  private static func second(
    _ findings: [ProbeFinding], _ used: [(address: UInt8, chip: SensorChip, kind: String)]
  ) -> [String] {
    let magnetometers = findings.filter { $0.chip.kind == .magnetometer }
    guard magnetometers.count > 1, let inUse = used.first(where: { $0.kind == "magnetometer" }) else { return [] }
    let others = magnetometers.filter { $0.address != inUse.address }.map { "\(name($0.chip)) at 0x\(hex($0.address))" }
    guard !others.isEmpty else { return [] }
    return [
      "\(magnetometers.count) magnetometers answer: \(name(inUse.chip)) at 0x\(hex(inUse.address)) is used, and not "
        + "\(others.joined(separator: ", ")). To use another, take this one off the bus."
    ]
  }

  /// A remark about a magnetometer inside a package at 0x69 that is hidden, because a chip answers at 0x68.
  private static func hidden(_ findings: [ProbeFinding]) -> [String] {
    guard let package = findings.first(where: { $0.address == 0x69 && inner($0.chip) != nil }),
      let magnetometer = inner(package.chip), !findings.contains(where: { $0.chip == magnetometer }),
      let other = findings.first(where: { $0.address == 0x68 && $0.chip != package.chip })
    else { return [] }
    let what = other.chip == .absent ? "Another chip" : "The \(name(other.chip))"
    return [
      "\(what) at 0x68 hides the \(name(magnetometer)) in the \(name(package.chip)) at 0x69: the board asks for "
        + "it at 0x68 first, where the other chip answers. Give the other chip another address, and the package 0x68 (AD0 to GND)."
    ]
  }

  /// The magnetometer inside a package of InvenSense.
  private static func inner(_ package: SensorChip) -> SensorChip? {
    switch package {
    case .mpu9250, .mpu9250Gyroscope: .ak8963
    case .icm20948, .icm20948Gyroscope: .ak09916
    default: nil
    }
  }

  private static func remarks(_ findings: [ProbeFinding]) -> [String] {
    var remarks: [String] = []
    let chips = findings.map(\.chip)
    if chips.contains(.qmc5883p) {
      remarks.append(
        "QMC5883P: sources disagree about its scale by 25 %. Calibrate it; with `--location` and its latitude and longitude "
          + "`stream` then compares the strength of the field with the world model, and says which scale it has.")
    }
    if chips.contains(.mpu9250) && !chips.contains(.ak8963) {
      remarks.append(
        "MPU9250: its magnetometer AK8963 does not answer. It answers only after the firmware has enabled it; many modules "
          + "have none.")
    }
    if chips.contains(.icm20948) && !chips.contains(.ak09916) {
      remarks.append(
        "ICM20948: its magnetometer AK09916 does not answer. It answers only after the firmware has enabled it.")
    }
    for finding in findings where finding.chip == .absent && finding.bytes & 0xff != 0xff {
      remarks.append(
        "0x\(hex(finding.address)): a chip that Binnacle does not know, or a copy of one. docs/sensors.md lists the known "
          + "identities.")
    }
    return remarks
  }

  // MARK: - Shown

  var lines: [String] {
    var lines: [String] = []
    if !rows.isEmpty {
      var table = Table([Column("address"), Column("chip"), Column("identity"), Column("used as")])
      for row in rows { table.add(["0x\(Self.hex(row.address))", row.chip, row.answer, row.use]) }
      lines += table.lines
    }
    return lines + advice
  }

  var json: JSONObject {
    [
      "what": "sensors", "pass": .bool(isUsable),
      "sensors": .array(
        rows.map {
          .object([
            "address": .integer($0.address), "chip": .string($0.chip), "identity": .string($0.answer),
            "use": .string($0.use),
          ])
        }),
      "advice": .array(advice.map { .string($0) }),
    ]
  }
}
