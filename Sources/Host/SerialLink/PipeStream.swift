// A named pipe, or a shell's `<(command)`, into which another program writes.
import Foundation

/// The reading end of a pipe. It is lost when the last writer has closed it and everything has been read.
package final class PipeStream: DescriptorStream, @unchecked Sendable {
  /// - Throws: `notFound`, `permission` or `cannotOpen`.
  package convenience init(path: String) throws(LinkError) {
    // The call does not wait for a writer: the user may ask the reader to end before there is one.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .opening(name: path, path: path, code: errno) }
    do throws(LinkError) { try self.init(descriptor: descriptor, name: path) } catch {
      _ = Foundation.close(descriptor)
      throw error
    }
  }

  /// Whether a path names a pipe.
  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  override func receiveSome(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
    let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
    guard count == 0 else { return transfer(count, receiving: true) }
    // Nothing to read may also mean that no program writes yet; `poll` reports when the last writer has closed the
    // pipe. It is asked here, because a read that must not wait asks for no event.
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0 && watched.revents & Int16(POLLHUP) != 0
      ? .gone("no program writes to it any more") : .wouldBlock
  }

  override func sendSome(_ bytes: UnsafeRawBufferPointer) -> Transfer { .gone("it is only read") }
}
