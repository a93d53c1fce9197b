// One run of `binnacle serve`: its sockets, its server, and the texts at its beginning and end.
import Foundation
import HostSession
import SerialLink
import TerminalInterface
import ToolCommandLine
import ToolStream
import WebServer

extension ListeningError: UserFacingError {
  package var exitStatus: Int32 { code == 0 ? ExitStatus.usage.rawValue : ExitStatus.cannotOpen.rawValue }
}

/// The sockets of a server: loopback, and perhaps an address that other machines reach.
final class ServeSockets {
  let local: ListeningSocket
  /// The socket for other machines.
  let shared: ListeningSocket?
  private var isTaken = false

  /// - Parameters:
  ///   - address: the address for other machines; `nil` if there is none.
  ///   - port: `nil` for the default port, or a free one if that is in use.
  init(address: String?, port: UInt16?, console: Console) throws {
    let isEverywhere = ["0.0.0.0", "::", "[::]"].contains(address)
    // A socket for all addresses includes loopback.
    let first = isEverywhere ? address ?? "" : "127.0.0.1"
    do throws(ListeningError) {
      local = try ListeningSocket(address: first, port: port ?? ServeCommand.usualPort)
    } catch {
      guard port == nil, error.isBusy else { throw error }
      local = try ListeningSocket(address: first, port: 0)
      console.remark(
        "binnacle: port \(ServeCommand.usualPort) is in use, perhaps by another `binnacle serve`; this page is at port "
          + "\(local.port)")
    }
    guard let address, !isEverywhere, !address.hasPrefix("127."), address != "::1" else {
      shared = isEverywhere ? local : nil
      return
    }
    do throws(ListeningError) { shared = try ListeningSocket(address: address, port: local.port) } catch {
      local.close()
      throw error
    }
  }

  var all: [ListeningSocket] { [local] + (shared.map { $0.descriptor == local.descriptor ? [] : [$0] } ?? []) }

  /// From now on, the server closes the sockets.
  func handOver() { isTaken = true }

  func closeUnused() {
    guard !isTaken else { return }
    isTaken = true
    for socket in all { socket.close() }
  }
}

/// Everything that serving needs except the link.
final class ServeSession {
  let arguments: ParsedArguments
  let link: ServedLink
  let relay: FrameRelay
  let sockets: ServeSockets
  private var server: WebServer?
  private let startedAt = MonotonicClock.nanoseconds()
  var console: Console { arguments.console }

  init(_ arguments: ParsedArguments, _ link: ServedLink, _ relay: FrameRelay, _ sockets: ServeSockets) {
    (self.arguments, self.link, self.relay, self.sockets) = (arguments, link, relay, sockets)
  }

  /// Starts the server and reports the address of the page.
  /// - Parameter title: what is served.
  func begin(_ title: String) throws {
    let files = PageFile.embedded()
    let token = Self.token()
    guard let server = WebServer(sockets.all, token: token, files: files, relay: relay, site: link) else {
      throw CommandError(
        .cannotOpen, "The web server could not start: the system has no resources for it.\nEnd other programs first.")
    }
    sockets.handOver()
    self.server = server
    let place = "http://127.0.0.1:\(sockets.local.port)/"
    let url = "\(place)#token=\(token)"
    let sharedURL = sockets.shared.map { "http://\($0.address):\($0.port)/" }
    if arguments.outputMode == .jsonLines {
      console.line(
        [
          "what": "serve", "link": .string(arguments.positionals[0]), "title": .string(title), "url": .string(url),
          "port": .integer(sockets.local.port), "sharedUrl": .optional(sharedURL) { .string($0) },
        ] as JSONObject)
    } else {
      console.line(title)
      console.line("page: \(url)")
      if let sharedURL {
        let isEverywhere = sockets.shared?.descriptor == sockets.local.descriptor
        let seen = isEverywhere ? "port \(sockets.local.port) of any address of this machine" : sharedURL
        console.line("for other machines, to look only: \(seen)")
      }
      console.line("Ctrl-C ends")
    }
    Self.missing(files).map { console.remark("binnacle: \($0)") }
    if arguments.flag(.openBrowser) { open(url) }
  }

  /// Ends the server and reports what was served.
  /// - Parameter report: the report of the live link.
  func end(_ report: StreamReport?) {
    link.end()
    server?.stop()
    server = nil
    let counters = relay.counters
    let seconds = Double(MonotonicClock.nanoseconds() - startedAt) / 1e9
    if arguments.outputMode == .jsonLines {
      console.line(
        [
          "what": "summary", "pages": .integer(counters.pages), "frames": .integer(counters.frames),
          "readings": .optional(report?.readings) { .integer($0) }, "corrupt": .integer(counters.corrupt),
          "overlong": .integer(counters.overlong), "dropped": .integer(counters.dropped),
          "seconds": .fixed(seconds, decimals: 3),
        ] as JSONObject)
    } else {
      console.line(
        "served \(Digits.count(counters.pages, "page")) with \(Digits.grouped(counters.frames)) frames in "
          + "\(Digits.fixed(seconds, 1)) s; \(Digits.grouped(counters.dropped)) were too many for slow pages")
    }
  }

  /// The parts of the page that this build does not contain.
  private static func missing(_ files: [PageFile]) -> String? {
    let paths = Set(files.map(\.path))
    if !paths.contains("index.html") {
      return "this program was built without the page.\nBuild it from a whole checkout: make program"
    }
    guard !paths.contains("binnacle-page.wasm") else { return nil }
    return "this program was built without the page's core, so that the page can show nothing.\n"
      + "Build both: make page-core program"
  }

  /// 128 random bits, hexadecimal.
  private static func token() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let text = String(generator.next() as UInt32, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  private func open(_ url: String) {
    #if os(macOS)
      let opener = "/usr/bin/open"
    #else
      let opener = "/usr/bin/xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(fileURLWithPath: opener)
    process.arguments = [url]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      console.remark("binnacle: no browser could be opened: \(opener) is missing.\nOpen the address above yourself.")
    }
  }
}
