// Provokes a fault, to test that the board detects and reports it.

import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolConnection

/// Makes a board fail in one way and checks the report in its next hello.
package struct FaultProvocation {
  package let connection: Connection
  package let provocation: Provocation

  /// The option that chooses the fault.
  package static let option = CommandOption(
    "fault", "KIND", "make the board fail, and check its report: trap, hard-fault or hang",
    among: ["trap", "hard-fault", "hang"])

  /// The requested fault; nil if none.
  package static func provocation(_ arguments: ParsedArguments) throws -> Provocation? {
    switch try arguments.choice(option) {
    case "trap": .trap
    case "hard-fault": .hardFault
    case "hang": .hang
    default: nil
    }
  }

  /// The cause that the next boot must report.
  private var expectedCause: FaultCause {
    switch provocation {
    case .trap: .trap
    case .hang: .watchdog
    default: .hardFault
    }
  }

  package func run(_ mode: OutputMode, console: Console) throws -> ExitStatus {
    let before = connection.hello
    guard !(connection.link.stream is LoopbackDevice) else {
      throw CommandError(
        .usage,
        "\(connection.session.stream.name) runs in this program and has no processor that could crash.\n"
          + "Use a board: binnacle selftest emulator:microbit --fault trap")
    }
    guard before.capabilities.contains(.provocation) else {
      throw CommandError(
        .usage, "\(connection.session.stream.name) has firmware that was built without provoked faults.")
    }
    guard provocation != .hang || before.capabilities.contains(.watchdog) else {
      throw CommandError(.usage, "\(connection.session.stream.name) has no watchdog: it would hang until you reset it.")
    }
    try connection.session.provoke(provocation)
    let after = try nextBoot(after: before)
    let isReported = after.bootCounter == before.bootCounter &+ 1 && after.fault?.cause == expectedCause
    let lines = after.fault.map { FaultReport.lines($0, imageHash: after.imageHash) } ?? []
    switch mode {
    case .human:
      for line in lines { console.line(line) }
      let text = isReported ? "reported as it happened" : "NOT reported as it happened"
      console.line((isReported ? Colour.good : .bad).paint("\(provocation): \(text)", for: console.results))
    case .jsonLines:
      console.line([
        "what": "fault", "pass": .bool(isReported), "samples": 1, "fault": .string("\(provocation)"),
        "reported": .string("\(after.fault?.cause ?? .none)"), "bootCounter": .integer(after.bootCounter),
        "report": .array(lines.map { .string($0.trimmingCharacters(in: .whitespaces)) }),
      ])
    }
    return isReported ? .pass : .verdictFailed
  }

  /// The hello of the boot after the fault. For a moment the board may still answer from the old boot.
  private func nextBoot(after before: Hello) throws -> Hello {
    // A watchdog needs time to expire.
    let deadline = Deadline.after(seconds: 10)
    while !deadline.hasPassed {
      if Interrupt.isRequested { throw CommandError(.linkLost, "Ended by Ctrl-C; the board may still hang.") }
      // A new session is needed, because the sequence numbers start again in the new boot.
      let session = DeviceSession(connection.session.stream)
      do {
        let hello = try session.open(patience: 0.5)
        if hello.bootCounter != before.bootCounter { return hello }
        // It is still the old boot: give it time to fail.
        _ = try session.receive(deadline: .after(seconds: 0.05))
      } catch SessionError.link(let error) {
        throw error
      } catch {
        continue
      }
    }
    let isHang = provocation == .hang
    throw CommandError(
      .linkLost,
      "\(connection.session.stream.name) did not come back within 10 s of the fault.\nReset it."
        + (isHang ? " (QEMU does not model the watchdog of some chips, and there a hang lasts.)" : ""))
  }
}
