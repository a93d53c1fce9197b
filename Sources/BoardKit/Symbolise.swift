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
  public func places(at address: UInt32, tools: Tools = Tools()) throws(BoardError) -> [SourcePlace] {
    // Bit 0 of a code address only says "Thumb".
    let output = try tools.run(
      try tools.besideSwift("llvm-symbolizer"),
      ["--obj=\(elf.path)", "--functions=linkage", "--relativenames", "0x\(String(address & ~1, radix: 16))"])
    let places = parseSymbolizer(output)
    guard !places.isEmpty else { return [] }
    let demangle = try tools.besideSwift("swift-demangle")
    let names = try tools.run(demangle, ["--compact", "--simplified"] + places.map(\.function))
      .split(separator: "\n").map(String.init)
    guard names.count == places.count else { return places }
    return zip(places, names).map { place, name in
      SourcePlace(function: name, file: place.file, line: place.line)
    }
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
    if file.hasPrefix("./") { file.removeFirst(2) }
    places.append(SourcePlace(function: lines[index], file: file, line: line))
  }
  return places
}
