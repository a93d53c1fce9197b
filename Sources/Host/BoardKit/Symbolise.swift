// Converts an address to a function and a line.
import Foundation

/// The place of an address in the sources.
package struct SourcePlace: Equatable, Sendable {
  /// The demangled name.
  package var function: String
  /// The path relative to the checkout.
  package var file: String
  package var line: Int

  /// "run() at Boards/microbit/Sources/main.swift:31"
  package var description: String { line > 0 ? "\(function) at \(file):\(line)" : function }
}

extension BoardImage {
  /// The function and line at `address`, and the functions into which it was inlined, innermost first.
  ///
  /// Empty for an address outside the image's code.
  /// - Parameter isReturnAddress: whether to look up the call before `address`, as for a link register.
  package func places(
    at address: UInt32, isReturnAddress: Bool = false, tools: Tools = Tools()
  ) throws(BoardError) -> [SourcePlace] {
    // Bit 0 of a code address only means "Thumb".
    let start = (address & ~1) &- (isReturnAddress ? 2 : 0)
    let output = try tools.run(
      try tools.besideSwift("llvm-symbolizer"),
      ["--obj=\(elf.path)", "--functions=linkage", "0x\(String(start, radix: 16))"],
      // The tool warns about indices in libgcc's debug information, which is not part of this project.
      keepingRemarks: false)
    let demangle = try tools.besideSwift("swift-demangle")
    var places: [SourcePlace] = []
    for var place in parseSymbolizer(output) {
      // Names of Swift functions begin with $. The demangler would add a $ to names of C functions.
      if place.function.hasPrefix("$") {
        place.function = try tools.run(demangle, ["--compact", "--simplified", place.function])
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      places.append(place)
    }
    return places
  }
}

/// Parses pairs of lines: a function, and then file:line:column; "??" means unknown.
func parseSymbolizer(_ output: String) -> [SourcePlace] {
  let lines = output.split(separator: "\n").map(String.init)
  var places: [SourcePlace] = []
  for index in stride(from: 0, to: lines.count - 1, by: 2) where lines[index] != "??" {
    let parts = lines[index + 1].split(separator: ":")
    guard parts.count >= 2 else { continue }
    let line = Int(parts[parts.count - 2]) ?? 0
    var file = parts.dropLast(2).joined(separator: ":")
    // Prefix mapping leaves "./Sources/…" or, after the folder in which the compiler ran, "Boards/./Sources/…".
    if let dot = file.range(of: "./", options: .backwards),
      dot.lowerBound == file.startIndex
        || file[file.index(before: dot.lowerBound)] == "/"
    {
      file.removeSubrange(..<dot.upperBound)
    }
    places.append(SourcePlace(function: lines[index], file: file, line: line))
  }
  return places
}
