// The web server: the page's files, the device's frames, the status, and commands.
//
// libmicrohttpd calls everything here on its own thread. The callbacks are in this file, because closures of the main
// file belong to the main thread and would trap on another thread.
//
// In: requests of browsers, frames of a device. Out: files of the page, streams of frames, answers to commands.
// Free to change: how pages are served. Ask first: the rules of `RequestPolicy`, each of which stops an attack
// (docs/serve.md).
import CMicroHTTPD
import Foundation
import SerialLink

/// Answers the requests of the pages. It is called on the server's thread.
package protocol WebSite: AnyObject, Sendable {
  /// The state of the link as a JSON object.
  /// - Parameter isReadOnly: whether the asking page may send no commands.
  func status(isReadOnly: Bool) -> String
  /// Carries out a command. It must return at once.
  /// - Parameter reply: receives the answer once, now or later, on any thread.
  func perform(_ name: String, body: [UInt8], reply: @escaping @Sendable (CommandAnswer) -> Void)
}

/// A running server.
package final class WebServer: @unchecked Sendable {
  /// The largest number of connections. A page needs one for its frames, and briefly some more.
  package static let connectionLimit = 96
  /// Seconds within which a request must be complete.
  package static let requestSeconds = 10.0
  /// Seconds without any transfer after which a connection ends, for example that of a page that does not read its
  /// frames.
  private static let idleSeconds: UInt32 = 30

  private let policies: [UInt16: RequestPolicy]
  private let files: [String: PageFile]
  private let relay: FrameRelay
  private let site: any WebSite
  private var daemons: [OpaquePointer] = []
  private let lock = NSLock()
  /// The connections whose request is not complete, each with the time at which it was opened.
  private var unserved: [OpaquePointer: (socket: Int32, since: UInt64)] = [:]
  private var isEnding = false
  private let requestNanoseconds: UInt64

  /// Starts to answer.
  /// - Parameters:
  ///   - sockets: the sockets to which browsers connect; the server closes them.
  ///   - token: the token that a command must contain.
  ///   - requestSeconds: a request must be complete within this time.
  /// - Returns: `nil` if the system has no resources for it.
  package init?(
    _ sockets: [ListeningSocket], token: String, files: [PageFile], relay: FrameRelay, site: any WebSite,
    requestSeconds: Double = WebServer.requestSeconds
  ) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    let paths = Set(self.files.keys)
    policies = Dictionary(
      sockets.map { ($0.port, RequestPolicy(port: $0.port, token: token, files: paths)) }
    ) { first, _ in first }
    self.relay = relay
    self.site = site
    requestNanoseconds = UInt64(requestSeconds * 1e9)
    let context = Unmanaged.passUnretained(self).toOpaque()
    for socket in sockets {
      guard
        let daemon = http_start(
          socket.descriptor, UInt32(Self.connectionLimit), Self.idleSeconds, handleRequest, endRequest, countConnection,
          context)
      else {
        stop()
        return nil
      }
      daemons.append(daemon)
    }
    let ticker = Thread { [weak self] in
      while let server = self, server.tick() { usleep(250_000) }
    }
    ticker.name = "pages"
    ticker.start()
  }

  /// Ends every connection and the server.
  package func stop() {
    lock.withLock { isEnding = true }
    relay.end()
    for daemon in daemons { MHD_stop_daemon(daemon) }
    daemons = []
  }

  /// Keeps idle pages alive, and ends connections whose requests do not become complete. Returns whether to continue.
  private func tick() -> Bool {
    relay.keepAlive()
    return lock.withLock {
      let now = MonotonicClock.nanoseconds()
      for (_, connection) in unserved {
        let age = now - connection.since
        // A complete request is answered well within a second.
        guard age >= requestNanoseconds || age >= 1_000_000_000 && Self.hasHungUp(connection.socket) else { continue }
        // Its descriptor is closed only after `countConnection`, which waits for this lock.
        shutdown(connection.socket, Int32(SHUT_RDWR))
      }
      return !isEnding
    }
  }

  /// Whether the other side sends no more. libmicrohttpd keeps such a connection, which would occupy a place.
  private static func hasHungUp(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  // MARK: - Connections

  fileprivate func opened(_ connection: OpaquePointer) {
    let socket = http_socket(connection)
    lock.withLock { unserved[connection] = (socket, MonotonicClock.nanoseconds()) }
  }

  fileprivate func closed(_ connection: OpaquePointer) { lock.withLock { unserved[connection] = nil } }

  // MARK: - Requests

  /// Answers the head of a request, or waits for its body.
  fileprivate func begin(
    _ connection: OpaquePointer, path: String, method: UnsafePointer<CChar>
  ) -> (WebRequest, MHD_Result) {
    var head = RequestHead(method: String(cString: method), path: path)
    head.isWhole = http_is_whole(connection, method) != 0
    withUnsafeMutablePointer(to: &head) { head in
      http_each_header(connection, addHeaderField, head)
    }
    let local = SocketAddress(of: http_socket(connection))
    head.localAddress = local.text
    let policy = policies[local.port]
    let route = policy?.route(head) ?? .refused(421, "Nothing is served at this port.")
    let request = WebRequest(route, isReadOnly: !head.isLoopback, takesGzip: head.takesGzip, connection)
    if case .command = route { return (request, http_yes()) }
    closed(connection)
    return (request, answer(request))
  }

  private func answer(_ request: WebRequest) -> MHD_Result {
    let connection = request.connection
    switch request.route {
    case .refused(let status, let reason):
      return WebAnswer.json(CommandAnswer.error(reason).json, status: status, on: connection)
    case .status:
      return WebAnswer.json(site.status(isReadOnly: request.isReadOnly), status: 200, on: connection)
    case .file(let path):
      guard let file = files[path] else { return http_no() }
      // The files live as long as this server.
      let packed = request.takesGzip ? file.packed : nil
      let response = (packed ?? file.bytes).withUnsafeBytes { http_response($0.baseAddress, $0.count) }
      return WebAnswer.send(
        response, type: file.type, status: 200, on: connection,
        more: [("Vary", "Accept-Encoding")] + (packed == nil ? [] : [("Content-Encoding", "gzip")]))
    case .frames:
      guard let page = relay.addPage() else {
        let text = "\(FrameRelay.pageLimit) pages are open already. Close some of them."
        return WebAnswer.json(CommandAnswer.error(text).json, status: 503, on: connection)
      }
      page.serve(on: connection)
      request.page = page
      let response = http_endless_response(readFrames, Unmanaged.passRetained(page).toOpaque(), releasePage)
      return WebAnswer.send(response, type: "application/octet-stream", status: 200, on: connection)
    case .command: return http_no()
    }
  }

  /// The body of a command is complete: carries it out, or sends the answer if it is there.
  fileprivate func complete(_ request: WebRequest) -> MHD_Result {
    guard case .command(let name) = request.route else { return http_no() }
    if request.isTooLong {
      closed(request.connection)
      return WebAnswer.json(CommandAnswer.error(RequestPolicy.tooLong).json, status: 413, on: request.connection)
    }
    if !request.hasBegun {
      request.hasBegun = true
      closed(request.connection)
      let body = request.body
      site.perform(name, body: body) { request.receive($0) }
    }
    guard let answer = request.answerOrSuspend() else { return http_yes() }
    return WebAnswer.json(answer.json, status: answer.status, on: request.connection)
  }

  fileprivate func over(_ request: WebRequest) {
    request.forgetConnection()
    if let page = request.page { relay.remove(page) }
  }
}

