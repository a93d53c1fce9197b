// The file to flash.
import BoardKit
import Foundation
import TerminalInterface
import ToolCommandLine

/// The file to flash, with its image.
struct FlashFile {
  let name: String
  let content: [UInt8]
  /// The image's build id; `nil` if the image of the file is not available.
  let hash: UInt64?

  var hashText: String { hash.map { ", image \(hexadecimal($0))" } ?? "" }

  /// Reads the file, and refuses a file that is not for the board.
  /// - Parameter boards: the names of all boards.
  init(_ image: BoardImage, given path: String?, boards: [String]) throws {
    guard let built = image.loaderFile?.path else { throw FlashProblem.noLoader(image.board) }
    let path = path ?? built
    let isOwn = path != built
    let instead = "Leave --image out for the image of \(image.board.name) that is at hand."
    content = try namedFile(
      path, upTo: .image, advice: isOwn ? instead : "Run `binnacle boards build \(image.board.name)`.")
    name = (path as NSString).lastPathComponent
    if let defect = try image.defect(inLoaderFile: content, boards: boards) {
      throw CommandError(
        .badFile,
        "\(path) is not for \(image.board.title): \(defect).\nNothing was written. "
          + (isOwn ? instead : "Build it anew: `binnacle boards build \(image.board.name)`."))
    }
    hash = isOwn ? nil : try image.imageHash()
  }
}
