// Messages about what prevents flashing.
import BoardKit
import Foundation
import TerminalInterface
import ToolCommandLine

enum FlashProblem {
  static func noLoader(_ board: Board) -> CommandError {
    let probes = board.probes.keys.sorted().joined(separator: ", ")
    return CommandError(
      .usage,
      "\(board.title) has no boot loader with a drive.\n"
        + (!probes.isEmpty
          ? "Flash it through a probe: `binnacle flash \(board.name) --probe TOOL`, TOOL being \(probes)."
          : board.emulator == nil
            ? "Its README says how to flash it."
            : "Run it without flashing: `binnacle stream emulator:\(board.name)`."))
  }

  static func notADrive(_ path: String, _ loader: Loader) -> CommandError {
    let file = loader.kind == .uf2 ? "INFO_UF2.TXT" : "DETAILS.TXT"
    let reason =
      FileManager.default.fileExists(atPath: path) ? "it has no \(file) that names a board" : "it is not there"
    return CommandError(
      .cannotOpen,
      "\(path) is no drive of a loader: \(reason).\n"
        + "\(loader.entry) Then name the folder where its drive is mounted.")
  }

  static func noDrive(_ loader: Loader, isAsked: Bool) -> CommandError {
    let names = loader.kind == .uf2 ? loader.identifiers : ["MICROBIT"]
    for label in names.map({ "/dev/disk/by-label/\($0)" }) where FileManager.default.fileExists(atPath: label) {
      return CommandError(
        .cannotOpen,
        "The drive \((label as NSString).lastPathComponent) is there but not mounted.\n"
          + "Run `udisksctl mount -b \(label)` and try again.")
    }
    return CommandError(
      .cannotOpen,
      "No drive \(names[0]) is mounted"
        + (isAsked
          ? ", and none came after the board was asked for its loader.\n"
          : ", and no board was found to ask for one.\n")
        + "\(loader.entry) Try again then; inside a container, pass the drive in.")
  }

  static func otherBoard(_ drive: LoaderDrive, _ loader: Loader) -> CommandError {
    CommandError(
      .usage,
      "The drive \(drive.path) is of another board: \(drive.model) (\(drive.identifier)), not "
        + "\(loader.identifiers.joined(separator: ", ")).\n"
        + "Nothing was written. Unplug it, or name the right drive with --drive.")
  }

  static func maintenance(_ drive: LoaderDrive) -> CommandError {
    CommandError(
      .usage,
      "The drive \(drive.path) takes firmware for the interface chip itself (MAINTENANCE), not for the board.\n"
        + "Nothing was written. Unplug the board, and plug it in without touching its button.")
  }

  static func twoDrives(_ drives: [LoaderDrive]) -> CommandError {
    CommandError(
      .usage,
      "Two boards show their drives: \(drives.map(\.path).joined(separator: ", ")).\n"
        + "Nothing was written. Name one of them with --drive.")
  }

  static func twoPorts(_ ports: [String], _ loader: Loader) -> CommandError {
    CommandError(
      .usage,
      "Two boards are plugged in: \(ports.joined(separator: ", ")).\n"
        + "Nothing was written. Name one of them with --port, or unplug the others.")
  }

  static func cannotWrite(_ path: String, _ code: Int32) -> CommandError {
    let reason = String(cString: strerror(code))
    let folder = (path as NSString).deletingLastPathComponent
    let hint =
      switch code {
      case EACCES, EPERM: "Unmount \(folder) and mount it as yourself: udisksctl mount -b DEVICE."
      case EROFS: "It is mounted read-only, often after an error: unplug the board and plug it in again."
      default: "Unplug the board and plug it in again."
      }
    return CommandError(
      code == EACCES || code == EPERM ? .cannotOpen : .badFile,
      "\(path) cannot be written: \(reason). Nothing was written; the board is as before.\n\(hint)")
  }

  static func stopped(
    _ path: String, _ reason: String, _ written: Int, of total: Int, _ drive: LoaderDrive
  ) -> CommandError {
    if written == 0 { return nothingTaken(path, reason) }
    return CommandError(
      .badFile,
      "\(path): \(reason) after \(written) of \(total) bytes. The board has no whole firmware now.\n"
        + (drive.kind == .uf2
          ? "It stays in its boot loader: flash it again, with BOOTSEL held while you plug it in if the drive is gone."
          : "Its interface chip still works: unplug it, plug it in and flash it again."))
  }

  /// The drive accepted the file's name but none of its bytes.
  private static func nothingTaken(_ path: String, _ reason: String) -> CommandError {
    CommandError(
      .badFile,
      "\(path): \(reason) before the first byte. Nothing was written; the board is as before.\n"
        + "Remove other files from the drive, or unplug the board and plug it in again.")
  }

  static func interruptedBefore(isAsked: Bool) -> CommandError {
    CommandError(
      .verdictFailed,
      "Interrupted while waiting for the drive. Nothing was written"
        + (isAsked
          ? ", but the board was asked for its boot loader.\nUnplug it and plug it in again, and it runs as before."
          : ".\nRun the command again."))
  }

  static func interruptedAfter(_ board: Board) -> CommandError {
    CommandError(
      .linkLost,
      "Interrupted while waiting for the board; the whole file was written.\n"
        + "Which image it runs is not known: `binnacle flash \(board.name) --dry-run` shows it, or flash it again.")
  }

  static func notBack(_ seconds: Double) -> CommandError {
    CommandError(
      .linkLost,
      "The board did not come back within \(Int(seconds)) s after the whole file was written.\n"
        + "Unplug it and plug it in again, then ask it: `binnacle stream auto`.")
  }

  static func otherImage(_ found: String, _ wanted: UInt64) -> CommandError {
    CommandError(
      .verdictFailed,
      "The board runs another image: \(found), and not \(hexadecimal(wanted)).\nFlash it again, and watch for errors.")
  }
}
