// Which QEMU machine stands in for which board.
import BoardKit

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

  /// - Throws: `unknownBoard`, naming the board with the most similar name, if there is one.
  public static func named(_ board: String) throws(EmulatorError) -> EmulatedMachine {
    if let machine = all.first(where: { $0.board == board }) { return machine }
    throw .unknownBoard(board, nearest: nearestName(to: board, among: all.map(\.board)))
  }

  /// The command line after the program's name. Descriptors are those that `QEMUProcess` passes on.
  func commandLine(image: String, extra: [String]) -> [String] {
    ["-display", "none", "-nodefaults", "-S"] + arguments + ["-kernel", image]
      + ["-chardev", "socket,id=serial0,fd=\(QEMUProcess.serialDescriptor)", "-serial", "chardev:serial0"]
      + ["-chardev", "socket,id=control,fd=\(QEMUProcess.controlDescriptor)", "-mon", "chardev=control,mode=control"]
      + extra
  }
}
