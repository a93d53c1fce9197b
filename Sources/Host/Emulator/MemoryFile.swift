// What an emulated or simulated board's EEPROM keeps its content in.
import Foundation

/// A file of the EEPROM's size: in a folder of the user's, where it stays, or a temporary one that goes.
public final class MemoryFile: @unchecked Sendable {
  let path: String
  private let folder: String
  private let isTemporary: Bool
  private let size: Int
  /// Held as long as this value lives: two emulators with one memory would spoil each other's records.
  private let lock: Int32

  /// - Parameters:
  ///   - folder: where the content is kept from one emulator to the next, made if need be; nil for a fresh one.
  ///   - size: bytes. A new file is all ones, as EEPROMs are delivered.
  public init(board: String, in folder: String?, size: Int) throws(EmulatorError) {
    let place = folder ?? NSTemporaryDirectory()
    func failure(_ reason: String = String(cString: strerror(errno))) -> EmulatorError {
      .state(folder: place, reason: reason)
    }
    isTemporary = folder == nil
    self.size = size
    // QEMU takes what stands before a colon in a relative path for a protocol.
    self.folder = URL(fileURLWithPath: place).path
    if let reason = Self.make(folder: self.folder) { throw failure(reason) }
    path = self.folder + (isTemporary ? "/binnacle-records-\(UUID().uuidString).bin" : "/\(board)-records.bin")
    lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw failure() }
    do throws(EmulatorError) {
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        throw failure(
          errno == EWOULDBLOCK ? "another emulator or simulation uses it" : String(cString: strerror(errno)))
      }
      let found = Int(lseek(lock, 0, SEEK_END))
      guard found != size else { return }
      guard found == 0 else { throw failure("\(path) has \(found) bytes and not \(size)") }
      let blank = [UInt8](repeating: 0xff, count: size)
      guard pwrite(lock, blank, size, 0) == size else { throw failure() }
    } catch {
      // Everything has its value by now, so that `deinit` closes it.
      forget()
      throw error
    }
  }

  deinit { close(lock) }

  /// All of it.
  public func read() throws(EmulatorError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xff, count: size)
    guard pread(lock, &bytes, size, 0) == size else {
      throw .state(folder: folder, reason: String(cString: strerror(errno)))
    }
    return bytes
  }

  /// Changes some of it. - Returns: whether all of them were written.
  public func write(_ bytes: [UInt8], at place: Int) -> Bool {
    pwrite(lock, bytes, bytes.count, off_t(place)) == bytes.count
  }

  /// Makes the folder, and those above it, where they are missing. - Returns: why it could not.
  private static func make(folder: String) -> String? {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      return isFolder.boolValue ? nil : "\(folder) is a file"
    }
    // Not NSString's `deletingLastPathComponent`: of a name of one letter it traps.
    let above = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
    if !above.isEmpty, let reason = make(folder: above) { return reason }
    return mkdir(folder, 0o777) == 0 || errno == EEXIST
      ? nil : "\(folder) cannot be made (\(String(cString: strerror(errno))))"
  }

  /// Once QEMU has opened a temporary file its name can go: then no way of ending leaves it behind.
  func forget() {
    if isTemporary { unlink(path) }
  }
}
