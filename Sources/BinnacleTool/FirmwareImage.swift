// Where the firmware image of a board is.
import BoardKit

extension BoardError: UserFacingError {}

enum FirmwareImage {
  /// The ELF file of a board's image, as `binnacle boards build` left it.
  static func path(of board: String) throws -> String { try Project.find().image(of: board).elf.path }
}
