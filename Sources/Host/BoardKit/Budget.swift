// The limits of an image, and its use of memory.
import Foundation

/// A board's `budget.json`: limits in bytes, and the compiler helpers its image may contain.
package struct Budget: Codable, Equatable, Sendable {
  /// Everything in flash: code, constants, vectors and the initial values of variables.
  package var text: UInt32
  /// Variables: .data and .bss.
  package var dataAndBss: UInt32
  /// The largest stack depth, as the device measures it.
  package var stack: UInt32
  /// Functions of the compiler's runtime that the image may call.
  package var helpers: [String]
}

extension Board {
  /// The board's `budget.json`.
  package func budget() throws(BoardError) -> Budget {
    try decodeJSON(Budget.self, from: folder.appendingPathComponent("budget.json"))
  }
}

/// One quantity and its limit.
package struct BudgetLine: Equatable, Sendable {
  /// "text", "data+bss", "stack".
  package var name: String
  /// Bytes used; for the stack, bytes of RAM that are left for it or, if measured, bytes used.
  package var used: UInt32
  package var limit: UInt32
  /// Whether `used` must be at least the limit (RAM left for the stack). Otherwise it must be at most the limit.
  package var isReserve = false

  /// Whether the value is within its limit.
  package var isKept: Bool { isReserve ? used >= limit : used <= limit }

  /// "text 26204 of 28672 bytes, 2468 left", or by how much it exceeds the limit.
  package var description: String {
    let difference = Int64(limit) - Int64(used)
    if isReserve {
      return "\(name): \(used) bytes left by variables, budget \(limit), "
        + (difference <= 0 ? "\(-difference) more than needed" : "\(difference) TOO FEW")
    }
    return "\(name): \(used) of \(limit) bytes, " + (difference >= 0 ? "\(difference) left" : "\(-difference) OVER")
  }
}

/// The memory that an image needs, in bytes.
package struct ImageSize: Equatable, Sendable {
  package var text: UInt32
  package var dataAndBss: UInt32
  /// RAM that the variables leave for the stack.
  package var stackAvailable: UInt32

  init(_ elf: ELFFile) throws(BoardError) {
    var (text, dataAndBss) = (0, 0)
    for section in elf.sections where section.isAllocated {
      // Flash also holds the initial values of variables.
      if section.isInFile { text += Int(section.size) }
      if section.isWritable { dataAndBss += Int(section.size) }
    }
    guard let top = elf.symbol("__stack_top"), let bottom = elf.symbol("__stack_bottom") else {
      throw .badFile(path: elf.path, reason: "it has no __stack_top, so it was not linked with CStartup's sections.ld")
    }
    guard let text = UInt32(exactly: text), let dataAndBss = UInt32(exactly: dataAndBss), bottom <= top else {
      throw .badFile(path: elf.path, reason: "its sections are larger than 32 bits address")
    }
    (self.text, self.dataAndBss, stackAvailable) = (text, dataAndBss, top - bottom)
  }

  /// Each quantity with its limit.
  package func compared(with budget: Budget) -> [BudgetLine] {
    [
      BudgetLine(name: "text", used: text, limit: budget.text),
      BudgetLine(name: "data+bss", used: dataAndBss, limit: budget.dataAndBss),
      BudgetLine(name: "stack", used: stackAvailable, limit: budget.stack, isReserve: true),
    ]
  }
}
