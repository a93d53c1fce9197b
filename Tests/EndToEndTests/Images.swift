// Firmware images of this checkout, built once for all tests that boot them.
import BoardKit
import Foundation
import TestSupport

enum Images {
  private static let project = Project(root: URL(fileURLWithPath: Repository.path("")), hasSources: true)

  /// The images of all boards by name, of the present sources.
  ///
  /// The first caller builds what is missing or older than its sources; a file lock keeps two test runs apart.
  /// - Throws: what the build said; a missing tool with the command that installs it.
  static func built() throws -> [String: BoardImage] { try outcome.get() }

  static func of(_ board: String) throws -> BoardImage {
    guard let image = try built()[board] else { throw BoardError.imageMissing(board: board) }
    return image
  }

  /// The boards of a long run, by name: those of proof A and C, whose emulators are slow. `make boards-long` names them.
  static let long = ProcessInfo.processInfo.environment["BINNACLE_BOARDS"]?.split(separator: " ").map(String.init)

  /// The boards that this run puts through the tests that all of them must pass: in a long run those named, else every
  /// board under Boards/ that QEMU has.
  static let boards: [String] = {
    if let long { return long }
    // A board that cannot be read stays in: its tests say what is wrong with it.
    return project.boardNames().filter { name in
      (try? project.board(named: name)).map { $0.emulator?.script == nil } ?? true
    }
  }()

  /// Whether the watchdog of such a board works in its emulator.
  static func endsHangs(_ board: String) -> Bool {
    (try? project.board(named: board))?.emulator?.watchdog ?? true
  }

  private static let outcome = Result { try build() }

  private static func build() throws -> [String: BoardImage] {
    let folder = project.root.appendingPathComponent(".build/boards")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let lock = open(folder.appendingPathComponent("tests.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let builder = try BoardBuilder(project)
    var images: [String: BoardImage] = [:]
    for board in try project.boards() {
      if let image = try? project.image(of: board.name), !project.isStale(image) {
        images[board.name] = image
      } else {
        images[board.name] = try builder.build(board)
      }
    }
    return images
  }
}
