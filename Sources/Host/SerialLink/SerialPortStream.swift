// Serial ports through libserialport.
import CSerialPort
import Foundation

/// The use of DTR and RTS. Adapters connect them to reset pins; native USB boards read them as "a program listens".
package enum ModemLines: Sendable {
  /// Both are asserted, and stay so after closing. Native USB boards then send. An Arduino-like board is reset by the
  /// edge of DTR, so it is reset at most once after it was plugged in and not at every opening.
  case asserted
  /// Both are released right after opening. (The kernel itself asserts them for a moment while it opens the port.)
  case released
}

/// A serial port: 8 data bits, no parity, one stop bit, no flow control, opened exclusively.
package final class SerialPortStream: DescriptorStream, @unchecked Sendable {
  private let port: OpaquePointer

  /// The result of opening a path with libserialport.
  enum Opening {
    case opened(SerialPortStream)
    /// libserialport does not support this kind of terminal (no entry under /sys/class/tty, or no modem lines).
    case refused
  }

  /// - Parameters:
  ///   - name: the path as the user wrote it, for messages.
  ///   - path: the path of the node with links resolved, because libserialport looks up its last part among the
  ///     system's ttys.
  /// - Throws: `notFound`, `permission`, `busy` or `cannotOpen`.
  static func open(name: String, path: String, baud: Int, lines: ModemLines) throws(LinkError) -> Opening {
    var found: OpaquePointer?
    guard sp_get_port_by_name(path, &found) == SP_OK, let port = found else { return .refused }
    // Another program that reads the port without a lock would receive half of the bytes.
    if PortHolders.list(path: path).contains(where: { $0.process != getpid() }) {
      sp_free_port(port)
      throw .busy(name: name, holder: PortHolders.describe(path: path))
    }
    guard sp_open(port, SP_MODE_READ_WRITE) == SP_OK else {
      let code = sp_last_error_code()
      sp_free_port(port)
      if code == ENOTTY || code == EINVAL || code == ENOSYS { return .refused }
      throw .opening(name: name, path: path, code: code)
    }
    do throws(LinkError) {
      var descriptor: Int32 = -1
      try check(sp_get_port_handle(port, &descriptor), "no handle", name: name)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      try PortClaim.claim(descriptor, name: name, path: path)
      do throws(LinkError) {
        try configure(port, descriptor: descriptor, name: name, baud: baud, lines: lines)
        return .opened(try SerialPortStream(port: port, descriptor: descriptor, name: name))
      } catch {
        PortClaim.giveBack(descriptor)
        throw error
      }
    } catch {
      sp_close(port)
      sp_free_port(port)
      throw error
    }
  }

  private init(port: OpaquePointer, descriptor: Int32, name: String) throws(LinkError) {
    self.port = port
    try super.init(descriptor: descriptor, name: name)
  }

  private static func configure(
    _ port: OpaquePointer, descriptor: Int32, name: String, baud: Int, lines: ModemLines
  ) throws(LinkError) {
    guard let rate = Int32(exactly: baud), rate > 0 else {
      throw .cannotOpen(name: name, reason: "\(baud) is not a baud rate")
    }
    var settings: OpaquePointer?
    try check(sp_new_config(&settings), "no memory for its settings", name: name)
    defer { sp_free_config(settings) }
    sp_set_config_baudrate(settings, rate)
    sp_set_config_bits(settings, 8)
    sp_set_config_parity(settings, SP_PARITY_NONE)
    sp_set_config_stopbits(settings, 1)
    sp_set_config_flowcontrol(settings, SP_FLOWCONTROL_NONE)
    try check(sp_set_config(port, settings), "\(baud) baud, 8N1 is refused", name: name)
    try checkRate(port, settings, asked: rate, name: name)

    var terminal = termios()
    if tcgetattr(descriptor, &terminal) == 0 {
      terminal.c_cflag &= ~tcflag_t(HUPCL)  // Closing must not change DTR.
      tcsetattr(descriptor, TCSANOW, &terminal)
    }
    // One call sets both lines: adapters with automatic reset interpret an edge on one line alone as a command.
    var both = TIOCM_DTR | TIOCM_RTS
    _ = ioctl(descriptor, UInt(lines == .asserted ? TIOCMBIS : TIOCMBIC), &both)
    // Bytes from before the opening, perhaps at another rate, are useless.
    _ = sp_flush(port, SP_BUF_INPUT)
  }

  /// A driver accepts any rate and then sets its nearest one. Beyond an error of 3 % the bits of a frame are misread.
  private static func checkRate(
    _ port: OpaquePointer, _ settings: OpaquePointer?, asked: Int32, name: String
  ) throws(LinkError) {
    var actual: Int32 = 0
    guard sp_get_config(port, settings) == SP_OK, sp_get_config_baudrate(settings, &actual) == SP_OK, actual > 0
    else { return }
    if abs(Int(actual) - Int(asked)) * 100 > Int(asked) * 3 {
      throw .cannotOpen(name: name, reason: "it cannot run at \(asked) baud; its driver offers \(actual) instead")
    }
  }

  /// Translates libserialport's four error codes into `LinkError`.
  private static func check(_ result: sp_return, _ what: String, name: String) throws(LinkError) {
    switch result {
    case SP_OK: return
    case SP_ERR_FAIL:
      let code = sp_last_error_code()
      if code == EIO || code == ENXIO || code == ENODEV { throw .lost(name: name, reason: "unplugged while opening") }
      throw .cannotOpen(name: name, reason: "\(what) (\(String(cString: strerror(code))))")
    case SP_ERR_SUPP: throw .cannotOpen(name: name, reason: "\(what): its driver cannot do that")
    case SP_ERR_MEM: throw .cannotOpen(name: name, reason: "out of memory")
    default: throw .cannotOpen(name: name, reason: what)
    }
  }

  // MARK: - Moving bytes

  override func receiveSome(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    // 0 means either "nothing there" or "unplugged"; `poll` and `disappearance` distinguish the two.
    outcome(sp_nonblocking_read(port, buffer.baseAddress, buffer.count))
  }

  override func sendSome(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    outcome(sp_nonblocking_write(port, bytes.baseAddress, bytes.count))
  }

  private func outcome(_ result: sp_return) -> Transfer {
    let count = Int(result.rawValue)
    if count > 0 { return .moved(count) }
    if count == 0 { return .wouldBlock }
    return transfer(failedWith: sp_last_error_code())
  }

  override func disappearance() -> String? {
    sp_input_waiting(port).rawValue < 0 ? "it was unplugged" : nil
  }

  // The kernel hangs up the line when it notices that the port is gone. This check is for drivers that do not report
  // it; it still finds the loss within 100 ms.
  override var idleProbeSeconds: Double? { 0.08 }

  override func release() {
    PortClaim.giveBack(descriptor)
    sp_close(port)
    sp_free_port(port)
  }
}
