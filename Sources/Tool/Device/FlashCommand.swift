// binnacle flash: copies a board's image onto the drive of its boot loader, and checks by hello that it runs.
import BoardKit
import DeviceLinks
import Foundation
import HostSession
import LinkProtocol
import SerialLink
import TerminalInterface

struct FlashCommand: Subcommand {
  static let drive = CommandOption("drive", "PATH", "the folder where the loader's drive is mounted (default: found)")
  static let image = CommandOption("image", "FILE", "another UF2 file than the one that was built")
  static let port = CommandOption("port", "LINK", "where the board answers after the restart (default: found)")
  static let dryRun = CommandOption.flag("dry-run", "say what would be written, and write nothing")
  static let unchecked = CommandOption.flag("unchecked", "end after the copy; do not ask the board which image it runs")
  static let wait = CommandOption("wait", "S", "how long to wait for the drive, and for the board (default 20)")

  let name = "flash"
  let summary = "put a board's firmware on it, and check that it runs"
  let arguments = [CommandArgument("BOARD", .one, "a board's name; see `binnacle boards list`")]
  let options = [drive, image, port, dryRun, unchecked, wait]
  let examples = [
    CommandExample("flash pico", "a Raspberry Pi Pico that is plugged in"),
    CommandExample("flash pico --dry-run", "what would be written, and where"),
    CommandExample("flash pico --drive /media/me/RPI-RP2", "if the drive is not found"),
  ]
  let notes = [
    "The board must be in its boot loader: it then shows a drive with the file INFO_UF2.TXT. A Pico that runs Binnacle is "
      + "asked for it by opening its port at 1200 baud; otherwise hold BOOTSEL while you plug it in. Calibration records are "
      + "not part of the image and stay.",
    "Status 0: the board runs the image. 1: it runs another one, or refused this one. 3: it did not come back. 5: no drive, "
      + "or no permission. 6: a wrong file, or a drive that cannot be written.",
  ]

  func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let patience = try arguments.number(Self.wait, in: 0...600) ?? 20
    let image = try Project.find().image(of: arguments.positionals[0])
    guard let identifier = image.loaderIdentifier else { throw FlashProblem.noLoader(image.board) }
    let file = try FlashFile(image, given: arguments.text(Self.image))
    let console = arguments.console
    console.line("\(file.name): \(file.content.count) bytes\(file.hashText)")
    let drive = try FlashDrive.find(
      identifier, given: arguments.text(Self.drive), patience: arguments.flag(Self.dryRun) ? 0 : patience,
      console: console)
    console.line("drive \(drive.path): \(drive.model) (\(drive.boardIdentifier))")
    if arguments.flag(Self.dryRun) {
      console.line("Nothing was written.")
      return .pass
    }
    try FlashDrive.write(file, to: drive, console: console)
    if arguments.flag(Self.unchecked) { return .pass }
    return try Self.check(file, drive, at: arguments.text(Self.port), patience: patience, console: console)
  }

  /// Waits for the board, and compares the image that it runs.
  private static func check(
    _ file: FlashFile, _ drive: LoaderDrive, at port: String?, patience: Double, console: Console
  ) throws -> ExitStatus {
    console.line("waiting for the board to restart, \(Int(patience)) s at most")
    let deadline = Deadline.after(seconds: patience)
    var link = port
    while link == nil {
      link = FlashDrive.ports().first?.name
      if let failure = drive.failure {
        throw CommandError(.verdictFailed, "The loader refused the file: \(failure)")
      }
      if link != nil { break }
      guard deadline > .now, !Interrupt.isRequested else { throw FlashProblem.notBack(drive, patience) }
      Thread.sleep(forTimeInterval: 0.2)
    }
    let connection = try Connection(link ?? "auto")
    return try connection.use {
      let hello = connection.hello
      console.line("\(connection.title)")
      if let hash = file.hash, hash != hello.imageHash {
        throw CommandError(
          .verdictFailed,
          "The board runs another image: \(hello.imageHashText), and not \(hexadecimal(hash)).\n"
            + "Flash it again with BOOTSEL held while you plug it in.")
      }
      console.line(
        file.hash == nil
          ? "It answers. Which image \(file.name) holds is not known, so it was not compared."
          : "It runs the image that was flashed.")
      if hello.capabilities.contains(.storage) {
        let isKept = try connection.session.storedRecord().state.status == .present
        console.line(
          isKept ? "Its calibration was kept." : "It has no calibration: `binnacle calibrate \(link ?? "auto")`.")
      }
      return .pass
    }
  }
}

/// What is to be flashed.
struct FlashFile {
  let name: String
  let content: [UInt8]
  /// The image's build id; `nil` of a file whose image is not at hand.
  let hash: UInt64?

  var hashText: String { hash.map { ", image \(hexadecimal($0))" } ?? "" }

  /// Reads the file, and refuses one that is not for the board.
  init(_ image: BoardImage, given path: String?) throws {
    guard let built = image.uf2?.path else { throw FlashProblem.noLoader(image.board) }
    let path = path ?? built
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandError(.cannotOpen, "\(path) cannot be read.\nRun `binnacle boards build \(image.board.name)`.")
    }
    content = Array(data)
    name = (path as NSString).lastPathComponent
    if let defect = image.defect(inUF2: content) {
      throw CommandError(.badFile, "\(path) is not for \(image.board.title): \(defect).\nNothing was written.")
    }
    hash = path == built ? try image.imageHash() : nil
  }
}

