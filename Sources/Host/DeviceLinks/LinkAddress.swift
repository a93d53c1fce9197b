// The addresses that a user may write for a link.

import BoardKit
import Emulator
import Foundation
import Recordings
import SerialLink
import Simulation
import TerminalInterface

/// A parsed `<link>`.
package enum LinkAddress: Equatable, Sendable {
  /// Look for a board on the serial ports.
  case auto(lines: ModemLines = .asserted)
  case serial(path: String, baud: Int, lines: ModemLines = .asserted)
  case tcp(host: String, port: UInt16)
  /// A board that runs its real firmware in QEMU. `circle`: seconds for one turn of the simulated world. `state`: the
  /// folder that keeps its memory for records; with nil, the memory is new each time.
  case emulator(board: String, circle: Double, state: String? = nil)
  /// The device's code in this process, in a simulated world. `state`: as for an emulator. `gyroscope`: nil for a board
  /// without one. `hasWaves`: whether it rolls and pitches. `pitch`, `roll`: how it is held, degrees.
  case simulated(
    circle: Double, seed: UInt64, state: String? = nil, gyroscope: GyroscopeModel? = .usual, hasWaves: Bool = false,
    pitch: Double = 0, roll: Double = 0)
  /// A replay of a capture.
  case capture(path: String)
  /// A recording in CSV; the device's code processes it sample by sample.
  case recording(path: String)
  /// Lines of numbers from another firmware. The device code in this process computes the headings.
  case lines(LineLink)
  /// The sensors on an I2C bus of this computer; the device's code in this process reads them. `bus`: its number or its path.
  /// `state`: as for an emulator; with nil, the user's folder for state.
  case bus(String, state: String? = nil)

  /// The same link with DTR and RTS released, if it has such lines.
  package var withoutLines: LinkAddress {
    switch self {
    case .auto: .auto(lines: .released)
    case .serial(let path, let baud, _): .serial(path: path, baud: baud, lines: .released)
    case .lines(let link): .lines(link.withoutLines)
    default: self
    }
  }

  /// The possible forms, for messages; `binnacle help links` lists them with their options.
  package static let forms =
    "auto, a device path, tcp:HOST:PORT, emulator:BOARD, simulated, i2c:BUS, csv:PORT, capture:FILE or recording:CSV"

  /// Parses the user's text.
  package init(_ text: String) throws(LinkAddressError) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let (scheme, rest) = Self.split(String(parts[0]))
    var options = try Options(parts.count > 1 ? String(parts[1]) : "", of: text)
    switch scheme {
    case "auto" where rest == nil: self = .auto(lines: try options.lines())
    case "serial":
      guard let path = rest, !path.isEmpty else { throw .missing(text, "a path, such as serial:/dev/ttyUSB0") }
      self = try .serial(path: path, baud: options.baud(), lines: options.lines())
    case "tcp":
      guard let rest, let colon = rest.lastIndex(of: ":"), colon != rest.startIndex,
        case let number = rest[rest.index(after: colon)...], !number.isEmpty
      else { throw .missing(text, "a host and a port, such as tcp:localhost:4000") }
      guard let port = UInt16(number), port > 0 else { throw .port(text, String(number)) }
      self = .tcp(host: String(rest[..<colon]), port: port)
    case "emulator":
      guard let board = rest, !board.isEmpty else { throw .missing(text, "a board, such as emulator:lm3s6965evb") }
      self = .emulator(board: board, circle: try options.seconds("circle") ?? 10, state: options.text("state"))
    case "simulated" where rest == nil:
      let seed = try options.integer("seed", in: 0...Int.max) ?? 1
      self = .simulated(
        circle: try options.seconds("circle") ?? 10, seed: UInt64(seed), state: options.text("state"),
        gyroscope: try options.gyroscope(),
        hasWaves: try options.choice("motion", among: ["level", "waves"]) == "waves",
        pitch: try options.degrees("pitch"), roll: try options.degrees("roll"))
    case "capture":
      guard let path = rest, !path.isEmpty else { throw .missing(text, "a file, such as capture:run.binnacle") }
      self = .capture(path: path)
    case "recording":
      guard let path = rest, !path.isEmpty else { throw .missing(text, "a CSV file, such as recording:walk.csv") }
      self = .recording(path: path)
    case "i2c":
      guard let bus = rest, !bus.isEmpty else { throw .missing(text, "a bus, such as i2c:1 or i2c:/dev/i2c-1") }
      self = .bus(bus, state: options.text("state"))
    case "csv":
      guard let path = rest, !path.isEmpty else { throw .missing(text, "a port, such as csv:/dev/ttyACM0") }
      self = .lines(try Self.lineLink(path, &options))
    case _ where text.hasPrefix("/dev/i2c-"): self = .bus(String(parts[0]), state: options.text("state"))
    default:
      guard text.hasPrefix("/") else { throw .unknown(text) }
      self = try .serial(path: String(parts[0]), baud: options.baud(), lines: options.lines())
    }
    try options.finish()
  }

  /// Parses a serial port that is part of another argument. It has the form of `serial:` links, such as
  /// `/dev/ttyUSB0?baud=9600&dtr=off`.
  /// - Parameters:
  ///   - text: path and options.
  ///   - whole: the user's whole text, for messages.
  ///   - baud: the rate if no option gives one.
  package static func port(_ text: String, of whole: String, baud: Int) throws(LinkAddressError) -> LinkAddress {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var options = try Options(parts.count > 1 ? String(parts[1]) : "", of: whole)
    let port = try LinkAddress.serial(path: String(parts[0]), baud: options.baud(or: baud), lines: options.lines())
    try options.finish()
    return port
  }

  private static func lineLink(_ path: String, _ options: inout Options) throws(LinkAddressError) -> LineLink {
    var columns = LineColumns(columns: options.text("columns"))
    if let unit = options.text("unit") {
      do { columns.field = try UnitOption(option: "unit=", value: unit) } catch {
        throw .badOption(options.link, "unit=\(unit)", Self.wanted(FieldUnit.self, or: "qmc5883l@2G"))
      }
    }
    if let unit = options.text("accel-unit") {
      do { columns.acceleration = try UnitOption(option: "accel-unit=", value: unit) } catch {
        throw .badOption(options.link, "accel-unit=\(unit)", Self.wanted(AccelerationUnit.self, or: "lis3dh@2g"))
      }
    }
    if let unit = options.text("gyro-unit") {
      do { columns.rate = try UnitOption(option: "gyro-unit=", value: unit) } catch {
        throw .badOption(options.link, "gyro-unit=\(unit)", Self.wanted(RateUnit.self, or: "lsm6dsox@2000dps"))
      }
    }
    if let text = columns.columns {
      do throws(RecordingError) { try RecordingOptions(columns: text).checkDistinctColumns() } catch {
        throw .badOption(
          options.link, "columns=\(text)", "three, six or nine names or places, each once: mx,my,mz,ax,ay,az")
      }
    }
    return try LineLink(
      path: path, baud: options.baud(), lines: options.lines(), columns: columns, state: options.text("state"),
      countScale: options.scale())
  }

  private static func wanted<Unit: RawRepresentable & CaseIterable>(_ units: Unit.Type, or chip: String) -> String
  where Unit.RawValue == String {
    "one of \(units.allCases.map(\.rawValue).joined(separator: ", ")), or a chip's counts such as \(chip)"
  }

  private static func split(_ text: String) -> (scheme: String, rest: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  /// `name=value&name=value`.
  private struct Options {
    let link: String
    private var values: [String: String] = [:]
    /// Names without a value.
    private var bare: [String] = []
    /// The options that were queried: these are the options of this kind of link.
    private var known: [String] = []

    init(_ text: String, of link: String) throws(LinkAddressError) {
      self.link = link
      for item in text.split(separator: "&") {
        let pair = item.split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else {
          bare.append(String(pair.first ?? item))
          continue
        }
        if let wrong = Self.secondMark(in: item) {
          throw .badOption(link, String(item), "\(wrong): one ? begins the options, and & separates them")
        }
        guard values.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
          throw .badOption(link, String(pair[0]), "given once")
        }
      }
    }

    /// Finds a second `?` that was probably meant as `&`, as in `state=DIR?circle=20`. Other values, such as a folder's
    /// name, may contain a `?`.
    private static func secondMark(in item: Substring) -> String? {
      guard let mark = item.lastIndex(of: "?"), case let rest = item[item.index(after: mark)...],
        let equals = rest.firstIndex(of: "="), equals > rest.startIndex, rest[..<equals].allSatisfy(\.isLetter)
      else { return nil }
      return "\(item[..<mark])&\(rest)"
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(LinkAddressError) -> Int? {
      guard let text = removeOption(name) else { return nil }
      guard let value = Int(text), range.contains(value) else {
        let low = range.lowerBound
        let limits = range.upperBound == Int.max ? "from \(low)" : "\(low) to \(range.upperBound)"
        throw .badOption(link, "\(name)=\(text)", "a whole number, \(limits)")
      }
      return value
    }

    mutating func text(_ name: String) -> String? { removeOption(name) }

    private mutating func removeOption(_ name: String) -> String? {
      known.append(name)
      return values.removeValue(forKey: name)
    }

    mutating func seconds(_ name: String) throws(LinkAddressError) -> Double? {
      guard let text = removeOption(name) else { return nil }
      guard let value = Double(text), value >= 0.5, value <= 3600 else {
        throw .badOption(link, "\(name)=\(text)", "seconds from 0.5 to 3600")
      }
      return value
    }

    /// The simulated gyroscope: its bias in °/s, one for all axes or three, its scale error in %, its lag in ms.
    mutating func gyroscope() throws(LinkAddressError) -> GyroscopeModel? {
      let isOff = try choice("gyro", among: ["on", "off"]) == "off"
      var model = GyroscopeModel.usual
      let degrees = "degrees a second from -100 to 100, one number or three: 0.6,-1.1,0.9"
      if let bias = try numbers("gyro-bias", in: -100...100, counts: [1, 3], wanted: degrees) {
        model.bias = bias.count == 3 ? SIMD3(bias[0], bias[1], bias[2]) : SIMD3(repeating: bias[0])
      }
      if let scale = try numbers("gyro-scale", in: -20...20, wanted: "percent from -20 to 20") {
        model.scaleError = scale[0] / 100
      }
      if let lag = try numbers("gyro-lag", in: 0...30, wanted: "milliseconds from 0 to 30") {
        model.lag = lag[0] / 1000
      }
      return isOff ? nil : model
    }

    /// Numbers separated by commas, or `nil`.
    private mutating func numbers(
      _ name: String, in range: ClosedRange<Double>, counts: [Int] = [1], wanted: String
    ) throws(LinkAddressError) -> [Double]? {
      guard let text = removeOption(name) else { return nil }
      let words = text.split(separator: ",", omittingEmptySubsequences: false)
      let values = words.compactMap { Double($0) }
      guard values.count == words.count, counts.contains(values.count), values.allSatisfy(range.contains) else {
        throw .badOption(link, "\(name)=\(text)", wanted)
      }
      return values
    }

    mutating func baud(or usual: Int = 115_200) throws(LinkAddressError) -> Int {
      try integer("baud", in: 1200...4_000_000) ?? usual
    }

    mutating func lines() throws(LinkAddressError) -> ModemLines {
      switch removeOption("dtr") {
      case nil, "on": return .asserted
      case "off": return .released
      case let text?: throw .badOption(link, "dtr=\(text)", "on or off")
      }
    }

    /// One of a few words, or `nil`.
    /// An angle of how the instrument is held; 0 if it is not given.
    mutating func degrees(_ name: String) throws(LinkAddressError) -> Double {
      try numbers(name, in: -180...180, wanted: "degrees from -180 to 180")?.first ?? 0
    }

    /// Nanotesla per count.
    mutating func scale() throws(LinkAddressError) -> Double? {
      try numbers("scale", in: 1e-18...1e18, wanted: "nanotesla that one count stands for, more than 0")?.first
    }

    mutating func choice(_ name: String, among words: [String]) throws(LinkAddressError) -> String? {
      guard let text = removeOption(name) else { return nil }
      guard words.contains(text) else { throw .badOption(link, "\(name)=\(text)", words.joined(separator: " or ")) }
      return text
    }

    func finish() throws(LinkAddressError) {
      guard let name = (values.keys.sorted() + bare).first else { return }
      guard !known.contains(name) else { throw .badOption(link, name, "\(name)=VALUE") }
      throw .unknownOption(link, name, among: known)
    }
  }
}

