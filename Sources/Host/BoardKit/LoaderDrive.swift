// The USB drive of a board's loader.
import Foundation
import TerminalInterface

/// A mounted folder with the file INFO_UF2.TXT (github.com/microsoft/uf2, README.md, "Files exposed by bootloaders") or
/// DETAILS.TXT (DAPLink; support.microbit.org, "DETAILS.TXT").
package struct LoaderDrive: Equatable, Sendable {
  /// The folder.
  package let path: String
  /// The kind of loader that shows the drive.
  package let kind: Loader.Kind
  /// The model that the drive reports, for example Raspberry Pi RP2, or DAPLink 0257.
  package let model: String
  /// The identifier that the drive reports: RPI-RP2, or 9904.
  package let identifier: String
  /// Whether flashing erases the whole chip, and not only what the image needs.
  package let erasesAll: Bool
  /// Whether the interface chip waits for its own firmware: the file would then replace that firmware.
  package let isMaintenance: Bool

  /// The drive in a folder; `nil` if neither file is there or identifies a board.
  package init?(at path: String) {
    self.path = path
    if let text = Self.text(path + "/INFO_UF2.TXT"), let identifier = Self.value("Board-ID", in: text) {
      self.identifier = identifier
      (kind, model, erasesAll, isMaintenance) = (.uf2, Self.value("Model", in: text) ?? "", false, false)
      return
    }
    guard let text = Self.text(path + "/DETAILS.TXT"), let unique = Self.value("Unique ID", in: text) else {
      return nil
    }
    identifier = String(unique.prefix(4))
    kind = .daplink
    model = "DAPLink " + (Self.value("Interface Version", in: text) ?? "of an unknown version")
    // Old versions write OFF and ON.
    erasesAll = !["1", "ON"].contains(Self.value("Page erasing", in: text) ?? "")
    isMaintenance = Self.value("Daplink Mode", in: text) == "Bootloader"
  }

  private static func text(_ file: String) -> String? {
    (try? contents(ofFile: file, upTo: .settings)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value(_ key: String, in text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key + ":") }.map {
      shown($0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces))
    }
  }

  /// All drives that are mounted.
  package static func mounted() -> [LoaderDrive] { mountPoints().compactMap { LoaderDrive(at: $0) } }

  /// The loader's message about a failure; `nil` if there is none.
  package var failure: String? {
    guard let text = Self.text(path + "/FAIL.TXT") else { return nil }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    return shown(lines.filter { !$0.isEmpty }.joined(separator: "; "), most: 200)
  }

  /// Whether this user may write to it.
  package var isWritable: Bool { access(path, W_OK) == 0 }

  /// The folders of USB drives, from the kernel's list of mounts: FAT, also through FUSE. The list writes a space as
  /// \040.
  private static func mountPoints() -> [String] {
    guard let text = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, ["vfat", "msdos"].contains(words[2]) || words[2].hasPrefix("fuse") else { return nil }
      return words[1].replacingOccurrences(of: "\\040", with: " ").replacingOccurrences(of: "\\134", with: "\\")
    }
  }
}
