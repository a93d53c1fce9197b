// The file with the content of an emulated or simulated board's EEPROM.
import Foundation

/// A file of the EEPROM's size: in a folder of the user, where it stays, or a file without a name, which ends with this
/// process.
package final class MemoryFile: @unchecked Sendable {
  /// Where another process opens the file, as long as this object exists.
  let path: String
  private let folder: String
  private let size: Int
  /// The lock is held as long as this object exists: two emulators with one memory would damage each other's records.
  private let lock: Int32

  /// - Parameters:
  ///   - folder: keeps the content from one emulator to the next and is created if necessary; nil for a file without a name.
  ///   - size: bytes. In a new file all bits are ones, as in a new EEPROM.
  package init(board: String, in folder: String?, size: Int) throws(EmulatorError) {
    let place = folder ?? NSTemporaryDirectory()
    func failure(_ reason: String = String(cString: strerror(errno))) -> EmulatorError {
      .state(folder: place, reason: reason)
    }
    self.size = size
    // QEMU interprets the text before a colon in a relative path as a protocol.
    self.folder = URL(fileURLWithPath: place).path
    if let reason = Self.make(folder: self.folder) { throw failure(reason) }
    let name = self.folder + (folder == nil ? "/binnacle-records-\(UUID().uuidString).bin" : "/\(board)-records.bin")
    lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // A file without a name is open to other processes by its descriptor (proc(5)). No way of ending leaves it behind.
    path = folder == nil ? "/proc/\(getpid())/fd/\(lock)" : name
    guard lock >= 0 else { throw failure() }
    if folder == nil { unlink(name) }
    // All properties are set here, so `deinit` closes the file.
    guard Self.acquires(lock) else {
      throw failure(
        errno == EWOULDBLOCK ? "another emulator or simulation uses it" : String(cString: strerror(errno)))
    }
    let found = Int(lseek(lock, 0, SEEK_END))
    guard found != size else { return }
    guard found == 0 else { throw failure("\(name) has \(found) bytes and not \(size)") }
    let blank = [UInt8](repeating: 0xff, count: size)
    guard pwrite(lock, blank, size, 0) == size else { throw failure() }
  }

  /// Acquires the lock. A new child process holds the locks of this process until it runs its own program. So this is
  /// tried again, for one second in total.
  private static func acquires(_ lock: Int32) -> Bool {
    for attempt in 0..<50 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK, attempt < 49 else { break }
      usleep(20_000)
    }
    return false
  }

  deinit { close(lock) }

  /// Reads the whole content.
  package func read() throws(EmulatorError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xff, count: size)
    guard pread(lock, &bytes, size, 0) == size else {
      throw .state(folder: folder, reason: String(cString: strerror(errno)))
    }
    return bytes
  }

  /// Writes bytes at a position. - Returns: whether all of them were written.
  package func write(_ bytes: [UInt8], at place: Int) -> Bool {
    pwrite(lock, bytes, bytes.count, off_t(place)) == bytes.count
  }

  /// Creates the folder, and those above it, if they do not exist. - Returns: the reason if it could not.
  private static func make(folder: String) -> String? {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      return isFolder.boolValue ? nil : "\(folder) is a file"
    }
    // NSString's `deletingLastPathComponent` cannot be used: it traps for a name of one letter.
    let above = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    if !above.isEmpty, let reason = make(folder: above) { return reason }
    return mkdir(folder, 0o777) == 0 || errno == EEXIST
      ? nil : "\(folder) cannot be made (\(String(cString: strerror(errno))))"
  }
}
