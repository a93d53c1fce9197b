// Which QEMU machine stands in for which board.

/// How QEMU is told to be a board.
public struct EmulatedMachine: Sendable, Equatable {
  /// The board's name, as under Boards/.
  public let board: String
  /// What is on the command line for this machine alone.
  public let arguments: [String]
  /// The magnetometer's place in QEMU's object tree; nil when the machine has none.
  public let magnetometer: String?

  /// Every board that can be emulated.
  public static let all = [
    EmulatedMachine(
      board: "lm3s6965evb",
      // 0x1E is the chip's only address: LSM303DLHC datasheet DocID018771 Rev 2, section 5.1.2.
      arguments: ["-M", "lm3s6965evb", "-device", "lsm303dlhc_mag,id=mag,address=0x1e"],
      magnetometer: "/machine/peripheral/mag"),
    EmulatedMachine(board: "microbit", arguments: ["-M", "microbit"], magnetometer: nil),
    EmulatedMachine(board: "mps2-an386", arguments: ["-M", "mps2-an386"], magnetometer: nil),
  ]

  /// - Throws: `unknownBoard`, naming the board with the most similar name.
  public static func named(_ board: String) throws(EmulatorError) -> EmulatedMachine {
    if let machine = all.first(where: { $0.board == board }) { return machine }
    let nearest = all.min { sharedLetters($0.board, board) > sharedLetters($1.board, board) }
    throw .unknownBoard(board, nearest: nearest?.board ?? "")
  }

  /// Pairs of neighbouring letters that two names share: enough to tell three boards apart when one is mistyped.
  private static func sharedLetters(_ left: String, _ right: String) -> Int {
    func pairs(_ name: String) -> Set<String> {
      let letters = Array(name.lowercased())
      return Set(zip(letters, letters.dropFirst()).map { String([$0, $1]) })
    }
    return pairs(left).intersection(pairs(right)).count
  }

  /// The command line after the program's name. Descriptors are those that `QEMUProcess` passes on.
  func commandLine(image: String, extra: [String]) -> [String] {
    ["-display", "none", "-nodefaults", "-S"] + arguments + ["-kernel", image]
      + ["-chardev", "socket,id=serial0,fd=\(QEMUProcess.serialDescriptor)", "-serial", "chardev:serial0"]
      + ["-chardev", "socket,id=control,fd=\(QEMUProcess.controlDescriptor)", "-mon", "chardev=control,mode=control"]
      + extra
  }
}
