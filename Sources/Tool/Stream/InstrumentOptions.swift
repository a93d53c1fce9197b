// The command-line options for the instrument: mounting, pointing axis, display, deviation card.
import DeviceUnits
import Foundation
import HostSession
import LinkProtocol
import Quantities
import Recordings
import TerminalInterface
import ToolCommandLine
import ToolConnection

extension CommandOption {
  /// The options for every command that gives headings. What the user names stays on the device until it is replaced or
  /// the device restarts.
  package static let instrument: [CommandOption] = [
    .orientation, .orientationFlat, .pointing, .mounting, .level, .card,
  ]
  package static let orientation = CommandOption(
    "orientation", "HOW", "how the display is held: \(InstrumentOptions.displays.map(\.name).joined(separator: ", "))",
    among: InstrumentOptions.displays.map(\.name))
  package static let orientationFlat = CommandOption(
    "orientation-flat", "HOW",
    "with --orientation auto, a display that lies flat: last (as it was held last, default) or portrait",
    among: ["last", "portrait"])
  package static let pointing = CommandOption(
    "pointing", "AXIS",
    "body axis whose heading is given: +X (forward, default), -X, +Y (right), -Y, +Z (down), -Z, or auto: the most level"
  )
  package static let mounting = CommandOption(
    "mounting", "AXES", "sensor axes that point forward and right, as +Y,-X or as a number, 0 to 23")
  package static let level = CommandOption(
    "level", "DEGREES",
    "how level a board without accelerometer is kept, 0.1 to 15; else 5, or 0.1 for --check of an emulated one")
  package static let card = CommandOption(
    "card", "FILE", "deviation card: what `binnacle swing -o` or --json wrote, A,B,C,D,E in degrees, or none")
}

