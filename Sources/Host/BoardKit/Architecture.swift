// What differs between the families of cores that boards have: names of programs, options, instructions.

/// A family of cores, as a board's triple names it.
public enum Architecture: Equatable, Sendable {
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

  /// The emulator of such boards, and the Debian package that has it.
  public var emulator: (program: String, package: String) {
    switch self {
    case .arm: ("qemu-system-arm", "qemu-system-arm")
    case .riscv32: ("qemu-system-riscv32", "qemu-system-misc")
    }
  }

  /// The compiler that comes with libgcc, and the Debian package that has it.
  var compiler: (program: String, package: String) {
    switch self {
    case .arm: ("arm-none-eabi-gcc", "gcc-arm-none-eabi")
    case .riscv32: ("riscv64-unknown-elf-gcc", "gcc-riscv64-unknown-elf")
    }
  }

  /// That compiler's options for a core, without floating point.
  func compilerOptions(core: String) -> [String] {
    switch self {
    case .arm: ["-mcpu=\(core)", "-mthumb", "-mfloat-abi=soft"]
    case .riscv32: ["-mcpu=\(core)", "-mabi=ilp32"]
    }
  }

  /// Options that let llvm-objdump know every instruction that the richest core of the family has.
  var disassemblerOptions: [String] {
    switch self {
    case .arm: ["--triple=thumbv7em-none-eabi", "--mcpu=cortex-m7"]
    case .riscv32: ["--triple=riscv32-none-elf", "--mattr=+m,+a,+f,+d,+c"]
    }
  }
}
