// What is wrong with the axes of a gyroscope, in words.
import HostSession
import LinkProtocol
import Motion
import TerminalInterface

enum AxesText {
  /// The fault and its remedy, for people; `nil` without a fault.
  /// - Parameter isTable: whether the user chose the columns of the rates.
  static func remark(_ motion: FusionReport, isTable: Bool) -> String? {
    guard let fault = motion.axesFault, fault != .none else { return nil }
    let axis = name(motion.axesState & 3)
    let order = arrangement(motion.axes)
    switch fault {
    case .none: return nil
    case .reversed, .swapped:
      let what = fault == .swapped ? "its axes are exchanged" : "its axis that points \(axis) is reversed"
      let remedy =
        isTable
        ? "Name the rates in this order: --columns …,"
          + order.map { "\($0.sign)g\($0.axis)" }.joined(separator: ",")
        : isRotation(order)
          ? "It is turned against the magnetometer. Correct its mounting in the firmware: forward, right, down are its "
            + "\(spelled(order))."
          : "No mounting does that. Correct the axes in its driver: forward, right, down are its \(spelled(order))."
      return "the gyroscope is not used: field and gravity turn otherwise, \(what).\n\(remedy)"
    case .scale:
      return "the gyroscope is not used: its rates about the axis that points \(axis) are off by more than 20 %.\n"
        + (isTable
          ? "Check the unit and the range of its column: --gyro-unit."
          : "Check the range that its driver sets and reads.")
    case .unit:
      return "the gyroscope is not used: its rates are 57.3 times too large or too small.\n"
        + (isTable
          ? "Degrees and radians are mixed up: give --gyro-unit dps or --gyro-unit rad/s."
          : "Degrees and radians are mixed up in its driver.")
    }
  }

  /// The fields of docs/json.md, "motion".
  static func json(_ motion: FusionReport) -> JSONObject {
    let hasFault = motion.axesFaultCode != 0
    return [
      "axesFault": .string(CodeText.name(motion.axesFault, code: motion.axesFaultCode)),
      "axesFaultAt": hasFault ? .string(name(motion.axesState & 3)) : .null,
      "axesArrangement": hasFault ? .string(spelled(arrangement(motion.axes))) : .null,
      "axesConfirmed": .array(
        (UInt8(0)...2).filter { motion.axesState >> (4 + $0) & 1 == 1 }.map { .string(name($0)) }),
    ]
  }

  private static func name(_ axis: UInt8) -> String { ["forward", "right", "down"][Int(min(axis, 2))] }

  /// The axes of the gyroscope that point forward, right and down.
  private static func arrangement(_ digits: UInt16) -> [(sign: String, axis: String)] {
    [digits / 100, digits / 10 % 10, digits % 10].map { digit in
      let place = Int(max(1, min(digit, 6))) - 1
      return (place % 2 == 0 ? "" : "-", ["x", "y", "z"][place / 2])
    }
  }

  private static func spelled(_ order: [(sign: String, axis: String)]) -> String {
    order.map { ($0.sign.isEmpty ? "+" : "-") + $0.axis }.joined(separator: ", ")
  }

  /// Whether a rotation makes this arrangement: an even number of exchanges and reversals together.
  private static func isRotation(_ order: [(sign: String, axis: String)]) -> Bool {
    let places = order.map(\.axis)
    let exchanges = (0..<3).reduce(0) { sum, i in sum + (i + 1..<3).count { places[$0] < places[i] } }
    return (exchanges + order.count { !$0.sign.isEmpty }) % 2 == 0
  }
}
