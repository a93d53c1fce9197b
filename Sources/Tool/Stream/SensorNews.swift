// A device's reports about its sensors' faults, as text.

import HostSession
import LinkProtocol
import Quantities

extension SensorEvent {
  /// The fault in the event; `nil` if there is none.
  package var error: SensorError? {
    guard kind != 0 else { return nil }
    return SensorError(
      chip: SensorChip(rawValue: chip), register: register, kind: .init(rawValue: kind), detail: detail)
  }

  /// The kind of sensor, from its chip. An unknown chip counts as a magnetometer, which every board has.
  fileprivate var sensor: SensorKind {
    let kind = SensorChip(rawValue: chip).kind
    return kind == .none ? .magnetometer : kind
  }
}

extension SensorError {
  /// What happened, as a clause that names the chip: "QMC5883L: the device refused a byte of register 0x09".
  package var text: String {
    switch kind {
    case .wrongIdentity: "another chip is where \(place) may be"
    case .configurationNotKept: "\(place) lost its configuration, as it does with its supply"
    case .stuckData: "\(name) gave the same data \(detail) times"
    case .notReady: "\(name) had no new data for \(detail) ms"
    case .bus where busFault == .stuckLow: "a line of the bus (SDA or SCL) stays low"
    case .bus where busFault == .addressNotAcknowledged: "no answer from \(name)"
    case .bus: "\(name), register \(Self.hex(register)): \(reason)"
    default: "\(name), register \(Self.hex(register)): failure \(kind.rawValue), which this program does not know"
    }
  }

  /// The chip's name, or its number if this program has no name for it.
  fileprivate var name: String { chip.isKnown ? "\(chip.name)" : "chip \(chip.rawValue)" }

  /// "QMC5883L (register 0x0D: 0xFF expected, 0x00 found)".
  fileprivate var place: String {
    "\(name) (register \(Self.hex(register)): \(Self.hex(expected)) expected, \(Self.hex(found)) found)"
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count == 1 ? "0" : "") + digits
  }
}

/// The faults of a device's sensors, each reported once.
///
/// A board that may carry one of several chips tries them in turn, many times a second, and reports every failure. Faults
/// within half a second form one line.
package struct SensorNews {
  private var troubles: [SensorKind: SensorTrouble] = [:]

  package init() {}

  /// Adds an event, and returns the lines to print.
  package mutating func add(_ event: SensorEvent) -> [String] {
    troubles[event.sensor, default: SensorTrouble(of: event.sensor)].add(event)
  }

  /// The faults of the magnetometer; `nil` without a fault.
  package var reason: String? { troubles[.magnetometer]?.reason }

  /// Returns the lines that were not printed yet; called at the end.
  package mutating func end() -> [String] {
    [SensorKind.magnetometer, .accelerometer, .gyroscope].flatMap { troubles[$0]?.unreportedLines() ?? [] }
  }
}

/// The faults of one sensor since it last worked.
private struct SensorTrouble {
  private let name: String
  private var errors: [SensorError] = []
  /// The number of errors that were printed.
  private var printed = 0
  /// When the first error that is not yet printed came.
  private var since: Instant?

  init(of kind: SensorKind) { name = "\(kind)" }

  mutating func add(_ event: SensorEvent) -> [String] {
    guard event.state == .unavailable, let error = event.error else {
      let lines = unreportedLines()
      if event.state == .ready, event.error == nil {
        (errors, printed) = ([], 0)
        let chip = SensorChip(rawValue: event.chip)
        return lines + ["\(name): ready" + (chip.kind == .none ? "" : " (\(chip.name))")]
      }
      let state = CodeText.name(event.state, code: event.stateCode)
      return lines + ["\(name): \(state)" + (event.error.map { ", but \($0.text)" } ?? "")]
    }
    if isNews(error) {
      errors.append(error)
      since = since ?? event.time
    }
    guard let since, event.time > since, event.time.seconds(since: since) >= 0.5 else { return [] }
    return unreportedLines()
  }

  /// After a report that no chip answers, further chips without an answer are not reported, nor is a changed number of
  /// them.
  private func isNews(_ error: SensorError) -> Bool {
    !errors.enumerated().contains { index, before in
      guard before.kind == error.kind else { return false }
      if error.kind == .bus, before.detail == error.detail, index < printed || error.busFault == .stuckLow {
        return true
      }
      return before.chip == error.chip && before.register == error.register
        && (error.kind != .bus || before.detail == error.detail)
    }
  }

  /// One line for the errors not yet printed.
  mutating func unreportedLines() -> [String] {
    let news = errors[printed...]
    (printed, since) = (errors.count, nil)
    return news.isEmpty ? [] : ["\(name): unavailable: \(Self.text(of: news))"]
  }

  /// All faults; `nil` without a fault.
  var reason: String? { errors.isEmpty ? nil : Self.text(of: errors[...]) }

  private static func text(of errors: ArraySlice<SensorError>) -> String {
    let silent = errors.filter { $0.busFault == .addressNotAcknowledged }
    let wrong = errors.filter { $0.kind == .wrongIdentity }
    var parts: [String] = []
    if !wrong.isEmpty { parts.append("another chip is where \(list(wrong.map(\.place), "or")) may be") }
    parts += errors.filter { !silent.contains($0) && !wrong.contains($0) }.map(\.text)
    if !silent.isEmpty { parts.append("no answer from \(list(silent.map(\.name), "or"))") }
    return parts.joined(separator: "; ")
  }

  private static func list(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) \(end)"
  }
}