/// The settings that the command line names. The others stay as they are on the device.
package struct InstrumentOptions: Equatable {
  /// The orientation of the display: a fixed one, or the one that the attitude gives.
  package enum Display: Equatable {
    case held(DisplayOrientation)
    /// The orientation follows from the attitude.
    case automatic
  }

  /// The wanted orientation of the display; `nil` to leave it.
  package var display: Display?
  /// Whether a flat display counts as portrait.
  var isFlatPortrait = false
  /// The pointing axis, or the one that is most level.
  package enum Pointer: Equatable {
    case axis(AxisRemap.SignedAxis)
    case mostLevel
  }

  /// The wanted axis whose heading is shown; `nil` to leave it.
  package var pointer: Pointer?
  /// The wanted mounting of the sensor; `nil` to leave it.
  package var mounting: AxisRemap?
  /// The wanted deviation card; `nil` to leave it.
  package var card: DeviationCard?
  /// How level the board is kept: one standard deviation about each axis, 1/10 degree.
  package var levelTolerance: UInt8?

  static let displays: [(name: String, display: Display)] = [
    ("portrait", .held(.portrait)), ("upside-down", .held(.upsideDown)), ("landscape-left", .held(.landscapeLeft)),
    ("landscape-right", .held(.landscapeRight)), ("face-up", .held(.faceUp)), ("face-down", .held(.faceDown)),
    ("auto", .automatic),
  ]

  package init(_ arguments: ParsedArguments) throws {
    let word = try arguments.choice(.orientation)
    display = Self.displays.first { $0.name == word }?.display
    if let word = try arguments.choice(.orientationFlat) {
      guard display == .automatic else {
        throw UsageError(
          "--orientation-flat sets how a flat display counts if its orientation is found from the attitude.\n"
            + "Add --orientation auto, or leave it out.")
      }
      isFlatPortrait = word == "portrait"
    }
    if let text = arguments.text(.pointing) {
      guard let axis = text == "auto" ? Pointer.mostLevel : Self.axis(text).map(Pointer.axis) else {
        throw arguments.refusal(.pointing, text, "one of +X, -X, +Y, -Y, +Z, -Z and auto")
      }
      pointer = axis
    }
    mounting = try arguments.text(.mounting).map { try Self.mounting($0, arguments) }
    levelTolerance = try arguments.number(.level, in: 0.1...15).map { UInt8(($0 * 10).rounded()) }
    card = try arguments.text(.card).map { try DeviationCardFile.card($0) }
  }

  /// Whether nothing changes.
  package var isEmpty: Bool { self == InstrumentOptions() }

  package init() {}

  /// Refuses settings that the device does not support.
  package func check(_ hello: Hello, name: String) throws {
    guard !hello.capabilities.contains(.accelerometer) else {
      guard levelTolerance == nil else {
        throw CommandError(
          .usage, "\(name) measures its tilt, so that --level is not needed.\nLeave out --level.")
      }
      return
    }
    if display == .automatic {
      throw CommandError(
        .usage,
        "\(name) has no accelerometer, and cannot find out how it is held.\nSay it: --orientation landscape-left.")
    }
    if pointer == .mostLevel {
      throw CommandError(
        .usage,
        "\(name) has no accelerometer, and cannot tell which axis is level.\nChoose --pointing +X, -X, +Y or -Y.")
    }
    if case .axis(let axis) = pointer, axis.axis == 2 {
      throw CommandError(
        .usage,
        "\(name) has no accelerometer, and the vertical axis of a level instrument has no heading.\n"
          + "Choose --pointing +X, -X, +Y or -Y.")
    }
  }

  // MARK: - Settings

  /// The settings with the changes from the command line.
  package func applied(to settings: HeadingSettingsReport) -> HeadingSettingsReport {
    var wanted = settings
    switch pointer {
    case .axis(let axis): wanted.orientation.pointer = axis
    case .mostLevel: wanted.orientation.pointer = nil
    case nil: break
    }
    switch display {
    case .held(let display): (wanted.orientation.display, wanted.orientation.isFlatPortrait) = (display, false)
    case .automatic: (wanted.orientation.display, wanted.orientation.isFlatPortrait) = (nil, isFlatPortrait)
    case nil: break
    }
    if let card { wanted.card = card }
    if let levelTolerance { wanted.levelTolerance = levelTolerance }
    return wanted
  }

  /// A remark about settings of an earlier command that stay in force and that this one does not name, and how to
  /// remove them; `nil` if there are none.
  func keptRemark(_ settings: HeadingSettingsReport) -> String? {
    let plain = HeadingSettingsReport()
    var kept: [String] = []
    var back: [String] = []
    func compare(_ isNamed: Bool, _ option: String, _ value: String, _ usual: String) {
      guard !isNamed, value != usual else { return }
      kept.append("--\(option) \(value)")
      back.append("--\(option) \(usual)")
    }
    func name(_ orientation: SetOrientation) -> String {
      let wanted = orientation.display.map { Display.held($0) } ?? .automatic
      return Self.displays.first { $0.display == wanted }?.name ?? "auto"
    }
    func tenths(_ value: UInt8) -> String { Digits.fixed(Double(value) / 10, value % 10 == 0 ? 0 : 1) }
    let axes = AxisRemap.axisNames
    compare(display != nil, "orientation", name(settings.orientation), name(plain.orientation))
    compare(
      pointer != nil, "pointing", settings.orientation.pointer.map { axes[Int($0.rawValue)] } ?? "auto",
      axes[Int(plain.orientation.pointer?.rawValue ?? 0)])
    compare(levelTolerance != nil, "level", tenths(settings.levelTolerance), tenths(plain.levelTolerance))
    guard !kept.isEmpty else { return nil }
    return "the device still uses \(kept.joined(separator: " ")) of an earlier command\n"
      + "(\(back.joined(separator: " ")) removes it, and so does a restart)"
  }

  // MARK: - Axes

  /// The axis of `+X`, `x`, `-Z` or `−Z`.
  package static func axis(_ text: String) -> AxisRemap.SignedAxis? {
    let plain = text.trimmingCharacters(in: .whitespaces).replacing("−", with: "-").uppercased()
    let letters = plain.hasPrefix("+") || plain.hasPrefix("-") ? plain.dropFirst() : plain[...]
    guard let axis = ["X", "Y", "Z"].firstIndex(of: letters) else { return nil }
    return AxisRemap.SignedAxis(rawValue: UInt8(axis * 2 + (plain.hasPrefix("-") ? 1 : 0)))
  }

  private static func mounting(_ text: String, _ arguments: ParsedArguments) throws -> AxisRemap {
    if let number = UInt8(text), let remap = AxisRemap(rawValue: number) { return remap }
    let axes = text.split(separator: ",", omittingEmptySubsequences: false).map { axis(String($0)) }
    guard axes.count == 2, let forward = axes[0], let right = axes[1] else {
      throw arguments.refusal(
        .mounting, text, "two sensor axes, forward and right, such as +Y,-X, or a number from 0 to 23")
    }
    guard let remap = AxisRemap(forward: forward, right: right) else {
      throw UsageError("--mounting \(text): one axis cannot point both forward and right.\nGive two different ones.")
    }
    return remap
  }
}

extension AxisRemap {
  /// The value for --mounting: `+Y,-X`.
  var argument: String { "\(Self.axisNames[Int(forward.rawValue)]),\(Self.axisNames[Int(right.rawValue)])" }

  /// The names of `SignedAxis`, by its raw value.
  static let axisNames = ["+X", "-X", "+Y", "-Y", "+Z", "-Z"]
}

extension DeviationCard {
  /// The deviation in degrees, positive to the east, at a compass heading in degrees.
  package func deviationDegrees(compass degrees: Double) -> Double {
    func value(_ units: Int32) -> Double { units.binaryDegrees }
    let h = degrees * .pi / 180
    return value(a) + value(b) * sin(h) + value(c) * cos(h) + value(d) * sin(2 * h) + value(e) * cos(2 * h)
  }

  /// The compass heading, 0..<360, whose deviation gives a magnetic heading; degrees.
  /// - Parameter first: the start value. Two headings may give the same result with a card that no real compass should
  ///   have.
  package func compass(magnetic: Double, near first: Double) -> (compass: Double, deviation: Double) {
    var compass = first
    var deviation = 0.0
    // Each step reduces the error to a fraction of some percent: the rate of change of the deviation.
    for _ in 0..<16 {
      deviation = deviationDegrees(compass: compass)
      compass = (magnetic - deviation + 720).truncatingRemainder(dividingBy: 360)
    }
    return (compass, deviation)
  }
}
