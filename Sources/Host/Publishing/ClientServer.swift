// A TCP server that sends the same lines to every client, and never waits for a client.
import Foundation
import SerialLink

/// The clients of one listening socket. Each client has a bounded queue of lines. A client that does not read loses the
/// oldest readings, and is disconnected if that continues. What clients send is discarded.
///
/// Nobody can keep others out: one address has at most half of the places, and when a place is missing, the oldest client of
/// the address with the most clients goes, first one that does not read, then one that has never sent anything.
final class ClientServer {
  /// The largest number of connected clients.
  static let clientLimit = 64
  /// The largest number of clients of one address.
  static let addressLimit = 32
  /// Bytes that may wait for one client, in addition to those in the kernel (`ListeningSocket`).
  static let storeLimit = 32 << 10
  /// A client that accepts no byte for this many seconds is disconnected.
  static let patience = 60.0

  private let address: String
  private let port: UInt16
  private let choice: String
  private var socket: ListeningSocket?
  private var clients: [Client] = []
  private(set) var counters = TargetCounters()
  private var hasReportedFull = false
  private var hasReportedSlow = false
  /// Accepting fails while the system has no free descriptors. It is tried again only after this time, not in a loop.
  private var acceptsAgain = Deadline.now

  /// - Parameter choice: what the user must write to choose another port.
  init(address: String, port: UInt16, choice: String) {
    (self.address, self.port, self.choice) = (address, port, choice)
  }

  /// The port that is open, also if the system chose it.
  var openPort: UInt16? { socket?.port }

  func open() throws(TargetFault) {
    do throws(ListeningError) {
      socket = try ListeningSocket(
        address: address, port: port, holder: "a plotter or another `binnacle publish`", choice: choice)
    } catch {
      throw TargetFault(error.description)
    }
  }

  func close() {
    for client in clients { client.close() }
    clients = []
    counters.clients = 0
    socket?.close()
    socket = nil
  }

  var watched: [pollfd] {
    var list: [pollfd] = []
    if let socket, acceptsAgain.hasPassed {
      list.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
    }
    for client in clients { list.append(client.watched) }
    return list
  }

  func attend(_ ready: [pollfd]) -> String? {
    var remark: String?
    for event in ready {
      if event.fd == socket?.descriptor {
        remark = accept() ?? remark
      } else if let index = clients.firstIndex(where: { $0.descriptor == event.fd }) {
        if !clients[index].attend(Int32(event.revents)) { remove(index) }
      }
    }
    return cutOff() ?? remark
  }

  func send(_ message: [UInt8]) {
    for index in clients.indices.reversed() {
      counters.skipped += clients[index].append(message)
      if !clients[index].flush() { remove(index) }
    }
    counters.sent += 1
  }

  private func remove(_ index: Int) {
    clients.remove(at: index).close()
    counters.clients = clients.count
  }

  private func accept() -> String? {
    guard let socket else { return nil }
    var remark: String?
    while true {
      // Swift does not import accept4.
      let descriptor = Foundation.accept(socket.descriptor, nil, nil)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN, errno != EWOULDBLOCK { acceptsAgain = .after(seconds: 1) }
        return remark
      }
      let client = Client(descriptor)
      remark = makeRoom(for: client) ?? remark
      clients.append(client)
      counters.clients = clients.count
      counters.clientsEver += 1
    }
  }

  /// Disconnects a client if there is no place for a new one.
  private func makeRoom(for client: Client) -> String? {
    let counts = clients.reduce(into: [:]) { $0[$1.host, default: 0] += 1 }
    let host: String
    if counts[client.host, default: 0] >= Self.addressLimit {
      host = client.host
    } else if clients.count >= Self.clientLimit, let crowd = counts.max(by: { $0.value < $1.value }) {
      host = crowd.key
    } else {
      return nil
    }
    // They are in the order in which they came.
    let candidates = clients.indices.filter { clients[$0].host == host }
    let silent = candidates.filter { !clients[$0].hasSent }
    guard let leaving = candidates.first(where: { clients[$0].isStuck }) ?? silent.first ?? candidates.first else {
      return nil
    }
    counters.cutOff += 1
    remove(leaving)
    if hasReportedFull { return nil }
    hasReportedFull = true
    return
      "there are \(counts[host, default: 0]) clients at \(host): the oldest was disconnected for a new one, and others "
      + "will be, without a message.\n"
      + "Does a program connect again and again without closing? `ss -tn` lists the connections."
  }

  /// Disconnects clients that have accepted nothing for a long time.
  private func cutOff() -> String? {
    var remark: String?
    let now = MonotonicClock.nanoseconds()
    for index in clients.indices.reversed() where clients[index].secondsStuck(at: now) > Self.patience {
      if !hasReportedSlow {
        hasReportedSlow = true
        remark =
          "the client \(clients[index].peer) has read nothing for \(Int(Self.patience)) s, and was disconnected; others "
          + "like it will be, too, without a message"
      }
      counters.cutOff += 1
      remove(index)
    }
    return remark
  }
}