/// The user's text is not a link.
package enum LinkAddressError: Error, CustomStringConvertible, Equatable, Sendable {
  case unknown(String)
  case missing(String, String)
  /// The link, the option as the user wrote it, and its valid values.
  case badOption(String, String, String)
  /// The link, a name that is not one of its options, and the options that it has.
  case unknownOption(String, String, among: [String] = [])
  case port(String, String)

  /// A usage error.
  package var exitStatus: Int32 { 2 }

  package var description: String {
    switch self {
    case .unknown(""):
      "An empty word is no link.\nUse \(LinkAddress.forms) (binnacle help links)."
    case .unknown(let text):
      "“\(text)” is no link\(Self.guess(text).map { "; did you mean \($0)?" } ?? ".")\n"
        + "Use \(LinkAddress.forms) (binnacle help links)."
    case .missing(let text, let what): "“\(text)” lacks \(what)."
    case .badOption(let text, let option, let wanted): "“\(option)” in the link “\(text)” must be \(wanted)."
    case .unknownOption(let text, let name, let known):
      "“\(name)” is no option of the link “\(text)”" + Self.advice(for: name, among: known)
    case .port(let text, let port): "“\(port)” is no port, in the link “\(text)”: ports are numbers from 1 to 65535."
    }
  }

  /// The link that the user probably meant: users often write files, ports and boards without the prefix of the link.
  private static func guess(_ text: String) -> String? {
    let name = text.split(separator: "?", maxSplits: 1).first.map(String.init) ?? text
    let scheme = name.split(separator: ":", maxSplits: 1).first.map(String.init) ?? name
    if ["csv", "txt"].contains(name.split(separator: ".").last?.lowercased()) { return "recording:\(text)" }
    if name.hasPrefix("i2c-"), Int(name.dropFirst(4)) != nil { return "i2c:\(text.dropFirst(4))" }
    if FileManager.default.fileExists(atPath: "/dev/\(name)"), !name.contains("..") { return "/dev/\(text)" }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if name.hasSuffix(".binnacle") || (isThere && !isFolder.boolValue) { return "capture:\(text)" }
    if (try? EmulatedMachine.named(name)) != nil { return "emulator:\(text)" }
    let schemes = ["auto", "serial", "tcp", "emulator", "simulated", "i2c", "capture", "recording", "csv"]
    if let near = nearestName(to: scheme, among: schemes), near != scheme {
      return near + text.dropFirst(scheme.count)
    }
    return nil
  }

  private static func advice(for name: String, among known: [String]) -> String {
    if known.isEmpty { return ", which has none." }
    if let guess = nearestName(to: name, among: known) { return "; did you mean \(guess)?" }
    return "; it has \(known.joined(separator: ", "))."
  }
}
