// A tiny ELF file, written field by field, for tests that must not depend on a built image.

/// Sections .text (8 bytes), .data (4), .bss (12), a build-id note, and the symbols given.
struct SampleELF {
  var buildID: [UInt8] = Array(1...20)
  var symbols: [(name: String, value: UInt32, kind: UInt8, isUndefined: Bool)] = []

  func bytes() -> [UInt8] {
    var names: [UInt8] = [0]
    func intern(_ name: String) -> UInt32 {
      defer { names += Array(name.utf8) + [0] }
      return UInt32(names.count)
    }
    var strings: [UInt8] = [0]
    var table = [UInt8](repeating: 0, count: 16)
    for symbol in symbols {
      table += word(UInt32(strings.count)) + word(symbol.value) + word(0) + [symbol.kind, 0]
      table += half(symbol.isUndefined ? 0 : 1)
      strings += Array(symbol.name.utf8) + [0]
    }
    let note = word(4) + word(UInt32(buildID.count)) + word(3) + Array("GNU".utf8) + [0] + buildID
    // name, type, flags, content or size, link
    var sections: [(UInt32, UInt32, UInt32, [UInt8], UInt32, UInt32)] = [(0, 0, 0, [], 0, 0)]
    sections.append((intern(".text"), 1, 2 | 4, Array(repeating: 0x55, count: 8), 8, 0))
    sections.append((intern(".data"), 1, 2 | 1, [1, 2, 3, 4], 4, 0))
    sections.append((intern(".bss"), 8, 2 | 1, [], 12, 0))
    sections.append((intern(".note.gnu.build-id"), 7, 2, note, UInt32(note.count), 0))
    sections.append((intern(".debug_info"), 1, 0, [9, 9, 9], 3, 0))
    sections.append((intern(".symtab"), 2, 0, table, UInt32(table.count), 7))
    sections.append((intern(".strtab"), 3, 0, strings, UInt32(strings.count), 0))
    let own = intern(".shstrtab")
    sections.append((own, 3, 0, names, UInt32(names.count), 0))

    var body: [UInt8] = []
    var headers: [UInt8] = []
    for (name, type, flags, content, size, link) in sections {
      headers += word(name) + word(type) + word(flags) + word(0) + word(52 + UInt32(body.count)) + word(size)
      headers += word(link) + word(0) + word(1) + word(0)
      body += content
    }
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 1, 1, 1] + Array(repeating: 0, count: 9)
    file += half(2) + half(40) + word(1) + word(0) + word(0) + word(52 + UInt32(body.count)) + word(0)
    file += half(52) + half(0) + half(0) + half(40) + half(UInt16(sections.count)) + half(UInt16(sections.count - 1))
    return file + body + headers
  }

  private func half(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
  private func word(_ value: UInt32) -> [UInt8] {
    half(UInt16(value & 0xffff)) + half(UInt16(value >> 16))
  }
}