/// One client.
private final class Client {
  let descriptor: Int32
  /// The address from which it came.
  let host: String
  /// Whether anything came from it.
  private(set) var hasSent = false
  /// Whether data wait that it does not accept.
  var isStuck: Bool { stuckSince != 0 }
  /// Complete readings that wait, oldest first.
  private var store: [[UInt8]] = []
  private var stored = 0
  /// The rest of a reading that was partly sent. It is never dropped, because half a sentence is useless.
  private var begun: ArraySlice<UInt8> = []
  /// The time since which data have waited without the client accepting a byte; 0 while nothing waits.
  private var stuckSince: UInt64 = 0
  /// Whether the client has closed its sending direction. It may continue to read.
  private var isSilent = false

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    host = SocketAddress(of: descriptor, isPeer: true).text
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A reading must not wait for the acknowledgement of the previous one.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    // A machine that was switched off accepts nothing, and does not close the connection.
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &yes, size)
  }

  var peer: String {
    let address = SocketAddress(of: descriptor, isPeer: true)
    return "\(address.text):\(address.port)"
  }

  var watched: pollfd {
    let events = (isSilent ? 0 : POLLIN) | (begun.isEmpty && store.isEmpty ? 0 : POLLOUT)
    return pollfd(fd: descriptor, events: Int16(events), revents: 0)
  }

  func close() { Foundation.close(descriptor) }

  func secondsStuck(at now: UInt64) -> Double { stuckSince == 0 ? 0 : Double(now - stuckSince) / 1e9 }

  /// - Returns: whether the client is still connected.
  func attend(_ events: Int32) -> Bool {
    if events & (POLLERR | POLLNVAL) != 0 { return false }
    if events & POLLHUP != 0, events & POLLIN == 0 { return false }
    if events & POLLIN != 0, !discard() { return false }
    return events & POLLOUT == 0 || flush()
  }

  /// Discards what the client has sent, a bounded part in each call.
  private func discard() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 1) { buffer in
      for _ in 0..<4 {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
          hasSent = true
          continue
        }
        if count == 0 {
          isSilent = true
          return true
        }
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR
      }
      return true
    }
  }

  /// Queues a reading. Returns how many older readings were dropped for it.
  func append(_ message: [UInt8]) -> Int {
    store.append(message)
    stored += message.count
    var count = 0
    while stored > ClientServer.storeLimit, count < store.count - 1 {
      stored -= store[count].count
      count += 1
    }
    store.removeFirst(count)
    return count
  }

  /// Sends what the client accepts without waiting. Returns whether the client is still connected.
  func flush() -> Bool {
    while !begun.isEmpty || !store.isEmpty {
      if begun.isEmpty {
        begun = store.removeFirst()[...]
        stored -= begun.count
      }
      let count = begun.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, LinuxSocket.noSignal)
      }
      if count > 0 {
        begun = begun.dropFirst(count)
        stuckSince = 0
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN || errno == EWOULDBLOCK {
        if stuckSince == 0 { stuckSince = MonotonicClock.nanoseconds() }
        return true
      } else {
        return false
      }
    }
    stuckSince = 0
    return true
  }
}
