// How a board gets new firmware: by its boot loader, its interface chip, or a debug probe.
import Foundation

/// A loader that shows a USB drive and flashes the file that is copied onto the drive.
package struct Loader: Codable, Equatable, Sendable {
  /// The kind of loader, which determines the file format.
  package enum Kind: String, Codable, Sendable {
    /// The chip's own boot loader; it accepts .uf2 (github.com/microsoft/uf2).
    case uf2
    /// An interface chip with DAPLink; it accepts .hex (github.com/ARMmbed/DAPLink, docs/USERS-GUIDE.md).
    case daplink
  }

  /// The kind of loader.
  package var kind: Kind
  /// The names by which the drive identifies its board: `Board-ID` of INFO_UF2.TXT, or the first four digits of `Unique
  /// ID` in DETAILS.TXT.
  package var identifiers: [String]
  /// The USB identity of the board's serial port, vendor and product: "2e8a:000a".
  package var port: String
  /// What the user must do so that the drive appears, as a sentence.
  package var entry: String
  /// The chip family of UF2 files.
  var family: String?

  /// The number of its UF2 family; `nil` for a loader with another file format.
  var familyNumber: UInt32? { family.flatMap { UF2.families[$0] } }

  /// What is wrong with the description, as a clause; `nil` if nothing is wrong.
  var defect: String? {
    if identifiers.isEmpty { return "“identifiers” names no drive" }
    if kind == .uf2, familyNumber == nil { return "“family” names no family of Sources/Host/BoardKit/UF2.swift" }
    return nil
  }
}

/// A program that flashes a board through a debug probe or a serial loader.
package enum FlashTool: String, CaseIterable, Sendable {
  case openocd
  case pyocd
  case stFlash = "st-flash"
  case esptool

  /// Where the program comes from, for people.
  package var source: String {
    switch self {
    case .openocd: "apt install openocd"
    case .stFlash: "apt install stlink-tools"
    case .pyocd, .esptool: "pip install \(rawValue)"
    }
  }

  /// The arguments that flash an image, verify it and start it. `options` are the board's own.
  func arguments(_ options: [String], for image: BoardImage) -> [String] {
    switch self {
    case .openocd: options + ["-c", "program {\(image.elf.path)} verify reset exit"]
    case .pyocd: ["flash"] + options + [image.hex.path]
    case .stFlash: options + ["--reset", "--format", "ihex", "write", image.hex.path]
    case .esptool: options + [image.bin.path]
    }
  }
}

extension BoardImage {
  /// The program and arguments that flash this image; `nil` if the board has no options for this tool.
  package func command(of tool: FlashTool) -> [String]? {
    board.probes[tool.rawValue].map { [tool.rawValue] + tool.arguments($0, for: self) }
  }

  /// The file for the board's loader; `nil` for a board without a loader.
  package var loaderFile: URL? {
    switch board.loader?.kind {
    case .uf2: uf2
    case .daplink: hex
    case nil: nil
    }
  }

  /// Why `file` must not be copied to the board's loader, as a clause; `nil` if it may be copied.
  /// - Parameter boards: the names of all boards, to recognise an image of another board.
  package func defect(inLoaderFile file: [UInt8], boards: [String]) throws(BoardError) -> String? {
    guard let loader = board.loader else { return "the board has no loader" }
    let flash = try board.flash()
    do throws(FlashDefect) {
      let content =
        if let family = loader.familyNumber { try UF2.content(of: file, family: family) } else {
          try IntelHex.content(of: file)
        }
      try content.check(in: flash)
      try content.check(isOf: board.name, among: boards)
      return nil
    } catch { return error.text }
  }
}
