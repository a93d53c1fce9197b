// The script of a report: modules of the page and the report's own as one classic script.
//
// A browser loads no module beside a file that was opened from a folder, so all of them stand in the file. They are the
// drawings of the page, unchanged: each becomes a function's body, and what it exports that function's result.
import BoardKit
import Foundation
import WebServer

struct ReportScript {
  /// A text that this program's modules do not have, or a form that they do not use.
  struct Fault: Error, Equatable { var text: String }

  let text: String

  /// The script of `report.js`, in this program.
  static func embedded() throws -> ReportScript {
    var modules: [String: String] = [:]
    for (folder, files) in [("Page", PageFile.embedded()), ("Report", PageFile.ofReport())] {
      for file in files where file.path.hasSuffix(".js") {
        modules["\(folder)/\(file.path)"] = String(decoding: file.bytes, as: UTF8.self)
      }
    }
    return try ReportScript("Report/report.js", of: modules)
  }

  /// - Parameter modules: their texts by path, with imports relative to it.
  init(_ main: String, of modules: [String: String]) throws(Fault) {
    var bundle = Bundle(modules: modules)
    try bundle.add(main)
    text = "\"use strict\";\n" + bundle.parts.joined()
    // Either would end the element in which the script stands.
    for end in ["</script", "<!--"] where text.lowercased().contains(end) {
      throw Fault(text: "the script of a report holds “\(end)”")
    }
  }

  /// The source in a content security policy that lets exactly this text run: `'sha256-…'`.
  static func policy(_ text: String) -> String {
    "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
  }

  /// Modules in the order in which they are needed.
  private struct Bundle {
    let modules: [String: String]
    var parts: [String] = []
    /// The variable of each module that was added; `nil` while what it imports is added.
    private var names: [String: String?] = [:]

    init(modules: [String: String]) { self.modules = modules }

    mutating func add(_ path: String) throws(Fault) {
      if let name = names[path] {
        if name == nil { throw Fault(text: "\(path) imports itself") }
        return
      }
      guard let source = modules[path] else { throw Fault(text: "there is no module \(path)") }
      names[path] = .some(nil)
      var lines: [String] = []
      var exports: [String] = []
      for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
        if let found = line.wholeMatch(of: /import \{([^}]*)\} from "([^"]+)";/) {
          let other = Self.path(String(found.output.2), from: path)
          try add(other)
          let names = found.output.1.replacing(" as ", with: ": ")
          lines.append("const {\(names)} = \((self.names[other] ?? nil) ?? "");")
        } else if let found = line.prefixMatch(of: /export ((?:async )?(?:function|class|const|let) (\w+).*)/) {
          exports.append(String(found.output.2))
          lines.append(String(found.output.1))
        } else if line.hasPrefix("import ") || line.hasPrefix("export ") {
          throw Fault(text: "\(path): “\(line)” is not one of the forms that a report can take")
        } else {
          lines.append(String(line))
        }
      }
      let name = "module\(parts.count)"
      names[path] = .some(name)
      lines.append("return { \(exports.joined(separator: ", ")) };")
      parts.append("// \(path)\nconst \(name) = (() => {\n\(lines.joined(separator: "\n"))\n})();\n")
    }

    /// The path of an import as seen from a module.
    private static func path(_ name: String, from module: String) -> String {
      var parts = module.split(separator: "/").dropLast()
      for part in name.split(separator: "/") {
        switch part {
        case ".": break
        case "..": parts = parts.dropLast()
        default: parts.append(part)
        }
      }
      return parts.joined(separator: "/")
    }
  }
}
