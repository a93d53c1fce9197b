// A fault that a board recorded, with function and line.
import BoardKit
import LinkProtocol
import TerminalInterface

/// The fault that ended the last run of a board, for people.
package enum FaultReport {
  /// The cause, the place and the registers. The place comes from the ELF file with the same image hash.
  package static func lines(_ fault: FaultRecord, imageHash: UInt64) -> [String] {
    let cause =
      switch fault.cause {
      case .none, .hardFault: "a hard fault"
      case .trap: "a Swift trap"
      case .watchdog: "its watchdog ran out (the main loop stood still)"
      }
    var lines = ["binnacle: the board restarted after \(cause) on boot \(fault.bootCounter)"]
    let image = Result { () throws(BoardError) in try Project.find().image(withHash: imageHash) }
    lines += places(fault, in: image).map { "  \($0)" }
    let registers = zip(
      registerNames(of: (try? image.get())?.board.architecture ?? .arm),
      [
        fault.programCounter, fault.linkRegister, fault.programStatus,
        fault.r0, fault.r1, fault.r2, fault.r3, fault.r12,
      ])
    // After a watchdog reset no registers are known.
    guard registers.contains(where: { $0.1 != 0 }) else { return lines }
    lines.append("  " + registers.map { "\($0.0) \(hexadecimal($0.1))" }.joined(separator: "  "))
    return lines
  }

  /// The names of the registers for this architecture, in the order of the record (Protocols/link/spec.md, hello).
  private static func registerNames(of architecture: Architecture) -> [String] {
    switch architecture {
    case .arm: ["pc", "lr", "psr", "r0", "r1", "r2", "r3", "r12"]
    case .riscv32: ["pc", "ra", "mcause", "a0", "a1", "a2", "a3", "mtval"]
    }
  }

  private static func places(_ fault: FaultRecord, in image: Result<BoardImage, BoardError>) -> [String] {
    guard fault.programCounter != 0 else { return [] }
    do throws(BoardError) {
      let image = try image.get()
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
