// Where the firmware image of a board is.
import BoardKit
import Emulator

extension BoardError: UserFacingError {}

enum FirmwareImage {
  /// The ELF file of a board's image for its emulator, as `binnacle boards build` left it.
  static func path(of board: String) throws -> String { try path(of: board, in: Project.find()) }

  /// A board without an emulator is told as such, whether its image is built or not.
  static func path(of board: String, in project: Project) throws -> String {
    guard try project.board(named: board).emulator != nil else { throw EmulatorError.noMachine(board: board) }
    let image = try project.image(of: board)
    // QEMU runs whatever it is given, and locks up.
    _ = try image.imageHash()
    return image.elf.path
  }
}
