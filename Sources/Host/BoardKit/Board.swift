// A board, as its folder describes it.
import Foundation
import TerminalInterface

/// One board, as described in `Boards/<name>/board.json`.
package struct Board: Equatable, Sendable {
  /// A fact about the board, with the document that states it.
  package struct Fact: Codable, Equatable, Sendable {
    /// The fact in words; the number itself is in the code that uses it.
    package var fact: String
    package var document: String
    /// Page, table or section.
    package var page: String
  }

  /// The content of board.json.
  struct Description: Codable, Equatable, Sendable {
    var title: String
    var core: String
    var triple: String
    var toolset: String
    var sensor: String
    var emulator: Emulator?
    var proof: Proof?
    var sensorProof: Proof?
    var silicon: String
    var loader: Loader?
    var probes: [String: [String]]?
    var espChip: String?
    var facts: [Fact]
  }

  /// How an emulator runs the board.
  package struct Emulator: Codable, Equatable, Sendable {
    /// The argument of QEMU's `-M`, or the program that a script of Boards/Emulators uses: "rp2040py", "unicorn" or
    /// "unicorn-riscv".
    package var machine: String
    /// Further arguments, such as the sensor's `-device`.
    package var options: [String]
    /// Whether the machine ends a hang as the board does. QEMU has no model of the watchdog for many chips.
    package var watchdog: Bool
    /// Whether it has an accelerometer whose force the program can set.
    package var accelerometer: Bool?
    /// Whether it has a gyroscope whose rate the program can set.
    package var gyroscope: Bool?

    /// Whether the emulator is the whole chip with its boot ROM, and not a machine of QEMU.
    package var isWholeChip: Bool { machine == "rp2040py" }
    /// The script in Boards/Emulators that replaces QEMU, if there is one.
    package var script: String? {
      ["rp2040py": "rp2040.py", "unicorn": "nrf.py", "unicorn-riscv": "esp32c3.py"][machine]
    }
  }

  /// The name of the folder and of the product, which is also the name in hello.
  package let name: String
  package let folder: URL
  let description: Description

  /// The board's name for people.
  package var title: String { description.title }
  /// The core, such as "Cortex-M3".
  package var core: String { description.core }
  /// The compiler's target triple.
  package var triple: String { description.triple }
  /// The file with the options for its core, in Boards/Toolsets.
  var toolset: URL {
    folder.deletingLastPathComponent().appendingPathComponent("Toolsets/\(description.toolset).json")
  }
  /// The magnetometer, or the reason why there is none.
  package var sensor: String { description.sensor }
  /// How an emulator runs the board; `nil` if there is none for it.
  package var emulator: Emulator? { description.emulator }
  /// What the image was run on; `nil` if it has not been run.
  package var proof: Proof? { description.proof }
  /// What its own sensors were tested on, if that proves less than `proof`: the emulator of the board has no sensors.
  package var sensorProof: Proof? { description.sensorProof }
  /// Both proofs as in the tables of boards, such as "B; sensors C".
  package var proofText: String {
    (proof?.rawValue ?? "none") + (sensorProof.map { "; sensors \($0.rawValue)" } ?? "")
  }
  /// Both proofs in words, as in the README.
  package var proofInWords: String {
    guard let proof else { return "none" }
    return proof.place + (sensorProof.map { "; its sensors on \($0.place)" } ?? "")
  }
  /// Whether there is an image that was run on anything.
  package var isSupported: Bool { proof != nil || !silicon.hasPrefix("not yet") }
  /// Whether the image has ever run on the real board, in words.
  package var silicon: String { description.silicon }
  package var facts: [Fact] { description.facts }
  /// The loader that accepts new firmware over USB; `nil` for a board that needs a probe.
  package var loader: Loader? { description.loader }
  /// The options of the other programs that flash it, by the program's name.
  package var probes: [String: [String]] { description.probes ?? [:] }

  /// The chip of a board whose boot ROM loads esptool's image format; `nil` for others.
  var espChip: ESPImage.Chip? { description.espChip.flatMap { ESPImage.chips[$0] } }

  /// The family of its core.
  package let architecture: Architecture

  init(folder: URL) throws(BoardError) {
    name = folder.lastPathComponent
    self.folder = folder
    let file = folder.appendingPathComponent("board.json")
    description = try decodeJSON(Description.self, from: file)
    guard let architecture = Architecture(triple: description.triple) else {
      throw .badFile(path: file.path, reason: "“triple” names neither an ARM nor a 32-bit RISC-V core")
    }
    if let defect = description.loader?.defect { throw .badFile(path: file.path, reason: "“loader”: \(defect)") }
    if let unknown = description.probes?.keys.first(where: { FlashTool(rawValue: $0) == nil }) {
      throw .badFile(path: file.path, reason: "“probes” names \(unknown), which `binnacle flash` does not know")
    }
    if let chip = description.espChip, ESPImage.chips[chip] == nil {
      throw .badFile(path: file.path, reason: "“espChip” names no chip of Sources/Host/BoardKit/ESPImage.swift")
    }
    self.architecture = architecture
  }
}

extension Project {
  /// Every board, by name.
  package func boards() throws(BoardError) -> [Board] {
    var boards: [Board] = []
    for name in boardNames() { boards.append(try Board(folder: boardsFolder.appendingPathComponent(name))) }
    return boards
  }

  /// The names of all boards, sorted: folders with a board.json.
  package func boardNames() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: boardsFolder.path)) ?? []
    return names.filter { Self.exists(boardsFolder.appendingPathComponent("\($0)/board.json")) }.sorted()
  }

  /// The board with this name. The error for an unknown name suggests the nearest one.
  package func board(named name: String) throws(BoardError) -> Board {
    let names = boardNames()
    guard names.contains(name) else { throw .unknownBoard(name: name, known: names) }
    return try Board(folder: boardsFolder.appendingPathComponent(name))
  }
}

/// The bytes of a file of a board.
func boardFile(_ file: URL, upTo limit: FileLimit) throws(BoardError) -> [UInt8] {
  do throws(FileFault) { return try contents(ofFile: file.path, upTo: limit) } catch {
    throw .badFile(path: file.path, reason: "it \(error)")
  }
}

/// Reads a JSON file; the error names the key that is missing or wrong.
func decodeJSON<T: Decodable>(_ type: T.Type, from file: URL) throws(BoardError) -> T {
  func named(_ context: DecodingError.Context) -> String {
    "“\(context.codingPath.map(\.stringValue).joined(separator: "."))”"
  }
  let data = try boardFile(file, upTo: .settings)
  do {
    return try ForeignJSON.decode(type, from: data)
  } catch DecodingError.keyNotFound(let key, _) {
    throw .badFile(path: file.path, reason: "“\(key.stringValue)” is missing")
  } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
    let isWhole = context.codingPath.isEmpty
    throw .badFile(path: file.path, reason: isWhole ? "it holds no object" : "\(named(context)) has the wrong type")
  } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
    throw .badFile(path: file.path, reason: "\(named(context)) is out of range")
  } catch {
    throw .badFile(path: file.path, reason: "it is not JSON")
  }
}
