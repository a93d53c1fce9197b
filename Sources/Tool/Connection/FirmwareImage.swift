// Finds the firmware image of a board.
import BoardKit
import Emulator

/// The image that an emulator runs.
package enum FirmwareImage {
  /// The path of the ELF file of a board's image for its emulator, as built by `binnacle boards build`.
  package static func path(of board: String) throws -> String { try path(of: board, in: Project.find()) }

  /// A board without an emulator has its own error, whether its image is built or not.
  package static func path(of board: String, in project: Project) throws -> String {
    guard try project.board(named: board).emulator != nil else { throw EmulatorError.noMachine(board: board) }
    let image = try project.image(of: board)
    // QEMU would run any file and hang.
    _ = try image.imageHash()
    return image.elf.path
  }
}
