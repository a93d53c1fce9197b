// The targets themselves: clients that come, go and do not read; listeners that are not there; notices to systemd.
import Foundation
import SerialLink
import Testing

@testable import Publishing

private func line(_ number: Int) -> [UInt8] { Array("$HCHDM,\(number),M*00\r\n".utf8) }

/// A server with clients, driven without a thread of its own.
private final class Served {
  let server: ClientServer
  init() throws {
    server = ClientServer(address: "127.0.0.1", port: 0, choice: "")
    try server.open()
  }
  deinit { server.close() }

  func connect() throws -> SocketStream {
    let client = try SocketStream.connect(host: "127.0.0.1", port: #require(server.openPort))
    turn()
    return client
  }

  /// A client that comes from the address 127.1.x.y.
  func connect(from x: UInt8, _ y: UInt8) throws -> SocketStream {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    func call(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Bool {
      withUnsafePointer(to: &place) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) == 0 } }
    }
    place.sin_addr.s_addr = (0x7f01_0000 | UInt32(x) << 8 | UInt32(y)).bigEndian
    try #require(call { bind(descriptor, $0, 16) })
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    place.sin_port = try #require(server.openPort).bigEndian
    try #require(call { Foundation.connect(descriptor, $0, 16) })
    turn()
    return try SocketStream(adopting: descriptor, name: "client")
  }

  /// - Parameter milliseconds: how long an event is waited for.
  @discardableResult
  func turn(_ milliseconds: Int32 = 200) -> String? {
    var list = server.watched
    let isAny = poll(&list, nfds_t(list.count), milliseconds) > 0
    return server.attend(isAny ? list.filter { $0.revents != 0 } : [])
  }
}

