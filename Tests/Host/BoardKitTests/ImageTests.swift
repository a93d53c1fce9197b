// Reading images: sizes, symbols, build id.
import Foundation
import TestSupport
import Testing

@testable import BoardKit

private let stack: [(name: String, value: UInt32, kind: UInt8, isUndefined: Bool)] = [
  ("__stack_top", 0x2000_3000, 0, false), ("__stack_bottom", 0x2000_0000, 0, false),
]

@Test func elf_givesSectionsSymbolsAndBuildID() throws {
  let elf = try ELFFile(path: "sample", bytes: SampleELF(symbols: stack + [("main", 0x101, 2, false)]).bytes())
  #expect(elf.sections.map(\.name).filter { !$0.isEmpty }.prefix(3) == [".text", ".data", ".bss"])
  #expect(elf.symbol("main") == 0x101)
  #expect(elf.symbol("absent") == nil)
  #expect(elf.buildID == Array(1...20))
  #expect(elf.imageHash == 0x0102_0304_0506_0708)
}

@Test func elf_withoutBuildIDHasHashZero() throws {
  #expect(try ELFFile(path: "sample", bytes: SampleELF(buildID: []).bytes()).imageHash == 0)
}

@Test func elf_undefinedSymbolHasNoValue() throws {
  let elf = try ELFFile(path: "sample", bytes: SampleELF(symbols: [("malloc", 0, 0, true)]).bytes())
  #expect(elf.symbol("malloc") == nil)
  #expect(elf.symbols.contains { $0.name == "malloc" && $0.isUndefined })
}

@Test func elf_refusesForeignFilesAndEveryTruncation() {
  #expect(throws: BoardError.badFile(path: "x", reason: "it is not a 32-bit little-endian ELF file")) {
    try ELFFile(path: "x", bytes: Array("#!/bin/sh".utf8))
  }
  // The section headers stand last, so no proper prefix is a whole file.
  let whole = SampleELF(symbols: stack).bytes()
  for length in 0..<whole.count {
    #expect(throws: BoardError.self, "\(length) bytes") {
      _ = try ELFFile(path: "x", bytes: Array(whole.prefix(length)))
    }
  }
}

@Test(
  arguments: [[0], [1], [0x7f], [0xff], [0xff, 0xff], [0xff, 0xff, 0xff, 0x7f], [0xff, 0xff, 0xff, 0xff]] as [[UInt8]])
func elf_damagedAnywhere_isReadOrRefused(damage: [UInt8]) {
  let whole = SampleELF(symbols: stack).bytes()
  var refused = 0
  for at in 6...(whole.count - damage.count) {
    var bytes = whole
    bytes.replaceSubrange(at..<(at + damage.count), with: damage)
    do { _ = try ImageSize(ELFFile(path: "x", bytes: bytes)) } catch { refused += 1 }
  }
  #expect(refused > 5 && refused < whole.count)
}

@Test func badFile_saysWhatToDo() {
  let image = BoardError.badFile(path: "/a/microbit.elf", reason: "it ends early")
  #expect(image.description.hasSuffix("\nBuild it anew: binnacle boards build microbit"))
  let json = BoardError.badFile(path: "/a/board.json", reason: "it is not JSON")
  #expect(json.description.contains("Boards/README.md"))
}

@Test func uf2_holdsWholePagesWithTheirAddressesAndNumbers() {
  let content = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
  let file = UF2.file(content, at: 0x1000_0000, family: 0xe48b_ff56)
  #expect(file.count == 3 * 512)
  func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(file[at + $1]) << UInt32(8 * $1) } }
  for block in 0..<3 {
    let at = block * 512
    #expect([word(at), word(at + 4), word(at + 508)] == [0x0a32_4655, 0x9e5d_5157, 0x0ab1_6f30])
    let (number, found) = (UInt32(block), (2..<8).map { word(at + 4 * $0) })
    let header: [UInt32] = [0x2000, 0x1000_0000 + 256 * number, 256, number, 3, 0xe48b_ff56]
    #expect(found == header)
    let page = Array(content.dropFirst(256 * block).prefix(256))
    let padded = page + [UInt8](repeating: 0xff, count: 256 - page.count)
    #expect(Array(file[(at + 32)..<(at + 288)]) == padded)
  }
  #expect(UF2.file([], at: 0, family: 1).isEmpty)
}

// MARK: - Files for boot loaders

private let pico = 0x1000_0000..<0x1000_1000 as Range<UInt64>

