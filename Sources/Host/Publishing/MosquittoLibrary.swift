// The functions of libmosquitto, which is opened when a broker is a target.
import Foundation

/// libmosquitto, by signatures and numbers of mosquitto.h, release 2.0, whose ABI is libmosquitto.so.1.
///
/// The library is opened at run time, so no package is needed to build this program or to run it without a broker.
struct MosquittoLibrary: @unchecked Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias Client = OpaquePointer
  typealias Event = @convention(c) (Client?, UnsafeMutableRawPointer?, Int32) -> Void
  typealias PasswordQuestion =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32

  // mosq_err_t
  static let success: Int32 = 0
  static let connectionRefused: Int32 = 5
  static let connectionLost: Int32 = 7
  static let tls: Int32 = 8
  static let systemError: Int32 = 14
  static let lookup: Int32 = 15
  static let keepAlive: Int32 = 19

  let new: @convention(c) (Text?, Bool, UnsafeMutableRawPointer?) -> Client?
  let destroy: @convention(c) (Client) -> Void
  let setWill: @convention(c) (Client, Text, Int32, UnsafeRawPointer?, Int32, Bool) -> Int32
  let setUser: @convention(c) (Client, Text?, Text?) -> Int32
  let setTLS: @convention(c) (Client, Text?, Text?, Text?, Text?, PasswordQuestion?) -> Int32
  let connect: @convention(c) (Client, Text, Int32, Int32) -> Int32
  let disconnect: @convention(c) (Client) -> Int32
  let publish:
    @convention(c) (Client, UnsafeMutablePointer<Int32>?, Text, Int32, UnsafeRawPointer?, Int32, Bool) -> Int32
  let loop: @convention(c) (Client, Int32, Int32) -> Int32
  let socket: @convention(c) (Client) -> Int32
  let wantsWrite: @convention(c) (Client) -> Bool
  let onConnect: @convention(c) (Client, Event?) -> Void
  let onPublish: @convention(c) (Client, Event?) -> Void
  private let errorText: @convention(c) (Int32) -> Text?
  private let refusalText: @convention(c) (Int32) -> Text?

  /// An error's text.
  func text(_ code: Int32) -> String { Self.sentence(errorText(code), code) }

  /// The text of a broker's refusal.
  func refusal(_ code: Int32) -> String { Self.sentence(refusalText(code), code) }

  private static func sentence(_ text: Text?, _ code: Int32) -> String {
    guard var words = text.map({ String(cString: $0) }), !words.isEmpty else { return "error \(code)" }
    if words.hasSuffix(".") { words.removeLast() }
    return words
  }

  /// The library; `nil` if it is not installed, or has other functions.
  static let shared = MosquittoLibrary()

  private init?() {
    guard let library = dlopen("libmosquitto.so.1", RTLD_NOW) else { return nil }
    struct Missing: Error {}
    func find<Function>(_ name: String) throws(Missing) -> Function {
      guard let symbol = dlsym(library, "mosquitto_\(name)") else { throw Missing() }
      return unsafeBitCast(symbol, to: Function.self)
    }
    do {
      let begin: @convention(c) () -> Int32 = try find("lib_init")
      guard begin() == Self.success else { return nil }
      new = try find("new")
      destroy = try find("destroy")
      setWill = try find("will_set")
      setUser = try find("username_pw_set")
      setTLS = try find("tls_set")
      connect = try find("connect_async")
      disconnect = try find("disconnect")
      publish = try find("publish")
      loop = try find("loop")
      socket = try find("socket")
      wantsWrite = try find("want_write")
      onConnect = try find("connect_callback_set")
      onPublish = try find("publish_callback_set")
      errorText = try find("strerror")
      refusalText = try find("connack_string")
    } catch {
      return nil
    }
  }
}
