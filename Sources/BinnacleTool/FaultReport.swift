// A fault that a board recorded, told with function and line.
import BoardKit
import Terminal
import Wire

enum FaultReport {
  /// What happened, where, and the registers; the place comes from the ELF file with the same image hash.
  static func lines(_ fault: FaultRecord, imageHash: UInt64) -> [String] {
    let cause =
      switch fault.cause {
      case .none, .hardFault: "a hard fault"
      case .trap: "a Swift trap"
      case .watchdog: "its watchdog ran out (the main loop stood still)"
      }
    var lines = ["binnacle: the board restarted after \(cause) on boot \(fault.bootCounter)"]
    lines += places(fault, imageHash: imageHash).map { "  \($0)" }
    let registers = [
      ("pc", fault.programCounter), ("lr", fault.linkRegister), ("psr", fault.programStatus), ("r0", fault.r0),
      ("r1", fault.r1), ("r2", fault.r2), ("r3", fault.r3), ("r12", fault.r12),
    ]
    // A watchdog reset leaves no registers behind.
    guard registers.contains(where: { $0.1 != 0 }) else { return lines }
    lines.append("  " + registers.map { "\($0.0) \(hexadecimal($0.1))" }.joined(separator: "  "))
    return lines
  }

  private static func places(_ fault: FaultRecord, imageHash: UInt64) -> [String] {
    guard fault.programCounter != 0 else { return [] }
    do {
      let image = try Project.find().image(withHash: imageHash)
      let at = try image.places(at: fault.programCounter).map { "at \($0.description)" }
      let from = try image.places(at: fault.linkRegister, isReturnAddress: true)
        .map { "called from \($0.description)" }
      return at + from
    } catch {
      return ["the place in the source is not known: \(error.description)"]
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
