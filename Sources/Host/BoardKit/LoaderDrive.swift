// The USB drive of a board's boot loader, which takes UF2 files.
import Foundation

/// A mounted folder with the file INFO_UF2.TXT (github.com/microsoft/uf2, README.md, "Files exposed by bootloaders").
public struct LoaderDrive: Equatable, Sendable {
  /// The folder.
  public let path: String
  /// `Model:` and `Board-ID:` of its file, for example Raspberry Pi RP2 and RPI-RP2.
  public let model: String
  public let boardIdentifier: String

  /// The drive in a folder; `nil` where the file is not there or names no board.
  public init?(at path: String) {
    let file = path + "/INFO_UF2.TXT"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    func value(_ key: String) -> String? {
      text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key + ":") }.map {
        $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces)
      }
    }
    guard let identifier = value("Board-ID") else { return nil }
    (self.path, model, boardIdentifier) = (path, value("Model") ?? "", identifier)
  }

  /// All drives that are mounted.
  public static func mounted() -> [LoaderDrive] { mountPoints().compactMap { LoaderDrive(at: $0) } }

  /// What the loader wrote about a failure; `nil` without one.
  public var failure: String? {
    guard let text = try? String(contentsOfFile: path + "/FAIL.TXT", encoding: .utf8) else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The folders of vfat drives, from the kernel's list. It writes a space as \040.
  private static func mountPoints() -> [String] {
    guard let text = try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[2] == "vfat" else { return nil }
      return words[1].replacingOccurrences(of: "\\040", with: " ").replacingOccurrences(of: "\\134", with: "\\")
    }
  }
}

extension BoardImage {
  /// The `Board-ID` that the board's loader names; `nil` for a board without such a loader.
  public var loaderIdentifier: String? { board.loaderIdentifier }

  /// Why `content` is no UF2 file for the board, as a clause; `nil` for a right one.
  public func defect(inUF2 content: [UInt8]) -> String? {
    guard let family = board.uf2Family else { return "the board has no loader that takes UF2 files" }
    return UF2.defect(in: content, family: family)
  }
}
