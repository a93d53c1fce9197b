// Built images: their paths, and the image that a device runs.
import Foundation

/// A board's image, as built or installed.
package struct BoardImage: Sendable {
  package let board: Board
  /// The file with symbols and line numbers. QEMU loads it, and addresses are looked up in it.
  package let elf: URL

  /// The same code in the formats of flashing tools, and the linker's map. The `.bin` begins at the start of the flash.
  package var bin: URL { elf.deletingPathExtension().appendingPathExtension("bin") }
  package var hex: URL { elf.deletingPathExtension().appendingPathExtension("hex") }
  package var map: URL { elf.deletingPathExtension().appendingPathExtension("map") }
  /// The same for boot loaders with a USB drive; `nil` for a board without one.
  package var uf2: URL? {
    board.loader?.familyNumber.map { _ in elf.deletingPathExtension().appendingPathExtension("uf2") }
  }

  /// The memory that the image needs, bytes.
  package func size() throws(BoardError) -> ImageSize { try ImageSize(try ELFFile(elf)) }
  /// The first eight bytes of the image's build id.
  package func imageHash() throws(BoardError) -> UInt64 { try ELFFile(elf).imageHash }
}

extension Project {
  /// The path of a board's image, whether it exists or not.
  func imageFile(_ name: String) -> URL {
    let folder = root.appendingPathComponent(hasSources ? ".build/boards/\(name)/image" : "images")
    return folder.appendingPathComponent("\(name).elf")
  }

  /// The folder in which SwiftPM builds the images of all boards with this board's toolset. Shared code is compiled
  /// only once.
  func scratchFolder(of board: Board) -> URL {
    root.appendingPathComponent(".build/cores/\(board.toolset.deletingPathExtension().lastPathComponent)")
  }

  /// Whether the board's image was built.
  package func hasImage(of board: Board) -> Bool { Self.exists(imageFile(board.name)) }

  /// The board's image. An unknown board and a board without an image are different errors.
  package func image(of name: String) throws(BoardError) -> BoardImage {
    let board = try board(named: name)
    let elf = imageFile(name)
    guard Self.exists(elf) else { throw .imageMissing(board: name) }
    return BoardImage(board: board, elf: elf)
  }

  /// The paths of a board's image, whether it was built or not, for uses that need only the board's facts.
  package func imagePlace(of name: String) throws(BoardError) -> BoardImage {
    BoardImage(board: try board(named: name), elf: imageFile(name))
  }

  /// The image whose build id begins with `hash`.
  package func image(withHash hash: UInt64) throws(BoardError) -> BoardImage {
    for name in boardNames() {
      if let image = try? image(of: name), (try? image.imageHash()) == hash { return image }
    }
    throw .noImageWithHash(hash)
  }

  /// Whether a source has changed since the image was built; always `false` in an installation.
  package func isStale(_ image: BoardImage) -> Bool {
    guard hasSources, let built = modified(image.elf) else { return false }
    if let changed = modified(image.board.toolset), changed > built { return true }
    let shared = ["BoardRuntime", "PicoRuntime"].map { boardsFolder.appendingPathComponent($0) }
    let folders = [image.board.folder] + shared + deviceFolders()
    for folder in folders {
      guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { continue }
      for case let file as URL in files {
        // budget.json and the documents are not part of the image.
        guard ["swift", "c", "h", "ld"].contains(file.pathExtension) else { continue }
        if let changed = modified(file), changed > built { return true }
      }
    }
    return false
  }

  /// The folders with the code for microcontrollers.
  func deviceFolders() -> [URL] {
    ["Foundations", "Compass", "Device", "Chips"].map { root.appendingPathComponent("Sources/\($0)") }
  }

  private func modified(_ file: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }
}
