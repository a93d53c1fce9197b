// Which requests are answered, by their heads alone.
import Testing

@testable import WebServer

private let token = "00112233445566778899aabbccddeeff"
private let policy = RequestPolicy(port: 8462, token: token, files: ["index.html", "drawing/rose.js"])

private func route(
  _ method: String, _ path: String, host: String? = "127.0.0.1:8462", on address: String = "127.0.0.1",
  _ fields: [String: [String]] = [:]
) -> RequestRoute {
  var head = RequestHead(method: method, path: path, fields: fields, localAddress: address)
  if let host { head.fields["host"] = [host] }
  return policy.route(head)
}

private func status(_ route: RequestRoute) -> Int { if case .refused(let status, _) = route { status } else { 200 } }

@Test func request_ofThePageItself_isAnswered() {
  #expect(route("GET", "/") == .file("index.html"))
  #expect(route("HEAD", "/drawing/rose.js") == .file("drawing/rose.js"))
  #expect(route("GET", "/frames") == .frames)
  #expect(route("GET", "/status", host: "localhost:8462") == .status)
  #expect(route("GET", "/status", host: "[::1]:8462") == .status)
  #expect(route("GET", "/status", host: "LOCALHOST:8462") == .status)
  #expect(route("GET", "/status", ["origin": ["http://127.0.0.1:8462"]]) == .status)
  #expect(route("POST", "/command/selfTest", ["x-binnacle-token": [token]]) == .command("selfTest"))
  #expect(
    route("POST", "/command/selfTest", ["x-binnacle-token": [token], "origin": ["http://localhost:8462"]])
      == .command("selfTest"))
}

@Test(arguments: [
  "evil.example", "evil.example:8462", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:84620", "127.0.0.1.evil.example:8462",
  "", "localhost", "192.168.1.5:8462", "0.0.0.0:8462", "127.0.0.1:8462 ",
])
func request_forAnotherHost_isRefused(host: String) {
  #expect(status(route("GET", "/", host: host)) == 421)
  #expect(status(route("POST", "/command/selfTest", host: host, ["x-binnacle-token": [token]])) == 421)
}

@Test func request_withoutAHostOrWithTwo_isRefused() {
  #expect(status(route("GET", "/", host: nil)) == 421)
  #expect(status(route("GET", "/", host: nil, ["host": ["127.0.0.1:8462", "evil.example"]])) == 421)
}

@Test(arguments: [
  "http://evil.example", "https://127.0.0.1:8462", "null", "http://127.0.0.1", "http://127.0.0.1:8462.evil.example", "",
])
func request_ofAnotherSite_isRefused(origin: String) {
  #expect(status(route("GET", "/frames", ["origin": [origin]])) == 403)
  #expect(
    status(route("POST", "/command/selfTest", ["origin": [origin], "x-binnacle-token": [token]])) == 403)
}

@Test func image_ofAnotherSite_isRefused_aLinkIsNot() {
  #expect(status(route("GET", "/frames", ["sec-fetch-site": ["cross-site"], "sec-fetch-mode": ["no-cors"]])) == 403)
  #expect(route("GET", "/", ["sec-fetch-site": ["cross-site"], "sec-fetch-mode": ["navigate"]]) == .file("index.html"))
}

@Test(arguments: [
  [], [""], ["00112233445566778899aabbccddeefe"], [String(token.dropLast())], [token + "0"], [token.uppercased()],
  [token, token],
])
func command_withoutItsToken_isRefused(tokens: [String]) {
  #expect(status(route("POST", "/command/selfTest", tokens.isEmpty ? [:] : ["x-binnacle-token": tokens])) == 403)
}

@Test func command_fromAnotherMachine_isRefused_whateverItKnows() {
  let fields = ["x-binnacle-token": [token]]
  let host = "192.168.1.5:8462"
  #expect(status(route("POST", "/command/selfTest", host: host, on: "192.168.1.5", fields)) == 403)
  #expect(route("GET", "/frames", host: host, on: "192.168.1.5") == .frames)
  // A name that leads to this machine's address is not its address.
  #expect(status(route("GET", "/frames", host: "localhost:8462", on: "192.168.1.5")) == 421)
}

@Test(arguments: ["65537", "10485760", "-1", "many", "99999999999999999999"])
func body_thatIsTooLong_isRefusedUnread(length: String) {
  let fields = ["x-binnacle-token": [token], "content-length": [length]]
  #expect(status(route("POST", "/command/setPlace", fields)) == 413)
}

@Test(arguments: [
  "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/drawing/../index.html", "/index.html/", "/page.c",
  "/drawing", "/index.html\u{0}", "*", "http://127.0.0.1:8462/index.html",
])
func path_thatIsNoFileOfThePage_isNotThere(path: String) { #expect(status(route("GET", path)) == 404) }

@Test func method_thatIsNotOfThePath_isRefused() {
  let fields = ["x-binnacle-token": [token]]
  #expect(status(route("POST", "/", fields)) == 405)
  #expect(status(route("DELETE", "/frames", fields)) == 405)
  #expect(status(route("GET", "/command/selfTest", fields)) == 405)
  #expect(status(route("OPTIONS", "/command/selfTest", fields)) == 405)
}

@Test(arguments: [
  (["gzip, deflate, br"], true), (["br;q=1.0, gzip;q=0.8"], true), (["GZIP"], true), (["br", "gzip"], true),
  ([], false),
  (["identity"], false), (["gzip;q=0"], false), (["gzip; q=0.000"], false), (["xgzip, gzipped"], false), (["*"], false),
])
func packing_isOnlyForThoseWhoTakeIt(fields: [String], isTaken: Bool) {
  #expect(RequestHead(fields: ["accept-encoding": fields]).takesGzip == isTaken)
}

@Test func page_thatThisBuildLacks_isNamed() {
  let empty = RequestPolicy(port: 8462, token: token, files: [])
  let head = RequestHead(fields: ["host": ["127.0.0.1:8462"]])
  #expect(empty.route(head) == .refused(404, RequestPolicy.missingPage))
}
