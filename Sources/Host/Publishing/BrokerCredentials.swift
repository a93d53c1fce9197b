// Who we are for a broker, from a file: what is on a command line, every user of the machine can read.
import Foundation
import TerminalInterface

/// User, password and certificates for a broker. Every field may be absent.
struct BrokerCredentials: Equatable {
  var user: String?
  var password: String?
  /// The certificate of the authority that signed the broker's certificate; by default those that the system trusts.
  var authority: String?
  /// Our own certificate and its key.
  var certificate: String?
  var key: String?

  private static let names = ["user", "password", "ca", "certificate", "key"]

  init() {}

  /// Whether it names what only an encrypted connection uses.
  var namesCertificates: Bool { authority != nil || certificate != nil }

  /// Reads lines such as `user = boat`; empty lines and lines that begin with `#` are ignored.
  init(path: String) throws(TargetFault) {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try contents(ofFile: path, upTo: .settings) } catch {
      throw TargetFault("\(path) \(error).\nIt should hold the credentials.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TargetFault("\(path) holds no credentials.\n\(Self.form)")
    }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      // The message does not repeat the line, which may be a password.
      guard parts.count == 2, Self.names.contains(parts[0]) else {
        throw TargetFault("\(path), line \(index + 1): it is none of the credentials.\n\(Self.form)")
      }
      set(parts[0], parts[1])
    }
    guard user != nil || password == nil else {
      throw TargetFault("\(path): there is a password without a user.\n\(Self.form)")
    }
    guard (certificate == nil) == (key == nil) else {
      throw TargetFault("\(path): a certificate and its key belong together.\n\(Self.form)")
    }
  }

  private static let form =
    "Write lines such as: user = NAME, password = SECRET, ca = FILE, certificate = FILE, key = FILE"

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "user": user = value
    case "password": password = value
    case "ca": authority = value
    case "certificate": certificate = value
    default: key = value
    }
  }

  /// Whether users other than its owner can read the file.
  static func isOpenToOthers(path: String) -> Bool {
    var state = stat()
    return stat(path, &state) == 0 && state.st_mode & 0o077 != 0
  }
}
