// The errors of an emulated board, with texts for the user.
import BoardKit
import SerialLink

/// An emulated board could not be booted, or refused a command.
package enum EmulatorError: Error, Equatable, Sendable {
  /// The emulator itself is not installed.
  case missingProgram(String, package: String)
  /// There is no firmware image at this path.
  case missingImage(board: String, path: String)
  /// There is no emulated machine with this name.
  case unknownBoard(String, nearest: String?)
  /// The board exists, but there is no emulator for it.
  case noMachine(board: String)
  /// QEMU failed before it ran the firmware.
  case didNotStart(board: String, reason: String)
  /// The board's machine has no emulated magnetometer.
  case noMagnetometer(board: String)
  /// The emulated chip does not accept this field. `limit` is the largest value that it accepts, in nT; the smallest is
  /// 0.
  case fieldOutOfRange(axis: String, nanotesla: Int, limit: Int)
  /// `state` was given for a board that does not keep its records in a file.
  case noState(board: String)
  /// The folder given as `state` cannot be used.
  case state(folder: String, reason: String)
  /// QEMU refused a command.
  case refused(board: String, command: String, reason: String)
  /// QEMU ended, or did not answer in time.
  case link(LinkError)

  /// Exit status of a command that ends with this error.
  package var exitStatus: Int32 {
    switch self {
    case .missingProgram, .missingImage: 7
    case .unknownBoard, .noMachine, .noMagnetometer, .fieldOutOfRange, .noState: 2
    case .didNotStart, .state: 5
    case .refused: 3
    case .link(let error): error.exitStatus
    }
  }
}

extension EmulatorError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missingProgram(let program, let package):
      "\(program) is not installed.\n\(Project.installation(of: package))"
    case .missingImage(let board, let path):
      "There is no firmware image at \(path).\nRun `binnacle boards build \(board)`."
    case .unknownBoard(let name, let nearest):
      "No emulated board is called “\(name)”\(nearest.map { "; did you mean \($0)?" } ?? ".")\n"
        + "`binnacle boards list` shows them all."
    case .noMachine(let board):
      "There is no emulator for \(board).\nFlash its image and name its serial port; `binnacle ports` lists them."
    case .didNotStart(let board, let reason):
      "emulator:\(board) did not start: \(reason)"
    case .noMagnetometer(let board):
      "emulator:\(board) has no emulated magnetometer.\nInject samples over the link, or use emulator:lm3s6965evb."
    case .fieldOutOfRange(let axis, let nanotesla, let limit):
      "The emulated magnetometer cannot have a field of \(nanotesla) nT along \(axis).\nIts range there is 0 to \(limit) nT."
    case .noState(let board):
      "emulator:\(board) keeps nothing in a file, so state=… has no use.\nemulator:lm3s6965evb does; leave it out here."
    case .state(let folder, let reason):
      "The folder \(folder) cannot keep the board's memory: \(reason).\nGive another one with ?state=DIR."
    case .refused(let board, let command, let reason):
      "emulator:\(board) refused \(command): \(reason)"
    case .link(let error):
      error.description
    }
  }
}
