// Decides which requests are answered. The decision uses only the head of a request, before its body is read.
//
// Any web page that a user has open can send requests to this machine's addresses. `Host` shows whether the name of a
// foreign site was bound to this machine's address (DNS rebinding). `Origin` shows whether another site sends the
// request. The token, which no other site knows, shows that a command comes from the page that this program opened.

/// The parts of a request's head that are needed here.
struct RequestHead: Sendable {
  var method = "GET"
  /// The path, decoded; without a query.
  var path = "/"
  /// Every value of each header field, by its name in lower case.
  var fields: [String: [String]] = [:]
  /// Whether the fields contain all received text: a NUL would end a value early.
  var isWhole = true
  /// The address of this machine on which the connection came, as in a URL: `127.0.0.1`, `[::1]`.
  var localAddress = "127.0.0.1"

  /// Whether the connection cannot come from another machine.
  var isLoopback: Bool { localAddress.hasPrefix("127.") || localAddress == "[::1]" }

  func values(_ name: String) -> [String] { fields[name] ?? [] }

  /// Whether the answer may be compressed with gzip (RFC 9110, section 12.5.3), with any weight above 0.
  var takesGzip: Bool {
    values("accept-encoding").joined(separator: ",").split(separator: ",").contains { part in
      let words = part.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return words.first == "gzip" && weight > 0
    }
  }
}

/// The decision about a request.
enum RequestRoute: Equatable {
  /// It is answered at once, with this status and reason.
  case refused(Int, String)
  case file(String)
  case frames
  case status
  /// Its body is read first.
  case command(String)
}

/// The rules of one server.
struct RequestPolicy: Sendable {
  let port: UInt16
  /// The token that a command must contain.
  let token: String
  /// The paths of the files, without the leading `/`.
  let files: Set<String>

  /// The longest body of a command, bytes.
  static let bodyLimit = 65_536
  /// The header field of the token, in lower case.
  static let tokenField = "x-binnacle-token"

  /// Decides about a request.
  func route(_ head: RequestHead) -> RequestRoute {
    guard head.isWhole else { return .refused(400, "The request's header has lines of another form.") }
    let hosts = allowedHosts(head)
    guard head.values("host").count == 1, let host = head.values("host").first?.lowercased(), hosts.contains(host)
    else {
      return .refused(421, "This address answers only as http://\(hosts[0])/ (Host was another).")
    }
    for origin in head.values("origin") where !hosts.contains(where: { "http://\($0)" == origin.lowercased() }) {
      return .refused(403, "The request comes from another site (Origin). Open http://\(hosts[0])/ itself.")
    }
    // A link on another site may lead here, but another site's scripts, images and frames may not use this server.
    if head.values("sec-fetch-site").contains("cross-site"), !head.values("sec-fetch-mode").contains("navigate") {
      return .refused(403, "The request comes from another site. Open http://\(hosts[0])/ itself.")
    }
    if let name = head.path.tail(after: "/command/") { return command(name, head) }
    guard head.method == "GET" || head.method == "HEAD" else {
      return .refused(405, "\(head.path) is only read: use GET.")
    }
    switch head.path {
    case "/": return files.contains("index.html") ? .file("index.html") : .refused(404, Self.missingPage)
    case "/status": return .status
    case "/frames": return .frames
    default:
      let path = head.path.tail(after: "/") ?? ""
      return files.contains(path) ? .file(path) : .refused(404, "There is no such file here. The page is at /.")
    }
  }

  private func command(_ name: String, _ head: RequestHead) -> RequestRoute {
    guard head.method == "POST" else { return .refused(405, "A command is sent with POST.") }
    guard head.isLoopback else {
      return .refused(
        403,
        "This address shows the compass, and takes no commands. On the computer itself, open the address that "
          + "`binnacle serve` printed.")
    }
    guard head.values(Self.tokenField).count == 1, isToken(head.values(Self.tokenField)[0]) else {
      return .refused(
        403, "The token is missing or that of an earlier run. Open the whole address that `binnacle serve` printed.")
    }
    let lengths = head.values("content-length")
    guard lengths.allSatisfy({ Int($0).map { (0...Self.bodyLimit).contains($0) } ?? false }) else {
      return .refused(413, Self.tooLong)
    }
    return .command(name)
  }

  static let tooLong = "A command has at most \(bodyLimit) bytes."
  static let missingPage =
    "This binnacle program was built without the page: build it from a whole checkout with `make program`."

  /// The names under which this server may be addressed on this connection, the usual one first.
  private func allowedHosts(_ head: RequestHead) -> [String] {
    let names = head.isLoopback ? ["127.0.0.1", "localhost", "[::1]", head.localAddress] : [head.localAddress]
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// Compares the token. The duration does not depend on how many characters are right.
  private func isToken(_ text: String) -> Bool {
    let (given, right) = (Array(text.utf8), Array(token.utf8))
    guard given.count == right.count else { return false }
    return zip(given, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension String {
  /// The rest after `prefix`; `nil` if the text does not begin with it or has no rest.
  fileprivate func tail(after prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}