/// What is wrong with a UF2 file of four pages with one change.
private func uf2Defect(_ change: (inout [UInt8]) -> Void) throws -> String? {
  var file = UF2.file([UInt8](repeating: 7, count: 1024), at: 0x1000_0000, family: 0xe48b_ff56)
  change(&file)
  do throws(FlashDefect) {
    try UF2.content(of: file, family: 0xe48b_ff56).check(in: pico)
    return nil
  } catch { return error.text }
}

@Test func uf2_withABlockThatDoesNotBelong_isRefused() throws {
  #expect(try uf2Defect { _ in } == nil)
  let outside = "it writes to 0x10001000, outside the flash for programs, 0x10000000 to 0x10000fff"
  #expect(try uf2Defect { $0[3 * 512 + 13] = 0x10 } == outside)
  #expect(try uf2Defect { $0[3 * 512 + 15] = 0x20 }?.hasPrefix("it writes to 0x20000300, outside the flash") == true)
  #expect(try uf2Defect { $0[3 * 512 + 13] = 2 } == "it writes to 0x10000200 twice")
  #expect(try uf2Defect { $0[3 * 512 + 13] = 5 } == "it has nothing for 0x10000300 to 0x100004ff: a part is missing")
  #expect(try uf2Defect { $0[512 + 16] = 1 } == "block 1 has 257 bytes for 0x10000100, no page of 256")
  #expect(try uf2Defect { $0[512 + 12] = 4 } == "block 1 has 256 bytes for 0x10000104, no page of 256")
  #expect(try uf2Defect { $0[512 + 8] = 1 } == "block 1 has flags that the loader does not know, 0x2001")
  #expect(try uf2Defect { $0[512 + 9] = 0 } == "block 1 is for another family of chips")
  #expect(try uf2Defect { $0[512 + 28] ^= 1 } == "block 1 is for another family of chips")
}

/// What is wrong with a HEX file of these records, without their checksums.
private func hexDefect(_ records: String...) -> String? {
  let file = (records + ["00000001"]).map { record in
    let bytes = stride(from: 0, to: record.count, by: 2).map { Array(record.utf8)[$0..<$0 + 2] }
    let sum = bytes.reduce(0 as UInt8) { $0 &+ UInt8(String(decoding: $1, as: UTF8.self), radix: 16)! }
    return ":\(record)\(String(format: "%02X", 0 &- sum))\n"
  }
  do throws(FlashDefect) {
    try IntelHex.content(of: Array(file.joined().utf8)).check(in: 0..<0x1_0100)
    return nil
  } catch { return error.text }
}

@Test func hex_withAGapOrAnOverlap_isRefused() {
  #expect(hexDefect("0400000001020304", "0400040001020304") == nil)
  // Between two sections a few bytes are left out, and lines may stand in any order.
  #expect(hexDefect("0400100001020304", "0400000001020304") == nil)
  #expect(hexDefect("0400000001020304", "0400140001020304") == "it has nothing for 0x4 to 0x13: a part is missing")
  #expect(hexDefect("0400000001020304", "0400030001020304") == "it writes to 0x3 twice")
  #expect(hexDefect("0400010001020304") == "it has nothing for 0x0 to 0x0: a part is missing")
  #expect(hexDefect("020000040001", "0200FF000102")?.hasPrefix("it writes to 0x100ff, outside the flash") == true)
  #expect(hexDefect("020000021001", "0100F00001")?.hasPrefix("it writes to 0x10100, outside the flash") == true)
  #expect(hexDefect("04FFFE0001020304") == "line 1 has no bytes, or some beyond its 64 KiB")
  #expect(hexDefect("0400000A9903C0DE") == "line 1 is of a kind that no Intel HEX file for one board has")
}

@Test func image_thatNamesAnotherBoard_isRefused() throws {
  func defect(_ text: String) -> String? {
    var content = FlashContent()
    content.pieces = [.init(address: 0, bytes: Array(text.utf8)[...])]
    do throws(FlashDefect) {
      try content.check(isOf: "microbit-v2", among: ["microbit", "microbit-v2", "pico"])
      return nil
    } catch { return error.text }
  }
  #expect(defect("\u{1}microbit-v2\0") == nil && defect("pico\0microbit-v2\0") == nil)
  #expect(defect("somebody else's microbit firmware, picocom\0") == nil)
  #expect(defect("\0microbit\0") == "it is the image of microbit")
  #expect(defect("xpico\0 pico\0") == "it is the image of pico")
}

