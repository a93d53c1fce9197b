// Code that an image must not contain: an allocator, floating point, instructions that the core does not have.

/// Checks an image's symbols.
///
/// - Parameter helpers: functions of the compiler's runtime that the budget allows.
func checkSymbols(_ symbols: [ELFFile.Symbol], helpers: [String]) -> [CheckLine] {
  let names = Set(symbols.filter { $0.kind != 4 }.map(\.name))
  let runtime = symbols.filter { $0.kind == 2 && !$0.isUndefined && isRuntimeHelper($0.name) }.map(\.name)
  let undefined = symbols.filter { $0.isUndefined && !$0.name.isEmpty }.map(\.name).sorted()
  let unlisted = Set(runtime).subtracting(helpers).sorted()
  let unused = Set(helpers).subtracting(runtime).sorted()
  return [
    CheckLine("no allocator", fine: "no symbol", wrong: names.filter(isAllocator).sorted()),
    CheckLine("no floating point symbol", fine: "no symbol", wrong: names.filter(isFloatingPointSymbol).sorted()),
    CheckLine(
      "runtime helpers", fine: helpers.isEmpty ? "none" : helpers.sorted().joined(separator: ", "),
      wrong: unlisted.map { "\($0) is not in budget.json" } + unused.map { "\($0) is in budget.json and not here" }),
    CheckLine("nothing undefined", fine: "no symbol", wrong: undefined),
  ]
}

/// Whether this function could allocate or free memory.
func isAllocator(_ name: String) -> Bool {
  let exact: Set = [
    "malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "_malloc_r", "_free_r",
    "_sbrk", "sbrk", "_Znwj", "_Znaj", "_ZdlPv",
  ]
  return exact.contains(name)
    || ["swift_alloc", "swift_slowAlloc", "swift_dealloc", "swift_slowDealloc"].contains { name.hasPrefix($0) }
}

/// Whether this function belongs to the compiler's runtime: to the ARM run-time ABI, or to GCC's functions with mode
/// letters. The memory functions do not count, because CStartup provides them.
func isRuntimeHelper(_ name: String) -> Bool {
  if name.hasPrefix("__aeabi_mem") { return false }
  if name.hasPrefix("__aeabi_") || name.hasPrefix("__gnu_") { return true }
  return name.hasPrefix("__")
    && ["si2", "si3", "di2", "di3", "di4", "sf2", "sf3", "df2", "df3"].contains { name.hasSuffix($0) }
}

/// The ARM names follow the Run-time ABI for the Arm Architecture (IHI 0043), 4.1.2: helpers for double (d…), single
/// (f…) and half (h…), and conversions to these types. GCC's names end with the modes SF and DF.
func isFloatingPointSymbol(_ name: String) -> Bool {
  let prefixes = [
    "__aeabi_d", "__aeabi_f", "__aeabi_h2f", "__aeabi_i2d", "__aeabi_i2f", "__aeabi_ui2d", "__aeabi_ui2f",
    "__aeabi_l2d", "__aeabi_l2f", "__aeabi_ul2d", "__aeabi_ul2f", "__aeabi_cd", "__aeabi_cf", "__gnu_h2f", "__gnu_f2h",
  ]
  if prefixes.contains(where: { name.hasPrefix($0) }) { return true }
  guard name.hasPrefix("__") else { return false }
  return ["sf2", "sf3", "df2", "df3", "sfsi", "dfsi", "sfdi", "dfdi", "sisf", "sidf", "disf", "didf"].contains {
    name.hasSuffix($0)
  }
}

