// The measurements of chips' self-tests and the limits of their data sheets, as text and as JSON.
import HostSession
import LinkProtocol
import Quantities
import SensorDrivers
import TerminalInterface

/// The tests of the chips that a board uses.
struct SensorTestReport {
  /// How the test of one chip ended.
  enum Result: Equatable {
    /// Binnacle knows no test of this chip.
    case none
    /// The board's firmware cannot carry it out.
    case notSupported
    /// The sensor delivers nothing.
    case silent
    case measured(change: Vector3, SelfTestLimits)
    /// A later firmware tests a chip for which this program has no limits.
    case unjudged(change: Vector3)
    case brokenOff(SensorError)
    /// An outcome of a later version.
    case unknown(UInt8)
  }

  /// One chip.
  struct Row: Equatable {
    var kind: SensorKind
    var chip: SensorChip
    var address: UInt8
    var result: Result
  }

  let rows: [Row]
  /// What to do next.
  let advice: [String]

  /// - Parameter ask: requests the result from the device; `nil` for a device that cannot test.
  init(_ hello: Hello, _ ask: ((SensorKind) throws -> SensorTest)?) rethrows {
    var rows: [Row] = []
    for used in SensorReport.used(hello) {
      let untested: Result = SelfTestLimits(used.chip) == nil ? .none : .notSupported
      let result = try ask.map { Self.result(try $0(used.chip.kind), used.chip) } ?? untested
      rows.append(Row(kind: used.chip.kind, chip: used.chip, address: used.address, result: result))
    }
    self.rows = rows
    advice =
      rows.isEmpty
      ? ["There is no sensor chip behind this link: nothing can be tested."] : rows.flatMap(Self.advice)
  }

  private static func result(_ answer: SensorTest, _ chip: SensorChip) -> Result {
    switch SelfTestOutcome(rawValue: answer.outcomeCode) {
    case .noSensor: return .silent
    case .noTest: return .none
    case .measured:
      return SelfTestLimits(chip).map { .measured(change: answer.change, $0) } ?? .unjudged(change: answer.change)
    case .brokenOff:
      return .brokenOff(
        SensorError(
          chip: chip, register: answer.register, kind: .init(rawValue: answer.error), detail: answer.detail))
    case nil: return .unknown(answer.outcomeCode)
    }
  }

  /// Whether no chip has failed.
  var passes: Bool { rows.allSatisfy { $0.passes != false } }

  // MARK: - Shown

  var lines: [String] {
    guard !rows.isEmpty else { return advice }
    var table = Table([
      Column("sensor"), Column("chip"), Column("axis"), Column("change", .right),
      Column("limits", .right), Column("unit"), Column("result"),
    ])
    for row in rows {
      var head = [row.kindName, SensorReport.name(row.chip)]
      guard !row.axes.isEmpty else {
        table.add(head + ["", "", "", "", row.resultText])
        continue
      }
      for axis in row.axes {
        let limits = axis.least.flatMap { least in axis.most.map { row.text(least) + " … " + row.text($0) } } ?? ""
        let result = axis.passes.map { $0 ? "pass" : "FAIL" } ?? row.resultText
        table.add(head + [axis.name, row.text(axis.change), limits, row.unit, result])
        head = ["", ""]
      }
    }
    return table.lines + advice
  }

  var json: JSONObject {
    [
      "what": "sensorSelfTest", "pass": .bool(passes), "sensors": .array(rows.map { .object($0.json) }),
      "advice": .array(advice.map { .string($0) }),
    ]
  }

