// The errors of a session with a device.

import LinkProtocol
import SerialLink

/// A session failed. Each description says what happened and what to do next.
package enum SessionError: Error, CustomStringConvertible, Sendable {
  /// The link itself failed.
  case link(LinkError)
  /// Nothing on the link speaks this protocol.
  case noAnswer(name: String, seen: LineObservation)
  /// The device speaks other protocol versions.
  case protocolMismatch(name: String, device: ClosedRange<UInt8>, host: ClosedRange<UInt8>, firmware: String)
  /// The device refused a request.
  case refused(name: String, request: MessageKind, refusal: Refusal)
  /// The device has answered before, but does not answer now.
  case silent(name: String, request: MessageKind, seconds: Double)
  /// The device answers, but it no longer sends the requested readings.
  case noReadings(name: String, seconds: Double)
  /// The device sends readings, but none of them can be used.
  case unusableReadings(name: String, seconds: Double, reason: String)
  /// The device has restarted: its streams are off and its settings are lost.
  case restarted(name: String, boot: UInt32)
  /// The device has restarted while it computed samples that were sent to it.
  case restartedWhileComputing(name: String, boot: UInt32)
  /// A reply does not have the layout of its kind.
  case malformed(name: String, request: MessageKind)

  /// The exit status of a program that ends with this error (docs/json.md).
  package var exitStatus: Int32 {
    switch self {
    case .link(let error): error.exitStatus
    case .noAnswer: 5
    case .protocolMismatch: 4
    case .refused(_, _, let refusal): Self.exitStatus(refusal)
    case .malformed: 4
    case .silent, .noReadings, .unusableReadings, .restarted, .restartedWhileComputing: 3
    }
  }

  /// A board without a required part is the wrong board for the command, although it speaks the protocol.
  private static func exitStatus(_ refusal: Refusal) -> Int32 {
    switch RefusalReason(rawValue: refusal.reason) {
    case .notStored: 6
    case .notSupported: 2
    default: 4
    }
  }

  package var description: String {
    switch self {
    case .link(let error): return error.description
    case .noAnswer(let name, let seen):
      return """
        \(name) does not answer as a Binnacle board: \(seen.description).
        \(seen.advice)
        """
    case .protocolMismatch(let name, let device, let host, let firmware):
      let advice =
        device.lowerBound > host.upperBound
        ? "Update the binnacle program, or flash the board with the firmware that belongs to this one."
        : "\(Self.flash)."
      return """
        \(name) (firmware \(firmware)) speaks protocol \(Self.text(device)); this program speaks \(Self.text(host)).
        \(advice)
        """
    case .refused(let name, let request, let refusal):
      if RefusalReason(rawValue: refusal.reason) == .notStored {
        return Self.notStored(name, request, refusal.detail)
      }
      return "\(name) refused \(request): \(Self.text(refusal))."
    case .silent(let name, let request, let seconds):
      return """
        \(name) did not answer \(request) within \((seconds * 10).rounded() / 10) s.
        Check the cable and whether the board still runs; reset it and try again.
        """
    case .noReadings(let name, let seconds):
      return """
        \(name) answers, but has sent no reading for \((seconds * 10).rounded() / 10) s.
        Another program may have stopped them: start again. If that does not help, reset the board.
        """
    case .unusableReadings(let name, let seconds, let reason):
      return """
        \(name) sends readings, but none in \((seconds * 10).rounded() / 10) s that can be used: \(reason).
        Reset the board; if that does not help, flash the firmware that belongs to this binnacle program.
        """
    case .restarted(let name, let boot):
      return """
        The board on \(name) restarted (boot \(boot)), and its stream ended.
        Start again, or use --reconnect to go on through restarts and pulled cables.
        """
    case .restartedWhileComputing(let name, let boot):
      return """
        The board on \(name) restarted (boot \(boot)) before it had computed all samples.
        Start again; if a fault ended it, the next start reports it.
        """
    case .malformed(let name, let request):
      return """
        \(name) answered \(request) with a reply that is too short: its firmware and this program do not match.
        \(Self.flash).
        """
    }
  }

  private static func text(_ range: ClosedRange<UInt8>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// The part that the request needs and that the board does not have.
  private static func missing(_ capability: Capabilities) -> String {
    switch capability {
    case .navigation:
      """
      its firmware was built without navigation.
      Use another board, or build this one with it (its README under Boards says how)
      """
    case .storage: "it cannot store records"
    case .magnetometer: "it has no magnetometer"
    default: "this board cannot do that"
    }
  }

  /// The request to a store that failed, the state of the store now (Protocols/link/spec.md, section 8), and what to do
  /// next.
  private static func notStored(_ name: String, _ request: MessageKind, _ code: Int32) -> String {
    let failure = storeFailure(code)
    let (now, again) =
      switch request {
      case .storeRecord:
        (
          "\(name) uses this calibration but could not store it: \(failure). After a restart the stored one is in use again.",
          "Store it again"
        )
      case .eraseRecords:
        (
          "\(name) did not erase the calibration: \(failure). It is in use as before, and may be after a restart.",
          "Erase again"
        )
      case .answerPrompt:
        ("\(name) accepted the answer but could not store it: \(failure). It holds until a restart.", "Answer again")
      default: ("\(name) carried out \(request) but could not store it: \(failure).", "Try again")
      }
    let cause = code == 18 ? "it is too small for records" : "it is worn out or protected"
    return "\(now)\n\(again); if the memory fails once more, \(cause) (a file given by state=DIR: is the disk full?)."
  }

  /// Outcomes of the store as Protocols/link/spec.md lists them under `notStored`.
  private static func storeFailure(_ code: Int32) -> String {
    switch code {
    case 18: "it does not fit into the memory"
    case 19: "the memory could not be erased"
    case 20: "the memory could not be written"
    case 21: "the memory read back something else"
    default: "reason \(code)"
    }
  }

  private static let flash = "Flash the board with the firmware that belongs to this binnacle program"

  private static func text(_ refusal: Refusal) -> String {
    switch RefusalReason(rawValue: refusal.reason) {
    case .unknownKind:
      """
      its firmware is older and does not know this request.
      \(flash)
      """
    case .tooShort: "the request has \(refusal.detail) bytes, it needs \(refusal.limit)"
    case .outOfRange: "\(refusal.detail) is out of range, the limit is \(refusal.limit)"
    case .protocolMismatch: "it does not speak this protocol version"
    case .badRecord: "the calibration record has defect \(refusal.detail) (Protocols/calibration/spec.md)"
    case .notSupported: missing(Capabilities(rawValue: UInt16(truncatingIfNeeded: refusal.detail)))
    case .busy: "an earlier request of this kind is still running"
    case .illegalEvent:
      "its calibration is in a state that does not allow it (event \(refusal.detail), state \(refusal.limit))"
    case .notStored: storeFailure(refusal.detail)
    case nil:
      """
      reason \(refusal.reason), detail \(refusal.detail), limit \(refusal.limit), which this program does not know.
      Update the binnacle program: the board's firmware seems to be newer
      """
    }
  }
}
