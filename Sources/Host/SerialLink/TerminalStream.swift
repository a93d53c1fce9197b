// Terminals that libserialport refuses: pseudo-terminals, and ttys without modem lines.
import Foundation

/// A terminal opened raw (8N1, no flow control, no line editing) and exclusively.
package final class TerminalStream: DescriptorStream, @unchecked Sendable {
  private let original: termios

  /// - Parameters:
  ///   - path: a tty or the device end of a pseudo-terminal.
  ///   - baud: line speed; one of the speeds that POSIX names. It has no effect on a pseudo-terminal.
  /// - Throws: `notFound`, `permission`, `busy` or `cannotOpen`.
  package convenience init(path: String, baud: Int = 115_200) throws(LinkError) {
    let descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .opening(name: path, path: path, code: errno) }
    do throws(LinkError) {
      try PortClaim.claim(descriptor, name: path, path: path)
      do throws(LinkError) {
        let original = try Self.makeRaw(descriptor, name: path, baud: baud)
        try self.init(descriptor: descriptor, original: original, name: path)
      } catch {
        PortClaim.giveBack(descriptor)
        throw error
      }
    } catch {
      _ = Foundation.close(descriptor)
      throw error
    }
  }

  private init(descriptor: Int32, original: termios, name: String) throws(LinkError) {
    self.original = original
    try super.init(descriptor: descriptor, name: name)
  }

  private static func makeRaw(_ descriptor: Int32, name: String, baud: Int) throws(LinkError) -> termios {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      throw .cannotOpen(name: name, reason: "it is no serial port.\n\(SerialPorts.hint())")
    }
    let original = settings
    guard let speed = speeds[baud] else {
      let known = speeds.keys.sorted().map(String.init).joined(separator: ", ")
      throw .cannotOpen(name: name, reason: "\(baud) baud is not a terminal speed (\(known))")
    }
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed)
    settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
    settings.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(HUPCL))
    // A read returns at least one byte, so that 0 always means the end.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw .cannotOpen(name: name, reason: "its settings are refused (\(String(cString: strerror(errno))))")
    }
    return original
  }

  private static let speeds: [Int: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600), 19200: speed_t(B19200),
    38400: speed_t(B38400), 57600: speed_t(B57600), 115_200: speed_t(B115200), 230_400: speed_t(B230400),
  ]

  override func receiveSome(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    transfer(Foundation.read(descriptor, buffer.baseAddress, buffer.count), receiving: true)
  }

  override func sendSome(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    transfer(Foundation.write(descriptor, bytes.baseAddress, bytes.count), receiving: false)
  }

  override func release() {
    var settings = original
    tcsetattr(descriptor, TCSANOW, &settings)
    PortClaim.giveBack(descriptor)
    super.release()
  }
}
