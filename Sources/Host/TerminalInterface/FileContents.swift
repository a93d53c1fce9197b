// Reads what a user names as a file. It may also be a pipe or a device, which may never end. All such reading is done
// here.
import Foundation
import Synchronization

/// The largest number of bytes that is read of a file.
package enum FileLimit: Sendable {
  /// A few numbers or lines: a calibration, a card, the result of a check, the text of a loader.
  case settings
  /// An image for a board, with its symbols.
  case image
  /// A recording, a log or a table.
  case recording
  /// A capture, which is read piece by piece.
  case capture

  /// Bytes of a file on a disk.
  var file: Int {
    switch self {
    case .settings: 1 << 20
    case .image: 1 << 28
    case .recording: 1 << 30
    case .capture: .max
    }
  }

  /// The limit for a pipe, a device or standard input, which have no length.
  var stream: Int { min(file, 1 << 28) }
}

/// Why a file was not read.
package enum FileFault: Error, Equatable, CustomStringConvertible {
  /// It does not exist, may not be read, or the system refused.
  case cannotRead(reason: String)
  /// It has more bytes than the limit.
  case tooLong(limit: Int)
  /// No program has opened the other end of a pipe.
  case noWriter
  /// Ctrl-C came before the end.
  case interrupted

  /// Whether the file was too long.
  package var isTooLong: Bool { if case .tooLong = self { true } else { false } }

  /// Text that follows the name of the file.
  package var description: String {
    switch self {
    case .cannotRead(let reason): "cannot be read: \(reason)"
    case .tooLong(let limit): "is too long: at most \(limit >> 20) MiB are read"
    case .noWriter: "is a pipe into which no program writes"
    case .interrupted: "was not read: interrupted"
    }
  }
}

/// An open file, pipe or device.
package final class InputFile {
  /// Whether it is a file on a disk, which has an end.
  package let isRegular: Bool
  private let descriptor: Int32
  private let isOwned: Bool
  /// Whether it is a named pipe, which another program has to open.
  private let isPipe: Bool
  private let limit: Int
  private var taken = 0
  private let started = ContinuousClock.now

  /// The longest wait for a writer of a pipe, seconds.
  private static let writerTime = Duration.seconds(10)

  /// Opens a file. It does not wait for the writer of a pipe; `read` does.
  package init(path: String, upTo limit: FileLimit) throws(FileFault) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .cannotRead(reason: Self.reason(errno)) }
    isOwned = true
    var status = stat()
    fstat(descriptor, &status)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isPipe = status.st_mode & S_IFMT == S_IFIFO
    self.limit = isRegular ? limit.file : limit.stream
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard !isFolder, !isRegular || Int(status.st_size) <= self.limit else {
      throw isFolder ? .cannotRead(reason: "it is a folder") : .tooLong(limit: self.limit)
    }
  }

  /// Standard input.
  package init(standardInputUpTo limit: FileLimit) {
    (descriptor, isOwned, isRegular, isPipe, self.limit) = (STDIN_FILENO, false, false, false, limit.stream)
  }

  /// The output of a child process. It takes ownership of the descriptor.
  private init(adopting descriptor: Int32, upTo limit: FileLimit) {
    (self.descriptor, isOwned, isRegular, isPipe, self.limit) = (descriptor, true, false, false, limit.stream)
  }

  deinit { if isOwned { close(descriptor) } }

  /// The next bytes, at most `count`; none at the end.
  package func read(_ count: Int) throws(FileFault) -> [UInt8] {
    while true {
      if Interrupt.isRequested { throw .interrupted }
      guard isRegular || isReady() else { continue }
      var received = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { area, initialized in
        received = Foundation.read(descriptor, area.baseAddress, area.count)
        initialized = max(received, 0)
      }
      if received > 0 {
        taken += received
        guard taken <= limit else { throw .tooLong(limit: limit) }
        return bytes
      }
      if received == 0 {
        // A pipe that no program has opened for writing yet looks like a pipe at its end, but is not hung up.
        guard isPipe, taken == 0, !wasHungUp else { return [] }
        if ContinuousClock.now - started > Self.writerTime { throw .noWriter }
        usleep(20_000)
      } else if errno != EAGAIN && errno != EINTR {
        throw .cannotRead(reason: Self.reason(errno))
      }
    }
  }

  /// All remaining bytes.
  package func rest() throws(FileFault) -> [UInt8] {
    var all: [UInt8] = []
    while case let more = try read(1 << 18), !more.isEmpty { all += more }
    return all
  }

  /// The whole output of a child process, which then has ended. A child that writes more than the limit, or whose
  /// output cannot be read, is killed.
  package static func output(
    of child: Process, from pipe: Pipe, upTo limit: FileLimit
  ) throws(FileFault) -> [UInt8] {
    defer { child.waitUntilExit() }
    do throws(FileFault) {
      return try InputFile(adopting: dup(pipe.fileHandleForReading.fileDescriptor), upTo: limit).rest()
    } catch {
      child.terminate()
      throw error
    }
  }

  private var wasHungUp = false

  /// Waits briefly for bytes or the end.
  private func isReady() -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&watched, 1, isPipe && taken == 0 ? 20 : 200)
    if watched.revents & Int16(POLLHUP) != 0 { wasHungUp = true }
    // A pipe without a writer is never ready; reading it reports that.
    return ready > 0 || (ready == 0 && isPipe && taken == 0)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    default: String(cString: strerror(code))
    }
  }
}

/// The bytes that were read from pipes and devices. They come only once, and some commands examine a file before they
/// read it.
private let kept = Mutex<[String: [UInt8]]>([:])

private func isStream(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Whether this is a pipe or a device that was not read yet.
package func isFreshStream(_ path: String) -> Bool {
  isStream(path) && kept.withLock { $0[path] == nil }
}

/// The bytes of a pipe or a device; `nil` for a file on a disk, which can be opened again.
package func streamedContents(_ path: String, upTo limit: FileLimit) throws(FileFault) -> [UInt8]? {
  guard isStream(path) else { return nil }
  if let bytes = kept.withLock({ $0[path] }) { return bytes }
  let bytes = try InputFile(path: path, upTo: limit).rest()
  kept.withLock { $0[path] = bytes }
  return bytes
}

/// The whole contents of a file, a pipe or a device.
package func contents(ofFile path: String, upTo limit: FileLimit) throws(FileFault) -> [UInt8] {
  if let bytes = try streamedContents(path, upTo: limit) { return bytes }
  return try InputFile(path: path, upTo: limit).rest()
}
