// Reads the core from a toolset.
import Foundation

/// The options in SwiftPM's toolset file (schema 1.0) that this program reads.
struct Toolset: Codable {
  struct Options: Codable { var extraCLIOptions: [String] }
  var swiftCompiler: Options
  var cCompiler: Options
  var linker: Options

  /// The `-mcpu` of the C compiler. The Swift compiler must have the same.
  func core(in path: String) throws(BoardError) -> String {
    let flag = "-mcpu="
    guard let core = cCompiler.extraCLIOptions.first(where: { $0.hasPrefix(flag) })?.dropFirst(flag.count) else {
      throw .badFile(path: path, reason: "cCompiler has no -mcpu")
    }
    guard swiftCompiler.extraCLIOptions.contains(flag + core) else {
      throw .badFile(path: path, reason: "swiftCompiler and cCompiler name different cores")
    }
    return String(core)
  }
}

extension Board {
  /// The compilers' name of the core: "cortex-m3".
  func compilerCore() throws(BoardError) -> String {
    try decodeJSON(Toolset.self, from: toolset).core(in: toolset.path)
  }
}
