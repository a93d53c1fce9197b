// Builds a board's image: one `swift build`, then the file formats for flashing tools.
import Foundation

/// Builds images in a checkout.
package struct BoardBuilder: Sendable {
  let project: Project
  let tools: Tools

  package init(_ project: Project, tools: Tools = Tools()) throws(BoardError) {
    guard project.hasSources else { throw .needsSources(action: "Building an image") }
    self.project = project
    self.tools = tools
  }

  /// Builds `board` and writes `.build/boards/<board>/image/<board>.{elf,bin,hex,map}`, and .uf2 for a board whose boot
  /// loader accepts it. For a board with an ESP32, the `.bin` is the image that esptool writes.
  ///
  /// The compiler's output is shown only when it fails.
  package func build(_ board: Board) throws(BoardError) -> BoardImage {
    guard project.declaresImage(of: board) else {
      throw .badFile(path: project.boardsManifest.path, reason: "it has no image(\"\(board.name)\", chip: …)")
    }
    let elf = project.imageFile(board.name)
    let folder = elf.deletingLastPathComponent()
    let map = folder.appendingPathComponent("\(board.name).map")
    let scratch = project.scratchFolder(of: board)
    let linked = scratch.appendingPathComponent("\(board.triple)/release/\(board.name)")
    let libgcc = try tools.libgcc(for: board.architecture, core: try board.compilerCore())
    // SwiftPM does not notice a changed linker script or toolset. Without the linked file it must link again, and a
    // failure from here on leaves no old image behind (docs/decisions/0001-nested-boards-package.md).
    try remove(linked)
    try remove(folder)
    try makeFolder(folder)
    // Paths in debug information are relative to the checkout, so that the image's hash does not depend on the build
    // folder.
    let prefixMap = "\(project.root.path)=."
    // The path is relative to Boards/, where SwiftPM runs the linker.
    let linking = [
      "-T", "\(board.name)/memory.ld", "-L", "../Sources/Chips/CStartup", libgcc, "-Map", map.path,
    ]
    try tools.run(
      try tools.swift(),
      [
        "build", "--package-path", project.boardsFolder.path, "--scratch-path", scratch.path,
        "--triple", board.triple, "--toolset", board.toolset.path,
        "-c", "release", "--product", board.name,
        "--explicit-target-dependency-import-check", "error", "--disable-build-manifest-caching",
        "-Xswiftc", "-file-prefix-map", "-Xswiftc", prefixMap, "-Xcc", "-ffile-prefix-map=\(prefixMap)",
      ] + linking.flatMap { ["-Xlinker", $0] }, in: project.root)
    try copy(linked, to: elf)
    let image = BoardImage(board: board, elf: elf)
    let objcopy = try tools.besideSwift("llvm-objcopy")
    if let chip = board.espChip {
      try writeESPImage(image, chip: chip)
    } else {
      try tools.run(objcopy, ["-O", "binary", elf.path, image.bin.path])
    }
    try tools.run(objcopy, ["-O", "ihex", elf.path, image.hex.path])
    try writeUF2(image)
    return image
  }

  private func writeUF2(_ image: BoardImage) throws(BoardError) {
    guard let family = image.board.loader?.familyNumber, let file = image.uf2 else { return }
    guard let content = try? Data(contentsOf: image.bin) else {
      throw .badFile(path: image.bin.path, reason: "it cannot be read")
    }
    let bytes = UF2.file([UInt8](content), at: try ELFFile(image.elf).firstLoadedAddress, family: family)
    do { try Data(bytes).write(to: file) } catch { throw failed(file, "be written", error) }
  }

  /// For such a board the plain bytes would be useless, because the code is not linked for an address in flash.
  private func writeESPImage(_ image: BoardImage, chip: ESPImage.Chip) throws(BoardError) {
    let elf = try ELFFile(image.elf)
    let segments = ESPImage.segments(of: elf)
    guard segments.count <= ESPImage.mostSegments else {
      throw .badFile(path: image.elf.path, reason: "it has \(segments.count) segments; the boot ROM loads 16")
    }
    let bytes = ESPImage.file(segments, entry: elf.entry, chip: chip)
    do { try Data(bytes).write(to: image.bin) } catch { throw failed(image.bin, "be written", error) }
  }

  private func remove(_ url: URL) throws(BoardError) {
    guard Project.exists(url) else { return }
    do { try FileManager.default.removeItem(at: url) } catch { throw failed(url, "be removed", error) }
  }

  private func makeFolder(_ url: URL) throws(BoardError) {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch { throw failed(url, "be made", error) }
  }

  private func copy(_ from: URL, to: URL) throws(BoardError) {
    do { try FileManager.default.copyItem(at: from, to: to) } catch { throw failed(to, "be written", error) }
  }

  private func failed(_ url: URL, _ what: String, _ error: any Error) -> BoardError {
    .badFile(path: url.path, reason: "it cannot \(what) (\(error.localizedDescription))")
  }
}
