// The user's text for a target: scheme, host and port or path, options.
import TerminalInterface

/// The parts of a target's text: `nmea+udp://HOST:PORT`, `nmea+serial:PATH?baud=4800`.
package struct TargetText: Sendable {
  /// The text as the user wrote it.
  package let whole: String
  package let scheme: String
  /// The text between the scheme's colon and the options.
  let rest: String
  private var options: [String: String] = [:]

  init(_ text: String) throws(TargetTextError) {
    whole = text
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let colon = parts.first?.firstIndex(of: ":"), case let name = String(parts[0][..<colon]), !name.isEmpty else {
      throw .unknown(text)
    }
    scheme = name
    guard Self.user(in: text) == nil else {
      throw .wrong(
        text,
        "user and password do not belong on a command line, which every user of this machine can read. MQTT takes them from "
          + "a file: mqtt://192.168.1.10/boat/compass?credentials=FILE")
    }
    rest = String(parts[0][parts[0].index(after: colon)...])
    guard parts.count > 1 else { return }
    for item in parts[1].split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { throw .wrong(text, "the option “\(item)” needs a value: \(item)=VALUE") }
      guard options.updateValue(pair[1], forKey: pair[0]) == nil else {
        throw .wrong(text, "the option \(pair[0]) is there twice; give it once")
      }
    }
  }

  /// Host and port of `//HOST:PORT`; each may be absent.
  /// - Parameter example: a correct text, for the message.
  func place(example: String) throws(TargetTextError) -> (host: String?, port: UInt16?) {
    let text = try afterSlashes(example)
    return try place(text.hasSuffix("/") ? text.dropLast() : text, example)
  }

  /// Host, port and what follows the next slash, of `//HOST:PORT/PATH`; each may be absent.
  /// - Parameter example: a correct text, for the message.
  func placeAndPath(example: String) throws(TargetTextError) -> (host: String?, port: UInt16?, path: String?) {
    let text = try afterSlashes(example)
    let end = text.firstIndex(of: "/") ?? text.endIndex
    let path = text[end...].dropFirst()
    let (host, port) = try place(text[..<end], example)
    return (host, port, path.isEmpty ? nil : String(path))
  }

  private func afterSlashes(_ example: String) throws(TargetTextError) -> Substring {
    guard rest.hasPrefix("//") else { throw .wrong(whole, "two slashes follow the colon: \(example)") }
    return rest.dropFirst(2)
  }

  private func place(_ text: Substring, _ example: String) throws(TargetTextError) -> (host: String?, port: UInt16?) {
    var host = text
    var number: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else {
        throw .wrong(whole, "the bracket of the address is not closed: \(scheme)://[fe80::1]:10110")
      }
      host = text[text.index(after: text.startIndex)..<end]
      let after = text[text.index(after: end)...]
      guard after.isEmpty || after.hasPrefix(":") else {
        throw .wrong(whole, "“\(after)” stands between address and port; write \(example)")
      }
      number = after.isEmpty ? nil : after.dropFirst()
    } else if let colon = text.lastIndex(of: ":") {
      guard text.firstIndex(of: ":") == colon else {
        throw .wrong(whole, "an IPv6 address stands in brackets: \(scheme)://[\(text)]:10110")
      }
      (host, number) = (text[..<colon], text[text.index(after: colon)...])
    }
    guard !host.contains("/") else {
      throw .wrong(whole, "“\(host)” is no host; write \(example)")
    }
    var port: UInt16?
    if let number {
      guard let value = UInt16(number) else {
        throw .wrong(whole, "“\(number)” is no port: ports are numbers up to 65535, such as \(example)")
      }
      port = value
    }
    return (host.isEmpty ? nil : String(host), port)
  }

  /// User and password, up to the “@” before the host; `nil` without them. A password may have any letter but “/”.
  static func user(in text: String) -> Range<String.Index>? {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    return text[start..<end].lastIndex(of: "@").map { start..<$0 }
  }

  /// Refuses options that the target does not have.
  func allow(_ names: [String]) throws(TargetTextError) {
    guard let wrong = options.keys.sorted().first(where: { !names.contains($0) }) else { return }
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    throw .wrong(whole, "“\(wrong)” is no option of \(scheme); \(known)")
  }

  func option(_ name: String) -> String? { options[name] }
}

/// The user's text is not a target.
package enum TargetTextError: Error, Equatable, CustomStringConvertible, Sendable {
  case unknown(String)
  /// The user's text; then what is wrong with it, and what to write.
  case wrong(String, String)

  /// A usage error.
  package var exitStatus: Int32 { 2 }

  package var description: String {
    switch self {
    case .wrong(let text, let what): return "--to \(shown(Self.masked(text))): \(what)."
    case .unknown(let unmasked):
      let text = Self.masked(unmasked)
      let forms = PublishTargets.kinds.map { $0.pattern }.joined(separator: ", ")
      let guess = Self.guess(text).map { "; did you mean \($0)?" } ?? "."
      return "“\(shown(text))” is no target\(guess)\nUse \(forms)."
    }
  }

  /// The text without what may be a password: messages end up in journals.
  private static func masked(_ text: String) -> String {
    var text = text
    if let user = TargetText.user(in: text) { text.replaceSubrange(user, with: "…") }
    return text.replacing(#/(?i)(pass(?:word|wd)?=)[^&]*/#) { "\($0.1)…" }
  }

  /// The text that the user probably meant: users leave out the first part of the name, or give only a device.
  private static func guess(_ text: String) -> String? {
    if text.hasPrefix("/") { return "nmea+serial:\(shown(text))" }
    let schemes = PublishTargets.kinds.map { $0.scheme }
    let name = text.prefix { $0 != ":" }
    let rest = text.dropFirst(name.count)
    if ["tcp", "udp", "serial"].contains(name), !rest.isEmpty { return "nmea+\(shown(text))" }
    let servers = [
      "nmea": "nmea+tcp", "nmea0183": "nmea+tcp", "json": "json+tcp", "signalk": "signalk+tcp", "n2k": "n2k+tcp",
      "nmea2000": "n2k+tcp",
    ]
    if let server = servers[String(name)] { return "\(server)://" }
    guard let near = nearestName(to: String(name), among: schemes) else { return nil }
    return near == name ? nil : near + shown(rest)
  }
}
