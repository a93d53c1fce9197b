// From an address to a function and a line.
import Foundation

/// Where an address lies in the sources.
public struct SourcePlace: Equatable, Sendable {
  /// Demangled.
  public var function: String
  /// Relative to the checkout.
  public var file: String
  public var line: Int

  /// "run() at Boards/microbit/Sources/main.swift:31"
  public var description: String { line > 0 ? "\(function) at \(file):\(line)" : function }
}

extension BoardImage {
  /// The function and line at `address`, and the functions it was inlined into, innermost first.
  ///
  /// Empty for an address outside the image's code.
  /// - Parameter isReturnAddress: whether the call before `address` is meant, as for a link register.
  public func places(
    at address: UInt32, isReturnAddress: Bool = false, tools: Tools = Tools()
  ) throws(BoardError) -> [SourcePlace] {
    // Bit 0 of a code address only says "Thumb".
    let start = (address & ~1) &- (isReturnAddress ? 2 : 0)
    let output = try tools.run(
      try tools.besideSwift("llvm-symbolizer"),
      ["--obj=\(elf.path)", "--functions=linkage", "0x\(String(start, radix: 16))"],
      // It remarks on indices of libgcc's debug information, which is none of ours.
      keepingRemarks: false)
    let demangle = try tools.besideSwift("swift-demangle")
    var places: [SourcePlace] = []
    for var place in parseSymbolizer(output) {
      // Swift's names begin with $; the demangler would put one before C's.
      if place.function.hasPrefix("$") {
        place.function = try tools.run(demangle, ["--compact", "--simplified", place.function])
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      places.append(place)
    }
    return places
  }
}

/// Pairs of lines, function and then file:line:column; "??" where nothing is known.
func parseSymbolizer(_ output: String) -> [SourcePlace] {
  let lines = output.split(separator: "\n").map(String.init)
  var places: [SourcePlace] = []
  for index in stride(from: 0, to: lines.count - 1, by: 2) where lines[index] != "??" {
    let parts = lines[index + 1].split(separator: ":")
    guard parts.count >= 2 else { continue }
    let line = Int(parts[parts.count - 2]) ?? 0
    var file = parts.dropLast(2).joined(separator: ":")
    // Prefix mapping leaves "./Sources/…" or, behind the folder the compiler ran in, "Boards/./Sources/…".
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
