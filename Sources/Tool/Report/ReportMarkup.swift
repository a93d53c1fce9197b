// HTML that is written element by element, so that no text can become markup.
import TerminalInterface

struct ReportMarkup {
  private(set) var text = ""

  /// The text with HTML's special characters as references.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// JSON as the content of an element: no `<` can end the element or begin a comment.
  static func escaped(json: String) -> String {
    json.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
  }

  /// An element with text. `tag` and `attributes` must come from this program.
  mutating func add(_ tag: String, _ attributes: String, _ content: String) {
    text += "<\(tag)\(attributes.isEmpty ? "" : " \(attributes)")>\(Self.escaped(content))</\(tag)>\n"
  }

  /// An element without attributes.
  mutating func add(_ tag: String, _ content: String) { add(tag, "", content) }

  /// An element with other elements.
  mutating func add(_ tag: String, _ attributes: String = "", in body: (inout ReportMarkup) -> Void) {
    var inner = ReportMarkup()
    body(&inner)
    text += "<\(tag)\(attributes.isEmpty ? "" : " \(attributes)")>\n\(inner.text)</\(tag)>\n"
  }

  /// A list of sentences.
  mutating func list(_ tag: String, _ attributes: String, _ sentences: [String]) {
    add(tag, attributes) { list in for sentence in sentences { list.add("li", sentence) } }
  }

  /// A table of names and values; rows without a value are left out.
  mutating func facts(_ rows: [(name: String, value: String?)]) {
    let known = rows.compactMap { row in row.value.map { (row.name, $0) } }
    guard !known.isEmpty else { return }
    add("table") { table in
      table.add("tbody") { body in
        for (name, value) in known {
          body.add("tr") { row in
            row.add("th", "scope=\"row\"", name)
            row.add("td", value)
          }
        }
      }
    }
  }

  /// A table with a head; columns after the first are numbers if `isNumeric`.
  mutating func table(_ head: [String], _ rows: [[String]], isNumeric: Bool = true) {
    let style = isNumeric ? "class=\"number\"" : ""
    add("table") { table in
      table.add("thead") { part in
        part.add("tr") { row in
          for (index, cell) in head.enumerated() {
            row.add("th", "scope=\"col\"" + (index > 0 && isNumeric ? " \(style)" : ""), cell)
          }
        }
      }
      table.add("tbody") { part in
        for cells in rows {
          part.add("tr") { row in
            for (index, cell) in cells.enumerated() {
              row.add(index == 0 ? "th" : "td", index == 0 ? "scope=\"row\"" : style, cell)
            }
          }
        }
      }
    }
  }

  /// A place for a picture, with its title and explanation.
  mutating func figure(_ titles: [(name: String, title: String)], _ caption: String) {
    add("figure") { figure in
      figure.add("div", titles.count > 1 ? "class=\"pair\"" : "") { places in
        for (name, title) in titles {
          places.add("div") { place in
            place.add("h3", title)
            place.add("div", "id=\"\(name)\"", "")
          }
        }
      }
      figure.add("figcaption", caption)
    }
  }
}
