// What an emulated board's EEPROM keeps its content in.
import Foundation

/// A file of the EEPROM's size: in a folder of the user's, where it stays, or a temporary one that goes.
struct MemoryFile {
  let path: String
  private let isTemporary: Bool

  /// - Parameters:
  ///   - folder: where the content is kept from one emulator to the next, made if need be; nil for a fresh one.
  ///   - size: bytes. A new file is all ones, as EEPROMs are delivered.
  init(board: String, in folder: String?, size: Int) throws(EmulatorError) {
    isTemporary = folder == nil
    if let folder {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw .state(folder: folder, reason: error.localizedDescription)
      }
      path = folder + "/\(board)-records.bin"
      // QEMU takes a relative path that looks like "name:rest" for a protocol; an absolute one it does not.
      guard !FileManager.default.fileExists(atPath: path) else {
        let found = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
        guard found == size else {
          throw .state(folder: folder, reason: "\(path) has \(found ?? 0) bytes and not \(size)")
        }
        return
      }
    } else {
      path = NSTemporaryDirectory() + "binnacle-records-\(UUID().uuidString).bin"
    }
    do {
      try Data(repeating: 0xff, count: size).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .state(folder: folder ?? NSTemporaryDirectory(), reason: error.localizedDescription)
    }
  }

  /// Once QEMU has opened a temporary file its name can go: then no way of ending leaves it behind.
  func forget() {
    if isTemporary { unlink(path) }
  }
}
