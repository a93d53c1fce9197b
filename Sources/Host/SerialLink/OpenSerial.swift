// Decides how to open a path: with libserialport or as a plain terminal. No other place decides this.
import Foundation

/// Opens a serial port, pseudo-terminal or any other tty: raw, 8N1, exclusively.
///
/// libserialport opens real ports. It refuses others, because it does not support pseudo-terminals and needs modem
/// lines. Those are opened as a plain terminal, where `lines` has no effect.
/// - Parameters:
///   - path: a device node or a link to one, such as /dev/serial/by-id/….
///   - baud: bits per second on the line.
/// - Throws: `notFound`, `permission`, `busy` or `cannotOpen`.
package func openSerial(
  path: String, baud: Int = 115_200, lines: ModemLines = .asserted
) throws(LinkError) -> DescriptorStream {
  guard let resolved = realpath(path, nil) else { throw .opening(name: path, path: path, code: errno) }
  defer { free(resolved) }
  let node = String(cString: resolved)
  var status = stat()
  guard stat(node, &status) == 0 else { throw .opening(name: path, path: node, code: errno) }
  guard status.st_mode & S_IFMT == S_IFCHR else {
    throw .cannotOpen(name: path, reason: "it is not a serial port but a file or folder.\n\(SerialPorts.hint())")
  }
  switch try SerialPortStream.open(name: path, path: node, baud: baud, lines: lines) {
  case .opened(let stream): return stream
  case .refused: return try TerminalStream(path: path, baud: baud)
  }
}
