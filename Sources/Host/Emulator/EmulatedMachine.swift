// Which QEMU machine stands in for which board.

import BoardKit
import NearestNames

/// How QEMU is told to be a board.
public struct EmulatedMachine: Sendable, Equatable {
  /// The board's name, as under Boards/.
  public let board: String
  /// What is on the command line for this machine alone.
  public let arguments: [String]
  /// The emulator's name, and the Debian package that has it.
  let program: String
  let package: String
  /// Whether the machine's UART loses a byte that finds no room in its socket. QEMU 7.2: SiFive's; the others wait.
  let losesBytes: Bool
  /// The magnetometer's place in QEMU's object tree; nil when the machine has none.
  public let magnetometer: String?
  /// Bytes of the EEPROM that keeps records, and the name under which its device asks for a drive; nil without one.
  let memory: (drive: String, size: Int)?

  /// Every board that can be emulated, by name: what the `emulator` entries of `Boards/*/board.json` say.
  public static var all: [EmulatedMachine] {
    let boards = (try? Project.find().boards()) ?? []
    return boards.compactMap { EmulatedMachine($0) }
  }

  /// `nil` for a board that QEMU lacks.
  init?(_ board: Board) {
    guard let emulator = board.emulator else { return nil }
    self.board = board.name
    (program, package) = board.architecture.emulator
    losesBytes = emulator.machine.hasPrefix("sifive_")
    arguments = ["-M", emulator.machine] + emulator.options
    // A device option such as lsm303dlhc_mag,id=mag,address=0x1e.
    let properties = emulator.options.first { $0.hasPrefix("lsm303dlhc_mag,") }?.split(separator: ",")
    let identifier = properties?.first { $0.hasPrefix("id=") }?.dropFirst(3)
    magnetometer = identifier.map { "/machine/peripheral/\($0)" }
    // at24c-eeprom,address=0x50,rom-size=4096,drive=records: QEMU wants the drive's file from us.
    let chip = emulator.options.first { $0.hasPrefix("at24c-eeprom,") }?.split(separator: ",") ?? []
    let drive = chip.first { $0.hasPrefix("drive=") }.map { String($0.dropFirst(6)) }
    let size = chip.first { $0.hasPrefix("rom-size=") }.flatMap { Int($0.dropFirst(9)) }
    memory = drive.flatMap { drive in size.map { (drive, $0) } }
  }

  public static func == (a: EmulatedMachine, b: EmulatedMachine) -> Bool {
    a.board == b.board && a.arguments == b.arguments
  }

  /// - Throws: `noMachine` for a board that QEMU lacks; else `unknownBoard`, naming the board with the most similar
  ///   name, if there is one.
  public static func named(_ board: String) throws(EmulatorError) -> EmulatedMachine {
    let machines = all
    if let machine = machines.first(where: { $0.board == board }) { return machine }
    if (try? Project.find().board(named: board)) != nil { throw .noMachine(board: board) }
    throw .unknownBoard(board, nearest: nearestName(to: board, among: machines.map(\.board)))
  }

  /// The command line after the program's name. Descriptors are those that `QEMUProcess` passes on.
  ///
  /// - Parameter memoryFile: what the EEPROM keeps its content in, on machines that have one.
  func commandLine(image: String, memoryFile: String?, extra: [String]) -> [String] {
    ["-display", "none", "-nodefaults", "-S"] + arguments + ["-kernel", image]
      + drive(memoryFile)
      + ["-chardev", "socket,id=serial0,fd=\(QEMUProcess.serialDescriptor)", "-serial", "chardev:serial0"]
      + ["-chardev", "socket,id=control,fd=\(QEMUProcess.controlDescriptor)", "-mon", "chardev=control,mode=control"]
      + extra
  }

  private func drive(_ file: String?) -> [String] {
    guard let memory, let file else { return [] }
    // In QEMU's lists a comma ends the value, and two are one (QEMU documentation, "Syntax").
    let path = file.split(separator: ",", omittingEmptySubsequences: false).joined(separator: ",,")
    return ["-drive", "if=none,id=\(memory.drive),format=raw,file=\(path)"]
  }
}