@Suite(.timeLimit(.minutes(1))) struct TargetTests {
  @Test func clients_getTheSameLinesAndWhatTheySendIsIgnored() throws {
    let served = try Served()
    let clients = try [served.connect(), served.connect()]
    try clients[0].write([UInt8](repeating: 0x24, count: 100_000), deadline: .after(seconds: 5))
    for number in 0..<3 {
      served.server.send(line(number))
      served.turn()
    }
    let wanted = (0..<3).flatMap(line)
    for client in clients { #expect(try client.read(exactly: wanted.count, deadline: .after(seconds: 5)) == wanted) }
    #expect(served.server.counters.clients == 2 && served.server.counters.skipped == 0)
  }

  @Test func clientThatEndsItsSendingHalf_readsOn() throws {
    let served = try Served()
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = try #require(served.server.openPort).bigEndian
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let isConnected = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, 16) == 0 }
    }
    #expect(isConnected && shutdown(descriptor, Int32(SHUT_WR)) == 0)
    for _ in 0..<3 { served.turn() }
    served.server.send(line(7))
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(recv(descriptor, &bytes, bytes.count, 0) == line(7).count)
    #expect(served.server.counters.clients == 1)
  }

  @Test func clientThatIsGone_isForgotten() throws {
    let served = try Served()
    try served.connect().close()
    for number in 0..<20 where served.server.counters.clients > 0 {
      served.server.send(line(number))
      served.turn()
    }
    #expect(served.server.counters.clients == 0 && served.server.counters.clientsEver == 1)
  }

  @Test func clientThatDoesNotRead_losesWholeReadingsAndAnotherNone() throws {
    let served = try Served()
    let (idle, reader) = try (served.connect(), served.connect())
    let long = [UInt8](repeating: 0x41, count: 997)
    var received = 0
    for number in 0..<20_000 {
      served.server.send(line(number) + long + [0x0a])
      received += try reader.read(atMost: 1 << 20, deadline: .now).count
      served.turn(0)
      if served.server.counters.skipped > 1000 { break }
    }
    #expect(served.server.counters.skipped > 1000)
    let sent = (0..<served.server.counters.sent).reduce(0) { $0 + line($1).count + 998 }
    while received < sent {
      served.turn(0)
      received += try reader.read(atMost: 1 << 20, deadline: .after(seconds: 0.01)).count
    }
    #expect(received == sent)
    // When it reads again, it gets lines without a break in them, and the newest at the end.
    var late: [UInt8] = []
    for _ in 0..<100_000 {
      let part = try idle.read(atMost: 1 << 16, deadline: .after(seconds: 0.2))
      served.turn(0)
      if part.isEmpty { break }
      late += part
    }
    let lines = late.split(separator: 0x0a).filter { $0.first == 0x24 }
    #expect(lines.allSatisfy { $0.last == 0x0d })
    #expect(lines.last.map(Array.init) == Array(line(served.server.counters.sent - 1).dropLast()))
    #expect(lines.count < served.server.counters.sent - 1000)
  }

  /// Clients that hold every place, silent or not, from one address: whoever comes is served, and others keep their places.
  @Test(arguments: [false, true]) func clients_ofACrowd_closeThePlaceToNobody(crowdTalks: Bool) throws {
    let served = try Served()
    let other = try served.connect(from: 0, 2)
    var crowd: [SocketStream] = []
    var remarks: [String] = []
    for number in 0..<ClientServer.clientLimit {
      let client = try SocketStream.connect(host: "127.0.0.1", port: #require(served.server.openPort))
      if let remark = served.turn() { remarks.append(remark) }
      if crowdTalks, number % 2 == 0 {
        try client.write([0x24], deadline: .after(seconds: 5))
        served.turn()
      }
      crowd.append(client)
    }
    #expect(served.server.counters.clients == ClientServer.addressLimit + 1)
    #expect(remarks.count == 1 && remarks[0].contains("at 127.0.0.1: the oldest was disconnected"), "\(remarks)")
    let late = try served.connect(from: 0, 3)
    served.server.send(line(1))
    for client in [other, late] {
      #expect(try client.read(exactly: line(1).count, deadline: .after(seconds: 5)) == line(1))
    }
    #expect(try crowd[crowd.count - 1].read(exactly: line(1).count, deadline: .after(seconds: 5)) == line(1))
  }

  /// From many addresses: the oldest that has sent nothing goes.
  @Test func clients_areLimited_andTheOldestSilentOneGoes() throws {
    let served = try Served()
    var clients: [SocketStream] = []
    for number in 0..<ClientServer.clientLimit {
      clients.append(try served.connect(from: 1, UInt8(1 + number / 16)))
    }
    try clients[0].write([0x24], deadline: .after(seconds: 5))
    served.turn()
    let late = try served.connect(from: 2, 1)
    #expect(served.server.counters.clients == ClientServer.clientLimit && served.server.counters.cutOff == 1)
    served.server.send(line(2))
    for client in [clients[0], late] {
      #expect(try client.read(exactly: line(2).count, deadline: .after(seconds: 5)) == line(2))
    }
  }

  @Test func datagrams_toAListenerThatComesLate_arriveWithoutAnError() throws {
    let listener = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    func bindIt(_ descriptor: Int32) -> Bool {
      withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, 16) == 0 }
      }
    }
    #expect(bindIt(listener))
    let port = SocketAddress(of: listener).port
    close(listener)
    let target = try SentenceDatagrams(TargetText("nmea+udp://127.0.0.1:\(port)"))
    try target.open()
    defer { target.close() }
    for number in 0..<5 {
      try target.send(line(number))
      usleep(2000)
    }
    place.sin_port = port.bigEndian
    let late = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(late) }
    #expect(bindIt(late))
    try target.send(line(8) + line(9))
    var bytes = [UInt8](repeating: 0, count: 100)
    // Each sentence is a datagram of its own.
    for number in [8, 9] {
      let count = recv(late, &bytes, bytes.count, 0)
      #expect(Array(bytes.prefix(count)) == line(number))
    }
    #expect(target.counters.sent == 6 && target.counters.skipped == 0)
  }

  @Test func datagrams_mayBeBroadcast() throws {
    let target = try SentenceDatagrams(TargetText("nmea+udp://127.255.255.255:9"))
    try target.open()
    try target.send(line(1))
    target.close()
  }

  @Test func port_thatIsBusyOrAbsent_saysWhatToDo() throws {
    let served = try Served()
    let port = try #require(served.server.openPort)
    let target = try SentenceServer(TargetText("nmea+tcp://:\(port)"))
    let busy = #expect(throws: TargetFault.self) { try target.open() }
    #expect(busy?.description.contains("in use, perhaps by a plotter or another `binnacle publish`") == true)
    #expect(busy?.description.hasSuffix("choose: nmea+tcp://:\(port + 1).") == true, "\(busy?.description ?? "")")
    let absent = try SentencePort(TargetText("nmea+serial:/dev/absent"))
    let error = #expect(throws: TargetFault.self) { try absent.open() }
    #expect(error?.description.contains("/dev/absent is not there") == true)
  }

  @Test func servers_areAnnouncedWhereOthersReachThem() throws {
    for (text, isAnnounced) in [("nmea+tcp://:0", false), ("nmea+tcp://0.0.0.0:0", true)] {
      let target = try SentenceServer(TargetText(text))
      #expect(target.announcement == nil)
      try target.open()
      #expect((target.announcement?.type == "_nmea-0183._tcp") == isAnnounced)
      #expect(target.place.hasSuffix(":\(target.announcement?.port ?? 0)") == isAnnounced)
      target.close()
    }
  }

  @Test func serviceManager_getsItsNotices() throws {
    #expect(ServiceNotice(environment: [:]) == nil)
    for prefix in ["/tmp/binnacle-notice-", "@binnacle-notice-"] {
      let name = prefix + UUID().uuidString
      let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      defer {
        close(manager)
        unlink(name)
      }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: name.utf8)
        if name.hasPrefix("@") { buffer[0] = 0 }
      }
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(manager, $0, socklen_t(2 + name.utf8.count)) == 0 }
      }
      #expect(isBound)
      let notice = try #require(ServiceNotice(environment: ["NOTIFY_SOCKET": name]))
      notice.ready("two\nlines")
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=two lines")
    }
  }
}