  private static func advice(_ row: Row) -> [String] {
    let chip = SensorReport.name(row.chip)
    switch row.result {
    case .none, .unjudged: return []
    case .notSupported: return ["\(chip): this board's firmware cannot test it. Flash the firmware of this version."]
    case .silent: return ["\(chip): it delivers nothing. `binnacle sensors LINK` says what is wrong with the wiring."]
    case .brokenOff(let error):
      return [
        "\(chip): the test broke off: \(error.text). Check the wiring and the supply, and test again."
      ]
    case .unknown(let code): return ["\(chip): outcome \(code), which this program does not know. Update the program."]
    case .measured:
      let failed = row.axes.filter { $0.passes == false }.map { "\($0.name) changed by \(row.text($0.change))" }
      guard !failed.isEmpty else { return [] }
      return [
        "\(chip): \(failed.joined(separator: ", ")) \(row.unit), beyond the limits of its data sheet. Keep it still, take magnets "
          + "and iron away, and test again. If it fails again, the chip is broken or a copy: replace the module."
      ]
    }
  }
}

extension SensorTestReport.Row {
  /// One axis of a change.
  struct Axis {
    var name: String
    var change: Int32
    var least: Int32?
    var most: Int32?
    /// `nil` without limits.
    var passes: Bool?
  }

  var axes: [Axis] {
    switch result {
    case .measured(let change, let limits):
      let fits = limits.fits(change)
      return [
        Axis(name: "X", change: change.x, least: limits.least.x, most: limits.most.x, passes: fits.x),
        Axis(name: "Y", change: change.y, least: limits.least.y, most: limits.most.y, passes: fits.y),
        Axis(name: "Z", change: change.z, least: limits.least.z, most: limits.most.z, passes: fits.z),
      ]
    case .unjudged(let change):
      return [Axis(name: "X", change: change.x), Axis(name: "Y", change: change.y), Axis(name: "Z", change: change.z)]
    default: return []
    }
  }

  /// `nil` if there is nothing to judge.
  var passes: Bool? {
    switch result {
    case .none, .notSupported, .unjudged: nil
    case .measured: axes.allSatisfy { $0.passes == true }
    // The board has said that the chip is in use.
    case .brokenOff, .silent, .unknown: false
    }
  }

  /// The word of the JSON object.
  private var word: String {
    switch result {
    case .none: "none"
    case .notSupported: "notSupported"
    case .silent: "silent"
    case .measured: passes == true ? "pass" : "fail"
    case .unjudged: "unjudged"
    case .brokenOff: "brokenOff"
    case .unknown(let code): "code \(code)"
    }
  }

  /// The last cell of a row without limits.
  fileprivate var resultText: String {
    switch result {
    case .none: "has no self-test"
    case .notSupported: "not tested"
    case .silent: "delivers nothing"
    case .measured: passes == true ? "pass" : "FAIL"
    case .unjudged: "no limits known"
    case .brokenOff, .unknown: "FAIL"
    }
  }

  var kindName: String {
    switch kind {
    case .magnetometer: "magnetometer"
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .none: "sensor"
    }
  }

  var unit: String {
    switch kind {
    case .magnetometer: "µT"
    case .accelerometer: "g"
    case .gyroscope: "°/s"
    case .none: ""
    }
  }

  /// A change in the unit of the table.
  fileprivate func value(_ change: Int32) -> Double {
    switch kind {
    case .magnetometer: Double(change) / 1000
    case .accelerometer: Double(change) / 1_000_000
    case .gyroscope: Double(change) / Double(1 << 20) * 180 / .pi
    case .none: Double(change)
    }
  }

  /// The decimals of the unit: a hundredth or a thousandth of the smallest limit.
  private var decimals: Int { kind == .accelerometer ? 3 : kind == .magnetometer ? 2 : 1 }

  func text(_ change: Int32) -> String {
    Digits.fixed(value(change), decimals)
  }

  fileprivate var json: JSONObject {
    func number(_ change: Int32) -> JSONValue { .fixed(value(change), decimals: decimals) }
    return [
      "sensor": .string(kindName), "chip": .string(SensorReport.name(chip)), "address": .integer(address),
      "result": .string(word), "unit": .string(unit),
      "axes": .array(
        axes.map { axis in
          .object([
            "axis": .string(axis.name), "change": number(axis.change), "least": axis.least.map(number) ?? .null,
            "most": axis.most.map(number) ?? .null, "pass": axis.passes.map { .bool($0) } ?? .null,
          ])
        }),
    ]
  }
}
