// The script of a report: modules of the page and of the report as one classic script.
//
// A browser does not load modules for a file that was opened from a folder, so all of them are in the file. The drawing
// modules of the page are used unchanged: each becomes the body of a function whose result is the module's exports.
import BoardKit
import Foundation
import WebServer

struct ReportScript {
  /// A module that this program does not contain, or a form of module that it does not support.
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

  /// - Parameter modules: the texts of the modules by path, with imports relative to it.
  init(_ main: String, of modules: [String: String]) throws(Fault) {
    var bundle = Bundle(modules: modules)
    try bundle.add(main)
    text = "\"use strict\";\n" + bundle.parts.joined()
    // Either text would end the element that contains the script.
    for end in ["</script", "<!--"] where text.lowercased().contains(end) {
      throw Fault(text: "the script of a report holds “\(end)”")
    }
  }

  /// The source in a content security policy that allows exactly this text to run: `'sha256-…'`.
  static func policy(_ text: String) -> String {
    "'sha256-\(Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString())'"
  }

  /// Modules in the order in which they are needed.
  private struct Bundle {
    let modules: [String: String]
    var parts: [String] = []
    /// The variable of each module that was added; `nil` while the modules that it imports are added.
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

    /// The path of an import relative to a module.
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