/// One request while it is served.
private final class WebRequest: @unchecked Sendable {
  let route: RequestRoute
  let isReadOnly: Bool
  let takesGzip: Bool
  let connection: OpaquePointer
  /// The body of a command so far.
  var body: [UInt8] = []
  var isTooLong = false
  var hasBegun = false
  var page: PageStream?
  private let lock = NSLock()
  private var answer: CommandAnswer?
  private var isSuspended = false
  private var isGone = false

  init(_ route: RequestRoute, isReadOnly: Bool, takesGzip: Bool, _ connection: OpaquePointer) {
    (self.route, self.isReadOnly, self.takesGzip, self.connection) = (route, isReadOnly, takesGzip, connection)
  }

  /// Receives the answer of a command, from any thread.
  func receive(_ answer: CommandAnswer) {
    lock.withLock {
      guard self.answer == nil, !isGone else { return }
      self.answer = answer
      if isSuspended { MHD_resume_connection(connection) }
      isSuspended = false
    }
  }

  /// The answer if it has come; otherwise the connection sleeps until it comes.
  func answerOrSuspend() -> CommandAnswer? {
    lock.withLock {
      if answer == nil {
        isSuspended = true
        MHD_suspend_connection(connection)
      }
      return answer
    }
  }

  func forgetConnection() { lock.withLock { isGone = true } }
}

// MARK: - What libmicrohttpd calls

private func server(_ context: UnsafeMutableRawPointer?) -> WebServer? {
  context.map { Unmanaged<WebServer>.fromOpaque($0).takeUnretainedValue() }
}

private let handleRequest: http_handler = { context, connection, url, method, _, body, length, state in
  guard let server = server(context), let connection, let url, let method, let length, let state else {
    return http_no()
  }
  guard let known = state.pointee else {
    let (request, result) = server.begin(
      connection, path: String(cString: url), method: method)
    state.pointee = Unmanaged.passRetained(request).toOpaque()
    return result
  }
  let request = Unmanaged<WebRequest>.fromOpaque(known).takeUnretainedValue()
  guard length.pointee > 0 else { return server.complete(request) }
  if request.body.count + length.pointee <= RequestPolicy.bodyLimit, let body {
    request.body += UnsafeRawBufferPointer(start: body, count: length.pointee)
  } else {
    request.isTooLong = true
  }
  length.pointee = 0
  return http_yes()
}

private let endRequest: http_completed = { context, _, state, _ in
  guard let server = server(context), let known = state?.pointee else { return }
  server.over(Unmanaged<WebRequest>.fromOpaque(known).takeRetainedValue())
  state?.pointee = nil
}

private let countConnection: http_connected = { context, connection, _, what in
  guard let server = server(context), let connection else { return }
  http_is_start(what) != 0 ? server.opened(connection) : server.closed(connection)
}

private let addHeaderField: MHD_KeyValueIteratorN = { context, _, name, nameLength, value, valueLength in
  guard let head = context?.assumingMemoryBound(to: RequestHead.self), let name else { return http_yes() }
  func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
  }
  head.pointee.fields[text(name, nameLength).lowercased(), default: []].append(text(value, valueLength))
  return http_yes()
}

private let readFrames: MHD_ContentReaderCallback = { context, _, buffer, capacity in
  guard let context, let buffer else { return http_end() }
  return Unmanaged<PageStream>.fromOpaque(context).takeUnretainedValue()
    .read(into: buffer, capacity, now: MonotonicClock.nanoseconds())
}

private let releasePage: MHD_ContentReaderFreeCallback = { context in
  if let context { Unmanaged<PageStream>.fromOpaque(context).release() }
}
