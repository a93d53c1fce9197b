// Announces servers in the local network (mDNS and DNS-SD) with Avahi's client library, if that is installed.
import Foundation

/// The announcements of this program. They end when the program ends.
///
/// The library is loaded only when there is something to announce, so no package is needed to build or run this
/// program. Signatures and numbers are those of avahi-client/client.h, avahi-client/publish.h and avahi-common/defs.h,
/// release 0.8, whose ABI (libavahi-client.so.3) has been the same since 2005.
package final class ServiceAnnouncer: @unchecked Sendable {
  /// Why nothing is announced, for the user.
  package struct Absence: Error, Equatable, CustomStringConvertible, Sendable {
    package let description: String
  }

  /// This machine's name without its domain.
  package static var machineName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "this machine" }
    let first = name.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
    let text = String(decoding: first.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? "this machine" : text
  }

  private let library: AvahiLibrary
  private let services: [Announcement]
  private let report: @Sendable (String) -> Void
  private let poll: OpaquePointer
  private var client: OpaquePointer?
  // Only Avahi's thread uses the following members once it runs.
  private var name: String
  private var group: OpaquePointer?

  /// Announces servers from now on.
  /// - Parameters:
  ///   - services: at least one.
  ///   - name: the name that people see in their list.
  ///   - report: receives later errors, on a thread of Avahi.
  package init(
    _ services: [Announcement], name: String, report: @escaping @Sendable (String) -> Void
  ) throws(Absence) {
    guard let library = AvahiLibrary() else {
      throw Absence(
        description: "it is not announced in the network, because Avahi's library is not installed: type its address "
          + "into the plotter, or install libavahi-client3.")
    }
    guard let poll = library.newPoll() else { throw Absence(description: "it is not announced: no memory for Avahi.") }
    (self.library, self.services, self.report, self.poll) = (library, services, report, poll)
    self.name = name
    var code: Int32 = 0
    let own = Unmanaged.passUnretained(self).toOpaque()
    client = library.newClient(
      library.pollInterface(poll), AvahiLibrary.waitsForDaemon,
      { client, state, own in own.map { ServiceAnnouncer.of($0).clientChanged(client, state) } }, own, &code)
    guard client != nil else {
      library.freePoll(poll)
      throw Absence(
        description: "it is not announced in the network: \(library.text(code)). Is avahi-daemon installed and "
          + "running? Otherwise type its address into the plotter.")
    }
    _ = library.startPoll(poll)
  }

  /// Ends the announcements.
  package func stop() {
    guard let client else { return }
    _ = library.stopPoll(poll)
    library.freeClient(client)
    library.freePoll(poll)
    self.client = nil
  }

  private static func of(_ pointer: UnsafeMutableRawPointer) -> ServiceAnnouncer {
    Unmanaged<ServiceAnnouncer>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: - On Avahi's thread

  private func clientChanged(_ client: OpaquePointer?, _ state: Int32) {
    switch state {
    case AvahiLibrary.clientRuns: register(client)
    // The machine's own name is changing. Its services are registered again when it has one.
    case AvahiLibrary.clientRegisters, AvahiLibrary.clientCollides: if let group { _ = library.resetGroup(group) }
    case AvahiLibrary.clientFailed:
      group = nil
      report("the announcement in the network has ended: \(library.text(library.error(client))).")
    default: break
    }
  }

  private func register(_ client: OpaquePointer?) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    if group == nil {
      group = library.newGroup(
        client,
        { group, state, own in own.map { ServiceAnnouncer.of($0).groupChanged(group, state) } }, own)
    }
    guard let group else { return }
    // Another program may use the name.
    for _ in 0..<10 {
      var code: Int32 = 0
      for service in services where code == 0 {
        code = library.addService(
          group, AvahiLibrary.everywhere, AvahiLibrary.everywhere, 0, name, service.type, nil, nil, service.port, nil)
      }
      if code == 0 { code = library.commit(group) }
      if code == 0 { return }
      guard code == AvahiLibrary.collision else {
        return report("it is not announced in the network: \(library.text(code)).")
      }
      chooseOtherName()
      _ = library.resetGroup(group)
    }
  }

  private func groupChanged(_ group: OpaquePointer?, _ state: Int32) {
    guard state == AvahiLibrary.groupCollides, let group else { return }
    self.group = group
    chooseOtherName()
    _ = library.resetGroup(group)
    register(client)
  }

  private func chooseOtherName() {
    guard let other = library.alternativeName(name) else { return }
    name = String(cString: other)
    library.free(other)
  }
}