@Test func flash_ofEveryBoardWithALoader_isThatOfItsLinkerScript() throws {
  let project = try Project(root: Repository.folder, hasSources: true)
  for (name, range) in [("microbit", 0..<254 * 1024), ("pico", 0x1000_0000..<0x101f_e000)] as [(String, Range<UInt64>)]
  {
    let flash = try project.board(named: name).flash()
    #expect(flash == range)
  }
  for board in try project.boards() where board.loader != nil { #expect(try !board.flash().isEmpty) }
}

@Test func sha256_isThatOfTheStandard() {
  func digest(_ text: String) -> String {
    SHA256.digest(of: Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
  }
  // FIPS 180-4's examples, which NIST publishes (csrc.nist.gov, "SHA256.pdf"), and the empty message.
  #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  #expect(
    digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
      == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  #expect(
    digest(String(repeating: "a", count: 1_000_000))
      == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
}

@Test func espImage_hasHeaderSegmentsChecksumAndDigest() {
  let segments = [
    ESPImage.Segment(address: 0x3fca_8000, bytes: [1, 2, 4]),
    ESPImage.Segment(address: 0x4038_0000, bytes: [UInt8](repeating: 0x55, count: 8)),
  ]
  let file = ESPImage.file(segments, entry: 0x4038_0004, chip: .init(identifier: 5, revision: 3))
  #expect(
    Array(file[0..<24]) == [
      0xe9, 2, 2, 0x20, 4, 0, 0x38, 0x40, 0xee, 0, 0, 0, 5, 0, 3, 3, 0, 0xff, 0xff, 0, 0, 0, 0, 1,
    ])
  // The first is filled up to a word; eight equal bytes cancel in the checksum.
  #expect(Array(file[24..<36]) == [0, 0x80, 0xca, 0x3f, 4, 0, 0, 0, 1, 2, 4, 0])
  #expect(Array(file[36..<44]) == [0, 0, 0x38, 0x40, 8, 0, 0, 0])
  #expect(file[52..<63].allSatisfy { $0 == 0 } && file[63] == 0xef ^ 7)
  #expect(Array(file[64...]) == SHA256.digest(of: Array(file[0..<64])))
}

@Test func size_countsInitialValuesTwiceAndDebugNever() throws {
  let size = try ImageSize(try ELFFile(path: "sample", bytes: SampleELF(symbols: stack).bytes()))
  // .text 8, .data 4, note 36; .data 4 and .bss 12.
  #expect(size.text == 48)
  #expect(size.dataAndBss == 16)
  #expect(size.stackAvailable == 0x3000)
}

@Test func size_needsTheStackSymbols() throws {
  let elf = try ELFFile(path: "sample", bytes: SampleELF().bytes())
  #expect(throws: BoardError.self) { try ImageSize(elf) }
}

@Test func budget_saysHowFarOver() throws {
  let size = try ImageSize(try ELFFile(path: "sample", bytes: SampleELF(symbols: stack).bytes()))
  let lines = size.compared(with: Budget(text: 40, dataAndBss: 16, stack: 0x3001, helpers: []))
  #expect(lines.map(\.isKept) == [false, true, false])
  #expect(lines[0].description == "text: 48 of 40 bytes, 8 OVER")
  #expect(lines[1].description == "data+bss: 16 of 16 bytes, 0 left")
  #expect(lines[2].description == "stack: 12288 bytes left by variables, budget 12289, 1 TOO FEW")
}

@Test func symbolizer_outputBecomesPlaces() {
  let output = """
    $s1a
    ./Boards/microbit/Sources/main.swift:29:5
    main
    Boards/./Sources/Chips/CStartup/fault.c:7:0

    """
  #expect(
    parseSymbolizer(output) == [
      SourcePlace(function: "$s1a", file: "Boards/microbit/Sources/main.swift", line: 29),
      SourcePlace(function: "main", file: "Sources/Chips/CStartup/fault.c", line: 7),
    ])
  #expect(parseSymbolizer("??\n??:0:0\n\n").isEmpty)
}

/// No board here is flashed by st-flash yet: a board with an STM32 would be.
@Test func flashTools_getTheirCommandLines() throws {
  let project = Project(root: Repository.folder, hasSources: true)
  let image = BoardImage(board: try project.board(named: "pico"), elf: URL(fileURLWithPath: "/images/pico.elf"))
  #expect(
    FlashTool.stFlash.arguments(["--connect-under-reset"], for: image)
      == ["--connect-under-reset", "--reset", "--format", "ihex", "write", "/images/pico.hex"])
  #expect(FlashTool.esptool.arguments(["write-flash"], for: image) == ["write-flash", "/images/pico.bin"])
  #expect(
    image.command(of: .pyocd) == ["pyocd", "flash", "-t", "rp2040", "/images/pico.hex"]
      && image.command(of: .stFlash) == nil)
}
