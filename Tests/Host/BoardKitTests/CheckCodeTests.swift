// What must not be in an image is found where it is.
import Testing

@testable import BoardKit

private func symbol(_ name: String, undefined: Bool = false) -> ELFFile.Symbol {
  ELFFile.Symbol(name: name, value: 0, size: 0, kind: 2, isUndefined: undefined)
}

private func failed(_ lines: [CheckLine]) -> [String] { lines.filter { !$0.isPassed }.map(\.name) }

@Test func symbols_ofACleanImagePass() {
  let symbols = ["main", "memcpy", "__aeabi_memcpy", "__aeabi_lmul", "__stack_top"].map { symbol($0) }
  #expect(failed(checkSymbols(symbols, helpers: ["__aeabi_lmul"])).isEmpty)
}

@Test(arguments: ["malloc", "posix_memalign", "swift_allocObject", "swift_slowAlloc", "_sbrk"])
func symbols_findAnAllocator(name: String) {
  #expect(failed(checkSymbols([symbol(name)], helpers: [])) == ["no allocator"])
}

@Test(arguments: [
  "__aeabi_dadd", "__aeabi_fmul", "__aeabi_i2d", "__aeabi_ul2f", "__adddf3", "__mulsf3", "__fixdfsi", "__floatsisf",
])
func symbols_findFloatingPoint(name: String) {
  #expect(failed(checkSymbols([symbol(name)], helpers: [name])).contains("no floating point symbol"))
}

@Test func symbols_findAHelperThatIsNotInTheBudgetAndOneThatIsThereInVain() {
  let lines = checkSymbols([symbol("__aeabi_ldivmod")], helpers: ["__aeabi_lmul"])
  #expect(failed(lines) == ["runtime helpers"])
  #expect(lines.first { $0.name == "runtime helpers" }?.found.contains("__aeabi_ldivmod is not in budget.json") == true)
  #expect(lines.first { $0.name == "runtime helpers" }?.found.contains("__aeabi_lmul is in budget.json") == true)
}

@Test func symbols_findWhatIsUndefined() {
  #expect(failed(checkSymbols([symbol("puts", undefined: true)], helpers: [])) == ["nothing undefined"])
}

private func disassembly(_ instruction: String) -> String {
  """

  image.elf:\tfile format elf32-littlearm

  Disassembly of section .text:

  000000c0 <main>:
        c0:      \tpush\t{r4, lr}
        c2:      \t\(instruction)
        c4:      \t.word\t0xed2d8b02
  """
}

@Test(arguments: ["movs\tr0, #1", "smlal\tr0, r1, r2, r3", "smull\tr0, r1, r2, r3", "ssat\tr0, #8, r1", "sxtb\tr0, r1"])
func instructions_ofTheBaseArchitecturePass(instruction: String) {
  #expect(failed(checkInstructions(disassembly(instruction), of: .arm, core: "cortex-m3")).isEmpty)
}

@Test(arguments: ["vmov.f32\ts0, r0", "vldr\ts0, [r0]", "vpush\t{d8}", "vmrs\tAPSR_nzcv, fpscr"])
func instructions_findFloatingPointOnEveryCore(instruction: String) {
  for core in ["cortex-m0", "cortex-m3", "cortex-m4"] {
    let lines = checkInstructions(disassembly(instruction), of: .arm, core: core)
    #expect(failed(lines) == ["no floating point instruction"])
  }
}

@Test(arguments: ["fadd.s\tfa0, fa0, fa1", "flw\tfa0, 0(a0)", "c.fsd\tfa0, 0(a0)", "fcvt.w.d\ta0, fa0"])
func instructions_findFloatingPointOnRISCV(instruction: String) {
  #expect(
    failed(checkInstructions(disassembly(instruction), of: .riscv32, core: "sifive-e31"))
      == ["no floating point instruction"])
}

@Test(arguments: ["fence\trw, rw", "fence.i", "mulhu\ta0, a0, a1", "c.addi\ta0, 1", "sel\ta0"])
func instructions_ofRISCVWithoutFloatingPointPass(instruction: String) {
  #expect(failed(checkInstructions(disassembly(instruction), of: .riscv32, core: "sifive-e31")).isEmpty)
}

@Test func instructions_countNoHeaderOfTheDisassembly() {
  let lines = checkInstructions("image.elf:\tfile format elf32-littleriscv\n", of: .riscv32, core: "sifive-e31")
  #expect(failed(lines) == ["disassembly"])
}

@Test(arguments: [
  "smlabb\tr0, r1, r2, r3", "uadd8\tr0, r1, r2", "qadd\tr0, r1, r2", "smmul\tr0, r1, r2", "uxtab\tr0, r1, r2",
  "pkhbt\tr0, r1, r2", "umaal\tr0, r1, r2, r3", "sel\tr0, r1, r2", "shsax\tr0, r1, r2",
])
func instructions_findDSPOnlyWhereTheCoreHasNone(instruction: String) {
  #expect(failed(checkInstructions(disassembly(instruction), of: .arm, core: "cortex-m3")) == ["no DSP instruction"])
  #expect(failed(checkInstructions(disassembly(instruction), of: .arm, core: "cortex-m4")).isEmpty)
}

@Test(arguments: [
  "stm.w\tr10!, {r0, r1, r2}", "ldm.w\tr10!, {r4, r5, r6}", "ldr\tr0, [r10], #4", "str\tr0, [r10, #8]!",
])
func instructions_findSelfMovedWhereItIsNotSaved(instruction: String) {
  let lines = checkInstructions(disassembly(instruction), of: .arm, core: "cortex-m3")
  #expect(failed(lines) == ["self stays in its register"])
  let saved = disassembly(instruction).replacing("{r4, lr}", with: "{r4, r10, lr}")
  #expect(failed(checkInstructions(saved, of: .arm, core: "cortex-m3")).isEmpty)
}

@Test(arguments: ["stm.w\tr10, {r0, r1, r2}", "ldr\tr0, [r10, #4]", "str\tr10, [sp, #-4]!", "mov\tr10, r4"])
func instructions_thatUseSelfPass(instruction: String) {
  #expect(failed(checkInstructions(disassembly(instruction), of: .arm, core: "cortex-m3")).isEmpty)
}

@Test func instructions_anEmptyOrUnreadableDisassemblyFails() {
  #expect(failed(checkInstructions("", of: .arm, core: "cortex-m4")) == ["disassembly"])
  #expect(failed(checkInstructions(disassembly("<unknown>"), of: .arm, core: "cortex-m4")) == ["disassembly"])
}

@Test func addresses_areFoundAndOtherNumbersAreNot() {
  let text = "a 0x4000_2000 b 0x400fe060; key 0x1acc_e551, 0x6e52_4635, 0xe000_e100, mask 0xff_ffff, ram 0x2000_0000"
  #expect(peripheralAddresses(in: text) == [0x4000_2000, 0x400f_e060, 0xe000_e100])
}