/// The functions of libavahi-client and libavahi-common.
private struct AvahiLibrary: @unchecked Sendable {
  typealias ClientCallback = @convention(c) (OpaquePointer?, Int32, UnsafeMutableRawPointer?) -> Void
  typealias Text = UnsafePointer<CChar>

  /// AVAHI_CLIENT_NO_FAIL: if the daemon is not running yet, wait for it.
  static let waitsForDaemon: Int32 = 2
  /// AVAHI_IF_UNSPEC and AVAHI_PROTO_UNSPEC.
  static let everywhere: Int32 = -1
  // AvahiClientState
  static let clientRegisters: Int32 = 1
  static let clientRuns: Int32 = 2
  static let clientCollides: Int32 = 3
  static let clientFailed: Int32 = 100
  /// AVAHI_ENTRY_GROUP_COLLISION
  static let groupCollides: Int32 = 3
  /// AVAHI_ERR_COLLISION
  static let collision: Int32 = -8

  let newPoll: @convention(c) () -> OpaquePointer?
  let pollInterface: @convention(c) (OpaquePointer) -> OpaquePointer?
  let startPoll: @convention(c) (OpaquePointer) -> Int32
  let stopPoll: @convention(c) (OpaquePointer) -> Int32
  let freePoll: @convention(c) (OpaquePointer) -> Void
  let newClient:
    @convention(c) (
      OpaquePointer?, Int32, ClientCallback, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  let freeClient: @convention(c) (OpaquePointer) -> Void
  let error: @convention(c) (OpaquePointer?) -> Int32
  let newGroup: @convention(c) (OpaquePointer?, ClientCallback, UnsafeMutableRawPointer?) -> OpaquePointer?
  let addService:
    @convention(c) (
      OpaquePointer, Int32, Int32, Int32, Text, Text, Text?, Text?, UInt16, OpaquePointer?
    ) -> Int32
  let commit: @convention(c) (OpaquePointer) -> Int32
  let resetGroup: @convention(c) (OpaquePointer) -> Int32
  let alternativeName: @convention(c) (Text) -> UnsafeMutablePointer<CChar>?
  let free: @convention(c) (UnsafeMutableRawPointer) -> Void
  private let words: @convention(c) (Int32) -> Text?

  func text(_ code: Int32) -> String { words(code).map { String(cString: $0) } ?? "error \(code)" }

  /// - Returns: `nil` if the libraries are not installed, or have other functions.
  init?() {
    guard let client = dlopen("libavahi-client.so.3", RTLD_NOW), let common = dlopen("libavahi-common.so.3", RTLD_NOW)
    else { return nil }
    struct Missing: Error {}
    func find<Function>(_ name: String) throws(Missing) -> Function {
      guard let symbol = dlsym(client, name) ?? dlsym(common, name) else { throw Missing() }
      return unsafeBitCast(symbol, to: Function.self)
    }
    do {
      newPoll = try find("avahi_threaded_poll_new")
      pollInterface = try find("avahi_threaded_poll_get")
      startPoll = try find("avahi_threaded_poll_start")
      stopPoll = try find("avahi_threaded_poll_stop")
      freePoll = try find("avahi_threaded_poll_free")
      newClient = try find("avahi_client_new")
      freeClient = try find("avahi_client_free")
      error = try find("avahi_client_errno")
      newGroup = try find("avahi_entry_group_new")
      addService = try find("avahi_entry_group_add_service_strlst")
      commit = try find("avahi_entry_group_commit")
      resetGroup = try find("avahi_entry_group_reset")
      alternativeName = try find("avahi_alternative_service_name")
      free = try find("avahi_free")
      words = try find("avahi_strerror")
    } catch {
      return nil
    }
  }
}
