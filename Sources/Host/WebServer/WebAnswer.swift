// Answers of the server, each with the header fields that every answer carries.
import CMicroHTTPD

/// The answer to a command.
package struct CommandAnswer: Equatable, Sendable {
  /// The HTTP status.
  package var status: Int
  /// A JSON object.
  package var json: String

  package init(status: Int, json: String) { (self.status, self.json) = (status, json) }

  /// The command was not carried out.
  /// - Parameter text: what happened, and what to do next.
  package static func error(_ text: String, status: Int = 409) -> CommandAnswer {
    CommandAnswer(status: status, json: "{\"error\":\(quoted(text))}")
  }

  /// A JSON string (RFC 8259, section 7).
  static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}

enum WebAnswer {
  /// Only our own scripts and styles, nothing from other sites, and no site may put the page in a frame.
  private static let contentPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  private static let fields: [(String, String)] = [
    ("Content-Security-Policy", contentPolicy),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    // The page may belong to another version of the program the next time, and headings are valid only for a moment.
    ("Cache-Control", "no-store"),
    // A proxy that buffers answers, as nginx does by default, would delay frames.
    ("X-Accel-Buffering", "no"),
    // One request for each connection: then a deadline for the connection is also one for the request.
    ("Connection", "close"),
  ]

  /// Sends a response with the header fields of every answer, and releases it.
  /// - Parameter more: further fields.
  static func send(
    _ response: OpaquePointer?, type: String, status: Int, on connection: OpaquePointer, more: [(String, String)] = []
  ) -> MHD_Result {
    guard let response else { return http_no() }
    defer { MHD_destroy_response(response) }
    MHD_add_response_header(response, "Content-Type", type)
    for (name, value) in fields + more { MHD_add_response_header(response, name, value) }
    if status == 405 { MHD_add_response_header(response, "Allow", "GET, HEAD, POST") }
    return MHD_queue_response(connection, UInt32(status), response)
  }

  static func json(_ text: String, status: Int, on connection: OpaquePointer) -> MHD_Result {
    var text = text
    let response = text.withUTF8 { http_response($0.baseAddress, $0.count) }
    return send(response, type: "application/json", status: status, on: connection)
  }
}
