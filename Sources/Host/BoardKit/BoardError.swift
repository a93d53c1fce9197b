// The errors of boards, with texts for the user.

import TerminalInterface

/// A board could not be found, built, checked or read.
package enum BoardError: Error, Equatable, Sendable {
  /// No board has this name; `known` lists the boards that exist.
  case unknownBoard(name: String, known: [String])
  /// A new board cannot have this name; the reason is a clause.
  case badName(String, reason: String)
  /// The program found neither a checkout of the project nor an installation.
  case noProject
  /// The action needs the project's sources, but only an installation was found.
  case needsSources(action: String)
  /// The board is known, but its image was not built.
  case imageMissing(board: String)
  /// No image has this build id.
  case noImageWithHash(UInt64)
  /// A required program is not installed. Without a package, it is part of the Swift toolchain.
  case toolMissing(name: String, package: String?)
  /// A program failed; `output` is its output.
  case toolFailed(name: String, status: Int32, output: String)
  /// A file does not have the required content.
  case badFile(path: String, reason: String)

  /// Exit status of a command that ends with this error. 2: usage; 6: bad file; 7: a program or image is missing.
  package var exitStatus: Int32 {
    switch self {
    case .unknownBoard, .badName: 2
    case .noProject, .needsSources, .imageMissing, .noImageWithHash, .toolMissing, .toolFailed: 7
    case .badFile: 6
    }
  }
}

extension BoardError: CustomStringConvertible {
  /// One or two lines: what happened, and what to do next. The output of a failed program comes before them.
  package var description: String {
    switch self {
    case .unknownBoard(let name, let known):
      if let nearest = nearestName(to: name, among: known) {
        "There is no board “\(name)”.\nDid you mean \(nearest)? `binnacle boards list` shows all."
      } else {
        "There is no board “\(name)”.\nThere are: \(known.joined(separator: ", "))."
      }
    case .badName(let name, let reason):
      "A new board cannot be called “\(name)”: \(reason).\nNothing was written. Give another name."
    case .noProject:
      """
      Neither a checkout of Binnacle nor installed images were found.
      Run this inside the checkout, or set BINNACLE_ROOT to it.
      """
    case .needsSources(let action):
      "\(action) needs the project's sources, and only an installation was found.\nRun it inside a checkout."
    case .imageMissing(let board):
      "The image for \(board) is missing.\nRun `binnacle boards build \(board)`."
    case .noImageWithHash(let hash):
      """
      No image here has the hash \(hexadecimal(hash)) that the device reports.
      It was built elsewhere or from other sources; `binnacle boards build` makes an image for these.
      """
    case .toolMissing(let name, nil):
      "\(name) is not on PATH.\nInstall Swift 6.3 from https://swift.org/install, or add its folder to PATH."
    case .toolMissing(let name, let package?):
      "\(name) is not installed.\n\(Project.installation(of: package))"
    case .toolFailed(let name, let status, let output):
      "\(output)\n\(name) failed with status \(status); its output is above."
    case .badFile(let path, let reason):
      "\(path) is not usable: \(reason).\n\(Self.advice(onFile: path))"
    }
  }

  private static func advice(onFile path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return switch name.split(separator: ".").last {
    case "elf": "Build it anew: binnacle boards build \(name.dropLast(4))"
    case "swift": "Add it; Boards/README.md says how."
    case "json": "Correct it, or restore the former file; Boards/README.md says what it holds."
    default: "Check its name, its permissions and its space."
    }
  }
}

/// The value as sixteen hexadecimal digits.
package func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
