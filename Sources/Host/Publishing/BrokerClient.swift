// One connection to a broker, through libmosquitto and without waiting.
import Foundation
import SerialLink

/// A connection from the attempt to its end. It subscribes to nothing, so nobody can command anything through it.
final class BrokerClient {
  /// Seconds between signs of life. A broker that is silent for longer is gone.
  private static let keepAlive: Int32 = 10
  /// Seconds that a broker may take to accept us: less than the time after which the runner takes a target for working.
  private static let patience = 8.0
  /// Seconds for a second connection that tells whether anybody is there.
  private static let probing = 1.0
  /// Where Debian keeps the authorities that the system trusts.
  private static let systemAuthorities = "/etc/ssl/certs"

  /// Where the broker is, and what it must know about us.
  struct Settings {
    var host: String
    var port: UInt16
    var isSecure: Bool
    var credentials: BrokerCredentials
    /// What the broker publishes and retains when we are gone without a word.
    var will: (topic: String, message: [UInt8])
  }

  /// What libmosquitto told in its callbacks.
  private final class Events {
    /// 0 when the broker has accepted us, another number when it has refused.
    var answer: Int32?
    /// Confirmed messages, by their numbers.
    var confirmed: [Int32] = []
  }

  private let library: MosquittoLibrary
  private let client: MosquittoLibrary.Client
  private let settings: Settings
  private let events = Events()
  private let deadline = Deadline.after(seconds: BrokerClient.patience)
  private var hasFailed = false
  /// Whether the broker has accepted us, and nothing has failed since.
  var isConnected: Bool { events.answer == 0 && !hasFailed }

  /// Begins to connect. Only the lookup of the host's name is waited for.
  init(_ library: MosquittoLibrary, _ settings: Settings) throws(TargetFault) {
    (self.library, self.settings) = (library, settings)
    let own = Unmanaged.passUnretained(events).toOpaque()
    guard let client = library.new(nil, true, own) else { throw TargetFault("there is no memory for a connection.") }
    self.client = client
    library.onConnect(client) { _, own, code in own.map { BrokerClient.events($0).answer = code } }
    library.onPublish(client) { _, own, number in own.map { BrokerClient.events($0).confirmed.append(number) } }
    try identify()
    let will = settings.will
    let code = library.setWill(client, will.topic, Int32(will.message.count), will.message, 1, true)
    guard code == MosquittoLibrary.success else { throw TargetFault("\(library.text(code)).") }
    try connect()
  }

  deinit { library.destroy(client) }

