// The emulator of each board: a machine of QEMU, or a script on rp2040py or Unicorn.

import BoardKit
import TerminalInterface

/// The arguments with which QEMU, or a program that takes its place, emulates a board.
package struct EmulatedMachine: Sendable, Equatable {
  /// The board's name, the same as its folder under Boards/.
  package let board: String
  /// The command-line arguments for this machine alone.
  package let arguments: [String]
  /// The emulator's name or path, and the Debian package that contains it.
  let program: String
  let package: String
  /// Whether the machine's UART loses a byte when its socket is full. In QEMU 7.2 that of SiFive does; the others wait.
  let losesBytes: Bool
  /// Whether it is a script of Boards/Emulators, and not QEMU.
  let isScript: Bool
  /// The emulator's name in messages.
  let emulatorName: String
  /// The path of the magnetometer in QEMU's object tree; nil if the machine has none.
  package let magnetometer: String?
  /// Whether its accelerometer's force can be set with the field. QEMU has no accelerometer.
  let hasAccelerometer: Bool
  /// Whether its gyroscope's rate can be set.
  package let hasGyroscope: Bool
  /// The size in bytes of the memory for records that is kept in a file, and the name of the drive that QEMU's EEPROM
  /// needs; nil without such a memory.
  let memory: (drive: String, size: Int)?

  /// Every board that can be emulated, by name, from the `emulator` entries of `Boards/*/board.json`.
  package static var all: [EmulatedMachine] {
    let boards = (try? Project.find().boards()) ?? []
    return boards.compactMap { EmulatedMachine($0) }
  }

  /// `nil` for a board without an emulator.
  init?(_ board: Board) {
    guard let emulator = board.emulator else { return nil }
    self.board = board.name
    isScript = emulator.script != nil
    hasAccelerometer = emulator.accelerometer ?? false
    hasGyroscope = emulator.gyroscope ?? false
    emulatorName = isScript ? emulator.machine : "QEMU"
    if let name = emulator.script {
      let python = (try? Project.find())?.pythonProgram
      (program, package) = (python ?? "python3", "python3")
      let script = board.folder.deletingLastPathComponent().appendingPathComponent("Emulators/\(name)").path
      arguments = [script] + emulator.options
      losesBytes = false
      magnetometer = "magnetometer"
      let size = emulator.options.firstIndex(of: "--records-size").map { emulator.options[($0 + 1)...] }
      memory = size?.first.flatMap { Int($0) }.map { ("records", $0) }
      return
    }
    (program, package) = board.architecture.emulator
    losesBytes = emulator.machine.hasPrefix("sifive_")
    arguments = ["-M", emulator.machine] + emulator.options
    // A device option such as lsm303dlhc_mag,id=mag,address=0x1e.
    let properties = emulator.options.first { $0.hasPrefix("lsm303dlhc_mag,") }?.split(separator: ",")
    let identifier = properties?.first { $0.hasPrefix("id=") }?.dropFirst(3)
    magnetometer = identifier.map { "/machine/peripheral/\($0)" }
    // at24c-eeprom,address=0x50,rom-size=4096,drive=records: this program must provide the file of the drive.
    let chip = emulator.options.first { $0.hasPrefix("at24c-eeprom,") }?.split(separator: ",") ?? []
    let drive = chip.first { $0.hasPrefix("drive=") }.map { String($0.dropFirst(6)) }
    let size = chip.first { $0.hasPrefix("rom-size=") }.flatMap { Int($0.dropFirst(9)) }
    memory = drive.flatMap { drive in size.map { (drive, $0) } }
  }

  package static func == (a: EmulatedMachine, b: EmulatedMachine) -> Bool {
    a.board == b.board && a.arguments == b.arguments
  }

  /// - Throws: `noMachine` for a board that QEMU does not emulate; otherwise `unknownBoard` with the board of the most
  ///   similar name, if there is one.
  package static func named(_ board: String) throws(EmulatorError) -> EmulatedMachine {
    let machines = all
    if let machine = machines.first(where: { $0.board == board }) { return machine }
    if (try? Project.find().board(named: board)) != nil { throw .noMachine(board: board) }
    throw .unknownBoard(board, nearest: nearestName(to: board, among: machines.map(\.board)))
  }

  /// The command line after the program's name. The descriptors are those that `QEMUProcess` passes on.
  ///
  /// - Parameter memoryFile: the file for the EEPROM's content, on machines that have an EEPROM.
  func commandLine(image: String, memoryFile: String?, extra: [String]) -> [String] {
    if isScript {
      return arguments + ["--image", image, "--serial", "\(QEMUProcess.serialDescriptor)"]
        + ["--control", "\(QEMUProcess.controlDescriptor)"] + (memoryFile.map { ["--records", $0] } ?? []) + extra
    }
    return ["-display", "none", "-nodefaults", "-S"] + arguments + ["-kernel", image]
      + drive(memoryFile)
      + ["-chardev", "socket,id=serial0,fd=\(QEMUProcess.serialDescriptor)", "-serial", "chardev:serial0"]
      + ["-chardev", "socket,id=control,fd=\(QEMUProcess.controlDescriptor)", "-mon", "chardev=control,mode=control"]
      + extra
  }

  private func drive(_ file: String?) -> [String] {
    guard let memory, let file else { return [] }
    // In QEMU's lists a comma ends the value; two commas stand for one (QEMU documentation, "Syntax").
    let path = file.split(separator: ",", omittingEmptySubsequences: false).joined(separator: ",,")
    return ["-drive", "if=none,id=\(memory.drive),format=raw,file=\(path)"]
  }
}