/// Finds a loader's drive, and writes to it.
enum FlashDrive {
  /// The serial ports of running boards of this kind.
  static func ports() -> [SerialPortInfo] {
    SerialPorts.list().filter { $0.usbVendor == 0x2e8a && $0.usbProduct == 0x000a }
  }

  /// The drive of a board, after a running one was asked for its loader.
  static func find(
    _ identifier: String, given path: String?, patience: Double, console: Console
  ) throws -> LoaderDrive {
    if let path {
      guard let drive = LoaderDrive(at: path) else {
        throw CommandError(
          .cannotOpen,
          "\(path) is no drive of a boot loader: it has no INFO_UF2.TXT that names a board.\n"
            + "Hold BOOTSEL while you plug the board in, and name the folder where its drive is mounted.")
      }
      guard drive.boardIdentifier == identifier else { throw FlashProblem.otherBoard(drive, wanted: identifier) }
      return drive
    }
    if let drive = try only(identifier) { return drive }
    let running = ports()
    if running.count > 1 { throw FlashProblem.twoPorts(running) }
    if patience > 0, let port = running.first {
      console.line("asking the board on \(port.name) for its boot loader")
      try askForLoader(port)
    }
    let deadline = Deadline.after(seconds: running.isEmpty ? 0 : patience)
    while true {
      if let drive = try only(identifier) { return drive }
      guard deadline > .now, !Interrupt.isRequested else { throw FlashProblem.noDrive(identifier) }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  /// The one mounted drive of the board; an error for two, and for one of another board alone.
  private static func only(_ identifier: String) throws -> LoaderDrive? {
    let all = LoaderDrive.mounted()
    let right = all.filter { $0.boardIdentifier == identifier }
    if right.count > 1 { throw FlashProblem.twoDrives(right) }
    if right.isEmpty, let other = all.first { throw FlashProblem.otherBoard(other, wanted: identifier) }
    return right.first
  }

  /// Opens the port at 1200 baud and closes it: the sign for the loader.
  private static func askForLoader(_ port: SerialPortInfo) throws {
    let link = try LinkOpener.open(.serial(path: port.name, baud: 1200)) { _ in "" }
    link.close()
  }

  /// Writes the file in one go, with one sync at the end.
  ///
  /// The loader restarts the board when the last block is there, and the drive vanishes with it: an error after the
  /// last byte is no failure. The board's hello decides.
  static func write(_ file: FlashFile, to drive: LoaderDrive, console: Console) throws {
    let path = drive.path + "/" + file.name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else {
      throw CommandError(
        errno == EACCES || errno == EPERM ? .cannotOpen : .badFile,
        "\(path) cannot be written: \(String(cString: strerror(errno))).\nNothing was written; the board is as before.")
    }
    var written = 0
    let total = file.content.count
    while written < total {
      let end = min(written + 65_536, total)
      let count = file.content[written..<end].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0, !Interrupt.isRequested else {
        let reason = count > 0 ? "interrupted" : String(cString: strerror(errno))
        close(descriptor)
        throw CommandError(
          .badFile,
          "\(path): \(reason) after \(written) of \(total) bytes.\nThe board stays in its boot loader: "
            + "flash it again, with BOOTSEL held while you plug it in if the drive is gone.")
      }
      written += count
      console.line("written \(written) of \(total) bytes")
    }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// What keeps a board from being flashed.
enum FlashProblem {
  static func noLoader(_ board: Board) -> CommandError {
    CommandError(
      .usage,
      "\(board.title) has no boot loader with a drive.\n"
        + (board.emulator == nil
          ? "Its README says how to flash it." : "Run it without flashing: `binnacle stream emulator:\(board.name)`."))
  }

  static func noDrive(_ identifier: String) -> CommandError {
    let label = "/dev/disk/by-label/\(identifier)"
    if FileManager.default.fileExists(atPath: label) {
      return CommandError(
        .cannotOpen,
        "The drive \(identifier) is there but not mounted.\nRun `udisksctl mount -b \(label)` and try again.")
    }
    return CommandError(
      .cannotOpen,
      "No drive \(identifier) is mounted, and no board answered the request for its loader.\n"
        + "Hold BOOTSEL while you plug the board in, and try again; inside a container, pass the drive in.")
  }

  static func otherBoard(_ drive: LoaderDrive, wanted: String) -> CommandError {
    CommandError(
      .usage,
      "The drive \(drive.path) is of another board: \(drive.model) (\(drive.boardIdentifier)), not \(wanted).\n"
        + "Nothing was written. Unplug it, or name the right drive with --drive.")
  }

  static func twoDrives(_ drives: [LoaderDrive]) -> CommandError {
    CommandError(
      .usage,
      "Two boards are in their boot loader: \(drives.map(\.path).joined(separator: ", ")).\n"
        + "Nothing was written. Name one of them with --drive.")
  }

  static func twoPorts(_ ports: [SerialPortInfo]) -> CommandError {
    CommandError(
      .usage,
      "Two boards are plugged in: \(ports.map(\.name).joined(separator: ", ")).\n"
        + "Unplug one, or hold BOOTSEL while you plug the right one in.")
  }

  static func notBack(_ drive: LoaderDrive, _ seconds: Double) -> CommandError {
    CommandError(
      .linkLost,
      "The board did not come back within \(Int(seconds)) s after the whole file was written.\n"
        + "Unplug it and plug it in again, then ask it: `binnacle stream auto`.")
  }
}