  private static func events(_ pointer: UnsafeMutableRawPointer) -> Events {
    Unmanaged<Events>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func identify() throws(TargetFault) {
    let who = settings.credentials
    if let user = who.user { _ = library.setUser(client, user, who.password) }
    guard settings.isSecure else { return }
    for path in [who.authority, who.certificate, who.key] {
      if let path, access(path, R_OK) != 0 {
        throw TargetFault(
          "\(path) cannot be read: \(String(cString: strerror(errno))).\nThe file with the credentials names it.")
      }
    }
    // Without an answer OpenSSL would ask for the key's password on the terminal.
    let code = library.setTLS(
      client, who.authority, who.authority == nil ? Self.systemAuthorities : nil, who.certificate, who.key,
      { _, _, _, _ in 0 })
    guard code == MosquittoLibrary.success else {
      throw TargetFault("its certificates cannot be used: \(library.text(code)).")
    }
  }

  private func connect() throws(TargetFault) {
    errno = 0
    let code = library.connect(client, settings.host, Int32(settings.port), Self.keepAlive)
    let reason = String(cString: strerror(errno))
    switch code {
    case MosquittoLibrary.success: return
    case MosquittoLibrary.systemError:
      throw noBroker(reason)
    case MosquittoLibrary.lookup:
      throw TargetFault("no address for \(settings.host).\nCheck its spelling, or give its address.")
    default: throw fault(code)
    }
  }

  private var place: String { "\(SocketAddress.text(settings.host)):\(settings.port)" }

  /// The socket, for `poll`; `nil` while there is none.
  var watched: pollfd? {
    let descriptor = library.socket(client)
    guard descriptor >= 0 else { return nil }
    return pollfd(fd: descriptor, events: Int16(POLLIN | (library.wantsWrite(client) ? POLLOUT : 0)), revents: 0)
  }

  /// Sends and receives what is possible without waiting. To be called once a second at least.
  /// - Returns: the numbers of the messages that the broker has confirmed.
  func turn() throws(TargetFault) -> [Int32] {
    if events.answer == nil, let reason = connectionError() {
      hasFailed = true
      throw noBroker(reason)
    }
    let code = library.loop(client, 0, 1)
    guard code == MosquittoLibrary.success else {
      hasFailed = true
      throw fault(code)
    }
    if let answer = events.answer, answer != 0 {
      hasFailed = true
      throw refused(answer)
    }
    guard events.answer != nil || !deadline.hasPassed else {
      hasFailed = true
      throw TargetFault("\(place) does not answer as a broker.\nIs it the right port? \(Self.ports)")
    }
    defer { events.confirmed = [] }
    return events.confirmed
  }

  /// Why the socket was not connected; `nil` if it is, or may still be. With TLS, libmosquitto drops the system's error.
  private func connectionError() -> String? {
    let descriptor = library.socket(client)
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&watched, 1, 0) > 0, Int32(watched.revents) & (POLLERR | POLLHUP) != 0 else { return nil }
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    if code != 0 { return String(cString: strerror(code)) }
    var (address, length) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
    let hasPeer = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
    }
    return hasPeer ? nil : "the connection was not accepted"
  }

  /// The fault of an address where no broker was reached. Who accepts another connection is no broker of this kind, and has
  /// closed ours: with TLS, libmosquitto does not tell that from a refusal.
  private func noBroker(_ reason: String) -> TargetFault {
    let other = try? SocketStream.connect(
      host: settings.host, port: settings.port, deadline: .after(seconds: Self.probing))
    if let other {
      other.close()
      return closedAtOnce
    }
    return TargetFault("there is no broker at \(place): \(reason).\nDoes it run, and does it listen there?")
  }

  private static let ports = "Usually 1883, and 8883 with TLS (mqtts:)."

  private var closedAtOnce: TargetFault {
    TargetFault("\(place) closed the connection at once.\nIs it a broker, and the right port? \(Self.ports)")
  }

  /// The fault of a broker that answers, and confirms nothing.
  var confirmsNothing: TargetFault {
    TargetFault("the broker at \(place) confirms no message.\nIts log tells why; is its disk full?")
  }

  /// The fault of a connection that cannot be encrypted.
  private var untrusted: TargetFault {
    let advice =
      settings.credentials.authority.map {
        "Is \($0) the certificate of its authority, and is “\(settings.host)” the name in the broker’s certificate?"
      } ?? "Name its authority in the file with the credentials: ca = FILE"
    return TargetFault(
      "the encrypted connection to \(place) failed: the broker's certificate is not trusted or is for another name, or the "
        + "broker wants a certificate of ours (certificate = FILE, key = FILE).\n\(advice)")
  }

  private func fault(_ code: Int32) -> TargetFault {
    let reason = String(cString: strerror(errno))
    if let answer = events.answer, answer != 0 { return refused(answer) }
    return switch code {
    case MosquittoLibrary.tls:
      untrusted
    case MosquittoLibrary.connectionLost, MosquittoLibrary.connectionRefused:
      events.answer == 0
        ? TargetFault("the broker at \(place) has closed the connection.\nIts log tells why.") : closedAtOnce
    case MosquittoLibrary.systemError:
      noBroker(reason)
    case MosquittoLibrary.keepAlive:
      TargetFault(
        "the broker at \(place) has not answered for \(Self.keepAlive) s.\n"
          + "Does it still run, and does the network reach it?")
    default: TargetFault("the connection to \(place) failed: \(library.text(code)).\n\(Self.ports)")
    }
  }

  private func refused(_ answer: Int32) -> TargetFault {
    // 4 and 5 are about users (MQTT 3.1.1, section 3.2.2.3).
    let advice =
      [4, 5].contains(answer)
      ? "User and password come from a file: ?credentials=FILE" : "The broker’s log tells why."
    return TargetFault("the broker refuses us: \(library.refusal(answer)).\n\(advice)")
  }

  /// Hands a message to the broker, which must confirm it.
  /// - Returns: the number under which it will be confirmed; `nil` if it was not sent.
  func publish(_ message: [UInt8], to topic: String, retained: Bool = false) -> Int32? {
    var number: Int32 = 0
    let code = library.publish(client, &number, topic, Int32(message.count), message, 1, retained)
    return code == MosquittoLibrary.success ? number : nil
  }

  /// Ends the connection in order, without the will.
  func disconnect() {
    guard isConnected else { return }
    hasFailed = true
    _ = library.disconnect(client)
    _ = library.loop(client, 0, 1)
  }
}
