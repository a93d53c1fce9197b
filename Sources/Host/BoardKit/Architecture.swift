// The differences between the core families of the boards: names of programs, options, instructions.

/// A family of cores; the board's triple determines it.
package enum Architecture: Equatable, Sendable {
  /// ARM's M profile: ARMv6-M and ARMv7E-M.
  case arm
  /// 32-bit RISC-V.
  case riscv32

  init?(triple: String) {
    if triple.hasPrefix("armv") {
      self = .arm
    } else if triple.hasPrefix("riscv32-") {
      self = .riscv32
    } else {
      return nil
    }
  }

  /// The emulator of such boards, and the Debian package that contains it.
  package var emulator: (program: String, package: String) {
    switch self {
    case .arm: ("qemu-system-arm", "qemu-system-arm")
    case .riscv32: ("qemu-system-riscv32", "qemu-system-misc")
    }
  }

  /// The compiler that includes libgcc, and the Debian package that contains it.
  var compiler: (program: String, package: String) {
    switch self {
    case .arm: ("arm-none-eabi-gcc", "gcc-arm-none-eabi")
    case .riscv32: ("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf")
    }
  }

  /// The options of that compiler for a core, without floating point.
  func compilerOptions(core: String) -> [String] {
    switch self {
    case .arm: ["-mcpu=\(core)", "-mthumb", "-mfloat-abi=soft"]
    case .riscv32: ["-mcpu=\(core)", "-mabi=ilp32"]
    }
  }

  /// Options with which llvm-objdump knows every instruction of the most capable core of the family.
  var disassemblerOptions: [String] {
    switch self {
    case .arm: ["--triple=thumbv7em-none-eabi", "--mcpu=cortex-m7"]
    case .riscv32: ["--triple=riscv32-none-elf", "--mattr=+m,+a,+f,+d,+c"]
    }
  }
}
