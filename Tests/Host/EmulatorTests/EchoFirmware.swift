// A few lines of firmware for tests of the emulator itself, independent of our own images.
import Foundation
import TestSupport

/// An ELF image that echoes its serial line, built for one board when a test asks for it.
///
/// On lm3s6965evb some bytes are commands: `M` answers with the six magnetometer data registers (X, Z, Y, high byte
/// first), `R` resets the machine, `F` faults with no handler, `B` sends bytes without ever reading again.
final class EchoFirmware {
  let image: String
  private let folder: TemporaryFolder

  init(_ board: String) throws {
    folder = try TemporaryFolder()
    image = folder.path("\(board).elf")
    guard let target = Self.targets[board] else { throw BuildFailure(complaint: "no serial line of \(board) is known") }
    let compiler = try TemporaryProcess(
      target.compiler,
      target.options + [
        "-O1", "-ffreestanding", "-nostdlib", "-D\(target.chip)", "-Wl,-e,reset", "-o", image,
        try folder.write(Self.source, to: "echo.c"),
      ])
    let complaint = compiler.finish()
    guard compiler.process.terminationStatus == 0 else { throw BuildFailure(complaint: complaint) }
  }

  struct BuildFailure: Error {
    let complaint: String
  }

  private struct Target {
    var compiler: String
    var options: [String]
    var chip: String

    static func arm(_ core: String, _ chip: String) -> Target {
      Target(
        compiler: "arm-none-eabi-gcc",
        options: ["-mcpu=\(core)", "-mthumb", "-Wl,--section-start=.vectors=0", "-Wl,-Ttext=0x100"], chip: chip)
    }
  }

  /// The boards whose serial line it knows: one of each kind that QEMU's machines have.
  static var boards: [String] { targets.keys.sorted() }

  private static let targets: [String: Target] = [
    "hifive1b": Target(
      compiler: "riscv64-unknown-elf-gcc",
      options: ["-march=rv32imac", "-mabi=ilp32", "-Wl,--section-start=.vectors=0x20010000", "-Wl,-Ttext=0x20010100"],
      chip: "FE310"),
    "lm3s6965evb": .arm("cortex-m3", "LM3S"), "microbit": .arm("cortex-m0", "NRF51"),
    "mps2-an386": .arm("cortex-m4", "CMSDK"),
    // The secure state, in which it starts, has addresses of its own.
    "mps2-an505": Target(
      compiler: "arm-none-eabi-gcc",
      options: ["-mcpu=cortex-m33", "-mthumb", "-Wl,--section-start=.vectors=0x10000000", "-Wl,-Ttext=0x10000100"],
      chip: "AN505"),
  ]

  private static let source = """
    typedef unsigned int u32;
    #define R(a) (*(volatile u32 *)(a))
    void reset(void);
    #if defined(FE310)
    __attribute__((section(".vectors"), used, naked)) void entry(void) { __asm volatile("li sp, 0x80002000; j reset"); }
    #else
    #if defined(AN505)
    #define STACK 0x38002000
    #else
    #define STACK 0x20002000
    #endif
    __attribute__((section(".vectors"), used)) static void *const vectors[] = {(void *)STACK, (void *)reset};
    #endif

    #if defined(LM3S)
    static void start(void) { R(0x4000C02C) = 0x70; R(0x4000C030) = 0x301; R(0x40020020) = 0x10; }
    static int has(void) { return !(R(0x4000C018) & 0x10); }
    static u32 get(void) { return R(0x4000C000) & 0xFF; }
    static void put(u32 c) { while (R(0x4000C018) & 0x20) {} R(0x4000C000) = c; }
    static void magnetometer(void) {
      R(0x40020000) = 0x3C; R(0x40020008) = 0x03; R(0x40020004) = 7;
      R(0x40020000) = 0x3D;
      u32 bytes[6];
      for (int i = 0; i < 6; i++) { R(0x40020004) = i == 0 ? 0xB : i == 5 ? 5 : 9; bytes[i] = R(0x40020008); }
      for (int i = 0; i < 6; i++) put(bytes[i]);
    }
    #elif defined(NRF51)
    static void start(void) { R(0x40002500) = 4; R(0x40002000) = 1; R(0x40002008) = 1; }
    static int has(void) { return R(0x40002108); }
    static u32 get(void) { R(0x40002108) = 0; return R(0x40002518); }
    static void put(u32 c) { R(0x4000211C) = 0; R(0x4000251C) = c; while (!R(0x4000211C)) {} }
    #elif defined(FE310)
    static u32 word;
    static void start(void) { R(0x10013008) = 1; R(0x1001300C) = 1; }
    static int has(void) { word = R(0x10013004); return !(word >> 31); }
    static u32 get(void) { return word & 0xFF; }
    static void put(u32 c) { while (R(0x10013000) >> 31) {} R(0x10013000) = c; }
    #else
    #if defined(AN505)
    #define UART 0x50200000
    #else
    #define UART 0x40004000
    #endif
    static void start(void) { R(UART + 16) = 16; R(UART + 8) = 3; }
    static int has(void) { return R(UART + 4) & 2; }
    static u32 get(void) { return R(UART); }
    static void put(u32 c) { while (R(UART + 4) & 1) {} R(UART) = c; }
    #endif

    void reset(void) {
      /* Bytes that come before the receiver is on wait in QEMU: that stall is what the test is after. */
      for (volatile int i = 0; i < 2000000; i++) {}
      start();
      for (;;) {
        if (!has()) continue;
        u32 c = get();
    #if defined(LM3S)
        if (c == 'M') { magnetometer(); continue; }
        if (c == 'R') { R(0xE000ED0C) = 0x05FA0004; for (;;) {} }
        if (c == 'F') { __asm volatile("udf #0"); }
        if (c == 'B') { for (u32 i = 0;; i++) put(i); }
    #endif
        put(c);
      }
    }
    """
}
