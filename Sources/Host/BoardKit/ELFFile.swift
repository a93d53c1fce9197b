// Reads from ELF only what is needed to measure and identify an image: sections, symbols, build id.
import Foundation
import TerminalInterface

/// A 32-bit little-endian ELF file (Tool Interface Standard, ELF version 1.2).
package struct ELFFile: Sendable {
  /// A part of the image: name, address, size in bytes.
  package struct Section: Equatable, Sendable {
    package var name: String
    package var type: UInt32
    package var flags: UInt32
    package var address: UInt32
    package var offset: UInt32
    package var size: UInt32
    var link: UInt32

    /// SHF_ALLOC: the section is in memory at run time.
    package var isAllocated: Bool { flags & 2 != 0 }
    /// SHF_WRITE.
    package var isWritable: Bool { flags & 1 != 0 }
    /// Not SHT_NOBITS: the section has bytes in the file.
    package var isInFile: Bool { type != 8 }
  }

  /// A named address in the image.
  package struct Symbol: Equatable, Sendable {
    package var name: String
    /// Address and size in bytes.
    package var value: UInt32
    package var size: UInt32
    /// 0 none, 1 object, 2 function, 3 section, 4 file.
    package var kind: UInt8
    /// SHN_UNDEF: the symbol is named but not defined.
    package var isUndefined: Bool
  }

  /// The path of the file, and its content.
  package let path: String
  package let sections: [Section]
  package let symbols: [Symbol]
  /// The linker's build id; empty if the file has none.
  package let buildID: [UInt8]
  /// The address of the first instruction.
  let entry: UInt32
  /// The parts that a loader copies into memory, with their physical addresses: the segments that have bytes.
  let loads: [ESPImage.Segment]

  /// The first eight bytes of the build id, first byte highest, as in hello; 0 if there is none.
  package var imageHash: UInt64 {
    buildID.count < 8 ? 0 : buildID.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The address of the first byte of the `.bin` file that is made from this file. On every chip here, flash has lower
  /// addresses than RAM, so initial values, whose sections have addresses in RAM, do not come first.
  var firstLoadedAddress: UInt32 {
    sections.filter { $0.isAllocated && $0.isInFile && $0.size > 0 }.map(\.address).min() ?? 0
  }

  package init(_ file: URL) throws(BoardError) {
    try self.init(path: file.path, bytes: boardFile(file, upTo: .image))
  }

  package init(path: String, bytes: [UInt8]) throws(BoardError) {
    self.path = path
    let file = ELFBytes(path: path, bytes: bytes)
    // The file must have the magic number, 32 bits, and little-endian order.
    guard bytes.count >= 52, bytes.prefix(6) == [0x7f, 0x45, 0x4c, 0x46, 1, 1] else {
      throw .badFile(path: path, reason: "it is not a 32-bit little-endian ELF file")
    }
    let (start, size) = (Int(try file.word(32)), Int(try file.half(46)))
    let (count, namesIndex) = (Int(try file.half(48)), Int(try file.half(50)))
    guard size >= 40, start + count * size <= bytes.count else {
      throw .badFile(path: path, reason: "it ends early")
    }
    var raw: [(name: UInt32, section: Section)] = []
    for index in 0..<count {
      let at = start + index * size
      raw.append(
        (
          try file.word(at),
          Section(
            name: "", type: try file.word(at + 4), flags: try file.word(at + 8), address: try file.word(at + 12),
            offset: try file.word(at + 16), size: try file.word(at + 20), link: try file.word(at + 24))
        ))
    }
    // SHT_NOBITS has a size, but no bytes in the file.
    guard raw.allSatisfy({ $0.section.type == 8 || Int($0.section.offset) + Int($0.section.size) <= bytes.count })
    else {
      throw .badFile(path: path, reason: "it ends early")
    }
    guard raw.indices.contains(namesIndex) else { throw .badFile(path: path, reason: "it names no sections") }
    let names = Int(raw[namesIndex].section.offset)
    var named: [Section] = []
    for (name, rawSection) in raw {
      var section = rawSection
      section.name = try file.string(names + Int(name))
      named.append(section)
    }
    sections = named
    symbols = try Self.symbols(file, named)
    buildID = try Self.buildID(file, named)
    entry = try file.word(24)
    loads = try Self.loads(file)
  }

  /// The value of a defined symbol.
  package func symbol(_ name: String) -> UInt32? {
    symbols.first { $0.name == name && !$0.isUndefined }?.value
  }

  private static func symbols(_ file: ELFBytes, _ sections: [Section]) throws(BoardError) -> [Symbol] {
    // SHT_SYMTAB
    guard let table = sections.first(where: { $0.type == 2 }), sections.indices.contains(Int(table.link)) else {
      return []
    }
    let names = Int(sections[Int(table.link)].offset)
    var symbols: [Symbol] = []
    for at in stride(from: Int(table.offset), to: Int(table.offset) + Int(table.size), by: 16) {
      symbols.append(
        Symbol(
          name: try file.string(names + Int(try file.word(at))), value: try file.word(at + 4),
          size: try file.word(at + 8), kind: try file.byte(at + 12) & 15, isUndefined: try file.half(at + 14) == 0))
    }
    return symbols
  }

  private static func loads(_ file: ELFBytes) throws(BoardError) -> [ESPImage.Segment] {
    let (start, size, count) = (Int(try file.word(28)), Int(try file.half(42)), Int(try file.half(44)))
    var loads: [ESPImage.Segment] = []
    for at in (0..<count).map({ start + $0 * size }) {
      // PT_LOAD
      guard try file.word(at) == 1, try file.word(at + 16) > 0 else { continue }
      let (offset, length) = (Int(try file.word(at + 4)), Int(try file.word(at + 16)))
      loads.append(ESPImage.Segment(address: try file.word(at + 12), bytes: try file.part(offset, length)))
    }
    return loads
  }

  private static func buildID(_ file: ELFBytes, _ sections: [Section]) throws(BoardError) -> [UInt8] {
    guard let note = sections.first(where: { $0.name == ".note.gnu.build-id" }) else { return [] }
    let at = Int(note.offset)
    let (nameSize, idSize) = (Int(try file.word(at)), Int(try file.word(at + 4)))
    let start = at + 12 + (nameSize + 3) / 4 * 4
    var id: [UInt8] = []
    for i in 0..<min(idSize, Int(note.size)) { id.append(try file.byte(start + i)) }
    return id
  }
}

/// Little-endian access with range checks.
private struct ELFBytes {
  let path: String
  let bytes: [UInt8]

  func byte(_ at: Int) throws(BoardError) -> UInt8 {
    guard bytes.indices.contains(at) else { throw .badFile(path: path, reason: "it ends early") }
    return bytes[at]
  }

  func part(_ at: Int, _ count: Int) throws(BoardError) -> [UInt8] {
    guard at >= 0, at + count <= bytes.count else { throw .badFile(path: path, reason: "it ends early") }
    return Array(bytes[at..<at + count])
  }

  func half(_ at: Int) throws(BoardError) -> UInt16 { UInt16(try byte(at)) | UInt16(try byte(at + 1)) << 8 }
  func word(_ at: Int) throws(BoardError) -> UInt32 { UInt32(try half(at)) | UInt32(try half(at + 2)) << 16 }

  func string(_ at: Int) throws(BoardError) -> String {
    var end = at
    while try byte(end) != 0 { end += 1 }
    return String(decoding: bytes[at..<end], as: UTF8.self)
  }
}