/// Checks a disassembly by llvm-objdump.
func checkInstructions(_ disassembly: String, of architecture: Architecture, core: String) -> [CheckLine] {
  var floating: [String] = []
  var signalProcessing: [String] = []
  var unknown: [String] = []
  var moved: [String] = []
  var savesSelf = false
  var count = 0
  var function = ""
  for line in disassembly.split(separator: "\n") {
    if line.hasSuffix(">:"), let start = line.firstIndex(of: "<") {
      function = String(line[line.index(after: start)...].dropLast(2))
      savesSelf = false
      continue
    }
    // The format of a line: "     3a4:      \tmovs\tr0, #1"
    let parts = line.split(separator: "\t", omittingEmptySubsequences: true)
    guard parts.count >= 2, let address = parts.first?.trimmed(), address.hasSuffix(":"),
      UInt32(address.dropLast(), radix: 16) != nil
    else { continue }
    let words = parts[1].trimmed().split(separator: ".")
    // The mnemonic stands before ARM's width (`b.w`, `vadd.f32`) and RISC-V's (`fadd.s`), and after RISC-V's `c.`.
    let mnemonic = words.first { $0 != "c" }.map(String.init) ?? ""
    // Constants between instructions are skipped: ".word" has no mnemonic before its point.
    if parts[1].trimmed().hasPrefix(".") { continue }
    count += 1
    if architecture == .arm {
      let operands = parts.dropFirst(2).joined(separator: " ")
      if mnemonic == "push", operands.contains("r10") { savesSelf = true }
      if !savesSelf, movesSelf(operands) { moved.append("\(mnemonic) \(operands) in \(function)") }
    }
    if mnemonic.hasPrefix("<unknown>") { unknown.append(function) }
    if isFloatingPointInstruction(mnemonic, of: architecture) { floating.append("\(mnemonic) in \(function)") }
    if architecture == .arm, isSignalProcessingInstruction(mnemonic) {
      signalProcessing.append("\(mnemonic) in \(function)")
    }
  }
  var lines = [
    CheckLine("disassembly", fine: "\(count) instructions", wrong: unknown.map { "unknown instruction in \($0)" }),
    CheckLine("no floating point instruction", fine: "none", wrong: floating),
  ]
  if architecture == .arm {
    lines.append(CheckLine("self stays in its register", fine: "r10 is saved where it is moved", wrong: moved))
  }
  if count == 0 { lines[0] = CheckLine("disassembly", "empty", isPassed: false) }
  if ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m23"].contains(core) {
    lines.append(CheckLine("no DSP instruction", fine: "none, as \(core) has none", wrong: signalProcessing))
  }
  return lines
}

/// Whether an instruction writes its address back to r10, the register in which Swift's methods receive `self`. Callers
/// need that value after the call. LLVM's pass over loads and stores runs after the registers to save were chosen, and
/// wrongly treats r10 as unused (docs/bare-metal-build.md, "Toolset").
func movesSelf(_ operands: String) -> Bool {
  operands.hasPrefix("r10!") || operands.contains("[r10], ")
    || (operands.contains("[r10, ") && operands.hasSuffix("]!"))
}

/// In ARM's floating-point extension every instruction begins with v (ARMv7-M ARM, A6.2.5), and no other does. In
/// RISC-V's extensions F and D and their compressed forms every instruction begins with f. Apart from these, only the
/// fences begin with f (RISC-V unprivileged architecture, chapters 11, 12 and 16).
func isFloatingPointInstruction(_ mnemonic: String, of architecture: Architecture) -> Bool {
  switch architecture {
  case .arm: mnemonic.hasPrefix("v")
  case .riscv32: mnemonic.hasPrefix("f") && mnemonic != "fence"
  }
}

/// Whether an instruction belongs to the DSP extension of ARMv7E-M: ARMv7-M ARM, tables A4-10 and A4-14 to A4-17.
func isSignalProcessingInstruction(_ mnemonic: String) -> Bool {
  let exact: Set = ["sel", "umaal", "usad8", "usada8", "ssat16", "usat16", "pkhbt", "pkhtb"]
  if exact.contains(mnemonic) { return true }
  // Saturating and halving parallel arithmetic: a prefix and then the operation.
  let operations = ["add8", "add16", "sub8", "sub16", "asx", "sax"]
  for prefix in ["s", "q", "sh", "u", "uq", "uh"] {
    if operations.contains(where: { mnemonic.hasPrefix(prefix + $0) }) { return true }
  }
  // Instructions that extend and add, extend pairs, saturate, or multiply halves and top halves.
  return [
    "sxtab", "sxtah", "sxtb16", "uxtab", "uxtah", "uxtb16", "qadd", "qdadd", "qsub", "qdsub", "smlab", "smlat", "smlad",
    "smlalb", "smlalt", "smlald", "smlaw", "smlsd", "smlsld", "smmla", "smmls", "smmul", "smuad", "smulb", "smult",
    "smulw", "smusd",
  ].contains { mnemonic.hasPrefix($0) }
}

extension Substring {
  fileprivate func trimmed() -> String { String(drop { $0 == " " }.prefix { $0 != " " }) }
}
